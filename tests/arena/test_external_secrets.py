"""A program from outside is told what its seat may see, all of it, and nothing else."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec import json
from msgspec.structs import asdict

import funicular
from funicular.arena.external import messages
from funicular.core.game import State
from funicular.games.ascenseur.wire import SEALED_BID
from funicular.games.sight import sight
from tests.arena.external_table import ProgramFolder
from tests.kit import VARIANTS, Variant, begin, twin_of, walk
from tests.kit import Path as Moves

on_every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=str)


def told(state: State, seat: int) -> bytes:
    """Every byte that a program in this seat would be sent at this point."""
    view = state.view(seat)
    return messages.hello(view, seed=7, seconds=10) + messages.choose(view, 3, seconds=10)


def told_too_much(state: State, seat: int) -> bytes:
    """A table with a hole: the program is sent everybody's cards."""
    return told(state, seat) + repr(state.deal.hands).encode()


def differences(variant: Variant, tell: Callable[[State, int], bytes]) -> tuple[int, int]:
    """How many questions were compared with those of another deal that looks the same from this
    seat, and how many of them differed.
    """
    game = variant.game
    compared = different = 0
    for number in range(8):
        rng = random.Random(f"{variant}/{number}")
        # Short enough that not every card is on the table by the end.
        path = walk(begin(game, rng), rng, moves=3 * number)
        for seat in range(game.seats):
            twin = twin_of(game, path, seat, rng)
            for one, other in zip(path, twin, strict=False):
                if seat in one.to_act and one != other:
                    compared += 1
                    different += tell(one, seat) != tell(other, seat)
    return compared, different


@on_every_variant
def test_what_a_seat_cannot_see_changes_no_byte_of_what_is_sent(variant: Variant) -> None:
    compared, different = differences(variant, told)
    assert compared > 0
    assert different == 0
    # The comparison would find a leak.
    assert differences(variant, told_too_much)[1] > 0


RECORDER = """
record = open(os.path.dirname(__file__) + "/" + "record", "ab")
for line in sys.stdin.buffer:
    record.write(line)
    record.flush()
    message = json.loads(line)
    if message["type"] == "hello":
        say(type="ready", protocol=1)
    elif message["type"] == "choose":
        say(type="move", id=message["id"], move=message["legal"][0])
"""


def recorded(house: ProgramFolder, path: Moves, seat: int) -> bytes:
    """What a real program has read from its standard input when this deal was played."""
    record = house.folder / "record"
    record.unlink(missing_ok=True)
    listener = house.player(RECORDER)
    rng = random.Random(5)
    for state in path:
        if seat in state.to_act:
            listener.choose(state, seat, rng)
    listener.over(path[-1], seat)
    return record.read_bytes()


@pytest.mark.parametrize("name", funicular.GAMES)
def test_nor_does_it_change_what_a_program_really_reads(tmp_path: Path, name: str) -> None:
    game = funicular.game(name, seats=3)
    rng = random.Random(name)
    house = ProgramFolder(tmp_path)
    path = walk(begin(game, rng), rng, moves=12)
    twins = (twin_of(game, path, 1, rng) for _ in range(100))
    # One that goes just as far, over other cards.
    twin = next(twin for twin in twins if len(twin) == len(path) and twin[0] != path[0])
    first = recorded(house, path, 1)
    assert first.count(b'"type":"choose"') >= 2
    assert first == recorded(house, twin, 1)
    house.close()


@on_every_variant
def test_the_history_is_every_move_that_was_made_in_the_open(variant: Variant) -> None:
    rng = random.Random(str(variant))
    for state in walk(begin(variant.game, rng), rng, moves=40):
        sealed = len(state.to_act) > 1 or (
            variant.options.get("bidding") == "simultaneous" and len(state.history) < variant.seats
        )
        made = [(seat, SEALED_BID if sealed else str(move)) for seat, move in state.history]
        for seat in state.to_act:
            assert list(asdict(sight(state.view(seat)))["history"]) == made


@on_every_variant
def test_the_list_of_moves_is_the_list_in_its_order(variant: Variant) -> None:
    rng = random.Random(str(variant))
    for state in walk(begin(variant.game, rng), rng, moves=20):
        for seat in state.to_act:
            question = json.decode(messages.choose(state.view(seat), 8, seconds=0.25))
            assert question["legal"] == [str(move) for move in state.legal_moves(seat)]
            assert question["view"]["hand"] == [str(card) for card in state.hand(seat)]
            assert (question["id"], question["seat"], question["time_ms"]) == (8, seat, 250)


@on_every_variant
def test_the_greeting_says_which_game_can_be_made_again(variant: Variant) -> None:
    state = begin(variant.game, random.Random(2))
    greeting: dict[str, Any] = json.decode(messages.hello(state.view(0), seed=1, seconds=10))
    game = funicular.game(greeting["game"], seats=greeting["seats"], **settled(greeting["options"]))
    assert game == variant.game


def settled(options: dict[str, Any]) -> dict[str, Any]:
    """Options without those that are null: nothing was agreed."""
    return {name: value for name, value in options.items() if value is not None}


@on_every_variant
def test_lines_are_plain_ascii_without_escapes(variant: Variant) -> None:
    """So that a small reader of JSON is good enough."""
    rng = random.Random(3)
    for state in walk(begin(variant.game, rng), rng, moves=30):
        for line in (told(state, seat) for seat in state.to_act):
            assert line.isascii()
            assert b"\\" not in line
            assert line.count(b"\n") == 2


def test_the_last_line_says_the_points_or_that_there_are_none() -> None:
    game = funicular.game("dnpup", seats=3, turn_cap=9)
    rng = random.Random(4)
    path = walk(game.deal(rng), rng)
    assert messages.over(path[0]) == b'{"type":"over","points":null,"void":false}\n'
    assert messages.over(path[-1]) == b'{"type":"over","points":[0,0,0],"void":true}\n'


def test_every_game_has_a_view_for_programs() -> None:
    for name in funicular.GAMES:
        assert sight(funicular.game(name, seats=3).deal(random.Random(1)).view(0)).hand
