"""Challenges in a database."""

from __future__ import annotations

from collections.abc import Sequence

from funicular.store.challenges import StoredAttempt, StoredChallenge, TakenResult, forgotten
from funicular.store.postgres.database import FAILURES, Database
from funicular.store.validation import check_texts, is_text

CHALLENGE = "SELECT id, kind, opened, closes, body, expert FROM challenges"
ATTEMPT = (
    "SELECT challenge, person, table_id, name, begun, score, finished, body FROM challenge_attempts"
)
KEEP = "INSERT INTO challenges VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING"
# The challenge is locked where the number of players counts, so that two at once do not both find
# the last place free.
LOCK = "SELECT FROM challenges WHERE id = $1 FOR UPDATE"
BEGIN = """
    INSERT INTO challenge_attempts
    SELECT $1, $2, $3, $4, $5, $6, $7, $8 WHERE $9::bigint IS NULL OR $9 >
        (SELECT count(*) FROM challenge_attempts WHERE challenge = $1)
    ON CONFLICT DO NOTHING
"""
TAKE = """
    UPDATE challenge_attempts SET score = $1, finished = $2, body = $3
    WHERE challenge = $4 AND person = $5 AND finished = 0 RETURNING 1
"""
# In the order of the key: two results of one challenge wait for each other, and never crosswise.
COUNT = """
    INSERT INTO challenge_counts
    SELECT $1, deal, score, 1 FROM unnest($2::bigint[], $3::bigint[]) AS new (deal, score)
    ORDER BY deal, score
    ON CONFLICT (challenge, deal, score)
    DO UPDATE SET players = challenge_counts.players + 1
"""
LEADERS = f"""
    {ATTEMPT.replace(" FROM", ", rank() OVER (ORDER BY score DESC) FROM")} AS listed
    WHERE challenge = $1 AND finished > 0 AND ($4::double precision IS NULL OR EXISTS (
        SELECT 1 FROM challenge_attempts AS other
        WHERE other.person = listed.person AND other.finished > 0 AND other.finished < $4
    )) ORDER BY score DESC, finished, person LIMIT $2 OFFSET $3
"""  # noqa: S608 - ours


class PostgresChallenges:
    """The `ChallengeStore` of a database."""

    def __init__(self, database: Database) -> None:
        """Take a database that is open and up to date."""
        self._database = database

    async def keep_challenge(self, challenge: StoredChallenge) -> None:
        """Keep a challenge. A second one of the same id changes nothing."""
        check_texts(challenge.id)
        await self._database.fetch(
            KEEP,
            *(challenge.id, challenge.kind, challenge.opened, challenge.closes),
            *(challenge.body, challenge.expert),
        )

    async def challenge(self, name: str) -> StoredChallenge | None:
        """The challenge of this id."""
        if not is_text(name):
            return None
        found = await self._database.fetch(f"{CHALLENGE} WHERE id = $1", name)
        return StoredChallenge(*found[0]) if found else None

    async def challenges_before(
        self, kind: str, *, before: float, most: int
    ) -> tuple[StoredChallenge, ...]:
        """Those of this kind that were opened before this time, the newest first."""
        sql = f"{CHALLENGE} WHERE kind = $1 AND opened < $2 ORDER BY opened DESC, id LIMIT $3"
        found = await self._database.fetch(sql, kind, before, most)
        return tuple(StoredChallenge(*row) for row in found)

    async def keep_expert(self, name: str, body: str) -> None:
        """Keep what everybody is compared with, unless it is known already."""
        await self._database.fetch(
            "UPDATE challenges SET expert = $2 WHERE id = $1 AND expert = ''", name, body
        )

    async def begin_attempt(self, attempt: StoredAttempt, *, most: int | None) -> None:
        """Keep a new attempt, unless the person has one or there are `most` already."""
        check_texts(attempt.person)
        values = (
            *(attempt.challenge, attempt.person, attempt.table, attempt.name, attempt.begun),
            *(attempt.score, attempt.finished, attempt.body, most),
        )
        if most is None:
            await self._database.fetch(BEGIN, *values)
            return
        try:
            async with self._database.connection() as connection, connection.transaction():
                await connection.execute(LOCK, attempt.challenge)
                await connection.execute(BEGIN, *values)
        except FAILURES as error:
            raise self._database.unsure(error) from error

    async def attempt(self, challenge: str, person: str) -> StoredAttempt | None:
        """The attempt of this person, also one that was forgotten."""
        if not (is_text(challenge) and is_text(person)):
            return None
        sql = f"{ATTEMPT} WHERE challenge = $1 AND person IN ($2, $3)"
        found = await self._database.fetch(sql, challenge, person, forgotten(person, challenge))
        return StoredAttempt(*found[0]) if found else None

    async def attempt_at(self, table: str) -> StoredAttempt | None:
        """The attempt that is played at this table."""
        if not is_text(table):
            return None
        found = await self._database.fetch(f"{ATTEMPT} WHERE table_id = $1", table)
        return StoredAttempt(*found[0]) if found else None

    async def attempts_of(
        self, person: str, challenges: Sequence[str]
    ) -> tuple[StoredAttempt, ...]:
        """The attempts of this person at any of these challenges."""
        sql = f"{ATTEMPT} WHERE person = $1 AND challenge = ANY ($2::text[]) ORDER BY challenge"
        found = await self._database.fetch(sql, person, list(challenges))
        return tuple(StoredAttempt(*row) for row in found)

    async def take_result(self, challenge: str, person: str, result: TakenResult) -> bool:
        """Take the result of an attempt that has none; false if it has one already."""
        scores = [result.score, *result.deals]
        try:
            async with self._database.connection() as connection, connection.transaction():
                taken = await connection.fetchval(
                    TAKE, result.score, result.finished, result.body, challenge, person
                )
                if taken:
                    await connection.execute(COUNT, challenge, list(range(len(scores))), scores)
        except FAILURES as error:
            raise self._database.unsure(error) from error
        return bool(taken)

    async def match_scores(self, challenge: str) -> tuple[tuple[int, int], ...]:
        """How many results there are of each score in the whole match."""
        sql = "SELECT score, players FROM challenge_counts WHERE challenge = $1 AND deal = 0"
        return tuple(
            (score, players) for score, players in await self._database.fetch(sql, challenge)
        )

    async def scores(self, challenge: str) -> dict[int, tuple[tuple[int, int], ...]]:
        """How many results there are of each score, in each deal; deal 0 is the whole match."""
        sql = "SELECT deal, score, players FROM challenge_counts WHERE challenge = $1"
        counts: dict[int, list[tuple[int, int]]] = {}
        for deal, score, players in await self._database.fetch(sql, challenge):
            counts.setdefault(deal, []).append((score, players))
        return {deal: tuple(found) for deal, found in counts.items()}

    async def leaders(
        self, challenge: str, *, skip: int, most: int, known: float | None = None
    ) -> tuple[StoredAttempt, ...]:
        """Results, the best first, the earlier of equals first, without the first `skip`."""
        found = await self._database.fetch(LEADERS, challenge, most, skip, known)
        return tuple(StoredAttempt(*row) for row in found)

    async def rename_attempts(self, tables: Sequence[str], name: str) -> int:
        """Give the attempts at these tables another name; the number of those changed."""
        sql = (
            "UPDATE challenge_attempts SET name = $1 WHERE name <> $1"
            " AND table_id = ANY ($2::text[]) RETURNING 1"
        )
        return len(await self._database.fetch(sql, name, list(tables)))

    async def forget_person(self, person: str) -> int:
        """Take person and name off all attempts; the results stay."""
        sql = "SELECT challenge FROM challenge_attempts WHERE person = $1"
        found = await self._database.fetch(sql, person)
        for (challenge,) in found:
            await self._database.fetch(
                "UPDATE challenge_attempts SET person = $1, name = ''"
                " WHERE challenge = $2 AND person = $3",
                *(forgotten(person, challenge), challenge, person),
            )
        return len(found)
