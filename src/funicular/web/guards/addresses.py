"""Whose request it is: the address that limits are counted by.

A socket's other end is believed. What it says about somebody before it, in `X-Forwarded-For`, is
believed only from a proxy that the server was told to trust; then the rightmost address that is no
such proxy is the visitor's, because everything left of it could be the visitor's own invention.

Many IPv6 addresses belong to one person, so there the network of 64 bits is what is counted, and
the wider networks that one customer of a provider may have (56 and 48 bits) are known with it.
"""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import TYPE_CHECKING

from msgspec import Struct
from starlette.datastructures import Headers
from starlette.types import Scope

from funicular.live.logs import log
from funicular.web.network_settings import NetworkSettings

if TYPE_CHECKING:
    from funicular.admin.bans import Network

IP = IPv4Address | IPv6Address

# What one household, one customer and one site have of IPv6.
NETWORK_BITS = 64
WIDER_BITS = (48, 56)
# A proxy that nobody told us about has been here, whatever else it says.
FORWARDING = ("forwarded", "x-forwarded-for", "x-real-ip", "via")
KEY = "funicular.caller"
# Whether this server lives (web/health.py).
ALIVE = "/healthz"
UNKNOWN = "unknown"


class Caller(Struct, frozen=True):
    """Somebody who asks: what they are counted by, whether they are, whether all of it is https."""

    address: str
    exempt: bool = False
    secure: bool = False
    # Through a proxy that was named, whose connections many callers share.
    proxied: bool = False

    @property
    def networks(self) -> tuple[str, ...]:
        """The networks that hold the address, the widest first, the address itself last.

        One for IPv4; /48, /56 and /64 for IPv6.
        """
        return networks_of(self.address)


def caller_of(scope: Scope) -> Caller:
    """Who asks, as the door has found out."""
    caller: Caller = scope[KEY]
    return caller


class Callers:
    """Tells callers apart."""

    def __init__(self, door: NetworkSettings) -> None:
        """Take whom to believe."""
        self._proxies: tuple[Network, ...] = door.proxies  # type: ignore[assignment]  # see NetworkSettings
        self._limit_loopback = door.limit_loopback
        self._warned = False

    def find(self, scope: Scope) -> Caller:
        """Whose request this is."""
        peer = _read(str((scope.get("client") or ("",))[0]))
        headers = Headers(scope=scope)
        secure = scope["scheme"] in ("https", "wss")
        if peer is None:
            return Caller(UNKNOWN, secure=secure)
        if self._is_proxy(peer):
            if scope.get("path") == ALIVE and "x-forwarded-for" not in headers:
                # The proxy asks by itself, before each request, where to send it.
                return Caller(counted(peer), exempt=True, secure=secure, proxied=True)
            said = headers.get("x-forwarded-proto", "").rpartition(",")[2].strip().casefold()
            chain = ",".join(headers.getlist("x-forwarded-for")).split(",")
            secure = said in ("https", "wss")
            return Caller(counted(self._visitor(peer, chain)), secure=secure, proxied=True)
        forwarded = any(name in headers for name in FORWARDING)
        if forwarded and peer.is_loopback:
            self._warn(peer)
        # Programs on this machine need no limits. But once a proxy was named, or has
        # betrayed itself, this is perhaps everybody.
        alone = not (forwarded or self._proxies or self._limit_loopback)
        return Caller(counted(peer), peer.is_loopback and alone, secure)

    def _is_proxy(self, address: IP) -> bool:
        return any(address in network for network in self._proxies)

    def _visitor(self, peer: IP, chain: list[str]) -> IP:
        """The last in the chain that is no proxy of ours; what cannot be read ends the chain."""
        last = peer
        for part in reversed(chain):
            address = _read(part)
            if address is None:
                return last
            last = address
            if not self._is_proxy(address):
                return last
        return last

    def _warn(self, peer: IP) -> None:
        """Say once that everybody shares one limit, and what to do about it."""
        if not self._warned:
            self._warned = True
            log("proxy-not-trusted", peer=str(peer), hint=f"--trust-proxy {peer}")


def _read(text: str) -> IP | None:
    text = text.strip().strip('"')
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address


def counted(address: IP) -> str:
    """What an address is counted by."""
    if isinstance(address, IPv6Address):
        return str(ip_network((address, NETWORK_BITS), strict=False))
    return str(address)


@lru_cache(maxsize=4096)
def networks_of(counted_address: str) -> tuple[str, ...]:
    """The networks around an address as it is counted, the widest first, itself last."""
    network, _, bits = counted_address.partition("/")
    if bits != str(NETWORK_BITS):
        return (counted_address,)
    wider = (str(ip_network((network, each), strict=False)) for each in WIDER_BITS)
    return (*wider, counted_address)


def is_loopback(text: str) -> bool:
    """Whether this is an address of the machine to itself."""
    address = _read(text)
    return address is not None and address.is_loopback


def is_address(text: str) -> bool:
    """Whether a host is an address, not a name."""
    return _read(text) is not None
