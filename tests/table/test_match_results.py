"""What a match was to each seat: sums by the number of cards, and who did not stay."""

from __future__ import annotations

import random

import pytest

from funicular.bots.levels import bot
from funicular.core.record import record_of
from funicular.games.registry import GAMES, make_game
from funicular.table.match_results import MatchLog, deal_sums, seat_result


def log_of(gone: dict[int, tuple[int, bool]], kept: int = 0) -> MatchLog:
    bots = {1: "casual", 2: "casual"}
    return MatchLog({0: "ada"}, bots, gone, {}, None, {0: 4}, {0: kept}, undone=False, at=1.0)


@pytest.mark.parametrize("game", GAMES)
def test_deals_are_counted_by_the_cards_in_hand(game: str) -> None:
    rng = random.Random(3)
    match, dealt = make_game(game, 3, {}).match(), []
    for _ in range(2):
        match = match.deal(rng)
        assert match.state is not None
        dealt.append(len(match.state.hand(0)))
        while match.under_way:
            seat = match.to_act[0]
            match = match.play(seat, bot("random").choose(match.state.view(seat), rng))
            assert match.state is not None
        if match.over:
            break
    sums = deal_sums(log_of({}), match, 0)
    counted = [state for state in match.states if not state.void]
    assert set(sums) <= set(dealt)
    assert sum(each.deals for each in sums.values()) == len(counted)
    assert sum(each.points for each in sums.values()) == match.totals[0]
    others = sum(match.totals[1:]) / 2
    assert sum(each.par for each in sums.values()) == pytest.approx(others)
    # Who left in the second deal has finished the first.
    left = deal_sums(log_of({0: (2, False)}), match, 0)
    assert set(left) <= {dealt[0]}


@pytest.mark.parametrize(
    ("gone", "kept", "how"),
    [
        ({}, 0, "unfinished"),
        ({}, 2, "unfinished"),
        ({}, 3, "left"),
        ({0: (1, False)}, 0, "left"),
        ({0: (1, True)}, 0, "removed"),
    ],
)
def test_who_did_not_stay(gone: dict[int, tuple[int, bool]], kept: int, how: str) -> None:
    record = record_of(make_game("dnpup", 3, {}).match(), ("Ada", "Bo", "Cy"))
    result = seat_result(log_of(gone, kept), record, 0)
    assert (result.how, result.others, result.place) == (how, ("casual", "casual"), 1)
