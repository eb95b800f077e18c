"""A compiler launcher for CMake: takes what `make` has compiled already, to the letter the same.

    python compiled_already.py FOLDER COMMANDS compiler argument ...

FOLDER is where `make` built and COMMANDS a file of all commands that it ran there. A command that
is among them would compile the same thing once more, a minute in all: its object file is copied.
Any other is run. Only for a folder that is up to date, which whoever names it has to see to.
"""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from pathlib import Path


def main(built: Path, commands: Path, command: list[str]) -> None:
    """Copy the object file, or become the compiler."""
    known = map(shlex.split, commands.read_text(encoding="utf-8").splitlines())
    if command not in known:
        os.execvp(command[0], command)  # noqa: S606 - it is how a launcher launches
    # Ninja runs a compiler in the folder that it builds in, and wants to be told of the headers.
    made, headers = (command[command.index(option) + 1] for option in ("-o", "-MF"))
    shutil.copyfile(built / made, made)
    Path(headers).write_text(f"{made}:\n", encoding="utf-8")


main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:])
