"""A fair queue: turns go round by who causes the work, whoever asks for how much."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from funicular.live.admission.causes import Cause
from funicular.live.admission.fair_queue import FairQueue
from funicular.live.admission.figures import QUEUES, QueueFigures
from funicular.live.refusals import Busy
from funicular.web.guards.addresses import networks_of

PATIENCE = 60.0


def of(address: str, table: str = "", *, attended: bool = True) -> Cause:
    """Work of this address, an IPv6 one as its network of 64 bits."""
    return Cause(networks_of(address), table, attended)


class Asked:
    """Jobs that wait behind one that has every turn, and the order they are served in."""

    def __init__(self, figures: QueueFigures) -> None:
        self.queue = FairQueue(figures)
        self.served: list[Cause] = []
        self.refused: list[Cause] = []
        self._tasks: list[asyncio.Task[None]] = []
        self._held = [of(f"198.51.100.{number}") for number in range(figures.at_once)]

    async def hold(self) -> list[object]:
        """Take every turn, each for another address."""
        return [await self.queue.enter(each) for each in self._held]

    async def ask(self, *causes: Cause) -> None:
        """Ask for these, one after the other."""
        for cause in causes:
            self._tasks.append(asyncio.create_task(self._ask(cause)))
            await asyncio.sleep(0)

    async def _ask(self, cause: Cause) -> None:
        try:
            async with self.queue.turn(cause):
                self.served.append(cause)
        except Busy:
            self.refused.append(cause)

    async def end(self) -> None:
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*self._tasks)
        assert self.queue.waiting == self.queue.running == 0


def order(*causes: Cause, figures: QueueFigures | None = None) -> Asked:
    """What is served and refused of these, which come while another has the turn."""

    async def main() -> Asked:
        asked = Asked(figures or QueueFigures("test", 1, 10_000, 10_000))
        held = await asked.hold()
        await asked.ask(*causes)
        for place in held:
            asked.queue.leave(place)  # type: ignore[arg-type]  # a ticket
        await asked.end()
        return asked

    return asyncio.run(main())


def place_of(cause: Cause, served: Sequence[Cause]) -> int:
    """How many are served before it."""
    return served.index(cause)


def test_addresses_take_turns_and_each_is_served_in_order() -> None:
    ada = [of("192.0.2.1", f"table {number}") for number in range(50)]
    bob, eve = of("192.0.2.2"), of("192.0.2.3")
    served = order(*ada, bob, eve).served
    assert [each for each in served if each in ada] == ada
    assert {bob, eve} <= set(served[:3])


def test_a_tenth_thousandth_job_of_one_makes_nobody_wait_longer() -> None:
    """Sixty tables with ten thousand moves, and one honest table that comes last."""
    many = [of("192.0.2.1", f"table {number % 60}") for number in range(10_000)]
    honest = of("192.0.2.2", "honest")
    asked = order(*many, honest, figures=QueueFigures("test", 1, 20_000, 20_000))
    assert place_of(honest, asked.served) <= 1
    assert len(asked.served) == 10_001


def test_inside_an_address_tables_take_turns() -> None:
    school = "192.0.2.1"
    loud = [of(school, "loud")] * 100
    quiet = [of(school, f"quiet {number}") for number in range(30)]
    served = order(*loud, *quiet).served
    # One round: the loud table and every quiet one.
    assert set(quiet) <= set(served[:31])


def test_a_site_with_many_networks_has_the_turns_of_one() -> None:
    """A /48 is as many addresses as somebody wants; inside it narrower networks take turns."""
    site = [of(f"2001:db8:1:{number:x}::/64") for number in range(500)]
    home, single = of("2001:db8:2:1::/64"), of("192.0.2.1")
    neighbour = of("2001:db8:1:ff00::/64")
    served = order(*site, home, single, neighbour).served
    assert place_of(home, served) <= 2
    assert place_of(single, served) <= 3
    # In its own site it takes turns with the other /56 networks, of which there are two.
    in_site = [each for each in served if each.networks[0] == site[0].networks[0]]
    assert place_of(neighbour, in_site) <= 3


def test_what_nobody_waits_for_comes_after_all_that_somebody_waits_for() -> None:
    left = [of(f"192.0.2.{number}", attended=False) for number in range(50)]
    ada = [of("192.0.2.100", "ada")] * 20
    served = order(*left, *ada).served
    assert served[:20] == ada
    assert set(served[20:]) == set(left)


def test_thirty_behind_one_address_share_with_an_attacker_as_one_and_lose_none() -> None:
    school = [of("192.0.2.1", f"table {number}") for number in range(30)]
    attacker = [of("192.0.2.2", f"left {number % 60}") for number in range(600)]
    served = order(*attacker, *school).served
    # Every second turn is the school's, until all of it is served.
    assert set(school) <= set(served[:61])


def test_one_network_never_has_every_turn_and_what_nobody_waits_for_half_of_them() -> None:
    async def main() -> None:
        for figures in QUEUES:
            queue = FairQueue(figures)
            one = [of("2001:db8:1:1::/64"), of("2001:db8:1:2::/64")]
            tasks = [asyncio.create_task(queue.enter(each)) for each in one * figures.at_once]
            await asyncio.sleep(0)
            assert queue.running == figures.most_of_a_network
            if figures.at_once > 1:
                async with asyncio.timeout(PATIENCE):
                    await queue.enter(of("192.0.2.1"))
                assert queue.running == figures.at_once
            for each in tasks:
                each.cancel()
            queue = FairQueue(figures)
            left = [of(f"192.0.2.{number}", attended=False) for number in range(100)]
            tasks = [asyncio.create_task(queue.enter(each)) for each in left]
            await asyncio.sleep(0)
            assert queue.running == figures.most_unattended <= max(1, figures.at_once // 2)
            for each in tasks:
                each.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    asyncio.run(main())


def test_a_turn_that_a_network_gives_back_is_its_own_again() -> None:
    async def main() -> None:
        queue, done = FairQueue(QueueFigures("test", at_once=3)), 0

        async def work() -> None:
            nonlocal done
            async with queue.turn(of("192.0.2.1")):
                await asyncio.sleep(0)
                assert queue.running <= 2
                done += 1

        await asyncio.gather(*(work() for _ in range(40)))
        assert done == 40

    asyncio.run(main())


# Bounds.

SMALL = QueueFigures("test", at_once=1, most=10, most_each=10, again=7)


def test_a_full_queue_asks_whoever_has_most_to_come_again_and_not_who_has_none() -> None:
    loud, quiet = of("192.0.2.1"), of("192.0.2.2")
    asked = order(*[loud] * 10, quiet, figures=SMALL)
    assert asked.refused == [loud]
    assert quiet in asked.served


def test_who_comes_to_a_queue_full_of_as_little_drives_nobody_out() -> None:
    there = [of(f"192.0.2.{number}") for number in range(10)]
    late = of("192.0.2.100")
    asked = order(*there, late, figures=SMALL)
    assert asked.refused == [late]
    assert set(asked.served) == set(there)


def test_what_nobody_waits_for_gives_way_first() -> None:
    left = [of(f"192.0.2.{number}", attended=False) for number in range(2)]
    loud = [of("192.0.2.50", f"{number}") for number in range(8)]
    late = of("192.0.2.100")
    asked = order(*left, *loud, late, figures=SMALL)
    assert asked.refused == [left[1]]


def test_an_address_and_a_site_have_bounds_of_their_own() -> None:
    figures = QueueFigures("test", at_once=1, most=100, most_each=4)
    ada = [of("192.0.2.1", f"{number}") for number in range(6)]
    site = [of(f"2001:db8:1:{number}00::/64") for number in range(6)]
    asked = order(*ada, *site, figures=figures)
    assert len([each for each in asked.served if each in ada]) == 4
    assert len([each for each in asked.served if each in site]) == 4


def test_inside_an_address_the_loudest_table_gives_way() -> None:
    figures = QueueFigures("test", at_once=1, most=100, most_each=5)
    loud, quiet = of("192.0.2.1", "loud"), of("192.0.2.1", "quiet")
    asked = order(*[loud] * 5, quiet, figures=figures)
    assert asked.refused == [loud]


def test_inside_a_site_a_quiet_network_stays_beside_a_loud_one() -> None:
    figures = QueueFigures("test", at_once=1, most=100, most_each=5)
    loud, quiet = of("2001:db8:1:100::/64"), of("2001:db8:1:200::/64")
    asked = order(*[loud] * 5, quiet, figures=figures)
    assert asked.refused == [loud]


def test_a_refusal_says_when_to_come_again() -> None:
    async def main() -> Busy:
        queue = FairQueue(QueueFigures("test", at_once=1, seconds=0.01, again=7))
        async with queue.turn(of("192.0.2.1")):
            with pytest.raises(Busy) as late:
                await queue.enter(of("192.0.2.2"))
        assert queue.waiting == 0
        return late.value

    late = asyncio.run(main())
    assert (late.code, late.wait) == ("busy", 7)


def test_who_goes_away_leaves_the_turn_to_others() -> None:
    async def main() -> None:
        queue = FairQueue(SMALL)
        held = await queue.enter(of("192.0.2.1"))
        gone = asyncio.create_task(queue.enter(of("192.0.2.2")))
        called = asyncio.create_task(queue.enter(of("192.0.2.3")))
        stays = asyncio.create_task(queue.enter(of("192.0.2.4")))
        await asyncio.sleep(0)
        gone.cancel()
        queue.leave(held)
        # Its turn has come, and it is gone before it learns of it.
        called.cancel()
        async with asyncio.timeout(PATIENCE):
            queue.leave(await stays)
        assert queue.running == queue.waiting == 0
        assert gone.cancelled()
        assert called.cancelled()

    asyncio.run(main())


def test_a_closed_queue_turns_away_who_waits_and_who_comes() -> None:
    async def main() -> None:
        queue = FairQueue(SMALL)
        await queue.enter(of("192.0.2.1"))
        waits = asyncio.create_task(queue.enter(of("192.0.2.2")))
        await asyncio.sleep(0)
        queue.close()
        for refused in (waits, queue.enter(of("192.0.2.3"))):
            with pytest.raises(Busy):
                await refused

    asyncio.run(main())


def test_how_long_others_wait_is_told_and_not_how_long_one_waits_behind_oneself() -> None:
    async def main() -> None:
        queue = FairQueue(SMALL)
        await queue.enter(of("192.0.2.1"))
        tasks = [asyncio.create_task(queue.enter(of("192.0.2.1")))]
        await asyncio.sleep(0.001)
        assert queue.oldest_wait == 0
        tasks.append(asyncio.create_task(queue.enter(of("192.0.2.2", attended=False))))
        await asyncio.sleep(0.001)
        assert queue.oldest_wait == 0
        tasks.append(asyncio.create_task(queue.enter(of("192.0.2.3"))))
        await asyncio.sleep(0.001)
        assert queue.oldest_wait > 0
        for each in tasks:
            each.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    asyncio.run(main())


def test_of_several_causes_the_one_that_waits_for_least_is_found() -> None:
    async def main() -> None:
        queue = FairQueue(SMALL)
        loud, quiet = of("192.0.2.1", "t"), of("192.0.2.2", "t")
        assert queue.lightest([loud, quiet]) == loud
        place = await queue.enter(loud)
        assert queue.lightest([loud, quiet]) == quiet
        queue.leave(place)

    asyncio.run(main())
