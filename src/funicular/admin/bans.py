"""Which addresses and names are not let in, as an operator writes them and as they are compared."""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import IPv4Network, IPv6Network, ip_network

from funicular.core.errors import FunicularError
from funicular.store.administration import Ban
from funicular.table.text_safety import folded

Network = IPv4Network | IPv6Network

# One household has at least this many addresses, so fewer are never banned.
HOUSEHOLD_BITS = 64
# A shorter beginning than this would ban a good part of the world.
LEAST_BITS = {4: 8, 6: 16}


class BadBan(FunicularError):
    """Something that cannot be banned."""


def read_network(text: str) -> Network:
    """The network of an address, of `ADDRESS/BITS`, or of the /64 of an IPv6 address."""
    try:
        network = ip_network(text.strip(), strict=False)
    except ValueError as error:
        raise BadBan("admin.bad-address", value=text) from error
    mapped = network.network_address.ipv4_mapped if isinstance(network, IPv6Network) else None
    if mapped is not None:
        network = ip_network((mapped, max(0, network.prefixlen - 96)), strict=False)
    if isinstance(network, IPv6Network) and network.prefixlen > HOUSEHOLD_BITS:
        network = network.supernet(new_prefix=HOUSEHOLD_BITS)
    least = LEAST_BITS[network.version]
    if network.prefixlen < least:
        raise BadBan("admin.too-wide", value=text, least=least)
    return network


def looks_like_address(text: str) -> bool:
    """Whether this is an address or a network rather than a name."""
    try:
        ip_network(text.strip(), strict=False)
    except ValueError:
        return False
    return True


def address_ban(text: str, *, reason: str, made: float, until: float | None) -> Ban:
    """The ban of an address or a network."""
    return Ban("address", str(read_network(text)), text.strip(), reason, made, until)


def name_ban(name: str, *, reason: str, made: float, until: float | None) -> Ban:
    """The ban of a name, in whatever capitals and forms of letters."""
    if not name.strip():
        raise BadBan("admin.no-name")
    return Ban("name", folded(name.strip()), name.strip(), reason, made, until)


class BanList:
    """All bans, ready to be asked. Asking costs one lookup for each length of network banned."""

    def __init__(self, bans: Iterable[Ban] = ()) -> None:
        """Take those that hold."""
        self._networks: dict[Network, float | None] = {}
        self._names: dict[str, float | None] = {}
        for ban in bans:
            if ban.kind == "address":
                self._networks[ip_network(ban.subject)] = ban.until
            else:
                self._names[ban.subject] = ban.until
        lengths = {(network.version, network.prefixlen) for network in self._networks}
        self._lengths = {
            version: sorted(bits for other, bits in lengths if other == version)
            for version in LEAST_BITS
        }

    def __bool__(self) -> bool:
        """Tell whether anything is banned."""
        return bool(self._networks or self._names)

    def bans_address(self, address: str, now: float) -> bool:
        """Whether this address, or the network that stands for it, is banned."""
        if not self._networks:
            return False
        try:
            network = ip_network(address, strict=False)
        except ValueError:
            return False
        return any(
            bits <= network.prefixlen
            and self._holds(self._networks, network.supernet(new_prefix=bits), now)
            for bits in self._lengths[network.version]
        )

    def bans_name(self, name: str, now: float) -> bool:
        """Whether people would take this name for one that is banned."""
        return bool(self._names) and self._holds(self._names, folded(name.strip()), now)

    @staticmethod
    def _holds(bans: dict, key: object, now: float) -> bool:  # type: ignore[type-arg]
        if key not in bans:
            return False
        until = bans[key]
        return until is None or until > now
