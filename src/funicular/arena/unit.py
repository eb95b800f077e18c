"""Playing units: a deal in one seating, from the first move to the points.

A unit depends on nothing but the plan and its key: the cards by the deal's number, the random
numbers of each seat by the deal and the seat. So it can be played anywhere, and again after
its worker has died, and a bot that meets itself is exactly even.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from time import perf_counter

from msgspec import Struct

from funicular.arena.plan import Contest, Key, Plan, deal_number
from funicular.arena.player import Player, player
from funicular.core.errors import FunicularError
from funicular.core.wire import JsonObject
from funicular.lang import Phrase


class SavedPhrase(Struct, frozen=True):
    """A phrase as it is kept: its values are text, numbers, and phrases again."""

    key: str
    params: JsonObject = {}

    @classmethod
    def of(cls, phrase: Phrase) -> SavedPhrase:
        """Keep what JSON can hold, and of everything else the text."""
        return cls(phrase.key, {name: _kept(value) for name, value in phrase.params.items()})

    @property
    def phrase(self) -> Phrase:
        """The phrase again."""
        return Phrase(self.key, {name: _given(value) for name, value in self.params.items()})


def _kept(value: object) -> object:
    if isinstance(value, Phrase):
        kept = SavedPhrase.of(value)
        return {"key": kept.key, "params": kept.params}
    if isinstance(value, tuple | list):
        return [_kept(item) for item in value]
    return value if isinstance(value, str | int | float) else str(value)


def _given(value: object) -> object:
    if isinstance(value, dict):
        return SavedPhrase(**value).phrase
    return [_given(item) for item in value] if isinstance(value, list) else value


class Fault(Struct, frozen=True):
    """Who has thrown the deal away, and how."""

    seat: int
    said: SavedPhrase


class Outcome(Struct, frozen=True, omit_defaults=True):
    """One unit played: a line of the results file. Rows have a value a seat."""

    contest: int
    deal: int
    seating: int
    # How many cards a hand had.
    cards: int
    points: tuple[int, ...] = ()
    # Whether each seat made its bid, where there are bids.
    made: tuple[bool, ...] = ()
    # How often there was something to choose, and the seconds spent on that.
    choices: tuple[int, ...] = ()
    seconds: tuple[float, ...] = ()
    fault: Fault | None = None

    @property
    def key(self) -> Key:
        """Which unit this was."""
        return Key(self.contest, self.deal, self.seating)


class PlayedBatch(Struct, frozen=True):
    """What came of a batch, and how long it took."""

    outcomes: tuple[Outcome, ...]
    seconds: float


def play_batch(plan: Plan, keys: Sequence[Key]) -> PlayedBatch:
    """Play these units of one contest, one after another, with the same players.

    A forfeit ends the batch early: what is left may never have to be played.
    """
    began = perf_counter()
    outcomes: list[Outcome] = []
    with _players(plan.contests[keys[0].contest]) as players:
        for key in keys:
            outcomes.append(_play_unit(plan, key, players))
            if outcomes[-1].fault is not None:
                break
    return PlayedBatch(tuple(outcomes), perf_counter() - began)


@contextmanager
def _players(contest: Contest) -> Iterator[list[list[Player]]]:
    """Players for each entrant, as many as it has seats."""
    players: list[list[Player]] = []
    try:
        for number, name in enumerate(contest.entrants):
            players.append([])
            for _ in range(contest.line_up.count(number)):
                players[-1].append(player(name))
        yield players
    finally:
        for one in (one for row in players for one in row):
            one.close()


def _play_unit(plan: Plan, key: Key, players: Sequence[Iterable[Player]]) -> Outcome:
    contest = plan.contests[key.contest]
    waiting = [iter(row) for row in players]
    seated = [next(waiting[entrant]) for entrant in plan.seatings_of(contest)[key.seating]]
    state = deal_number(contest.table(), key.deal, plan.seed, plan.cards)
    cards = len(state.hand(0))
    chances = [
        random.Random(f"{plan.seed}/{contest.game}/{contest.seats}/{key.deal}/seat {seat}")
        for seat in range(contest.seats)
    ]
    choices = [0] * contest.seats
    seconds = [0.0] * contest.seats
    fault = None
    while state.to_act:
        seat = state.to_act[0]
        began = perf_counter()
        try:
            move = seated[seat].choose(state, seat, chances[seat])
            spent = perf_counter() - began
            if len(state.legal_moves(seat)) > 1:
                choices[seat] += 1
                seconds[seat] += spent
            state = state.play(seat, move)
        except FunicularError as error:
            fault = Fault(seat, SavedPhrase.of(error.phrase))
            break
    for seat, one in enumerate(seated):
        one.over(state, seat)
    if fault is not None:
        return Outcome(*key, cards=cards, fault=fault)
    return Outcome(
        *key,
        cards=cards,
        points=state.points_so_far,
        made=state.bids_made,
        choices=tuple(choices),
        seconds=tuple(round(spent, 6) for spent in seconds),
    )
