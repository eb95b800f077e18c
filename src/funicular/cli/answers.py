"""What an answer at the prompt means: a move, a command, or a sentence that says why neither."""

from __future__ import annotations

import re

from msgspec import Struct

from funicular.cli.words import command_like, command_of, word_close_to
from funicular.core.errors import BadText
from funicular.core.game import Game, Move
from funicular.games.registry import spec_of
from funicular.games.shorthand import without_signs
from funicular.games.terminal import Listing
from funicular.lang import Phrase, Reader
from funicular.lang.plain_text import plain
from funicular.table.wire import AnyDeal


class TypedMove(Struct, frozen=True):
    """A move, perhaps not a legal one: the rules will say."""

    move: Move


class TypedCommand(Struct, frozen=True):
    """A command and what was said with it."""

    command: str
    rest: str = ""


class Unclear(Struct, frozen=True):
    """Neither, and why."""

    why: Phrase


Typed = TypedMove | TypedCommand | Unclear


def understand(text: str, game: Game, deal: AnyDeal, listing: Listing, reader: Reader) -> Typed:
    """Take a number of the list, a command, the notation, or shorthand, in this order."""
    said = plain(text)
    if re.fullmatch(r"[0-9]{1,9}", said) and listing.numbered:
        return _numbered(int(said), listing)
    command = command_of(said)
    if command is not None:
        return TypedCommand(*command)
    try:
        return TypedMove(game.parse_move(" ".join(text.split())))
    except BadText:
        found = spec_of(game.name).shorthand.readings(without_signs(said), deal, reader)
    if found:
        return _chosen(found, game, deal, reader)
    like = command_like(said)
    return _not_understood(text, listing, deal) if like is None else TypedCommand(like)


def _numbered(number: int, listing: Listing) -> Typed:
    if 1 <= number <= len(listing.numbered):
        return TypedMove(listing.numbered[number - 1])
    return Unclear(Phrase.of("cli.no-number", number=number, last=len(listing.numbered)))


def _chosen(found: tuple[Move, ...], game: Game, deal: AnyDeal, reader: Reader) -> Typed:
    possible = [move for move in found if str(move) in deal.legal]
    if len(possible) > 1:
        label = spec_of(game.name).terminal.move_label
        several = tuple(f"{label(move, deal, reader)} ({move})" for move in possible)
        return Unclear(Phrase.of("cli.ambiguous", moves=several))
    return TypedMove(possible[0] if possible else found[0])


def _not_understood(text: str, listing: Listing, deal: AnyDeal) -> Typed:
    if not text:
        return Unclear(Phrase.of("cli.say-something"))
    close = word_close_to(plain(text))
    if close is not None:
        return Unclear(Phrase.of("cli.did-you-mean", text=text, close=close))
    example = (listing.numbered or deal.legal)[0]
    return Unclear(Phrase.of("cli.not-understood", text=text, example=str(example)))
