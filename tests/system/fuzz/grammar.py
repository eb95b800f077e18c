"""Messages as clients send them, made from `docs/protocol.schema.json` and from nothing else.

The schema says which fields there are and of what kind. What would be likely in some of them, a
move or a level, is listed here, so that spoiling one thing leaves the rest well made.
"""

from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path
from typing import Any

SCHEMA = Path(__file__).parents[3] / "docs" / "protocol.schema.json"

MOVES = (
    "play AS",
    "play 7H",
    "play 2C",
    "bid 0",
    "bid 1",
    "bid 99",
    "0-0 x1",
    "1/5",
    "play 1/5",
    "flip",
    "keep",
    "pass",
    "take 0",
    "take 1",
    "castle",
)
# What a field of this name is likely to hold. Bots that search would only keep the processor busy.
LIKELY: dict[str, tuple[Any, ...]] = {
    "protocol": (1,),
    "lang": ("en", "fr", "fr-CH", "xx"),
    "level": ("casual", "random", "beginner"),
    "pace": ("instant",),
    "game": ("auf-ab", "dnpup", "ascenseur-52", "ascenseur-32"),
    "seats": (2, 3, 4),
    "seat": (0, 1, 2, 9, None),
    "move": MOVES,
    "turn": (0, 1, 2, 3, 7, -1),
    "text": ("Well played!", "Bien joué"),
    "name": ("Iris", "Roméo", "Ana"),
    "seen": (0, 1, 5, 10**9, None),
    "step": (0, 1, 3, 99),
    "deals": (1, 2, None),
    "target": (None, 20),
    "options": ({}, {"schedule": [1, 2]}, {"points_to_win": 2}, {"bidding": "simultaneous"}),
    "token": ("0" * 64, None),
    "invite": ("0" * 16, None),
}


@cache
def definitions() -> dict[str, Any]:
    """Every message by name."""
    found: dict[str, Any] = json.loads(SCHEMA.read_bytes())["$defs"]
    return found


def sample(name: str, rng: random.Random) -> Any:  # noqa: ANN401 - any JSON
    """A well-made message of this name."""
    return _made(definitions()[name], "", rng)


def _made(schema: dict[str, Any], field: str, rng: random.Random) -> Any:  # noqa: ANN401 - as above
    if "$ref" in schema:
        return sample(schema["$ref"].rpartition("/")[2], rng)
    if "enum" in schema and field not in LIKELY:
        return rng.choice(schema["enum"])
    if field in LIKELY:
        found = rng.choice(LIKELY[field])
        if found is not None or "anyOf" in schema:
            return found
    if "anyOf" in schema:
        return _made(rng.choice(schema["anyOf"]), field, rng)
    return _plain(schema, rng)


def _plain(schema: dict[str, Any], rng: random.Random) -> Any:  # noqa: ANN401 - as above
    match schema["type"]:
        case "object":
            needed = schema.get("required", ())
            return {
                field: _made(kind, field, rng)
                for field, kind in schema.get("properties", {}).items()
                if field in needed or rng.randrange(2)
            }
        case "string" if "pattern" in schema:
            # All our patterns ask for hex digits: a nonce has 32 of them.
            return f"{rng.getrandbits(128):032x}"
        case "string":
            return f"{rng.getrandbits(32):x}"
        case "integer":
            return rng.randint(schema.get("minimum", 0), schema.get("maximum", 9))
        case "boolean":
            return bool(rng.randrange(2))
        case _:
            return None
