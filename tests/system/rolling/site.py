"""The site: PostgreSQL, Redis, two servers, and nginx in front; and people who come through it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from funicular.client import Timing
from funicular.client.socket import WebSocket
from tests.system.faults.player import Player
from tests.system.kills.processes import House
from tests.system.servers.nginx import NAME, Nginx
from tests.system.servers.postgres import Postgres
from tests.system.servers.redis import Redis

# How browsers come back, in seconds: as in client/src/connection/transport.svelte.ts.
SHORTEST, LONGEST = 0.3, 5.0
# And when they leave a server that says nothing.
SILENCE = 5.5


class Site(House):
    """Two servers that believe the nginx in front of them, at a port that is not 443."""

    def __init__(
        self, folder: Path, postgres: Postgres, redis: Redis, fails: str = "max_fails=0"
    ) -> None:
        self.nginx = Nginx(fails=fails)
        origin = f"https://{self.nginx.host}"
        # A server that is down when everything else is must not wait for ever.
        settings = ("--origin", origin, "--trust-proxy", "127.0.0.1", "--wait-for-store", "300")
        super().__init__(folder, postgres, redis, settings)
        self.nginx.servers = [server.port for server in self.servers]
        # What people got instead of a socket.
        self.statuses: Counter[int] = Counter()

    def start(self) -> None:
        super().start()
        self.nginx.start()

    def close(self) -> None:
        """End everything, however it is."""
        super().close()
        self.nginx.close()

    def visitor(self, name: str, _: Callable[[], int], table: str, **more: object) -> Visitor:
        """Somebody who comes through nginx."""
        return Visitor(self, name, table, **more)


class Visitor(Player):
    """Somebody with a browser: over TLS, with an Origin, and with a browser's patience.

    Each has an address of their own, as visitors do.
    """

    def __init__(self, site: Site, name: str, table: str, **more: object) -> None:
        super().__init__(name, lambda: site.nginx.secure_port, table, **more)  # type: ignore[arg-type]  # as Player takes them
        self._site = site
        self._own = random.Random(f"{name} {table}")
        self.address = f"127.{self._own.randint(1, 250)}.{self._own.randint(0, 250)}.7"

    @property
    def origin(self) -> str:
        """The page that asks."""
        return f"https://{self._site.nginx.host}"

    @property
    def timing(self) -> Timing:
        """As a browser comes back."""
        return replace(super().timing, silence=SILENCE, first_pause=SHORTEST, longest_pause=LONGEST)

    async def dial(self, path: str) -> WebSocket:
        nginx = self._site.nginx
        try:
            return await connect(
                f"wss://{nginx.host}{path}",
                host="127.0.0.1",
                port=nginx.secure_port,
                local_addr=(self.address, 0),
                ssl=nginx.trust,
                server_hostname=NAME,
                origin=self.origin,  # type: ignore[arg-type]  # a str with another name
                ping_interval=None,
                max_size=None,
                close_timeout=0.1,
                proxy=None,
            )
        except InvalidStatus as error:
            self._site.statuses[error.response.status_code] += 1
            raise
