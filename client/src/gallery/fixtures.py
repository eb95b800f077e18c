"""Writes deals for the gallery: real ones, played by bots, stopped where one can see something.

`python client/src/gallery/fixtures.py` writes `fixtures.json` of every game in `client/src/games`,
from the scenes that the `scenes.py` beside it names.
"""

# ruff: noqa: INP001 - a script, not a part of any package.
from __future__ import annotations

import json
import random
import runpy
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import funicular
from funicular.core.wire import to_json
from funicular.games.sight import sight
from funicular.lang import Reader

NAMES = ("Camille", "Ada", "Bruno", "Chloé", "Dmitri", "Élise")
GAMES = Path(__file__).parents[1] / "games"
Stop = Callable[[Any], bool]


class Scene(NamedTuple):
    """A moment of a deal that is worth looking at."""

    name: str
    game: str
    seats: int
    # The number of the deal in its match.
    number: int
    # The hand sizes of the match; () where nothing is fixed.
    schedule: tuple[int, ...]
    state: Any


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


def shown(scene: Scene, kind: str, lang: str) -> dict[str, Any]:
    """The deal as seat 0 sees it."""
    state = scene.state
    view = state.view(0)
    reader = Reader(lang=lang, names=NAMES[: view.setup.seats], seat=0)
    mine = 0 in state.to_act
    return {
        "kind": kind,
        "number": scene.number,
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
    """Write the scenes of every game as JSON."""
    for file in sorted(GAMES.glob("*/scenes.py")):
        kind = file.parent.name
        out = [
            {
                "name": f"{scene.game} {scene.name}",
                "names": NAMES[: scene.seats],
                "table": table(scene.game, scene.seats, scene.schedule),
                "deal": {lang: shown(scene, kind, lang) for lang in ("en", "fr")},
            }
            for scene in runpy.run_path(str(file))["scenes"]()
        ]
        text = json.dumps(out, ensure_ascii=False)
        file.with_name("fixtures.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
