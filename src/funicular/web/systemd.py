"""Telling systemd that this server is ready, that it lives, and that it ends: sd_notify(3).

A unit with `Type=notify` gives its process the address of a datagram socket. Signs of life come
from the event loop, so a server whose loop hangs gives none, and systemd starts it again
(`WatchdogSec`). Under anything but systemd nothing is told.
"""

from __future__ import annotations

import asyncio
import os
import socket
from contextlib import suppress

READY, ALIVE, STOPPING = "READY=1", "WATCHDOG=1", "STOPPING=1"
# Signs of life in the time after which systemd misses one.
SIGNS = 4


def notify(state: str) -> None:
    """Tell systemd, if it wants to know. What cannot be told is none of our users' business."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as told:
        told.settimeout(0)
        # The spelling of an address that is no file.
        told.sendto(state.encode(), f"\0{address[1:]}" if address.startswith("@") else address)


async def show_life() -> None:
    """Give signs of life until cancelled, if systemd waits for them."""
    microseconds = os.environ.get("WATCHDOG_USEC", "")
    # The variables of a process that started us are not meant for us.
    ours = os.environ.get("WATCHDOG_PID", "") in ("", str(os.getpid()))
    while ours and microseconds.isdecimal():
        notify(ALIVE)
        await asyncio.sleep(int(microseconds) / 1e6 / SIGNS)
