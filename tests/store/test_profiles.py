"""Profiles on both databases: names, what is signed, claims, results, ratings, backups."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from itertools import permutations
from pathlib import Path

from msgspec import structs

from funicular.store import profiles as stored
from funicular.store import results as kept
from funicular.store.backup.reading import read
from funicular.store.backup.writing import writing
from funicular.store.checking import check_logs
from funicular.store.copy import SideRows, contents, copy_into
from funicular.store.open import Store
from funicular.store.profiles import StoredProfile
from funicular.store.results import NewMatch, NewResult, RatingMark, RatingRules
from funicular.store.reviews import StoredReview
from funicular.store.steps import Steps
from funicular.table.text_safety import name_shape
from tests.store.stores import opened, rows, with_store

USUAL = RatingRules(
    value=25.0,
    deviation=8.0,
    rank=lambda value, deviation: value - 3 * deviation,
    weight=lambda days, matches: days / 4 / (1 + matches),
    proved_days=4,
    pair_days=30,
    most_a_day=2.0,
    listed_from=1.0,
)
DAY = 86_400.0


def ada(name: str = "Ada", *, key: str = "a", signed: int = 1000) -> StoredProfile:
    return StoredProfile(key * 32, key * 43, name, name.casefold(), "", 1.0, signed)


def lifted(against: str, marks: Mapping[str, RatingMark], _: object) -> None:
    """A rating that goes up by one each time, more against people."""
    for mark in marks.values():
        mark.value += 2 if against == "people" else 1


def match(number: int, *profiles: str, at: float | None = None) -> NewMatch:
    return NewMatch(
        replay=f"table-{number}",
        at=float(number) if at is None else at,
        game="dnpup",
        seats=3,
        results=[
            NewResult(each, f'{{"number":{number}}}', {5: (2, 1, 7, 3.5)}) for each in profiles
        ],
        pairs=dict.fromkeys(permutations(profiles, 2), 1.0),
        rated={"people": profiles, "bots": profiles[:1]},
        rate=lifted,
    )


def test_a_name_belongs_to_one_key(where: str) -> None:
    async def main(store: Store) -> None:
        assert await store.change(lambda: stored.make_profile(ada())) == "done"
        assert await store.change(lambda: stored.make_profile(ada())) == "done"
        assert await store.change(lambda: stored.make_profile(ada("ADA", key="b"))) == "name"
        assert await store.change(lambda: stored.make_profile(ada("Bob", key="b"))) == "done"
        changed = await store.change(
            lambda: stored.change_profile(
                "b" * 32, 2000, name="ADA", shape="ada", public="", rules=USUAL
            )
        )
        assert changed == "name"
        found = await store.look_up(lambda: stored.profile_of_shape("ada"))
        assert found == ada()

    with_store(where, main)


def test_shapes_of_an_earlier_release_are_mended(where: str) -> None:
    async def main(store: Store) -> None:
        await store.change(lambda: stored.make_profile(ada("J.-P.")))
        await store.change(lambda: stored.make_profile(ada("J P", key="b")))
        await store.change(lambda: stored.reshape_names(name_shape))
        found = await store.look_up(lambda: stored.profile_of_shape(name_shape("JP")))
        assert found is not None
        assert found.name == "J.-P."
        other = await store.look_up(lambda: stored.find_profile("b" * 32))
        assert other is not None
        assert (other.name, other.shape) == ("J P", "j p")

    with_store(where, main)


def test_a_request_that_is_not_after_the_last_changes_nothing(where: str) -> None:
    def renamed(name: str, signed: int) -> object:
        return lambda: stored.change_profile(
            "a" * 32, signed, name=name, shape=name.casefold(), public="", rules=USUAL
        )

    async def main(store: Store) -> None:
        await store.change(lambda: stored.make_profile(ada()))
        assert await store.change(renamed("Eve", 3000)) == "done"  # type: ignore[arg-type]
        assert await store.change(renamed("Ada", 3000)) == "used"  # type: ignore[arg-type]
        assert await store.change(renamed("Ada", 2000)) == "used"  # type: ignore[arg-type]
        assert await store.change(lambda: stored.delete_profile("a" * 32, 2999)) == "used"
        assert await store.change(lambda: stored.delete_profile("a" * 32, 4000)) == "done"
        assert await store.change(lambda: stored.delete_profile("a" * 32, 5000)) == "none"
        # Neither does one that would make a deleted profile again.
        assert await store.change(lambda: stored.make_profile(ada(signed=4000))) == "used"
        assert await store.change(lambda: stored.make_profile(ada(signed=4001))) == "done"

    with_store(where, main)


def test_who_plays_for_a_profile_goes_on_until_the_next_match(where: str) -> None:
    async def main(store: Store) -> None:
        await store.change(lambda: stored.make_profile(ada()))
        await store.change(lambda: stored.make_profile(ada("Bob", key="b")))
        for since, profile in ((1, "a"), (3, "a"), (4, "b")):
            made = stored.claim_seat("table", "guest", since, profile * 32)
            assert await store.change(lambda made=made: made)  # type: ignore[misc]
        nobody = stored.claim_seat("table", "guest", 5, "c" * 32)
        assert not await store.change(lambda: nobody)
        claims = await store.look_up(lambda: stored.claims_at("table"))
        assert sorted((each.since, each.profile[0]) for each in claims) == [(1, "a"), (4, "b")]

    with_store(where, main)


def test_results_are_counted_once(where: str) -> None:
    async def main(store: Store) -> None:
        one, other = "a" * 32, "b" * 32
        await store.change(lambda: stored.make_profile(ada()))
        await store.change(lambda: stored.make_profile(ada("Bob", key="b")))
        first = lambda: kept.keep_results("table", 0, (9, "{}"), [match(1, one, other)], USUAL)  # noqa: E731
        assert await store.change(first)
        assert not await store.change(first)
        second = lambda: kept.keep_results("table", 9, (20, "{}"), [match(2, one)], USUAL)  # noqa: E731
        assert await store.change(second)
        assert not await store.change(second)
        # A store that was copied begins with the log again, and has the results.
        again = kept.keep_results("other", 0, (20, "{}"), [match(1, one, other)], USUAL)
        assert await store.change(lambda: again)

        ratings = await store.look_up(lambda: kept.ratings_of(one))
        assert [(each.against, each.value, each.matches) for each in ratings] == [
            ("bots", 27.0, 2),
            ("people", 29.0, 2),
        ]
        (sums,) = await store.look_up(lambda: kept.statistics_of(one))
        assert (sums.cards, sums.deals, sums.made, sums.points, sums.par) == (5, 4, 2, 14, 7.0)
        newest = await store.look_up(lambda: kept.results_of(one, before=None, most=1))
        assert [each.replay for each in newest] == ["table-2"]
        ended = (newest[0].at, newest[0].replay)
        older = await store.look_up(lambda: kept.results_of(one, before=ended, most=9))
        assert [each.replay for each in older] == ["table-1"]

    with_store(where, main)


def test_costs_come_with_the_most_precise_review_as_long_as_the_match_is_kept(where: str) -> None:
    async def main(store: Store) -> None:
        one = "a" * 32
        await store.change(lambda: stored.make_profile(ada()))
        matches = [match(number, one) for number in (1, 2, 3)]
        both = kept.keep_results("table", 0, (9, "{}"), matches, USUAL)
        await store.change(lambda: both)

        async def costs(form: int = 1, most: int = 9) -> list[tuple[str, int, str]]:
            found = await store.look_up(lambda: kept.reviewed_results(one, form, most))
            return [(each.result.replay, each.worlds, each.costs) for each in found]

        # A match whose record is gone, or not yet there, cannot be reviewed.
        assert await costs() == []
        for number in (1, 2):
            await store.keep_record(f"table-{number}", b"record")
        assert await costs() == [("table-2", 0, ""), ("table-1", 0, "")]
        await store.keep_review("table-1", StoredReview(100, 1, b"quick", "[1]"))
        await store.keep_review("table-1", StoredReview(400, 1, b"fine", "[2]"))
        await store.keep_review("table-2", StoredReview(100, 1, b"quick", "[3]"))
        assert await costs() == [("table-2", 100, "[3]"), ("table-1", 400, "[2]")]
        assert await costs(most=2) == [("table-2", 100, "[3]")]
        # Values of another release count for nothing.
        assert await costs(form=2) == [("table-2", 0, ""), ("table-1", 0, "")]
        await store.delete_records(["table-1"], final=False)
        assert await costs() == [("table-2", 100, "[3]")]
        await store.change(lambda: stored.delete_profile(one, 2000))
        assert await costs() == []

    with_store(where, main)


def test_only_those_who_want_it_are_listed_and_a_deleted_profile_leaves_nothing(where: str) -> None:
    async def main(store: Store) -> None:
        one, other = "a" * 32, "b" * 32
        await store.change(lambda: stored.make_profile(ada()))
        await store.change(lambda: stored.make_profile(ada("Bob", key="b")))
        both = kept.keep_results("table", 0, (9, "{}"), [match(1, one, other)], USUAL)
        await store.change(lambda: both)
        best = lambda: kept.best_ranked("dnpup", "bots", skipped=0, most=9)  # noqa: E731
        assert await store.look_up(best) == ()
        listed = stored.change_profile(
            one, 2000, name="Ada", shape="ada", public="rating", rules=USUAL
        )
        await store.change(lambda: listed)
        assert [each.name for each in await store.look_up(best)] == ["Ada"]
        await store.change(lambda: stored.delete_profile(one, 3000))
        assert await store.look_up(best) == ()
        async with store.inventory() as found:
            left = [item async for item in contents(found, [])]
        assert {
            value
            for item in left
            if isinstance(item, SideRows)
            for row in item.rows
            for value in row
        } & {one} == set()

    with_store(where, main)


def test_a_backup_has_profiles_and_brings_no_deleted_one_back(where: str, tmp_path: Path) -> None:
    path = tmp_path / "backup.gz"
    one, other = "a" * 32, "b" * 32

    async def main() -> None:
        async with opened(where) as store:
            await store.append("table", rows(1, 2))
            await store.change(lambda: stored.make_profile(ada()))
            await store.change(lambda: stored.make_profile(ada("Bob", key="b")))
            await store.change(lambda: stored.claim_seat("table", "guest", 1, one))
            both = kept.keep_results("table", 0, (9, "{}"), [match(1, one, other)], USUAL)
            await store.change(lambda: both)
            async with store.inventory() as found:
                with writing(path) as backup:
                    async for item in contents(found, []):
                        backup.add(item)
                checked = await check_logs(found)
            # Two profiles and a claim; a result, a row of statistics, ratings, an opponent of each.
            assert backup.side_rows == checked.side_rows == 2 + 1 + 2 + 2 + 3 + 2
            assert checked.whole

            async def items() -> object:
                for item in read(path):
                    yield item

            same = await copy_into(items(), store)  # type: ignore[arg-type]
            assert same.side_rows == 0
            await store.change(lambda: stored.delete_profile(one, 2000))
            same = await copy_into(items(), store)  # type: ignore[arg-type]
            assert same.side_rows == 0
        async with opened(str(tmp_path / "other.db")) as fresh:
            copied = await copy_into(items(), fresh)  # type: ignore[arg-type]
            assert copied.side_rows == backup.side_rows
            assert await fresh.look_up(lambda: stored.find_profile(one)) == ada()

    asyncio.run(main())


def test_rows_of_a_profile_that_is_not_there_are_damage(where: str) -> None:
    async def main(store: Store) -> None:
        await store.change(lambda: stored.make_profile(ada()))
        await store.change(lambda: stored.claim_seat("table", "guest", 1, "a" * 32))

        def lose() -> Steps[None]:
            yield "DELETE FROM profiles", ()

        await store.change(lose)
        async with store.inventory() as found:
            checked = await check_logs(found)
        assert checked.damage == (f"claims: {'a' * 32}",)

    with_store(where, main)


def test_an_opponent_counts_by_the_days_on_which_it_played_with_others(where: str) -> None:
    async def main(store: Store) -> None:
        ada_id, bob, cy = "a" * 32, "b" * 32, "c" * 32
        for key, name in (("a", "Ada"), ("b", "Bob"), ("c", "Cy")):
            made = ada(name, key=key)
            await store.change(lambda made=made: stored.make_profile(made))  # type: ignore[misc]
        seen: list[Mapping[tuple[str, str], float]] = []

        def rate(against: str, _: object, weights: Mapping[tuple[str, str], float]) -> None:
            if against == "people":
                seen.append(weights)

        read = 0

        async def play(day: float, *profiles: str) -> Mapping[tuple[str, str], float]:
            nonlocal read
            new = match(read + 1, *profiles, at=day * DAY)
            new = structs.replace(new, rated={"people": profiles}, rate=rate)
            kept_now = kept.keep_results("table", read, (read + 1, "{}"), [new], USUAL)
            assert await store.change(lambda: kept_now)
            read += 1
            return seen[-1]

        # Whoever plays with nobody else proves nothing, on however many days.
        for day in range(9):
            assert set((await play(day, ada_id, bob)).values()) == {0.0}
        # Nor does what was on the same day.
        weights = await play(9.1, bob, cy)
        assert (weights[bob, cy], weights[cy, bob]) == (0.0, 1.0)
        assert (await play(9.2, ada_id, bob))[ada_id, bob] == 0.0
        # A quarter for a day with another, and less for each match of the two lately.
        assert (await play(10, ada_id, bob))[ada_id, bob] == 0.25 / 11
        assert (await play(60, ada_id, bob))[ada_id, bob] == 0.25
        weights = await play(61, ada_id, cy)
        assert (weights[ada_id, cy], weights[cy, ada_id]) == (0.25, 1.0)
        # A profile that was deleted has proved nothing if it comes again.
        await store.change(lambda: stored.delete_profile(bob, 5000))
        await store.change(lambda: stored.make_profile(ada("Bob", key="b", signed=6000)))
        assert (await play(62, ada_id, bob))[ada_id, bob] == 0.0

    with_store(where, main)


def test_listed_is_who_has_proved_enough(where: str) -> None:
    async def main(store: Store) -> None:
        one, other = "a" * 32, "b" * 32
        await store.change(lambda: stored.make_profile(ada()))
        await store.change(lambda: stored.make_profile(ada("Bob", key="b")))
        matches = [match(number, one, other, at=number * DAY) for number in range(1, 20)]
        all_of_them = kept.keep_results("table", 0, (9, "{}"), matches, USUAL)
        await store.change(lambda: all_of_them)

        async def ask(signed: int) -> list[int]:
            wish = stored.change_profile(
                one, signed, name="Ada", shape="ada", public="rating", rules=USUAL
            )
            await store.change(lambda: wish)
            return [
                len(await store.look_up(lambda kind=kind: best(kind)))  # type: ignore[misc]
                for kind in ("people", "bots")
            ]

        def best(kind: str) -> Steps[tuple[kept.Ranked, ...]]:
            return kept.best_ranked("dnpup", kind, skipped=0, most=9)

        assert await ask(2000) == [0, 1]

        def count() -> Steps[None]:
            yield "UPDATE opponents SET counted = 1.0 WHERE day < 2", ()

        await store.change(count)
        assert await ask(3000) == [1, 1]

    with_store(where, main)
