"""How the table looks in a terminal, from what the server shows of it."""

from __future__ import annotations

from funicular.games.ascenseur.cards import SYMBOLS
from funicular.games.ascenseur.wire import AscenseurSight
from funicular.games.auf_ab.wire import AufAbSight
from funicular.games.dnpup.wire import DnpupSight
from funicular.games.registry import make_game
from funicular.games.terminal import numbered, tied
from funicular.lang import Reader
from funicular.table.wire import AnyDeal, TableShown


def table_lines(deal: AnyDeal, reader: Reader) -> list[str]:
    """What lies open, and the reader's own cards."""
    sight = deal.sight
    match sight:
        case AscenseurSight():
            lines = _ascenseur(sight, reader)
        case AufAbSight():
            lines = _auf_ab(sight, reader)
        case DnpupSight():
            lines = _dnpup(sight, reader)
    if sight.hand:
        cards = [card.spoken(reader.lang) for card in sight.hand]
        lines.append(reader.say("cli.hand", cards=" ".join(cards)))
    return lines


def move_line(table: TableShown, deal: AnyDeal, reader: Reader) -> str:
    """The legal moves, numbered from 1."""
    game = make_game(table.game, table.seats, table.options)
    labels = [game.parse_move(text).spoken(reader.lang) for text in deal.legal]
    return reader.say("cli.your-moves", moves=numbered(labels))


def _ascenseur(sight: AscenseurSight, reader: Reader) -> list[str]:
    seats = range(len(sight.bids))
    if sight.upcard is None:
        lines = [reader.say("cli.ascenseur.no-trumps")]
    else:
        suit = sight.upcard.suit
        lines = [
            reader.say(
                "cli.ascenseur.trumps",
                suit=reader.say(f"cli.ascenseur.suit.{suit}"),
                symbol=SYMBOLS[suit],
                upcard=sight.upcard,
            )
        ]
    if None in sight.bids:
        bids = [
            tied(reader.say("cli.ascenseur.bid", player=seat, bid="–" if bid is None else bid))
            for seat, bid in enumerate(sight.bids)
        ]
        return [*lines, reader.say("cli.ascenseur.bids", bids=tuple(bids))]
    contracts = [
        tied(
            reader.say(
                "cli.ascenseur.contract",
                player=seat,
                won=sight.tricks[seat],
                bid=sight.bids[seat],
            )
        )
        for seat in seats
    ]
    lines.append(reader.say("cli.ascenseur.contracts", contracts=tuple(contracts)))
    plays = [
        tied(
            reader.say(
                "cli.ascenseur.play",
                player=(sight.leader + place) % len(seats),
                card=card,
            )
        )
        for place, card in enumerate(sight.trick)
    ]
    if plays:
        lines.append(reader.say("cli.ascenseur.trick", plays=tuple(plays)))
    return lines


def _auf_ab(sight: AufAbSight, reader: Reader) -> list[str]:
    melds = [
        tied(reader.say("cli.auf-ab.meld", player=seat, meld=meld)) for seat, meld in sight.trick
    ]
    lines = [reader.say(f"cli.auf-ab.{sight.direction}")]
    if melds:
        lines.append(reader.say("cli.auf-ab.trick", melds=tuple(melds)))
    return [*lines, _left(sight, reader)]


def _dnpup(sight: DnpupSight, reader: Reader) -> list[str]:
    melds = [
        tied(
            reader.say(
                "cli.dnpup.meld", owner=_owner(zone, reader), cards=" ".join(map(str, cards))
            )
        )
        for zone, cards in sight.melds.items()
        if cards
    ]
    if melds:
        return [reader.say("cli.dnpup.melds", melds=tuple(melds)), _left(sight, reader)]
    return [reader.say("cli.dnpup.no-melds"), _left(sight, reader)]


def _owner(zone: str, reader: Reader) -> str:
    """Whose zone `2` is; of `1.2` also which of the player's two."""
    seat, dot, number = zone.partition(".")
    if not dot:
        return reader.player(int(seat))
    return reader.say("cli.dnpup.owner-zone", player=int(seat), number=number)


def _left(sight: AufAbSight | DnpupSight, reader: Reader) -> str:
    left = [
        tied(reader.say("cli.cards-of", player=seat, n=count))
        for seat, count in enumerate(sight.left)
    ]
    return reader.say("cli.cards-left", counts=tuple(left))
