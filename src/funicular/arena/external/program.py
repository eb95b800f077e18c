"""A running program, and the lines exchanged with it against the clock.

Its pipes never block us: all three are served by one loop with a deadline. What it prints is kept
only as far as we may need it: a line of its output, the end of its standard error. Nothing is read
while nobody waits for an answer, so a program that floods us fills its own pipe and stops there.
"""

from __future__ import annotations

import os
import selectors
import signal
import weakref
from collections.abc import Callable, Sequence
from contextlib import suppress
from time import monotonic
from typing import IO

from funicular.arena.external.group import bury, kill_group, pipes_of, signal_group, start_group
from funicular.arena.player import Forfeit

LONGEST_LINE = 1 << 20
CHUNK = 1 << 16
# How much of its standard error is kept, and how much of the last line is quoted.
KEPT_ERRORS = 4096
LONGEST_QUOTE = 200
# How long a program may take to leave, after the last line and after SIGTERM.
LEAVING_SECONDS = 1.0
TERM_SECONDS = 1.0


class _ClosedError(Exception):
    """The program has closed a pipe, or has ended. Its text is the sentence for the former."""


class Program:
    """A program that was started. Its owner calls `leave` or `dismiss` in the end."""

    def __init__(self, words: Sequence[str]) -> None:
        """Start it; a `Forfeit` says why that cannot be done."""
        self._process = start_group(words)
        # Also when it is forgotten, and when the interpreter ends.
        self._bury = weakref.finalize(self, bury, self._process)
        self._stdin, self._stdout, self._stderr = pipes_of(self._process)
        self._outbox = bytearray()
        self._inbox = bytearray()
        self._errors = b""
        self._selector = selectors.DefaultSelector()
        self._watch(self._stdout, selectors.EVENT_READ, self._read_output)
        self._watch(self._stderr, selectors.EVENT_READ, self._read_errors)

    def ask(self, line: bytes, *, seconds: float, late: str) -> bytes:
        """Send a line and wait for one. `late` is the sentence if none comes in time."""
        deadline = monotonic() + seconds
        self._send(line)
        try:
            while (answer := self._next_line()) is None:
                if not self._serve(deadline):
                    raise Forfeit(late, seconds=seconds)
        except _ClosedError as closed:
            raise self._why_closed(str(closed)) from None
        return answer

    def leave(self, line: bytes) -> None:
        """Send a last line and close its input; then it has a moment to end by itself."""
        deadline = monotonic() + LEAVING_SECONDS
        self._send(line)
        with suppress(_ClosedError):
            while self._outbox and self._serve(deadline):
                self._inbox.clear()
            self._hang_up()
            self._ignore(deadline)
        self.dismiss()

    def dismiss(self) -> None:
        """Make it end: by SIGTERM, then by SIGKILL. May be called twice."""
        if not self._bury.alive:
            return
        self._hang_up()
        signal_group(self._process, signal.SIGTERM)
        with suppress(_ClosedError):
            self._ignore(monotonic() + TERM_SECONDS)
        self._kill()

    @property
    def last_words(self) -> str:
        """The last line of its standard error, short and safe to print."""
        lines = self._errors.decode(errors="replace").splitlines()
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        safe = "".join(
            letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in last
        )
        return safe if len(safe) <= LONGEST_QUOTE else f"{safe[:LONGEST_QUOTE]}…"

    def _why_closed(self, sentence: str) -> Forfeit:
        """Whether it has ended, or has only closed a pipe.

        The system closes the pipes of a program that ends only once its exit status is settled,
        and SIGKILL no longer changes that. So what SIGKILL has ended was still running.
        """
        self._kill()
        status = self._process.returncode
        if status is None or status == -signal.SIGKILL:
            return Forfeit(sentence)
        if status < 0:
            name = signal.strsignal(-status) or str(-status)
            return Forfeit("arena.outside.killed", signal=name)
        return Forfeit("arena.outside.ended", status=status)

    def _kill(self) -> None:
        kill_group(self._process)
        # Its last words are still in the pipe, which holds no more than a line may have.
        with suppress(BlockingIOError):
            for _ in range(LONGEST_LINE // CHUNK):
                self._read_errors()
        self._selector.close()
        self._bury()

    def _ignore(self, deadline: float) -> None:
        """Let it talk to nobody until it closes its output."""
        while self._serve(deadline):
            self._inbox.clear()

    def _serve(self, deadline: float) -> bool:
        """Wait for a pipe and serve it; False once the time is up."""
        left = deadline - monotonic()
        if left <= 0:
            return False
        for key, _ in self._selector.select(left):
            key.data()
        return True

    def _send(self, line: bytes) -> None:
        self._outbox += line
        self._watch(self._stdin, selectors.EVENT_WRITE, self._write)

    def _hang_up(self) -> None:
        """Say nothing more: a program that reads on finds the end of its input."""
        if not self._stdin.closed:
            self._unwatch(self._stdin)
            self._stdin.close()

    def _write(self) -> None:
        try:
            sent = os.write(self._stdin.fileno(), self._outbox[:CHUNK])
        except BrokenPipeError:
            raise _ClosedError("arena.outside.closed-input") from None
        del self._outbox[:sent]
        if not self._outbox:
            self._unwatch(self._stdin)

    def _read_output(self) -> None:
        data = os.read(self._stdout.fileno(), CHUNK)
        if not data:
            raise _ClosedError("arena.outside.closed-output")
        self._inbox += data

    def _read_errors(self) -> None:
        data = os.read(self._stderr.fileno(), CHUNK)
        if not data:
            self._unwatch(self._stderr)
        self._errors = (self._errors + data)[-KEPT_ERRORS:]

    def _next_line(self) -> bytes | None:
        """The next line it has printed, once that is complete."""
        end = self._inbox.find(b"\n")
        if end > LONGEST_LINE or (end < 0 and len(self._inbox) > LONGEST_LINE):
            raise Forfeit("arena.outside.long-line", most=LONGEST_LINE)
        if end < 0:
            return None
        line = bytes(self._inbox[:end])
        del self._inbox[: end + 1]
        return line

    def _watch(self, pipe: IO[bytes], event: int, serve: Callable[[], None]) -> None:
        if pipe.fileno() not in self._selector.get_map():
            self._selector.register(pipe.fileno(), event, serve)

    def _unwatch(self, pipe: IO[bytes]) -> None:
        if pipe.fileno() in self._selector.get_map():
            self._selector.unregister(pipe.fileno())
