"""Our reader of frames beside that of the websockets library: the same streams, the same end."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.server import ServerProtocol

from funicular.web.websocket.frames import (
    BINARY,
    BROKEN_CODE,
    CLOSE,
    CONTINUATION,
    PING,
    PONG,
    TEXT,
    CloseFrame,
    FrameReader,
    PingFrame,
    Received,
    close_frame,
    frame,
)
from tests.system.fuzz.wire import frame as client_frame

LONGEST = 300
STREAMS = 3000
TEXTS = ("", "{}", "é" * 40, "🂡" * 20, "x" * 126, "x" * LONGEST, "x" * (LONGEST + 1))
BAD_TEXT = (b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xf0\x9f\x82", b"\x80")
FAREWELLS = (b"", b"\x03", b"\x03\xe8", b"\x03\xe8bye", b"\x03\xed", b"\x0f\xa3", b"\x03\xe8\xff")


def theirs(stream: bytes) -> tuple[list[Received], int | None]:
    """What the library reads, and the code that it ends with."""
    protocol = ServerProtocol(state=State.OPEN, max_size=LONGEST)
    protocol.receive_data(stream)
    found: list[Received] = []
    parts: list[bytes] = []
    kind = Opcode.TEXT
    for event in protocol.events_received():
        assert isinstance(event, Frame)
        payload = bytes(event.data)
        if event.opcode is Opcode.PING:
            found.append(PingFrame(payload))
        elif event.opcode is Opcode.CLOSE:
            assert protocol.close_rcvd is not None
            return [*found, CloseFrame(protocol.close_rcvd.code)], None
        elif event.opcode is not Opcode.PONG:
            kind = kind if event.opcode is Opcode.CONT else event.opcode
            parts.append(payload)
            if event.fin:
                whole, parts = b"".join(parts), []
                try:
                    found.append(whole.decode() if kind is Opcode.TEXT else whole)
                except UnicodeDecodeError:
                    # What the library leaves to its user.
                    return found, 1007
    failed = protocol.parser_exc is not None and protocol.close_sent is not None
    return found, protocol.close_sent.code if failed and protocol.close_sent else None


def ours(stream: bytes, rng: random.Random) -> tuple[list[Received], int | None]:
    """What we read, in pieces of any size. What comes after a farewell is nobody's."""
    reader, found = FrameReader(LONGEST), []
    at = 0
    while at < len(stream):
        step = rng.choice((1, 2, 3, 7, 50, 1000))
        for each in reader.read(stream[at : at + step]):
            found.append(each)
            if isinstance(each, CloseFrame):
                return found, None
        at += step
    return found, reader.failed


def compare(stream: bytes, rng: random.Random) -> int | None:
    """See that both read the same; the code that they end with."""
    (found, code), (expected, later) = ours(stream, rng), theirs(stream)
    assert found == expected, stream
    # We refuse a frame by its header; the library waits for the payload first.
    assert code == later or (later is None and code == BROKEN_CODE), stream
    return later


def pieces(rng: random.Random) -> Iterator[bytes]:
    """Frames of a client, most of them right."""
    for _ in range(rng.randrange(1, 7)):
        text = rng.choice(TEXTS).encode()
        kind = rng.choice((TEXT, TEXT, TEXT, BINARY))
        match rng.randrange(12):
            case 0:
                yield client_frame(rng.randbytes(rng.randrange(126)), rng.choice((PING, PONG)))
            case 1 | 2:
                half = rng.randrange(len(text) + 1)
                yield client_frame(text[:half], kind, fin=False)
                yield client_frame(b"between", PING)
                yield client_frame(text[half:], CONTINUATION)
            case 3:
                yield client_frame(rng.choice(FAREWELLS), CLOSE)
            case 4:
                yield client_frame(text, rng.randrange(16), fin=rng.random() < 0.5)
            case 5:
                yield client_frame(text, kind, masked=False)
            case 6:
                yield client_frame(text, kind, reserved=rng.randrange(8))
            case 7:
                yield client_frame(text[:20] + rng.choice(BAD_TEXT), kind)
            case 8:
                yield client_frame(text, kind, length=rng.getrandbits(rng.randrange(1, 64)))
            case _:
                yield client_frame(text, kind)


def test_streams_are_read_as_the_library_reads_them() -> None:
    rng = random.Random(3)
    ends = set()
    for _ in range(STREAMS):
        stream = b"".join(pieces(rng))
        ends.add(compare(stream, rng))
    assert ends == {None, 1002, 1007, 1009}


def test_bytes_that_are_no_frames_are_read_as_the_library_reads_them() -> None:
    rng = random.Random(4)
    for _ in range(STREAMS):
        stream = rng.randbytes(rng.randrange(1, 80))
        compare(stream, rng)


def test_empty_fragments_are_not_kept() -> None:
    reader = FrameReader(LONGEST)
    reader.read(client_frame(b"", fin=False))
    assert reader.read(client_frame(b"", CONTINUATION, fin=False) * 1000) == []
    assert reader._message == []
    assert reader.read(client_frame(b"end", CONTINUATION)) == ["end"]


def test_each_frame_is_counted_once_in_whatever_pieces_it_comes() -> None:
    rng = random.Random(7)
    sizes = (0, 1, 125, 126, 127, 4096, 65535, 65536, 70_000)
    for _ in range(50):
        kinds = [rng.choice((TEXT, BINARY, PING, PONG)) for _ in range(8)]
        chosen = [(kind, rng.choice(sizes[: 3 if kind >= PING else None])) for kind in kinds]
        stream = b"".join(client_frame(bytes(size), kind) for kind, size in chosen)
        reader, frames, control, at = FrameReader(1 << 17), 0, 0, 0
        while at < len(stream):
            step = rng.choice((1, 2, 3, 7, 1000, 50_000))
            reader.read(stream[at : at + step])
            frames, control = frames + reader.frames, control + reader.control
            at += step
        assert (frames, control) == (len(kinds), sum(kind >= PING for kind in kinds))


@pytest.mark.parametrize("final", [True, False])
@pytest.mark.parametrize("opcode", range(16))
def test_a_frame_of_any_kind_is_counted_before_its_payload_has_come(
    opcode: int, *, final: bool
) -> None:
    reader = FrameReader(LONGEST)
    assert reader.read(client_frame(bytes(100), opcode, fin=final)[:2]) == []
    fragment = opcode < CLOSE and (opcode == CONTINUATION or not final)
    assert (reader.frames, reader.control, reader.fragments) == (1, opcode >= CLOSE, fragment)


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65535, 65536, 70_000])
def test_our_frames_are_those_of_the_library(size: int) -> None:
    payload = bytes(size)
    expected = Frame(Opcode.TEXT, payload).serialize(mask=False)
    assert frame(TEXT, payload) == expected


def test_a_farewell_without_a_code_is_answered_without_one() -> None:
    assert close_frame(1005) == b"\x88\x00"
    assert close_frame(4003) == b"\x88\x02\x0f\xa3"
