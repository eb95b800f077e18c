"""Servers hear what an operator does with `funicular admin`, on a file and on a shared database."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from funicular.cli import main
from funicular.live.messages import Do
from funicular.live.refusals import code_of
from funicular.store.log import Row, TableGone
from funicular.table import commands as ask
from funicular.table.snapshot import form
from tests.web.live import PATIENCE, Guest, Message, Place, live_server, nonce


class Site(NamedTuple):
    """Where the data is, and the servers that have it."""

    data: str
    servers: tuple[Place, ...]
    capfd: pytest.CaptureFixture[str]

    def admin(self, *arguments: str, code: int = 0) -> Message:
        """What `funicular admin` answers."""
        self.capfd.readouterr()
        assert main(["admin", *arguments, "--data", self.data, "--json"]) == code
        said: Message = json.loads(self.capfd.readouterr().out)
        return said


@pytest.fixture(params=["sqlite", "postgres"])
def site(
    request: pytest.FixtureRequest,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> Iterator[Site]:
    """A server with a file, or two that share a database."""
    monkeypatch.setattr("funicular.live.admin_orders.POLL_SECONDS", 0.05)
    if request.param == "sqlite":
        data = str(tmp_path / "tables.db")
        with live_server(data) as place:
            yield Site(data, (place,), capfd)
        return
    url: str = request.getfixturevalue("postgres_url")
    with live_server(url) as one, live_server(url) as other:
        yield Site(url, (one, other), capfd)


async def closed_with(guest: Guest) -> int:
    """The code that the socket is closed with."""
    try:
        async with asyncio.timeout(PATIENCE):
            while True:
                await guest.socket.recv()
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else 0


async def in_thread(site: Site, *arguments: str, code: int = 0) -> Message:
    return await asyncio.to_thread(lambda: site.admin(*arguments, code=code))


def test_a_deleted_table_closes_its_sockets_and_is_served_by_nobody(site: Site) -> None:
    here, there = site.servers[0], site.servers[-1]
    opened = here.open(start=True)
    name = opened["table"]

    async def play() -> None:
        async with here.guest(opened) as host, there.guest(opened) as again:
            told = await in_thread(site, "delete", name, "--yes")
            assert told["deleted"].keys() == {name}
            assert await closed_with(host) == 4004
            assert await closed_with(again) == 4004

    asyncio.run(play())
    for place in site.servers:
        secret = {"Authorization": f"Bearer {opened['token']}"}
        assert place.ask(f"/api/tables/{name}", **secret).status == 404
        assert name not in place.app.services.rooms.by_table
    assert site.admin("inspect", name, code=1)["missing"] == [name]
    with pytest.raises(TableGone):
        here.inside(here.app.services.store.append(name, [Row(1, None, None, 0.0, b"{}")]))


def test_a_command_at_a_table_just_deleted_is_refused_and_brings_nothing_back(site: Site) -> None:
    place = site.servers[0]
    opened = place.open()
    store = place.app.services.store
    say = Do("x", ask.Say("hello?"))

    async def delete_and_ask() -> str:
        # In one go, before any server can have heard of it.
        room = await place.app.services.rooms.find(opened["table"])
        guest = await room.let_in(opened["token"], None)
        await store.delete_tables([opened["table"]])
        with pytest.raises(TableGone) as refused:
            await room.do(guest, say)
        return code_of(refused.value)

    assert place.inside(delete_and_ask()) == "no-table"
    wait_until(place, lambda: not place.app.services.rooms.by_table)
    assert place.inside(store.heads([opened["table"]])) == {}
    assert place.inside(store.snapshot(opened["table"], form())) is None


def test_a_closed_table_shows_itself_closed_at_once_and_can_be_woken(site: Site) -> None:
    here, there = site.servers[0], site.servers[-1]
    opened = here.open(start=True, open=True)

    async def play() -> None:
        async with here.guest(opened) as host, there.guest(opened) as again:
            told = await in_thread(site, "close", opened["table"])
            assert told["closed"] == [opened["table"]]
            for guest in (host, again):
                await guest.until(lambda me: me.phase == "over")
                assert not guest.table["open"]
            assert (await in_thread(site, "close", opened["table"]))["already"]
            assert (await host.do("say", text="good evening"))["type"] == "done"

    asyncio.run(play())
    assert site.admin("close", "nowhere", code=1)["missing"] == ["nowhere"]


def test_a_banned_address_is_sent_out_and_refused_until_it_is_pardoned(site: Site) -> None:
    place = site.servers[-1]
    opened = place.open()

    async def play() -> None:
        async with place.guest(opened) as host:
            await in_thread(site, "ban", "127.0.0.0/8", "--reason", "a test", "--for", "1")
            assert await closed_with(host) == 4003
        with pytest.raises(InvalidStatus) as refused:
            async with place.socket(opened["table"]):
                pass
        assert refused.value.response.status_code == 403

    asyncio.run(play())
    answer = place.ask("/api/tables")
    assert answer.status == 403
    assert "banned" in answer.json["text"]
    (ban,) = site.admin("bans")["bans"]
    assert (ban["subject"], ban["reason"]) == ("127.0.0.0/8", "a test")
    site.admin("pardon", "127.0.0.0/8")
    wait_until(place, lambda: not place.app.services.bans.refuses("127.0.0.1"))
    assert place.ask("/api/tables").status == 200
    assert site.admin("pardon", "127.0.0.0/8", code=1)["pardoned"] is False


def wait_until(place: Place, true: Any) -> None:  # noqa: ANN401 - a question
    """Wait until a server has heard of something."""

    async def look() -> None:
        async with asyncio.timeout(PATIENCE):
            while not true():  # noqa: ASYNC110 - nobody else says when
                await asyncio.sleep(0.01)

    place.inside(look())


def test_how_long_things_are_kept_is_heard_by_servers_that_run(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("funicular.live.admin_orders.SWEEP_SECONDS", 0.0)
    assert site.admin("retention", "--keep-tables", "12", "--yes")["tables"] == 12
    for place in site.servers:
        wait_until(place, lambda place=place: place.app.services.admin_orders.keep.tables == 12)
        assert "12 days after the last" in place.ask("/api/privacy?lang=en").json["html"]


def test_a_banned_name_can_be_taken_by_nobody(site: Site) -> None:
    place = site.servers[-1]
    opened = place.open(name="Ada")
    site.admin("ban", "Zoé")
    wait_until(place, lambda: place.app.services.bans.refuses_name("zoé"))
    wish = {"game": "dnpup", "seats": 3, "lang": "en", "level": "casual", "pace": "instant"}
    refused = place.ask("/api/tables", wish | {"name": "ZOÉ", "nonce": nonce()})
    assert (refused.status, refused.json["code"]) == (403, "forbidden")

    async def play() -> None:
        async with (
            place.guest(opened) as host,
            place.guest(opened, invite=opened["invite"]) as visitor,
        ):
            assert (await host.do("rename", name="zoé"))["code"] == "forbidden"
            taken = await visitor.do("sit", name="Zoé", nonce=nonce())
            assert taken["code"] == "forbidden"
            assert (await visitor.do("sit", name="Ben", nonce=nonce()))["type"] == "done"

    asyncio.run(play())


def test_an_erased_name_is_gone_from_the_table_as_it_is_played(site: Site) -> None:
    here, there = site.servers[0], site.servers[-1]
    opened = here.open(name="Zoé")

    async def play() -> None:
        async with here.guest(opened) as host, there.guest(opened) as again:
            assert (await host.do("say", text="my secret"))["type"] == "done"
            await again.until(lambda me: bool(me.said))
            planned = await in_thread(site, "erase", "zoé", "--dry-run")
            told = await in_thread(site, "erase", "zoé", "--yes")
            assert (
                told["tables"] == planned["tables"] == {opened["table"]: {"names": 1, "lines": 1}}
            )
            for guest in (host, again):
                await guest.until(lambda me: me.table["chairs"][0]["name"] == "Player")
            # The seat is still theirs, and so is the table.
            assert (await host.do("say", text="still here"))["type"] == "done"
        async with there.guest(opened) as back:
            await back.until(lambda me: bool(me.said))
            assert [(line["name"], line["text"]) for line in back.said] == [
                ("Player", "still here")
            ]

    asyncio.run(play())


def test_nothing_secret_is_told_of_a_table(site: Site) -> None:
    place = site.servers[0]
    opened = place.open("ascenseur-52", start=True, name="Ada")

    async def play() -> list[str]:
        async with place.guest(opened) as host:
            await host.until(lambda me: me.deal is not None)
            await host.do("say", text="hello there")
            assert host.deal is not None
            return [str(card) for card in host.deal["sight"]["hand"]]

    hand = asyncio.run(play())
    told = site.admin("inspect", opened["table"])
    assert told["seats"][0]["name"] == "Ada"
    assert [line["text"] for line in told["chat"]] == ["hello there"]
    written = json.dumps(told)
    for secret in (opened["token"], opened["invite"], "seed", "nonce", "key", "hand"):
        assert secret not in written
    assert hand
    assert not any(f'"{card}"' in written for card in hand)
    (listed,) = site.admin("list", "--game", "ascenseur-52", "--name", "ada")["tables"]
    assert listed["id"] == opened["table"]
    assert (listed["people"], listed["phase"], listed["names"]) == (1, "playing", ["Ada"])
    assert site.admin("list", "--phase", "over")["tables"] == []


def test_a_server_logs_once_that_its_store_refuses_and_once_that_it_writes_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    data, kept = tmp_path / "tables.db", tmp_path / "kept.db"

    def events() -> list[tuple[str, dict[str, object]]]:
        about = [(each.getMessage(), vars(each).get("about", {})) for each in caplog.records]
        return [each for each in about if each[0] in ("store-refuses", "store-writes-again")]

    with caplog.at_level("INFO", "funicular"), live_server(data) as place:
        opened = place.open()
        data.rename(kept)
        for number in range(3):
            say = {"id": str(number), "command": {"do": "say", "text": "hello"}}
            secret = {"Authorization": f"Bearer {opened['token']}"}
            refused = place.ask(f"/api/tables/{opened['table']}/commands", say, **secret)
            assert (refused.status, refused.json["code"]) == (503, "busy")
        kept.rename(data)
        assert place.ask(f"/api/tables/{opened['table']}/commands", say, **secret).status == 200
    refuses, again = events()
    assert refuses[0] == "store-refuses"
    assert refuses[1]["table"] == opened["table"]
    assert "deleted or replaced" in str(refuses[1]["problem"])
    assert again[0] == "store-writes-again"
