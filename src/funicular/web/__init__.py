"""The table in the browser: the server, its protocol, and the client it serves."""
