"""WebSocket frames (RFC 6455, section 5): those of a client are read, ours are written.

Nothing here knows of sockets. Frames are counted as they begin, whatever their opcode, for whoever
limits them. Whatever breaks the protocol ends the reading with the code that the connection is to
be closed with; what came before it is still told. Extensions are never agreed on, so reserved bits
break it too.
"""

from __future__ import annotations

from msgspec import Struct

CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0x0, 0x1, 0x2, 0x8, 0x9, 0xA
OPCODES = frozenset({CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG})
FINAL, RESERVED, OPCODE = 0x80, 0x70, 0x0F
MASKED, LENGTH = 0x80, 0x7F
MASK_BYTES = 4
# Codes in the length field, and how many bytes of length follow them.
SHORT_LENGTH, LONG_LENGTH = 126, 127
MOST_SHORT = 1 << 16
LONGEST_CONTROL = 125

# A longer message than this ends the connection; up to it, the refusal can be said.
LONGEST = 1 << 16

BROKEN_CODE, NOT_TEXT_CODE, TOO_LONG_CODE = 1002, 1007, 1009
# What a close frame without a code counts as; it is never sent.
NO_CODE = 1005
# Codes that a close frame may have, beside those of libraries and applications.
CODES = frozenset({1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014})
OTHER_CODES = range(3000, 5000)


class PingFrame(Struct, frozen=True):
    """A ping, to be answered with a pong of the same payload."""

    payload: bytes


class CloseFrame(Struct, frozen=True):
    """A farewell, to be answered with the same code."""

    code: int


# A text message, a binary one, or what is answered without asking anybody. Pongs are not told.
Received = str | bytes | PingFrame | CloseFrame


class BrokenFrame(Exception):
    """What a client has sent is not the protocol."""

    def __init__(self, code: int) -> None:
        """Take the code to close the connection with."""
        super().__init__(code)
        self.code = code


class FrameReader:
    """Where in a client's stream of frames we are."""

    __slots__ = (
        *("_counted", "_longest", "_message", "_opcode", "_rest", "_size"),
        *("control", "failed", "fragments", "frames"),
    )

    def __init__(self, longest: int = LONGEST) -> None:
        """Begin where a frame begins; no message is to have more bytes than `longest`."""
        self._longest = longest
        # A frame that has not come completely, and whether it was counted.
        self._rest = b""
        self._counted = False
        # How many began in what was read last, and of these: control frames, whatever they are
        # reserved for, and parts of messages.
        self.frames = self.control = self.fragments = 0
        # A message that has not: what it is, or 0, and the payloads of its frames so far.
        self._opcode = self._size = 0
        self._message: list[bytes] = []
        # The code of what broke the protocol: nothing is read after it.
        self.failed: int | None = None

    def read(self, data: bytes) -> list[Received]:
        """All that ends within these bytes."""
        found: list[Received] = []
        self.frames = self.control = self.fragments = 0
        if self.failed is None:
            try:
                self._read(self._rest + data, found)
            except BrokenFrame as broken:
                self.failed = broken.code
            except UnicodeDecodeError:
                self.failed = NOT_TEXT_CODE
            if self.failed is not None:
                self._rest, self._message = b"", []
        return found

    def _read(self, data: bytes, found: list[Received]) -> None:
        at, size = 0, len(data)
        while size - at >= 2:
            first, second = data[at], data[at + 1]
            if not self._counted:
                self._counted = True
                self._count(first)
            if first & OPCODE not in OPCODES or not second & MASKED:
                raise BrokenFrame(BROKEN_CODE)
            length = second & LENGTH
            start = at + 2
            if length >= SHORT_LENGTH:
                start += 2 if length == SHORT_LENGTH else 8
                if size < start:
                    break
                length = int.from_bytes(data[at + 2 : start])
            self._check(first, length)
            mask, start = start, start + MASK_BYTES
            if size < start + length:
                break
            at = start + length
            self._counted = False
            self._take(first, unmasked(data[start:at], data[mask:start]), found)
        self._rest = data[at:]

    def _count(self, first: int) -> None:
        self.frames += 1
        if first & OPCODE >= CLOSE:
            self.control += 1
        elif first & OPCODE == CONTINUATION or not first & FINAL:
            self.fragments += 1

    def _check(self, first: int, length: int) -> None:
        """Refuse a frame by its header, before its payload has come."""
        opcode = first & OPCODE
        if length > self._longest - self._size:
            raise BrokenFrame(TOO_LONG_CODE)
        if opcode >= CLOSE:
            wrong = length > LONGEST_CONTROL or not first & FINAL
        else:
            wrong = (opcode == CONTINUATION) != bool(self._opcode)
        if wrong or first & RESERVED:
            raise BrokenFrame(BROKEN_CODE)

    def _take(self, first: int, payload: bytes, found: list[Received]) -> None:
        opcode = first & OPCODE
        if opcode == PING:
            found.append(PingFrame(payload))
        elif opcode == CLOSE:
            farewell = _closed(payload)
            if self._opcode:
                # A message was begun and never ended.
                raise BrokenFrame(BROKEN_CODE)
            found.append(farewell)
        elif opcode < CLOSE:
            self._take_message(first, payload, found)

    def _take_message(self, first: int, payload: bytes, found: list[Received]) -> None:
        opcode = self._opcode or first & OPCODE
        if not first & FINAL:
            self._opcode = opcode
            self._size += len(payload)
            if payload:
                self._message.append(payload)
            return
        if self._opcode:
            payload = b"".join((*self._message, payload))
            self._opcode, self._size, self._message = 0, 0, []
        found.append(payload.decode() if opcode == TEXT else payload)


def unmasked(payload: bytes, mask: bytes) -> bytes:
    """The payload as it was before the client masked it; masking is its own reverse."""
    size = len(payload)
    pad = (mask * (size // MASK_BYTES + 1))[:size]
    return (int.from_bytes(payload) ^ int.from_bytes(pad)).to_bytes(size)


def _closed(payload: bytes) -> CloseFrame:
    if not payload:
        return CloseFrame(NO_CODE)
    # The reason is to be text.
    payload[2:].decode()
    code = int.from_bytes(payload[:2])
    if len(payload) < 2 or (code not in CODES and code not in OTHER_CODES):
        raise BrokenFrame(BROKEN_CODE)
    return CloseFrame(code)


def frame(opcode: int, payload: bytes) -> bytes:
    """A frame of ours, which is a whole message, and never masked."""
    size = len(payload)
    if size < SHORT_LENGTH:
        head = bytes((FINAL | opcode, size))
    elif size < MOST_SHORT:
        head = bytes((FINAL | opcode, SHORT_LENGTH)) + size.to_bytes(2)
    else:
        head = bytes((FINAL | opcode, LONG_LENGTH)) + size.to_bytes(8)
    return head + payload


def close_frame(code: int) -> bytes:
    """Our farewell, or the answer to one without a code."""
    return frame(CLOSE, b"" if code == NO_CODE else code.to_bytes(2))
