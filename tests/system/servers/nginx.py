"""An nginx of the tests' own with the file that we ship, deploy/nginx.conf, in front of servers.

Only what every operator changes is changed: the name's ports, the certificate, and the servers.
"""

from __future__ import annotations

import http.client
import re
import signal
import socket
import ssl
from collections import Counter
from collections.abc import Sequence
from typing import ClassVar

from tests.system.servers.programs import ROOT, programs
from tests.system.servers.server import Server, free_port

SITE = ROOT / "deploy" / "nginx.conf"
NAME = "cards.example"
# What a distribution's own nginx.conf would say, with enough connections for the tests.
MAIN = """
daemon off;
pid {folder}/nginx.pid;
error_log stderr warn;
worker_processes 1;
events {{ worker_connections 4096; }}
http {{
    log_format short '$status $request_method $uri $upstream_addr';
    access_log {folder}/access.log short;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/site.conf;
}}
"""


class Nginx(Server):
    """nginx at two ports: `port` speaks plain HTTP, `secure_port` TLS with its own certificate."""

    name: ClassVar[str] = "nginx"
    stop_signal: ClassVar[signal.Signals] = signal.SIGTERM

    def __init__(self, servers: Sequence[int] = (), fails: str = "max_fails=0") -> None:
        """Take the ports of the servers behind it, which may also be said before it starts.

        `fails` is what the file says of servers that do not answer, for a look at something else.
        """
        super().__init__()
        self._fails = fails
        self.secure_port = free_port()
        self.servers = servers

    def prepare(self) -> None:
        self.run(
            *("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"),
            *("-nodes", "-days", "2", "-subj", f"/CN={NAME}"),
            *("-addext", f"subjectAltName=DNS:{NAME},IP:127.0.0.1"),
            *("-keyout", str(self.folder / "privkey.pem")),
            *("-out", str(self.folder / "fullchain.pem")),
        )

    def command(self) -> tuple[str, ...]:
        (self.folder / "nginx.conf").write_text(MAIN.format(folder=self.folder))
        (self.folder / "site.conf").write_text(self._site())
        config = str(self.folder / "nginx.conf")
        return (str(programs().nginx), "-e", "stderr", "-p", str(self.folder), "-c", config)

    def _site(self) -> str:
        text = SITE.read_text(encoding="utf-8")
        text = text.replace(f"/etc/letsencrypt/live/{NAME}", str(self.folder))
        six = socket.has_ipv6 and _has_loopback_6()
        for usual, ours in ((80, self.port), (443, self.secure_port)):
            text = text.replace(f"listen {usual}", f"listen 127.0.0.1:{ours}")
            seventh = rf"listen \[::\]:{usual}(.*;)"
            text = re.sub(seventh, rf"listen [::1]:{ours}\1" if six else "", text)
        # As the comment says, a second server is a second line.
        text = text.replace("# server 127.0.0.1:8766", "server 127.0.0.1:8766")
        first, second = (*self.servers, *self.servers)[:2]
        text = text.replace("127.0.0.1:8765", f"127.0.0.1:{first}")
        line = f"server 127.0.0.1:{second} weight=10 max_fails=0;" if len(self.servers) > 1 else ""
        text = text.replace("server 127.0.0.1:8766 weight=10 max_fails=0;", line)
        return text.replace("max_fails=0;", f"{self._fails};")

    def answers(self) -> bool:
        try:
            asked = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
            try:
                asked.request("GET", "/", headers={"Host": NAME})
                return asked.getresponse().getheader("Location") == f"https://{NAME}/"
            finally:
                asked.close()
        except (OSError, http.client.HTTPException):
            return False

    @property
    def trust(self) -> ssl.SSLContext:
        """What a client needs to believe this nginx."""
        return ssl.create_default_context(cafile=str(self.folder / "fullchain.pem"))

    @property
    def host(self) -> str:
        """What a browser would send as Host: the name, and the port since it is not 443."""
        return f"{NAME}:{self.secure_port}"

    def ask(
        self, path: str, body: bytes | None = None, **headers: str
    ) -> tuple[int, dict[str, str], bytes]:
        """GET, or POST where there is a body, over TLS: status, headers and body of the answer."""
        asked = http.client.HTTPSConnection(
            "127.0.0.1", self.secure_port, timeout=60, context=self.trust
        )
        try:
            method = "GET" if body is None else "POST"
            asked.request(method, path, body, {"Host": self.host} | headers)
            answer = asked.getresponse()
            found = {name.lower(): value for name, value in answer.getheaders()}
            return answer.status, found, answer.read()
        finally:
            asked.close()

    def statuses(self) -> Counter[int]:
        """How often it answered with what so far; sockets count when they end."""
        lines = (self.folder / "access.log").read_text().splitlines()
        return Counter(int(line.split()[0]) for line in lines)


def _has_loopback_6() -> bool:
    with socket.socket(socket.AF_INET6) as tried:
        try:
            tried.bind(("::1", 0))
        except OSError:
            return False
    return True
