"""A table: who sits at it, the match they play, its log, and what each of them sees."""
