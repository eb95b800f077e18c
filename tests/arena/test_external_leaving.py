"""Whatever a program from outside does, it is gone afterwards, and the others play on."""

from __future__ import annotations

import gc
import random
import signal
from types import FrameType
from typing import Any

import pytest

import funicular
from funicular.arena.player import BotPlayer, Forfeit
from tests.arena.external_table import (
    GAME,
    HANGING,
    RNG,
    STATE,
    ProgramFolder,
    deal,
    forfeit_of,
    play_out,
)


def test_the_next_deal_finds_the_program_started_anew(house: ProgramFolder) -> None:
    source = """
mark = os.path.dirname(__file__) + "/seen"
crash = not os.path.exists(mark)
open(mark, "w").close()
ready()
if crash:
    sys.exit(9)
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "choose":
        say(type="move", id=message["id"], move=message["legal"][0])
"""
    shaky = house.player(source)
    others = [BotPlayer(funicular.bot("random"), "random") for _ in range(2)]
    table: list[Any] = [shaky, *others]
    with pytest.raises(Forfeit, match="status 9"):
        play_out(STATE, table, random.Random(1))
    assert house.is_empty()
    for number in range(3):
        assert play_out(deal(GAME, number), table, random.Random(number)).points is not None
        assert house.is_empty()


def test_a_program_that_stays_after_the_deal_is_made_to_leave(house: ProgramFolder) -> None:
    source = "signal.signal(signal.SIGTERM, signal.SIG_IGN); ready()\n"
    source += (
        "say(type='move', id=1, move=read()['legal'][0])\nwhile True: os.write(1, b'more' * 99)"
    )
    clinging = house.player(source)
    clinging.choose(STATE, 0, RNG)
    clinging.over(STATE, 0)
    assert house.is_empty()


ANSWER = "ready(); say(type='move', id=1, move=read()['legal'][0]); hang()"


def test_closing_in_the_middle_of_a_deal_ends_the_program(house: ProgramFolder) -> None:
    playing = house.player(ANSWER)
    playing.choose(STATE, 0, RNG)
    assert not house.is_empty(patience=0)
    playing.close()
    assert house.is_empty()
    playing.close()


def test_a_player_that_is_forgotten_takes_its_program_along(house: ProgramFolder) -> None:
    playing = house.player(ANSWER)
    playing.choose(STATE, 0, RNG)
    del playing
    gc.collect()
    assert house.is_empty()


def test_an_interruption_from_the_keyboard_ends_the_program(house: ProgramFolder) -> None:
    hanging = house.player("ready(); hang()")

    def interrupt(_number: int, _frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, HANGING)
    try:
        with pytest.raises(KeyboardInterrupt):
            hanging.choose(STATE, 0, RNG)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert house.is_empty()


def test_a_program_that_is_deaf_to_sigterm(house: ProgramFolder) -> None:
    source = "signal.signal(signal.SIGTERM, signal.SIG_IGN); ready(); hang()"
    assert "did not choose a move" in forfeit_of(house.player(source, seconds=HANGING), house)


def test_a_program_may_clean_up_on_sigterm(house: ProgramFolder) -> None:
    source = """
def clean_up(*_):
    open(os.path.dirname(__file__) + "/cleaned", "w").close()
    sys.exit()
signal.signal(signal.SIGTERM, clean_up)
ready()
hang()
"""
    forfeit_of(house.player(source, seconds=HANGING), house)
    assert (house.folder / "cleaned").exists()


def test_what_a_program_has_started_ends_with_it(house: ProgramFolder) -> None:
    source = """
for _ in range(3):
    if os.fork() == 0:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        hang()
ready()
read()
sys.exit(7)
"""
    # Its children hold the pipes open, so nothing tells us that it has ended.
    assert "did not choose" in forfeit_of(house.player(source, seconds=HANGING), house)


def test_children_end_also_where_the_deal_goes_well(house: ProgramFolder) -> None:
    source = """
if os.fork() == 0:
    for number in (0, 1, 2):
        os.close(number)
    hang()
ready()
say(type="move", id=1, move=read()["legal"][0])
"""
    good = house.player(source)
    good.choose(STATE, 0, RNG)
    good.over(STATE, 0)
    assert house.is_empty()
