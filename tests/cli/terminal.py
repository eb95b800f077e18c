"""Running the command as people do: in a process of its own, through pipes or a pseudo-terminal.

Most of these processes are forks of one that has imported the package: see `tests.kit.fork_server`.
"""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

from tests.kit.fork_server import ForkServer

SRC = Path(__file__).parents[2] / "src"
COMMAND = (sys.executable, "-m", "funicular")
LONGEST = 120
# Variables that Python or the package reads once, before a command begins.
READ_AT_THE_START = ("PYTHON", "FUNICULAR_PURE")


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
    everything = environment(home, lang) | settings
    if any(name.startswith(READ_AT_THE_START) for name in settings):
        done = subprocess.run(
            (*COMMAND, *arguments),
            input=typed_bytes,
            capture_output=True,
            env=everything,
            timeout=LONGEST,
            check=False,
        )
        ended = (done.returncode, done.stdout, done.stderr)
    else:
        ended = _fork_server(SRC).run(arguments, everything, typed_bytes, LONGEST)
    code, stdout, stderr = ended
    return subprocess.CompletedProcess(arguments, code, stdout.decode(), stderr.decode())


@cache
def _fork_server(home: Path) -> ForkServer:
    return ForkServer(environment(home))


def lines(*answers: str) -> str:
    """Answers, one a line."""
    return "".join(f"{answer}\n" for answer in answers)
