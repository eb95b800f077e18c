"""What one may do in dnpup: play a meld, add a card, take a meld, or flip one's hand.

A meld played must be of strictly higher value than the meld of the same size on the table, if
there is one, and so must a meld that grows by an added card (D18, D23). One adds to and takes only
what belongs to an opponent. Flipping is always possible, so nobody is ever stuck.

Everything here needs only the table and one hand, so a view can say it as well as a state. The
mover's own meld in the zone of this turn is gone already when the turn begins.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, groupby
from operator import attrgetter

from msgspec import Struct

from funicular.core.errors import BadText, IllegalMove, shown
from funicular.games.dnpup.cards import ALL_CARDS, Card, Hand
from funicular.games.dnpup.zones import ZONES, Zone
from funicular.lang import Phrase, counted

# The meld in each zone, in the order of the zones; () where none lies.
Melds = tuple[Hand, ...]


class Play(Struct, frozen=True, gc=False):
    """Lay a meld in front of oneself, in the zone of the turn."""

    cards: Hand

    def __str__(self) -> str:
        """`play 3/4 3/6`."""
        return f"play {' '.join(map(str, self.cards))}"

    @property
    def phrase(self) -> Phrase:
        """`play two 3s`."""
        return Phrase.of("dnpup.move.play", **counted(len(self.cards), self.cards[0].active))


class Add(Struct, frozen=True, gc=False):
    """Put one card on an opponent's meld."""

    card: Card
    zone: Zone

    def __str__(self) -> str:
        """`add 5/2 to 2`."""
        return f"add {self.card} to {self.zone}"

    @property
    def phrase(self) -> Phrase:
        """`add the 5 to Clara’s meld`."""
        return self.zone.phrase("dnpup.move.add", card=self.card.active)


class Take(Struct, frozen=True, gc=False):
    """Pick up an opponent's meld."""

    zone: Zone

    def __str__(self) -> str:
        """`take 2`."""
        return f"take {self.zone}"

    @property
    def phrase(self) -> Phrase:
        """`take Clara’s meld`."""
        return self.zone.phrase("dnpup.move.take")


class Flip(Struct, frozen=True, gc=False):
    """Turn one's whole hand over."""

    def __str__(self) -> str:
        """`flip`."""
        return "flip"

    @property
    def phrase(self) -> Phrase:
        """`flip the hand`."""
        return Phrase.of("dnpup.move.flip")


DnpupMove = Play | Add | Take | Flip

FLIP = Flip()
# One object for each of these, so that a list of legal moves costs little to make.
TAKES = {zone: Take(zone) for zone in Zone.by_text.values()}
ADDS = {(card, zone): Add(card, zone) for card in ALL_CARDS for zone in TAKES}


def parse_move(text: str, seats: int) -> DnpupMove:
    """Read a move of a table with this number of seats. Each move has exactly one spelling."""
    if not isinstance(text, str):
        raise BadText("text.not-text", given=shown(text))
    match text.split(" "):
        case ["flip"]:
            return FLIP
        case ["take", zone]:
            return TAKES[_parse_zone(zone, seats)]
        case ["add", card, "to", zone]:
            return ADDS[Card.parse(card), _parse_zone(zone, seats)]
        case ["play", first, *others]:
            cards = tuple(map(Card.parse, (first, *others)))
            if cards != tuple(sorted(cards)):
                raise BadText("dnpup.text.order", text=text, cards=tuple(sorted(cards)))
            return Play(cards)
        case _:
            key = "dnpup.text.move-two" if seats == 2 else "dnpup.text.move"
            raise BadText(key, text=text)


def _parse_zone(text: str, seats: int) -> Zone:
    zone = Zone.parse(text)
    if zone not in ZONES[seats]:
        raise BadText("dnpup.text.zone", text=text)
    return zone


def phrase_of(move: DnpupMove, melds: Melds, hand: Hand) -> Phrase:
    """How the seat with this hand says a move: with the cards only where others of the value do."""
    match move:
        case Play(cards=cards) if len(_plays_like(move, hand)) > 1:
            params = counted(len(cards), cards[0].active)
            return Phrase.of("dnpup.move.play-cards", cards=cards, **params)
        case Add(card=card, zone=zone) if any(
            other.active == card.active and other != card for other in hand
        ):
            return zone.phrase("dnpup.move.add", card=card)
        case Take(zone=zone) if meld := melds[zone.index]:
            params = {"n": len(meld), "value": meld[0].active}
            return zone.phrase("dnpup.move.take-values", **params)
        case _:
            return move.phrase


def _plays_like(move: Play, hand: Hand) -> tuple[Play, ...]:
    """All plays of as many cards of this value."""
    holding = tuple(card for card in hand if card.active == move.cards[0].active)
    by_size = plays_by_size(holding)
    return by_size[len(move.cards) - 1] if len(move.cards) <= len(by_size) else ()


def legal_moves(seats: int, seat: int, melds: Melds, hand: Hand) -> tuple[DnpupMove, ...]:
    """Every move of this seat, whose turn it is.

    Plays come first (by value, then size, then cards), then adds (by zone, then card), then takes
    (by zone), and flipping last. Like cards make one move, not two.
    """
    value_of_size = {len(meld): meld[0].active for meld in melds if meld}
    moves: list[DnpupMove] = []
    for value, holding in groupby(hand, attrgetter("active")):
        for size, plays in enumerate(plays_by_size(tuple(holding)), 1):
            if value_of_size.get(size, 0) < value:
                moves += plays
    theirs = [zone for zone in ZONES[seats] if melds[zone.index] and zone.seat != seat]
    for zone in theirs:
        meld = melds[zone.index]
        value = meld[0].active
        if value_of_size.get(len(meld) + 1, 0) < value:
            # A dict keeps the order and drops the second of two like cards.
            fitting = dict.fromkeys(card for card in hand if card.active == value)
            moves += [ADDS[card, zone] for card in fitting]
    moves += [TAKES[zone] for zone in theirs]
    moves.append(FLIP)
    return tuple(moves)


@cache  # A few hundred holdings for each value.
def plays_by_size(holding: Hand) -> tuple[tuple[Play, ...], ...]:
    """The melds that cards of one value make: those of size 1, of size 2, …"""
    return tuple(
        tuple(Play(cards) for cards in sorted(set(combinations(holding, size))))
        for size in range(1, len(holding) + 1)
    )


def check_play(melds: Melds, hand: Hand, move: Play) -> None:
    """Refuse a meld that the rules forbid."""
    cards = move.cards
    if type(cards) is not tuple:
        raise IllegalMove("move.other-game", move=shown(move))
    if not cards:
        raise IllegalMove("dnpup.no-cards", rule="D12")
    left = list(hand)
    for card in cards:
        if card not in left:
            raise _not_held(card, rule="D17")
        left.remove(card)
    value, size = cards[0].active, len(cards)
    if any(card.active != value for card in cards):
        raise IllegalMove("dnpup.not-one-value", rule="D12", cards=cards)
    if cards != tuple(sorted(cards)):
        raise IllegalMove("dnpup.not-sorted", rule="D47", cards=tuple(sorted(cards)))
    for meld in melds:
        if len(meld) == size and meld[0].active >= value:
            raise IllegalMove("dnpup.not-higher", rule="D18", n=size, value=value, meld=meld)


def check_add(seats: int, seat: int, melds: Melds, hand: Hand, move: Add) -> None:
    """Refuse a card added where the rules forbid it."""
    card, zone = move.card, move.zone
    meld = _their_meld(seats, seat, melds, zone, rule="D21")
    if card not in hand:
        raise _not_held(card, rule="D21")
    value, size = meld[0].active, len(meld) + 1
    if card.active != value:
        raise IllegalMove("dnpup.value-differs", rule="D22", card=card, value=value)
    for rival in melds:
        if len(rival) == size and rival[0].active >= value:
            raise IllegalMove("dnpup.grown-not-higher", rule="D23", n=size, value=value, meld=rival)


def check_take(seats: int, seat: int, melds: Melds, move: Take) -> None:
    """Refuse to take what does not lie in front of an opponent."""
    _their_meld(seats, seat, melds, move.zone, rule="D25")


def _their_meld(seats: int, seat: int, melds: Melds, zone: object, rule: str) -> Hand:
    if not isinstance(zone, Zone) or zone not in ZONES[seats]:
        raise IllegalMove("dnpup.no-such-zone", given=_named(zone), known=ZONES[seats])
    if zone.seat == seat:
        raise IllegalMove("dnpup.own-meld", rule="D42" if seats == 2 else rule)
    if not melds[zone.index]:
        raise IllegalMove("dnpup.no-meld", rule=rule, zone=zone)
    return melds[zone.index]


def _not_held(card: object, rule: str) -> IllegalMove:
    return IllegalMove("dnpup.not-held", rule=rule, card=_named(card))


def _named(thing: object) -> str:
    """A card or zone as it is written; anything else as Python shows it."""
    return str(thing) if isinstance(thing, Card | Zone) else repr(thing)
