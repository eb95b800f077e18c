"""A server that is stopped under play and goes on later, and tables that go home after a restart.

`python -m tests.system.rolling hang` and `… share` measure both, with more tables.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

from tests.kit.counted import COUNTED
from tests.system.rolling.hanging import Hanging
from tests.system.rolling.shares import Sharing
from tests.system.rolling.site import Site
from tests.system.servers.postgres import Postgres
from tests.system.servers.redis import Redis


def test_a_stopped_server_costs_a_pause_and_nothing_else_and_tables_go_home(
    tmp_path: Path,
    postgres_server: Postgres,
    redis_server: Redis,
    record_property: Callable[[str, object], None],
) -> None:
    """Pages come from the other server, players go on there, and nothing is lost or doubled."""
    site = Site(tmp_path, postgres_server, redis_server)
    try:
        site.start()
        hung = asyncio.run(Hanging(site, tables=2, quiet=0.0, after=0.0).run())
        # A machine that is too slow for nginx's patience has others among them.
        assert 200 in {each.status for each in hung.later}
        assert hung.acknowledged
        shares = asyncio.run(Sharing(site, tables=12, wait=0.0, played=1).run())
        assert shares.acknowledged
        # Both restarted, and one had nearly everything: it has let go of the other's.
        assert min(shares.found[-1][1]) > 0
        record_property(COUNTED, "\n".join([*hung.lines(), *shares.lines()]))
    finally:
        site.close()
        postgres_server.start()
        postgres_server.drop(site.data)
