"""What one may do in Auf & Ab: lay a meld, or pass.

The cards of a meld share the number that counts: the low one in a rising trick, the high one in a
falling trick (A12, A13). A double counts once or twice, so k cards with a double make a size of k
or k + 1 (A26). The leader may lead any meld, but must lead (A15, A16); the very first lead contains
the lowest double dealt (A11). A seat that follows lays a meld of the size led (A18), strictly
higher when rising, strictly lower when falling (A19, A20), or passes.

The order of a list of legal moves never changes: melds by the number that counts, ascending; those
of one number by their cards, read as a binary number in which the lowest card held is the last
digit; the same cards by size; `pass` comes last.

Everything here needs only what is public and one hand, so a view can say it as well as a state.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise

from msgspec import Struct

from funicular.core.errors import BadText, IllegalMove, shown
from funicular.games.auf_ab.cards import (
    DOUBLE_BITS,
    SHARING,
    Card,
    Direction,
    cards_in,
    lowest_double,
)
from funicular.lang import Phrase, counted


class Lay(Struct, frozen=True, gc=False):
    """Lay a meld: cards in ascending order, and the size they count for."""

    cards: tuple[Card, ...]
    size: int

    def __str__(self) -> str:
        """`4-4 4-5 4-7 x4`."""
        return f"{' '.join([card.text for card in self.cards])} x{self.size}"

    @property
    def form(self) -> str:
        """What the catalogue calls this meld: with a double counted `once`, `twice`, or `plain`."""
        if not any(card.is_double for card in self.cards):
            return "plain"
        return "once" if self.size == len(self.cards) else "twice"

    @property
    def phrase(self) -> Phrase:
        """`lay 4-4 4-5, the double counted twice`: which number counts, the direction says."""
        return Phrase.of(f"auf-ab.move.lay.{self.form}", cards=self.cards)


class Pass(Struct, frozen=True, gc=False):
    """Stay out until the trick ends."""

    def __str__(self) -> str:
        """`pass`."""
        return "pass"

    @property
    def phrase(self) -> Phrase:
        """`pass`."""
        return Phrase.of("auf-ab.move.pass")


AufAbMove = Lay | Pass
PASS = Pass()


def parse_move(text: str) -> AufAbMove:
    """Read `0-0 0-1 0-3 0-5 x4` or `pass`."""
    if not isinstance(text, str):
        raise BadText("text.not-text", given=shown(text))
    if text == "pass":
        return PASS
    meld = re.fullmatch(r"([0-9]-[0-9](?: [0-9]-[0-9])*) x([1-9][0-9]?)", text)
    if not meld:
        raise BadText("auf-ab.text.move", text=text)
    cards = tuple(Card.parse(word) for word in meld[1].split(" "))
    if not _ascending(cards):
        raise BadText("auf-ab.text.order", text=text)
    return Lay(cards, int(meld[2]))


def phrase_of(move: AufAbMove, direction: Direction, hand: int) -> Phrase:
    """How the seat with this hand says a move.

    With the cards where others would make the same meld, or where a double counts twice.
    """
    if isinstance(move, Pass):
        return move.phrase
    number = move.cards[0].number(direction)
    key, params = "auf-ab.move.lay.number", counted(move.size, number)
    alike = melds_of_size(hand & SHARING[direction][number], move.size)
    if len(alike) > 1 or move.size > len(move.cards):
        return Phrase.of(f"{key}-cards", cards=move.cards, **params)
    return Phrase.of(key, **params)


def legal_moves(
    direction: Direction, last: Lay | None, hand: int, *, opening: bool
) -> tuple[AufAbMove, ...]:
    """What the seat with this hand may do: `last` is the meld to beat, None for the leader.

    `opening` says that this is the first lead of the deal, whose leader holds the lowest double.
    """
    if last is not None:
        return (*_legal_follows(direction, last, hand), PASS)
    if opening:
        double = lowest_double(hand)
        zeros_or_so = melds_of(hand & SHARING[direction][double.low])
        return tuple([meld for meld in zeros_or_so if double in meld.cards])
    leads: tuple[Lay, ...] = ()
    for sharing in SHARING[direction]:
        leads += melds_of(hand & sharing)
    return leads


def _legal_follows(direction: Direction, last: Lay, hand: int) -> tuple[Lay, ...]:
    number = last.cards[0].number(direction)
    every = SHARING[direction]
    follows: tuple[Lay, ...] = ()
    for sharing in every[number + 1 :] if direction == "rising" else every[:number]:
        follows += melds_of_size(hand & sharing, last.size)
    return follows


# Cards that share a number are at most ten. So there are some 4,000 holdings to remember, and all
# their melds together fill a few megabytes.
@cache
def melds_of(holding: int) -> tuple[Lay, ...]:
    """Every meld of cards that all share a number, in the pinned order."""
    held = cards_in(holding)
    melds = []
    for choice in range(1, 1 << len(held)):
        cards = tuple([card for place, card in enumerate(held) if choice >> place & 1])
        melds.append(_lay(cards, len(cards)))
        if any(card.is_double for card in cards):
            melds.append(_lay(cards, len(cards) + 1))
    return tuple(melds)


@cache
def melds_of_size(holding: int, size: int) -> tuple[Lay, ...]:
    """Those of one size."""
    return tuple(meld for meld in melds_of(holding) if meld.size == size)


# One object for each meld: the lists above share them.
_lay = cache(Lay)


def _ascending(cards: tuple[Card, ...]) -> bool:
    return all(card < higher for card, higher in pairwise(cards))


def check_pass(last: Lay | None) -> None:
    """Refuse to let a leader pass."""
    if last is None:
        raise IllegalMove("auf-ab.must-lead", rule="A15")


def check_lay(
    direction: Direction, last: Lay | None, hand: int, meld: Lay, *, opening: bool
) -> int:
    """Refuse a meld that the rules forbid; the arguments are those of `legal_moves`.

    The cards as bits, if it may be laid.
    """
    bits = _check_meld(direction, hand, meld)
    if last is not None:
        _check_follow(direction, last, meld)
    elif opening:
        double = lowest_double(hand)
        if not double.bit & bits:
            raise IllegalMove("auf-ab.opening", rule="A11", card=double)
    return bits


def _check_meld(direction: Direction, hand: int, meld: Lay) -> int:
    """Refuse what is no meld of this hand: first things that are no cards, then by the rules."""
    cards, size = meld.cards, meld.size
    if type(cards) is not tuple:
        raise IllegalMove("move.other-game", move=shown(meld))
    bits, ascending = 0, True
    for card in cards:
        if type(card) is not Card:
            raise IllegalMove("move.other-game", move=shown(meld))
        # As numbers: all cards before this one are lower.
        ascending &= bits < card.bit
        bits |= card.bit
    if not cards:
        raise IllegalMove("auf-ab.no-cards", rule="A14")
    if not ascending:
        raise IllegalMove("auf-ab.order", rule="A40", cards=cards)
    if bits & ~hand:
        raise IllegalMove("auf-ab.not-held", cards=cards_in(bits & ~hand))
    if bits & ~SHARING[direction][cards[0].number(direction)]:
        rule = "A12" if direction == "rising" else "A13"
        raise IllegalMove(f"auf-ab.one-number.{direction}", rule=rule, cards=cards)
    count = len(cards)
    doubled = bool(bits & DOUBLE_BITS)
    # `type`: True is not a size, though it equals 1.
    if type(size) is not int or not count <= size <= count + doubled:
        key = "auf-ab.size-double" if doubled else "auf-ab.size-plain"
        raise IllegalMove(key, rule="A26", n=count, more=count + 1, given=size)
    return bits


def _check_follow(direction: Direction, last: Lay, meld: Lay) -> None:
    """Refuse a meld that does not beat the last one."""
    if meld.size != last.size:
        raise IllegalMove("auf-ab.size-led", rule="A18", n=last.size, given=meld.size)
    given, beaten = meld.cards[0].number(direction), last.cards[0].number(direction)
    if direction == "rising" and given <= beaten:
        raise IllegalMove("auf-ab.not-higher", rule="A19", given=given, beaten=beaten)
    if direction == "falling" and given >= beaten:
        raise IllegalMove("auf-ab.not-lower", rule="A20", given=given, beaten=beaten)
