"""The conversation with a client that was let in: it asks and is told, until it goes.

Messages are answered one after the other. Those that come while a command is being written down
wait, and meanwhile no more are read. Whatever is wrong with one has an answer of its own, changes
nothing, and leaves the connection as it was.
"""

from __future__ import annotations

import asyncio
from time import monotonic
from typing import Any

import msgspec

from funicular.core.errors import FunicularError
from funicular.core.wire import to_json
from funicular.lang import Reader
from funicular.live.admission.rates import Bucket
from funicular.live.connection import Connection
from funicular.live.logs import crash, log
from funicular.live.messages import (
    LONGEST_MESSAGE,
    AnyFromClient,
    Do,
    Heartbeat,
    Hello,
    Ping,
    Pong,
    Refused,
    Why,
)
from funicular.live.refusals import Refusal, TooFast, code_of, for_people
from funicular.live.room import Room
from funicular.store.log import Unsure
from funicular.web.guards.addresses import Caller
from funicular.web.guards.bans import BANNED_CLOSE
from funicular.web.guards.guard import Guard
from funicular.web.services import Services
from funicular.web.websocket.protocol import Socket

SILENT_SECONDS = 60.0
# A server that is stopped or hangs keeps its sockets, so a client knows it by its silence only:
# where there is nothing to say for this long, that is said.
HEARTBEAT_SECONDS = 2.0
HEARTBEAT = to_json(Heartbeat())
# A client that goes on after this many refusals is not in a hurry but in a loop.
MOST_TOO_FAST = 500

SILENT_CLOSE = 4008
TOO_FAST_CLOSE = 4029
# Something of ours went wrong.
ERROR_CLOSE = 1011

_READ: msgspec.json.Decoder[Any] = msgspec.json.Decoder(AnyFromClient)


class Conversation:
    """One connection from its welcome to its end; its `Listener`, and the `Wire` of its room."""

    __slots__ = (
        *("_services", "_caller", "_room", "_connection", "_bucket", "_too_fast"),
        *("_socket", "_waiting", "_busy", "_heard", "_said", "_silence", "_guard"),
    )

    def __init__(  # noqa: PLR0913 - all that is known of a client
        self,
        services: Services,
        caller: Caller,
        *,
        room: Room,
        connection: Connection,
        bucket: Bucket,
        too_fast: int,
        guard: Guard | None,
    ) -> None:
        """Take where the client is, who it is, and how fast it has been so far."""
        self._services = services
        self._caller = caller
        self._room = room
        self._connection = connection
        self._bucket = bucket
        self._too_fast = too_fast
        self._guard = guard
        self._socket: Socket | None = None
        # Messages that came while another one was answered.
        self._waiting: list[str | bytes] = []
        self._busy = True
        # When the last message was answered, by the event loop's clock.
        self._heard = asyncio.get_running_loop().time()
        self._said = monotonic()
        self._silence: asyncio.TimerHandle | None = None

    async def begin(self, socket: Socket) -> None:
        """Welcome the client. From then on all goes by itself."""
        self._socket = socket
        self._services.bans.watch(self._caller.address, self.ban)
        self._connection.wire = self
        try:
            await self._room.enter(self._connection)
        except BaseException:
            self.close(ERROR_CLOSE)
            raise
        self._log("entered")
        self._watch()
        self._go_on()

    # What the socket tells.

    def received(self, message: str | bytes) -> None:
        """Answer a message, now or when its turn comes."""
        if self._busy or self._waiting:
            self._waiting.append(message)
            if self._socket is not None:
                self._socket.pause_reading()
        else:
            self._answer(message)

    def writable(self) -> None:
        """The client reads again."""
        self._connection.flush()

    def ended(self) -> None:
        """It has gone: forget it, and tell the others."""
        socket, self._socket = self._socket, None
        self._waiting.clear()
        # Whoever held on to the other: nothing must do so in a circle.
        self._connection.wire = None
        self._guard = None
        if self._silence is not None:
            self._silence.cancel()
        self._services.limits.close_socket(self._caller)
        self._services.bans.unwatch(self._caller.address, self.ban)
        if socket is not None:
            socket.run(self._leave())

    async def _leave(self) -> None:
        await self._room.leave(self._connection)
        self._log("left")

    def _log(self, event: str) -> None:
        table = self._room.table
        log(event, table=table.id, seat=table.seat_of(self._connection.guest))

    # What the room tells.

    def send(self, message: bytes) -> bool:
        """Send a message; False while the client does not read."""
        self._said = monotonic()
        return self._socket is not None and self._socket.send(message)

    def holds(self, size: int) -> None:
        """So many bytes wait until the client reads."""
        if self._guard is not None:
            self._guard.hold(size)

    def close(self, code: int) -> None:
        """Close, and wait only a moment for the other side to do so too."""
        if self._socket is not None:
            self._waiting.clear()
            self._socket.close(code)

    def ban(self) -> None:
        """The address was banned."""
        self._connection.drop(BANNED_CLOSE)

    def _watch(self) -> None:
        """End a connection that was silent for too long, and be heard oneself; again and again."""
        loop = asyncio.get_running_loop()
        left = SILENT_SECONDS if self._busy else SILENT_SECONDS + self._heard - loop.time()
        if left <= 0:
            self._connection.drop(SILENT_CLOSE)
        elif self._socket is not None:
            quiet = monotonic() - self._said
            if quiet >= HEARTBEAT_SECONDS:
                # Not to be kept for a client that does not read: it hears what is kept for it.
                self.send(HEARTBEAT)
                quiet = 0.0
            self._silence = loop.call_later(min(left, HEARTBEAT_SECONDS - quiet), self._watch)

    # Answering.

    def _go_on(self) -> None:
        """Answer what waits, up to the next command; then read on."""
        self._busy = False
        self._heard = asyncio.get_running_loop().time()
        if self._waiting:
            while self._waiting and not self._busy:
                self._answer(self._waiting.pop(0))
            if not self._waiting and self._socket is not None:
                self._socket.resume_reading()

    def _answer(self, received: str | bytes) -> None:
        self._heard = asyncio.get_running_loop().time()
        connection = self._connection
        wait = self._bucket.take()
        try:
            message = read(received)
        except Refusal as error:
            self._refuse(error, too_fast=bool(wait))
            return
        if wait:
            self._refuse(TooFast("messages", wait), getattr(message, "id", None), too_fast=True)
            return
        match message:
            case Do() if self._socket is not None:
                self._busy = True
                self._socket.run(self._do(message))
            case Why():
                connection.send(self._room.why(connection.guest, message, connection.lang))
            case Ping():
                connection.send(Pong())
            case Hello():
                self._refuse(Refusal("malformed", "serve.hello-once"))

    async def _do(self, wish: Do) -> None:
        room, connection = self._room, self._connection
        try:
            await room.do(connection.guest, wish, connection)
        except Unsure:
            # Neither done nor refused: on return they ask again, and hear what has become of it.
            connection.drop()
        except TooFast as error:
            self._refuse(error, wish.id, too_fast=True)
        except FunicularError as error:
            text = for_people(error).say(room.reader(connection.guest, connection.lang))
            connection.send(Refused(wish.id, code_of(error), text))
        except Exception:  # noqa: BLE001 - whatever it is, the client must not wait for an answer
            crash("command-failed", table=room.table.id)
            connection.drop(ERROR_CLOSE)
        self._go_on()

    def _refuse(self, error: Refusal, wish: str | None = None, *, too_fast: bool = False) -> None:
        """Refuse a message; end a connection that was too fast too often."""
        connection = self._connection
        self._services.metrics.refusals.labels(error.code).inc()
        connection.send(Refused(wish, error.code, error.say(Reader(connection.lang)), error.wait))
        self._too_fast += too_fast
        if self._too_fast > MOST_TOO_FAST and not connection.dropped:
            table = self._room.table.id
            self._services.cuts.limited("messages", self._caller.address, table=table)
            connection.drop(TOO_FAST_CLOSE)


def read(received: str | bytes | None) -> AnyFromClient:
    """What a client says; `Refusal` for what is no message of ours."""
    if not isinstance(received, str):
        raise Refusal("malformed", "serve.binary")
    # Counted in bytes, of which a character has four at most.
    if len(received) > LONGEST_MESSAGE or len(received.encode()) > LONGEST_MESSAGE:
        raise Refusal("too-long", "serve.too-long", n=LONGEST_MESSAGE)
    try:
        message: AnyFromClient = _READ.decode(received)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Refusal("malformed", "serve.malformed", problem=str(error)) from error
    return message
