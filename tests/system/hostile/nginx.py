"""A real nginx before the servers, with the configuration that we ship.

Only what belongs to a machine is changed: ports, the certificate, and where it may write.
"""

from __future__ import annotations

import re
import shutil
import signal
import socket
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from tests.system.servers.server import Failed, Server, free_port

SHIPPED = Path(__file__).parents[3] / "deploy" / "nginx.conf"
# Debian's is where only root looks.
PLACES = ("nginx", "/usr/sbin/nginx", "/usr/local/sbin/nginx")
TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


class Nginx(Server):
    """It stands before servers at these ports."""

    name: ClassVar[str] = "nginx"
    stop_signal: ClassVar[signal.Signals] = signal.SIGTERM

    def __init__(self, ports: Sequence[int]) -> None:
        super().__init__()
        self._ports = ports

    def prepare(self) -> None:
        """It needs nothing but its folder; the configuration knows the port."""

    def command(self) -> tuple[str, ...]:
        program = next((found for each in PLACES if (found := shutil.which(each))), None)
        if program is None:
            raise Failed("nginx", "not-found")
        place = self.folder / "nginx.conf"
        place.write_text(self._whole())
        return (program, "-p", str(self.folder), "-e", "stderr", "-c", str(place))

    def answers(self) -> bool:
        with socket.socket() as tried:
            return tried.connect_ex(("127.0.0.1", self.port)) == 0

    def _whole(self) -> str:
        places = "\n".join(f"{each}_temp_path {self.folder}/{each};" for each in TEMPORARY)
        return f"""
daemon off;
error_log stderr warn;
pid {self.folder}/pid;
worker_processes 1;
events {{ worker_connections 4096; }}
http {{
access_log off;
{places}
{site(SHIPPED.read_text(), self.port, self._ports)}
}}
"""


def site(shipped: str, port: int, servers: Sequence[int]) -> str:
    """The shipped site without its certificate, at this port, before servers at these."""

    def upstream(line: re.Match[str]) -> str:
        return "\n".join(f"    server 127.0.0.1:{each}{line[1]};" for each in servers)

    text = re.sub(r"(?m)^ *# *server 127\.0\.0\.1:\d+.*\n", "", shipped)
    text, found = re.subn(r"(?m)^ *server 127\.0\.0\.1:\d+(.*);", upstream, text)
    assert found, "the shipped site names no server"
    text = re.sub(r"(?m)^ *(listen \[::\]|ssl_|http2 ).*\n", "", text)
    text = re.sub(r"(?m)^ *listen 443.*;", f"    listen 127.0.0.1:{port};", text)
    # Its other site only sends people to https.
    return re.sub(r"(?m)^ *listen 80;", f"    listen 127.0.0.1:{free_port()};", text)
