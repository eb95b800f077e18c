"""How far something long is: a bar on a terminal, of a long run its rate and the time left too.

Elsewhere than on a terminal, silence.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TextIO, TypeVar

T = TypeVar("T")
WIDTH = 40
SECONDS_BETWEEN = 0.1


def with_progress(items: Iterator[T], total: int, stream: TextIO) -> Iterator[T]:
    """The same items; the bar shows how many of them have come."""
    shown = stream.isatty()
    try:
        for number, item in enumerate(items, 1):
            if shown:
                _draw(bar(number, total), stream)
            yield item
    finally:
        if shown:
            _draw("", stream)


def with_rate(counts: Iterator[int], done: int, total: int, stream: TextIO) -> Iterator[int]:
    """The same counts. `done` were there before, and say nothing about the rate."""
    shown = stream.isatty()
    began = last = time.monotonic()
    try:
        for count in counts:
            now = time.monotonic()
            if shown and now - last >= SECONDS_BETWEEN:
                last = now
                _draw(bar_with_rate(count, total, count - done, now - began), stream)
            yield count
    finally:
        if shown:
            _draw("", stream)


def bar(done: int, total: int) -> str:
    """`[####......] 2/5`."""
    full = WIDTH * done // total
    return f"[{'#' * full}{'.' * (WIDTH - full)}] {done}/{total}"


def bar_with_rate(count: int, total: int, new: int, seconds: float) -> str:
    """`[####......] 2/5  12/s  0:07`: the bar, the rate, and the time left.

    >>> bar_with_rate(20, 100, 10, 5.0)
    '[########................................] 20/100  2/s  0:40'
    """
    if not new or not seconds:
        return bar(count, total)
    rate = new / seconds
    pace = f"{rate:.0f}/s" if rate >= 1.5 else f"{60 * rate:.0f}/min"
    return f"{bar(count, total)}  {pace}  {_clock((total - count) / rate)}"


def _draw(line: str, stream: TextIO) -> None:
    """In the place of the line before."""
    print(f"\r{line}\033[K", end="", file=stream, flush=True)


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
