"""Ascenseur: bid how many tricks you will take, then take exactly so many.

The two rule sheets (52 and 32 cards) are presets of this one game; see `options`.
"""
