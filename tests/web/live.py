"""A server as it runs in earnest, on a free port, and guests at its tables over real sockets."""

from __future__ import annotations

import asyncio
import json
import random
import secrets
import threading
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, Self, TypeVar

from msgspec import Struct
from websockets.asyncio.client import ClientConnection, connect

from funicular.client.codec import decode
from funicular.client.view import TableState
from funicular.core.wire import to_json
from funicular.live.messages import Update, Welcome
from funicular.web.app import open_app
from funicular.web.application import Application
from funicular.web.server import Server, configured, listen
from funicular.web.settings import Settings

# Far more than anything takes; a test that waits so long has failed.
PATIENCE = 60.0

Message = dict[str, Any]
T = TypeVar("T")


class Answer(Struct):
    """What came back over HTTP."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:  # noqa: ANN401 - whatever was sent
        return json.loads(self.body)


class Place:
    """Where a server listens."""

    def __init__(
        self,
        port: int,
        app: Application | None = None,
        loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        self.port = port
        self._app = app
        self._loop = loop

    @property
    def app(self) -> Application:
        """The application itself, of a server in this process."""
        assert self._app is not None
        return self._app

    def inside(self, what: Coroutine[Any, Any, T]) -> T:
        """Let this happen in the server's own loop."""
        assert self._loop is not None
        return asyncio.run_coroutine_threadsafe(what, self._loop).result(PATIENCE)

    def ask(self, path: str, body: object = None, **headers: str) -> Answer:
        """GET, or POST where there is a body: bytes as they are, anything else as JSON."""
        data = body if isinstance(body, bytes | None) else json.dumps(body).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data, headers)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as found:  # noqa: S310 - as above
                return Answer(found.status, _lower(found.headers.items()), found.read())
        except urllib.error.HTTPError as error:
            with error:
                return Answer(error.code, _lower(error.headers.items()), error.read())

    def open(self, game: str = "dnpup", **wish: object) -> Message:
        """A new table: its id, its invitation and the host's token."""
        usual = {"seats": 3, "name": "Zoé", "lang": "en", "level": "casual", "pace": "instant"}
        answer = self.ask("/api/tables", usual | {"game": game, "nonce": nonce()} | wish)
        assert answer.status == 201, answer.body
        opened: Message = answer.json
        return opened

    @asynccontextmanager
    async def socket(self, table: str, **settings: Any) -> AsyncIterator[ClientConnection]:  # noqa: ANN401 - of websockets
        """A bare socket at a table, before any greeting."""
        address = f"ws://127.0.0.1:{self.port}/api/tables/{table}/socket"
        async with connect(address, **settings) as socket:
            yield socket

    @asynccontextmanager
    async def guest(
        self,
        opened: Message,
        *,
        back: Guest | None = None,
        **hello: Any,  # noqa: ANN401 - as in Hello
    ) -> AsyncIterator[Guest]:
        """Somebody let in by the host's token, unless `hello` says otherwise.

        `back` is who they were before they lost the connection: they go on from what they had.
        """
        if not hello.keys() & {"token", "invite"}:
            hello["token"] = opened["token"]
        async with self.socket(opened["table"]) as socket:
            guest = Guest(socket)
            if back is not None:
                guest.state = back.state
                guest.state.handed_out()
                hello["seen"] = back.seq
            yield await guest.enter(**hello)


def _lower(headers: list[tuple[str, str]]) -> dict[str, str]:
    return {name.lower(): value for name, value in headers}


def nonce() -> str:
    return secrets.token_hex(16)


class Guest:
    """Our client, a message at a time: what came is seen when a test asks for it, not before.

    It says whatever a test wants, also what no client should. What it hears is read and folded
    together as `funicular.client` does it; the properties show it as plain data.
    """

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.state = TableState()

    @property
    def seq(self) -> int:
        return self.state.seq

    @property
    def table(self) -> Message:
        table: Message = _plain(self.state.view.table) if self.seq else {}
        return table

    @property
    def deal(self) -> Message | None:
        deal: Message | None = _plain(self.state.view.deal) if self.seq else None
        return deal

    @property
    def told(self) -> list[Message]:
        return [_plain(each) for each in self.state.view.told]

    @property
    def said(self) -> list[Message]:
        """What people said."""
        return [_plain(line) for line in self.state.view.said if line.notice is None]

    @property
    def notices(self) -> list[Message]:
        """What was told of the seats."""
        return [_plain(line) for line in self.state.view.said if line.notice is not None]

    @property
    def running(self) -> list[Message]:
        running = self.state.view.running
        return [{"seat": seat, "spent": spent} for seat, spent in running.items()]

    async def enter(self, lang: str = "en", **hello: object) -> Self:
        await self.send(type="hello", protocol=1, lang=lang, **hello)
        welcome = await self.hear("welcome")
        assert welcome["protocol"] == 1
        return self

    async def send(self, **message: object) -> None:
        await self.socket.send(json.dumps(message))

    async def hear(self, kind: str, **fields: object) -> Message:
        """The next message of this kind, with these fields; others are taken in on the way."""
        async with asyncio.timeout(PATIENCE):
            while True:
                message = await self._next()
                if message["type"] == kind and fields.items() <= message.items():
                    return message

    async def until(self, true: Callable[[Guest], bool]) -> None:
        """Listen until this is so."""
        async with asyncio.timeout(PATIENCE):
            while not true(self):
                await self._next()

    async def do(self, command: str, **fields: object) -> Message:
        """Do something, and the answer to it: `done` or `refused`."""
        return await self.do_as(secrets.token_hex(8), command, **fields)

    async def do_as(self, number: str, command: str, **fields: object) -> Message:
        """The same under an id of one's own."""
        await self.send(type="do", id=number, command={"do": command, **fields})
        async with asyncio.timeout(PATIENCE):
            while (message := await self._next()).get("id") != number:
                pass
            return message

    async def _next(self) -> Message:
        text = await self.socket.recv()
        message = decode(text)
        if isinstance(message, Welcome | Update):
            self.state.take(message)
        heard: Message = json.loads(text)
        return heard

    @property
    def phase(self) -> str:
        phase: str = self.table["phase"]
        return phase

    @property
    def my_turn(self) -> bool:
        return self.phase == "playing" and self.deal is not None and bool(self.deal["legal"])

    async def move(self, text: str | None = None) -> Message:
        """Make this move, or any legal one."""
        assert self.deal is not None
        chosen = text or random.choice(self.deal["legal"])
        return await self.do("move", move=chosen, turn=self.deal["turn"])

    async def play_on(self, stop: Callable[[Guest], bool]) -> None:
        """Play and be ready, until this is so."""
        while not stop(self):
            deal = self.deal or {"number": 0, "turn": 0}
            if self.phase == "scored":
                done = await self.do("ready")
                await self.until(past("number", deal))
            elif self.my_turn:
                done = await self.move()
                await self.until(past("turn", deal))
            else:
                await self.until(lambda me: me.my_turn or me.phase == "scored" or stop(me))
                continue
            assert done["type"] == "done", done


def _plain(value: object) -> Any:  # noqa: ANN401 - JSON
    return json.loads(to_json(value))


def past(what: str, deal: Message) -> Callable[[Guest], bool]:
    """Whether a guest sees another deal (`number`), or has another turn, than with `deal`."""
    return lambda me: me.deal is not None and me.deal[what] != deal[what]


@contextmanager
def live_server(
    data: Path | str,
    *,
    grace: float = 20.0,
    protocols: Any = None,  # noqa: ANN401 - keywords of `configured`
    **settings: Any,  # noqa: ANN401 - any other of Settings
) -> Iterator[Place]:
    """A server in a thread of its own, as long as the test needs it; its bots play at once.

    `protocols` are implementations of HTTP and WebSockets that uvicorn is to use.
    """
    settings = {"bot_pause": 0.0} | settings
    listening = listen("127.0.0.1", 0)
    ready = threading.Event()
    running: list[tuple[Server, Application, asyncio.AbstractEventLoop]] = []

    async def serve() -> None:
        app = await open_app(str(data), Settings(grace=grace, **settings))
        server = Server(configured(app, **(protocols or {})), ready.set)
        running.append((server, app, asyncio.get_running_loop()))
        await server.serve(sockets=[listening])

    thread = threading.Thread(target=lambda: asyncio.run(serve()))
    thread.start()
    try:
        assert ready.wait(PATIENCE)
        _, app, loop = running[0]
        yield Place(listening.getsockname()[1], app, loop)
    finally:
        for server, _, _ in running:
            server.should_exit = True
        thread.join(PATIENCE)
        listening.close()
    assert not thread.is_alive()
