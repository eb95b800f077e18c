"""What nginx hands on with the file that we ship, and one round of restarts behind it.

`python -m tests.system.rolling` does more rounds at more tables, and measures.
"""

from __future__ import annotations

import asyncio
import json
import re
import secrets
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from funicular.client import LiveTable, RefusedByServer, TableAddress
from tests.kit.counted import COUNTED
from tests.system.rolling.restarts import Restarts
from tests.system.rolling.site import Site, Visitor
from tests.system.servers.nginx import NAME
from tests.system.servers.postgres import Postgres
from tests.system.servers.redis import Redis

MB = 1 << 20


@pytest.fixture(scope="module")
def site(
    tmp_path_factory: pytest.TempPathFactory, postgres_server: Postgres, redis_server: Redis
) -> Iterator[Site]:
    site = Site(tmp_path_factory.mktemp("site"), postgres_server, redis_server)
    try:
        site.start()
        yield site
    finally:
        site.close()
        # For whoever comes next; killed, and not started again, if a test has failed.
        postgres_server.start()
        postgres_server.drop(site.data)


def events(site: Site) -> list[dict[str, Any]]:
    return [json.loads(line) for line in site.errors.splitlines()]


def test_the_page_comes_over_tls_from_a_port_that_is_not_443(site: Site) -> None:
    status, headers, body = site.nginx.ask("/")
    assert status == 200
    assert b"<script" in body
    assert headers["strict-transport-security"]
    status, _, body = site.nginx.ask("/api/games", Origin=f"https://{site.nginx.host}")
    assert status == 200
    assert json.loads(body)


def test_a_page_that_there_is_not_is_a_404_also_through_a_proxy(site: Site) -> None:
    assert site.nginx.ask("/metrics")[0] == 404
    assert site.nginx.ask("/no/such/page")[0] == 404
    assert site.nginx.ask("/t/abc")[0] == 200


def test_how_the_server_is_can_be_asked_through_it(site: Site) -> None:
    for path in ("/healthz", "/readyz"):
        status, _, body = site.nginx.ask(path)
        assert (status, json.loads(body)["ok"]) == (200, True)


def test_another_name_or_page_is_refused_in_words_and_told_once(site: Site) -> None:
    for _ in range(2):
        status, _, body = site.nginx.ask("/", Host="other.example")
        assert status == 403
        assert b"--origin https://other.example" in body
        # The name without the port is another one: `$host` in the place of `$http_host`.
        status, _, body = site.nginx.ask("/api/games", Host=NAME, Origin=f"https://{NAME}")
        assert status == 403
        assert f"--origin https://{NAME}".encode() in body
    told = [each["hint"] for each in events(site) if each["event"] == "not-our-name"]
    # Each server tells it by itself.
    assert sorted(set(told)) == ["--origin https://cards.example", "--origin https://other.example"]
    assert max(told.count(each) for each in told) <= len(site.servers)


def test_a_record_may_be_as_long_as_the_server_allows(site: Site) -> None:
    """2 MB are refused by the server, in its words; more than 3 by nginx."""
    status, headers, _ = site.nginx.ask("/api/replays", b"x" * (5 * MB // 2))
    assert (status, headers["content-type"]) == (413, "application/json")
    status, headers, _ = site.nginx.ask("/api/replays", b"x" * (4 * MB))
    assert (status, headers["content-type"]) == (413, "text/html")


def test_sockets_come_through_and_the_visitors_address_too(site: Site) -> None:
    opened = site.servers[0].open()

    async def guess(secret: str) -> str:
        visitor = Visitor(site, "Eve", opened["table"], token=secret)
        address = TableAddress(f"/api/tables/{opened['table']}/socket", opened["table"])
        with pytest.raises(RefusedByServer) as refused:
            await LiveTable(address, token=secret, dial=visitor.dial).open()
        assert refused.value.code == "no-entry"
        return visitor.address

    address = asyncio.run(guess(secrets.token_hex(16)))
    missed = [each["address"] for each in events(site) if each["event"] == "missed"]
    assert missed == [address]


def test_a_socket_of_another_page_is_refused(site: Site) -> None:
    class Stranger(Visitor):
        @property
        def origin(self) -> str:
            return "https://elsewhere.example"

    async def knock() -> int:
        with pytest.raises(InvalidStatus) as refused:
            await Stranger(site, "Eve", "none").dial("/api/tables/none/socket")
        return refused.value.response.status_code

    assert asyncio.run(knock()) == 403
    site.statuses.clear()


def test_a_rolling_restart_costs_nobody_a_502(
    site: Site, record_property: Callable[[str, object], None]
) -> None:
    """Only sockets flow; a server is killed too, and one is started while PostgreSQL is away."""
    before = site.nginx.statuses()
    counts = asyncio.run(Restarts(site, tables=3, rounds=1, short=True).run())
    record_property(COUNTED, "\n".join(counts.lines()))
    assert counts.tables == 3
    assert not counts.refused
    after = counts.answered - before
    assert set(after) == {101}, after
    assert re.search(r'"event":"store-awaited"', site.errors)
