"""Ends a server and removes its folder once the tests that started it are gone, however they went.

Run as a program with the folder's path. Each line of its standard input is the number of the
server's process, 0 while there is none; when that input ends, so did the tests. It knows the
standard library only, because it runs outside the virtual environment, where nothing measures it.
"""

import os
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

PATIENCE = 60.0  # seconds for what takes a moment on a quick machine
PAUSE = 0.02


def processes() -> dict[int, int]:
    """The parent of each process that runs; those that only wait to be buried are left out."""
    found = {}
    if Path("/proc/self/stat").exists():
        for stat in Path("/proc").glob("[0-9]*/stat"):
            with suppress(OSError):
                # The name, in parentheses, may hold anything.
                state, parent = stat.read_text(errors="replace").rpartition(")")[2].split()[:2]
                if state not in "ZX":
                    found[int(stat.parent.name)] = int(parent)
        return found
    listed = subprocess.run(
        ("ps", "-A", "-o", "pid=,ppid=,state="), check=True, capture_output=True, text=True
    )
    for pid, parent, state in (line.split() for line in listed.stdout.splitlines()):
        if not state.startswith("Z"):
            found[int(pid)] = int(parent)
    return found


def kill_with_children(pid: int) -> None:
    """Kill a process and its children, none of which has time to notice; return when all are gone.

    The process itself may still have to be waited for by its parent.
    """
    # Held first, so that it starts no child between the look and the kill.
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGSTOP)
    doomed = {pid} | {child for child, parent in processes().items() if parent == pid}
    for each in sorted(doomed, key=lambda each: each != pid):
        with suppress(ProcessLookupError):
            os.kill(each, signal.SIGKILL)
    limit = time.monotonic() + PATIENCE
    while doomed & processes().keys():
        if time.monotonic() > limit:
            raise TimeoutError(doomed)
        time.sleep(PAUSE)


def watch(folder: Path) -> None:
    # Ctrl-C is for the tests; this has to outlive them.
    for ignored in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(ignored, signal.SIG_IGN)
    server = 0
    for line in sys.stdin:
        server = int(line)
    if server:
        kill_with_children(server)
    # More than once: a program that was interrupted may still be writing.
    limit = time.monotonic() + PATIENCE
    while folder.exists() and time.monotonic() < limit:
        shutil.rmtree(folder, ignore_errors=True)
        time.sleep(PAUSE if folder.exists() else 0)


if __name__ == "__main__":
    watch(Path(sys.argv[1]))
