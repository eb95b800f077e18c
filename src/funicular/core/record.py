"""A match on paper: the cards dealt, every move, who played, what came out, as JSON.

A record stores cards, not seeds, so it survives any change of generator. Reading is strict: the
text must have exactly this shape, and playing it again must give the same points. Whatever does
not is refused, saying where.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Annotated, Final, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace

from funicular.core.arguments import check_kind
from funicular.core.errors import BadRecord, FunicularError, shown
from funicular.core.game import Deal, Game, Move, Points, State
from funicular.core.match import Ending, Match, MatchPosition
from funicular.core.options import OptionsByName
from funicular.core.wire import from_json, to_json
from funicular.lang import Phrase

FORMAT: Final = "funicular-record"
VERSION: Final = 1

LONGEST_RECORDED_NAME = 40
PlayerName = Annotated[str, Meta(min_length=1, max_length=LONGEST_RECORDED_NAME)]


class DealRecord(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One deal: its cards, its moves as `seat move`, its points (null if it was not finished)."""

    cards: Deal
    moves: tuple[str, ...]
    points: tuple[int, ...] | None


class DealProof(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What shows that nobody chose the cards (`docs/deals.md`): all of it in hex."""

    # In Python's patterns `$` lets a line feed follow: hence the lengths, and the last one's end.
    commitment: Annotated[str, Meta(pattern="^[0-9a-f]{64}$", max_length=64)]
    seed: Annotated[str, Meta(pattern="^[0-9a-f]{64}$", max_length=64)]
    # One a seat; "" for a bot.
    nonces: tuple[Annotated[str, Meta(pattern=r"^([0-9a-f]{32})?$(?!\n)")], ...]


# Changes of seats that a record has room for.
MOST_SEATINGS = 1000


class Seating(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Who has a seat from here on, at a table on a server, and why."""

    # How many deals had been dealt, and how many moves of the last one had been made.
    deal: Annotated[int, Meta(ge=0)]
    moves: Annotated[int, Meta(ge=0)]
    seat: Annotated[int, Meta(ge=0, le=9)]
    # The match began; a person sat down, sat down during a deal and plays from the next, is back,
    # left, was removed; a bot sat down; the player has another name, or another key to the seat.
    what: Literal["began", "sat", "waits", "back", "left", "cleared", "bot", "renamed", "rekeyed"]
    name: PlayerName
    # A bot's; null for a person.
    level: Annotated[str, Meta(pattern=r"^[a-z]+$(?!\n)", max_length=20)] | None = None


class WhatIf(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Where a line comes from that was played on from a move of a replay (`docs/what-if.md`)."""

    # The name of the replay on its server.
    replay: Annotated[str, Meta(pattern=r"^[0-9a-z-]{1,64}$(?!\n)")]
    # Which of its deals, from 1, and how many moves of it stand.
    deal: Annotated[int, Meta(ge=1)]
    ply: Annotated[int, Meta(ge=0)]
    # Who plays on.
    seat: Annotated[int, Meta(ge=0, le=9)]
    # The cards as they lay, or others that the seat could not tell from them.
    world: Literal["true", "plausible"]


class Record(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A match, finished or not."""

    format: Literal["funicular-record"] = FORMAT
    version: Literal[1] = VERSION
    game: str
    seats: int
    options: OptionsByName
    ending: Ending
    players: tuple[PlayerName, ...]
    deals: tuple[DealRecord, ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    # Of a match at a table whose deals can be verified.
    proof: DealProof | UnsetType = UNSET
    # Of a match at a table where people come and go; `players` are those of its end.
    seating: Annotated[tuple[Seating, ...], Meta(max_length=MOST_SEATINGS)] | UnsetType = UNSET
    # Of a deal that was played on from a move of a replay.
    what_if: WhatIf | UnsetType = UNSET

    def __repr__(self) -> str:
        """Whose match it is, and how far it has come."""
        points = ", ".join(map("{} {}".format, self.players, self.totals))
        return f"<Record of {self.game} for {self.seats}: {len(self.deals)} deals; {points}>"

    @property
    def is_what_if(self) -> bool:
        """Whether this is a deal played on from somewhere, not a match that people played."""
        return self.ending.alone or not isinstance(self.what_if, UnsetType)

    def to_json(self) -> str:
        """Write the record for people too: indented, lists of cards and moves on one line."""
        text = msgspec.json.format(to_json(self), indent=1).decode()
        return LEAF_LIST.sub(_on_one_line, text) + "\n"


# A list of strings and numbers only. Strings are taken whole, whatever brackets they hold.
LEAF_LIST = re.compile(r'\[\n((?:"(?:[^"\\]|\\.)*"|[^][{}"])*)\n *\]')


def _on_one_line(found: re.Match[str]) -> str:
    # JSON has no line breaks inside strings, so every one of these separates items.
    items = (line.strip() for line in found[1].split("\n"))
    return f"[{' '.join(items)}]"


class _RecordHead(Struct, frozen=True):
    """What every version of a record has."""

    format: Literal["funicular-record"]
    version: int


def parse_record(text: str | bytes) -> Record:
    """Read the text of a record; `BadRecord` says where it is wrong, or that it is too new."""
    try:
        return from_json(text, Record)
    except BadRecord as error:
        try:
            head = from_json(text, _RecordHead)
        except BadRecord:
            raise error from None
        if head.version > VERSION:
            newer = BadRecord("record.newer", version=head.version, known=VERSION)
            raise newer from error
        raise


def is_name(name: object) -> bool:
    """Whether this can stand in a record as a player's name: some text, not too long."""
    if not isinstance(name, str) or not 1 <= len(name) <= LONGEST_RECORDED_NAME:
        return False
    try:
        name.encode()
    except UnicodeEncodeError:  # half of a surrogate pair, as from a broken terminal
        return False
    return True


def record_of(match: Match, players: Sequence[str]) -> Record:
    """Write down a match."""
    check_kind(match, Match, "argument.match")
    game = match.game
    if isinstance(players, str) or not isinstance(players, Sequence):
        raise BadRecord("record.players", n=game.seats, given=shown(players))
    if len(players) != game.seats:
        raise BadRecord("record.players", n=game.seats, given=len(players))
    for name in players:
        if not is_name(name):
            raise BadRecord("record.name", name=shown(name), n=LONGEST_RECORDED_NAME)
    return Record(
        game=game.name,
        seats=game.seats,
        options=msgspec.json.decode(to_json(game.options)),
        ending=match.ending,
        players=tuple(players),
        deals=tuple(_deal_record(state) for state in match.states),
        totals=match.totals,
        winners=match.winners,
    )


def _deal_record(state: State) -> DealRecord:
    return DealRecord(
        cards=state.deal,
        moves=tuple(f"{seat} {move}" for seat, move in state.history),
        points=state.points,
    )


def nothing() -> None:
    """What is done between two moves, unless there is something to do."""


def replay(record: Record, game: Game, between: Callable[[], object] = nothing) -> Match:
    """Play a record again; `BadRecord` says where it cannot have happened.

    `between` is called before each move, and may end it by raising. The match remembers its
    positions, so that a review need not play it once more.
    """
    if len(record.players) != game.seats:
        raise BadRecord("record.players", n=game.seats, given=len(record.players))
    match = Match(game, _ending(record, game))
    positions: list[MatchPosition] = []
    for number, deal in enumerate(record.deals, 1):
        match = _replay_deal(match, deal, number, between, positions)
    if record.totals != match.totals:
        raise BadRecord("record.totals", given=record.totals, expected=match.totals)
    if record.winners != match.winners:
        raise BadRecord("record.winners", given=record.winners, expected=match.winners)
    _check_seating(record)
    _check_what_if(record)
    return match.remembering(tuple(positions))


def _check_seating(record: Record) -> None:
    """Refuse changes of seats that cannot have happened: elsewhere, or not in this order."""
    if isinstance(record.seating, UnsetType):
        return
    before = (0, 0)
    for number, each in enumerate(record.seating, 1):
        made = len(record.deals[each.deal - 1].moves) if 0 < each.deal <= len(record.deals) else 0
        at = (each.deal, each.moves)
        known = each.seat < record.seats and each.deal <= len(record.deals)
        if not known or each.moves > made or at < before:
            raise BadRecord("record.seating", number=number)
        before = at


def _check_what_if(record: Record) -> None:
    """Refuse a source that this record cannot have: it is one deal alone, with the moves so far."""
    source = record.what_if
    if isinstance(source, UnsetType):
        return
    made = [len(deal.moves) for deal in record.deals]
    fits = record.ending.alone and source.seat < record.seats and source.ply <= sum(made)
    if not fits:
        raise BadRecord("record.what-if")


def _ending(record: Record, game: Game) -> Ending:
    try:
        ending = game.match(target=record.ending.target, deals=record.ending.deals).ending
        return replace(ending, alone=record.ending.alone)
    except FunicularError as error:
        raise BadRecord("record.options", problem=error.phrase) from error


def _replay_deal(
    match: Match,
    deal: DealRecord,
    number: int,
    between: Callable[[], object],
    positions: list[MatchPosition],
) -> Match:
    cards = deal.cards
    try:
        match = match.start(cards.hands, dealer=cards.dealer, upcard=cards.upcard)
    except FunicularError as error:
        raise BadRecord("record.deal", deal=number, problem=error.phrase) from error
    for place, text in enumerate(deal.moves, 1):
        between()
        try:
            seat, move = read_move(match.game, text)
            positions.append(MatchPosition(number - 1, place - 1, seat, match.states[-1], move))
            match = match.play(seat, move)
        except FunicularError as error:
            raise BadRecord(
                "record.move", deal=number, number=place, move=text, problem=error.phrase
            ) from error
    points = match.states[-1].points
    if points != deal.points:
        raise BadRecord(
            "record.points", deal=number, given=_told(deal.points), expected=_told(points)
        )
    return match


def _told(points: Points | None) -> Phrase:
    if points is None:
        return Phrase.of("record.no-points")
    return Phrase.of("record.points-list", points=points)


def play_deal(game: Game, deal: DealRecord, between: Callable[[], object] = nothing) -> State:
    """The end of a single deal of a record that is known to be good."""
    cards = deal.cards
    state = game.start(cards.hands, dealer=cards.dealer, upcard=cards.upcard)
    for text in deal.moves:
        between()
        state = state.play(*read_move(game, text))
    return state


def read_move(game: Game, text: str) -> tuple[int, Move]:
    """A move of a record, `seat move`; `BadRecord` or the game's own error if it is none."""
    seat, _, move = text.partition(" ")
    # Only "0" to "9" are seats: int() would also take "٣", "+1" and "1_0".
    if len(seat) != 1 or seat not in "0123456789":
        raise BadRecord("record.seat", text=text)
    return int(seat), game.parse_move(move)
