"""Sockets of a banned address are closed, new ones refused with a sentence; nothing goes wrong."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from funicular.store.administration import Ban
from tests.system.fuzz.wire import Closed, Line, line
from tests.web.flooding import greeted
from tests.web.live import Place, live_server


async def knock(place: Place, table: str) -> None:
    async with place.socket(table):
        pass


def closed_with(wire: Line) -> int | None:
    try:
        while True:
            wire.frame()
    except Closed as closed:
        return closed.code


@pytest.mark.parametrize("parser", ["httptools", "h11"])
def test_sockets_of_a_banned_address_end_without_an_error_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, parser: str
) -> None:
    with live_server(tmp_path / "tables.db", protocols={"http": parser}) as place:
        opened = place.open()

        async def ban() -> None:
            everyone = Ban("address", "127.0.0.0/8", "127.0.0.0/8", "a test", time.time())
            place.app.services.bans.take([everyone])

        with line(place.port) as seated, line(place.port) as silent, line(place.port) as lost:
            greeted(seated, opened)
            silent.upgrade(f"/api/tables/{opened['table']}/socket")
            lost.upgrade("/api/tables/nowhere/socket")
            place.inside(ban())
            for wire in (seated, silent, lost):
                assert closed_with(wire) == 4003
        for table in (opened["table"], "nowhere"):
            with pytest.raises(InvalidStatus) as refused:
                asyncio.run(knock(place, table))
            assert refused.value.response.status_code == 403
            assert json.loads(refused.value.response.body or b"")["code"] == "forbidden"
    errors = [each.getMessage() for each in caplog.records if each.levelno >= logging.ERROR]
    assert errors == []
