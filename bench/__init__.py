"""Speed, measured: peers side by side in one run, medians and spread. `make bench` runs it."""
