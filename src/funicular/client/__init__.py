"""An asynchronous client for live tables: what `funicular join` is made of, and bots of yours.

    async with client.connect(link, name="Ada") as table:
        async for view in table.views():
            if view.my_turn:
                await table.play(view.legal[0])

`connect` sits down at the table behind a link, `open_table` opens a new one. A `LiveTable` gives
views as they come and takes commands; it comes back by itself when the connection breaks, and sends
again what was not answered. `docs/client.md` is the guide, `docs/protocol.md` the protocol below.
"""

from funicular.client.address import TableAddress, read_link
from funicular.client.errors import (
    BadLink,
    BadMessage,
    ClientError,
    RefusedByServer,
    SeatLost,
    ServerGone,
)
from funicular.client.opening import NewLink, connect, open_table
from funicular.client.table import LiveTable, Timing
from funicular.client.view import TableView

__all__ = [
    "BadLink",
    "BadMessage",
    "ClientError",
    "LiveTable",
    "NewLink",
    "RefusedByServer",
    "SeatLost",
    "ServerGone",
    "TableAddress",
    "TableView",
    "Timing",
    "connect",
    "open_table",
    "read_link",
]
