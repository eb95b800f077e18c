"""Ascenseur in a terminal: trumps, contracts, the trick, the hand by suits with trumps first."""

from __future__ import annotations

from itertools import groupby
from operator import attrgetter

from funicular.games.ascenseur.cards import SYMBOLS, Card, rank_name
from funicular.games.ascenseur.moves import AscenseurMove, Bid, Play
from funicular.games.ascenseur.view import View
from funicular.games.terminal import Listing, numbered, tied
from funicular.lang import Reader

# Black and red by turns, so that neighbours differ; trumps go before all of them.
SUIT_ORDER = "SHCD"


def table_lines(view: View, reader: Reader) -> list[str]:
    """Trumps, then bids or contracts, then the trick."""
    public = view.public
    lines = [_trumps(view, reader), _contracts(view, reader)]
    if public.trick:
        plays = [
            tied(reader.say("cli.ascenseur.play", player=_seat_after(view, place), card=card))
            for place, card in enumerate(public.trick)
        ]
        lines.append(reader.say("cli.ascenseur.trick", plays=tuple(plays)))
    elif not public.bidding:
        lines.append(reader.say("cli.ascenseur.lead", seat=public.leader))
    return lines


def _trumps(view: View, reader: Reader) -> str:
    upcard = view.public.upcard
    if upcard is None:
        return reader.say("cli.ascenseur.no-trumps")
    suit = reader.say(f"cli.ascenseur.suit.{upcard.suit}")
    return reader.say("cli.ascenseur.trumps", suit=suit, symbol=SYMBOLS[upcard.suit], upcard=upcard)


def _contracts(view: View, reader: Reader) -> str:
    public = view.public
    seats = range(view.setup.seats)
    if public.bidding:
        bids = [_bid(view, reader, _seat_after(view, turn)) for turn in seats]
        return reader.say("cli.ascenseur.bids", bids=tuple(bids))
    contracts = [
        tied(
            reader.say(
                "cli.ascenseur.contract", player=seat, won=public.won[seat], bid=public.bids[seat]
            )
        )
        for seat in seats
    ]
    return reader.say("cli.ascenseur.contracts", contracts=tuple(contracts))


def _bid(view: View, reader: Reader, seat: int) -> str:
    bid = view.public.bids[seat]
    return tied(reader.say("cli.ascenseur.bid", player=seat, bid="–" if bid is None else bid))


def _seat_after(view: View, turns: int) -> int:
    return (view.public.leader + turns) % view.setup.seats


def hand_line(view: View, reader: Reader) -> str:
    """`♠ A 10 3 | ♥ K`, trumps first, high to low."""
    suits = [
        tied(" ".join([SYMBOLS[suit], *(rank_name(card.rank, reader.lang) for card in cards)]))
        for suit, cards in groupby(sorted_hand(view.hand, view.public.trump), attrgetter("suit"))
    ]
    return reader.say("cli.hand", cards=" | ".join(suits))


def sorted_hand(hand: tuple[Card, ...], trump: str | None) -> list[Card]:
    """By suit, trumps first, each high to low."""
    return sorted(
        hand, key=lambda card: (card.suit != trump, SUIT_ORDER.index(card.suit), -card.rank)
    )


def listing(view: View, reader: Reader) -> Listing:
    """The bids one may make, which are their own numbers; or the cards one may play, numbered."""
    moves = view.legal_moves()
    bids = [move.tricks for move in moves if isinstance(move, Bid)]
    if bids:
        return Listing(_bid_lines(view, reader, bids), ())
    cards = sorted_hand(
        tuple(move.card for move in moves if isinstance(move, Play)), view.public.trump
    )
    line = reader.say("cli.your-moves", moves=numbered(card.spoken(reader.lang) for card in cards))
    return Listing((line,), tuple(Play(card) for card in cards))


def _bid_lines(view: View, reader: Reader, bids: list[int]) -> tuple[str, ...]:
    line = reader.say("cli.ascenseur.you-may-bid", bids=tuple(bids))
    hooked = set(range(view.public.cards + 1)) - set(bids)
    if not hooked:
        return (line,)
    return (f"{line} {reader.say('cli.ascenseur.hooked', n=view.public.cards, bid=hooked.pop())}",)


def move_label(move: AscenseurMove, view: View, reader: Reader) -> str:  # noqa: ARG001 - as all tables
    """As the move says itself."""
    return move.spoken(reader.lang)
