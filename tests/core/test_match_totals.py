"""The points of earlier deals are added up once, and always come to the same."""

from __future__ import annotations

import random

from msgspec.structs import replace

import funicular
from funicular.core.match import Match


def summed(match: Match) -> tuple[int, ...]:
    points = [state.points_so_far for state in match.states] or [(0,) * match.game.seats]
    return tuple(map(sum, zip(*points, strict=True)))


def test_totals_are_those_of_all_deals_at_every_moment() -> None:
    rng = random.Random(2)
    match = funicular.game("dnpup", seats=3).match(deals=6)
    while not match.over:
        if not match.under_way:
            match = match.deal(rng)
        seat = match.to_act[0]
        assert match.state is not None
        match = match.play(seat, rng.choice(match.state.legal_moves(seat)))
        assert match.totals == summed(match)
    for number in range(len(match.states)):
        # However the deals come into it.
        part = replace(match, states=match.states[:number])
        assert part.totals == summed(part)
        assert part == Match(match.game, match.ending, match.first_dealer, match.states[:number])
    assert replace(match, states=match.states[::-1]).totals == match.totals
