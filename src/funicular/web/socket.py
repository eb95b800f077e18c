"""A socket at a table: it says who it is, then asks and is told, until it goes.

Whatever comes in is taken with suspicion: each way of getting it wrong has an answer of its own,
changes nothing, and, after the greeting, leaves the connection as it was.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

import msgspec
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from funicular.core.errors import FunicularError
from funicular.core.wire import to_json
from funicular.lang import Reader
from funicular.store.log import Unsure
from funicular.table.table import key_of
from funicular.web.addresses import caller_of
from funicular.web.bucket import Bucket
from funicular.web.language import spoken_language
from funicular.web.limiting import guessing
from funicular.web.limits import Limits, TooFast
from funicular.web.listener import Listener
from funicular.web.logs import log
from funicular.web.messages import (
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
from funicular.web.refusals import Refusal, code_of, for_people
from funicular.web.room import Room

HELLO_SECONDS = 10.0
SILENT_SECONDS = 60.0
# Whoever goes on after so many refusals is not in a hurry but in a loop.
MOST_TOO_FAST = 500

PROTOCOL_CLOSE = 4002
NO_ENTRY_CLOSE = 4003
NO_TABLE_CLOSE = 4004
SILENT_CLOSE = 4008
TOO_FAST_CLOSE = 4029
SLOW_CLOSE = 1013
CLOSES = {
    "protocol": PROTOCOL_CLOSE,
    "no-entry": NO_ENTRY_CLOSE,
    "no-table": NO_TABLE_CLOSE,
    "too-fast": TOO_FAST_CLOSE,
}

_READ: msgspec.json.Decoder[Any] = msgspec.json.Decoder(AnyFromClient)


async def table_socket(socket: WebSocket) -> None:
    """`/api/tables/ID/socket`."""
    limits: Limits = socket.app.state.limits
    await socket.accept()
    with suppress(WebSocketDisconnect, RuntimeError):
        conversation = _Conversation(socket)
        try:
            with limits.open_socket(caller_of(socket.scope)):
                await conversation.hold()
        except TooFast as error:
            await conversation.turn_away(error)


class _Conversation:
    """One connection from its greeting to its end."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self._bucket = Bucket()
        self._too_fast = 0
        # Until the greeting says better, what the browser says.
        self._lang = spoken_language(socket.headers.get("Accept-Language"))

    async def turn_away(self, error: TooFast) -> None:
        """Ask somebody who has too many sockets to come back later."""
        await self._refuse(error)
        await self._socket.close(TOO_FAST_CLOSE)

    async def hold(self) -> None:
        """Greet, talk, leave."""
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                entered = await self._greeting()
        except TimeoutError:
            await self._socket.close(SILENT_CLOSE)
            return
        if entered is None:
            return
        room, listener = entered
        metrics = self._socket.app.state.metrics
        if listener.seen:
            metrics.reconnects.inc()
        writing = asyncio.create_task(self._write(listener))
        try:
            await room.enter(listener)
            log("entered", table=room.table.id, seat=room.table.seat_of(listener.guest))
            await self._talk(room, listener)
        finally:
            writing.cancel()
            await room.leave(listener)
            log("left", table=room.table.id, seat=room.table.seat_of(listener.guest))

    async def _greeting(self) -> tuple[Room, Listener] | None:
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
            with guessing(self._socket):
                room: Room = await self._socket.app.state.rooms.find(
                    self._socket.path_params["table"]
                )
                seen = max(0, message.seen or 0)
                guest = await room.let_in(message.token, message.invite, seen)
        except FunicularError as error:
            await self._refuse(for_people(error))
            await self._socket.close(CLOSES.get(code_of(error), SLOW_CLOSE))
            return None
        return room, Listener(guest, key_of(message.token or ""), self._lang, seen)

    async def _talk(self, room: Room, listener: Listener) -> None:
        """Answer until they go, or are silent for too long."""
        while True:
            try:
                async with asyncio.timeout(SILENT_SECONDS):
                    message = await self._next(listener)
            except TimeoutError:
                await self._socket.close(SILENT_CLOSE)
                return
            match message:
                case Do():
                    await self._do(room, listener, message)
                case Why():
                    listener.send(room.why(listener.guest, message, self._lang))
                case Ping():
                    listener.send(Pong())
                case Hello():
                    self._say_refused(listener, Refusal("malformed", "serve.hello-once"))

    async def _do(self, room: Room, listener: Listener, wish: Do) -> None:
        try:
            await room.do(listener.guest, wish, listener)
        except Unsure:
            # Neither done nor refused: on return they ask again, and hear what has become of it.
            listener.drop()
        except FunicularError as error:
            text = for_people(error).say(room.reader(listener.guest, self._lang))
            listener.send(Refused(wish.id, code_of(error), text))

    async def _next(self, listener: Listener | None = None) -> AnyFromClient | None:
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
            self._too_fast += 1
            if self._too_fast > MOST_TOO_FAST:
                await self._socket.close(TOO_FAST_CLOSE)
                raise WebSocketDisconnect(TOO_FAST_CLOSE)
            # A flood is read without a pause: whoever writes the answers must have their turn.
            await asyncio.sleep(0)
        if listener is None:
            await self._refuse(error)
        else:
            self._say_refused(listener, error, wish)
        return None

    def _say_refused(self, listener: Listener, error: Refusal, wish: str | None = None) -> None:
        self._socket.app.state.metrics.refusals.labels(error.code).inc()
        listener.send(Refused(wish, error.code, error.say(Reader(self._lang)), error.wait))

    async def _refuse(self, error: FunicularError) -> None:
        """Refuse before there is a line to wait in."""
        self._socket.app.state.metrics.refusals.labels(code_of(error)).inc()
        wait = error.wait if isinstance(error, Refusal) else None
        refused = Refused(None, code_of(error), error.say(Reader(self._lang)), wait)
        await self._socket.send_text(to_json(refused).decode())

    async def _write(self, listener: Listener) -> None:
        """Send what waits in line; close on somebody who has let too much of it pile up."""
        with suppress(WebSocketDisconnect, RuntimeError):
            while (message := await listener.outbox.get()) is not None:
                await self._socket.send_text(message.decode())
            if self._socket.client_state is WebSocketState.CONNECTED:
                await self._socket.close(SLOW_CLOSE)


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


routes = [WebSocketRoute("/api/tables/{table}/socket", table_socket)]
