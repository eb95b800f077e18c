"""For how many days a server keeps things: chosen at the first start, and shown at every one."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
import termios
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import pytest

from tests.kit.serving import Served, unmeasured

SERVER = ("--origin", "https://cards.example")
ALL = "tables for ever, chat for ever, uploaded matches for ever"


def at_a_terminal(data: Path, *arguments: str, answers: Sequence[str] = ()) -> str:
    """What a person sees who starts a server, answers what is asked, and ends it."""
    person, terminal = pty.openpty()
    quiet = termios.tcgetattr(terminal)
    quiet[3] &= ~termios.ECHO
    termios.tcsetattr(terminal, termios.TCSANOW, quiet)
    command = (sys.executable, "-m", "funicular", "serve", "--lang", "en", "--port", "0")
    with subprocess.Popen(
        (*command, "--data", str(data), *arguments),
        stdin=terminal,
        stdout=terminal,
        stderr=subprocess.DEVNULL,
        env=unmeasured() | {"TERM": "dumb"},
    ) as process:
        os.close(terminal)
        seen, waiting, ending = "", list(answers), False
        # The end of a terminal is an error.
        with suppress(OSError):
            while more := os.read(person, 1000):
                seen += more.decode()
                if waiting and seen.rstrip().endswith("]:"):
                    os.write(person, f"{waiting.pop(0)}\n".encode())
                    seen += "\n"
                if "Ctrl-C ends it" in seen and not ending:
                    ending = True
                    process.terminate()
    os.close(person)
    assert process.returncode == 0, seen
    assert not waiting, seen
    return " ".join(seen.split())


def test_a_person_who_starts_a_server_is_asked_once(tmp_path: Path) -> None:
    data = tmp_path / "tables.db"
    asked = at_a_terminal(data, *SERVER, answers=("30", "soon", "never", ""))
    assert "[365]:" in asked
    assert "not “soon”" in asked
    chosen = "tables 30 days, chat for ever, uploaded matches 365 days"
    assert chosen in asked
    again = at_a_terminal(data, *SERVER)
    assert "The store is new" not in again
    assert chosen in again


def test_what_is_said_is_not_asked(tmp_path: Path) -> None:
    said = ("--keep-tables", "7", "--keep-chat", "never")
    asked = at_a_terminal(tmp_path / "tables.db", *SERVER, *said, answers=("",))
    assert "tables 7 days, chat for ever, uploaded matches 365 days" in asked


@pytest.mark.parametrize("how", [(), ("--open", *SERVER)])
def test_a_table_at_home_keeps_all_and_asks_nothing(tmp_path: Path, how: tuple[str, ...]) -> None:
    """`make play` has `--open`."""
    # No window is opened by this.
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BROWSER", "true")
        seen = at_a_terminal(tmp_path / "tables.db", *how)
    assert "The store is new" not in seen
    assert ALL in seen


def test_a_server_without_a_terminal_chooses_what_most_would(tmp_path: Path) -> None:
    data = ("--data", str(tmp_path / "tables.db"))
    with Served(tmp_path, *data, *SERVER) as server:
        assert "tables 365 days, chat 90 days, uploaded matches 365 days" in server.said
        privacy = server.ask("/api/privacy?lang=en")[1]["html"]
        assert "365 days after" in privacy
        assert "90 days after" in privacy
    # What a server is told wins, for as long as it is told so.
    with Served(tmp_path, *data, "--keep-tables", "never") as server:
        assert "tables for ever, chat 90 days" in server.said
        assert "365 days after the last thing" not in server.ask("/api/privacy?lang=en")[1]["html"]
    # Also one that would not have chosen.
    with Served(tmp_path, *data) as server:
        assert "tables 365 days" in server.said
