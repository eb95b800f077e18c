"""The reviews of matches, as a server keeps them: compressed bytes beside their records.

A review is a cache, like a snapshot: it can be made again from its record. So it goes when the
record goes, is in no backup, and one of an older form counts as missing.
"""

from __future__ import annotations

from typing import Protocol

from msgspec import Struct
from msgspec.structs import astuple

from funicular.store.steps import UNHURRIED, RunsSteps, Steps, changes, looks_up, shared
from funicular.store.validation import check_texts, is_text

# The lock waits for a deletion of the record under way.
KEEP_REVIEW = f"""
    INSERT INTO reviews (replay, worlds, form, body, costs)
    SELECT name, $2, $3, $4, $5 FROM records WHERE name = $1 {shared("FOR KEY SHARE")}
    ON CONFLICT (replay, worlds) DO UPDATE
    SET form = excluded.form, body = excluded.body, costs = excluded.costs
"""  # noqa: S608 - ours
REVIEW = """
    SELECT worlds, form, body, costs FROM reviews WHERE replay = $1 AND form = $2
    ORDER BY worlds DESC LIMIT 1
"""


class StoredReview(Struct, frozen=True):
    """A review, by the number of worlds in which its decisions were tried."""

    worlds: int
    # Counts up when a release measures otherwise.
    form: int
    body: bytes
    # What decisions cost each seat, as JSON.
    costs: str


class ReviewStore(RunsSteps, Protocol):
    """What a store does for reviews."""

    @changes
    def keep_review(self, replay: str, review: StoredReview) -> Steps[None]:
        """Keep this in the place of an older one of as many worlds; without a record, nothing."""
        check_texts(replay)
        yield UNHURRIED, ()
        yield KEEP_REVIEW, (replay, *astuple(review))

    @looks_up
    def review(self, replay: str, form: int) -> Steps[StoredReview | None]:
        """The review of this form with the most worlds."""
        if not is_text(replay):
            return None
        found = yield REVIEW, (replay, form)
        return StoredReview(*found[0]) if found else None
