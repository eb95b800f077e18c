"""Learning from play: hints during a deal, and the review of a match.

Both stand on `bots.evaluation` and see what a seat could see, nothing more.
"""
