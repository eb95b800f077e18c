"""`funicular serve`: the table in the browser."""

from __future__ import annotations

import argparse
import os
import socket
import webbrowser
from typing import TYPE_CHECKING, Any, TextIO, cast

from funicular.cli.arguments import read_number
from funicular.cli.data import DATA, check_folder, data_at
from funicular.cli.errors import BadArguments
from funicular.cli.keep import add_keep, read_days, read_keep
from funicular.cli.kernels import kernels_in_use
from funicular.lang import Reader
from funicular.store.durability import DURABILITIES, Durability

if TYPE_CHECKING:
    from funicular.web.logs import LogFormat

USUAL_HOST = "127.0.0.1"
USUAL_PORT = 8765
MOST_PORT = 65535
FORMATS = ("text", "json")
MOST_GRACE = 86_400.0
# What can hold a password is better not on a command line.
REDIS = "FUNICULAR_REDIS"
BOT_PAUSE = "FUNICULAR_BOT_PAUSE"
MOST_PAUSE = 60.0
CONTACT = "FUNICULAR_CONTACT"
LONGEST_CONTACT = 200
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
    add("--close-after", reader.say("cli.metavar.days"), "cli.help.serve.close-after")
    add("--bot-pause", reader.say("cli.metavar.seconds"), "cli.help.serve.bot-pause")
    add_keep(parser, reader)
    add("--contact", reader.say("cli.metavar.text"), "cli.help.serve.contact")
    add("--durability", "full|process", "cli.help.serve.durability")
    add("--redis", reader.say("cli.metavar.address"), "cli.help.serve.redis")
    add("--origin", reader.say("cli.metavar.address"), "cli.help.serve.origin")
    add("--trust-proxy", reader.say("cli.metavar.address"), "cli.help.serve.trust-proxy")
    parser.add_argument(
        "--limit-loopback", action="store_true", help=reader.say("cli.help.serve.limit-loopback")
    )


def run_command(args: argparse.Namespace, reader: Reader, out: TextIO) -> int:
    """Serve until somebody ends it."""
    form = _read_format(args.log_format)
    port = read_number(args.port, "--port", least=0, most=MOST_PORT)
    host = args.host or USUAL_HOST

    # Only here: other commands should not wait for the server's parts.
    from funicular.web.app import Settings, open_app  # noqa: PLC0415
    from funicular.web.door import Door, read_origins, read_proxies  # noqa: PLC0415
    from funicular.web.logs import log_to_stderr  # noqa: PLC0415
    from funicular.web.server import listen, run  # noqa: PLC0415
    from funicular.web.service import USUAL_DAYS, USUAL_GRACE  # noqa: PLC0415

    settings = Settings(
        durability=_read_durability(args.durability),
        redis=args.redis or os.environ.get(REDIS) or None,
        grace=_read_number(args.grace, "--grace", MOST_GRACE, USUAL_GRACE),
        bot_pause=_read_pause(args.bot_pause),
        days=USUAL_DAYS
        if args.close_after is None
        else read_days(args.close_after, "--close-after"),
        keep=read_keep(args),
        contact=_read_contact(args.contact or os.environ.get(CONTACT)),
        door=Door(read_origins(args.origin), read_proxies(args.trust_proxy), args.limit_loopback),
    )
    data = data_at(args.data)
    check_folder(data, own=args.data is None and not os.environ.get(DATA))
    listening = listen(host, USUAL_PORT if port is None else port)
    log_to_stderr(form)
    address = _address(host, listening)

    def started(app: Any) -> None:  # noqa: ANN401 - the application, whose parts have no types
        print(reader.say("cli.serve.at", address=address), file=out)
        if host in EVERYWHERE:
            for each in _own_addresses(listening):
                print(reader.say("cli.serve.also", address=each), file=out)
        store = app.state.log
        # A mistyped --data would otherwise look like a server whose tables are all gone.
        made = any(step.number == 1 for step in store.steps_made)
        new = "cli.serve.data-made" if made else "cli.serve.data"
        print(reader.say(new, path=store.place), file=out)
        print(reader.say(f"cli.serve.durability.{settings.durability}"), file=out)
        print(reader.say("cli.serve.search", kernels=kernels_in_use(reader)), file=out)
        print(reader.say("cli.serve.stop"), file=out, flush=True)
        if args.open:
            webbrowser.open(address)

    with listening:
        run(lambda: open_app(data, settings), listening, started)
    print(reader.say("cli.serve.stopped"), file=out)
    return 0


def _read_format(text: str | None) -> LogFormat:
    if text is not None and text not in FORMATS:
        raise BadArguments("cli.serve.log-format", known=FORMATS, value=text)
    return cast("LogFormat", text or FORMATS[0])


def _read_durability(text: str | None) -> Durability:
    wanted = DURABILITIES[0] if text is None else text
    for known in DURABILITIES:
        if wanted == known:
            return known
    raise BadArguments("cli.serve.no-durability", known=DURABILITIES, value=wanted)


def _read_pause(text: str | None) -> float | None:
    """Seconds from the beginning of a bot's turn to its move; None for what it needs."""
    text = os.environ.get(BOT_PAUSE) if text is None else text
    return _read_number(text, "--bot-pause", MOST_PAUSE, 0.0) if text else None


def _read_contact(text: str | None) -> str | None:
    if text and (len(text) > LONGEST_CONTACT or not text.isprintable()):
        raise BadArguments("cli.serve.no-contact", n=LONGEST_CONTACT)
    return text or None


def _read_number(text: str | None, name: str, most: float, usual: float) -> float:
    if text is None:
        return usual
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0.0 <= number <= most:
        raise BadArguments("cli.serve.not-number", name=name, most=int(most), value=text)
    return number


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
