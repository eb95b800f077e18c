"""Several servers of one PostgreSQL: any of them serves any table, come what may."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic, sleep

import pytest
from websockets.exceptions import ConnectionClosed

from funicular.live import handover
from funicular.live.admission.figures import OF_SEAT
from funicular.live.admission.rates import Rate
from funicular.live.cluster import Peers
from funicular.live.connection import MOVED_CLOSE
from funicular.live.pubsub import NoPubSub
from funicular.live.table_log import read_row
from funicular.store.log import Fence
from funicular.store.open import open_store
from funicular.table.entries import Moved
from tests.system.servers.redis import Redis
from tests.web.live import PATIENCE, Guest, Message, Place, live_server, nonce


@contextmanager
def two_servers(
    data: str, redis: str | None = None, **settings: float
) -> Iterator[tuple[Place, Place]]:
    with (
        live_server(data, redis=redis, **settings) as one,
        live_server(data, redis=redis, **settings) as other,
    ):
        yield one, other


@pytest.fixture(params=["woken", "unwoken"])
def servers(postgres_url: str, request: pytest.FixtureRequest) -> Iterator[tuple[Place, Place]]:
    """Two servers that wake each other through Redis, or only look by themselves."""
    redis = request.getfixturevalue("redis_url") if request.param == "woken" else None
    with two_servers(postgres_url, redis) as both:
        yield both


async def sit(guest: Guest, name: str) -> str:
    done = await guest.do("sit", name=name, nonce=nonce(), token="5a" * 16)
    assert done["type"] == "done", done
    token: str = done["token"]
    return token


def knows(seq: int) -> Callable[[Guest], bool]:
    return lambda me: me.seq >= seq


def moves_of(place: Place, table: str) -> list[Moved]:
    """The moves in the log; nobody may have made two for one turn, which unfolding would refuse."""

    async def read() -> list[Moved]:
        rows = await place.app.services.store.read(table)
        assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
        entries = [read_row(row)[0] for row in rows]
        return [entry for entry in entries if isinstance(entry, Moved)]

    return place.inside(read())


def test_who_is_at_one_server_plays_with_who_is_at_another(servers: tuple[Place, Place]) -> None:
    one, other = servers

    async def main() -> str:
        opened = one.open("ascenseur-52", seats=4, deals=2, level="beginner")
        invited = {"invite": opened["invite"], "token": None}
        async with one.guest(opened) as host, other.guest(opened, **invited) as friend:
            await sit(friend, "Max")
            await host.until(lambda me: me.table["chairs"][1]["present"])
            assert (await host.do("start", nonce=nonce()))["type"] == "done"
            await asyncio.gather(
                host.play_on(lambda me: me.phase == "over"),
                friend.play_on(lambda me: me.phase == "over"),
            )
            assert host.table["sheet"] == friend.table["sheet"]
            # The sentence says "you" to whoever has won.
            assert host.table["result"]["winners"] == friend.table["result"]["winners"]
        return str(opened["table"])

    table = asyncio.run(main())
    assert len(moves_of(one, table)) == len(moves_of(other, table)) > 0


def test_a_command_is_done_once_wherever_it_is_sent(servers: tuple[Place, Place]) -> None:
    one, other = servers

    async def main() -> None:
        opened = one.open(start=True, pace="calm")
        async with one.guest(opened) as here, other.guest(opened) as there:
            for number in range(5):
                assert (await here.do("say", text=f"here {number}"))["type"] == "done"
                assert (await there.do("say", text=f"there {number}"))["type"] == "done"
            await there.until(lambda me: len(me.said) == 10)
            said = [line["text"] for line in there.said]
            assert said == [f"{where} {n}" for n in range(5) for where in ("here", "there")]
            first = await here.do_as("same", "say", text="once")
            assert await there.do_as("same", "say", text="once") == first

    asyncio.run(main())


def test_two_servers_race_on_one_table(
    servers: tuple[Place, Place], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everybody talks at once at both: nothing is lost, nothing is there twice."""
    # Faster than anybody may talk.
    monkeypatch.setitem(OF_SEAT, "talk", Rate(1000, 1000))
    one, other = servers
    lines = 40

    async def main() -> None:
        opened = one.open(pace="calm")
        async with one.guest(opened) as here, other.guest(opened) as there:

            async def talk(me: Guest, name: str) -> list[int]:
                done = [await me.do("say", text=f"{name} {n}") for n in range(lines)]
                assert {each["type"] for each in done} == {"done"}, done
                return [each["seq"] for each in done]

            seqs = await asyncio.gather(talk(here, "a"), talk(there, "b"))
            assert len({*seqs[0], *seqs[1]}) == 2 * lines
            for me in (here, there):
                await me.until(lambda me: len(me.said) == 2 * lines)
            assert [line["seq"] for line in here.said] == [line["seq"] for line in there.said]
            for name in "ab":
                told = [line["text"] for line in here.said if line["text"][0] == name]
                assert told == [f"{name} {n}" for n in range(lines)]

    asyncio.run(main())


def test_one_seat_is_had_by_one(servers: tuple[Place, Place]) -> None:
    one, other = servers

    async def main() -> None:
        opened = one.open(seats=3)
        invited = {"invite": opened["invite"], "token": None}
        async with one.guest(opened, **invited) as here, other.guest(opened, **invited) as there:
            answers = await asyncio.gather(
                here.do("sit", name="Max", nonce=nonce(), seat=1),
                there.do("sit", name="Eva", nonce=nonce(), seat=1),
            )
            assert sorted(each["type"] for each in answers) == ["done", "refused"]
            (refused,) = [each for each in answers if each["type"] == "refused"]
            assert refused["code"] == "taken"

    asyncio.run(main())


def test_who_comes_back_to_another_server_finds_all_they_had(
    servers: tuple[Place, Place],
) -> None:
    """Though that server may not have heard of it yet."""
    one, other = servers

    async def main() -> None:
        opened = one.open(seats=3, pace="calm")
        async with other.guest(opened) as watcher:
            for number in range(5):
                async with one.guest(opened, invite=opened["invite"], token=None) as friend:
                    token = await sit(friend, f"Max {number}")
                    assert (await friend.do("say", text="moment"))["type"] == "done"
                async with other.guest(opened, back=friend, token=token) as again:
                    assert again.seq >= friend.seq
                    assert again.table["you"] is not None
                    assert (await again.do("stand"))["type"] == "done"
                    await watcher.until(knows(again.seq))

    asyncio.run(main())


def test_the_bots_of_a_server_that_goes_are_taken_over(postgres_url: str) -> None:
    """A rolling restart: everybody comes back to the other server, and no game is dropped."""

    async def before(one: Place) -> tuple[Message, Guest]:
        opened = one.open("ascenseur-52", seats=4, start=True, level="beginner")
        async with one.guest(opened) as me:
            await me.play_on(lambda me: me.phase == "scored")
        return opened, me

    async def after(other: Place, opened: Message, back: Guest) -> None:
        async with other.guest(opened, back=back) as me:
            number = (me.deal or {})["number"]
            await me.play_on(lambda me: (me.deal or {})["number"] == number + 2)

    with live_server(postgres_url) as other:
        with live_server(postgres_url) as one:
            opened, me = asyncio.run(before(one))
        asyncio.run(after(other, opened, me))
        assert moves_of(other, opened["table"])


class Waiting:
    """A table that people have come to, and that another server leads."""

    seq, connected, leads = 1, b"{}", False
    occupied, deserted = True, False

    def send_on(self) -> None:
        """Nobody is there to be sent on."""

    async def lead(self, *, leads: bool, fence: Fence | None) -> None:
        self.leads = leads
        assert fence is not None

    async def look(self, *, seq: int = 0, elsewhere: tuple[bytes, ...] | None = None) -> None:
        """Nothing is new."""


class Here:
    """A server with one such table."""

    listing = b"[]"

    def __init__(self) -> None:
        self.by_table = {"t": Waiting()}


def test_a_table_whose_server_has_gone_is_led_before_the_next_beat(postgres_url: str) -> None:
    """Who comes to it makes us ask for its lease again and again, until we have it."""

    async def main() -> None:
        gone, ours = await open_store(postgres_url), await open_store(postgres_url)
        await gone.beat()
        assert await gone.lease(["t"])
        peers, here = Peers(ours, NoPubSub()), Here()
        peers._local = here
        await ours.beat()
        peers.moved("t")
        led = []
        for retire in (False, True):
            if retire:
                await gone.retire()
            await peers._lease_eagerly()
            led.append(here.by_table["t"].leads)
        assert led == [False, True]
        # Nothing is asked for any more.
        await ours.close()
        await peers._lease_eagerly()
        await gone.close()

    asyncio.run(main())


def leads(place: Place, table: str) -> bool:
    room = place.app.services.rooms.by_table.get(table)
    return room is not None and room.leads


def test_a_table_goes_home_when_its_server_is_back(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its people came while one server was alone; they are closed with "come again", once."""
    monkeypatch.setattr(handover, "SETTLED_SECONDS", 0.5)

    async def main(one: Place, opened: Message) -> None:
        invited = {"invite": opened["invite"], "token": None}
        async with one.guest(opened) as host, one.guest(opened, **invited):
            with live_server(postgres_url) as back:
                with pytest.raises(ConnectionClosed) as closed:
                    await host.until(lambda _: False)
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == MOVED_CLOSE
                # Wherever the proxy leads them: to the server that is back …
                async with back.guest(opened, back=host) as there:
                    await asyncio.to_thread(until_leads, back, opened["table"])
                    assert not leads(one, opened["table"])
                    assert (await there.do("say", text="here we are"))["type"] == "done"
                # … or where they were, and there they stay.
                async with one.guest(opened, back=host) as here:
                    await asyncio.to_thread(until_leads, one, opened["table"])
                    assert not leads(back, opened["table"])
                    await here.hear("heartbeat")
                    await here.hear("heartbeat")
                    assert leads(one, opened["table"])

    with live_server(postgres_url) as one:
        asyncio.run(main(one, one.open(start=True, pace="calm")))


def until_leads(place: Place, table: str) -> None:
    deadline = monotonic() + PATIENCE
    while not leads(place, table):
        assert monotonic() < deadline
        sleep(0.05)


def test_without_redis_it_goes_on_later_with_it_again(
    postgres_url: str, redis_server: Redis, redis_url: str
) -> None:
    async def main(one: Place, other: Place) -> None:
        opened = one.open(pace="calm")
        async with one.guest(opened) as here, other.guest(opened) as there:

            async def talk(count: int) -> None:
                assert (await here.do("say", text="is anybody there?"))["type"] == "done"
                await there.until(lambda me: len(me.said) == count)

            await talk(1)
            redis_server.kill()
            await talk(2)
            await talk(3)
            redis_server.restart()
            await talk(4)

    with two_servers(postgres_url, redis_url) as (one, other):
        asyncio.run(main(one, other))


def until_listed(place: Place) -> list[Message]:
    """The tables that a server lists, once it lists any."""
    deadline = monotonic() + PATIENCE
    while monotonic() < deadline:
        listed: list[Message] = place.ask("/api/tables").json
        if listed:
            return listed
        sleep(0.1)
    return []


def test_open_tables_are_listed_by_all_servers(postgres_url: str) -> None:
    async def main(one: Place, other: Place) -> None:
        opened = one.open(open=True)
        async with one.guest(opened):
            listed = await asyncio.to_thread(until_listed, other)
            assert [each["id"] for each in listed] == [opened["table"]]

    with two_servers(postgres_url) as (one, other):
        asyncio.run(main(one, other))
