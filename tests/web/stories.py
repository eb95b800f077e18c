"""Deals and their twins: the same to one seat, though what it cannot see was dealt anew."""

from __future__ import annotations

import hashlib
import random

from msgspec import Struct

from funicular.core.game import Deal
from funicular.games.registry import SEATS, make_game
from funicular.lang import languages
from funicular.table.entries import AnyEntry, Committed, HintsAnswered, Seated, TableOpened
from funicular.table.table import key_of
from tests.kit import Path, twin_of, walk

NONCE = "0123456789abcdef" * 2
# Told to nobody before the match is over.
SEED = hashlib.sha256(b"what decides the cards").hexdigest()


class Story(Struct, frozen=True):
    """A deal and what was done in it."""

    game: str
    seats: int
    options: dict[str, object]
    deal: Deal
    moves: tuple[tuple[int, str], ...]
    lang: str


class Pair(Struct, frozen=True):
    """A story and its twin, the paths that they tell, and the seat to which they are the same."""

    story: Story
    twin: Story
    # Of states, which are protocols; msgspec cannot look into them.
    path: list[object]
    twin_path: list[object]
    seat: int | None


def tell(path: Path, options: dict[str, object], lang: str) -> Story:
    """The path as a story."""
    setup, last = path[0].setup, path[-1]
    moves = tuple((seat, str(move)) for seat, move in last.history)
    return Story(setup.name, setup.seats, options, path[0].deal, moves, lang)


def some_deal(name: str, rng: random.Random) -> tuple[Path, dict[str, object]]:
    """A deal of this game for any number of seats, any size and way of bidding, at any point."""
    seats = rng.choice(SEATS[name])
    options: dict[str, object] = {}
    if name.startswith("ascenseur"):
        most = make_game(name, seats, {}).schedule
        cards = rng.randint(1, max(most))
        options = {"schedule": [cards], "bidding": rng.choice(["in-turn", "simultaneous"])}
        game = make_game(name, seats, options)
        begun = game.deal(rng, dealer=rng.randrange(seats), cards=cards)
    else:
        game = make_game(name, seats, options)
        begun = game.deal(rng)
    whole = walk(begun, rng)
    return whole[: rng.randint(1, len(whole))], options


def entries(story: Story, table: str = "table") -> list[AnyEntry]:
    """Everybody seated and agreed to hints, nothing begun."""
    opened = TableOpened(
        id=table,
        game=story.game,
        seats=story.seats,
        options=story.options,
        lang="en",
        invite="invitation",
        host="guest-0",
        key=key_of("token-0"),
        level="casual",
        pace="instant",
        open=True,
        hints=True,
    )
    seated = [
        Seated(seat, f"guest-{seat}", f"Name {seat}", key_of(f"token-{seat}"), NONCE)
        for seat in range(story.seats)
    ]
    agreed = [HintsAnswered(each.guest, yes=True) for each in seated]
    return [opened, Committed(SEED), *seated, *agreed]


def some_pair(name: str, rng: random.Random) -> Pair:
    """A deal and another that looks the same to one seat, cut where they still look alike.

    The two do differ: in cards, or in bids that are still sealed.
    """
    while True:
        path, options = some_deal(name, rng)
        seats = path[0].setup.seats
        seat = rng.choice([None, *range(seats)])
        game = make_game(name, seats, options)
        twin = twin_of(game, path, seat, rng)
        if not twin:
            continue
        lang = rng.choice(languages())
        story, other = tell(path[: len(twin)], options, lang), tell(twin, options, lang)
        if story != other:
            return Pair(story, other, [*path[: len(twin)]], [*twin], seat)
