"""Work in a thread of its own that the end of the process does not wait for."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

T = TypeVar("T")


async def in_thread(work: Callable[[], T]) -> T:
    """The result of this work. asyncio's own threads would be waited for at the end, however long
    a disk takes to answer.
    """
    loop = asyncio.get_running_loop()
    future: asyncio.Future[T] = loop.create_future()

    def settle(result: T | None, error: Exception | None) -> None:
        if future.done():
            return
        if error is None:
            future.set_result(result)  # type: ignore[arg-type]  # without an error it is a T
        else:
            future.set_exception(error)

    def do() -> None:
        result: T | None = None
        error: Exception | None = None
        try:
            result = work()
        except Exception as raised:  # noqa: BLE001 - it is raised again where it is awaited
            error = raised
        # A closed loop means that no caller waits.
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(settle, result, error)

    threading.Thread(target=do, name="store", daemon=True).start()
    return await future
