"""Challenges and results in both databases: everything once, whoever comes second."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path

from msgspec import structs

from funicular.store.backup.reading import read
from funicular.store.backup.writing import writing
from funicular.store.challenges import StoredAttempt, StoredChallenge, TakenResult
from funicular.store.checking import check_logs
from funicular.store.copy import Item, contents, copy_into
from funicular.store.open import Store
from tests.store.stores import execute, opened, with_store

DAILY = StoredChallenge("daily-1", "daily", 10.0, 20.0, "one")


def attempt(person: str, table: str | None = None) -> StoredAttempt:
    return StoredAttempt("daily-1", person, table or f"t-{person}", person.title(), 11.0)


def body(score: int) -> str:
    return json.dumps({"score": score, "deals": [score - 1, 1]})


def result(score: int, at: float = 12.0) -> TakenResult:
    return TakenResult(score, at, (score - 1, 1), body(score))


def test_what_two_servers_make_at_once_is_there_once(where: str) -> None:
    async def use(store: Store) -> None:
        second = StoredChallenge("daily-1", "daily", 10.0, 20.0, "two")
        await asyncio.gather(*(store.keep_challenge(each) for each in (DAILY, second)))
        kept = await store.challenge("daily-1")
        assert kept in (DAILY, second)
        await store.keep_challenge(second)
        assert await store.challenge("daily-1") == kept
        assert await store.challenge("other") is None
        for body in ("first", "second"):
            await store.keep_expert("daily-1", body)
        again = await store.challenge("daily-1")
        assert again is not None
        assert again.expert == "first"

    with_store(where, use)


def test_a_person_has_one_attempt_and_one_result(where: str) -> None:
    async def use(store: Store) -> None:
        await store.keep_challenge(DAILY)
        both = [attempt("ada", "one"), attempt("ada", "two")]
        await asyncio.gather(*(store.begin_attempt(each, most=None) for each in both))
        kept = await store.attempt("daily-1", "ada")
        assert kept in both
        assert await store.attempt_at(kept.table) == kept
        assert await store.attempt("daily-1", "bo") is None
        taken = await asyncio.gather(
            *(store.take_result("daily-1", "ada", result(score)) for score in (4, 5))
        )
        assert sorted(taken) == [False, True]
        assert not await store.take_result("daily-1", "bo", result(9))
        found = await store.attempt("daily-1", "ada")
        assert found is not None
        assert found.score in (4, 5)
        # Counted as often as taken.
        counts = await store.scores("daily-1")
        assert counts == {0: ((found.score, 1),), 1: ((found.score - 1, 1),), 2: ((1, 1),)}

    with_store(where, use)


def test_no_more_than_may_play(where: str) -> None:
    async def use(store: Store) -> None:
        await store.keep_challenge(DAILY)
        people = [f"p{number}" for number in range(8)]
        await asyncio.gather(*(store.begin_attempt(attempt(each), most=2) for each in people))
        found = [await store.attempt("daily-1", each) for each in people]
        assert sum(each is not None for each in found) == 2

    with_store(where, use)


def test_the_best_come_first_and_the_earlier_of_equals(where: str) -> None:
    async def use(store: Store) -> None:
        await store.keep_challenge(DAILY)
        for person, score, at in (("ada", 3, 5.0), ("bo", -2, 4.0), ("cy", 3, 4.0), ("di", 9, 9.0)):
            await store.begin_attempt(attempt(person), most=None)
            await store.take_result("daily-1", person, result(score, at))
        await store.begin_attempt(attempt("ed"), most=None)

        async def people(skip: int, most: int) -> list[str]:
            found = await store.leaders("daily-1", skip=skip, most=most)
            return [each.person for each in found]

        assert await people(0, 9) == ["di", "cy", "ada", "bo"]
        assert await people(1, 2) == ["cy", "ada"]
        assert dict((await store.scores("daily-1"))[0]) == {9: 1, 3: 2, -2: 1}
        assert [each.challenge for each in await store.attempts_of("ada", ["daily-1", "x"])] == [
            "daily-1"
        ]
        assert [
            each.id for each in await store.challenges_before("daily", before=11.0, most=3)
        ] == ["daily-1"]
        assert await store.challenges_before("daily", before=10.0, most=3) == ()

    with_store(where, use)


def test_a_list_of_those_who_are_known(where: str) -> None:
    async def use(store: Store) -> None:
        await store.keep_challenge(DAILY)
        await store.keep_challenge(StoredChallenge("daily-0", "daily", 0.0, 10.0, "none"))
        for person in ("bo", "cy", "di"):
            before = structs.replace(attempt(person, f"u-{person}"), challenge="daily-0")
            await store.begin_attempt(before, most=None)
            if person != "di":
                await store.take_result("daily-0", person, result(1, 9.0))
        for person, score in (("ada", 9), ("bo", 2), ("cy", 2), ("di", 3)):
            await store.begin_attempt(attempt(person), most=None)
            await store.take_result("daily-1", person, result(score))
        found = await store.leaders("daily-1", skip=0, most=9, known=10.0)
        assert [(each.rank, each.person) for each in found] == [(1, "bo"), (1, "cy")]
        found = await store.leaders("daily-1", skip=1, most=9)
        assert [(each.rank, each.person) for each in found] == [(2, "di"), (3, "bo"), (3, "cy")]

    with_store(where, use)


def test_a_person_is_forgotten_and_the_result_stays(where: str) -> None:
    async def use(store: Store) -> None:
        await store.keep_challenge(DAILY)
        for person in ("ada", "bo", "cy"):
            await store.begin_attempt(attempt(person), most=None)
            await store.take_result("daily-1", person, result(1))
        assert await store.forget_person("ada") == 1
        # Nobody can tell whose it was, and only they find it again: they play no second time.
        assert await store.attempts_of("ada", ["daily-1"]) == ()
        own = await store.attempt("daily-1", "ada")
        assert own is not None
        assert (own.person == "ada", own.name, own.done) == (False, "", True)
        assert await store.rename_attempts(["t-bo", "nowhere"], "") == 1
        # With its table a name goes too.
        await store.delete_tables(["t-cy"])
        found = await store.leaders("daily-1", skip=0, most=9)
        assert [each.name for each in found] == ["", "", ""]
        assert await store.attempt_at("t-ada") is not None

    with_store(where, use)


def test_it_is_all_there_after_a_restart(where: str) -> None:
    async def main() -> None:
        async with opened(where) as store:
            await store.keep_challenge(DAILY)
            await store.begin_attempt(attempt("ada"), most=None)
            await store.take_result("daily-1", "ada", result(1))
        async with opened(where) as store:
            assert await store.challenge("daily-1") == DAILY
            found = await store.attempt("daily-1", "ada")
            assert found is not None
            assert (found.score, found.finished, found.body) == (1, 12.0, body(1))

    asyncio.run(main())


def test_it_goes_into_a_backup_and_comes_out_counted(where: str, tmp_path: Path) -> None:
    async def main() -> None:
        path = tmp_path / "store.backup"
        async with opened(where) as store:
            await store.keep_challenge(DAILY)
            await store.keep_expert("daily-1", "expert")
            for person, score in (("ada", 4), ("bo", 4), ("cy", -1)):
                await store.begin_attempt(attempt(person), most=None)
                await store.take_result("daily-1", person, result(score))
            await store.begin_attempt(attempt("di"), most=None)
        async with opened(where) as store, store.inventory() as found:
            with writing(path) as backup:
                async for item in contents(found, []):
                    backup.add(item)
            counts = await store.scores("daily-1")
            everybody = await store.leaders("daily-1", skip=0, most=9)
        async with opened(str(tmp_path / "other.db")) as other:

            async def items() -> AsyncIterator[Item]:
                for item in read(path):
                    yield item

            assert (await copy_into(items(), other)).side_rows == 5
            # A second time nothing is added, and nobody counts twice.
            assert (await copy_into(items(), other)).side_rows == 0
            assert {
                deal: sorted(each) for deal, each in (await other.scores("daily-1")).items()
            } == {deal: sorted(each) for deal, each in counts.items()}
            assert await other.leaders("daily-1", skip=0, most=9) == everybody
            kept = await other.challenge("daily-1")
            assert kept is not None
            assert kept.expert == "expert"
            async with other.inventory() as found:
                assert (await check_logs(found)).whole
            execute(other.place, "DELETE FROM challenges")
            async with other.inventory() as found:
                assert (await check_logs(found)).damage == ("challenge_attempts: daily-1",)

    asyncio.run(main())
