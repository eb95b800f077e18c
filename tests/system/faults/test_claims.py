"""Two people claim one seat at the same instant: one gets it, the other is told so."""

from __future__ import annotations

import asyncio
import os
import secrets
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from funicular.client import RefusedByServer, connect
from funicular.live.messages import Done
from funicular.table.commands import Sit
from tests.kit.serving import Message
from tests.system.faults.judge import check_numbers, table_of
from tests.system.faults.reading import read_logs
from tests.system.faults.serving import Server, Start

SOAKING = os.environ.get("FUNICULAR_SOAK") == "1"
RACES = 2000 if SOAKING else 100


async def claim(
    server: Server, opened: Message, name: str, both: asyncio.Barrier
) -> Done | RefusedByServer:
    """Come in, wait until the other is in too, and ask for the second seat."""
    async with connect(f"{server.address}/t/{opened['table']}#{opened['invite']}") as table:
        await both.wait()
        try:
            return await table.do(Sit(name, secrets.token_hex(16), seat=1))
        except RefusedByServer as refused:
            return refused


class Race(Struct, frozen=True):
    """One race, and who won it."""

    table: str
    winner: str
    token: str


async def race(servers: Sequence[Server]) -> Race:
    """Let two people race, at two servers where there are two."""
    opened = await asyncio.to_thread(servers[0].open)
    both = asyncio.Barrier(2)
    answers = await asyncio.gather(
        claim(servers[0], opened, "Max", both), claim(servers[-1], opened, "Eva", both)
    )
    won = [answer for answer in answers if isinstance(answer, Done)]
    lost = [answer for answer in answers if isinstance(answer, RefusedByServer)]
    assert len(won) == len(lost) == 1, answers
    winner = ("Max", "Eva")[answers.index(won[0])]
    assert lost[0].code == "taken"
    assert winner in lost[0].text
    assert won[0].token is not None
    return Race(opened["table"], winner, won[0].token)


def race_often(servers: Sequence[Server], times: int) -> None:
    """Race after race; then the log says the same."""

    async def main() -> list[Race]:
        return [await race(servers) for _ in range(times)]

    races = asyncio.run(main())
    logs = read_logs(servers[0].how.data, [each.table for each in races])
    for each, rows in zip(races, logs, strict=True):
        check_numbers(rows)
        table = table_of(rows)
        assert table.names == ("Ada", each.winner, "")
        # The one token there is opens that seat.
        assert table.seat_of(table.guest_of(each.token)) == 1


def test_of_two_who_claim_a_seat_one_gets_it(tmp_path: Path) -> None:
    with Server(Start(str(tmp_path / "tables.db")), tmp_path) as server:
        race_often([server], RACES)
        assert "Traceback" not in server.errors


def test_also_at_two_servers(tmp_path: Path, postgres_url: str, redis_url: str) -> None:
    how = Start(postgres_url, ("--redis", redis_url))
    with Server(how, tmp_path) as one, Server(how, tmp_path) as other:
        race_often([one, other], RACES // 2)
        assert "Traceback" not in one.errors + other.errors
