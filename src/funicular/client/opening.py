"""Coming to a table: one that exists, by its link, or a new one on a server."""

from __future__ import annotations

import asyncio
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from types import MappingProxyType
from typing import TypedDict, TypeVar, Unpack
from urllib.parse import urlsplit

import msgspec

from funicular.client.address import SOCKETS, read_link
from funicular.client.errors import BadLink, BadMessage, RefusedByServer, ServerGone
from funicular.client.socket import Dial, dial
from funicular.client.table import LiveTable, Timing, new_nonce
from funicular.core.options import OptionsByName
from funicular.live.messages import NewTable, Opened, Refused
from funicular.table.wire import Clock, Pace

T = TypeVar("T")
REQUEST_SECONDS = 30.0
NO_HEADERS: Mapping[str, str] = MappingProxyType({})


@asynccontextmanager
async def connect(  # noqa: PLR0913 - all but the link may be left out
    link: str,
    *,
    name: str | None = None,
    token: str | None = None,
    seat: int | None = None,
    lang: str = "en",
    timing: Timing = Timing(),  # noqa: B008 - a value
    dial: Dial = dial,
    lost: Callable[[], None] = lambda: None,
) -> AsyncIterator[LiveTable]:
    """The table behind a link, while this lasts.

    With a `name` one sits down, unless the `token` is that of a seat at this table already; without
    one, one watches. Keep `table.token` to come back to the seat another time.
    """
    table = LiveTable(read_link(link), lang=lang, token=token, timing=timing, dial=dial, lost=lost)
    async with table:
        if name is not None and table.view.seat is None:
            await table.sit(name, seat=seat)
        yield table


class NewLink(msgspec.Struct, frozen=True):
    """A table just opened: its link for others, and the token of the host's seat."""

    link: str
    token: str


class TableWish(TypedDict, total=False):
    """What else may be said of a new table: the other fields of `NewTable`."""

    options: OptionsByName
    deals: int | None
    target: int | None
    level: str
    pace: Pace
    open: bool
    clock: Clock | None
    start: bool
    face: int | None
    hints: bool


async def open_table(
    server: str,
    game: str,
    *,
    seats: int,
    name: str,
    lang: str = "en",
    **wish: Unpack[TableWish],
) -> NewLink:
    """Open a table on the server at this address (`http://127.0.0.1:8765`), with a seat for `name`.

    Further keywords are those of `NewTable` in `docs/protocol.md`: `options`, `level`, `clock`, ….
    Come to it with `connect(opened.link, token=opened.token)`.
    """
    if urlsplit(server).scheme not in SOCKETS:
        raise BadLink("client.bad-server", text=server)
    base = server.rstrip("/")
    new = NewTable(game=game, seats=seats, name=name, nonce=new_nonce(), lang=lang, **wish)
    body = msgspec.json.encode(new)
    opened = await asyncio.to_thread(request_json, f"{base}/api/tables", Opened, body)
    return NewLink(f"{base}/t/{opened.table}#{opened.invite}", opened.token)


def request_json(
    url: str, kind: type[T], body: bytes | None = None, headers: Mapping[str, str] = NO_HEADERS
) -> T:
    """What the server answers at this address, to this body if there is one."""
    request = urllib.request.Request(  # noqa: S310 - the scheme was looked at
        url, body, {"Content-Type": "application/json", **headers}
    )
    try:
        with urllib.request.urlopen(request, timeout=REQUEST_SECONDS) as answer:  # noqa: S310 - as above
            return _read(answer.read(), kind)
    except urllib.error.HTTPError as error:
        with error:
            refused = _read(error.read(), Refused)
        raise RefusedByServer(refused.code, refused.text, refused.wait) from error
    except OSError as error:
        raise ServerGone("client.gone", name=urlsplit(url).netloc) from error


def _read(data: bytes, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise BadMessage("client.bad-message", problem=str(error)) from error
