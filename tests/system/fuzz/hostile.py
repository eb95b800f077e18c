"""Spoiling what is well made: values nobody expects, trees bent out of shape, bytes gone wrong."""

from __future__ import annotations

import json
import random
from typing import Any

# Half of a surrogate pair; an order of reading turned round; a line break that JSON allows.
HALF, TURNED, BROKEN = "\ud800", "\u202e", "\u2028"

STRINGS = (
    "",
    " ",
    "\0",
    "\n",
    "a" * 25,
    "a" * 65,
    "é" * 101,
    "x" * 301,
    "x" * 5000,
    "🂡" * 30,
    "e" + "\u0301" * 200,
    HALF,
    f"a{TURNED}b",
    f"a{BROKEN}b",
    "\ufeff",
    "\uffff",
    "__proto__",
    "<script>alert(1)</script>",
    "'; DROP TABLE rows; --",
    "../../etc/passwd",
    "%00%0d%0a",
    "${7*7}{{7*7}}",
    "{name}{0}{0.__class__}",
    "None",
    "null",
    "0",
    "-1",
    "٣",
    "1_0",
    "strong@3600s",
)
NUMBERS: tuple[float, ...] = (
    0,
    1,
    -1,
    9,
    10,
    255,
    2**31,
    2**53 + 1,
    2**63,
    -(2**63) - 1,
    2**64,
    10**400,
    0.5,
    -0.0,
    1e308,
    5e-324,
    float("nan"),
    float("inf"),
)
SHAPES: tuple[Any, ...] = (
    None,
    True,
    False,
    [],
    {},
    [[]],
    {"": ""},
    [None] * 50,
    {"type": "do"},
    {"do": "undo"},
    [{"do": "start"}],
    {"$ref": "#"},
)
KEYS = ("type", "do", "id", "command", "seat", "name", "", "__class__", "é", "\0", "x" * 300)


def anything(rng: random.Random) -> Any:  # noqa: ANN401 - anything at all
    """A value that nobody expects."""
    kind = rng.randrange(4)
    if kind == 0:
        return rng.choice(STRINGS)
    if kind == 1:
        return rng.choice(NUMBERS)
    if kind == 2:
        return rng.choice(SHAPES)
    if rng.randrange(2):
        return rng.randrange(-(2**40), 2**40)
    return "".join(chr(rng.choice((rng.randrange(128), rng.randrange(0xD800)))) for _ in range(8))


def bent(tree: Any, rng: random.Random) -> Any:  # noqa: ANN401 - any JSON
    """The tree with something in it bent: once, or a few times."""
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        tree = _bent(tree, rng)
    return tree


def _bent(tree: Any, rng: random.Random) -> Any:  # noqa: ANN401, PLR0911 - one way each
    if isinstance(tree, dict) and tree:
        return _bent_object(tree, rng)
    if isinstance(tree, list) and tree and rng.randrange(5):
        place = rng.randrange(len(tree))
        return [_bent(each, rng) if at == place else each for at, each in enumerate(tree)]
    if isinstance(tree, str) and rng.randrange(2):
        return _bent_text(tree, rng)
    if isinstance(tree, bool):
        return rng.choice((not tree, int(tree), str(tree), None))
    if isinstance(tree, int) and rng.randrange(2):
        return rng.choice((tree + 1, tree - 1, -tree, str(tree), tree * 2**32, 0.5))
    if rng.randrange(6) == 0:
        return [tree]
    return anything(rng)


def _bent_object(tree: dict[str, Any], rng: random.Random) -> Any:  # noqa: ANN401 - as above
    key = rng.choice(list(tree))
    kind = rng.randrange(10)
    rest = {each: value for each, value in tree.items() if each != key}
    if kind == 0:
        return rest
    if kind == 1:
        return tree | {rng.choice(KEYS): anything(rng)}
    if kind == 2:
        return rest | {rng.choice(KEYS): tree[key]}
    if kind == 3:
        other = rng.choice(list(tree))
        return tree | {key: tree[other], other: tree[key]}
    if kind == 4:
        return rng.choice((list(tree.values()), [tree], {"value": tree}, str(tree)))
    return tree | {key: _bent(tree[key], rng)}


def _bent_text(text: str, rng: random.Random) -> str:
    place = rng.randrange(len(text) + 1)
    return rng.choice(
        (
            text[:place] + rng.choice(STRINGS) + text[place:],
            text * 2,
            text.swapcase(),
            text[:place],
            text[::-1],
            f" {text} ",
        )
    )


def written(tree: Any, rng: random.Random) -> str:  # noqa: ANN401 - any JSON
    """The tree as JSON in one of its spellings; now and then none that JSON has."""
    text = json.dumps(tree, ensure_ascii=rng.randrange(3) > 0)
    kind = rng.randrange(12)
    place = rng.randrange(len(text) + 1)
    if kind == 0:
        return text[:place]
    if kind == 1:
        return text[:place] + rng.choice(',:[]{}"\\ \0\n/\ufeff') + text[place:]
    if kind == 2:
        return text + rng.choice((text, ",", "}", "]", "\0", "//", '"'))
    if kind == 3:
        # The same key twice, so that two readers might not agree.
        return text.replace("{", '{"type":"ping","id":"twice",', 1)
    if kind == 4:
        deep = rng.choice((50, 500, 1900))
        return rng.choice(("[", '{"a":')) * deep + text
    return text


def as_utf8(text: str) -> bytes:
    """The text as a frame can carry it."""
    return text.encode("utf-8", "replace")


def damaged(data: bytes, rng: random.Random) -> bytes:
    """The bytes with some of them flipped, lost, doubled or made up."""
    spoilt = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 5))):
        kind = rng.randrange(6)
        place = rng.randrange(len(spoilt) + 1)
        if kind == 0 and place < len(spoilt):
            spoilt[place] ^= 1 << rng.randrange(8)
        elif kind == 1:
            del spoilt[place:]
        elif kind == 2:
            del spoilt[place : place + rng.randrange(1, 9)]
        elif kind == 3:
            spoilt[place:place] = spoilt[place : place + rng.randrange(1, 40)]
        elif kind == 4:
            spoilt[place:place] = rng.randbytes(rng.randrange(1, 9))
        else:
            spoilt[place : place + 1] = bytes((rng.choice(b'\0\xff\x80"\\{}[],:-eE0'),))
    return bytes(spoilt)
