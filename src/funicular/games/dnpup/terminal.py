"""dnpup in a terminal: the melds and whose they are, cards left, cards known, the hand by value."""

from __future__ import annotations

from itertools import groupby
from operator import attrgetter

from funicular.games.dnpup.cards import Hand, turned
from funicular.games.dnpup.moves import Add, DnpupMove, Play, Take
from funicular.games.dnpup.view import View
from funicular.games.dnpup.zones import ZONES, Zone
from funicular.games.terminal import Listing, numbered, tied
from funicular.lang import Reader


def table_lines(view: View, reader: Reader) -> list[str]:
    """Melds, counts, known cards; with two players also whose zone this turn is for."""
    public = view.public
    lines = [_melds(view, reader)]
    counts = [
        tied(reader.say("cli.dnpup.seat", player=seat, seat_number=seat, n=count))
        for seat, count in enumerate(public.counts)
    ]
    lines.append(reader.say("cli.cards-left", counts=tuple(counts)))
    for seat, cards in enumerate(public.known):
        if cards and seat != view.seat:
            lines.append(reader.say("cli.dnpup.known", player=seat, cards=tied(_row(cards))))
    if view.setup.seats == 2 and public.turn is not None and public.turn.seat == view.seat:
        lines.append(reader.say("cli.dnpup.zone", number=public.turn.number))
    return lines


def _melds(view: View, reader: Reader) -> str:
    melds = [
        tied(reader.say("cli.dnpup.meld", owner=_owner(zone, reader), cards=_row(meld)))
        for zone, meld in zip(ZONES[view.setup.seats], view.public.melds, strict=True)
        if meld
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


def hand_line(view: View, reader: Reader) -> str:
    """The cards by the value that counts, groups apart; then those that everybody knows."""
    groups = [tied(_row(tuple(cards))) for _, cards in groupby(view.hand, attrgetter("active"))]
    line = reader.say("cli.hand", cards=" | ".join(groups))
    known = () if view.seat is None else view.public.known[view.seat]
    if not known:
        return line
    return f"{line} {reader.say('cli.dnpup.your-known', cards=tied(_row(known)))}"


def listing(view: View, reader: Reader) -> Listing:
    """All moves, numbered through, a line for each kind."""
    moves = view.legal_moves()
    lines: list[str] = []
    first = 1
    for kind, of_kind in groupby(moves, lambda move: type(move).__name__.lower()):
        labels = [_object(move, view, reader) for move in of_kind]
        lines.append(reader.say(f"cli.dnpup.may-{kind}", moves=numbered(labels, first)))
        first += len(labels)
    return Listing(tuple(lines), moves)


def _object(move: DnpupMove, view: View, reader: Reader) -> str:
    """What the move is done with; the line it stands in says what is done."""
    match move:
        case Play(cards=cards):
            return _row(cards)
        case Add(card=card, zone=zone):
            return reader.say("cli.dnpup.add-object", card=card, owner=_owner(zone, reader))
        case Take(zone=zone):
            cards = turned(view.public.melds[zone.index])
            return reader.say("cli.dnpup.take-object", owner=_owner(zone, reader), cards=cards)
        case _:
            return _row(turned(view.hand)) or "–"


def move_label(move: DnpupMove, view: View, reader: Reader) -> str:
    """The whole move, with the name of the player it is done to."""
    match move:
        case Add() | Take():
            kind = type(move).__name__.lower()
            return reader.say(f"cli.dnpup.{kind}-move", what=_object(move, view, reader))
        case _:
            return move.spoken(reader.lang)
