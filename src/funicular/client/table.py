"""A live table as one client has it. The connection mends itself.

After a break the client comes back by itself, says what it has seen and gets what it has missed. A
command that was not answered is sent again under its id, so it is done once.
"""

from __future__ import annotations

import asyncio
import random
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic
from types import TracebackType
from typing import Self

from funicular.client.address import TableAddress
from funicular.client.errors import RefusedByServer, SeatLost, ServerGone
from funicular.client.socket import BROKEN, Dial, NotNow, TableSocket, dial
from funicular.client.view import OutOfStep, TableState, TableView
from funicular.core.game import Move
from funicular.live.messages import (
    AnyFromServer,
    Do,
    Done,
    Ping,
    Pong,
    Reason,
    Refused,
    Removed,
    Update,
    Welcome,
    Why,
)
from funicular.table import commands
from funicular.table.deals import NONCE_BYTES

# It could not be done just now: the same may be asked again.
PASSING = frozenset({"busy", "too-fast", "unsure"})
TOKEN_BYTES = 32
# The longest that a new connection may take to be let in, in seconds.
LONGEST_WELCOME = 30.0


@dataclass(frozen=True)
class Timing:
    """How patient a client is, in seconds."""

    # Between two pings: a server closes a socket that is silent for a minute.
    ping: float = 20.0
    # A connection on which nothing was heard for this long counts as broken. A server is heard
    # every two seconds; one that is not heard for half of this is asked whether it is there.
    silence: float = 6.0
    # Before coming back: doubled each time up to the longest, a part of it at random.
    first_pause: float = 0.3
    longest_pause: float = 5.0
    # A server that has not answered for this long is given up.
    give_up: float = 120.0


class LiveTable:
    """A table on a server: what one sees of it, and what one does there.

    Made by `connect`, and open as long as its `async with` lasts.
    """

    def __init__(  # noqa: PLR0913 - all but the address may be left out
        self,
        address: TableAddress,
        *,
        lang: str = "en",
        token: str | None = None,
        timing: Timing = Timing(),  # noqa: B008 - a value
        dial: Dial = dial,
        lost: Callable[[], None] = lambda: None,
        state: TableState | None = None,
    ) -> None:
        """`token` is that of a seat one has; `lost` is called whenever the connection breaks.

        `state` is what was seen before, of which nothing is told again.
        """
        self.address = address
        self.token = token
        # How often the connection broke, or could not be made again.
        self.breaks = 0
        self._lang = lang
        self._timing = timing
        self._dial = dial
        self._lost = lost
        self._state = state or TableState()
        # The one in use, None while there is none; and the last that was made.
        self._socket: TableSocket | None = None
        self._newest: TableSocket | None = None
        self._task: asyncio.Task[None] | None = None
        self._heard = 0.0
        # Counts what has changed, and wakes those who wait for it.
        self._changes = 0
        self._changed = asyncio.Event()
        # By id, in the order they were asked: what was not answered yet.
        self._asked: dict[str, tuple[Do | Why, asyncio.Future[Done | Refused | Reason]]] = {}
        # Counts answers to pings, and welcomes: what was done before them has been shown.
        self._rounds = 0
        self._removed: str | None = None
        self._failure: Exception | None = None
        self._turn: int | None = None

    # Coming and going.

    async def __aenter__(self) -> Self:
        await self.open()
        return self

    async def __aexit__(
        self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None
    ) -> None:
        await self.close()

    async def open(self) -> None:
        """Connect; `ServerGone` or `RefusedByServer` if that is not possible."""
        try:
            socket = await self._connected(LONGEST_WELCOME)
        except RefusedByServer:
            raise
        except BROKEN as error:
            raise ServerGone("client.gone", name=self.address.name) from error
        self._task = asyncio.create_task(self._run(socket))

    async def close(self) -> None:
        """Leave. The seat stays one's own."""
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        if self._newest is not None:
            with suppress(*BROKEN):
                await self._newest.connection.close()
            self._newest.abort()
        self._fail(ServerGone("client.closed"))

    @property
    def connected(self) -> bool:
        """Whether one has been welcomed and the connection has not broken since."""
        return self._socket is not None

    # Seeing.

    @property
    def view(self) -> TableView:
        """The table as it was last shown."""
        return self._state.view

    @property
    def state(self) -> TableState:
        """All that was seen, for another client to go on from."""
        return self._state

    async def changed(self) -> None:
        """Wait until anything happens: a message, a break, a return."""
        if self._failure is not None:
            raise self._failure
        self._changed.clear()
        await self._changed.wait()

    async def views(self) -> AsyncIterator[TableView]:
        """The table now, and again whenever it has changed, until one leaves the loop.

        A slow reader gets the newest view, with the news of those it has missed. `SeatLost` when
        the seat goes to another.
        """
        seen = -1
        while True:
            await self._until(lambda seen=seen: self._changes > seen)  # type: ignore[misc]  # bound now
            seen = self._changes
            if self._removed is not None:
                raise SeatLost(self._removed)
            yield self._handed_out()

    async def until(self, true: Callable[[TableView], bool]) -> TableView:
        """Wait until this is true of the table; the view of which it is."""
        await self._until(lambda: self._state.seq > 0 and true(self.view))
        return self._handed_out()

    def _handed_out(self) -> TableView:
        view = self._state.handed_out()
        self._turn = view.turn
        return view

    # Doing.

    async def sit(self, name: str, *, seat: int | None = None, token: str | None = None) -> None:
        """Take this seat, or the first that is free.

        The token lets one back into the seat and is drawn here unless it is given. `self.token`
        has it before the server does, so no seat is lost with an answer.
        """
        self.token = token or new_token()
        await self.do(commands.Sit(name, new_nonce(), seat, self.token))
        # Not `until`: the news are for the program.
        await self._until(lambda: self.view.seat is not None)

    async def play(self, move: Move | str, *, turn: int | None = None) -> None:
        """Make a move for this turn, or for that of the view that was handed out last."""
        if turn is None:
            turn = self.view.turn if self._turn is None else self._turn
        await self.do(commands.MakeMove(str(move), turn))

    async def start(self) -> None:
        """Begin the match, with bots in the empty seats. Only the host may."""
        await self.do(commands.Start(new_nonce()))

    async def ready(self) -> None:
        """Go on to the next deal, or after the match to another."""
        over = self.view.phase == "over"
        await self.do(commands.Ready(new_nonce() if over else None))

    async def say(self, text: str) -> None:
        """Say something to the table."""
        await self.do(commands.Say(text))

    async def claim(self) -> None:
        """Lay one's hand open; `view.table.claim` says whether one may."""
        turn = self.view.turn if self._turn is None else self._turn
        await self.do(commands.ClaimTricks(turn))

    async def undo(self) -> None:
        """Take back one's last move; among people, ask for it."""
        await self.do(commands.Undo())

    async def pause(self) -> None:
        """Stop the game for a while."""
        await self.do(commands.Pause())

    async def resume(self) -> None:
        """Go on after a pause."""
        await self.do(commands.Resume())

    async def stand(self) -> None:
        """Give up one's seat."""
        await self.do(commands.Stand())

    async def why(self, move: Move | str) -> str | None:
        """Why one may not make this move; None if one may."""
        answer = await self._ask(Why(secrets.token_hex(8), str(move)))
        return answer.text if isinstance(answer, Reason) else None

    async def do(self, command: commands.AnyCommand, *, id: str | None = None) -> Done:  # noqa: A002 - as in the protocol
        """Do any of `funicular.table.commands`; `RefusedByServer` if it was not done.

        However often it takes to hear which, it is done once. Afterwards `view` shows it. The same
        `id` again is the same command; without one, it is drawn here.
        """
        wish = Do(id or secrets.token_hex(8), command)
        answer = await self._ask(wish)
        while isinstance(answer, Refused) and answer.code in PASSING:
            await asyncio.sleep((answer.wait or self._timing.first_pause) + _some(0.3))
            answer = await self._ask(wish)
        if not isinstance(answer, Done):
            refused = answer if isinstance(answer, Refused) else Refused(wish.id, "unknown", "")
            raise RefusedByServer(refused.code, refused.text, refused.wait)
        if answer.token is not None:
            self.token = answer.token
        await self._until_shown(
            answer, sure=isinstance(command, commands.MakeMove | commands.ClaimTricks)
        )
        return answer

    async def _ask(self, wish: Do | Why) -> Done | Refused | Reason:
        """Send it, now or once the connection is back; the answer to it."""
        if self._failure is not None:
            raise self._failure
        answer: asyncio.Future[Done | Refused | Reason] = asyncio.get_running_loop().create_future()
        self._asked[wish.id] = (wish, answer)
        try:
            await self._send(wish)
            return await answer
        finally:
            self._asked.pop(wish.id, None)

    async def _until_shown(self, done: Done, *, sure: bool) -> None:
        """Wait until the view has what was done.

        A command may change nothing that one sees. Where that can be, a ping finds it out: its
        answer comes after the update, if there is one.
        """
        rounds = self._rounds
        if self._state.seq < done.seq and not sure:
            await self._send(Ping())
        await self._until(
            lambda: self._state.seq >= done.seq or (not sure and self._rounds > rounds)
        )

    async def _send(self, message: Do | Why | Ping) -> None:
        """Send it if there is a connection: what was not answered is sent again anyway."""
        if self._socket is not None:
            with suppress(*BROKEN):
                await self._socket.send(message)

    # The connection.

    async def _until(self, true: Callable[[], bool]) -> None:
        while not true():
            await self.changed()

    def _wake(self) -> None:
        self._changed.set()

    def _fail(self, error: Exception) -> None:
        """Everybody who waits, now or later, hears this."""
        self._failure = self._failure or error
        self._socket = None
        for _, answer in self._asked.values():
            if not answer.done():
                answer.set_exception(self._failure)
        self._wake()

    async def _run(self, socket: TableSocket) -> None:
        try:
            while True:
                with suppress(*BROKEN):
                    await self._listen(socket)
                socket.abort()
                self._broke()
                self._lost()
                socket = await self._back()
        except Exception as error:  # noqa: BLE001 - whatever it is, those who wait must hear it
            self._fail(error)

    def _broke(self) -> None:
        self._socket = None
        self.breaks += 1
        self._wake()

    async def _back(self) -> TableSocket:
        """A new connection, however often it takes; `ServerGone` when patience is over."""
        pause, deadline = self._timing.first_pause, monotonic() + self._timing.give_up
        patience = 2 * self._timing.silence
        while True:
            await asyncio.sleep(pause - _some(pause / 2))
            try:
                return await self._connected(patience)
            except NotNow as error:
                await asyncio.sleep(min(error.wait or 0, self._timing.give_up))
            except BROKEN:
                pass
            self._broke()
            if monotonic() > deadline:
                raise ServerGone("client.gone", name=self.address.name)
            pause = min(2 * pause, self._timing.longest_pause)
            # A server to which everybody comes back at once is slow, and haste makes it slower.
            patience = min(2 * patience, LONGEST_WELCOME)

    async def _connected(self, patience: float) -> TableSocket:
        """A socket that was let in within so many seconds, and what it has shown."""
        async with asyncio.timeout(patience):
            connection = await self._dial(self.address.socket)
            try:
                socket = await TableSocket.open(
                    connection,
                    lang=self._lang,
                    token=self.token,
                    invite=self.address.invite,
                    seen=self._state.seq,
                )
                self._take(socket.welcome)
            except BaseException:
                connection.transport.abort()
                raise
        self._newest = socket
        return socket

    async def _listen(self, socket: TableSocket) -> None:
        """Take in what comes until the connection breaks."""
        self._heard = monotonic()
        self._socket = socket
        beating = asyncio.create_task(self._beat(socket))
        try:
            # In the order they were asked.
            for wish, _ in tuple(self._asked.values()):
                await socket.send(wish)
            # Its answer comes after those, and shows at once whether the connection is good.
            await socket.send(Ping())
            self._wake()
            while True:
                message = await socket.receive()
                self._heard = monotonic()
                self._take(message)
        except OutOfStep:
            self._state.forget()
        finally:
            beating.cancel()

    async def _beat(self, socket: TableSocket) -> None:
        """Say now and then that one is still here; end a connection that has gone silent.

        Only one that was asked and has not answered: a program may itself have been busy for long.
        """
        patience = self._timing.silence / 2
        asked = monotonic()
        with suppress(*BROKEN):
            while True:
                await asyncio.sleep(patience / 4)
                now = monotonic()
                quiet = now - self._heard > patience
                if quiet and asked > self._heard:
                    if now - asked > patience:
                        break
                elif quiet or now - asked > self._timing.ping:
                    asked = now
                    async with asyncio.timeout(patience):
                        await socket.send(Ping())
        socket.abort()

    def _take(self, message: AnyFromServer) -> None:
        match message:
            case Welcome() | Update():
                if isinstance(message, Welcome):
                    self._rounds += 1
                self._state.take(message)
                self._changes += 1
                if self.view.seat is not None:
                    self._removed = None
            case Done() | Reason() | Refused():
                self._answer(message)
            case Pong():
                self._rounds += 1
            case Removed():
                self._removed = message.text
                self._changes += 1
        self._wake()

    def _answer(self, message: Done | Refused | Reason) -> None:
        if message.id is None:
            # A ping that was one message too many.
            self._rounds += 1
        elif message.id in self._asked:
            _, answer = self._asked[message.id]
            if not answer.done():
                answer.set_result(message)


def new_token() -> str:
    """A secret for a seat that the client knows even if the answer is lost."""
    return secrets.token_hex(TOKEN_BYTES)


def new_nonce() -> str:
    """What this client adds to the deals of a match (`docs/deals.md`)."""
    return secrets.token_hex(NONCE_BYTES)


def _some(most: float) -> float:
    """A part of this at random, so that not all clients come at once."""
    return random.uniform(0.0, most)
