"""Messages on a socket: spoiled ones, well-made ones out of place, and any before the greeting.

The server answers in order, so the n-th answer is that to the n-th message. Each gets exactly one:
a refusal if it cannot be read, and otherwise what its kind is answered with.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

from funicular.live.messages import LONGEST_MESSAGE, AnyFromClient, Do, Hello, Ping, Why
from tests.system.fuzz.grammar import sample
from tests.system.fuzz.hostile import anything, as_utf8, bent, damaged, written
from tests.system.fuzz.targets import Desk, Target
from tests.system.fuzz.wire import BINARY, TEXT, Closed, Line, Wrong, frame, line

# As `docs/protocol.md` lists them; but nothing here is a reason to be `busy`.
CODES = {
    "illegal",
    "stale",
    "not-your-turn",
    "taken",
    "full",
    "forbidden",
    "unknown",
    "malformed",
    "too-long",
    "too-fast",
    "too-slow",
    "no-table",
    "no-entry",
    "protocol",
}
GOODBYES = {"protocol": 4002, "no-entry": 4003, "no-table": 4004}
# Fewer wait at once than the server lets pile up for a slow reader.
BATCH = 40
# A connection that is refused more often for being too fast is closed; before its greeting one that
# sends more than 250 frames is cut off.
SPOILED, SENSIBLE, EARLY = 480, 55, 150

_READ: msgspec.json.Decoder[Any] = msgspec.json.Decoder(AnyFromClient)


class Said(Struct, frozen=True):
    """A message as it is sent."""

    data: bytes
    opcode: int = TEXT


def spoiled(rng: random.Random) -> list[Said]:
    """Messages that are wrong somewhere."""
    return [_spoiled(rng) for _ in range(SPOILED)]


def _spoiled(rng: random.Random) -> Said:
    kind = rng.randrange(20)
    if kind == 0:
        return Said(rng.randbytes(rng.randrange(200)), BINARY)
    if kind == 1:
        return Said(as_utf8(written(anything(rng), rng)))
    whole = sample("FromClient", rng)
    if kind < 6:
        text = damaged(as_utf8(json.dumps(whole, ensure_ascii=False)), rng)
        return Said(text.decode("utf-8", "replace").encode())
    if kind == 6:
        long = json.dumps(whole | {"pad": "x" * rng.choice((4000, 4096, 20_000))})
        return Said(long.encode())
    return Said(as_utf8(written(bent(whole, rng), rng)))


def sensible(rng: random.Random) -> list[Said]:
    """Messages that are well made, at a moment when few of them make sense."""
    said = []
    for number in range(SENSIBLE):
        message = sample(rng.choice(("Do", "Do", "Do", "Why", "Ping", "Hello")), rng)
        if message["type"] == "do" and rng.randrange(3) == 0:
            # An id that somebody else has used, or that comes twice.
            message["id"] = f"control-{rng.randrange(60)}" if number % 2 else "again"
        said.append(Said(json.dumps(message).encode()))
    return said


def early(rng: random.Random) -> list[Said]:
    """Messages before the greeting; the last is a greeting that lets nobody in, or none."""
    said = [each for each in (_spoiled(rng) for _ in range(EARLY)) if not _is_hello(each)]
    hello = {"type": "hello", "protocol": 1, "lang": "fr"}
    bad: tuple[dict[str, Any], ...] = (
        {},
        {"token": "0" * 64},
        {"invite": "x"},
        {"protocol": 2},
        {"protocol": -(2**60)},
    )
    last = hello | rng.choice(bad)
    return [*said, Said(json.dumps(last).encode())]


def _is_hello(said: Said) -> bool:
    return isinstance(read(said), Hello)


def read(said: Said) -> object:
    """The message as its type, or the code with which it must be refused."""
    if said.opcode != TEXT:
        return "malformed"
    if len(said.data) > LONGEST_MESSAGE:
        return "too-long"
    try:
        return _READ.decode(said.data)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return "malformed"


def check_inside(target: Target, desk: Desk, said: Sequence[Said]) -> Counter[str]:
    """Say it all at this table, and see that each is answered once and rightly."""
    outcomes: Counter[str] = Counter()
    with line(target.port) as wire:
        wire.upgrade(f"/api/tables/{desk.table}/socket")
        hello = {"type": "hello", "protocol": 1, "lang": "en", **desk.secret}
        wire.send(frame(json.dumps(hello).encode()))
        first = wire.message()
        if first["type"] != "welcome":
            message = f"no welcome: {first}"
            raise Wrong(message)
        for start in range(0, len(said), BATCH):
            outcomes += _exchange(wire, desk, said[start : start + BATCH], f"end {start}")
    return outcomes


def _exchange(wire: Line, desk: Desk, batch: Sequence[Said], mark: str) -> Counter[str]:
    end = json.dumps({"type": "why", "id": mark, "move": "x"}).encode()
    wire.send(b"".join(frame(each.data, each.opcode) for each in batch) + frame(end))
    outcomes: Counter[str] = Counter()
    for each in batch:
        outcomes[judged(each, answer_on(wire), foreign=desk.foreign)] += 1
    last = answer_on(wire)
    if last.get("id") != mark:
        message = f"one answer too many or too few: {last}"
        raise Wrong(message)
    return outcomes


def answer_on(wire: Line) -> dict[str, Any]:
    """The next answer, past whatever comes by itself."""
    try:
        while True:
            message = wire.message()
            if message["type"] not in ("update", "removed", "heartbeat"):
                return message
    except Closed as closed:
        message_ = f"closed with {closed.code} instead of an answer"
        raise Wrong(message_) from closed


def judged(said: Said, answer: dict[str, Any], *, foreign: bool) -> str:
    """What came of a message, in a word; `Wrong` if it should not have."""
    meant = read(said)
    kind, code = answer["type"], answer.get("code")
    if kind == "refused":
        _check_refusal(answer)
    match meant:
        case str():
            right = kind == "refused" and code == meant and answer["id"] is None
            outcome = meant
        case Do():
            right = kind in ("done", "refused") and answer["id"] == meant.id
            right = right and not (foreign and kind == "done")
            outcome = str(code or "done")
        case Why():
            right = kind == "reason" or code == "too-fast"
            right = right and answer["id"] == meant.id
            outcome = str(code or "reason")
        case Ping():
            right = kind == "pong" or code == "too-fast"
            outcome = str(code or "pong")
        case _:
            right = code in ("malformed", "too-fast")
            outcome = str(code)
    if not right:
        message = f"{said.data[:500]!r} was answered with {answer}"
        raise Wrong(message)
    return outcome


def _check_refusal(answer: dict[str, Any]) -> None:
    if (
        answer["code"] not in CODES
        or not answer["text"]
        or answer.keys()
        - {
            "type",
            "id",
            "code",
            "text",
            "wait",
        }
    ):
        message = f"no refusal as it should be: {answer}"
        raise Wrong(message)


def check_early(target: Target, desk: Desk, said: Sequence[Said]) -> Counter[str]:
    """Say it all before the greeting: everything is refused, and a wrong greeting is the end."""
    outcomes: Counter[str] = Counter()
    with line(target.port) as wire:
        wire.upgrade(f"/api/tables/{desk.table}/socket")
        for start in range(0, len(said), BATCH):
            batch = said[start : start + BATCH]
            wire.send(b"".join(frame(each.data, each.opcode) for each in batch))
            for each in batch:
                answer = answer_on(wire)
                _check_refusal(answer)
                meant = read(each)
                if isinstance(meant, str) and answer["code"] != meant:
                    message = f"{each.data[:500]!r} was answered with {answer}"
                    raise Wrong(message)
                outcomes[answer["code"]] += 1
                if answer["code"] in GOODBYES:
                    _check_goodbye(wire, GOODBYES[answer["code"]])
    return outcomes


def _check_goodbye(wire: Line, code: int) -> None:
    wire.send(frame(b"", 8))
    try:
        came = wire.frame()
    except Closed as closed:
        if closed.code == code:
            return
        message = f"closed with {closed.code}, not {code}"
        raise Wrong(message) from closed
    message = f"not closed: {came}"
    raise Wrong(message)
