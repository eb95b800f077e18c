"""Ascenseur in a terminal: trumps, contracts, the trick, the hand by suits with trumps first."""

from __future__ import annotations

from itertools import groupby
from operator import attrgetter

from funicular.games.ascenseur.cards import SYMBOLS, Card, rank_name
from funicular.games.ascenseur.moves import AscenseurMove, Bid, Play, parse_move
from funicular.games.ascenseur.wire import AscenseurDeal, AscenseurSight
from funicular.games.terminal import Listing, numbered, tied
from funicular.lang import Reader

# Black and red by turns, so that neighbours differ; trumps go before all of them.
SUIT_ORDER = "SHCD"


def table_lines(deal: AscenseurDeal, reader: Reader) -> list[str]:
    """Trumps, then bids or contracts, then the trick."""
    sight = deal.sight
    lines = [_trumps(sight, reader), _contracts(sight, reader)]
    if sight.trick:
        plays = [
            tied(reader.say("cli.ascenseur.play", player=_seat_after(sight, place), card=card))
            for place, card in enumerate(sight.trick)
        ]
        lines.append(reader.say("cli.ascenseur.trick", plays=tuple(plays)))
    elif None not in sight.bids:
        lines.append(reader.say("cli.ascenseur.lead", seat=sight.leader))
    return lines


def _trumps(sight: AscenseurSight, reader: Reader) -> str:
    upcard = sight.upcard
    if upcard is None:
        return reader.say("cli.ascenseur.no-trumps")
    suit = reader.say(f"cli.ascenseur.suit.{upcard.suit}")
    return reader.say("cli.ascenseur.trumps", suit=suit, symbol=SYMBOLS[upcard.suit], upcard=upcard)


def _contracts(sight: AscenseurSight, reader: Reader) -> str:
    seats = range(len(sight.bids))
    if None in sight.bids:
        bids = [_bid(sight, reader, _seat_after(sight, turn)) for turn in seats]
        return reader.say("cli.ascenseur.bids", bids=tuple(bids))
    contracts = [
        tied(
            reader.say(
                "cli.ascenseur.contract", player=seat, won=sight.tricks[seat], bid=sight.bids[seat]
            )
        )
        for seat in seats
    ]
    return reader.say("cli.ascenseur.contracts", contracts=tuple(contracts))


def _bid(sight: AscenseurSight, reader: Reader, seat: int) -> str:
    bid = sight.bids[seat]
    return tied(reader.say("cli.ascenseur.bid", player=seat, bid="–" if bid is None else bid))


def _seat_after(sight: AscenseurSight, turns: int) -> int:
    return (sight.leader + turns) % len(sight.bids)


def hand_line(deal: AscenseurDeal, reader: Reader) -> str:
    """`♠ A 10 3 | ♥ K`, trumps first, high to low."""
    suits = [
        tied(" ".join([SYMBOLS[suit], *(rank_name(card.rank, reader.lang) for card in cards)]))
        for suit, cards in groupby(
            sorted_hand(deal.sight.hand, deal.sight.trump), attrgetter("suit")
        )
    ]
    return reader.say("cli.hand", cards=" | ".join(suits))


def sorted_hand(hand: tuple[Card, ...], trump: str | None) -> list[Card]:
    """By suit, trumps first, each high to low."""
    return sorted(
        hand, key=lambda card: (card.suit != trump, SUIT_ORDER.index(card.suit), -card.rank)
    )


def listing(deal: AscenseurDeal, reader: Reader) -> Listing:
    """The bids one may make, which are their own numbers; or the cards one may play, numbered."""
    moves = [parse_move(text) for text in deal.legal]
    bids = [move.tricks for move in moves if isinstance(move, Bid)]
    if bids:
        return Listing(_bid_lines(deal.sight, reader, bids), ())
    cards = sorted_hand(
        tuple(move.card for move in moves if isinstance(move, Play)), deal.sight.trump
    )
    line = reader.say("cli.your-moves", moves=numbered(card.spoken(reader.lang) for card in cards))
    return Listing((line,), tuple(Play(card) for card in cards))


def _bid_lines(sight: AscenseurSight, reader: Reader, bids: list[int]) -> tuple[str, ...]:
    line = reader.say("cli.ascenseur.you-may-bid", bids=tuple(bids))
    hooked = set(range(sight.cards + 1)) - set(bids)
    if not hooked:
        return (line,)
    return (f"{line} {reader.say('cli.ascenseur.hooked', n=sight.cards, bid=hooked.pop())}",)


def move_label(move: AscenseurMove, deal: AscenseurDeal, reader: Reader) -> str:  # noqa: ARG001 - as all games
    """As the move says itself."""
    return reader.say(move.phrase)
