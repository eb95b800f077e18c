"""What a table holds, and what a command at it does, do not grow with its log."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from hypothesis import given
from hypothesis import strategies as st

from funicular.games.ascenseur import state as ascenseur
from funicular.games.dnpup import state as dnpup
from funicular.table import commands as ask
from funicular.table.fold import MOST_PLAYED
from funicular.table.marks import Marks, marked, told_at
from funicular.table.past import APART, LATEST
from funicular.table.render import show_table
from funicular.table.snapshot import freeze, thaw
from tests.table.sitting import HOST, NONCE, AtTable


def alone(game: str, seats: int = 2, **settings: object) -> tuple[AtTable, str]:
    at = AtTable(game, seats, **settings)
    zoe = at.sit("Zoé", HOST)
    at.do(HOST, ask.Start())
    return at, zoe


def until_turn(at: AtTable, seat: int = 0) -> None:
    while at.phase == "playing" and seat not in at.table.to_act:
        at.move(at.table.to_act[0])


@contextmanager
def counted(kind: type, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """How often a state of this kind is asked to play."""
    calls: list[int] = []
    play = kind.play  # type: ignore[attr-defined]  # a state

    def counting(self: object, seat: int, move: object) -> object:
        calls.append(seat)
        return play(self, seat, move)

    with monkeypatch.context() as patched:
        patched.setattr(kind, "play", counting)
        yield calls


# Marks.


def all_marks(changes: list[int]) -> list[tuple[int, int]]:
    """As they would be if none were left out: each change caps all before it."""
    marks: list[tuple[int, int]] = []
    for seq, told in enumerate(changes, 2):
        marks = [(each, min(told, count)) for each, count in marks] + [(seq, told)]
    return marks


@given(st.lists(st.integers(1, 12), max_size=60))
def test_marks_say_the_same_as_if_none_were_left_out(changes: list[int]) -> None:
    marks: Marks = ()
    for seq, told in enumerate(changes, 2):
        marks = marked(marks, seq, told)
    whole = all_marks(changes)
    assert marks[-1:] == tuple(whole[-1:])
    for seen in range(len(changes) + 3):
        expected = max((told for seq, told in whole if seq <= seen), default=0)
        assert told_at(marks, seen) == expected
    assert len(marks) <= len(set(changes)) + 1


# Playing and taking back.


@pytest.mark.parametrize("game", ["ascenseur-52", "auf-ab", "dnpup"])
def test_playing_and_taking_back_leaves_nothing_behind(game: str) -> None:
    at, zoe = alone(game, 3)
    until_turn(at)
    sizes = []
    for _ in range(2):
        for _ in range(40):
            at.move(0)
            at.do(zoe, ask.Undo())
        sizes.append((len(at.table.marks), len(at.table.past), len(freeze(at.table))))
    small, large = sizes
    assert small[:2] == large[:2]
    # The numbers in it have more digits.
    assert large[2] - small[2] < 32


def test_an_undo_plays_no_more_than_what_it_takes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    at, zoe = alone("dnpup", options={"turn_cap": 1000})
    for _ in range(300):
        at.play(at.table.to_act[0], "flip")
    until_turn(at)
    with counted(dnpup.State, monkeypatch) as calls:
        at.do(zoe, ask.Undo())
        assert len(calls) <= LATEST


def test_an_undo_far_back_plays_only_from_the_state_kept_before_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    at, zoe = alone("dnpup", options={"turn_cap": 2000})
    for _ in range(APART + 40):
        at.play(at.table.to_act[0], "flip")
    until_turn(at)
    with counted(dnpup.State, monkeypatch) as calls:
        for _ in range(15):
            at.do(zoe, ask.Undo())
    assert len(at.table.past) <= LATEST + 2
    # Only the first beyond the latest states goes back to one kept long before.
    assert len(calls) < 2 * APART


@pytest.mark.parametrize("game", ["ascenseur-52", "auf-ab", "dnpup"])
def test_taken_back_from_anywhere_it_is_the_state_that_was_there(game: str) -> None:
    rng = random.Random(8)
    at, zoe = alone(game, 3)
    states = {}
    while at.phase == "playing" and at.table.made < 60:
        states[at.table.made] = at.table.state
        at.move(at.table.to_act[0], rng)
        if rng.random() < 0.3 and at.phase == "playing" and at.table.people == (0,):
            own = [who for who, _ in at.table.state.history]  # type: ignore[union-attr]  # a deal
            if 0 in own:
                if rng.random() < 0.5:
                    # As after a restart: what the past holds makes no difference.
                    at.table = thaw(freeze(at.table), at.table.game)
                at.do(zoe, ask.Undo())
                assert at.table.state == states[at.table.made]
                assert at.table.made == len(at.table.state.history)  # type: ignore[union-attr]  # a deal


# Matches.


def test_only_the_newest_matches_are_kept_at_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    at, zoe = alone("ascenseur-52", 3, deals=1)
    sizes = []
    for number in range(1, 7):
        at.finish_deal()
        assert at.phase == "over"
        assert at.table.finished == number
        shown = show_table(at.table, at.presence, zoe, "en")
        assert shown.result is not None
        assert shown.result.replay == f"table-{number}"
        sizes.append(len(freeze(at.table)))
        at.do(zoe, ask.Ready(NONCE[:-2] + f"{number:02}"))
    assert len(at.table.played) == MOST_PLAYED
    assert max(sizes[2:]) < 1.3 * sizes[1]
    # Nor does anybody add up the points of the deals before.
    with counted(ascenseur.State, monkeypatch) as calls:
        until_turn(at)
        calls.clear()
        # Tried, and kept as it was tried.
        at.move(0)
        assert len(calls) == 1
