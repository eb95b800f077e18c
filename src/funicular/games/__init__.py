"""The games, one folder each. `registry` knows them by name."""
