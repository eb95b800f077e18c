"""The link to a table, as the browser shows it: `http://HOST/t/TABLE#INVITE`."""

from __future__ import annotations

from urllib.parse import urlsplit

from msgspec import Struct

from funicular.cli.errors import BadArguments

SOCKETS = {"http": "ws", "https": "wss"}


class Address(Struct, frozen=True):
    """A table, where it is, and what lets one in."""

    socket: str
    # Names the table among those of all servers.
    name: str
    invite: str | None


def read_address(text: str | None) -> Address:
    """The table that the link leads to."""
    if not text:
        raise BadArguments("cli.join.which-table")
    try:
        link = urlsplit(text)
        host = link.netloc
    except ValueError as error:
        raise BadArguments("cli.join.no-link", text=text) from error
    before, _, table = link.path.rpartition("/t/")
    if link.scheme not in SOCKETS or not host or not table.isalnum() or not table.isascii():
        raise BadArguments("cli.join.no-link", text=text)
    return Address(
        socket=f"{SOCKETS[link.scheme]}://{host}{before}/api/tables/{table}/socket",
        name=f"{host}{before}/{table}",
        invite=link.fragment or None,
    )
