"""The reviews of matches, as a server keeps them: compressed bytes beside their records.

A review is a cache, like a snapshot: it can be made again from its record. So it goes when the
record goes, is in no backup, and one of an older form counts as missing.
"""

from __future__ import annotations

from typing import Protocol

from msgspec import Struct


class StoredReview(Struct, frozen=True):
    """A review, by the number of worlds in which its decisions were tried."""

    worlds: int
    # Counts up when a release measures otherwise.
    form: int
    body: bytes
    # What decisions cost each seat, as JSON.
    costs: str


class ReviewStore(Protocol):
    """What a store does for reviews."""

    async def keep_review(self, replay: str, review: StoredReview) -> None:
        """Keep this in the place of an older one of as many worlds; without a record, nothing."""

    async def review(self, replay: str, form: int) -> StoredReview | None:
        """The review of this form with the most worlds."""
