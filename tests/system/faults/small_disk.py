"""A real disk of a few megabytes, in memory, that can be filled and emptied again.

It is mounted in a namespace of its own, which needs no rights on most machines; the server is
started inside it. Where neither a namespace nor a mount is allowed there is no such disk, and the
shim, which says that the disk is full, has to do.
"""

from __future__ import annotations

import errno
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Self

MEGABYTE = 1 << 20
BLOCK = 4096


class SmallDisk:
    """A disk with a folder on it. `before` is the command that whoever uses it is started by."""

    def __init__(self, megabytes: int) -> None:
        """Make it; `PermissionError` where nobody may."""
        self._megabytes = megabytes
        self._folder = Path(tempfile.mkdtemp(prefix="small-disk-"))
        self._holder: subprocess.Popen[str] | None = None
        self.before: tuple[str, ...] = ()
        # With a namespace of users first: it works for everybody, root or not.
        if not self._held(("--user", "--map-root-user")) and not self._held(()):
            self._folder.rmdir()
            raise PermissionError(errno.EPERM, "no namespace, no mount")

    def __enter__(self) -> Self:
        return self

    def _held(self, ways: tuple[str, ...]) -> bool:
        """Let a process hold the mount for as long as we want it."""
        if shutil.which("unshare") is None or shutil.which("nsenter") is None:
            return False
        script = (
            f"mount -t tmpfs -o size={self._megabytes}m,mode=777 small {self._folder}"
            " && echo mounted && read -r _"
        )
        holder = subprocess.Popen(
            ("unshare", *ways, "--mount", "sh", "-c", script),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert holder.stdout is not None
        if holder.stdout.readline().strip() != "mounted":
            holder.communicate()
            return False
        self._holder = holder
        user = ("--user", "--preserve-credentials") if ways else ()
        self.before = ("nsenter", "--target", str(holder.pid), *user, "--mount")
        return True

    def __exit__(self, *_: object) -> None:
        if self._holder is not None:
            self._holder.communicate("\n")
        shutil.rmtree(self._folder)

    @property
    def inside(self) -> Path:
        """The folder as whoever is inside names it."""
        return self._folder

    @property
    def outside(self) -> Path:
        """The same folder as everybody else can reach it."""
        assert self._holder is not None
        return Path(f"/proc/{self._holder.pid}/root{self._folder}")

    def fill(self) -> int:
        """Leave no room at all; how many bytes that took."""
        size = 0
        with (self.outside / "fill").open("wb", buffering=0) as file:
            for block in (MEGABYTE, BLOCK):
                try:
                    while True:
                        size += file.write(bytes(block))
                except OSError as error:
                    if error.errno != errno.ENOSPC:
                        raise
        return size

    def empty(self) -> None:
        """Make room again."""
        (self.outside / "fill").unlink()
