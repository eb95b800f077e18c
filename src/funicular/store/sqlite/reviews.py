"""The reviews of matches in a file."""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable

from msgspec.structs import astuple

from funicular.store.reviews import StoredReview
from funicular.store.sqlite.writing import Change
from funicular.store.validation import check_texts, is_text


class SqliteReviews:
    """The `ReviewStore` of a file."""

    # Of the store that this is a part of.
    _write: Callable[[Change], Awaitable[None]]
    _read: Callable[[Callable[[sqlite3.Connection], object]], Awaitable[object]]

    async def keep_review(self, replay: str, review: StoredReview) -> None:
        """Keep this in the place of an older one of as many worlds; without a record, nothing."""
        check_texts(replay)
        await self._write(
            lambda connection: connection.execute(
                "INSERT INTO reviews (replay, worlds, form, body, costs)"
                " SELECT name, ?2, ?3, ?4, ?5 FROM records WHERE name = ?1"
                " ON CONFLICT (replay, worlds) DO UPDATE SET form = ?3, body = ?4, costs = ?5",
                (replay, *astuple(review)),
            )
        )

    async def review(self, replay: str, form: int) -> StoredReview | None:
        """The review of this form with the most worlds."""
        if not is_text(replay):
            return None

        def look(connection: sqlite3.Connection) -> StoredReview | None:
            found = connection.execute(
                "SELECT worlds, form, body, costs FROM reviews WHERE replay = ? AND form = ?"
                " ORDER BY worlds DESC LIMIT 1",
                (replay, form),
            ).fetchone()
            return None if found is None else StoredReview(*found)

        # The store's own reading returns what `look` does; a class variable cannot say so.
        found: StoredReview | None = await self._read(look)  # type: ignore[assignment]
        return found
