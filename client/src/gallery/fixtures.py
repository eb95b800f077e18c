"""Writes deals for the gallery: real ones, played by bots, stopped where one can see something.

python client/src/gallery/fixtures.py > client/src/gallery/fixtures.json
"""

# ruff: noqa: INP001 - a script, not a part of any package.
from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable
from typing import Any

import funicular
from funicular.core.wire import to_json
from funicular.games.sight import sight
from funicular.lang import Reader

NAMES = ("Camille", "Ada", "Bruno", "Chloé", "Dmitri", "Élise")
KINDS = {"ascenseur-52": "ascenseur", "ascenseur-32": "ascenseur"}
Stop = Callable[[Any], bool]


def table(game: str, seats: int, schedule: tuple[int, ...]) -> dict[str, Any]:
    """A table in the middle of a match."""
    chairs = [
        {
            "seat": seat,
            "kind": "bot" if seat else "person",
            "name": NAMES[seat],
            "level": "strong" if seat else None,
            "present": True,
            "kept": False,
            "ready": False,
            "bank": None,
        }
        for seat in range(seats)
    ]
    sheet = {"rows": [], "totals": [0] * seats, "schedule": schedule, "deals": None, "target": None}
    return {
        "id": "gallery",
        "game": game,
        "seats": seats,
        "options": {},
        "house": [],
        "phase": "playing",
        "match": 1,
        "you": 0,
        "host": True,
        "chairs": chairs,
        "watchers": 0,
        "open": False,
        "pace": "normal",
        "clock": None,
        "paused": None,
        "level": "strong",
        "sheet": sheet,
        "asking": None,
        "result": None,
        "proof": {"commitment": "", "nonces": [], "seed": None},
        "undo": "no",
    }


def shown(state: Any, game: str, number: int, lang: str) -> dict[str, Any]:  # noqa: ANN401
    """The deal as seat 0 sees it."""
    view = state.view(0)
    reader = Reader(lang=lang, names=NAMES[: view.setup.seats], seat=0)
    mine = 0 in state.to_act
    return {
        "kind": KINDS.get(game, game),
        "number": number,
        "to_act": state.to_act,
        "legal": [str(move) for move in state.legal_moves(0)] if mine else [],
        "turn": 1,
        "before": 0,
        "sight": json.loads(to_json(sight(view))),
        "told": [
            {"event": json.loads(to_json(event)), "text": reader.say(event.phrase)}
            for event in view.events
        ],
    }


def played(game: str, seats: int, seed: int, stop: Stop, **deal: int) -> Any:  # noqa: ANN401
    """A deal that bots have played up to where `stop` is content."""
    rng = random.Random(seed)
    state = funicular.game(game, seats=seats).deal(rng, **deal)
    bot = funicular.bot("casual")
    while state.to_act and not stop(state):
        seat = state.to_act[0]
        state = state.play(seat, bot.choose(state.view(seat), rng))
    return state


def found(game: str, seats: int, stop: Stop) -> Any:  # noqa: ANN401
    """The first deal in which `stop` is ever content, stopped there."""
    for seed in range(1000):
        state = played(game, seats, seed, stop)
        if state.to_act:
            return state
    message = "no deal has such a moment"
    raise LookupError(message)


def my_turn(least: int) -> Stop:
    """Seat 0 is to move, after so many moves at least."""
    return lambda state: 0 in state.to_act and len(state.history) >= least


def main() -> None:
    """Print all scenes as JSON."""
    climb = (*range(1, 14), *range(12, 0, -1))
    small = (*range(1, 9), *range(7, 0, -1))
    scenes: list[tuple[str, str, int, int, tuple[int, ...], Any]] = []
    asc = "ascenseur-52"
    scenes += [
        ("bidding", asc, 4, 8, climb, played(asc, 4, 3, my_turn(3), dealer=0, cards=8)),
        ("trick", asc, 4, 8, climb, played(asc, 4, 5, my_turn(14), dealer=2, cards=8)),
        ("peak", asc, 4, 13, climb, played(asc, 4, 9, my_turn(6), dealer=1, cards=13)),
        ("six", asc, 6, 8, small, played(asc, 6, 4, my_turn(15), dealer=1, cards=8)),
        ("over", asc, 3, 4, climb, played(asc, 3, 6, lambda _: False, dealer=1, cards=4)),
    ]
    up = "auf-ab"
    scenes += [
        ("lead", up, 4, 1, (), found(up, 4, lambda s: s.to_act == (0,) and not s.history)),
        ("follow", up, 3, 1, (), found(up, 3, lambda s: follows(s, "rising"))),
        ("falling", up, 4, 2, (), found(up, 4, lambda s: follows(s, "falling"))),
        ("over", up, 3, 2, (), played(up, 3, 4, lambda _: False)),
    ]
    dn = "dnpup"
    scenes += [
        ("three", dn, 3, 1, (), played(dn, 3, 2, melds(2))),
        ("five", dn, 5, 1, (), played(dn, 5, 7, melds(3))),
        ("two", dn, 2, 1, (), played(dn, 2, 3, melds(3))),
        ("over", dn, 4, 1, (), played(dn, 4, 3, lambda _: False)),
    ]
    out = [
        {
            "name": f"{game} {name}",
            "names": NAMES[:seats],
            "table": table(game, seats, schedule),
            "deal": {lang: shown(state, game, number, lang) for lang in ("en", "fr")},
        }
        for name, game, seats, number, schedule, state in scenes
    ]
    sys.stdout.write(json.dumps(out, ensure_ascii=False))


def follows(state: Any, direction: str) -> bool:  # noqa: ANN401
    """Seat 0 follows in this direction and could lay something."""
    public = state.view(0).public
    return (
        0 in state.to_act
        and public.direction == direction
        and len(public.trick) > 1
        and len(state.legal_moves(0)) > 3
        and len(state.hand(0)) > 6
    )


def melds(least: int) -> Stop:
    """Seat 0 is to move and so many melds lie on the table."""

    def stop(state: Any) -> bool:  # noqa: ANN401
        lying = [meld for meld in state.view(0).public.melds if meld]
        return 0 in state.to_act and len(lying) >= least and len(state.hand(0)) > 3

    return stop


if __name__ == "__main__":
    main()
