"""A client without a page, with the habits of ours: its commands have ids, it comes back by itself
after a break, says what it has seen, and sends again whatever was not answered.
"""

from __future__ import annotations

import asyncio
import json
import random
import secrets
from collections.abc import Callable
from contextlib import suppress

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tests.kit.serving import PATIENCE, Message
from tests.system.faults.mischief import HONEST, Habits, Mischief
from tests.system.faults.picture import Picture

# The server could not do it just now, or does not know; the same may be asked again.
PASSING = {"busy", "too-fast", "unsure"}
# Before one comes back, and before a refused command is sent again.
PAUSE = 0.05
PING = '{"type":"ping"}'
BROKEN = (OSError, WebSocketException, TimeoutError, EOFError)


class Player:
    """Somebody at a table."""

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
        """`port` says where to connect next; a line silent for so long counts as dead.

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
        # How often the line broke, and how often something was answered again.
        self.breaks = 0
        self.again = 0
        self.later: list[Message] = []
        self.mischief = Mischief(habits, seed)
        self._port = port
        self._table = table
        self._talk = talk
        self._plays = plays
        self._silence = silence
        self._random = random.Random(seed)
        self._socket: ClientConnection | None = None
        self._changed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    # Its life.

    def come(self) -> None:
        """Connect, and stay."""
        self._task = asyncio.create_task(self._live())

    async def go(self) -> None:
        """Leave. The seat stays one's own."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
            self._task = None

    @property
    def connected(self) -> bool:
        """Whether one has been welcomed."""
        return self._socket is not None

    async def until(self, true: Callable[[Player], bool]) -> None:
        """Wait until this is so; what the player finds wrong meanwhile is raised here."""
        async with asyncio.timeout(2 * PATIENCE):
            while not true(self):
                if self._task is not None and self._task.done():
                    self._task.result()
                self._changed.clear()
                waiting = asyncio.create_task(self._changed.wait())
                tasks = {waiting} if self._task is None else {waiting, self._task}
                try:
                    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
                finally:
                    waiting.cancel()

    async def _live(self) -> None:
        try:
            while True:
                try:
                    await self._connected()
                except BROKEN:
                    self.breaks += 1
                    self._changed.set()
                await asyncio.sleep(self.pause())
        finally:
            self._changed.set()

    def pause(self) -> float:
        """How many seconds to wait before coming back."""
        return PAUSE

    async def dial(self, path: str) -> ClientConnection:
        """A socket to this path of the server."""
        address = f"ws://127.0.0.1:{self._port()}{path}"
        return await connect(
            address, ping_interval=None, max_size=None, close_timeout=0.1, proxy=None
        )

    async def _connected(self) -> None:
        async with asyncio.timeout(self._silence):
            socket = await self.dial(f"/api/tables/{self._table}/socket")
        beating = asyncio.create_task(self._beat(socket))
        try:
            await self._greet(socket)
            self._socket = socket
            self._changed.set()
            # In the order of the wishes, as they were first sent.
            for wish in list(self.waiting.values()):
                await self._transmit(wish)
            await socket.send(PING)
            while True:
                await self._take(await self._heard(socket))
        finally:
            self._socket = None
            beating.cancel()
            socket.transport.abort()

    async def _greet(self, socket: ClientConnection) -> None:
        hello = {"type": "hello", "protocol": 1, "lang": "en", **self.secret}
        if self.picture.seq:
            hello["seen"] = self.picture.seq
        await socket.send(json.dumps(hello))
        welcome = await self._heard(socket)
        if welcome["type"] == "refused":
            assert welcome["code"] in PASSING, welcome
            raise OSError
        assert welcome["type"] == "welcome"
        await self._take(welcome)

    async def _heard(self, socket: ClientConnection) -> Message:
        async with asyncio.timeout(self._silence):
            message: Message = json.loads(await socket.recv())
            return message

    async def _beat(self, socket: ClientConnection) -> None:
        """Ask now and then whether the line is still there; let go what was held back."""
        with suppress(*BROKEN):
            while True:
                await asyncio.sleep(self._silence / 3)
                await socket.send(PING)
                for wish in self.mischief.held():
                    await socket.send(json.dumps(wish))

    # Hearing.

    async def _take(self, message: Message) -> None:
        match message["type"]:
            case "welcome" | "update":
                self.picture.take(message)
                self._changed.set()
                await self._think()
            case "refused" if message["id"] is None:
                # A ping that was one message too many, at a table that goes very fast.
                assert message["code"] == "too-fast", message
            case "done" | "refused":
                await self._answered(message)
                self._changed.set()
            case "removed":
                assert not self._plays, message
            case kind:
                assert kind == "pong", message
                # What was answered late is in the picture already: no update follows it.
                await self._think()

    async def _answered(self, answer: Message) -> None:
        name = answer["id"]
        if answer.get("code") in PASSING:
            if name in self.waiting:
                await asyncio.sleep(PAUSE)
                await self._transmit(self.waiting[name])
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
        """Do something and wait for the answer, however often the line breaks."""
        name = await self.wish(command, **fields)
        await self.until(lambda _: name in self.answers)
        return self.answers[name]

    async def wish(self, command: str, **fields: object) -> str:
        """Ask for something; its id."""
        name = f"{self.name}-{len(self.wishes)}-{secrets.token_hex(4)}"
        wish = {"type": "do", "id": name, "command": {"do": command, **fields}}
        self.wishes[name] = self.waiting[name] = wish
        if self._socket is not None:
            with suppress(*BROKEN):
                await self._transmit(wish)
        return name

    async def again_as(self, name: str) -> Message:
        """Send something once more that was answered long ago; the answer to that."""
        count = len(self.later)
        await self.until(lambda me: me.connected)
        await self._transmit(self.wishes[name])
        await self.until(lambda me: len(me.later) > count)
        return self.later[-1]

    async def _transmit(self, wish: Message) -> None:
        assert self._socket is not None
        for each in self.mischief.on_the_way(wish):
            await self._socket.send(json.dumps(each))

    async def _think(self) -> None:
        """Play when it is one's turn, and go on when the deal is over."""
        if not self._plays:
            return
        if any(wish["command"]["do"] in ("move", "ready") for wish in self.waiting.values()):
            return
        picture = self.picture
        if picture.my_turn and picture.deal is not None:
            deal = picture.deal
            if self._random.random() < self._talk:
                await self.wish("say", text=f"{self.name} {len(self.wishes)}")
            await self.wish("move", move=self._random.choice(deal["legal"]), turn=deal["turn"])
        elif picture.phase == "scored" and not picture.ready:
            await self.wish("ready")
