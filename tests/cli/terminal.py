"""Running the command as people do: in a process of its own, through pipes or a pseudo-terminal."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

SRC = Path(__file__).parents[2] / "src"
COMMAND = (sys.executable, "-m", "funicular")
LONGEST = 120


def environment(home: Path, lang: str = "en") -> dict[str, str]:
    """A home of one's own, so that no test sees what another has saved."""
    territory = {"en": "en_GB", "fr": "fr_FR"}[lang]
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("LC_", "LANG", "XDG_", "NO_COLOR", "COLUMNS"))
    }
    return kept | {
        "HOME": str(home),
        "XDG_STATE_HOME": str(home / "state"),
        "LANG": f"{territory}.UTF-8",
        "PYTHONUTF8": "1",
        "PYTHONPATH": str(SRC),
        "TERM": "xterm",
    }


def uncounted(environment: dict[str, str]) -> dict[str, str]:
    """The environment less the measuring of coverage.

    A Ctrl-C that comes while coverage takes its lock leaves it locked, and the process hangs.
    """
    return {name: text for name, text in environment.items() if not name.startswith("COVERAGE")}


def run(
    home: Path, *arguments: str, typed: str | bytes = "", lang: str = "en", **settings: str
) -> subprocess.CompletedProcess[str]:
    """Run `funicular` with these arguments, this on its standard input and this environment."""
    typed_bytes = typed.encode() if isinstance(typed, str) else typed
    done = subprocess.run(
        (*COMMAND, *arguments),
        input=typed_bytes,
        capture_output=True,
        env=environment(home, lang) | settings,
        timeout=LONGEST,
        check=False,
    )
    return subprocess.CompletedProcess(
        done.args, done.returncode, done.stdout.decode(), done.stderr.decode()
    )


def lines(*answers: str) -> str:
    """Answers, one a line."""
    return "".join(f"{answer}\n" for answer in answers)
