"""A store in a file: lines of JSON, compressed with gzip.

The first line names the format. Each table is a line, followed by its rows in order; then come the
records; all in the order of their names, as bytes; then the rows of the side tables (profiles and
what belongs to them). The last line counts them, with the SHA-256 of
all bytes before it. Bytes stand in base64.

A file is written beside its place and moved there when it is whole. When one is read, nothing in it
is believed: every line is checked, and the end, before anything is done with it.
"""
