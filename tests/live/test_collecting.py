"""Which ratings a match counts for: nobody gets out of one by the company they began it with."""

from __future__ import annotations

import random

import pytest

from funicular.core.record import record_of
from funicular.games.registry import make_game
from funicular.live.collecting import new_match
from funicular.store.profiles import StoredClaim
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
    log = MatchLog(seated, bots, gone, moves, {}, undone=undone, at=1.0)
    found = new_match("table", Walk(begun=1), log, record, CLAIMS)
    assert found is not None
    kinds = {kind: "".join(each[0] for each in who) for kind, who in found.rated.items() if who}
    assert kinds == rated
