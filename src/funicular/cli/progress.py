"""A bar that grows on a terminal while something long goes on; elsewhere, silence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TextIO, TypeVar

T = TypeVar("T")
WIDTH = 40


def with_progress(items: Iterator[T], total: int, stream: TextIO) -> Iterator[T]:
    """The same items; the bar shows how many of them have come."""
    shown = stream.isatty()
    try:
        for number, item in enumerate(items, 1):
            if shown:
                print(f"\r{bar(number, total)}", end="", file=stream, flush=True)
            yield item
    finally:
        if shown:
            print("\r\033[K", end="", file=stream, flush=True)


def bar(done: int, total: int) -> str:
    """`[####......] 2/5`."""
    full = WIDTH * done // total
    return f"[{'#' * full}{'.' * (WIDTH - full)}] {done}/{total}"
