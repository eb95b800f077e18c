"""Challenges in a file."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from funicular.store.challenges import StoredAttempt, StoredChallenge, TakenResult, forgotten
from funicular.store.sqlite.writing import Change
from funicular.store.validation import check_texts, is_text

CHALLENGE = "SELECT id, kind, opened, closes, body, expert FROM challenges"
ATTEMPT = (
    "SELECT challenge, person, table_id, name, begun, score, finished, body FROM challenge_attempts"
)
LEADERS = f"""
    {ATTEMPT.replace(" FROM", ", rank() OVER (ORDER BY score DESC) FROM")} AS listed
    WHERE challenge = ?1 AND finished > 0 AND (?4 IS NULL OR EXISTS (
        SELECT 1 FROM challenge_attempts AS other
        WHERE other.person = listed.person AND other.finished > 0 AND other.finished < ?4
    )) ORDER BY score DESC, finished, person LIMIT ?2 OFFSET ?3
"""  # noqa: S608 - ours
COUNT = """
    INSERT INTO challenge_counts VALUES (?, ?, ?, 1)
    ON CONFLICT (challenge, deal, score) DO UPDATE SET players = players + 1
"""


class SqliteChallenges:
    """The `ChallengeStore` of a file."""

    # Of the store that this is a part of.
    _write: Callable[[Change], Awaitable[None]]
    _read: Callable[[Callable[[sqlite3.Connection], object]], Awaitable[object]]

    async def keep_challenge(self, challenge: StoredChallenge) -> None:
        """Keep a challenge. A second one of the same id changes nothing."""
        check_texts(challenge.id)
        values = (
            *(challenge.id, challenge.kind, challenge.opened, challenge.closes),
            *(challenge.body, challenge.expert),
        )
        await self._write(
            lambda connection: connection.execute(
                "INSERT OR IGNORE INTO challenges VALUES (?, ?, ?, ?, ?, ?)", values
            )
        )

    async def challenge(self, name: str) -> StoredChallenge | None:
        """The challenge of this id."""
        if not is_text(name):
            return None
        found = await self._rows(f"{CHALLENGE} WHERE id = ?", name)
        return StoredChallenge(*found[0]) if found else None

    async def challenges_before(
        self, kind: str, *, before: float, most: int
    ) -> tuple[StoredChallenge, ...]:
        """Those of this kind that were opened before this time, the newest first."""
        sql = f"{CHALLENGE} WHERE kind = ? AND opened < ? ORDER BY opened DESC, id LIMIT ?"
        return tuple(StoredChallenge(*row) for row in await self._rows(sql, kind, before, most))

    async def keep_expert(self, name: str, body: str) -> None:
        """Keep what everybody is compared with, unless it is known already."""
        await self._write(
            lambda connection: connection.execute(
                "UPDATE challenges SET expert = ? WHERE id = ? AND expert = ''", (body, name)
            )
        )

    async def begin_attempt(self, attempt: StoredAttempt, *, most: int | None) -> None:
        """Keep a new attempt, unless the person has one or there are `most` already."""
        check_texts(attempt.person)

        def change(connection: sqlite3.Connection) -> None:
            connection.execute(
                "INSERT OR IGNORE INTO challenge_attempts"
                " SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8 WHERE ?9 IS NULL OR ?9 >"
                " (SELECT count(*) FROM challenge_attempts WHERE challenge = ?1)",
                (
                    *(attempt.challenge, attempt.person, attempt.table, attempt.name),
                    *(attempt.begun, attempt.score, attempt.finished, attempt.body),
                    most,
                ),
            )

        await self._write(change)

    async def attempt(self, challenge: str, person: str) -> StoredAttempt | None:
        """The attempt of this person, also one that was forgotten."""
        if not (is_text(challenge) and is_text(person)):
            return None
        sql = f"{ATTEMPT} WHERE challenge = ? AND person IN (?, ?)"
        found = await self._rows(sql, challenge, person, forgotten(person, challenge))
        return StoredAttempt(*found[0]) if found else None

    async def attempt_at(self, table: str) -> StoredAttempt | None:
        """The attempt that is played at this table."""
        if not is_text(table):
            return None
        found = await self._rows(f"{ATTEMPT} WHERE table_id = ?", table)
        return StoredAttempt(*found[0]) if found else None

    async def attempts_of(
        self, person: str, challenges: Sequence[str]
    ) -> tuple[StoredAttempt, ...]:
        """The attempts of this person at any of these challenges."""
        sql = (
            f"{ATTEMPT} WHERE person = ? AND challenge IN (SELECT value FROM json_each(?))"  # noqa: S608 - ours
            " ORDER BY challenge"
        )
        found = await self._rows(sql, person, json.dumps(list(challenges)))
        return tuple(StoredAttempt(*row) for row in found)

    async def take_result(self, challenge: str, person: str, result: TakenResult) -> bool:
        """Take the result of an attempt that has none; false if it has one already."""
        taken = False

        def change(connection: sqlite3.Connection) -> None:
            nonlocal taken
            changed = connection.execute(
                "UPDATE challenge_attempts SET score = ?, finished = ?, body = ?"
                " WHERE challenge = ? AND person = ? AND finished = 0",
                (result.score, result.finished, result.body, challenge, person),
            )
            taken = changed.rowcount == 1
            if taken:
                connection.executemany(
                    COUNT,
                    [
                        (challenge, deal, score)
                        for deal, score in enumerate((result.score, *result.deals))
                    ],
                )

        await self._write(change)
        return taken

    async def match_scores(self, challenge: str) -> tuple[tuple[int, int], ...]:
        """How many results there are of each score in the whole match."""
        sql = "SELECT score, players FROM challenge_counts WHERE challenge = ? AND deal = 0"
        return tuple((score, players) for score, players in await self._rows(sql, challenge))

    async def scores(self, challenge: str) -> dict[int, tuple[tuple[int, int], ...]]:
        """How many results there are of each score, in each deal; deal 0 is the whole match."""
        sql = "SELECT deal, score, players FROM challenge_counts WHERE challenge = ?"
        counts: dict[int, list[tuple[int, int]]] = {}
        for deal, score, players in await self._rows(sql, challenge):
            counts.setdefault(deal, []).append((score, players))
        return {deal: tuple(found) for deal, found in counts.items()}

    async def leaders(
        self, challenge: str, *, skip: int, most: int, known: float | None = None
    ) -> tuple[StoredAttempt, ...]:
        """Results, the best first, the earlier of equals first, without the first `skip`."""
        found = await self._rows(LEADERS, challenge, most, skip, known)
        return tuple(StoredAttempt(*row) for row in found)

    async def rename_attempts(self, tables: Sequence[str], name: str) -> int:
        """Give the attempts at these tables another name; the number of those changed."""
        return await self._changed(
            "UPDATE challenge_attempts SET name = ?1 WHERE name <> ?1"
            " AND table_id IN (SELECT value FROM json_each(?2))",
            name,
            json.dumps(list(tables)),
        )

    async def forget_person(self, person: str) -> int:
        """Take person and name off all attempts; the results stay."""
        found = await self._rows(
            "SELECT challenge FROM challenge_attempts WHERE person = ?", person
        )
        for (challenge,) in found:
            await self._changed(
                "UPDATE challenge_attempts SET person = ?, name = ''"
                " WHERE challenge = ? AND person = ?",
                *(forgotten(person, challenge), challenge, person),
            )
        return len(found)

    async def _changed(self, sql: str, *values: str) -> int:
        changed = 0

        def change(connection: sqlite3.Connection) -> None:
            nonlocal changed
            changed = connection.execute(sql, values).rowcount

        await self._write(change)
        return changed

    # Any: only the statement knows what its columns are.
    async def _rows(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        def look(connection: sqlite3.Connection) -> list[tuple[Any, ...]]:
            return connection.execute(sql, values).fetchall()

        found = await self._read(look)
        assert isinstance(found, list)  # noqa: S101 - for the type checker
        return found
