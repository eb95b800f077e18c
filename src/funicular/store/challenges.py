"""Challenges and the attempts at them, as a store keeps them (`docs/challenges.md`).

What is in a body is known to `live/challenges`; here it is text. Two servers may do the same at
once: a challenge is kept once, an attempt begins once a person, a result is taken once.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct

# One more result of this score in this deal; deal 0 is the whole match. For both databases.
COUNT_SCORE = """
    INSERT INTO challenge_counts (challenge, deal, score, players) VALUES ($1, $2, $3, 1)
    ON CONFLICT (challenge, deal, score) DO UPDATE SET players = challenge_counts.players + 1
"""


def forgotten(person: str, challenge: str) -> str:
    """What stands for a forgotten person at one challenge: only they can find it again.

    So whoever deletes a profile does not get another attempt at what they have played.
    """
    return hashlib.sha256(f"{person} {challenge}".encode()).hexdigest()


class StoredChallenge(Struct, frozen=True):
    """A challenge, with its secret seed."""

    id: str
    kind: str
    # Seconds since 1970.
    opened: float
    closes: float
    body: str
    # What everybody is compared with; "" until it is known.
    expert: str = ""


class StoredAttempt(Struct, frozen=True):
    """A person's attempt."""

    challenge: str
    person: str
    table: str
    # As they sat down; "" if they do not want to be named.
    name: str
    begun: float
    score: int = 0
    # 0 as long as there is no result.
    finished: float = 0.0
    body: str = ""
    # The place among those on a list; equals share theirs.
    rank: int = 0

    @property
    def done(self) -> bool:
        """Whether its result was taken."""
        return self.finished > 0


class TakenResult(Struct, frozen=True):
    """The result of an attempt: its score in the whole match and in each deal, and all of it."""

    score: int
    finished: float
    deals: tuple[int, ...]
    body: str


class ChallengeStore(Protocol):
    """What a store does for challenges."""

    async def keep_challenge(self, challenge: StoredChallenge) -> None:
        """Keep a challenge. A second one of the same id changes nothing."""

    async def challenge(self, name: str) -> StoredChallenge | None:
        """The challenge of this id."""

    async def challenges_before(
        self, kind: str, *, before: float, most: int
    ) -> tuple[StoredChallenge, ...]:
        """Those of this kind that were opened before this time, the newest first."""

    async def keep_expert(self, name: str, body: str) -> None:
        """Keep what everybody is compared with, unless it is known already."""

    async def begin_attempt(self, attempt: StoredAttempt, *, most: int | None) -> None:
        """Keep a new attempt, unless the person has one or there are `most` already."""

    async def attempt(self, challenge: str, person: str) -> StoredAttempt | None:
        """The attempt of this person, also one that was forgotten."""

    async def attempt_at(self, table: str) -> StoredAttempt | None:
        """The attempt that is played at this table."""

    async def attempts_of(
        self, person: str, challenges: Sequence[str]
    ) -> tuple[StoredAttempt, ...]:
        """The attempts of this person at any of these challenges."""

    async def take_result(self, challenge: str, person: str, result: TakenResult) -> bool:
        """Take the result of an attempt that has none; false if it has one already."""

    async def match_scores(self, challenge: str) -> tuple[tuple[int, int], ...]:
        """How many results there are of each score in the whole match."""

    async def scores(self, challenge: str) -> dict[int, tuple[tuple[int, int], ...]]:
        """How many results there are of each score, in each deal; deal 0 is the whole match."""

    async def leaders(
        self, challenge: str, *, skip: int, most: int, known: float | None = None
    ) -> tuple[StoredAttempt, ...]:
        """Results, the best first, the earlier of equals first, without the first `skip`.

        With `known` only those of people who have another result from before this time.
        """

    async def rename_attempts(self, tables: Sequence[str], name: str) -> int:
        """Give the attempts at these tables another name; the number of those changed."""

    async def forget_person(self, person: str) -> int:
        """Take person and name off all attempts (`forgotten`). The results stay, so that the
        others' ranks do not change.
        """
