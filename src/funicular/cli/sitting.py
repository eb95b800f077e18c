"""A match that somebody plays in the terminal: the person sits at seat 0, bots in the others.

A value, like the match in it. Who moves next, what the bots choose and what is dealt follow from it
alone, so that a sitting saved and read back goes on as if nothing had been.
"""

from __future__ import annotations

import random
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from funicular.bots.levels import bot
from funicular.cli.seeded_rng import chances
from funicular.core.game import Move, State, View
from funicular.core.match import Match
from funicular.lang import Reader

PERSON = 0


class Sitting(Struct, frozen=True):
    """A match, the person's name (None if not given), the bots' level, and the seed of it all."""

    # Any: a match holds protocols, which msgspec cannot look into.
    match: Any
    name: str | None
    level: str
    seed: int

    @property
    def under_way(self) -> State | None:
        """The deal under way, if one is."""
        match: Match = self.match
        return match.state if match.under_way and not match.over else None

    @property
    def view(self) -> View:
        """What the person may know of the last deal, of which there must be one."""
        match: Match = self.match
        state: State = match.states[-1]
        return state.view(PERSON)

    def players(self, reader: Reader) -> tuple[str, ...]:
        """Everybody's name as a record keeps it."""
        name = self.name or reader.say("cli.nobody")
        seats: int = self.match.game.seats
        return (name, *bot_names(reader, seats - 1, but=name))

    def reader(self, reader: Reader) -> Reader:
        """The reader at this table: one's own seat, and “You” where no name was given."""
        names = self.players(reader)
        own = self.name or reader.say("cli.you")
        return Reader(reader.lang, (own, *names[1:]), PERSON)


def bot_names(reader: Reader, count: int, but: str = "") -> tuple[str, ...]:
    """Names for so many bots, none of them the person's."""
    names = [name for name in reader.say("table.bot-names").split() if name != but]
    return tuple(names[:count])


def deal(sitting: Sitting) -> Sitting:
    """The sitting with the next deal begun."""
    match: Match = sitting.match
    rng = chances(sitting.seed, "deal", len(match.states))
    return replace(sitting, match=match.deal(rng))


def moved(sitting: Sitting, seat: int, move: Move) -> Sitting:
    """The sitting after this move; `IllegalMove` says which rule forbids it."""
    return replace(sitting, match=sitting.match.play(seat, move))


def bot_moved(sitting: Sitting, state: State, seat: int) -> Sitting:
    """The sitting after the bot in this seat has moved."""
    view = state.view(seat)
    return moved(sitting, seat, bot(sitting.level).choose(view, _decision(sitting, state, seat)))


def suggestion(sitting: Sitting, state: State) -> Move:
    """What a casual player would do in the person's place."""
    rng = _decision(sitting, state, PERSON)
    return bot("casual").choose(state.view(PERSON), rng)


def _decision(sitting: Sitting, state: State, seat: int) -> random.Random:
    number = len(sitting.match.states)
    return chances(sitting.seed, "deal", number, "move", len(state.history), "seat", seat)


def taken_back(sitting: Sitting) -> Sitting | None:
    """The sitting at the person's last decision in this deal; None if there was none yet."""
    match: Match = sitting.match
    state: State = match.states[-1]
    mine = [place for place, (seat, _) in enumerate(state.history) if seat == PERSON]
    if not mine:
        return None
    dealt = state.deal
    before = replace(match, states=match.states[:-1]).start(
        dealt.hands, dealer=dealt.dealer, upcard=dealt.upcard
    )
    for seat, move in state.history[: mine[-1]]:
        before = before.play(seat, move)
    return replace(sitting, match=before)
