"""Tables that run: commands in, news out, bots and clocks driven. Knows no HTTP."""
