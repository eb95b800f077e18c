"""Frames that RFC 6455 forbids, halves of frames, and bytes that are none.

Each is a connection of its own. The server must close it, with the code that the RFC has for the
fault, and must not wait for what never comes.
"""

from __future__ import annotations

import json
import random
import zlib
from collections import Counter
from collections.abc import Sequence
from functools import cache

from msgspec import Struct

from funicular.web.websocket.frames import LONGEST
from tests.system.fuzz.grammar import sample
from tests.system.fuzz.hostile import damaged
from tests.system.fuzz.targets import Desk, Target
from tests.system.fuzz.wire import (
    BINARY,
    CLOSE,
    CONT,
    PING,
    PONG,
    TEXT,
    Closed,
    Wrong,
    frame,
    line,
)

CASES = 20
DEFLATE = "Sec-WebSocket-Extensions: permessage-deflate\r\n"

BROKEN, NOT_TEXT, TOO_BIG = 1002, 1007, 1009
# What a connection may end with that was not told exactly what is wrong with it.
# Damaged, it may still be a greeting, but then one that lets nobody in.
ANY_END = frozenset({None, 1000, 1001, BROKEN, 1003, NOT_TEXT, TOO_BIG, 4002, 4003, 4004})


class Fault(Struct, frozen=True):
    """Bytes on a socket, after the greeting or without one, and the codes it may be closed with."""

    data: bytes
    codes: frozenset[int | None]
    greeted: bool = False
    deflate: bool = False
    # Torn off at once, without a word.
    torn: bool = False


def faults(rng: random.Random) -> list[Fault]:
    """Some of them."""
    return [_fault(rng) for _ in range(CASES)]


def _fault(rng: random.Random) -> Fault:
    text = json.dumps(sample("FromClient", rng)).encode()
    data, codes, deflate = rng.choice((_broken, _broken, _not_text, _too_big, _random))(text, rng)
    return Fault(data, codes, bool(rng.randrange(2)), deflate, torn=rng.randrange(8) == 0)


Made = tuple[bytes, frozenset[int | None], bool]


def _broken(text: bytes, rng: random.Random) -> Made:
    """What breaks the protocol whatever it says."""
    control = rng.choice((CLOSE, PING, PONG))
    data = rng.choice(
        (
            frame(text, reserved=rng.choice((1, 2, 3, 4, 5, 6, 7))),
            frame(text, rng.choice((3, 4, 5, 6, 7, 11, 12, 13, 14, 15))),
            frame(text, masked=False),
            frame(b"", PING, masked=False),
            frame(b"x", control, fin=False),
            frame(b"x" * 126, control),
            frame(text, CONT),
            frame(text, fin=False) + frame(text),
            frame(text, fin=False) + frame(text, BINARY, fin=False),
            frame(b"\x03", CLOSE),
            frame(rng.choice((0, 999, 1004, 1005, 1006, 1015, 2999, 5000)).to_bytes(2), CLOSE),
        )
    )
    return data, frozenset({BROKEN}), False


def _not_text(text: bytes, rng: random.Random) -> Made:
    """Text that is no UTF-8, whole or in pieces, and a farewell that is none."""
    place = rng.randrange(len(text))
    bad = text[:place] + rng.choice((b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\x80")) + text[place:]
    data = rng.choice(
        (
            frame(bad),
            frame(bad, fin=False) + frame(b"", CONT),
            frame(b"", fin=False) + frame(b"", PING) + frame(bad, CONT),
            frame(b"\x03\xe8" + bad[:100] + b"\xff", CLOSE),
        )
    )
    # Of a farewell that is no text the RFC lets us say either.
    return data, frozenset({NOT_TEXT, BROKEN}), False


def _too_big(text: bytes, rng: random.Random) -> Made:
    """Frames that are, or say that they are, longer than any may be; packed ones too."""
    kind = rng.randrange(5)
    if kind == 4:
        # Two faults at once.
        control = frame(b"", rng.choice((CLOSE, PING, PONG)), length=2**63 - 1)
        return control, frozenset({BROKEN, TOO_BIG}), False
    if kind == 0:
        return frame(text, length=LONGEST + 1 + rng.getrandbits(40)), _code(TOO_BIG), False
    if kind == 1:
        half = b" " * (LONGEST // 2 + 1)
        pieces = frame(half, fin=False) + frame(half, CONT, fin=False) + frame(b"", CONT)
        return pieces, _code(TOO_BIG), False
    if kind == 2:
        # Packing is offered by the client, and never agreed on.
        return frame(_bomb(), reserved=4), _code(BROKEN), True
    junk = frame(rng.randbytes(rng.randrange(1, 200)), reserved=4)
    return junk, _code(BROKEN), True


@cache
def _bomb() -> bytes:
    """Some kilobytes that unpack to eight times what a frame may be."""
    packing = zlib.compressobj(9, zlib.DEFLATED, -12)
    packed = packing.compress(b" " * (8 * LONGEST)) + packing.flush(zlib.Z_SYNC_FLUSH)
    return packed[:-4]


def _code(code: int) -> frozenset[int | None]:
    return frozenset({code})


def _random(text: bytes, rng: random.Random) -> Made:
    """Frames with bytes gone wrong, halves of them, many small ones, or nothing of the kind."""
    whole = frame(text)
    data = rng.choice(
        (
            damaged(whole, rng),
            whole[: rng.randrange(len(whole))],
            rng.randbytes(rng.randrange(1, 300)),
            frame(b"", fin=False) + frame(b"", CONT, fin=False) * rng.randrange(1, 500),
            frame(b"", PING) * rng.randrange(1, 200),
            frame(b"x", PONG) * rng.randrange(1, 200),
            frame(text, TEXT, length=len(text) + 1 + rng.randrange(1000)),
            b"",
        )
    )
    return data, ANY_END, False


def check(target: Target, desk: Desk, cases: Sequence[Fault]) -> Counter[str]:
    """Send each and see that the connection ends, and how."""
    outcomes: Counter[str] = Counter()
    for case in cases:
        code = _ended(target, desk, case)
        if case.torn:
            outcomes["torn off"] += 1
            continue
        if code not in case.codes:
            message = f"{case.data[:200]!r} ended with {code}, not one of {set(case.codes)}"
            raise Wrong(message)
        outcomes[f"closed {code}" if code else "closed"] += 1
    return outcomes


def _ended(target: Target, desk: Desk, case: Fault) -> int | None:
    with line(target.port) as wire:
        wire.upgrade(f"/api/tables/{desk.table}/socket", DEFLATE if case.deflate else "")
        if case.greeted:
            hello = {"type": "hello", "protocol": 1, "lang": "en", **desk.secret}
            wire.send(frame(json.dumps(hello).encode()))
            wire.frame()
        wire.send(case.data)
        if case.torn:
            wire.tear()
            return None
        wire.hang_up()
        try:
            while True:
                wire.frame()
        except Closed as closed:
            return closed.code
