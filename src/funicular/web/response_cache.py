"""Answers that take work to make and never change, kept compressed and bounded in bytes.

The films and overviews of replays: the next viewer gets the same bytes.
"""

from __future__ import annotations

import gzip
import hashlib
import threading
from collections import OrderedDict
from collections.abc import Hashable
from time import monotonic

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from funicular.core.wire import to_json

# All pieces together, as they are kept.
MOST_BYTES = 32 * 1024 * 1024
# Something that was deleted is not shown for longer than this.
SECONDS = 600.0
# Fast, and still a tenth of what JSON takes.
LEVEL = 5


class CachedResponse(Struct, frozen=True):
    """An answer, compressed, and the tag that a browser may have it under."""

    packed: bytes
    tag: str


def piece_of(value: object) -> CachedResponse:
    """The value as JSON, ready to be sent."""
    body = to_json(value)
    tag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    return CachedResponse(gzip.compress(body, LEVEL, mtime=0), tag)


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


def sent(request: Request, piece: CachedResponse) -> Response:
    """The piece as an answer; a browser that has it already is told only that."""
    headers = {"Cache-Control": "no-cache", "ETag": piece.tag, "Vary": "Accept-Encoding"}
    if piece.tag in request.headers.get("If-None-Match", ""):
        return Response(None, 304, headers)
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        headers["Content-Encoding"] = "gzip"
        return Response(piece.packed, 200, headers, "application/json")
    return Response(gzip.decompress(piece.packed), 200, headers, "application/json")
