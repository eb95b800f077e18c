"""Which ratings a match counts for: nobody gets out of one by the company they began it with."""

from __future__ import annotations

import random
from functools import cache

import pytest

from funicular.bots.levels import bot
from funicular.core.match import Match
from funicular.core.record import record_of
from funicular.games.registry import make_game
from funicular.live.collecting import new_match
from funicular.store.profiles import StoredClaim
from funicular.store.results import RatingMark
from funicular.table.match_results import MatchLog, Walk

CLAIMS = (StoredClaim("ada", 1, "a" * 32), StoredClaim("bo", 1, "b" * 32))
LEFT, REMOVED = (1, False), (1, True)


@pytest.mark.parametrize(
    ("people", "gone", "undone", "rated"),
    [
        # Let lie by somebody alone among bots, from the beginning or since the others went.
        (["ada"], {}, False, {"bots": "a"}),
        (["ada", "cy"], {1: LEFT}, False, {"bots": "a"}),
        (["ada", "cy"], {1: REMOVED}, False, {"bots": "a"}),
        (["ada", "bo"], {1: LEFT}, False, {"bots": "ab"}),
        # Let lie by several.
        (["ada", "cy"], {}, False, {}),
        (["ada", "bo"], {}, False, {}),
        # Practice, whoever was there when it began.
        (["ada"], {}, True, {}),
        (["ada", "cy"], {1: LEFT}, True, {}),
    ],
)
def test_a_match_that_was_let_lie_counts_for_whoever_was_alone_in_the_end(
    *, people: list[str], gone: dict[int, tuple[int, bool]], undone: bool, rated: dict[str, str]
) -> None:
    match = make_game("dnpup", 4, {}).match().deal(random.Random(1))
    record = record_of(match, ("Ada", "Bo", "Cy", "Di"))
    seated = dict(enumerate(people))
    bots = dict.fromkeys(range(len(people), 4), "casual")
    moves = dict.fromkeys(seated, 4)
    log = MatchLog(seated, bots, gone, {}, None, moves, {}, undone=undone, at=1.0)
    found = new_match("table", Walk(begun=1), log, record, CLAIMS)
    assert found is not None
    kinds = {kind: "".join(each[0] for each in who) for kind, who in found.rated.items() if who}
    assert kinds == rated


@cache
def two_deals(*, ahead: bool) -> Match:
    """A match whose first seat is ahead of all others, or behind, after each of two deals."""
    rng = random.Random(1)
    while True:
        match = make_game("ascenseur-52", 4, {"schedule": [5, 4]}).match()
        while not match.over:
            if not match.under_way:
                match = match.deal(rng)
            seat = match.to_act[0]
            match = match.play(seat, bot("random").choose(match.states[-1].view(seat), rng))
        after = match.states[0].points_so_far, match.totals
        if all(own != other and (own > other) == ahead for own, *rest in after for other in rest):
            return match


def rates(
    people: list[str],
    *,
    ahead: bool,
    gone: dict[int, tuple[int, bool]] | None = None,
    replaced: dict[int, int] | None = None,
    host: int | None = None,
) -> tuple[dict[str, float], dict[tuple[str, str], float]]:
    """A match of two deals: what it changes against bots, and which pairs count, and how much."""
    match = two_deals(ahead=ahead)
    seated = dict(enumerate(people))
    bots = dict.fromkeys(range(len(people), 4), "strong")
    log = MatchLog(
        *(seated, bots, gone or {}, replaced or {}, host, dict.fromkeys(seated, 4), {}),
        undone=False,
        at=1.0,
    )
    record = record_of(match, ("Ada", "Bo", "Cy", "Di"))
    found = new_match("table", Walk(begun=1), log, record, CLAIMS)
    assert found is not None
    marks = {name: RatingMark(25.0, 8.0) for name in found.rated["bots"]}
    found.rate("bots", marks, {})
    pairs = {(one[0], other[0]): share for (one, other), share in found.pairs.items()}
    return {name[0]: mark.value - 25 for name, mark in marks.items()}, pairs


def test_a_bot_that_was_replaced_counts_only_where_it_was_ahead() -> None:
    won, _ = rates(["ada"], ahead=True)
    lost, _ = rates(["ada"], ahead=False)
    assert won["a"] > 0 > lost["a"]
    everyone = dict.fromkeys((1, 2, 3), 1)
    assert rates(["ada"], ahead=True, replaced=everyone) == ({}, {})
    swapped, _ = rates(["ada"], ahead=False, replaced=everyone)
    assert swapped["a"] < 0
    # Whoever has themselves removed by a friend keeps what was lost as well.
    removed, _ = rates(["ada"], ahead=False, gone={0: REMOVED})
    assert removed["a"] < 0
    assert rates(["ada"], ahead=True, gone={0: REMOVED}) == ({}, {})


def test_a_removed_player_keeps_what_they_had() -> None:
    assert rates(["ada", "bo"], ahead=True)[1] == {("a", "b"): 1.0, ("b", "a"): 1.0}
    # Bo is removed after the first of two deals; Ada is not the host, who is a friend of theirs.
    assert rates(["ada", "bo"], ahead=True, gone={1: REMOVED})[1] == {("b", "a"): 1.0}
    assert rates(["ada", "bo"], ahead=False, gone={1: REMOVED})[1] == {
        ("a", "b"): 1.0,
        ("b", "a"): 0.5,
    }


def test_a_host_who_removes_a_player_is_last() -> None:
    against_bots, pairs = rates(["ada", "bo"], ahead=True, gone={1: REMOVED}, host=0)
    assert against_bots["a"] < 0
    assert ("a", "b") in pairs
