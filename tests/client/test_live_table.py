"""The client for live tables: sitting, views and news, commands, breaks, refusals."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import funicular
from funicular import client
from funicular.client.codec import decode
from funicular.client.socket import WebSocket, dial
from funicular.client.table import LiveTable
from funicular.live.messages import Pong
from funicular.table import commands
from tests.web.live import PATIENCE, Place, live_server

QUICK = client.Timing(first_pause=0.01, longest_pause=0.05, give_up=0.3)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    with live_server(tmp_path_factory.mktemp("client") / "tables.db") as place:
        yield place


class Wire:
    """Remembers the connections of a client, so that a test can break them."""

    def __init__(self) -> None:
        self.made: list[WebSocket] = []

    async def __call__(self, address: str) -> WebSocket:
        connection = await dial(address)
        self.made.append(connection)
        return connection

    def cut(self) -> None:
        self.made[-1].transport.abort()


async def opened(server: Place, game: str = "dnpup", **wish: Any) -> client.NewLink:  # noqa: ANN401 - of NewTable
    usual: dict[str, Any] = {"seats": 2, "level": "beginner", "pace": "instant"}
    address = f"http://127.0.0.1:{server.port}"
    return await client.open_table(address, game, name="Ada", **(usual | wish))


def run(main: Any) -> None:  # noqa: ANN401 - a coroutine
    asyncio.run(asyncio.wait_for(main, PATIENCE))


async def begun(table: LiveTable) -> client.TableView:
    """The match has begun and it is this client's turn."""
    await table.start()
    return await table.until(lambda view: view.my_turn)


def test_the_facade_offers_the_client_and_loads_it_only_when_asked() -> None:
    program = (
        "import sys, funicular\n"
        "assert 'websockets' not in sys.modules\n"
        "assert callable(funicular.client.connect)\n"
    )
    subprocess.run((sys.executable, "-c", program), check=True)
    with pytest.raises(AttributeError):
        _ = funicular.nothing_of_this_name


def test_a_seat_is_taken_and_its_token_lets_back_in(server: Place) -> None:
    async def main() -> None:
        link = (await opened(server)).link
        async with client.connect(link, name="Max") as table:
            assert table.view.seat == 1
            assert table.view.names == ("Ada", "Max")
            token = table.token
        async with client.connect(link, token=token, name="Moritz") as table:
            assert table.view.names == ("Ada", "Max")
        async with client.connect(link) as watcher:
            assert watcher.view.seat is None

    run(main())


def test_views_show_what_was_done_and_tell_it_once(server: Place) -> None:
    async def main() -> None:
        new = await opened(server)
        async with client.connect(new.link, token=new.token) as table:
            first = await begun(table)
            assert first.deal is not None
            assert first.deal.sight.hand[0].text
            news = list(first.news)
            async for view in table.views():
                news += view.news
                if view.my_turn and view.turn < 4:
                    await table.play(view.legal[0])
                    assert table.view.turn > view.turn
                elif view.turn >= 4 or view.phase != "playing":
                    break
            told = [each.text for each in view.told]
            assert news[-len(told) :] == told

    run(main())


def test_what_the_rules_forbid_is_refused_in_the_words_of_the_server(server: Place) -> None:
    async def main() -> None:
        new = await opened(server, "ascenseur-52", seats=3)
        async with client.connect(new.link, token=new.token, lang="fr") as table:
            await begun(table)
            with pytest.raises(client.RefusedByServer) as refused:
                await table.play("bid 99")
            assert refused.value.code == "illegal"
            assert await table.why("bid 99") == str(refused.value)
            assert await table.why(table.view.legal[0]) is None
            with pytest.raises(client.RefusedByServer) as stale:
                await table.play(table.view.legal[0], turn=77)
            assert stale.value.code == "stale"

    run(main())


def test_other_commands_return_though_nothing_changes(server: Place) -> None:
    async def main() -> None:
        new = await opened(server)
        async with client.connect(new.link, token=new.token) as table:
            await table.do(commands.SetPace("instant"))
            await table.say("hello")
            view = await table.until(lambda view: bool(view.said))
            assert view.news[-1] == "Ada: hello"
            assert table.view.news == ()
            await begun(table)
            await table.pause()
            assert table.view.paused
            await table.resume()
            assert not table.view.paused

    run(main())


def test_after_a_break_the_client_goes_on_and_does_nothing_twice(server: Place) -> None:
    async def main() -> None:
        wire, breaks = Wire(), []
        new = await opened(server)
        async with (
            client.connect(new.link, name="Max") as other,
            client.connect(
                new.link,
                token=new.token,
                dial=wire,
                timing=QUICK,
                lost=lambda: breaks.append(True),
            ) as table,
        ):
            for number in range(5):
                saying = asyncio.create_task(table.say(f"{number}"))
                await asyncio.sleep(0)
                wire.cut()
                await other.say(f"meanwhile {number}")
                await saying
            last = max(table.view.seq, other.view.seq)
            mine, theirs = [
                [str(line.text) for line in view.said if line.notice is None]
                for each in (table, other)
                for view in [await each.until(lambda view: view.seq >= last)]
            ]
            expected = [f"{number}" for number in range(5)]
            assert sorted(mine) == sorted(expected + [f"meanwhile {each}" for each in expected])
            assert mine == theirs
            assert len(wire.made) == len(breaks) + 1 == table.breaks + 1 == 6

    run(main())


def test_a_server_that_stays_away_is_given_up(tmp_path: Path) -> None:
    async def main() -> None:
        with live_server(tmp_path / "tables.db") as place:
            new = await opened(place)
            table = LiveTable(client.read_link(new.link), token=new.token, timing=QUICK)
            await table.open()
        with pytest.raises(client.ServerGone):
            await table.until(lambda _: False)
        with pytest.raises(client.ServerGone):
            await table.say("hello?")
        await table.close()
        with pytest.raises(client.ServerGone):
            await table.open()

    run(main())


def test_a_wrong_invitation_and_a_bad_link_are_refused(server: Place) -> None:
    async def main() -> None:
        link = (await opened(server)).link
        with pytest.raises(client.RefusedByServer) as refused:
            async with client.connect(link.partition("#")[0] + "#wrong"):
                pass
        assert refused.value.code == "no-entry"
        with pytest.raises(client.BadLink):
            async with client.connect("http://host/elsewhere"):
                pass
        with pytest.raises(client.BadLink):
            await client.open_table("ftp://host", "dnpup", seats=2, name="Ada")
        with pytest.raises(client.RefusedByServer) as unknown:
            await opened(server, "bridge")
        assert "bridge" in str(unknown.value)

    run(main())


def test_who_loses_the_seat_hears_of_it(server: Place) -> None:
    async def main() -> None:
        new = await opened(server)
        async with (
            client.connect(new.link, token=new.token) as host,
            client.connect(new.link, name="Max") as guest,
        ):
            await host.until(lambda view: view.names[1] == "Max")
            await host.do(commands.Clear(1))
            with pytest.raises(client.SeatLost):
                async for _ in guest.views():
                    pass

    run(main())


def test_a_server_that_says_nothing_is_left(server: Place) -> None:
    """It closes nothing and refuses nothing, like a stopped process; asked, it does not answer."""

    async def main() -> None:
        new = await opened(server)
        wire = Wire()
        own: dict[str, Any] = {"dial": wire, "timing": client.Timing(silence=0.4, first_pause=0.01)}
        async with client.connect(new.link, token=new.token, **own) as table:
            transport = wire.made[0].transport
            assert isinstance(transport, asyncio.ReadTransport)
            transport.pause_reading()
            while table.breaks == 0:
                await table.changed()
            await table.start()
            assert len(wire.made) == 2

    run(main())


def test_messages_of_a_later_version_are_passed_over() -> None:
    assert decode('{"type":"fireworks","colour":3}') is None
    assert decode('{"type":"pong","later":1}') == Pong()
    for text in ('{"type":"done"}', "[]", "nonsense"):
        with pytest.raises(client.BadMessage):
            decode(text)
