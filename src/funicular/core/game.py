"""What every game offers: `Game`, `State`, `View`, `Move`, `Event`.

**State** knows everything. It is a value: `play` returns another and leaves `self` as it was.
**View** is all that one seat may know, made of what is public and that seat's own cards. Nothing
else ever reaches a bot, a hint or a browser.
**Event** is something everybody saw happen (or, for the deal, what one seat saw of it).

The types here are protocols. Each game implements them with frozen structs of its own; what has
nothing of a game in it they inherit from `core.game_base`.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Literal,
    Protocol,
    Self,
    TypeAlias,
    runtime_checkable,
)

from msgspec import Struct

from funicular.core.actions import Actions
from funicular.core.card import Card
from funicular.core.observation import Observation
from funicular.core.score_cell import ScoreCell
from funicular.lang import Phrase, Reader

if TYPE_CHECKING:
    import numpy as np

    from funicular.core.match import Match

Points = tuple[int, ...]
Hand = tuple[Card, ...]
# A hand as a caller may write it: "AS KS", or its cards one by one.
HandText = str | Iterable[str | Card]
# Why people want to look at the table for a moment: new cards, something decided on the table (a
# trick, a beaten meld, bids shown), or the end of the deal for one seat or for all.
PauseReason = Literal["deal", "table", "end"]


@runtime_checkable
class Move(Protocol):
    """A move: a frozen value with exactly one spelling, `game.parse_move(str(move)) == move`."""

    def __str__(self) -> str: ...

    def __hash__(self) -> int: ...

    @property
    def phrase(self) -> Phrase:
        """How a person would say it, whatever lies on the table: see `View.phrase_of`."""


# A seat and the move it made; None where that is still secret.
Turn = tuple[int, Move | None]


@runtime_checkable
class Event(Protocol):
    """Something that happened, as a value that can be told to a person and sent over a wire."""

    # How long the table rests around it, and why: the same for every event of a kind.
    pause: ClassVar[EventPause]
    # Whether a trick is over with it: a move chosen before is not for what comes then.
    ends_trick: ClassVar[bool]

    @property
    def phrase(self) -> Phrase:
        """What happened, as a sentence of the catalogue."""

    @property
    def turn(self) -> Turn | None:
        """The seat and its move, if this is a move that was made."""


class EventPause(Struct, frozen=True):
    """How long the table rests around an event so that people can follow, and why.

    In milliseconds at the normal pace. Bots wait that long, pages show events that far apart.
    """

    # While the table still lies as it was: the last card of a trick is seen before it is swept.
    before: int = 0
    # Once the event is shown.
    after: int = 0
    # None where nobody needs to stop: a card is played, a seat passes.
    reason: PauseReason | None = None


class TableEvent(Struct, frozen=True):
    """What the events of all games have in common. Each says how long the table rests for it."""

    pause: ClassVar[EventPause]
    ends_trick: ClassVar[bool] = False

    @property
    def turn(self) -> Turn | None:
        """The seat and its move, if this event is a move that was made."""
        return None


class Deal(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The cards as they were dealt, as text: what `game.start` takes and what a record stores."""

    hands: tuple[str, ...]
    dealer: int | None = None
    upcard: str | None = None


@runtime_checkable
class Setup(Protocol):
    """Which game is played: its name, the number of seats, the options in force. A frozen value."""

    def __hash__(self) -> int: ...

    @property
    def name(self) -> str:
        """One of `funicular.GAMES`."""

    @property
    def seats(self) -> int:
        """How many play."""

    @property
    def options(self) -> Struct:
        """The options, all filled in: each game has a struct of its own."""

    @property
    def actions(self) -> Actions[Any]:
        """Every move with its number, which never changes: `n`, `index(move)`, `move(i)`."""

    @property
    def observation(self) -> Observation[Any]:
        """How a view is written as flags: `n`, `planes`, `split(tensor)`."""


class Public(Protocol):
    """What everybody knows of a deal; each game's own has the table in it."""

    @property
    def to_act(self) -> tuple[int, ...]:
        """Who may move now."""

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that everybody has seen since the deal, the deal itself left out."""

    def line(self) -> str:
        """The table in a line, for programmers: what `repr` shows of a state or a view."""


@runtime_checkable
class View(Protocol):
    """What one seat may know."""

    @property
    def setup(self) -> Setup:
        """Which game this is."""

    @property
    def seat(self) -> int | None:
        """Whose view this is; None for a spectator's."""

    @property
    def public(self) -> Public:
        """What everybody knows."""

    @property
    def hand(self) -> Hand:
        """The seat's own cards; none for a spectator."""

    @property
    def dealt(self) -> Hand:
        """The same as they were dealt."""

    @property
    def to_act(self) -> tuple[int, ...]:
        """Who may move now."""

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything this seat has seen since the deal, the deal itself first."""

    def legal_moves(self) -> tuple[Move, ...]:
        """The moves this seat may make now; none when it is not its turn."""

    def phrase_of(self, move: OwnMove) -> Phrase:
        """How this seat would say what it may do now: as the buttons of the table say it."""

    def legal_mask(self, out: np.ndarray | None = None) -> np.ndarray:
        """The same as a flag for each of the game's numbered moves; this needs NumPy."""

    def tensor(self, out: np.ndarray | None = None) -> np.ndarray:
        """What this seat sees as flags, a byte each (`game.observation`); this needs NumPy."""

    def information_key(self) -> str:
        """A text that two views of a game share exactly if their seats know the same."""


@runtime_checkable
class State(Protocol):
    """A deal, all cards face up. A value: nothing ever changes one."""

    @property
    def setup(self) -> Setup:
        """Which game this is."""

    @property
    def to_act(self) -> tuple[int, ...]:
        """Who may move now: () once over, several seats while bids are made simultaneously."""

    @property
    def points(self) -> Points | None:
        """What each seat scores for this deal; None until it is over."""

    @property
    def points_so_far(self) -> Points:
        """What each seat has scored in this deal already, over or not."""

    @property
    def void(self) -> bool:
        """Whether the deal ended without counting, to be dealt again."""

    @property
    def bids_made(self) -> tuple[bool, ...]:
        """Whether each seat has taken exactly what it bid; () in a game without bids."""

    @property
    def reveals(self) -> bool:
        """Whether the last move showed what seats had kept to themselves.

        Such a move cannot be taken back: what was seen would be known the next time.
        """

    @property
    def history(self) -> tuple[tuple[int, Move], ...]:
        """Every (seat, move) since the deal."""

    @property
    def deal(self) -> Deal:
        """The cards as they were dealt."""

    def hand(self, seat: int) -> Hand:
        """That seat's cards now, sorted."""

    def legal_moves(self, seat: int) -> tuple[Move, ...]:
        """Every move that `play` accepts from this seat now, in an order that never changes."""

    def play(self, seat: int, move: Move) -> Self:
        """The state after the move. `IllegalMove` says which rule forbids it."""

    def view(self, seat: int | None) -> View:
        """What this seat may know, or a spectator (None)."""


# Where a game is asked with views, states and so on of its own, and it may be any game: a checker
# cannot be told so, as a parameter may not be of a narrower type than the protocol's.
OwnSetup: TypeAlias = Any
OwnView: TypeAlias = Any
OwnState: TypeAlias = Any
OwnMove: TypeAlias = Any


@runtime_checkable
class Game(Setup, Protocol):
    """A game for a number of seats, with its options: where deals come from."""

    @property
    def setup(self) -> Setup:
        """The same as plain data, which states, views and records carry."""

    @property
    def schedule(self) -> tuple[int, ...]:
        """How many cards each deal of a match has, where the game fixes it; else ()."""

    def deal(
        self, rng: random.Random, *, dealer: int | None = None, cards: int | None = None
    ) -> State:
        """Shuffle and deal. `dealer` and `cards` are for games that have a dealer."""

    def start(
        self, hands: Sequence[HandText], *, dealer: int | None = None, upcard: str | None = None
    ) -> State:
        """Begin an explicit deal; `BadDeal` says what is wrong with the cards."""

    def parse_move(self, text: str) -> Move:
        """Read a move. The inverse of `str`."""

    def match(self, *, target: int | None = None, deals: int | None = None) -> Match:
        """A whole match of this game: deals in sequence, dealer turning, totals, winners."""

    def world(self, view: OwnView, rng: random.Random) -> State:
        """A state drawn uniformly from all that the view allows."""

    def transcript(self, state: OwnState, reader: Reader) -> str:
        """The deal in writing, in the manner of the game's rule sheet."""

    def score_cells(self, state: OwnState) -> tuple[ScoreCell, ...]:
        """What the score sheet says of each seat for this deal."""
