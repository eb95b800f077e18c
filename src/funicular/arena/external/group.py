"""A program as a process group of its own, so that whatever it starts ends with it.

What a program cannot be kept from is leaving its group on purpose (`setsid`); we wait for nothing
that such a runaway holds.
"""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from typing import IO

from funicular.arena.player import Forfeit

Process = subprocess.Popen[bytes]
# A killed process is gone at once unless the system itself holds it; we do not wait for that.
KILL_SECONDS = 5.0


def start_group(words: Sequence[str]) -> Process:
    """Start a program, without a shell; a `Forfeit` says why that cannot be done."""
    try:
        process = subprocess.Popen(  # noqa: S603 - to run what the user named is the purpose
            words,
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
    except (OSError, ValueError) as error:
        problem = getattr(error, "strerror", None) or str(error)
        raise Forfeit("arena.outside.no-start", program=words[0], problem=problem) from error
    for pipe in pipes_of(process):
        os.set_blocking(pipe.fileno(), False)
    return process


def pipes_of(process: Process) -> tuple[IO[bytes], IO[bytes], IO[bytes]]:
    """Its standard input, output and error."""
    stdin, stdout, stderr = process.stdin, process.stdout, process.stderr
    # For the type checker: `start_group` asked for all three.
    assert stdin is not None and stdout is not None and stderr is not None  # noqa: S101, PT018
    return stdin, stdout, stderr


def signal_group(process: Process, number: signal.Signals) -> None:
    """Send a signal to the program and all that it has started."""
    # Until it is reaped, its number cannot belong to another process.
    if process.returncode is None:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, number)


def kill_group(process: Process) -> None:
    """End the program and all that it has started, whatever they make of it."""
    signal_group(process, signal.SIGKILL)
    with suppress(subprocess.TimeoutExpired):
        process.wait(KILL_SECONDS)


def bury(process: Process) -> None:
    """Kill the group if that is still to do, and give back its pipes."""
    kill_group(process)
    for pipe in pipes_of(process):
        pipe.close()
