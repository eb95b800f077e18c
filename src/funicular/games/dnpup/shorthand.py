"""Typing dnpup: `f`; `t2` or `t iris`; `a 5 2` or `a 5/2 iris`; `p3`, `3 3`, `two 3s`, `3/4 3/6`.

A card may be written by its active value alone. Whose meld is meant may be left out where only one
fits, and said by seat, by zone (`1.2`) or by the beginning of a name.
"""

from __future__ import annotations

import re
from collections import Counter

from funicular.games.dnpup.cards import Card
from funicular.games.dnpup.moves import ADDS, FLIP, TAKES, DnpupMove, Play
from funicular.games.dnpup.terminal import legal_moves
from funicular.games.dnpup.wire import DnpupDeal
from funicular.games.dnpup.zones import ZONES, Zone
from funicular.games.shorthand import after, in_figures, number_in, without, words_of
from funicular.lang import Reader
from funicular.lang.plain_text import plain

CARD = re.compile(r"([0-9]{1,2})(?:/([0-9]{1,2}))?")


def readings(text: str, deal: DnpupDeal, reader: Reader) -> tuple[DnpupMove, ...]:
    """A flip, a take, an add or a play."""
    if text in words_of("web.typed.dnpup.flip", reader):
        return (FLIP,)
    taken = after(text, "web.typed.dnpup.take", reader)
    if taken is not None:
        return _takes(without(taken, "web.typed.dnpup.to", reader), deal, reader)
    added = after(text, "web.typed.dnpup.add", reader)
    if added is not None:
        return _adds(added, deal, reader)
    played = after(text, "web.typed.dnpup.play", reader)
    return _plays(in_figures(text if played is None else played, reader), deal)


def _takes(whose: str, deal: DnpupDeal, reader: Reader) -> tuple[DnpupMove, ...]:
    zones = _zones(whose, deal, reader)
    return tuple(TAKES[zone] for zone in zones)


def _zones(whose: str, deal: DnpupDeal, reader: Reader) -> list[Zone]:
    """The zones that the words may mean; those with melds of others where nothing is said."""
    every = ZONES[len(deal.sight.left)]
    if not whose:
        return [zone for zone in every if deal.sight.melds[zone.text] and zone.seat != reader.seat]
    exact = [zone for zone in every if zone.text == whose]
    return exact or [zone for zone in every if _names(whose, zone, reader)]


def _names(whose: str, zone: Zone, reader: Reader) -> bool:
    name = plain(reader.player(zone.seat))
    number = "" if zone.number is None else f" {zone.number}"
    return str(zone.seat) == whose or name.startswith(whose) or name + number == whose


def _adds(words: str, deal: DnpupDeal, reader: Reader) -> tuple[DnpupMove, ...]:
    said, _, rest = words.partition(" ")
    number = number_in(said, reader)
    card_text = said if number is None else str(number)
    zones = _zones(without(rest, "web.typed.dnpup.to", reader), deal, reader)
    return tuple(
        ADDS[card, zone] for zone in zones for card in dict.fromkeys(_held(card_text, deal))
    ) or tuple(ADDS[card, zone] for zone in zones for card in _written(card_text))


def _plays(words: str, deal: DnpupDeal) -> tuple[DnpupMove, ...]:
    texts = words.split()
    times = re.fullmatch(r"([0-9]{1,2}) ?x ?([0-9])", words)
    often = re.fullmatch(r"([0-9]) ([0-9]{1,2})", words)
    if times:
        texts = [times[1]] * int(times[2])
    elif often and often[1] != often[2]:
        # `two 4s`: cards of two values are no meld.
        texts = [often[2]] * int(often[1])
    if not texts or not all(CARD.fullmatch(text) for text in texts):
        return ()
    legal = tuple(
        move for move in legal_moves(deal) if isinstance(move, Play) and _fits(move.cards, texts)
    )
    whole = [card for text in texts for card in _written(text)]
    if legal or len(whole) < len(texts):
        # By value alone nothing legal was found: any cards held will do to have the rule explained.
        return legal or _some_play(texts, deal)
    return (Play(tuple(sorted(whole))),)


def _fits(cards: tuple[Card, ...], texts: list[str]) -> bool:
    """Whether the cards can be written so: whole cards one for one, values for what is left."""
    whole = Counter(text for text in texts if "/" in text)
    values = Counter(int(text) for text in texts if "/" not in text)
    left = Counter(card.text for card in cards)
    if len(cards) != len(texts) or not whole <= left:
        return False
    return Counter(Card.parse(text).active for text in (left - whole).elements()) == values


def _some_play(texts: list[str], deal: DnpupDeal) -> tuple[DnpupMove, ...]:
    """Cards of the hand that can be written so, for the rules to refuse; one may be said twice."""
    held = list(deal.sight.hand)
    cards: list[Card] = []
    for text in texts:
        card = next((card for card in held if _is(card, text)), None)
        if card is not None:
            held.remove(card)
        like = card or next((card for card in cards if _is(card, text)), None)
        if like is None:
            return ()
        cards.append(like)
    return (Play(tuple(sorted(cards))),)


def _held(text: str, deal: DnpupDeal) -> list[Card]:
    return [card for card in deal.sight.hand if _is(card, text)]


def _is(card: Card, text: str) -> bool:
    return text in (card.text, str(card.active))


def _written(text: str) -> list[Card]:
    return [Card.parse(text)] if text in Card.by_text else []
