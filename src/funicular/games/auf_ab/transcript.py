"""A deal of Auf & Ab in writing, in the manner of the example printed with the rules.

First the hands, then trick by trick a table with a column for each player, the leader's first. In a
falling trick cards are written high number first, as players then hold them; everywhere else in
this project a card has only its one spelling, low number first (A39).

After a trick comes what its change cards did. Hands are listed anew when the direction has turned,
and before every falling trick but the last, as the example does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from msgspec import Struct

from funicular.games.auf_ab.cards import ALL_CARDS, Card, Direction, cards_in
from funicular.games.auf_ab.moves import AufAbMove, Lay
from funicular.games.auf_ab.state import State
from funicular.games.auf_ab.tricks import changes_in
from funicular.lang import Phrase, Reader

# Tricks up to here have an ordinal of their own in the catalogue ("Third trick").
WORDED = 20
GAP = "   "


class Round(Struct, frozen=True):
    """One trick with the states around it; `after` is the present where it is not over."""

    before: State
    turns: tuple[tuple[int, AufAbMove], ...]
    after: State

    @property
    def trick(self) -> tuple[tuple[int, Lay], ...]:
        """Its melds."""
        return tuple((seat, move) for seat, move in self.turns if isinstance(move, Lay))

    @property
    def closed(self) -> bool:
        """Whether everybody has passed."""
        return not self.after.trick

    @property
    def turned(self) -> bool:
        """Whether it has turned the direction."""
        return self.before.direction != self.after.direction


def transcript(state: State, reader: Reader) -> str:
    """The deal as a person would note it down."""
    rounds = _rounds(state)
    paragraphs = [_deal(state, reader)]
    for number, played in enumerate(rounds, start=1):
        lines = [_heading(number, played, reader), *_lead(number, played, reader)]
        lines += _table(played, reader)
        if played.closed:
            lines.append(reader.say(_change(played)))
        if played.turned:
            lines.append(reader.say("auf-ab.note.sort"))
        if played.turned or (played.after.direction == "falling" and number < len(rounds) - 1):
            lines += _hands(played.after, reader)
        paragraphs.append("\n".join(lines))
    if state.points is not None:
        winner = state.left.index(0)
        end = reader.say("auf-ab.note.won", player=winner, points=state.points[winner])
        paragraphs[-1] += "\n" + end
    return "\n\n".join(paragraphs)


def _rounds(state: State) -> list[Round]:
    """The deal played again, cut into tricks."""
    rounds: list[Round] = []
    before = now = State.begin(state.setup, state.dealt)
    turns: tuple[tuple[int, AufAbMove], ...] = ()
    for seat, move in state.history:
        now = now.play(seat, move)
        turns += ((seat, move),)
        if not now.trick:
            rounds.append(Round(before, turns, now))
            before, turns = now, ()
    if turns:
        rounds.append(Round(before, turns, now))
    return rounds


def _deal(state: State, reader: Reader) -> str:
    """The hands as dealt, and the cards set aside."""
    lines = [reader.say("auf-ab.note.deal")]
    dealt = 0
    for seat, hand in enumerate(state.dealt):
        dealt |= hand
        groups = _grouped(cards_in(hand), "rising", " | ")
        lines.append(reader.say("auf-ab.note.hand", player=seat, cards=groups))
    aside = tuple(card for card in ALL_CARDS if not card.bit & dealt)
    lines.append(reader.say("auf-ab.note.aside", cards=aside, n=len(aside)))
    return "\n".join(lines)


def _heading(number: int, played: Round, reader: Reader) -> str:
    """`Third trick (Falling)`."""
    direction = Phrase.of(f"auf-ab.direction.{played.before.direction}")
    if number > WORDED:
        return reader.say("auf-ab.note.later-trick", number=number, direction=direction)
    ordinal = Phrase.of(f"auf-ab.ordinal.{number}")
    return reader.say("auf-ab.note.trick", ordinal=ordinal, direction=direction)


def _lead(number: int, played: Round, reader: Reader) -> Iterator[str]:
    """Why the first leader leads, and how often a double led counts (A10, A27)."""
    leader, lead = played.trick[0]
    if number == 1:
        double = next(card for card in lead.cards if card.is_double)
        yield reader.say("auf-ab.note.opening", player=leader, card=double)
    if lead.form != "plain":
        counted = lead.cards[0].number(played.before.direction)
        yield reader.say(
            "auf-ab.note.announced",
            player=leader,
            size=Phrase.of(f"auf-ab.size.{lead.size}"),
            number=Phrase.of(f"auf-ab.number.{counted}", n=lead.size),
        )


def _table(played: Round, reader: Reader) -> list[str]:
    """The trick in columns, a cell a turn; a seat that has passed keeps passing."""
    seats = played.before.setup.seats
    order = [(played.before.leader + place) % seats for place in range(seats)]
    cells = [reader.player(seat) for seat in order]
    cells += _cells(played, reader)
    rows = [cells[start : start + seats] for start in range(0, len(cells), seats)]
    widths = [max(len(row[place]) for row in rows if place < len(row)) for place in range(seats)]
    return [
        GAP.join(cell.ljust(width) for cell, width in zip(row, widths, strict=False)).rstrip()
        for row in rows
    ]


def _cells(played: Round, reader: Reader) -> Iterator[str]:
    direction, seats = played.before.direction, played.before.setup.seats
    passing = reader.say("auf-ab.note.pass")
    melds_to_come = len(played.trick)
    turn = played.before.leader
    for seat, move in played.turns:
        if not melds_to_come and played.closed:
            yield reader.say("auf-ab.note.all-pass")
            return
        while turn != seat:
            yield passing
            turn = (turn + 1) % seats
        if isinstance(move, Lay):
            melds_to_come -= 1
            yield _written(move.cards, direction)
        else:
            yield passing
        turn = (turn + 1) % seats


def _change(played: Round) -> Phrase:
    """What the change cards of a trick did, or that there were none."""
    changes = changes_in(played.trick)
    if not changes:
        direction = Phrase.of(f"auf-ab.direction.{played.after.direction}")
        return Phrase.of("auf-ab.note.no-change", direction=direction)
    key = "auf-ab.note.turned" if played.turned else "auf-ab.note.kept"
    cards = tuple(_spelled(card, played.before.direction) for card in changes)
    return Phrase.of(key, n=len(changes), cards=cards)


def _hands(state: State, reader: Reader) -> Iterator[str]:
    """Everybody's cards, sorted for the next trick, from its leader on."""
    seats = state.setup.seats
    for place in range(seats):
        seat = (state.leader + place) % seats
        cards = _grouped(state.hand(seat), state.direction, ", ")
        yield reader.say("auf-ab.note.hand", player=seat, cards=cards)


def _grouped(cards: Iterable[Card], direction: Direction, separator: str) -> str:
    """A hand sorted for this direction, the cards of each number together."""
    groups = groupby(_sorted(cards, direction), lambda card: card.number(direction))
    return separator.join(_written(group, direction) for _, group in groups)


def _written(cards: Iterable[Card], direction: Direction) -> str:
    return " ".join(_spelled(card, direction) for card in _sorted(cards, direction))


def _sorted(cards: Iterable[Card], direction: Direction) -> list[Card]:
    if direction == "rising":
        return sorted(cards)
    return sorted(cards, key=lambda card: (card.high, card.low), reverse=True)


def _spelled(card: Card, direction: Direction) -> str:
    return card.text if direction == "rising" else f"{card.high}-{card.low}"
