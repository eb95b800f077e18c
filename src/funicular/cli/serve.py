"""`funicular serve`: the table in the browser."""

from __future__ import annotations

import argparse
import socket
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, TextIO, cast

from funicular.cli.arguments import read_number
from funicular.cli.errors import BadArguments
from funicular.cli.kernels import kernels_in_use
from funicular.cli.saves import saves_folder
from funicular.lang import Reader

if TYPE_CHECKING:
    from funicular.web.logs import LogFormat

USUAL_HOST = "127.0.0.1"
USUAL_PORT = 8765
MOST_PORT = 65535
FILE = "tables.db"
FORMATS = ("text", "json")
MOST_GRACE = 86_400.0
# Listening there means at every address of the machine.
EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 - to recognise it when somebody asks for it


def add_arguments(parser: argparse.ArgumentParser, reader: Reader) -> None:
    """Describe what can be asked."""

    def add(name: str, metavar: str, about: str) -> None:
        parser.add_argument(name, metavar=metavar, help=reader.say(about))

    add("--host", reader.say("cli.metavar.address"), "cli.help.serve.host")
    add("--port", reader.say("cli.metavar.number"), "cli.help.serve.port")
    add("--data", reader.say("cli.metavar.file"), "cli.help.serve.data")
    parser.add_argument("--open", action="store_true", help=reader.say("cli.help.serve.open"))
    # Whichever comes last: `make play` says --open, and its ARGS may say otherwise.
    parser.add_argument(
        "--no-open", action="store_false", dest="open", help=reader.say("cli.help.serve.no-open")
    )
    add("--log-format", "text|json", "cli.help.serve.log-format")
    add("--grace", reader.say("cli.metavar.seconds"), "cli.help.serve.grace")


def run_command(args: argparse.Namespace, reader: Reader, out: TextIO) -> int:
    """Serve until somebody ends it."""
    form = _read_format(args.log_format)
    grace = _read_grace(args.grace)
    port = read_number(args.port, "--port", least=0, most=MOST_PORT)
    host = args.host or USUAL_HOST

    # Only here: other commands should not wait for the server's parts.
    from funicular.web.app import make_app  # noqa: PLC0415
    from funicular.web.logs import log_to_stderr  # noqa: PLC0415
    from funicular.web.server import listen, run  # noqa: PLC0415

    listening = listen(host, USUAL_PORT if port is None else port)
    data = _data_file(args.data)
    app = make_app(data) if grace is None else make_app(data, grace=grace)
    log_to_stderr(form)
    address = _address(host, listening)

    def started() -> None:
        print(reader.say("cli.serve.at", address=address), file=out)
        if host in EVERYWHERE:
            for each in _own_addresses(listening):
                print(reader.say("cli.serve.also", address=each), file=out)
        print(reader.say("cli.serve.data", path=data), file=out)
        print(reader.say("cli.serve.search", kernels=kernels_in_use(reader)), file=out)
        print(reader.say("cli.serve.stop"), file=out, flush=True)
        if args.open:
            webbrowser.open(address)

    with listening:
        run(app, listening, started)
    print(reader.say("cli.serve.stopped"), file=out)
    return 0


def _read_format(text: str | None) -> LogFormat:
    if text is not None and text not in FORMATS:
        raise BadArguments("cli.serve.log-format", known=FORMATS, value=text)
    return cast("LogFormat", text or FORMATS[0])


def _read_grace(text: str | None) -> float | None:
    if text is None:
        return None
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0.0 <= seconds <= MOST_GRACE:
        raise BadArguments("cli.serve.not-seconds", most=int(MOST_GRACE), value=text)
    return seconds


def _data_file(text: str | None) -> Path:
    return saves_folder() / FILE if text is None else Path(text).expanduser()


def _address(host: str, listening: socket.socket) -> str:
    """What to type into a browser on this machine."""
    port = listening.getsockname()[1]
    name = "localhost" if host in EVERYWHERE else f"[{host}]" if ":" in host else host
    return f"http://{name}:{port}/"


def _own_addresses(listening: socket.socket) -> list[str]:
    """The addresses by which others in the network reach this machine."""
    port = listening.getsockname()[1]
    try:
        found = socket.getaddrinfo(socket.gethostname(), port, listening.family)
    except OSError:
        return []
    hosts = dict.fromkeys(str(address[0]) for _, _, _, _, address in found)
    return [
        f"http://{f'[{host}]' if ':' in host else host}:{port}/"
        for host in hosts
        if not host.startswith("127.") and host != "::1"
    ]
