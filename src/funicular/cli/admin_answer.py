"""What `funicular admin` was asked, and its answer: sentences for people, or JSON for programs."""

from __future__ import annotations

import argparse
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, TextIO

import msgspec
from msgspec import Struct

from funicular.cli.screen import UNPRINTABLE
from funicular.core.wire import JsonObject
from funicular.lang import Phrase, Reader

if TYPE_CHECKING:
    from funicular.store.open import Store


class AdminRequest(Struct, frozen=True):
    """What was asked."""

    names: tuple[str, ...]
    data: str
    options: argparse.Namespace
    reader: Reader

    @asynccontextmanager
    async def store(self) -> AsyncIterator[Store]:
        """The store, beside the servers that may have it."""
        # Only here: other commands should not wait for the store's parts.
        from funicular.store.open import open_store

        store = await open_store(self.data, serving=False, making=False)
        try:
            yield store
        finally:
            await store.close()


class AdminReply(Struct):
    """What came of it."""

    # For programs.
    value: JsonObject = {}
    # For people: sentences, or lines of data as they are.
    lines: list[Phrase | str] = []
    # 1 if something that was named is not there.
    code: int = 0

    def say(self, key: str, **params: object) -> None:
        """Add a sentence."""
        self.lines.append(Phrase.of(key, **params))

    def print(self, reader: Reader, out: TextIO, *, as_json: bool) -> None:
        """Print it in one form or the other."""
        if as_json:
            written = msgspec.json.format(msgspec.json.encode(self.value, enc_hook=str), indent=2)
            print(written.decode(), file=out)
            return
        for line in self.lines:
            said = line if isinstance(line, str) else reader.say(line)
            # Names and chat are other people's words, which are not to speak to the terminal.
            print(UNPRINTABLE.sub("", said), file=out)


def shown_time(at: float | None) -> str | None:
    """A time as people and programs read it, in UTC."""
    if at is None:
        return None
    try:
        return datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
    except (OverflowError, ValueError, OSError):
        return str(at)
