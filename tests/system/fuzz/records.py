"""Records that people bring along, and some that nobody has ever played."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Any

from funicular.core.record import record_of
from funicular.games.registry import make_game
from tests.kit import play_match
from tests.system.fuzz.hostile import as_utf8, bent, damaged, written
from tests.system.fuzz.http import Request
from tests.system.fuzz.http import check as check_requests
from tests.system.fuzz.targets import Desk, Target

CASES = 20
GAMES: tuple[tuple[str, int, dict[str, Any]], ...] = (
    ("auf-ab", 3, {}),
    ("dnpup", 2, {"turn_cap": 12}),
    ("ascenseur-52", 3, {"schedule": [1, 2]}),
    ("ascenseur-32", 4, {"schedule": [2], "bidding": "simultaneous"}),
)


@cache
def whole(which: int) -> dict[str, Any]:
    """A match that was played, or its beginning."""
    name, seats, options = GAMES[which % len(GAMES)]
    match = play_match(make_game(name, seats, options).match(), random.Random(which), 5 * which)
    record: dict[str, Any] = json.loads(record_of(match, ("A", "B", "C", "D")[:seats]).to_json())
    return record


def uploads(rng: random.Random) -> list[Request]:
    """Some of them."""
    return [Request("POST", "/api/replays", (), _spoiled(rng)) for _ in range(CASES)]


def _spoiled(rng: random.Random) -> bytes:
    record = whole(rng.randrange(12))
    kind = rng.randrange(8)
    if kind == 0:
        return damaged(json.dumps(record).encode(), rng)
    if kind == 1:
        deals = record["deals"] * rng.choice((2, 60, 200))
        return json.dumps(record | {"deals": deals}).encode()
    if kind == 2 and record["deals"]:
        return json.dumps(record | {"deals": [_replayed(record["deals"][0], rng)]}).encode()
    if kind == 3:
        proof = {"commitment": "0" * 64, "seed": "f" * 64, "nonces": [""] * record["seats"]}
        return as_utf8(written(bent(record | {"proof": proof}, rng), rng))
    return as_utf8(written(bent(record, rng), rng))


def _replayed(deal: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """The deal with its moves or cards in another order, or with moves of another game."""
    moves, hands = list(deal["moves"]), list(deal["cards"]["hands"])
    kind = rng.randrange(4)
    if kind == 0:
        rng.shuffle(moves)
    elif kind == 1:
        rng.shuffle(hands)
    elif kind == 2:
        moves += [f"{rng.randrange(10)} {rng.choice(('flip', 'bid 1', 'play AS', '1/5'))}"] * 3
    else:
        hands = [" ".join(rng.sample(hand.split(), len(hand.split()))) for hand in hands]
    return deal | {"moves": moves, "cards": deal["cards"] | {"hands": hands}}


def check(target: Target, desk: Desk, cases: Sequence[Request]) -> Counter[str]:
    """Bring each: it is kept or refused in words."""
    return check_requests(target, desk, cases)
