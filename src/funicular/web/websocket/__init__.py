"""WebSockets as a table needs them: text both ways, and next to nothing kept for each of them."""
