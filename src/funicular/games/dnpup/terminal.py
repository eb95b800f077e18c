"""dnpup in a terminal: the melds and whose they are, cards left, cards known, the hand by value."""

from __future__ import annotations

from itertools import groupby
from operator import attrgetter

from funicular.games.dnpup.cards import Hand, turned
from funicular.games.dnpup.moves import Add, DnpupMove, Play, Take, parse_move, phrase_of
from funicular.games.dnpup.wire import DnpupDeal, DnpupSight
from funicular.games.dnpup.zones import ZONES, Zone
from funicular.games.terminal import Listing, numbered, tied
from funicular.lang import Reader


def table_lines(deal: DnpupDeal, reader: Reader) -> list[str]:
    """Melds, counts, known cards; with two players also whose zone this turn is for."""
    sight = deal.sight
    lines = [_melds(sight, reader)]
    counts = [
        tied(reader.say("cli.dnpup.seat", player=seat, seat_number=seat, n=count))
        for seat, count in enumerate(sight.left)
    ]
    lines.append(reader.say("cli.cards-left", counts=tuple(counts)))
    for seat, cards in enumerate(sight.known):
        if cards and seat != reader.seat:
            lines.append(reader.say("cli.dnpup.known", player=seat, cards=tied(_row(cards))))
    turn = Zone.by_text.get(sight.zone)
    if turn is not None and turn.number is not None and turn.seat == reader.seat:
        lines.append(reader.say("cli.dnpup.zone", number=turn.number))
    return lines


def legal_moves(deal: DnpupDeal) -> tuple[DnpupMove, ...]:
    """What the reader may do."""
    return tuple(parse_move(text, len(deal.sight.left)) for text in deal.legal)


def _melds(sight: DnpupSight, reader: Reader) -> str:
    melds = [
        tied(reader.say("cli.dnpup.meld", owner=_owner(zone, reader), cards=_row(meld)))
        for zone in ZONES[len(sight.left)]
        if (meld := sight.melds[zone.text])
    ]
    if not melds:
        return reader.say("cli.dnpup.no-melds")
    return reader.say("cli.dnpup.melds", melds=tuple(melds))


def _owner(zone: Zone, reader: Reader) -> str:
    """Whose zone it is; its number as well where a player has two."""
    if zone.number is None:
        return reader.player(zone.seat)
    return reader.say("cli.dnpup.owner-zone", player=zone.seat, number=zone.number)


def _row(cards: Hand) -> str:
    return " ".join(map(str, cards))


def hand_line(deal: DnpupDeal, reader: Reader) -> str:
    """The cards by the value that counts, groups apart; then those that everybody knows."""
    sight = deal.sight
    groups = [tied(_row(tuple(cards))) for _, cards in groupby(sight.hand, attrgetter("active"))]
    line = reader.say("cli.hand", cards=" | ".join(groups))
    known = () if reader.seat is None else sight.known[reader.seat]
    if not known:
        return line
    return f"{line} {reader.say('cli.dnpup.your-known', cards=tied(_row(known)))}"


def listing(deal: DnpupDeal, reader: Reader) -> Listing:
    """All moves, numbered through, a line for each kind."""
    moves = legal_moves(deal)
    lines: list[str] = []
    first = 1
    for kind, of_kind in groupby(moves, lambda move: type(move).__name__.lower()):
        labels = [_object(move, deal.sight, reader) for move in of_kind]
        lines.append(reader.say(f"cli.dnpup.may-{kind}", moves=numbered(labels, first)))
        first += len(labels)
    return Listing(tuple(lines), moves)


def _object(move: DnpupMove, sight: DnpupSight, reader: Reader) -> str:
    """What the move is done with; the line it stands in says what is done."""
    match move:
        case Play(cards=cards):
            return _row(cards)
        case Add(card=card, zone=zone):
            return reader.say("cli.dnpup.add-object", card=card, owner=_owner(zone, reader))
        case Take(zone=zone):
            cards = turned(sight.melds[zone.text])
            return reader.say("cli.dnpup.take-object", owner=_owner(zone, reader), cards=cards)
        case _:
            return _row(turned(sight.hand)) or "–"


def move_label(move: DnpupMove, deal: DnpupDeal, reader: Reader) -> str:
    """The whole move, with the name of the player it is done to."""
    sight = deal.sight
    melds = tuple(sight.melds[zone.text] for zone in ZONES[len(sight.left)])
    return reader.say(phrase_of(move, melds, sight.hand))
