"""What a contract is worth, made or missed, by the parts the options name (S30-S34, S47-S49)."""

from __future__ import annotations

from funicular.games.ascenseur.options import Options


def score(options: Options, bid: int, won: int) -> int:
    """The points of one seat for one deal."""
    tricks = options.trick_points * won
    if bid == won:
        return options.bonus + tricks
    lost = options.penalty * abs(bid - won)
    return (tricks if options.missed_scores_tricks else 0) - lost
