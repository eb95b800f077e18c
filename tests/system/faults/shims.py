"""A bad disk and a bad clock for a program of ours, to be switched while it runs.

`shims.c` is compiled here by the machine's compiler and put before the C library.
"""

from __future__ import annotations

import mmap
import shutil
import struct
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).with_name("shims.c")
# What is set, and after it what the shim counts.
NUMBERS = struct.Struct("4q")
COUNT = struct.Struct("q")

needs_linux = pytest.mark.skipif(
    sys.platform != "linux", reason="a shim before the C library is Linux's way"
)


def compiled(folder: Path) -> Path:
    """The library that is put before the C library."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    assert compiler is not None, "the kernels need a compiler too"
    library = folder / "shims.so"
    subprocess.run(
        (compiler, "-O1", "-Wall", "-shared", "-fPIC", str(SOURCE), "-o", str(library), "-ldl"),
        check=True,
    )
    return library


class Faults:
    """What goes wrong on the disk under a folder, and with the clock, for whoever is started so."""

    def __init__(self, folder: Path, under: Path) -> None:
        """Keep the library and the numbers in `folder`."""
        path = folder / "faults"
        path.write_bytes(bytes(NUMBERS.size + COUNT.size))
        # The program may run as somebody else.
        path.chmod(0o666)
        self.environment = {
            "LD_PRELOAD": str(compiled(folder)),
            "FAULTS_CONTROL": str(path),
            "FAULTS_UNDER": str(under),
        }
        with path.open("r+b") as file:
            self._numbers = mmap.mmap(file.fileno(), NUMBERS.size + COUNT.size)
        self._now = dict.fromkeys(("sync_delay", "write_error", "sync_error", "clock"), 0)

    def set(
        self,
        *,
        sync_delay: int | None = None,
        write_error: int | None = None,
        sync_error: int | None = None,
        clock: int | None = None,
    ) -> None:
        """Change these: microseconds (-1 waits for the next change), two of `errno`, seconds."""
        given = {
            "sync_delay": sync_delay,
            "write_error": write_error,
            "sync_error": sync_error,
            "clock": clock,
        }
        self._now |= {name: value for name, value in given.items() if value is not None}
        NUMBERS.pack_into(self._numbers, 0, *self._now.values())

    @property
    def waited(self) -> int:
        """How many times something had to wait for the disk."""
        count: int = COUNT.unpack_from(self._numbers, NUMBERS.size)[0]
        return count

    def mend(self) -> None:
        """All is well again, but for the clock, which stays as it is."""
        self.set(sync_delay=0, write_error=0, sync_error=0)

    def close(self) -> None:
        self._numbers.close()
