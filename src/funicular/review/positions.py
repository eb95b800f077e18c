"""The decisions of a match as a browser needs them to review it: what each seat could know then.

The browser measures by itself, with the kernels compiled for it (`docs/review.md`). It gets the
numbers of each view that had a choice, and what goes with them: who chose, what was legal, what was
done, and how each deal ended.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from msgspec import Struct

from funicular.bots.registry import BOTS
from funicular.core.game import Move
from funicular.core.match import Match, MatchPosition
from funicular.core.record import Record
from funicular.lang import Reader
from funicular.native.numbers import view_numbers

# Decisions in one piece; matches longer than this come in several.
PART = 1500


class DecisionShown(Struct, frozen=True):
    """A decision of a match; `match.states[deal].history[ply]` is the one meant."""

    deal: int
    ply: int
    seat: int
    # The place of the move made among the legal ones.
    made: int
    # The legal moves in their order, by their places in `PositionsShown.moves`.
    legal: tuple[int, ...]
    # The view as the kernels take it, in base64; None where there was nothing to choose.
    numbers: bytes | None


class DealEnded(Struct, frozen=True):
    """What a deal brought; nothing if it was broken off."""

    points: tuple[int, ...] | None
    void: bool


class PositionsShown(Struct, frozen=True):
    """`GET /api/replays/ID/positions`: every decision, of a very long match a part of them."""

    id: str
    game: str
    # What the game is about: "contract-made" or "out-first".
    goal: str
    players: tuple[str, ...]
    deals: tuple[DealEnded, ...]
    part: int
    parts: int
    # Every move that was legal somewhere in this part, as records write it and in words: several
    # times if the words differ with what lay on the table.
    moves: tuple[str, ...]
    words: tuple[str, ...]
    decisions: tuple[DecisionShown, ...]


def parts_of_positions(record: Record) -> int:
    """In how many parts the positions of a match come."""
    return max(1, math.ceil(sum(len(deal.moves) for deal in record.deals) / PART))


def show_positions(  # noqa: PLR0913 - each has a name of its own
    name: str,
    match: Match,
    players: tuple[str, ...],
    lang: str,
    between: Callable[[], object] = lambda: None,
    *,
    seat: int | None = None,
    own: bool = False,
) -> tuple[PositionsShown, ...]:
    """The positions of a match, in as many parts as they need; `between` is called at each.

    They are told to the player in `seat`, if there is one; `own` leaves out those of all others, so
    that there is nothing in them but what this seat saw.
    """
    game = match.game
    reader = Reader(lang, players, seat)
    parts = [_Part(reader)]
    for position in match.positions():
        between()
        if own and position.seat != seat:
            continue
        if len(parts[-1].decisions) == PART:
            parts.append(_Part(reader))
        parts[-1].add(position)
    deals = tuple(map(DealEnded, match.deal_points, (state.void for state in match.states)))
    return tuple(
        PositionsShown(
            id=name,
            game=game.name,
            goal=BOTS[game.name].goal.replace(" ", "-"),
            players=players,
            deals=deals,
            part=number,
            parts=len(parts),
            moves=tuple(str(move) for move, _ in part.places),
            words=tuple(words for _, words in part.places),
            decisions=tuple(part.decisions),
        )
        for number, part in enumerate(parts, 1)
    )


class _Part:
    """A part as it grows."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        # Each move that was met and what it is called, with its place.
        self.places: dict[tuple[Move, str], int] = {}
        self.decisions: list[DecisionShown] = []

    def add(self, position: MatchPosition) -> None:
        legal, places = position.state.legal_moves(position.seat), self.places
        # What was forced needs neither the view nor words that tell it from other moves.
        view = position.view if len(legal) > 1 else None
        phrases = [move.phrase if view is None else view.phrase_of(move) for move in legal]
        named = list(zip(legal, map(self.reader.say, phrases), strict=True))
        self.decisions.append(
            DecisionShown(
                deal=position.deal,
                ply=position.ply,
                seat=position.seat,
                made=legal.index(position.move),
                legal=tuple([places.setdefault(each, len(places)) for each in named]),
                numbers=None if view is None else view_numbers(view),
            )
        )
