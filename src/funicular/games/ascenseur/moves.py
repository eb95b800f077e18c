"""What one may do in Ascenseur: bid, then play a card.

Bidding in turn, the dealer bids last and may not make the bids add up to the number of tricks
(the hook). Bidding simultaneously, everybody may bid anything. A seat that has the
suit led must follow; one that has none may play anything. Nobody has to ruff or to beat a card.

Everything here needs only what is public and one hand, so a view can say it as well as a state.
"""

from __future__ import annotations

from msgspec import Struct

from funicular.core.errors import BadText, IllegalMove, shown
from funicular.games.ascenseur.cards import ALL_CARDS, SUITS, Card, cards_in, suit_bits
from funicular.lang import Phrase

Bids = tuple[int | None, ...]


class Bid(Struct, frozen=True, gc=False):
    """Announce how many tricks one will take."""

    tricks: int

    def __str__(self) -> str:
        """`bid 3`."""
        return f"bid {self.tricks}"

    @property
    def phrase(self) -> Phrase:
        """`bid 3 tricks`."""
        return Phrase.of("ascenseur.move.bid", n=self.tricks)


class Play(Struct, frozen=True, gc=False):
    """Play a card to the trick."""

    card: Card

    def __str__(self) -> str:
        """`play TS`."""
        return f"play {self.card.text}"

    @property
    def phrase(self) -> Phrase:
        """`play 10♠`."""
        return Phrase.of("ascenseur.move.play", card=self.card)


AscenseurMove = Bid | Play

# One object for each move, so that a list of legal moves costs little to make.
BIDS = tuple(Bid(tricks) for tricks in range(53))
PLAYS = {card: Play(card) for card in ALL_CARDS}
MOVES: tuple[AscenseurMove, ...] = (*BIDS, *PLAYS.values())
BY_TEXT = {str(move): move for move in MOVES}
SUIT_BITS = tuple(suit_bits(suit) for suit in SUITS)


class _PlaysOfSuit(dict[int, tuple[Play, ...]]):
    """The plays of a holding in one suit, worked out when first asked for.

    There are 2**13 holdings in each suit at most, so this stays small.
    """

    def __missing__(self, holding: int) -> tuple[Play, ...]:
        plays = self[holding] = tuple(PLAYS[card] for card in cards_in(holding))
        return plays


PLAYS_OF_SUIT = _PlaysOfSuit()


def parse_move(text: str) -> AscenseurMove:
    """Read `bid 3` or `play TS`."""
    if not isinstance(text, str):
        raise BadText("text.not-text", given=shown(text))
    move = BY_TEXT.get(text)
    if move is None:
        if text.startswith("play "):
            Card.parse(text.removeprefix("play "))
        raise BadText("ascenseur.text.move", text=text)
    return move


def hooked_bid(bids: Bids, cards: int) -> int | None:
    """The bid that would make the total equal to the tricks, for the last to bid; else None."""
    if bids.count(None) != 1:
        return None
    left = cards - sum([bid for bid in bids if bid is not None])
    return left if left >= 0 else None


def legal_bids(bids: Bids, cards: int, *, hook: bool) -> tuple[Bid, ...]:
    """Every bid from 0 to the hand size, ascending, less the one that the hook forbids."""
    hooked = hooked_bid(bids, cards) if hook else None
    every = BIDS[: cards + 1]
    return every if hooked is None else every[:hooked] + every[hooked + 1 :]


def legal_plays(trick: tuple[Card, ...], hand: int) -> tuple[Play, ...]:
    """A play for each playable card, in the order of the deck."""
    if trick:
        following = hand & trick[0].suit_bits
        if following:
            return PLAYS_OF_SUIT[following]
    clubs, diamonds, hearts, spades = SUIT_BITS
    return (
        PLAYS_OF_SUIT[hand & clubs]
        + PLAYS_OF_SUIT[hand & diamonds]
        + PLAYS_OF_SUIT[hand & hearts]
        + PLAYS_OF_SUIT[hand & spades]
    )


def check_bid(bids: Bids, cards: int, bid: Bid, *, hook: bool) -> None:
    """Refuse a bid that the rules forbid."""
    if None not in bids:
        raise IllegalMove("ascenseur.bids-closed", rule="S17")
    if type(bid.tricks) is not int or not 0 <= bid.tricks <= cards:
        raise IllegalMove("ascenseur.bid-range", rule="S17", n=cards, given=bid.tricks)
    if hook and bid.tricks == hooked_bid(bids, cards):
        raise IllegalMove("ascenseur.hook", rule="S19", n=cards, given=bid.tricks)


def refuse_play(bids: Bids, trick: tuple[Card, ...], hand: int, card: object) -> IllegalMove:
    """Say why this card cannot be played now."""
    if None in bids:
        return IllegalMove("ascenseur.bid-first", rule="S17")
    if not isinstance(card, Card) or not card.bit & hand:
        return IllegalMove("ascenseur.not-held", card=card)
    return IllegalMove("ascenseur.follow", rule="S24", card=card, led=trick[0])
