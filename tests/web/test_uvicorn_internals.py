"""Everything private of uvicorn that is used is named in one file, and is there as it says.

Of all tests this one should fail first when uvicorn changes: it says what has gone.
"""

from __future__ import annotations

import ast
import asyncio
import inspect
import tomllib
from collections.abc import Generator
from importlib.metadata import version
from pathlib import Path

import uvicorn
from packaging.requirements import Requirement
from uvicorn.server import ServerState

from funicular.web import uvicorn_internals
from funicular.web.server import Beside, Server, _nothing, configured, http_protocol
from funicular.web.uvicorn_internals import (
    CONFIG,
    CONNECTION,
    HTTP_PROTOCOLS,
    PROTOCOL_ARGUMENTS,
    SERVER,
    WebSocketsSansIOProtocol,
)
from funicular.web.websocket.protocol import Upgraded

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "src" / "funicular"


def test_only_releases_are_admitted_that_were_looked_at() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    listed = (Requirement(line) for line in project["dependencies"])
    (uvicorn_s,) = [each for each in listed if each.name == "uvicorn"]
    assert {each.operator for each in uvicorn_s.specifier} == {">=", "<"}
    assert uvicorn_s.specifier.contains(version("uvicorn"))


def test_a_connection_has_what_is_taken_over() -> None:
    async def main() -> None:
        config = configured(_nothing)
        config.load()
        state = ServerState()
        connection = WebSocketsSansIOProtocol(config, state, {"a": 1})
        assert [name for name in CONNECTION if not hasattr(connection, name)] == []
        assert isinstance(connection.queue, asyncio.Queue)
        assert isinstance(connection.writable, asyncio.Event)
        assert connection.connections is state.connections
        assert connection.tasks is state.tasks
        assert isinstance(connection.conn.parser, Generator)
        flags = ("close_sent", "disconnected", "read_paused")
        assert [getattr(connection, name) for name in flags] == [False] * len(flags)
        assert connection.writable.is_set()
        assert connection.app_state == {"a": 1}

    asyncio.run(main())


def test_every_protocol_is_made_as_the_guard_makes_it() -> None:
    assert {"h11", "httptools"} <= HTTP_PROTOCOLS.keys()
    for protocol in (http_protocol("h11"), http_protocol(), WebSocketsSansIOProtocol):
        assert tuple(inspect.signature(protocol).parameters) == PROTOCOL_ARGUMENTS


def test_server_and_configuration_have_what_is_used() -> None:
    config = configured(_nothing)
    config.load()
    server = uvicorn.Server(config)
    server.lifespan = config.lifespan_class(config)
    assert [name for name in SERVER if not hasattr(server, name)] == []
    assert [name for name in CONFIG if not hasattr(config, name)] == []
    assert server.server_state.connections == set()
    for name in ("shutdown", "startup"):
        assert inspect.iscoroutinefunction(getattr(uvicorn.Server, name))
        assert [*inspect.signature(getattr(uvicorn.Server, name)).parameters] == ["self", "sockets"]
    assert [*inspect.signature(uvicorn.Server.handle_exit).parameters] == ["self", "sig", "frame"]


def used(source: type) -> set[str]:
    """The names that the methods of a class of ours ask of themselves and do not define."""
    tree = ast.parse(inspect.getsource(source).lstrip())
    asked = {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "self"
    }
    named = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    own = {name for name in asked if name.startswith("_")} | named
    return asked - own | {name for name in vars(source) if hasattr(source.__base__, name)}


def test_nothing_private_is_used_that_is_not_named() -> None:
    usual = {*dir(asyncio.Protocol), *dir(object), "__module__", "__doc__", "__dict__"}
    assert used(Upgraded) - usual <= {*CONNECTION}
    assert used(Server) | used(Beside) <= {*SERVER, *usual}
    # Whatever else comes from inside uvicorn comes through that file.
    for path in SOURCES.rglob("*.py"):
        if path != Path(uvicorn_internals.__file__):
            assert "from uvicorn" not in path.read_text(encoding="utf-8"), path


def test_every_name_is_used() -> None:
    text = "".join(
        (SOURCES / "web" / name).read_text(encoding="utf-8")
        for name in ("server.py", "websocket/protocol.py", "guards/guard.py")
    )
    assert not [name for name in (*CONNECTION, *SERVER, *CONFIG) if name not in text]
