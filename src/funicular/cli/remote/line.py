"""The connection to a table. It mends itself: after a break it goes on from what it has seen.

It keeps the table as last shown and, in `news`, the sentences not yet read. A command is sent again
after a break, under the same id, so it is done once.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec
from websockets.exceptions import InvalidHandshake, WebSocketException
from websockets.sync.client import ClientConnection, connect

from funicular.cli.errors import BadArguments
from funicular.cli.remote.address import Address

PROTOCOL = 1
PING_SECONDS = 20.0
# Tried again after so many seconds, doubling, and given up after so many in all.
FIRST_PAUSE = 0.3
LONGEST_PAUSE = 5.0
PATIENCE = 120.0
# The server has said no: coming back would not help.
FINAL_CODES = {4002, 4003, 4004}
# It could not be done just now; the same may be asked again.
PASSING = {"busy", "too-fast", "unsure"}

Message = dict[str, Any]


class Line:
    """A connection to one table."""

    def __init__(
        self, address: Address, lang: str, token: str | None, lost: Callable[[], None]
    ) -> None:
        """Connect; `lost` is called whenever the connection has broken."""
        self._address = address
        self._lang = lang
        self._lost = lost
        self.token = token
        self.seq = 0
        self.table: Message = {}
        self.deal: Message | None = None
        self.told: list[Message] = []
        self.news: list[str] = []
        # The clocks that run, and when we were told of them.
        self._running: dict[int, float] = {}
        self._told_at = 0.0
        self._socket = self._connected()
        self._closed = threading.Event()
        threading.Thread(target=self._ping_on, daemon=True).start()

    def close(self) -> None:
        """Leave. The seat stays one's own."""
        self._closed.set()
        with suppress(OSError, WebSocketException):
            self._socket.close()

    def listen(self) -> None:
        """Wait for the next message and take it in."""
        try:
            self._receive()
        except (OSError, WebSocketException):
            self._mend()

    def do(self, command: str, **fields: object) -> Message:
        """Do something: `done` or `refused`, however often it takes to hear which."""
        wish = {"type": "do", "id": secrets.token_hex(8), "command": {"do": command, **fields}}
        while True:
            try:
                self._socket.send(msgspec.json.encode(wish).decode())
                answer = self._receive()
                while answer.get("id") != wish["id"]:
                    answer = self._receive()
            except (OSError, WebSocketException):
                self._mend()
                continue
            if answer.get("code") not in PASSING:
                return answer
            time.sleep(answer.get("wait", FIRST_PAUSE))

    @property
    def paused(self) -> bool:
        """Whether somebody has stopped the game."""
        return self.table["phase"] == "playing" and self.table["paused"] is not None

    def spent(self, seat: int) -> float | None:
        """Seconds of this seat's turn that are gone; None where no clock of theirs runs."""
        if seat not in self._running:
            return None
        since = 0.0 if self.paused else time.monotonic() - self._told_at
        return self._running[seat] + since

    def _receive(self) -> Message:
        message: Message = msgspec.json.decode(self._socket.recv())
        if message["type"] in ("welcome", "update"):
            self._take(message)
        elif message["type"] == "removed":
            raise BadArguments("cli.join.server", text=message["text"])
        return message

    def _take(self, message: Message) -> None:
        self.seq = message["seq"]
        self.table = message.get("table") or self.table
        self._running = {each["seat"]: each["spent"] for each in message.get("running", ())}
        self._told_at = time.monotonic()
        for line in message.get("said", ()):
            if line.get("notice") is not None:
                self.news.append(line["text"])
            elif line["text"] is not None:
                self.news.append(f"{line['name']}: {line['text']}")
        deal = message.get("deal")
        if deal is not None:
            self.told[deal["before"] :] = deal["told"]
            self.news += [told["text"] for told in deal["told"]]
            self.deal = deal

    def _mend(self) -> None:
        self._lost()
        pause, deadline = FIRST_PAUSE, time.monotonic() + PATIENCE
        while True:
            time.sleep(pause)
            try:
                self._socket = self._connected()
            except (OSError, WebSocketException):
                if time.monotonic() > deadline:
                    raise BadArguments("cli.join.gone", name=self._address.name) from None
            else:
                return
            pause = min(2 * pause, LONGEST_PAUSE)

    def _connected(self) -> ClientConnection:
        """A socket that was let in."""
        try:
            # Its own pings would break a connection whose answers wait while somebody thinks.
            socket = connect(self._address.socket, ping_interval=None, max_size=None)
        except (OSError, InvalidHandshake, TimeoutError) as error:
            if self.seq:
                raise
            raise BadArguments("cli.join.gone", name=self._address.name) from error
        hello = {"type": "hello", "protocol": PROTOCOL, "lang": self._lang}
        secrets_ = {"token": self.token, "invite": self._address.invite}
        hello |= {name: value for name, value in secrets_.items() if value is not None}
        if self.seq:
            hello["seen"] = self.seq
        socket.send(msgspec.json.encode(hello).decode())
        welcome: Message = msgspec.json.decode(socket.recv())
        if welcome["type"] == "refused":
            with suppress(WebSocketException):
                socket.recv()
            if socket.close_code in FINAL_CODES or not self.seq:
                raise BadArguments("cli.join.server", text=welcome["text"])
            time.sleep(min(welcome.get("wait", 0), PATIENCE))
            raise OSError
        self._take(welcome)
        return socket

    def _ping_on(self) -> None:
        """Say now and then that we are still here, also while somebody thinks."""
        while not self._closed.wait(PING_SECONDS):
            with suppress(OSError, WebSocketException):
                self._socket.send('{"type":"ping"}')
