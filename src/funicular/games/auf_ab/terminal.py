"""Auf & Ab in a terminal: the direction, the trick, who is in it, and the hand as one holds it.

While the direction is falling people turn their hands over, and the rule sheet writes the high
number first. So does this table: `7-2` is the card `2-7`, and either may be typed.
"""

from __future__ import annotations

from itertools import groupby

from funicular.core.bits import bits_of
from funicular.games.auf_ab.cards import Card, Direction, lowest_double
from funicular.games.auf_ab.moves import AufAbMove, Lay, parse_move, phrase_of
from funicular.games.auf_ab.tricks import Trick, changes_in
from funicular.games.auf_ab.wire import AufAbDeal, AufAbSight
from funicular.games.terminal import Listing, numbered, tied
from funicular.lang import Reader

# More moves than this are not all listed.
MANY = 24


def table_lines(deal: AufAbDeal, reader: Reader) -> list[str]:
    """The direction, the trick so far, who has passed, how many cards each has."""
    sight, direction, trick = deal.sight, direction_of(deal), _trick(deal.sight)
    lines = [reader.say(f"cli.auf-ab.{direction}")]
    if trick:
        melds = [
            tied(reader.say("cli.auf-ab.meld", player=seat, meld=_meld(meld, direction, reader)))
            for seat, meld in trick
        ]
        lines.append(reader.say("cli.auf-ab.trick", melds=tuple(melds)))
    else:
        lines.append(_lead(sight, reader))
    if changes := tuple(shown(card, direction) for card in changes_in(trick)):
        key = "cli.auf-ab.will-turn" if len(changes) % 2 else "cli.auf-ab.will-stay"
        lines.append(reader.say(key, cards=changes))
    if sight.passed:
        lines.append(reader.say("cli.auf-ab.passed", players=sight.passed))
    left = [
        tied(reader.say("cli.cards-of", player=seat, n=count))
        for seat, count in enumerate(sight.left)
    ]
    lines.append(reader.say("cli.cards-left", counts=tuple(left)))
    return lines


def direction_of(deal: AufAbDeal) -> Direction:
    """Where the trick goes."""
    return "rising" if deal.sight.direction == "rising" else "falling"


def _trick(sight: AufAbSight) -> Trick:
    moves = [(seat, parse_move(text)) for seat, text in sight.trick]
    return tuple((seat, move) for seat, move in moves if isinstance(move, Lay))


def _lead(sight: AufAbSight, reader: Reader) -> str:
    """Who leads; to the seat that leads the whole deal, also the double it takes (A11)."""
    if sight.opening is None and reader.seat == sight.leader:
        double = lowest_double(bits_of(sight.hand))
        return reader.say("cli.auf-ab.lead-first", card=double)
    return reader.say("cli.auf-ab.lead", seat=sight.leader)


def hand_line(deal: AufAbDeal, reader: Reader) -> str:
    """The cards by the number that counts, groups apart, turned as they are held."""
    return reader.say("cli.hand", cards=" | ".join(_groups(deal.sight.hand, direction_of(deal))))


def _groups(hand: tuple[Card, ...], direction: Direction) -> list[str]:
    def counted(card: Card) -> int:
        return card.number(direction)

    ordered = sorted(hand, key=lambda card: (counted(card), card.order))
    if direction == "falling":
        ordered.sort(key=lambda card: -counted(card))
    return [
        tied(" ".join(shown(card, direction) for card in cards))
        for _, cards in groupby(ordered, counted)
    ]


def shown(card: Card, direction: Direction) -> str:
    """The card with the number that counts first."""
    return card.text if direction == "rising" else f"{card.high}-{card.low}"


def listing(deal: AufAbDeal, reader: Reader) -> Listing:
    """All moves; or, where a lead has too many, the whole of each number and its double's sizes."""
    direction = direction_of(deal)
    moves = [parse_move(text) for text in deal.legal]
    lays = [move for move in moves if isinstance(move, Lay)]
    listed: list[AufAbMove] = list(lays)
    lines = []
    if len(lays) > MANY:
        lines.append(reader.say("cli.auf-ab.write-other", n=len(lays), example=str(lays[0])))
        listed = list(_largest(lays, direction))
    listed = _best_first(listed, direction)
    listed += [move for move in moves if not isinstance(move, Lay)]
    labels = [
        _meld(move, direction, reader) if isinstance(move, Lay) else reader.say(move.phrase)
        for move in listed
    ]
    return Listing((reader.say("cli.your-moves", moves=numbered(labels)), *lines), tuple(listed))


def _best_first(moves: list[AufAbMove], direction: Direction) -> list[AufAbMove]:
    """In the order of the hand: from the first to go, low when rising and high when falling."""
    return moves if direction == "rising" else moves[::-1]


def _largest(lays: list[Lay], direction: Direction) -> list[Lay]:
    """Of each number the melds of all cards held, with a double once and twice."""
    largest: dict[int, list[Lay]] = {}
    for lay in lays:
        kept = largest.setdefault(lay.cards[0].number(direction), [])
        if kept and len(kept[0].cards) < len(lay.cards):
            kept.clear()
        if not kept or len(kept[0].cards) == len(lay.cards):
            kept.append(lay)
    return [lay for kept in largest.values() for lay in kept]


def move_label(move: AufAbMove, deal: AufAbDeal, reader: Reader) -> str:
    """The whole move."""
    return reader.say(phrase_of(move, direction_of(deal), bits_of(deal.sight.hand)))


def _meld(meld: Lay, direction: Direction, reader: Reader) -> str:
    """`4-4 4-5 as 3`: the size is said only where it is not the number of cards."""
    ordered = sorted(meld.cards, key=lambda card: shown(card, direction))
    cards = " ".join(shown(card, direction) for card in ordered)
    if meld.size == len(meld.cards):
        return cards
    return reader.say("cli.auf-ab.counted", cards=cards, size=meld.size)
