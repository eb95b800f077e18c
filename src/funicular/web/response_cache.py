"""Answers that take work to make and never change, kept compressed and bounded in bytes.

The films and overviews of replays, and records as files: the next viewer gets the same bytes. For
one that does not unpack, they are unpacked piece by piece as they are sent, and never whole.
"""

from __future__ import annotations

import gzip
import hashlib
import threading
import zlib
from collections import OrderedDict
from collections.abc import Hashable, Iterable, Iterator, Mapping
from time import monotonic

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from funicular.core.wire import to_json
from funicular.web.guards.guard import guard_of
from funicular.web.responses import JSON, PIECE, gone, in_slices

# All pieces together, as they are kept.
MOST_BYTES = 32 * 1024 * 1024
# Something that was deleted is not shown for longer than this.
SECONDS = 600.0
# Fast, and still a tenth of what JSON takes.
LEVEL = 5
# What is unpacked at once, which makes some ten times as much.
STEP = 4096


class CachedResponse(Struct, frozen=True):
    """An answer, compressed, and the tag that a browser may have it under."""

    packed: bytes
    tag: str
    # Bytes once it is unpacked.
    size: int

    def unpacked(self) -> Iterator[bytes]:
        """The body in pieces."""
        unzip = zlib.decompressobj(16 + zlib.MAX_WBITS)
        for at in range(0, len(self.packed), STEP):
            given = self.packed[at : at + STEP]
            while given:
                yield unzip.decompress(given, PIECE)
                given = unzip.unconsumed_tail
        yield unzip.flush()


def piece_of(value: object) -> CachedResponse:
    """The value as JSON, ready to be sent."""
    return packed(to_json(value))


def packed(body: bytes) -> CachedResponse:
    """This JSON, ready to be sent."""
    tag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    return CachedResponse(gzip.compress(body, LEVEL, mtime=0), tag, len(body))


class ResponseCache:
    """The pieces that were used last. Any thread may ask."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        """Begin with none; keep up to `most` bytes."""
        self._most = most
        self._bytes = 0
        self._lock = threading.Lock()
        self._kept: OrderedDict[Hashable, tuple[CachedResponse, float]] = OrderedDict()

    @property
    def size(self) -> int:
        """How many bytes are kept."""
        return self._bytes

    def get(self, key: Hashable) -> CachedResponse | None:
        """The piece of this name, if it is kept."""
        with self._lock:
            piece, since = self._kept.get(key, (None, 0.0))
            if piece is None:
                return None
            if since < monotonic() - SECONDS:
                self._drop(key)
                return None
            self._kept.move_to_end(key)
            return piece

    def put(self, key: Hashable, piece: CachedResponse) -> None:
        """Keep a piece, and forget those that were not used for the longest time."""
        with self._lock:
            if key in self._kept:
                self._drop(key)
            self._kept[key] = (piece, monotonic())
            self._bytes += len(piece.packed)
            while self._bytes > self._most:
                self._drop(next(iter(self._kept)))

    def _drop(self, key: Hashable) -> None:
        piece, _ = self._kept.pop(key)
        self._bytes -= len(piece.packed)


class _InPieces(Response):
    """A body that is there already, for all who ask, or unpacked while it is sent."""

    def __init__(self, pieces: Iterable[bytes], size: int, headers: Mapping[str, str]) -> None:
        super().__init__(None, 200, {**headers, "Content-Length": str(size)}, JSON)
        self._pieces = pieces

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        guard = guard_of(scope)
        head = {"type": "http.response.start", "status": 200, "headers": self.raw_headers}
        await send(head)
        for body in self._pieces if scope["method"] != "HEAD" else ():
            await send({"type": "http.response.body", "body": body, "more_body": True})
            if guard is not None and guard.is_closing:
                # Nobody reads the rest. uvicorn hears of it a moment later.
                await gone(receive)
                return
        await send({"type": "http.response.body", "body": b""})


def sent(
    request: Request, piece: CachedResponse, more: Mapping[str, str] | None = None
) -> Response:
    """The piece as an answer; a browser that has it already is told only that."""
    headers = {"Cache-Control": "no-cache", "ETag": piece.tag, "Vary": "Accept-Encoding"}
    headers |= more or {}
    if piece.tag in request.headers.get("If-None-Match", ""):
        return Response(None, 304, headers)
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        headers["Content-Encoding"] = "gzip"
        return _InPieces(in_slices(piece.packed), len(piece.packed), headers)
    return _InPieces(piece.unpacked(), piece.size, headers)
