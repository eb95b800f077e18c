"""The messages between a client and the server: JSON objects, told apart by `type`.

A client opens a socket on `/api/tables/ID/socket` and says `Hello`; the server answers `Welcome`
or `Refused` and closes. From then on the client sends `Do` and `Why`; the server answers each by
its id with `Done` or `Refused`, or `Reason`, and sends `Update` whenever something has changed.
`docs/protocol.md` tells it in full, and its schema is generated from here.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from funicular.core.options import OptionsByName
from funicular.table.commands import AnyCommand, Face, LevelName, MoveText, Name, Nonce
from funicular.table.wire import AnyDeal, Clock, Line, Pace, Running, TableShown

PROTOCOL = 1
# No message from a client is longer, in bytes.
LONGEST_MESSAGE = 4096

Secret = Annotated[str, Meta(max_length=64)]
# No database keeps a NUL.
Id = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[^\x00]*$")]
Lang = Annotated[str, Meta(min_length=2, max_length=8)]


class FromClient(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """Something a client says."""


class Hello(FromClient, frozen=True, tag="hello"):
    """Who comes, with the secret that lets them in: a seat's token, or the table's invitation."""

    protocol: int
    lang: Lang
    token: Secret | None = None
    invite: Secret | None = None
    # The last `seq` seen of this table, to get only what was missed since.
    seen: int | None = None


class Do(FromClient, frozen=True, tag="do"):
    """Do something. The same id again is the same command, done once, answered again."""

    id: Id
    command: AnyCommand


class Why(FromClient, frozen=True, tag="why"):
    """Ask why one may not make this move. Changes nothing, whatever the move."""

    id: Id
    move: MoveText


class Ping(FromClient, frozen=True, tag="ping"):
    """Still there? Answered with `Pong`."""


AnyFromClient = Hello | Do | Why | Ping


class FromServer(Struct, frozen=True, tag_field="type", omit_defaults=True):
    """Something the server says."""


class Welcome(FromServer, frozen=True, tag="welcome"):
    """You are in. Everything as it is now; of chat and deal, what you had not seen."""

    protocol: int
    # The number of the last thing that happened at this table.
    seq: int
    table: TableShown
    # None before the first deal.
    deal: AnyDeal | None
    said: tuple[Line, ...]
    # At a table with a clock: those that run, as they stand when this is written.
    running: tuple[Running, ...] = ()


class Update(FromServer, frozen=True, tag="update"):
    """Something has changed; what is missing here has not."""

    seq: int
    table: TableShown | None = None
    deal: AnyDeal | None = None
    said: tuple[Line, ...] = ()
    # As in `Welcome`.
    running: tuple[Running, ...] = ()


class Done(FromServer, frozen=True, tag="done"):
    """The command was done and is kept; sent before the update that shows it."""

    id: str
    seq: int
    # After `sit` and `rekey`: what lets you back into this seat, and nobody else.
    token: str | None = None


class Refused(FromServer, frozen=True, tag="refused"):
    """The command was not done, and nothing has changed."""

    # None where the message could not even be read, or for `Hello`.
    id: str | None
    # For programs: `illegal`, `stale`, `not-your-turn`, `taken`, `full`, `forbidden`, `unknown`,
    # `malformed`, `too-long`, `too-fast`, `too-slow`, `no-table`, `no-entry`, `protocol`, `busy`,
    # `damaged` (the log of this table is not whole), `unsure` (it may have been done: ask again
    # under the same id).
    code: str
    # For people, in their language.
    text: str
    # With `too-fast`: in how many seconds to try again.
    wait: int | None = None


class Reason(FromServer, frozen=True, tag="reason"):
    """Why the move is not allowed; None if it is."""

    id: str
    text: str | None


class Pong(FromServer, frozen=True, tag="pong"):
    """Still here."""


class Heartbeat(FromServer, frozen=True, tag="heartbeat"):
    """The server lives: said on a socket on which it has said nothing else for two seconds."""


class Removed(FromServer, frozen=True, tag="removed"):
    """Your seat is no longer yours, or your token; the socket goes on as that of a watcher."""

    text: str


AnyFromServer = Welcome | Update | Done | Refused | Reason | Pong | Heartbeat | Removed


# Over HTTP: opening a table, and finding one. Other resources have their messages beside them.


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """What `POST /api/tables` takes."""

    game: str
    seats: int
    name: Name
    nonce: Nonce
    lang: Lang
    options: OptionsByName = {}
    # When the match ends, where the game lets one choose.
    deals: int | None = None
    target: int | None = None
    # The level of the bots, for empty seats too.
    level: LevelName = "strong"
    pace: Pace = "normal"
    open: bool = False
    # None lets everybody think as long as they like.
    clock: Clock | None = None
    # Begin at once, bots in all other seats; for who need not see the commitment before.
    start: bool = False
    # The host's face, a number in the client's set; None for the one that goes with the name.
    face: Face | None = None
    # Hints among people too, in matches that begin when all have agreed; the host agrees hereby.
    hints: bool = False


class Opened(Struct, frozen=True):
    """What it answers: where the table is, and the secrets of it."""

    table: str
    # Lets its bearer in; the link is `/t/TABLE#INVITE`.
    invite: str
    # Yours alone: the host's seat.
    token: str


class QuickMatch(Struct, frozen=True, forbid_unknown_fields=True):
    """What `POST /api/quick-match` takes: a seat with whoever wants the same."""

    game: str
    seats: int
    # One of the game's lengths, as `GET /api/games` names them.
    length: Annotated[str, Meta(max_length=32)]
    name: Name
    nonce: Nonce
    lang: Lang
    # Of the bots, should it come to a new table.
    level: LevelName = "casual"


class Matched(Struct, frozen=True):
    """What it answers: a table where somebody waits, or a new one."""

    table: str
    invite: str
    # Of a new table: the host's seat. None where one still has to `sit`.
    token: str | None


class Playing(Struct, frozen=True):
    """How many play just now, at the tables of this server; `GET /api/playing`."""

    people: int


class Listed(Struct, frozen=True):
    """An open table in `GET /api/tables`."""

    id: str
    invite: str
    game: str
    seats: int
    free: int
    host: str
    phase: Literal["gathering", "playing", "scored", "over"]
    # The name of its length; "" where the match is otherwise than any of them.
    length: str = ""
    # Whether a quick match may lead here: a seat is empty, and somebody is here to begin.
    waiting: bool = False
