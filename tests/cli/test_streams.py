"""Standard streams closed, full or gone: a sentence where one can be read, and no traceback."""

from __future__ import annotations

import re
import shlex
import subprocess
from pathlib import Path

import pytest

from tests.cli.terminal import COMMAND, environment, lines, run


def shell(
    home: Path, arguments: str, redirection: str, lang: str = "en"
) -> subprocess.CompletedProcess[str]:
    if "/dev/full" in redirection and not Path("/dev/full").exists():
        pytest.skip("only Linux has a device that is always full")
    return subprocess.run(
        ("bash", "-c", f"{shlex.quote(COMMAND[0])} -m funicular {arguments} {redirection}"),
        env=environment(home, lang),
        capture_output=True,
        text=True,
        check=False,
    )


def test_it_runs_without_standard_input(tmp_path: Path) -> None:
    done = shell(tmp_path, "play 52 --new", "<&-")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("arguments", "redirection", "sentence"),
    [
        ("replay -", "<&-", "“-” cannot be read: standard input is closed."),
        ("rules auf-ab", ">&-", "Standard output is closed"),
        ("--help", ">&-", "Standard output is closed"),
        ("rules auf-ab", ">/dev/full", "No space left on device."),
        ("play 52 --new", "</dev/null >/dev/full", "No space left on device."),
        ("rules auf-ab", ">/dev/full --lang fr", "L’entrée ou la sortie standard a échoué"),
        ("play 52 --new", "0>/dev/null", "Standard input or output has failed: "),
    ],
)
def test_a_stream_that_fails_is_one_sentence(
    tmp_path: Path, arguments: str, redirection: str, sentence: str
) -> None:
    done = shell(tmp_path, arguments, redirection)
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1
    assert done.returncode in (1, 2)


@pytest.mark.parametrize("redirection", ["2>&-", "2>/dev/full"])
def test_complaints_that_cannot_be_written_are_not_written_elsewhere(
    tmp_path: Path, redirection: str
) -> None:
    done = shell(tmp_path, "play chess", redirection)
    assert done.returncode in (1, 2)
    assert (done.stdout, done.stderr) == ("", "")


def test_nobody_needs_to_see_how_far_bots_are(tmp_path: Path) -> None:
    done = shell(tmp_path, "match 52 --bots random --deals 1", "2>&-")
    assert done.returncode == 0
    assert "1 match of ascenseur-52" in done.stdout


@pytest.mark.parametrize(
    "arguments", ["rules 52", "deal auf", "match 52 --bots random --matches 20", "play 52 --new"]
)
def test_a_closed_pipe_ends_it_quietly(tmp_path: Path, arguments: str) -> None:
    with subprocess.Popen(
        (*COMMAND, *arguments.split()),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(tmp_path),
    ) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode in (0, 141)


def test_head_takes_what_it_wants(tmp_path: Path) -> None:
    pipe = f"{shlex.quote(COMMAND[0])} -m funicular rules 52 | head -1; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(
        ("bash", "-c", pipe),
        env=environment(tmp_path),
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    assert done.stdout.splitlines()[0] == "# Ascenseur"
    assert done.stdout.splitlines()[1] in ("0", "141")


@pytest.mark.parametrize(("lang", "upcard"), [("en", "(QD is turned up)"), ("fr", "DK).")])
def test_letters_stand_for_signs_that_cannot_be_printed(
    tmp_path: Path, lang: str, upcard: str
) -> None:
    """Suits are the letters that one types for them, a minus is `-`, and no sign becomes `?`."""
    ascii_only = {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    arguments = ("play", "ascenseur-52", "--seats", "3", "--seed", "5")
    typed = lines("1", "1", "quit")
    done = run(tmp_path, *arguments, typed=typed, lang=lang, **ascii_only)
    assert done.stdout.isascii()
    assert upcard in done.stdout
    assert re.search(r"^Total .* -1\b", done.stdout, re.MULTILINE)
    assert "?" not in done.stdout
