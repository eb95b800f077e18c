"""What an operator does to tables, with a look into their logs: `funicular admin`, and retention.

reading     the entries of a table's log, a page at a time
check       whether every row, snapshot and record can be read and makes sense
erase       a person's name and chat, taken out of logs and records
chat        deleting lines of chat from a log
retention   deleting what is older than its days
bans        which addresses and names are not let in
close       closing a table as if nobody had come for long
"""
