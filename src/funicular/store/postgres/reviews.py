"""The reviews of matches in a database."""

from __future__ import annotations

from msgspec.structs import astuple

from funicular.store.postgres.database import Database
from funicular.store.reviews import StoredReview
from funicular.store.validation import check_texts, is_text

# A cache need not wait for the disk. The lock waits for a deletion of the record under way.
KEEP_REVIEW = """
    INSERT INTO reviews (replay, worlds, form, body, costs)
    SELECT there.name, $2, $3, $4, $5
    FROM (SELECT name FROM records WHERE name = $1 FOR KEY SHARE) AS there,
        set_config('synchronous_commit', 'off', true)
    ON CONFLICT (replay, worlds) DO UPDATE
    SET form = excluded.form, body = excluded.body, costs = excluded.costs
"""
REVIEW = """
    SELECT worlds, form, body, costs FROM reviews WHERE replay = $1 AND form = $2
    ORDER BY worlds DESC LIMIT 1
"""


class PostgresReviews:
    """The `ReviewStore` of a database."""

    # Of the store that this is a part of.
    _database: Database

    async def keep_review(self, replay: str, review: StoredReview) -> None:
        """Keep this in the place of an older one of as many worlds; without a record, nothing."""
        check_texts(replay)
        await self._database.fetch(KEEP_REVIEW, replay, *astuple(review))

    async def review(self, replay: str, form: int) -> StoredReview | None:
        """The review of this form with the most worlds."""
        if not is_text(replay):
            return None
        found = await self._database.fetch(REVIEW, replay, form)
        return StoredReview(*found[0]) if found else None
