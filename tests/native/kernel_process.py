"""Calls of the compiled kernels made in another process, which may die of them.

Bad input used to end the interpreter, so a test does not make such calls itself: it sends them to
a worker (`kernel_worker`). If that dies or does not answer, the test fails and prints the call. A
folder of other builds of the three modules may be given, such as one with the sanitizers.
"""

from __future__ import annotations

import os
import pickle
import select
import struct
import subprocess
import sys
import tempfile
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

ROOT = Path(__file__).parents[2]
# A call that takes longer never ends. Under the sanitizers everything is slow.
PATIENCE = 120
LENGTH = struct.Struct("<I")


@dataclass(frozen=True)
class Call:
    """A function of a module and its arguments, which may be calls themselves."""

    module: str
    name: str
    args: tuple[Any, ...] = ()
    kwargs: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Outcome:
    """What came of a call: a value, a refusal of the family, a TypeError, or something else."""

    kind: str
    value: Any


class DeadWorker(AssertionError):
    """The kernels ended the process, or never came back."""


class Worker:
    """The other end of the process."""

    def __init__(self, kernels: str | None = None) -> None:
        self.calls = 0
        self._kernels = kernels
        self._start()

    def _start(self) -> None:
        kernels = self._kernels
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the worker
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.native.kernel_worker", *([kernels] if kernels else [])],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            env=os.environ | ({} if kernels is None else _sanitizers(Path(kernels))),
            cwd=ROOT,
        )

    def make(self, call: Call) -> Outcome:
        """What came of a call; `DeadWorker` where nothing came, and then another worker starts."""
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        self.calls += 1
        try:
            send(process.stdin, call)
            ready, _, _ = select.select([process.stdout], [], [], PATIENCE)
            outcome = receive(process.stdout) if ready else None
        except (BrokenPipeError, EOFError):
            outcome = None
        if isinstance(outcome, Outcome):
            return outcome
        process.kill()
        status = process.wait()
        self._errors.seek(0)
        said = self._errors.read().decode(errors="replace")[-4000:]
        self.close()
        self._start()
        message = f"{call}\nended the process or never came back ({status}):\n{said}"
        raise DeadWorker(message)

    def close(self) -> None:
        """End the process."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with suppress(BrokenPipeError):
            self._process.stdin.close()
        self._process.wait(PATIENCE)
        self._process.stdout.close()
        self._errors.close()


def _sanitizers(kernels: Path) -> dict[str, str]:
    """What modules that were built with the sanitizers need."""
    built = next(kernels.glob("_ascenseur*.so")).read_bytes()
    if b"__asan_init" not in built:
        return {}
    return {
        # The second, because exceptions must be known before the first module that throws any.
        "LD_PRELOAD": f"{_library('libasan.so')} {_library('libstdc++.so')}",
        # Python itself leaks at its end.
        "ASAN_OPTIONS": "detect_leaks=0",
        "UBSAN_OPTIONS": "print_stacktrace=1",
    }


def _library(name: str) -> str:
    """A library of the compiler that built the modules."""
    asked = ["c++", f"-print-file-name={name}"]
    return subprocess.run(asked, capture_output=True, check=True, text=True).stdout.strip()


def send(stream: IO[bytes], message: object) -> None:
    """Write a message."""
    body = pickle.dumps(message)
    stream.write(LENGTH.pack(len(body)) + body)
    stream.flush()


def receive(stream: IO[bytes]) -> object:
    """Read a message; EOFError where no more will come."""
    head = stream.read(LENGTH.size)
    if len(head) < LENGTH.size:
        raise EOFError
    return pickle.loads(stream.read(*LENGTH.unpack(head)))  # noqa: S301 - our own process
