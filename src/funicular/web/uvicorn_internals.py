"""The parts of uvicorn that it promises nobody, all of those that are used here.

pyproject.toml admits only releases in which they were found. To admit another: raise the bound, run
`make test`, and read what has changed in uvicorn's files that are named here. The first test to
fail, if one of them has gone, is tests/web/test_uvicorn_internals.py.
"""

from __future__ import annotations

from uvicorn.config import HTTP_PROTOCOLS, HTTPProtocolType
from uvicorn.importer import import_from_string
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

__all__ = [
    "CONFIG",
    "CONNECTION",
    "HTTP_PROTOCOLS",
    "PROTOCOL_ARGUMENTS",
    "SERVER",
    "ClientDisconnected",
    "HTTPProtocolType",
    "WebSocketsSansIOProtocol",
    "import_from_string",
]

# What `Upgraded` (websocket/protocol.py) takes over of a connection, and what each of them is.
CONNECTION = {
    "app_state": "a dict that requests get a copy of as their state",
    "close_sent": "a bool, true once we have said goodbye",
    "conn": "a `websockets.ServerProtocol`; its `parser` is a generator that refers to it",
    "connections": "the server's set of connections, which it waits for when it stops",
    "disconnected": "a bool, true once the client has gone or said goodbye",
    "handshake_complete": "a bool, true once the handshake was answered",
    "queue": "an `asyncio.Queue` of ASGI messages for the application",
    "read_paused": "a bool, true while the application has not taken the last message",
    "send": "a coroutine: what the application says, an ASGI message",
    "tasks": "the server's set of tasks, which it waits for when it stops",
    "transport": "the transport, as `connection_made` was given it",
    "writable": "an `asyncio.Event`, set while the client reads",
}
# What `Server` (server.py) overrides or reads of uvicorn's.
SERVER = {
    "capture_signals": "a context manager, open while it serves",
    "force_exit": "a bool: do not wait for anybody",
    "handle_exit": "takes a signal",
    "lifespan": "whose `shutdown` ends the application",
    "server_state": "whose `connections` is the set that connections enter themselves into",
    "should_exit": "a bool: end",
    "shutdown": "a coroutine: ends what it serves",
    "started": "a bool, true once it answers",
    "startup": "a coroutine: begins to answer",
}
# And of its configuration, besides what its constructor takes.
CONFIG = {"get_loop_factory": "makes the quickest event loop there is", "lifespan": "on or off"}
# What every protocol is made with: guards/guard.py hands `app_state` and `_loop` on.
PROTOCOL_ARGUMENTS = ("config", "server_state", "app_state", "_loop")
