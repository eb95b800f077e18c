"""What the operator says about the server's network: its names, the proxies before it.

Nothing needs to be said for a table at home. Behind a proxy both do: `origins`, because the page
then has another name than the one this server listens at, and `proxies`, because every request
then comes from the proxy.
"""

from __future__ import annotations

from ipaddress import IPv6Network, ip_network
from urllib.parse import urlsplit

from msgspec import Struct

from funicular.admin.bans import Network
from funicular.core.errors import FunicularError

# No proxies have a wider network than this. Trusting one would be trusting the visitors too, and
# each of them could choose the address that limits are counted by.
WIDEST = {4: 8, 6: 16}
OWN = ip_network("fc00::/7")


class BadNetworkSettings(FunicularError):
    """An address or an origin that is none."""


class NetworkSettings(Struct, frozen=True):
    """Where pages may come from, whom we believe, and whether neighbours are limited too."""

    # Such as `https://cards.example`; besides the server's own.
    origins: tuple[str, ...] = ()
    # Any: msgspec knows no networks.
    proxies: tuple[object, ...] = ()
    # Also limit who comes from this very machine.
    limit_loopback: bool = False

    @property
    def names(self) -> frozenset[str]:
        """The hosts of the origins, with their ports where they have one."""
        return frozenset(urlsplit(origin).netloc.casefold() for origin in self.origins)


def read_origins(text: str | None, name: str = "--origin") -> tuple[str, ...]:
    """The origins in a list with commas; `name` is what the setting was called."""
    return tuple(_origin(part.strip(), name) for part in (text or "").split(",") if part.strip())


def _origin(text: str, name: str) -> str:
    try:
        parts = urlsplit(text)
        whole = parts.scheme in ("http", "https") and parts.hostname is not None
        # A wrong port is only found by asking for it.
        whole = whole and (parts.port is None or parts.port > 0) and "@" not in parts.netloc
    except ValueError:
        whole = False
    if not whole or parts.path.strip("/") or parts.query or parts.fragment:
        raise BadNetworkSettings("cli.serve.no-origin", name=name, value=text)
    return f"{parts.scheme}://{parts.netloc}".casefold()


def read_proxies(text: str | None, name: str = "--trust-proxy") -> tuple[Network, ...]:
    """The addresses and networks in a list with commas; `name` is what the setting was called."""
    return tuple(_network(part.strip(), name) for part in (text or "").split(",") if part.strip())


def _network(text: str, name: str) -> Network:
    try:
        found = ip_network(text, strict=False)
    except ValueError as error:
        raise BadNetworkSettings("cli.serve.no-proxy", name=name, value=text) from error
    own = isinstance(found, IPv6Network) and isinstance(OWN, IPv6Network) and found.subnet_of(OWN)
    if found.prefixlen < WIDEST[found.version] and not own:
        raise BadNetworkSettings("cli.serve.trusts-everybody", name=name, value=text)
    return found
