"""What people at a table may ask for. `decide` says what comes of it."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from funicular.table.wire import Pace, Reaction

LONGEST_NAME = 24
LONGEST_LINE = 300
# Enough for any move: ten cards and a size.
LONGEST_MOVE = 100

Name = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
Seat = Annotated[int, Meta(ge=0, le=9)]
LevelName = Annotated[str, Meta(min_length=1, max_length=20)]
# A number in the set of faces that the client draws; who has none wears the one of their name.
FACES = 24
Face = Annotated[int, Meta(ge=0, le=FACES - 1)]
MoveText = Annotated[str, Meta(min_length=1, max_length=LONGEST_MOVE)]
# Sixteen random bytes from the client, in hex; see docs/deals.md. The length is said too: in
# Python's patterns `$` lets a line feed follow, which would be a line of its own in a deal's key.
Nonce = Annotated[str, Meta(pattern="^[0-9a-f]{32}$", max_length=32)]
# Sixteen random bytes or more that only the client knows, in hex.
Token = Annotated[str, Meta(pattern="^[0-9a-f]{32,64}$", max_length=64)]


class Command(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    """A thing to do."""


class Sit(Command, frozen=True, tag="sit"):
    """Take an empty seat, or one that a bot has; without a seat, the first that is free.

    A client that brings its own token can ask again, should the answer be lost: the seat is
    theirs already. Without one the server draws it.
    """

    name: Name
    nonce: Nonce
    seat: Seat | None = None
    token: Token | None = None
    face: Face | None = None


class Stand(Command, frozen=True, tag="stand"):
    """Leave one's seat for good; a bot takes it while a match is on."""


class Rename(Command, frozen=True, tag="rename"):
    """Be called something else, or wear another face; without one it stays as it is."""

    name: Name
    face: Face | None = None


class Rekey(Command, frozen=True, tag="rekey"):
    """Get a new token for one's seat; everybody else with the old one is out."""

    token: Token | None = None


class SeatBot(Command, frozen=True, tag="bot"):
    """Host: put a bot of this level into a seat, in place of its occupant, if any."""

    seat: Seat
    level: LevelName


class Clear(Command, frozen=True, tag="clear"):
    """Host: empty a seat; while a match is on, a bot takes it."""

    seat: Seat


class Start(Command, frozen=True, tag="start"):
    """Host: begin the match, with bots in the empty seats; or go on without waiting for others.

    At an open table whose host has gone, the seat in `starter` may begin too.
    A host with a seat gives the nonce for a match here, having seen what the server has committed
    itself to.
    """

    nonce: Nonce | None = None


class Ready(Command, frozen=True, tag="ready"):
    """Be ready for the next deal, or after the match for another one (which needs a nonce)."""

    nonce: Nonce | None = None


class MakeMove(Command, frozen=True, tag="move"):
    """Make a move: its notation, and the `turn` it was chosen for."""

    move: MoveText
    turn: int


class ClaimTricks(Command, frozen=True, tag="claim"):
    """Lay one's hand open: all remaining tricks are one's own, or none is; for this `turn`."""

    turn: int


class AnswerHints(Command, frozen=True, tag="hints"):
    """Agree to hints at this table, or no longer; only to agree once a match runs with them."""

    yes: bool


class Undo(Command, frozen=True, tag="undo"):
    """Take back one's last move; among people, ask for it."""


class Answer(Command, frozen=True, tag="answer"):
    """Agree, or not, that somebody takes back a move."""

    yes: bool


class Pause(Command, frozen=True, tag="pause"):
    """Stop the game for a while: nobody moves, no clock runs."""


class Resume(Command, frozen=True, tag="resume"):
    """Go on after a pause."""


class SetPace(Command, frozen=True, tag="pace"):
    """Host: how fast bots play and how long a finished trick lies."""

    pace: Pace


class SetOpen(Command, frozen=True, tag="open"):
    """Host: list the table for everybody, or no longer."""

    open: bool


class Say(Command, frozen=True, tag="say"):
    """Say something to the table."""

    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_LINE)]


class React(Command, frozen=True, tag="react"):
    """Say it without words."""

    reaction: Reaction


AnyCommand = (
    Sit
    | Stand
    | Rename
    | Rekey
    | SeatBot
    | Clear
    | Start
    | Ready
    | MakeMove
    | ClaimTricks
    | AnswerHints
    | Undo
    | Answer
    | Pause
    | Resume
    | SetPace
    | SetOpen
    | Say
    | React
)
