"""Challenges and the attempts at them, as a store keeps them (`docs/challenges.md`).

What is in a body is known to `live/challenges`; here it is text. Two servers may do the same at
once: a challenge is kept once, an attempt begins once a person, a result is taken once.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct
from msgspec.structs import astuple

from funicular.store.steps import RunsSteps, Steps, changes, looks_up, names_in, shared
from funicular.store.validation import check_texts, is_text

CHALLENGE = "SELECT id, kind, opened, closes, body, expert FROM challenges"
ATTEMPT = (
    "SELECT challenge, person, table_id, name, begun, score, finished, body FROM challenge_attempts"
)
BEGIN = """
    INSERT INTO challenge_attempts
        (challenge, person, table_id, name, begun, score, finished, body)
    SELECT $1, $2, $3, $4, $5, $6, $7, $8 WHERE CAST($9 AS bigint) IS NULL OR $9 >
        (SELECT count(*) FROM challenge_attempts WHERE challenge = $1)
    ON CONFLICT DO NOTHING
"""
LEADERS = f"""
    {ATTEMPT.replace(" FROM", ", rank() OVER (ORDER BY score DESC) FROM")} AS listed
    WHERE challenge = $1 AND finished > 0
    AND (CAST($4 AS double precision) IS NULL OR EXISTS (
        SELECT 1 FROM challenge_attempts AS other
        WHERE other.person = listed.person AND other.finished > 0 AND other.finished < $4
    )) ORDER BY score DESC, finished, person LIMIT $2 OFFSET $3
"""  # noqa: S608 - ours
# One more result of this score in this deal; deal 0 is the whole match.
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


class ChallengeStore(RunsSteps, Protocol):
    """What a store does for challenges."""

    @changes
    def keep_challenge(self, challenge: StoredChallenge) -> Steps[None]:
        """Keep a challenge. A second one of the same id changes nothing."""
        check_texts(challenge.id)
        yield (
            (
                "INSERT INTO challenges (id, kind, opened, closes, body, expert)"
                " VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING"
            ),
            astuple(challenge),
        )

    @looks_up
    def challenge(self, name: str) -> Steps[StoredChallenge | None]:
        """The challenge of this id."""
        if not is_text(name):
            return None
        found = yield f"{CHALLENGE} WHERE id = $1", (name,)
        return StoredChallenge(*found[0]) if found else None

    @looks_up
    def challenges_before(
        self, kind: str, *, before: float, most: int
    ) -> Steps[tuple[StoredChallenge, ...]]:
        """Those of this kind that were opened before this time, the newest first."""
        sql = f"{CHALLENGE} WHERE kind = $1 AND opened < $2 ORDER BY opened DESC, id LIMIT $3"
        found = yield sql, (kind, before, most)
        return tuple(StoredChallenge(*each) for each in found)

    @changes
    def keep_expert(self, name: str, body: str) -> Steps[None]:
        """Keep what everybody is compared with, unless it is known already."""
        yield "UPDATE challenges SET expert = $2 WHERE id = $1 AND expert = ''", (name, body)

    @changes
    def begin_attempt(self, attempt: StoredAttempt, *, most: int | None) -> Steps[None]:
        """Keep a new attempt, unless the person has one or there are `most` already."""
        check_texts(attempt.person)
        if most is not None:
            # So that two at once do not both find the last place free.
            yield shared("SELECT 1 FROM challenges WHERE id = $1 FOR UPDATE"), (attempt.challenge,)
        # Without its rank, which nobody keeps.
        yield BEGIN, (*astuple(attempt)[:-1], most)

    @looks_up
    def attempt(self, challenge: str, person: str) -> Steps[StoredAttempt | None]:
        """The attempt of this person, also one that was forgotten."""
        if not (is_text(challenge) and is_text(person)):
            return None
        sql = f"{ATTEMPT} WHERE challenge = $1 AND person IN ($2, $3)"
        found = yield sql, (challenge, person, forgotten(person, challenge))
        return StoredAttempt(*found[0]) if found else None

    @looks_up
    def attempt_at(self, table: str) -> Steps[StoredAttempt | None]:
        """The attempt that is played at this table."""
        if not is_text(table):
            return None
        found = yield f"{ATTEMPT} WHERE table_id = $1", (table,)
        return StoredAttempt(*found[0]) if found else None

    @looks_up
    def attempts_of(
        self, person: str, challenges: Sequence[str]
    ) -> Steps[tuple[StoredAttempt, ...]]:
        """The attempts of this person at any of these challenges."""
        sql = f"{ATTEMPT} WHERE person = $1 AND challenge = ANY ($2) ORDER BY challenge"
        found = yield sql, (person, list(challenges))
        return tuple(StoredAttempt(*each) for each in found)

    @changes
    def take_result(self, challenge: str, person: str, result: TakenResult) -> Steps[bool]:
        """Take the result of an attempt that has none; false if it has one already."""
        taken = yield (
            (
                "UPDATE challenge_attempts SET score = $1, finished = $2, body = $3"
                " WHERE challenge = $4 AND person = $5 AND finished = 0 RETURNING 1"
            ),
            (result.score, result.finished, result.body, challenge, person),
        )
        # In one order: two results of one challenge wait for each other, and never crosswise.
        for deal, score in enumerate((result.score, *result.deals)) if taken else ():
            yield COUNT_SCORE, (challenge, deal, score)
        return bool(taken)

    @looks_up
    def match_scores(self, challenge: str) -> Steps[tuple[tuple[int, int], ...]]:
        """How many results there are of each score in the whole match."""
        sql = "SELECT score, players FROM challenge_counts WHERE challenge = $1 AND deal = 0"
        found = yield sql, (challenge,)
        return tuple((score, players) for score, players in found)

    @looks_up
    def scores(self, challenge: str) -> Steps[dict[int, tuple[tuple[int, int], ...]]]:
        """How many results there are of each score, in each deal; deal 0 is the whole match."""
        sql = "SELECT deal, score, players FROM challenge_counts WHERE challenge = $1"
        counts: dict[int, list[tuple[int, int]]] = {}
        for deal, score, players in (yield sql, (challenge,)):
            counts.setdefault(deal, []).append((score, players))
        return {deal: tuple(found) for deal, found in counts.items()}

    @looks_up
    def leaders(
        self, challenge: str, *, skip: int, most: int, known: float | None = None
    ) -> Steps[tuple[StoredAttempt, ...]]:
        """Results, the best first, the earlier of equals first, without the first `skip`.

        With `known` only those of people who have another result from before this time.
        """
        found = yield LEADERS, (challenge, most, skip, known)
        return tuple(StoredAttempt(*each) for each in found)

    @changes
    def rename_attempts(self, tables: Sequence[str], name: str) -> Steps[int]:
        """Give the attempts at these tables another name; the number of those changed."""
        sql = (
            "UPDATE challenge_attempts SET name = $1 WHERE name <> $1 AND table_id = ANY ($2)"
            " RETURNING 1"
        )
        return len((yield sql, (name, list(tables))))

    @changes
    def forget_person(self, person: str) -> Steps[int]:
        """Take person and name off all attempts (`forgotten`). The results stay, so that the
        others' ranks do not change.
        """
        sql = "SELECT challenge FROM challenge_attempts WHERE person = $1 ORDER BY challenge"
        challenges = names_in((yield sql, (person,)))
        for challenge in challenges:
            yield (
                (
                    "UPDATE challenge_attempts SET person = $1, name = ''"
                    " WHERE challenge = $2 AND person = $3"
                ),
                (forgotten(person, challenge), challenge, person),
            )
        return len(challenges)
