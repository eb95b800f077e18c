"""A socket comes to a table: it says who it is, and is let in or turned away.

Whatever comes in is taken with suspicion: each way of getting it wrong has an answer of its own.
Once the client is in, `conversation` goes on with it.
"""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from funicular.core.errors import FunicularError
from funicular.core.wire import to_json
from funicular.lang import Reader
from funicular.live.admission.figures import OF_CONNECTION
from funicular.live.admission.rates import Bucket
from funicular.live.connection import LATER_CLOSE, Connection
from funicular.live.language import spoken_language
from funicular.live.messages import PROTOCOL, AnyFromClient, Hello, Refused
from funicular.live.refusals import Refusal, TooFast, code_of, for_people
from funicular.live.room import Room
from funicular.live.rooms import NO_TABLE_CLOSE
from funicular.table.table import key_of
from funicular.web.causes import cause_of
from funicular.web.conversation import (
    MOST_TOO_FAST,
    SILENT_CLOSE,
    TOO_FAST_CLOSE,
    Conversation,
    read,
)
from funicular.web.guards.addresses import caller_of
from funicular.web.guards.guard import guard_of
from funicular.web.guards.limits import SOCKETS_WAIT
from funicular.web.guards.rate_limit import guessing
from funicular.web.services import services
from funicular.web.websocket.asgi import AsgiSocket
from funicular.web.websocket.protocol import Open, Upgraded

PATH = re.compile("/api/tables/(?P<table>[^/]+)/socket")

HELLO_SECONDS = 10.0
# Sockets open at once: a person has a few tabs and devices, a table its audience.
MOST_OF_A_SEAT = 30
MOST_WATCHERS = 500

PROTOCOL_CLOSE = 4002
NO_ENTRY_CLOSE = 4003
CLOSES = {
    "protocol": PROTOCOL_CLOSE,
    "no-entry": NO_ENTRY_CLOSE,
    "no-table": NO_TABLE_CLOSE,
    # Trying again would not help.
    "damaged": NO_TABLE_CLOSE,
    "too-fast": TOO_FAST_CLOSE,
}


class TableSockets:
    """The middleware that answers `/api/tables/ID/socket`, in front of the router."""

    def __init__(self, app: ASGIApp) -> None:
        """Wrap the application."""
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Greet whoever comes, or hand on."""
        found = PATH.fullmatch(scope["path"]) if scope["type"] == "websocket" else None
        if found is None:
            await self.app(scope, receive, send)
        else:
            greeting = Greeting(WebSocket(scope, receive, send), found["table"])
            with suppress(WebSocketDisconnect, RuntimeError, OSError):
                await greeting.hold()


class Greeting:
    """One connection until it is let in or turned away."""

    def __init__(self, socket: WebSocket, table: str) -> None:
        """Take a socket that wants to come to this table."""
        self._socket = socket
        self._table = table
        self._guard = guard_of(socket.scope)
        self._services = services(socket)
        self._caller = caller_of(socket.scope)
        self._cause = cause_of(socket, table)
        # Why there is nothing to come to.
        self._nothing: FunicularError | None = None
        self._bucket = Bucket(OF_CONNECTION["messages"])
        self._too_fast = 0
        # Until the hello says better, what the browser says.
        self._lang = spoken_language(Headers(scope=socket.scope).get("Accept-Language"))

    async def hold(self) -> None:
        """Let a socket in.

        Nothing is read from it before the limits were asked and the table was looked for. Where
        there is none, hardly more than a hello is read: it says in which language to refuse.
        """
        try:
            self._services.limits.open_socket(self._caller)
        except TooFast as error:
            await self._turn_away(error)
            return
        # Counted for as long as it is open: once it has begun, the conversation sees to that.
        begun = False
        try:
            await self._look()
            await self._socket.accept()
            conversation = await self._met()
            if conversation is not None:
                socket = self._taken_over(conversation)
                begun = True
        finally:
            if not begun:
                self._services.limits.close_socket(self._caller)
        if conversation is not None:
            await conversation.begin(socket)
            if isinstance(socket, AsgiSocket):
                await socket.hold()

    def _taken_over(self, conversation: Conversation) -> Open | AsgiSocket:
        """The connection without the call that is answered here, where our server runs us."""
        upgraded = None if self._guard is None else self._guard.protocol
        if isinstance(upgraded, Upgraded):
            return upgraded.take_over(conversation)
        return AsgiSocket(self._socket, conversation)

    async def _look(self) -> None:
        """Look for the table, then let the connection be read."""
        try:
            with guessing(self._socket):
                await self._services.rooms.find(self._table, self._cause)
        except FunicularError as error:
            self._nothing = error
        if self._guard is not None:
            shared = self._services.limits.frames(self._caller, self._table)
            self._guard.listen(self._table, shared, hello_only=self._nothing is not None)

    async def _turn_away(self, error: TooFast) -> None:
        """Accept only to say why not: browsers cannot read a handshake that fails."""
        self._end()
        await self._socket.accept()
        await self._refuse(error)
        await self._close(TOO_FAST_CLOSE)

    async def _close(self, code: int) -> None:
        """Close, and wait only a moment for the other side to do so too."""
        self._end()
        await self._socket.close(code)

    def _end(self) -> None:
        if self._guard is not None:
            self._guard.end()

    async def _met(self) -> Conversation | None:
        """Wait for `Hello`; the conversation to be held, or None if they may not come in."""
        try:
            with self._services.strangers.at(self._table, self._guard):
                async with asyncio.timeout(HELLO_SECONDS):
                    entered = await self._let_in()
        except TimeoutError:
            await self._close(SILENT_CLOSE)
            return None
        if entered is None:
            return None
        if self._guard is not None:
            self._guard.welcome()
        room, connection = entered
        if connection.seen:
            self._services.metrics.reconnects.inc()
        return Conversation(
            self._services,
            self._caller,
            room=room,
            connection=connection,
            bucket=self._bucket,
            too_fast=self._too_fast,
            guard=self._guard,
        )

    async def _let_in(self) -> tuple[Room, Connection] | None:
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
                room = await self._services.rooms.find(self._table, self._cause)
                seen = max(0, message.seen or 0)
                guest = await room.let_in(message.token, message.invite, seen)
            _check_crowd(room, guest)
        except FunicularError as error:
            self._end()
            await self._refuse(for_people(error))
            await self._close(CLOSES.get(code_of(error), LATER_CLOSE))
            return None
        key = key_of(message.token or "")
        return room, Connection(guest, key, self._lang, seen, self._cause.networks)

    async def _next(self) -> AnyFromClient | None:
        """The next message; None for one that was refused."""
        received = await self._socket.receive()
        if received["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(received.get("code", 1005))
        wait = self._bucket.take()
        try:
            message = read(received.get("text"))
            if not wait:
                return message
            error: Refusal = TooFast("messages", wait)
        except Refusal as refused:
            error = refused
        if wait:
            await self._count_too_fast()
        await self._refuse(error)
        return None

    async def _count_too_fast(self) -> None:
        """Count a message that was refused as too fast; close the socket after too many."""
        self._too_fast += 1
        if self._too_fast > MOST_TOO_FAST:
            self._services.cuts.limited("messages", self._caller.address, table=self._table)
            await self._close(TOO_FAST_CLOSE)
            raise WebSocketDisconnect(TOO_FAST_CLOSE)
        # A flood is read without a pause: others must have their turn.
        await asyncio.sleep(0)

    async def _refuse(self, error: FunicularError) -> None:
        self._services.metrics.refusals.labels(code_of(error)).inc()
        wait = error.wait if isinstance(error, Refusal) else None
        refused = Refused(None, code_of(error), error.say(Reader(self._lang)), wait)
        await self._socket.send_text(to_json(refused).decode())


def _check_crowd(room: Room, guest: str | None) -> None:
    """`TooFast` if this seat, or those who watch, have too many sockets open already."""
    here = sum(each.guest == guest for each in room.connections)
    if here >= (MOST_OF_A_SEAT if guest is not None else MOST_WATCHERS):
        raise TooFast("open", SOCKETS_WAIT)
