"""Which tables are sent home when a server is back: those that came meanwhile, each once."""

from __future__ import annotations

import random
from collections import Counter

from funicular.live.handover import (
    FEWEST,
    PART,
    SETTLED_SECONDS,
    UNNOTICED_SECONDS,
    Handover,
)
from funicular.store.leases import BEAT_SECONDS

ALONE: frozenset[str] = frozenset()
BOTH = frozenset({"other"})
LONG = UNNOTICED_SECONDS + SETTLED_SECONDS + BEAT_SECONDS


def test_what_came_while_a_server_was_away_goes_when_it_is_back_and_nothing_else() -> None:
    ours = Handover()
    assert ours.look(["home"], BOTH, 0.0) == []
    assert ours.look(["home"], BOTH, LONG) == []
    assert ours.look(["home", "stray"], ALONE, 2 * LONG) == []
    assert ours.look(["home", "stray"], frozenset({"again"}), 3 * LONG) == []
    assert ours.look(["home", "stray"], frozenset({"again"}), 4 * LONG) == ["stray"]


def test_who_came_before_the_death_was_noticed_came_because_of_it() -> None:
    ours = Handover()
    ours.look([], BOTH, 0.0)
    ours.look(["stray"], BOTH, LONG)
    ours.look(["stray"], ALONE, LONG + UNNOTICED_SECONDS)
    ours.look(["stray"], BOTH, LONG + UNNOTICED_SECONDS + 1)
    assert ours.look(["stray"], BOTH, 3 * LONG) == ["stray"]


def test_a_few_go_at_a_time_and_what_comes_back_stays() -> None:
    ours, tables = Handover(), [f"t{number}" for number in range(100)]
    ours.look(tables, ALONE, 0.0)
    ours.look(tables, BOTH, LONG)
    gone: Counter[str] = Counter()
    now = 2 * LONG
    for _ in range(10_000):
        # None of them is led elsewhere.
        going = ours.look(tables, BOTH, now)
        assert len(going) <= max(FEWEST, len(tables) // PART)
        gone.update(going)
        now += BEAT_SECONDS
    assert gone == Counter(tables)


def test_a_server_that_comes_and_goes_all_the_time_moves_nothing() -> None:
    ours, now = Handover(), 0.0
    for number in range(10_000):
        others = frozenset({f"try {number // 2}"}) if number % 2 else ALONE
        assert ours.look(["t"], others, now) == []
        now += BEAT_SECONDS


def test_one_that_starts_sends_nobody_away() -> None:
    ours = Handover()
    for number in range(100):
        assert ours.look(["t"], BOTH, number * BEAT_SECONDS) == []


def changed(living: dict[str, Handover], names: tuple[str, ...], chance: random.Random) -> bool:
    """Let a server end or begin, now and then; whether one has."""
    if chance.random() >= 0.02:
        return False
    away = [name for name in names if name not in living]
    if away and chance.random() < 0.7:
        living[chance.choice(away)] = Handover()
    elif len(living) > 1:
        del living[chance.choice([*living])]
    return True


def test_however_servers_come_and_go_all_tables_are_home_in_the_end_and_stay() -> None:
    chance = random.Random(1)
    names = ("a", "b", "c")
    tables = [f"t{number}" for number in range(60)]
    ranks = {table: chance.sample(names, 3) for table in tables}
    living = {name: Handover() for name in names}
    at = {table: ranks[table][0] for table in tables}

    def home(table: str) -> str:
        return next(name for name in ranks[table] if name in living)

    now, moves, changes = 0.0, 0, 0
    for step in range(10_000):
        changes += step < 9_000 and changed(living, names, chance)
        for table in tables:
            if at[table] not in living:
                at[table] = home(table)
        before = moves
        for name, handover in living.items():
            here = [table for table in tables if at[table] == name]
            for table in handover.look(here, frozenset(living) - {name}, now):
                at[table] = home(table)
                moves += 1
        if step > 9_500:
            assert moves == before
        now += BEAT_SECONDS
    assert len(living) < 3 or at == {table: ranks[table][0] for table in tables}
    assert all(at[table] == home(table) for table in tables)
    assert moves <= changes * len(tables)
