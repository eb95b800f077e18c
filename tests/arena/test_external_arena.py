"""`funicular arena` with programs from outside, as people type it."""

from __future__ import annotations

import os
import select
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.arena.external_table import PYTHON_BOT, ProgramFolder
from tests.cli.terminal import COMMAND, environment, run, uncounted
from tests.kit import plain


def rows(shown: str, entrant: str) -> list[str]:
    return [line for line in shown.splitlines() if f"| {entrant} |" in line]


def without_times(lines: list[str]) -> list[str]:
    """The thinking time stands last, and is never twice the same."""
    return [line.rsplit("|", 2)[0] for line in lines]


def test_a_program_is_measured_like_any_bot(tmp_path: Path) -> None:
    args = ["arena", "--games", "dnpup", "--seats", "3", "--deals", "2", "--field", "random"]
    entrant = f"outside:{PYTHON_BOT}"
    first = run(tmp_path, *args, "--bots", f"beginner,{entrant}", "--jobs", "2")
    assert first.returncode == 0, first.stderr
    (strength, *_) = rows(first.stdout, entrant)
    assert strength.startswith(f"| dnpup | 3 | {entrant} | random | 2 | +")
    assert "orfeit" not in first.stdout
    again = run(tmp_path, *args, "--bots", f"beginner,{entrant}", "--jobs", "1")
    assert without_times(rows(again.stdout, entrant)) == without_times(rows(first.stdout, entrant))


def test_a_command_with_commas_and_quotes_stands_in_quotes(tmp_path: Path) -> None:
    script = tmp_path / "words.py"
    script.write_text("import sys\nprint(*sys.argv[1:], sep='+', file=sys.stderr)\n", "utf-8")
    program = shlex.join([sys.executable, str(script)])
    words = f'{program} 1,2 "The Bot"'.replace('"', '""')
    args = "arena --games dnpup --seats 3 --deals 2 --jobs 1 --field random --bots"
    shown = run(tmp_path, *args.split(), f'"outside:{words}"')
    assert shown.returncode == 0, shown.stderr
    assert "with status 0. The last line of its standard error: “1,2+The Bot”." in shown.stdout


def test_whoever_forfeits_harms_nobody_else(house: ProgramFolder) -> None:
    crashing = house.player("ready(); read(); sys.exit('I give up')").name
    args = "arena --games 52 --seats 3 --cards 2 --deals 4 --jobs 2 --field random --bots"
    shown = run(house.folder, *args.split(), f"beginner,{crashing}", "--lang", "fr")
    assert shown.returncode == 0, shown.stderr
    assert house.is_empty()
    (beginner, *_) = rows(shown.stdout, "beginner")
    assert beginner.startswith("| ascenseur-52 | 3 | beginner | random | 4 | ")
    told = plain(shown.stdout)
    assert "avec le code 1. Dernière ligne de sa sortie d’erreur : « I give up »." in told


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_run_that_is_interrupted_takes_its_programs_along(
    house: ProgramFolder, jobs: str
) -> None:
    hanging = house.player("os.write(alive, b'!'); ready(); hang()").name
    args = "arena --games dnpup --seats 3 --field random --jobs"
    arena = subprocess.Popen(
        (*COMMAND, *args.split(), jobs, "--bots", hanging),
        env=uncounted(environment(house.folder)),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        assert select.select([house.alive], [], [], 60)[0]
        assert os.read(house.alive, 1) == b"!"
        arena.send_signal(signal.SIGINT)
        assert arena.wait(60) != 0
    finally:
        arena.kill()
        arena.wait()
    assert house.is_empty()
