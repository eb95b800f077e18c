"""A Redis of the tests' own. It keeps nothing: what it held is gone when it stops."""

import signal
from typing import ClassVar

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from tests.system.servers.programs import programs
from tests.system.servers.server import Server


class Redis(Server):
    name: ClassVar[str] = "redis"
    stop_signal: ClassVar[signal.Signals] = signal.SIGTERM

    def prepare(self) -> None:
        """It needs nothing but its folder."""

    def command(self) -> tuple[str, ...]:
        settings = {
            "bind": "127.0.0.1",
            "port": str(self.port),
            "unixsocket": str(self.folder / "socket"),
            "dir": str(self.folder),
            "save": "",
            "appendonly": "no",
            "daemonize": "no",
        }
        given = (word for name, value in settings.items() for word in (f"--{name}", value))
        return (str(programs().redis), *given)

    def answers(self) -> bool:
        try:
            with self._client() as client:
                return bool(client.ping())
        except redis.RedisError:
            return False

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def empty(self) -> None:
        """Forget everything. Starts the server if need be."""
        self.start()
        with self._client() as client:
            client.flushall()

    def _client(self) -> redis.Redis:
        """Through the socket in our folder, where no other server can be."""
        # Its own patience is put aside: `start` has enough.
        return redis.Redis(
            unix_socket_path=str(self.folder / "socket"), retry=Retry(NoBackoff(), 0)
        )
