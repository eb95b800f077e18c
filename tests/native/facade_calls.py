"""Calls of what Python sees of the kernels, with views of any seat at any time, true and forged.

A forged view has parts of another view of the same game: a hand of another deal, the table of
another moment, another seat. All of them have the right types.
"""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import msgspec
from hypothesis import strategies as st

import funicular
from funicular.bots.levels import LEVELS
from funicular.native.evaluated import EvaluationRequest
from tests.kit import VARIANTS, seeds
from tests.native.kernel_calls import GAMES, NATIVE, Place, extras, places
from tests.native.kernel_process import Call

HERE = __name__
PARTS = (("hand",), ("dealt",), ("dealt", "hand"), ("public",), ("seat",), ("public", "seat"))

# What each function takes, by facade.
ASSESSING = ("view", "rng", "budget")
KNOWING = ("state", "seat", "rng", "budget")
TABLES = ("game", "sizes", "tables", "threads")
FACADE_CALLS: dict[str, dict[str, tuple[str, ...]]] = {
    "ascenseur": {
        "choose": ASSESSING,
        "assess": ASSESSING,
        "evaluate": ("view", "rng", "request"),
        "assess_at_random": ("view", "rng", "playouts"),
        "choose_knowing": KNOWING,
        "casual": ("view",),
        "worlds": ("view", "rng", "count"),
        "worlds_checksum": ("view", "rng", "count"),
        "playouts": ("game", "cards", "count", "seed"),
        "solve": ("state",),
        "legal_codes": ("state",),
        "tables": TABLES,
        "dealt_at": ("game", "made", "row"),
    },
    "auf_ab": {
        "choose": ASSESSING,
        "assess": ASSESSING,
        "evaluate": ("view", "rng", "request"),
        "choose_knowing": KNOWING,
        "casual": ("view",),
        "legal_moves": ("state",),
        "playouts": ("game", "count", "seed"),
        "trace": ("game", "seed"),
        "worlds": ("view", "rng", "count"),
        "tables": TABLES,
        "dealt_at": ("game", "made", "row"),
    },
    "dnpup": {
        "choose": ASSESSING,
        "assess": ASSESSING,
        "evaluate": ("view", "rng", "request"),
        "choose_knowing": KNOWING,
        "playouts": ("game", "count", "seed"),
        "trace": ("game", "seed"),
        "legal_moves": ("view",),
        "casual_worths": ("view",),
        "tables": TABLES,
        "dealt_at": ("game", "made", "row"),
        "worlds": ("view", "rng", "count"),
    },
}
CALLS_A_PLACE = 10
ODDS_OF_A_RACE = 0.5


@st.composite
def facade_tries(draw: st.DrawFn, facade: str) -> list[Call]:
    """Calls about one position, and with views that mix it with another."""
    place, other = draw(places(GAMES["_" + facade])), draw(seeds)
    rng = random.Random(f"{draw(seeds)} {place}")
    return [_call(facade, place, replace(place, seed=other), rng) for _ in range(CALLS_A_PLACE)]


def _call(facade: str, place: Place, other: Place, rng: random.Random) -> Call:
    name = rng.choice([*FACADE_CALLS[facade], "bot", "world"])
    if name == "solve":
        place = replace(place, moves=-rng.randint(1, 16))
    # The rules in Python, which draw those worlds and play those bots, believe a view.
    forged = () if name in {"bot", "world"} else rng.choice([(), (), *PARTS])
    seats = place.state.setup.seats
    other = replace(other, seat=rng.randrange(seats), moves=rng.randrange(60))
    view = Call(HERE, "forged_view", (place, other, forged))
    if name == "bot":
        return Call(HERE, "bot_move", (rng.choice(sorted(LEVELS)), view))
    if name == "world":
        return Call(HERE, "world", (view,))
    asked = extras(rng, good=False)
    playouts, seconds = asked["budget"]
    game = Call(HERE, "game_of", (place,))
    given: dict[str, Any] = {
        "view": view,
        "state": Call(HERE, "state_of", (place,)),
        "game": game,
        "sizes": rng.choice([(1,), (2, 3), (0,), (40, 1), (-1,)]),
        "tables": asked["tables"][0],
        "threads": asked["threads"][0],
        "made": Call(NATIVE + facade, "tables", (game, (1,), 3, 2)),
        "row": rng.choice([0, 1, 2]),
        "rng": Call("random", "Random", (rng.randrange(1000),)),
        "request": EvaluationRequest(
            playouts=playouts, seconds=seconds, race=rng.random() < ODDS_OF_A_RACE
        ),
        "seat": rng.choice([*range(seats), *place.state.to_act * 3, seats, -1]),
        "cards": rng.choice([max(1, len(place.state.hand(0))), 13, 14, 17, 40, 0, -1, 2**40]),
        "count": asked["count"][0],
        "seed": asked["seed"][0],
    }
    takes = FACADE_CALLS[facade][name]
    args = tuple(given[part] for part in takes if part in given)
    named = {
        "budget": {"playouts": playouts, "seconds": seconds},
        "playouts": {"playouts": playouts},
    }
    kwargs = {key: value for part in takes for key, value in named.get(part, {}).items()}
    return Call(NATIVE + facade, name, args, kwargs)


# Made by the worker


def forged_view(place: Place, other: Place, parts: tuple[str, ...]) -> Any:  # noqa: ANN401
    """A view with parts of another view of the same game."""
    source = other.view
    return msgspec.structs.replace(place.view, **{part: getattr(source, part) for part in parts})


def state_of(place: Place) -> Any:  # noqa: ANN401 - its own game's
    """The position with all its cards."""
    return place.state


def game_of(place: Place) -> Any:  # noqa: ANN401 - its own game's
    """The game that is played there."""
    return VARIANTS[place.variant].game


def bot_move(level: str, view: Any) -> str:  # noqa: ANN401 - its own game's
    """What a bot does, whoever's turn it is; searching ones in a hurry."""
    name = f"{level}@5" if level in {"strong", "expert"} else level
    return str(funicular.bot(name).choose(view, random.Random(1)))


def world(view: Any) -> str:  # noqa: ANN401 - its own game's
    """A world by the rules in Python."""
    return str(funicular.worlds(view, random.Random(1)).to_act)
