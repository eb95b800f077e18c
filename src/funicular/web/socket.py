"""A socket at a table: it says who it is, then asks and is told, until it goes.

Whatever comes in is taken with suspicion: each way of getting it wrong has an answer of its own,
changes nothing, and, after the greeting, leaves the connection as it was.
"""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress
from typing import Any

import msgspec
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from funicular.core.errors import FunicularError
from funicular.core.wire import to_json
from funicular.lang import Reader
from funicular.live.connection import Connection
from funicular.live.language import spoken_language
from funicular.live.logs import log
from funicular.live.messages import (
    LONGEST_MESSAGE,
    PROTOCOL,
    AnyFromClient,
    Do,
    Hello,
    Ping,
    Pong,
    Refused,
    Why,
)
from funicular.live.refusals import Refusal, TooFast, code_of, for_people
from funicular.live.room import Room
from funicular.live.rooms import NO_TABLE_CLOSE
from funicular.live.token_bucket import Bucket
from funicular.store.log import Unsure
from funicular.table.table import key_of
from funicular.web.guards.addresses import caller_of
from funicular.web.guards.guard import guard_of
from funicular.web.guards.limits import SOCKETS_WAIT
from funicular.web.guards.rate_limit import guessing

PATH = re.compile("/api/tables/(?P<table>[^/]+)/socket")

HELLO_SECONDS = 10.0
# Messages that are sent in one piece.
MOST_TOGETHER = 4
SILENT_SECONDS = 60.0
# A client that goes on after this many refusals is not in a hurry but in a loop.
MOST_TOO_FAST = 500
# Sockets open at once: a person has a few tabs and devices, a table its audience.
MOST_OF_A_SEAT = 30
MOST_WATCHERS = 500

PROTOCOL_CLOSE = 4002
NO_ENTRY_CLOSE = 4003
SILENT_CLOSE = 4008
TOO_FAST_CLOSE = 4029
SLOW_CLOSE = 1013
CLOSES = {
    "protocol": PROTOCOL_CLOSE,
    "no-entry": NO_ENTRY_CLOSE,
    "no-table": NO_TABLE_CLOSE,
    # Trying again would not help.
    "damaged": NO_TABLE_CLOSE,
    "too-fast": TOO_FAST_CLOSE,
}

_READ: msgspec.json.Decoder[Any] = msgspec.json.Decoder(AnyFromClient)


class TableSockets:
    """The middleware that answers `/api/tables/ID/socket`, in front of the router.

    A socket stays for hours, and so does every call that leads to its answer: those of the router
    would take more memory than the table.
    """

    def __init__(self, app: ASGIApp) -> None:
        """Wrap the application."""
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hold the conversation, or hand on."""
        found = PATH.fullmatch(scope["path"]) if scope["type"] == "websocket" else None
        if found is None:
            await self.app(scope, receive, send)
        else:
            scope["path_params"] = found.groupdict()
            await table_socket(WebSocket(scope, receive, send), send)


async def table_socket(socket: WebSocket, send: Send) -> None:
    """Let a socket in, and talk to it.

    Nothing is read from it before the limits were asked and the table was looked for. Where there
    is none, hardly more than a hello is read: it says in which language to refuse.
    """
    state, caller = socket.app.state, caller_of(socket.scope)
    with suppress(WebSocketDisconnect, RuntimeError):
        conversation = _Conversation(socket, send)
        try:
            with state.limits.open_socket(caller):
                await conversation.look()
                await socket.accept()
                await conversation.hold()
        except TooFast as error:
            await conversation.turn_away(error)


class _Conversation:
    """One connection from its greeting to its end."""

    __slots__ = (
        *("_socket", "_send", "_state", "_table", "_guard", "_nothing", "_bucket", "_too_fast"),
        *("_lang", "_heard", "_silence"),
    )

    def __init__(self, socket: WebSocket, send: Send) -> None:
        self._socket = socket
        self._send = send
        self._state = socket.app.state
        self._table: str = socket.path_params["table"]
        self._guard = guard_of(socket.scope)
        # Why there is nothing to come to.
        self._nothing: FunicularError | None = None
        self._bucket = Bucket()
        self._too_fast = 0
        # Until the greeting says better, what the browser says.
        self._lang = spoken_language(Headers(scope=socket.scope).get("Accept-Language"))
        # Since when we wait for a message, by the event loop's clock; None while one is answered.
        self._heard: float | None = None
        self._silence: asyncio.TimerHandle | None = None

    async def look(self) -> None:
        """Look for the table, then let the connection be read."""
        try:
            with guessing(self._socket):
                await self._state.rooms.find(self._table)
        except FunicularError as error:
            self._nothing = error
        if self._guard is not None:
            caller = caller_of(self._socket.scope)
            shared = self._state.limits.frames(caller, self._table)
            self._guard.listen(self._table, shared, hello_only=self._nothing is not None)

    async def turn_away(self, error: TooFast) -> None:
        """Accept only to say why not: browsers cannot read a handshake that fails."""
        if self._guard is not None:
            self._guard.end()
        await self._socket.accept()
        await self._refuse(error)
        await self._close(TOO_FAST_CLOSE)

    async def _close(self, code: int) -> None:
        """Close, and wait only a moment for the other side to do so too."""
        if self._guard is not None:
            self._guard.end()
        await self._socket.close(code)

    async def hold(self) -> None:
        """Greet, talk, leave."""
        try:
            with self._state.strangers.at(self._table, self._guard):
                async with asyncio.timeout(HELLO_SECONDS):
                    entered = await self._greeting()
        except TimeoutError:
            await self._close(SILENT_CLOSE)
            return
        if entered is None:
            return
        if self._guard is not None:
            self._guard.welcome()
        # The handshake is over, and nobody asks for its headers again.
        self._socket.scope["headers"] = []
        room, connection = entered
        metrics = self._state.metrics
        if connection.seen:
            metrics.reconnects.inc()
        writing = asyncio.create_task(self._write(connection))
        try:
            await room.enter(connection)
            log("entered", table=room.table.id, seat=room.table.seat_of(connection.guest))
            self._watch(connection)
            await self._talk(room, connection)
        finally:
            writing.cancel()
            if self._silence is not None:
                self._silence.cancel()
            await room.leave(connection)
            log("left", table=room.table.id, seat=room.table.seat_of(connection.guest))

    async def _greeting(self) -> tuple[Room, Connection] | None:
        """Wait for `Hello` and let them in; None if they may not."""
        while True:
            message = await self._next()
            if isinstance(message, Hello):
                break
            if message is not None:
                await self._refuse(Refusal("malformed", "serve.hello-first"))
        self._lang = spoken_language(message.lang)
        try:
            if message.protocol != PROTOCOL:
                raise Refusal(
                    "protocol", "serve.protocol", given=message.protocol, expected=PROTOCOL
                )
            if self._nothing is not None:
                raise self._nothing
            with guessing(self._socket):
                room: Room = await self._state.rooms.find(self._table)
                seen = max(0, message.seen or 0)
                guest = await room.let_in(message.token, message.invite, seen)
            _check_crowd(room, guest)
        except FunicularError as error:
            if self._guard is not None:
                self._guard.end()
            await self._refuse(for_people(error))
            await self._close(CLOSES.get(code_of(error), SLOW_CLOSE))
            return None
        return room, Connection(guest, key_of(message.token or ""), self._lang, seen)

    def _watch(self, connection: Connection) -> None:
        """End a connection that has been silent for too long; look again when it might be."""
        loop = asyncio.get_running_loop()
        waited = 0.0 if self._heard is None else loop.time() - self._heard
        left = SILENT_SECONDS - waited
        if left <= 0:
            connection.drop(SILENT_CLOSE)
        else:
            self._silence = loop.call_later(left, self._watch, connection)

    async def _talk(self, room: Room, connection: Connection) -> None:
        """Answer until they go, or are silent for too long."""
        loop = asyncio.get_running_loop()
        while True:
            self._heard = loop.time()
            message = await self._next(connection)
            self._heard = None
            match message:
                case Do():
                    await self._do(room, connection, message)
                case Why():
                    connection.send(room.why(connection.guest, message, self._lang))
                case Ping():
                    connection.send(Pong())
                case Hello():
                    self._say_refused(connection, Refusal("malformed", "serve.hello-once"))

    async def _do(self, room: Room, connection: Connection, wish: Do) -> None:
        try:
            await room.do(connection.guest, wish, connection)
        except Unsure:
            # Neither done nor refused: on return they ask again, and hear what has become of it.
            connection.drop()
        except TooFast as error:
            await self._count_too_fast()
            self._say_refused(connection, error, wish.id)
        except FunicularError as error:
            text = for_people(error).say(room.reader(connection.guest, self._lang))
            connection.send(Refused(wish.id, code_of(error), text))

    async def _next(self, connection: Connection | None = None) -> AnyFromClient | None:
        """The next message; None for one that was refused."""
        received = await self._socket.receive()
        if received["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(received.get("code", 1005))
        wait = self._bucket.take()
        wish: str | None = None
        try:
            message = _read(received.get("text"))
            wish = getattr(message, "id", None)
            if not wait:
                return message
            error: Refusal = TooFast("messages", wait)
        except Refusal as refused:
            error = refused
        if wait:
            await self._count_too_fast()
        if connection is None:
            await self._refuse(error)
        else:
            self._say_refused(connection, error, wish)
        return None

    async def _count_too_fast(self) -> None:
        """Count a message that was refused as too fast; close the socket after too many."""
        self._too_fast += 1
        if self._too_fast > MOST_TOO_FAST:
            address = caller_of(self._socket.scope).address
            self._state.cuts.limited("messages", address, table=self._table)
            await self._close(TOO_FAST_CLOSE)
            raise WebSocketDisconnect(TOO_FAST_CLOSE)
        # A flood is read without a pause: whoever writes the answers must have their turn.
        await asyncio.sleep(0)

    def _say_refused(self, connection: Connection, error: Refusal, wish: str | None = None) -> None:
        self._socket.app.state.metrics.refusals.labels(error.code).inc()
        connection.send(Refused(wish, error.code, error.say(Reader(self._lang)), error.wait))

    async def _refuse(self, error: FunicularError) -> None:
        """Refuse before there is a line to wait in."""
        self._socket.app.state.metrics.refusals.labels(code_of(error)).inc()
        wait = error.wait if isinstance(error, Refusal) else None
        refused = Refused(None, code_of(error), error.say(Reader(self._lang)), wait)
        await self._socket.send_text(to_json(refused).decode())

    async def _write(self, connection: Connection) -> None:
        """Send what waits; close a connection that has let too much of it pile up."""
        outbox = connection.outbox
        # What a peer that has gone is sent is an OSError.
        with suppress(WebSocketDisconnect, RuntimeError, OSError):
            while not connection.dropped or outbox:
                await outbox.wait()
                # An answer and the update after it leave together. What has piled up does not: a
                # slow reader is waited for after each message.
                corked = self._guard if 1 < len(outbox) <= MOST_TOGETHER else None
                if corked is not None:
                    corked.cork()
                try:
                    while outbox and (message := outbox.pop()) is not None:
                        # Not by way of the WebSocket: it has been accepted, and that is long ago.
                        await self._send({"type": "websocket.send", "text": message.decode()})
                    # Nobody needs it any more, and the next one may be long in coming.
                    message = None
                finally:
                    if corked is not None:
                        corked.uncork()
            if self._socket.client_state is WebSocketState.CONNECTED:
                await self._close(connection.close_code)


def _check_crowd(room: Room, guest: str | None) -> None:
    """`TooFast` if this seat, or those who watch, have too many sockets open already."""
    here = sum(each.guest == guest for each in room.connections)
    if here >= (MOST_OF_A_SEAT if guest is not None else MOST_WATCHERS):
        raise TooFast("open", SOCKETS_WAIT)


def _read(text: str | None) -> AnyFromClient:
    if text is None:
        raise Refusal("malformed", "serve.binary")
    # Counted in bytes, of which a character has four at most.
    if len(text) > LONGEST_MESSAGE or len(text.encode()) > LONGEST_MESSAGE:
        raise Refusal("too-long", "serve.too-long", n=LONGEST_MESSAGE)
    try:
        message: AnyFromClient = _READ.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Refusal("malformed", "serve.malformed", problem=str(error)) from error
    return message
