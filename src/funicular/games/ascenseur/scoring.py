"""What a contract is worth, made or missed, by the parts the options name (S30-S34, S47-S49)."""

from __future__ import annotations

from collections.abc import Iterable

from funicular.games.ascenseur.options import Options


def score(options: Options, bid: int, won: int) -> int:
    """The points of one seat for one deal."""
    return scores(options, (bid,), (won,))[0]


def scores(options: Options, bids: Iterable[int], won: Iterable[int]) -> tuple[int, ...]:
    """Those of each seat."""
    bonus, each, penalty = options.bonus, options.trick_points, options.penalty
    for_missed = each if options.missed_scores_tricks else 0
    return tuple(
        [
            bonus + each * tricks
            if tricks == bid
            else for_missed * tricks - penalty * abs(bid - tricks)
            for bid, tricks in zip(bids, won, strict=True)
        ]
    )
