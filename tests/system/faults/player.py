"""A player without a page, on our own client, whose network may be bad and which notes everything.

The client connects, comes back and resends. Here every text on its way is looked at: what the
server said is folded into a strict picture, and each command is counted with its answers.
"""

from __future__ import annotations

import asyncio
import json
import random
import secrets
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec
from websockets.asyncio.client import connect

from funicular.client import ClientError, LiveTable, ServerGone, TableAddress, Timing
from funicular.client.socket import BROKEN, WebSocket
from funicular.client.view import TableState
from funicular.table.commands import AnyCommand
from tests.kit.serving import PATIENCE, Message
from tests.system.faults.duplicate_commands import HONEST, Habits, Mischief
from tests.system.faults.picture import Picture

# The server could not do it just now, or does not know; the same may be asked again.
PASSING = {"busy", "too-fast", "unsure"}
# Before coming back.
PAUSE = 0.05
FOR_EVER = 1e9


class Tapped:
    """A connection whose every text passes through its player."""

    def __init__(self, connection: WebSocket, player: Player) -> None:
        self._connection = connection
        self._player = player

    @property
    def transport(self) -> asyncio.Transport:
        return self._connection.transport

    @property
    def close_code(self) -> int | None:
        return self._connection.close_code

    async def send(self, text: str) -> None:
        for each in self._player.sending(json.loads(text)):
            await self._connection.send(json.dumps(each))

    async def recv(self) -> str | bytes:
        text = await self._connection.recv()
        self._player.hear(json.loads(text))
        return text

    async def close(self) -> None:
        # The server may be dead: nobody waits for its goodbye.
        self._connection.transport.abort()


class Player:
    """A player at a table."""

    def __init__(  # noqa: PLR0913 - what a client may be like
        self,
        name: str,
        port: Callable[[], int],
        table: str,
        *,
        seed: int = 0,
        silence: float = 5.0,
        habits: Habits = HONEST,
        talk: float = 0.05,
        plays: bool = True,
        **secret: str,
    ) -> None:
        """`port` says where to connect next; a connection silent for so long counts as dead.

        `talk` is how often something is said along with a move. Who does not play does only what
        the test asks for, and may have to take back moves.
        """
        self.name = name
        self.picture = Picture(undo=not plays)
        self.secret = secret
        # By id: all that was ever wished, what is not answered yet, and the first answers.
        self.wishes: dict[str, Message] = {}
        self.waiting: dict[str, Message] = {}
        self.answers: dict[str, Message] = {}
        self.refused: list[Message] = []
        # How often something was answered again.
        self.again = 0
        self.later: list[Message] = []
        self.mischief = Mischief(habits, seed)
        # Of the connections before this client was made, and while the first could not be.
        self._breaks = 0
        self._port = port
        self._table = table
        self._talk = talk
        self._plays = plays
        self._silence = silence
        self._random = random.Random(seed)
        self._line: Tapped | None = None
        self._state = TableState()
        self._live: LiveTable | None = None
        self._task: asyncio.Task[None] | None = None
        self._doing: set[asyncio.Task[None]] = set()

    # Its life.

    @property
    def timing(self) -> Timing:
        """How patient the client is."""
        return Timing(
            ping=self._silence / 3,
            silence=self._silence,
            first_pause=PAUSE,
            longest_pause=PAUSE,
            give_up=FOR_EVER,
        )

    def come(self) -> None:
        """Connect, and stay. After `go`, ask again for what was not answered."""
        self._live = LiveTable(
            TableAddress(
                f"/api/tables/{self._table}/socket", self._table, self.secret.get("invite")
            ),
            token=self.secret.get("token"),
            timing=self.timing,
            dial=self._dial,
            state=self._state,
        )
        self._task = asyncio.create_task(self._stay(self._live))
        for wish in self.waiting.values():
            self._ask(wish)

    async def _stay(self, live: LiveTable) -> None:
        """Be there until cancelled; what is wrong meanwhile is raised."""
        try:
            while True:
                try:
                    await live.open()
                    break
                except ServerGone:
                    self._breaks += 1
                    await asyncio.sleep(PAUSE)
            await live.until(lambda _: False)
        finally:
            await live.close()

    async def go(self) -> None:
        """Leave. The seat stays one's own."""
        if self._task is not None and self._live is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
            self._breaks += self._live.breaks
            self._task = self._live = None

    @property
    def breaks(self) -> int:
        """How often the connection broke, or could not be made."""
        return self._breaks + (0 if self._live is None else self._live.breaks)

    @property
    def connected(self) -> bool:
        """Whether one has been welcomed."""
        return self._live is not None and self._live.connected

    async def until(self, true: Callable[[Player], bool]) -> None:
        """Wait until this is so; what the player finds wrong meanwhile is raised here."""
        async with asyncio.timeout(2 * PATIENCE):
            while not true(self):
                assert self._live is not None
                assert self._task is not None
                try:
                    await self._live.changed()
                except ServerGone:
                    await self._task

    async def dial(self, path: str) -> WebSocket:
        """A socket to this path of the server."""
        address = f"ws://127.0.0.1:{self._port()}{path}"
        return await connect(
            address, ping_interval=None, max_size=None, close_timeout=0.1, proxy=None
        )

    async def _dial(self, path: str) -> WebSocket:
        self._line = Tapped(await self.dial(path), self)
        return self._line

    # On the way.

    def sending(self, message: Message) -> list[Message]:
        """What reaches the network when this is sent."""
        match message["type"]:
            case "do":
                return self.mischief.on_the_way(message)
            case "ping":
                # What was held back is let go now and then.
                return [message, *self.mischief.held()]
        return [message]

    def hear(self, message: Message) -> None:
        """Note what the server says, and play."""
        match message["type"]:
            case "welcome" | "update":
                self.picture.take(message)
                self._think()
            case "refused" if message["id"] is None:
                # A ping that was one message too many, at a table that goes very fast; or a server
                # that is not ready to let anybody in.
                assert message["code"] in PASSING, message
            case "done" | "refused":
                self._answered(message)
            case "removed":
                assert not self._plays, message
            case "heartbeat":
                pass
            case kind:
                assert kind == "pong", message
                # What was answered late is in the picture already: no update follows it.
                self._think()

    def _answered(self, answer: Message) -> None:
        name = answer["id"]
        if answer.get("code") in PASSING:
            return
        if name in self.answers:
            self._check_again(answer)
            return
        self.waiting.pop(name, None)
        self.answers[name] = answer
        if answer["type"] == "refused":
            self.refused.append(answer)
        if answer.get("token") is not None:
            self.secret["token"] = answer["token"]

    def _check_again(self, answer: Message) -> None:
        """Asked twice, answered twice, and what was done stays done."""
        self.again += 1
        self.later.append(answer)
        first = self.answers[answer["id"]]
        if self.wishes[answer["id"]]["command"]["do"] == "sit" and answer["type"] == "refused":
            # The number somebody sat down with is known to all once the match has begun.
            assert answer["code"] == "taken", answer
        else:
            assert answer["type"] == "done" or first["type"] == "refused", answer

    # Doing.

    async def do(self, command: str, **fields: object) -> Message:
        """Do something and wait for the answer, however often the connection breaks."""
        name = self.wish(command, **fields)
        await self.until(lambda _: name in self.answers)
        return self.answers[name]

    def wish(self, command: str, **fields: object) -> str:
        """Ask for something; its id."""
        name = f"{self.name}-{len(self.wishes)}-{secrets.token_hex(4)}"
        wish = {"type": "do", "id": name, "command": {"do": command, **fields}}
        self.wishes[name] = self.waiting[name] = wish
        self._ask(wish)
        return name

    def _ask(self, wish: Message) -> None:
        if self._live is None:
            return
        command: Any = msgspec.convert(wish["command"], AnyCommand)

        async def asking(live: LiveTable) -> None:
            # A refusal is an answer, which was noted; who has left asks again on return.
            with suppress(ClientError):
                await live.do(command, id=wish["id"])

        task = asyncio.create_task(asking(self._live))
        self._doing.add(task)
        task.add_done_callback(self._doing.discard)

    async def again_as(self, name: str) -> Message:
        """Send something once more that was answered long ago; the answer to that."""
        count = len(self.later)
        await self.until(lambda me: me.connected)
        assert self._line is not None
        with suppress(*BROKEN):
            await self._line.send(json.dumps(self.wishes[name]))
        await self.until(lambda me: len(me.later) > count)
        return self.later[-1]

    def _think(self) -> None:
        """Play when it is one's turn, and go on when the deal is over."""
        if not self._plays:
            return
        if any(wish["command"]["do"] in ("move", "ready") for wish in self.waiting.values()):
            return
        picture = self.picture
        if picture.my_turn and picture.deal is not None:
            deal = picture.deal
            if self._random.random() < self._talk:
                self.wish("say", text=f"{self.name} {len(self.wishes)}")
            self.wish("move", move=self._random.choice(deal["legal"]), turn=deal["turn"])
        elif picture.phase == "scored" and not picture.ready:
            self.wish("ready")
