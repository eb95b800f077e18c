"""Auf & Ab: get rid of your cards, climbing over each other's melds or going down under them.

A change card turns the way of the next trick, so a hand that was worthless may become the best.
"""
