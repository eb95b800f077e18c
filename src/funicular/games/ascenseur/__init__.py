"""Ascenseur: bid how many tricks you will take, then take exactly that number.

The two rule sheets (52 and 32 cards) are presets of this one game; see `options`.
"""
