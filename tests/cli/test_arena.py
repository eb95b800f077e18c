"""`funicular arena` measures bots, prints a summary that can be kept, and can be stopped."""

from __future__ import annotations

import argparse
import re
import shlex
import signal
import subprocess
from pathlib import Path

import pexpect
import pytest

from funicular.bots.levels import LEVELS
from funicular.cli import main
from funicular.cli.arena import add_arguments
from funicular.cli.arena_plan import read_plan
from funicular.cli.parser import build_parser, read_arguments
from funicular.cli.progress import bar_with_rate
from funicular.lang import ENGLISH
from tests.arena.lines import without_seconds
from tests.cli.terminal import COMMAND, LONGEST, environment, run, uncounted
from tests.kit import plain

SMALL = "arena --games 32 --seats 3 --bots random,beginner --jobs 1 --deals"


def rows(shown: str, heading: str) -> list[list[str]]:
    """The cells of the first table under a heading."""
    part = shown.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    lines = [line for line in part.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines[2:]]


def test_a_contest_is_one_line_with_its_intervals(tmp_path: Path) -> None:
    args = "arena --games dnpup,52 --seats 3 --bots random,casual --deals 6 --seed 3 --jobs 2"
    shown = run(tmp_path, *args.split())
    assert shown.returncode == 0, shown.stderr
    assert shown.stdout.startswith("# Funicular arena\n")
    first, second = rows(shown.stdout, "Strength")
    assert first[:5] == ["dnpup", "3", "casual", "random", "6"]
    assert second[:5] == ["ascenseur-52", "3", "casual", "random", "6"]
    assert first[5].startswith("+")
    assert "[" in second[5]
    assert first[7] == "33%"
    again = run(tmp_path, *args.split(), "--lang", "fr")
    assert [row[:-1] for row in rows(again.stdout, "Force")] == [first[:-1], second[:-1]]
    assert "funicular arena --games dnpup,52 --seats 3 --bots random,casual" in shown.stdout


def test_without_arguments_every_level_meets_the_one_below_at_every_table() -> None:
    """Not played here: the plan alone says it."""
    plan = read_plan(read_arguments(build_parser(ENGLISH, ["arena"]), ["arena"], ENGLISH))
    assert len(plan.contests) == 13 * (len(LEVELS) - 1)
    assert plan.contests[0].entrants == ("beginner", "random")


def test_levels_may_have_spaces_between_them(tmp_path: Path) -> None:
    args = "arena --games 52 --seats 3 --deals 2 --jobs 1 --bots"
    shown = run(tmp_path, *args.split(), "random, beginner")
    assert rows(shown.stdout, "Strength")[0][2:5] == ["beginner", "random", "2"]


def test_everybody_against_one_field(tmp_path: Path) -> None:
    args = "arena --games 32 --seats 3,4 --cards 2 --deals 5 --jobs 1 --bots random,casual --field"
    shown = run(tmp_path, *args.split(), "beginner", "--detect", "0.5")
    found = [row[1:4] for row in rows(shown.stdout, "Strength")]
    assert found == [
        ["3", "random", "beginner"],
        ["3", "casual", "beginner"],
        ["4", "random", "beginner"],
        ["4", "casual", "beginner"],
    ]
    assert "deals to show 0.5" in shown.stdout
    assert "| casual | +" in shown.stdout.partition("## Paired differences")[2]


def test_a_mixed_table_in_every_seating(tmp_path: Path) -> None:
    args = "arena --games 52 --table casual,random,beginner,casual --cards 2 --deals 3 --jobs 1"
    shown = run(tmp_path, *args.split(), "--out", str(tmp_path / "all.jsonl"))
    assert [row[2] for row in rows(shown.stdout, "Strength")] == ["casual", "random", "beginner"]
    assert len((tmp_path / "all.jsonl").read_bytes().splitlines()) == 1 + 3 * 12
    turned = tmp_path / "turned.jsonl"
    run(tmp_path, *args.split(), "--seatings", "rotations", "--out", str(turned))
    assert len(turned.read_bytes().splitlines()) == 1 + 3 * 4


def test_the_scale_and_the_times(tmp_path: Path) -> None:
    args = (
        "arena --games 32 --seats 3 --cards 2,3 --deals 10 --jobs 1 --scale "
        "--bots casual,strong,clairvoyant@20 --times 10,20"
    )
    shown = run(tmp_path, *args.split())
    assert shown.returncode == 0, shown.stderr
    bots = [row[2] for row in rows(shown.stdout, "Strength")]
    assert bots == ["random", "casual", "strong@10", "strong@20", "clairvoyant@20"]
    rungs = rows(shown.stdout, "The scale from random to clairvoyant")
    assert [row[4] for row in rungs] == ["–", "2", "3"] * 3
    assert {row[3] for row in rungs} == {"casual"}
    times = rows(shown.stdout, "Strength against thinking time")
    assert [row[2] for row in times] == ["strong@10", "strong@20"]


@pytest.mark.parametrize(("lang", "title"), [("en", "Funicular arena"), ("fr", "L’arène de")])
def test_the_page_is_written_in_the_readers_language(tmp_path: Path, lang: str, title: str) -> None:
    page = tmp_path / "report.html"
    shown = run(tmp_path, *SMALL.split(), "2", "--report", str(page), lang=lang)
    assert shown.returncode == 0, shown.stderr
    html = page.read_text(encoding="utf-8")
    assert f'<html lang="{lang}">' in html
    assert f"<title>{title}" in html


def test_a_run_goes_on_where_it_was_and_says_so(tmp_path: Path) -> None:
    out = tmp_path / "run.jsonl"
    first = run(tmp_path, *SMALL.split(), "3", "--out", str(out))
    assert first.stderr == ""
    again = run(tmp_path, *SMALL.split(), "5", "--out", str(out))
    assert again.stderr == "9 units of 15 were played before and are kept.\n"
    assert len(out.read_bytes().splitlines()) == 1 + 15
    third = run(tmp_path, *SMALL.split(), "5", "--out", str(out))
    assert third.stdout == again.stdout


def test_ctrl_c_ends_cleanly_and_the_run_can_go_on(tmp_path: Path) -> None:
    out, quiet = tmp_path / "run.jsonl", tmp_path / "quiet.jsonl"
    args = shlex.split("arena --games 52 --seats 4 --bots beginner,casual --cards 8 --deals 40")
    terminal = pexpect.spawn(
        COMMAND[0],
        [*COMMAND[1:], *args, "--jobs", "2", "--out", str(out)],
        env=uncounted(environment(tmp_path)) | {"PYTHONFAULTHANDLER": "1"},
        encoding="utf-8",
        timeout=LONGEST,
    )
    # The bar, the rate and the time left.
    terminal.expect(r"\[#*\.*\] \d+/160  \d+/(s|min)  \d+:\d\d")
    terminal.sendintr()
    told = r"\d+ of 160 units are in .*run\.jsonl\. The same command goes on from there\."
    if terminal.expect([told, pexpect.TIMEOUT]) == 1:
        terminal.kill(signal.SIGABRT)
        terminal.expect(pexpect.EOF)
        pytest.fail(f"Ctrl-C is not heard. Where it stands:\n{terminal.before}")
    terminal.expect(pexpect.EOF)
    terminal.close()
    assert terminal.exitstatus == 130
    assert 1 < len(out.read_bytes().splitlines()) < 161
    assert run(tmp_path, *args, "--out", str(out)).returncode == 0
    assert run(tmp_path, *args, "--out", str(quiet)).returncode == 0
    assert without_seconds(out) == without_seconds(quiet)


def test_there_is_no_bar_where_nobody_looks(tmp_path: Path) -> None:
    assert run(tmp_path, *SMALL.split(), "2").stderr == ""


@pytest.mark.parametrize(
    ("new", "seconds", "text"),
    [
        (0, 0.0, "] 20/100"),
        (10, 5.0, "] 20/100  2/s  0:40"),
        (10, 100.0, "] 20/100  6/min  13:20"),
        (10, 600.0, "] 20/100  1/min  1:20:00"),
    ],
)
def test_the_bar_shows_the_rate_and_the_time_left(new: int, seconds: float, text: str) -> None:
    assert bar_with_rate(20, 100, new, seconds).endswith(text)


def test_a_program_from_outside_that_cannot_start_forfeits(tmp_path: Path) -> None:
    args = "arena --games dnpup --seats 2 --deals 2 --jobs 1 --field random --bots"
    shown = run(tmp_path, *args.split(), '"outside:no-such-program, with a comma"')
    assert shown.returncode == 0, shown.stderr
    assert "no-such-program, with a comma" in rows(shown.stdout, "Forfeits")[0][0]


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        ("--bots casual,genius", "There is no bot “genius”"),
        ("--bots=", "Somebody has to play"),
        ("--games chess", "There is no game “chess”"),
        ("--games auf --seats 7", "auf-ab is for 3 to 4 players, not 7."),
        ("--games auf --seats 3,x", "--seats is a whole number"),
        ("--deals 1", "--deals is a whole number, at least 2"),
        ("--deals 99999999999999999999", "--deals is a whole number, at most 1000000"),
        ("--jobs 0", "--jobs is a whole number, at least 1"),
        ("--jobs 257", "--jobs is a whole number, at most 256"),
        ("--bots casual", "--bots needs two levels at least"),
        ("--seed x", "--seed is a whole number"),
        ("--field casual,random", "There is no bot “casual,random”"),
        ("--table casual,random --field casual", "leave out --field"),
        ("--table casual,random --scale", "leave out --scale"),
        ("--games auf --table casual,random", "auf-ab is for 3 to 4 players, not 2."),
        ("--bots casual --times 5ms", "--times is for bots that can think longer"),
        ("--times soon", "soon"),
        ("--games auf --cards 3", "auf-ab has no hand sizes to choose"),
        ("--games 32 --cards 30", "30"),
        ("--seatings some", "--seatings is one of all, rotations, not “some”."),
        ("--detect zero", "--detect is a difference in points, above 0, not “zero”."),
        ("--detect 0", "--detect is a difference in points"),
        ("--games 32 --option hook=perhaps", "hook"),
        ("--out nowhere/run.jsonl", "There is no folder"),
        ("--report .", "it is a folder"),
        ("--ray 127.0.0.1:9 --games 32 --seats 3 --bots random,casual", "no Ray cluster"),
        (
            "--table random,beginner,casual,strong,expert --deals 1000000",
            "more than 100000000",
        ),
    ],
)
def test_what_cannot_be_measured_is_refused(
    capsys: pytest.CaptureFixture[str], args: str, sentence: str
) -> None:
    assert main(["arena", *args.split(), "--lang", "en"]) == 2
    shown = capsys.readouterr()
    assert sentence in plain(shown.err)
    assert shown.out == ""


def test_a_disk_that_is_full_ends_the_run_with_a_sentence(tmp_path: Path) -> None:
    out = tmp_path / "run.jsonl"
    # The shell's limit on the size of files, in blocks of 512 or 1024 bytes.
    command = shlex.join([*COMMAND, *SMALL.split(), "9", "--lang", "en", "--out", str(out)])
    limited = ["sh", "-c", f"ulimit -f 2; {command}"]
    done = subprocess.run(
        limited, env=environment(tmp_path), capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "run.jsonl” cannot be written any more" in done.stderr
    again = run(tmp_path, *SMALL.split(), "9", "--out", str(out))
    assert "were played before and are kept" in again.stderr
    assert len(out.read_bytes().splitlines()) == 1 + 27


def test_every_option_is_on_the_page_about_the_arena() -> None:
    page = (Path(__file__).parents[2] / "docs" / "arena.md").read_text(encoding="utf-8")
    parser = argparse.ArgumentParser()
    add_arguments(parser, ENGLISH)
    options = [name for action in parser._actions for name in action.option_strings]
    missing = [name for name in options if name.startswith("--") and name not in page]
    assert missing == ["--help"]


def test_the_page_about_the_arena_has_python_that_runs(
    capsys: pytest.CaptureFixture[str],
) -> None:
    page = (Path(__file__).parents[2] / "docs" / "arena.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    exec(code.replace("deals=100", "deals=5"), {})  # noqa: S102 - our own page
    assert len(capsys.readouterr().out.split()) == 3


def test_a_file_of_another_plan_is_refused(tmp_path: Path) -> None:
    out = str(tmp_path / "run.jsonl")
    run(tmp_path, *SMALL.split(), "2", "--out", out)
    done = run(tmp_path, *SMALL.split(), "2", "--seed", "5", "--out", out)
    assert done.returncode == 2
    assert "has the results of another plan" in done.stderr
