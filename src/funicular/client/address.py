"""The link to a table, as the browser shows it: `http://HOST/t/TABLE#INVITATION`."""

from __future__ import annotations

from urllib.parse import urlsplit

from msgspec import Struct

from funicular.client.errors import BadLink

SOCKETS = {"http": "ws", "https": "wss"}


class TableAddress(Struct, frozen=True):
    """Where a table is, and what lets one in."""

    # The address of its WebSocket.
    socket: str
    # Names the table among those of all servers.
    name: str
    invite: str | None = None


def read_link(text: str) -> TableAddress:
    """The table that this link leads to; `BadLink` says what a link looks like."""
    try:
        link = urlsplit(text)
        host = link.netloc
    except ValueError as error:
        raise BadLink("client.bad-link", text=text) from error
    before, _, table = link.path.rpartition("/t/")
    if link.scheme not in SOCKETS or not host or not table.isalnum() or not table.isascii():
        raise BadLink("client.bad-link", text=text)
    return TableAddress(
        socket=f"{SOCKETS[link.scheme]}://{host}{before}/api/tables/{table}/socket",
        name=f"{host}{before}/{table}",
        invite=link.fragment or None,
    )
