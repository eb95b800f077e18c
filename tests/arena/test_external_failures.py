"""A program that crashes, hangs, cheats or prints garbage forfeits, says why, and leaves nothing.

Each is a real program. Nothing it does outlives the forfeit: no process, no file left open.
"""

from __future__ import annotations

import shlex
import sys

import pytest

import funicular
from funicular.arena.external import ExternalPlayer
from funicular.arena.external.program import LONGEST_LINE, LONGEST_QUOTE, Program
from funicular.arena.player import Forfeit, player
from funicular.lang import Reader
from tests.arena.external_table import (
    GAME,
    HANGING,
    RNG,
    STATE,
    ProgramFolder,
    forfeit_of,
    open_files,
)
from tests.kit import plain

# Starting


@pytest.mark.parametrize(
    ("command", "problem"),
    [
        ("./no-such-program --fast", "./no-such-program could not be started: No such file or"),
        ("/", "/ could not be started: Permission denied."),
        (shlex.quote(__file__), "could not be started: Permission denied."),
        ("'a\0b'", "could not be started: embedded null byte."),
    ],
)
def test_a_program_that_cannot_be_started(house: ProgramFolder, command: str, problem: str) -> None:
    files = open_files()
    with pytest.raises(Forfeit) as thrown:
        player(f"outside:{command}").choose(STATE, 0, RNG)
    assert problem in str(thrown.value)
    assert open_files() == files
    assert house.folder.exists()


@pytest.mark.parametrize(
    ("entrant", "sentence"),
    [
        ("outside:", "outside: needs a command line after the colon"),
        ("outside:  ", "outside: needs a command line after the colon"),
        ("outside@2s", "outside: needs a command line after the colon"),
        ("outside:./bot 'level", "has a quotation mark that is not closed"),
        ("outside@500:./bot", "outside@500 does not say how much time a move has"),
        ("outside@soon:./bot", "outside@soon"),
    ],
)
def test_a_name_that_is_wrong_is_refused_at_once(entrant: str, sentence: str) -> None:
    with pytest.raises(funicular.UnknownBot, match=sentence):
        player(entrant)


def test_the_name_may_say_how_much_time_a_move_has() -> None:
    hasty = player("outside@250ms:./bot --colour a:b@c")
    assert isinstance(hasty, ExternalPlayer)
    assert hasty.name == "outside@250ms:./bot --colour a:b@c"
    assert hasty.move_seconds == 0.25
    assert ExternalPlayer("./bot").name == "outside:./bot"


def test_no_shell_reads_the_command_line(house: ProgramFolder) -> None:
    """Words are split and quoted as in a shell, but nothing in them is run or filled in."""
    argument = "$(touch never) ; `touch never` > never * $HOME"
    script = house.folder / "echo.py"
    script.write_text("import sys\nprint(sys.argv[1:], file=sys.stderr)\n", encoding="utf-8")
    command = shlex.join([sys.executable, str(script), argument, "two words"])
    with pytest.raises(Forfeit) as thrown:
        ExternalPlayer(command).choose(STATE, 0, RNG)
    assert str(thrown.value).endswith(f"standard error: “{[argument, 'two words']}”.")


# Ending too early


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("sys.exit(3)", "ended in the middle of the deal, with status 3."),
        ("ready(); sys.exit(0)", "ended in the middle of the deal, with status 0."),
        ("ready(); read(); os._exit(4)", "ended in the middle of the deal, with status 4."),
        ("ready(); os.kill(os.getpid(), signal.SIGSEGV)", "deal: Segmentation fault."),
        ("ready(); os.kill(os.getpid(), signal.SIGKILL)", ", or was killed, in the middle"),
        (
            "ready(); read(); raise ValueError('I am lost')",
            "with status 1. The last line of its standard error: “ValueError: I am lost”.",
        ),
        ("ready(); read(); os.close(1); hang()", "closed its standard output, or was killed"),
        (
            "read(); os.close(0); say(type='ready', protocol=1); hang()",
            "closed its standard input, or was killed",
        ),
        ("ready(); read(); print('{\"type\":', end=''); sys.exit(5)", "with status 5."),
    ],
)
def test_a_program_that_ends_or_hangs_up(house: ProgramFolder, source: str, sentence: str) -> None:
    assert sentence in forfeit_of(house.player(source), house)


# Hanging


def test_a_program_that_is_never_ready(house: ProgramFolder) -> None:
    told = forfeit_of(house.player("read(); hang()", start=HANGING), house)
    assert told == "The program did not answer “ready” within 0.5 seconds."


def test_a_program_that_never_moves(house: ProgramFolder) -> None:
    told = forfeit_of(house.player("ready(); hang()", seconds=HANGING), house)
    assert told == "The program did not choose a move within 0.5 seconds."


def test_a_program_that_never_reads(house: ProgramFolder) -> None:
    """A pipe that is full does not hold us up."""
    path = house.folder / "deaf.py"
    path.write_text(house.prelude + "hang()", encoding="utf-8")
    program = Program([sys.executable, str(path)])
    with pytest.raises(Forfeit, match=r"within 0\.5 seconds"):
        program.ask(b"x" * (1 << 21), seconds=HANGING, late="arena.outside.late-move")
    program.dismiss()
    assert house.is_empty()


# Garbage


@pytest.mark.parametrize(
    ("printed", "sentence"),
    [
        ("b'hello there'", "printed a line that is not JSON: 'hello there'."),
        ("b''", "printed a line that is not JSON: ''."),
        ("b'[1, 2]'", "printed a line that is not a JSON object: '[1, 2]'."),
        ("b'null'", "printed a line that is not a JSON object: 'null'."),
        ("b'\\xff\\xfe{}'", "printed a line that is not JSON: '��{}'."),
        ('b\'{"type":"move","id":1,"move":"\\xe9"}\'', "printed a line that is not JSON: "),
        ("b'[' * 100_000", "printed a line that is not JSON: '[[["),
        ("b'9' * 100_000", "printed a line that is not"),
        ("b'{}'", "a message of the type None, where “move” was expected."),
        ('b\'{"type":"moo","id":1}\'', "a message of the type 'moo', where “move” was expected."),
        ('b\'{"type":["move"]}\'', "a message of the type ['move'], where “move”"),
        ('b\'{"type":"move","move":"bid 0"}\'', "answered the question None, where 1 was asked."),
        ('b\'{"type":"move","id":2,"move":"bid 0"}\'', "the question 2, where 1 was asked."),
        ('b\'{"type":"move","id":"1","move":"bid 0"}\'', "the question '1', where 1 was asked."),
        ('b\'{"type":"move","id":true,"move":"bid 0"}\'', "the question True, where 1 was asked."),
        ('b\'{"type":"move","id":1}\'', "sent a move that is not text: None."),
        ('b\'{"type":"move","id":1,"move":["bid 0"]}\'', "a move that is not text: ['bid 0']."),
        (f"b'x' * {LONGEST_LINE + 1}", "printed a line of more than 1048576 bytes."),
        ("b'\\x1b[2J\\x1b]0;owned\\x07'", "not JSON: '\\x1b[2J\\x1b]0;owned\\x07'."),
    ],
)
def test_a_program_that_prints_garbage(house: ProgramFolder, printed: str, sentence: str) -> None:
    source = f"ready(); read(); sys.stdout.buffer.write({printed} + b'\\n'); "
    told = forfeit_of(house.player(source + "sys.stdout.flush(); hang()"), house)
    assert sentence in told
    assert len(told) < 200


@pytest.mark.parametrize(
    ("greeting", "sentence"),
    [
        ('say(type="ready")', "speaks version None of the protocol, not 1."),
        ('say(type="ready", protocol=2)', "speaks version 2 of the protocol, not 1."),
        ('say(type="move", id=1, move="bid 0")', "the type 'move', where “ready” was expected."),
        ("print('Loading the model...', flush=True)", "not JSON: 'Loading the model...'."),
    ],
)
def test_a_program_that_greets_wrongly(house: ProgramFolder, greeting: str, sentence: str) -> None:
    assert sentence in forfeit_of(house.player(f"read(); {greeting}; hang()"), house)


@pytest.mark.parametrize("flood", ["b'x' * 65536", "b'\\n' * 65536", "b'{}\\n' * 9999"])
def test_a_program_that_never_stops_printing(house: ProgramFolder, flood: str) -> None:
    source = f"ready()\nwhile True: os.write(1, {flood})"
    assert "The program " in forfeit_of(house.player(source), house)


def test_an_answer_given_twice_is_the_answer_to_no_question(house: ProgramFolder) -> None:
    source = """
ready()
first = read()["legal"][0]
say(type="move", id=1, move=first)
say(type="move", id=1, move=first)
hang()
"""
    twice = house.player(source)
    assert str(twice.choose(STATE, 0, RNG)) == "bid 0"
    assert "answered the question 1, where 2 was asked." in forfeit_of(twice, house)


# Standard error


FLOOD = "while True: os.write(2, b'I think, therefore I am slow. ' * 3000 + b'\\n')"


def test_a_program_that_floods_its_standard_error(house: ProgramFolder) -> None:
    told = forfeit_of(house.player(f"ready()\n{FLOOD}", seconds=HANGING), house)
    assert "did not choose a move within 0.5 seconds. The last line of its standard" in told
    assert len(told) < LONGEST_QUOTE + 200


def test_a_program_may_say_much_on_its_standard_error(house: ProgramFolder) -> None:
    source = """
ready()
os.write(2, b"thinking\\n" * 1_000_000)
say(type="move", id=1, move=read()["legal"][-1])
"""
    talker = house.player(source)
    assert str(talker.choose(STATE, 0, RNG)) == "bid 2"
    talker.over(STATE, 0)
    assert house.is_empty()


def test_last_words_cannot_disturb_a_terminal(house: ProgramFolder) -> None:
    source = "sys.stderr.buffer.write(b'\\x1b[2J\\xff\\x07 boo\\n\\n'); sys.exit(1)"
    assert forfeit_of(house.player(source), house).endswith("error: “�[2J�� boo”.")


# Cheating


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("bid 3", "chose 'bid 3'. A bid is a number from 0 to 2, not 3. (S17)"),
        ("play AS", "chose 'play AS'. Bids come first: say how many tricks you will take. (S17)"),
        ("play 2H", "chose 'play 2H'. Bids come first"),
        ("bid 2 ", "chose 'bid 2 '. “bid 2 ” is not a move: write “bid 3” or “play TS”."),
        ("BID 2", "is not a move"),
        ("0-0 x1", "“0-0 x1” is not a move"),
        ("flip", "“flip” is not a move"),
        ("pass", "“pass” is not a move"),
        ("play XX", "“XX” is not a card of this game."),
        ("", "“” is not a move"),
        ("bid 0\n", "chose 'bid 0\\n'. 'bid 0\\n' is not a move of this game."),
        ("\x1b[2J", "chose '\\x1b[2J'. '\\x1b[2J' is not a move of this game."),
        ("\ud800", "printed a line that is not JSON"),
        ("pass" * 200_000, "passpas… is not a move of this game."),
    ],
    ids=lambda given: repr(given)[:30],
)
def test_a_program_that_makes_an_illegal_move(
    house: ProgramFolder, move: str, sentence: str
) -> None:
    source = f"ready(); read(); say(type='move', id=1, move={move!r}); hang()"
    told = forfeit_of(house.player(source), house)
    assert sentence in told
    assert len(told) < 200


def test_the_reason_is_told_in_the_language_of_the_reader(house: ProgramFolder) -> None:
    state = STATE
    for seat, move in enumerate(("bid 2", "bid 0", "bid 1")):
        state = state.play(seat, GAME.parse_move(move))
    cheat = house.player("ready(); read(); say(type='move', id=1, move='play 2H'); hang()")
    with pytest.raises(Forfeit) as thrown:
        cheat.choose(state, 0, RNG)
    assert str(thrown.value) == "The program chose 'play 2H'. You do not hold 2♥."
    french = plain(thrown.value.say(Reader("fr")))
    assert french == "Le programme a choisi 'play 2H'. Vous n’avez pas 2♥."
    assert house.is_empty()
