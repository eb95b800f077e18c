"""How far a long run is: a bar, its rate and the time left, on a terminal; elsewhere, silence."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TextIO

from funicular.cli.progress import bar

SECONDS_BETWEEN = 0.1


def with_meter(counts: Iterator[int], done: int, total: int, stream: TextIO) -> Iterator[int]:
    """The same counts. `done` were there before, and say nothing about the rate."""
    shown = stream.isatty()
    began = last = time.monotonic()
    try:
        for count in counts:
            now = time.monotonic()
            if shown and now - last >= SECONDS_BETWEEN:
                last = now
                line = meter(count, total, count - done, now - began)
                print(f"\r{line}\033[K", end="", file=stream, flush=True)
            yield count
    finally:
        if shown:
            print("\r\033[K", end="", file=stream, flush=True)


def meter(count: int, total: int, new: int, seconds: float) -> str:
    """`[####......] 2/5  12/s  0:07`: the bar, the rate, and the time left.

    >>> meter(20, 100, 10, 5.0)
    '[########................................] 20/100  2/s  0:40'
    """
    if not new or not seconds:
        return bar(count, total)
    rate = new / seconds
    pace = f"{rate:.0f}/s" if rate >= 1.5 else f"{60 * rate:.0f}/min"
    return f"{bar(count, total)}  {pace}  {_clock((total - count) / rate)}"


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
