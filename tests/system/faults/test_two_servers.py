"""One table at two servers of one database: whoever comes second reads, and decides again."""

from __future__ import annotations

import asyncio
import os
import secrets
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

import pytest

from funicular.client import connect
from funicular.table.commands import Rename
from tests.kit.serving import Message
from tests.system.faults.duplicate_commands import Habits
from tests.system.faults.judge import check_numbers, table_of
from tests.system.faults.matches import play_match, two_players
from tests.system.faults.network_faults import random_trouble
from tests.system.faults.player import Player
from tests.system.faults.proxy import Proxy
from tests.system.faults.serving import Server, Start
from tests.system.faults.shims import Faults, needs_linux

SOAKING = os.environ.get("FUNICULAR_SOAK") == "1"
COMMANDS = 20_000 if SOAKING else 1000
# Connections of one seat, and what each asks: together no more than a seat may in one burst.
LINES = 5
EACH = 10
SEEDS = range(20 if SOAKING else 1)
DAY = 86_400


@pytest.fixture
def servers(tmp_path: Path, postgres_url: str, redis_url: str) -> Iterator[list[Server]]:
    """Two servers that share a database and wake each other."""
    how = Start(postgres_url, ("--redis", redis_url))
    with Server(how, tmp_path) as one, Server(how, tmp_path) as other:
        yield [one, other]
        assert "Traceback" not in one.errors + other.errors


async def rename(server: Server, opened: Message, token: str, name: str) -> list[str]:
    """Rename one's seat again and again over a connection of one's own."""
    wishes = [f"{name}-{number}" for number in range(EACH)]
    async with connect(f"{server.address}/t/{opened['table']}", token=token) as table:
        for wish in wishes:
            await table.do(Rename(wish), id=wish)
    return wishes


def test_commands_that_race_are_all_done_once(servers: Sequence[Server]) -> None:
    async def main() -> str:
        opened = servers[0].open()
        async with two_players(servers, opened) as (_, players):
            tokens = [player.secret["token"] for player in players]
        done.extend(
            await asyncio.gather(
                *(
                    rename(server, opened, token, f"{server.port}-{line}")
                    for server, token in zip(servers, tokens, strict=True)
                    for line in range(LINES)
                )
            )
        )
        table: str = opened["table"]
        return table

    # At many tables, since one seat may not ask more than a burst of sixty.
    for _ in range(COMMANDS // EACH // LINES // len(servers)):
        done: list[list[str]] = []
        rows = servers[0].rows(asyncio.run(main()))
        check_numbers(rows)
        written = [row.command for row in rows if row.command is not None]
        assert len(written) == sum(map(len, done)) == EACH * LINES * len(servers)
        place = {wish: at for at, wish in enumerate(written)}
        for wishes in done:
            assert [place[wish] for wish in wishes] == sorted(place[wish] for wish in wishes)


def test_a_match_at_two_servers_through_everything(servers: Sequence[Server]) -> None:
    for seed in SEEDS:
        asyncio.run(
            play_match(
                servers,
                random_trouble(seed),
                seed=seed,
                silence=1.0,
                habits=Habits(twice=0.2, stale=0.2, swap=0.1),
            )
        )


@needs_linux
def test_the_clocks_of_two_servers_differ_by_days(
    tmp_path: Path, postgres_url: str, redis_url: str
) -> None:
    """In the log time goes on all the same, and neither takes the other for dead."""
    faults = Faults(tmp_path, tmp_path)

    async def jump(_: Sequence[Proxy], players: Sequence[Player]) -> None:
        for offset in (DAY, -DAY):
            seen = players[0].picture.seq
            await players[0].until(lambda me, seen=seen: me.picture.seq > seen + 5)  # type: ignore[misc]  # bound early
            faults.set(clock=offset)

    right = Start(postgres_url, ("--redis", redis_url))
    wrong = Start(postgres_url, ("--redis", redis_url), environment=faults.environment)
    with Server(wrong, tmp_path) as one, Server(right, tmp_path) as other:
        _, players = asyncio.run(play_match([one, other], jump))
        assert [(player.breaks, player.refused) for player in players] == [(0, [])] * len(players)
        assert "Traceback" not in one.errors + other.errors
    faults.close()


def test_a_seat_lost_at_one_server_is_lost_at_the_other(servers: Sequence[Server]) -> None:
    """The host clears a seat here; whoever sat there is told so at their own server."""

    async def main() -> str:
        opened = servers[0].open()
        keys = {"nonce": secrets.token_hex(16), "token": secrets.token_hex(16)}
        host, guest = (
            Player(
                name,
                partial(getattr, server, "port"),
                opened["table"],
                plays=False,
                invite=opened["invite"],
                **given,
            )
            for name, server, given in (
                ("Ada", servers[0], {"token": opened["token"]}),
                ("Max", servers[1], {}),
            )
        )
        host.come()
        guest.come()
        assert (await guest.do("sit", name="Max", seat=1, **keys))["type"] == "done"
        await host.until(lambda me: me.picture.sees(1))
        assert (await host.do("clear", seat=1))["type"] == "done"
        await guest.until(lambda me: me.picture.you is None)
        assert (await guest.do("say", text="hello?"))["code"] == "forbidden"
        await host.go()
        await guest.go()
        table: str = opened["table"]
        return table

    assert table_of(servers[0].rows(asyncio.run(main()))).names == ("Ada", "", "")
