"""`funicular serve`: the table in the browser."""

from __future__ import annotations

import argparse
import logging
import platform
import socket
import webbrowser
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, TextIO

from msgspec.structs import asdict

from funicular.cli.data import check_folder, data_at
from funicular.cli.kernels import kernels_in_use
from funicular.cli.retention import first_keep, say_keep
from funicular.cli.settings import (
    LOG_FORMAT,
    PUBLIC,
    ChosenSettings,
    add_settings,
    read_keep,
    read_settings,
    unknown_variables,
)
from funicular.core.errors import FunicularError
from funicular.lang import Reader
from funicular.native import COMPILED

if TYPE_CHECKING:
    from funicular.admin.retention import Keep
    from funicular.web.services import Services
    from funicular.web.settings import Settings

# The exit code of a server that was refused, as the command line has it.
REFUSED = 2
# Listening there means at every address of the machine.
EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 - to recognise it when somebody asks for it


def add_arguments(parser: argparse.ArgumentParser, reader: Reader) -> None:
    """Describe what can be asked."""
    add_settings(parser, reader)


def run_command(args: argparse.Namespace, reader: Reader, out: TextIO) -> int:
    """Serve until a signal ends it."""
    # Only here: other commands should not wait for the server's parts.
    from funicular.live.logs import log, log_everything, said_in_json

    form = read_settings(args, settings=[LOG_FORMAT])[LOG_FORMAT.name]
    log_everything(form)
    if form == "text":
        return _serve(args, reader, partial(print, file=out, flush=True), out)
    try:
        return _serve(args, reader, lambda text: print(said_in_json(text), file=out, flush=True))
    except FunicularError as error:
        log("not-started", level=logging.ERROR, problem=error.say(reader))
        return REFUSED


def _serve(
    args: argparse.Namespace,
    reader: Reader,
    say: Callable[[str], None],
    terminal: TextIO | None = None,
) -> int:
    """The same: people are told so, and asked at this terminal, if there is one."""
    from funicular.live.logs import log
    from funicular.web.app import open_app
    from funicular.web.server import bind, run
    from funicular.web.static import is_built

    chosen = read_settings(args)
    data = data_at(chosen["data"])
    check_folder(data, own=chosen["data"] is None)
    host: str = chosen["host"]
    listening = bind(host, chosen["port"])
    at_home = chosen["open"] or _is_private(listening, chosen)
    settings = _settings(chosen, None if at_home else first_keep(chosen, data, reader, terminal))
    measuring = bind(*chosen["metrics"]) if isinstance(chosen["metrics"], tuple) else None
    for name, close in unknown_variables():
        log(
            "unknown-setting",
            level=logging.WARNING,
            name=name,
            **({"hint": close} if close else {}),
        )
    address = _address(host, listening)

    def started(services: Services) -> None:
        addresses = [address, *(_own_addresses(listening) if host in EVERYWHERE else ())]
        _log_start(chosen, services, addresses, measuring)
        say(reader.say("cli.serve.at", address=address))
        for each in addresses[1:]:
            say(reader.say("cli.serve.also", address=each))
        if not is_built():
            log("page-missing", level=logging.WARNING, hint="install a package that has the page")
            say(reader.say("cli.serve.no-page"))
        if _is_plain(listening, chosen):
            log("plain-http", level=logging.WARNING, hint="put a proxy with TLS in front")
            say(reader.say("cli.serve.plain-http"))
        # Only a place that was named can be mistyped.
        suspect = services.new_store and chosen["data"] is not None
        if services.new_store:
            level = logging.WARNING if suspect else logging.INFO
            log("store-made", level=level, store=services.store.place)
        said = "cli.serve.data-made" if suspect else "cli.serve.data"
        say(reader.say(said, path=services.store.place))
        say(say_keep(services.admin_orders.keep, reader))
        say(reader.say(f"cli.serve.durability.{settings.durability}"))
        say(reader.say("cli.serve.search", kernels=kernels_in_use(reader)))
        say(reader.say("cli.serve.stop"))
        if chosen["open"]:
            webbrowser.open(address)

    with listening:
        run(lambda: open_app(data, settings), listening, started, measuring)
    say(reader.say("cli.serve.stopped"))
    return 0


def _settings(chosen: ChosenSettings, first: Keep | None) -> Settings:
    """What the application needs to know of them."""
    from funicular.web.network_settings import NetworkSettings
    from funicular.web.settings import Settings

    return Settings(
        durability=chosen["durability"],
        redis=chosen["redis"],
        grace=chosen["grace"],
        days=chosen["close-after"],
        bot_pause=chosen["bot-pause"],
        keep=read_keep(chosen),
        first_keep=first,
        contact=chosen["contact"],
        door=NetworkSettings(chosen["origin"], chosen["trust-proxy"], chosen["limit-loopback"]),
        public_metrics=chosen["metrics"] == PUBLIC,
        connections=chosen["database-connections"],
        wait_for_store=chosen["wait-for-store"],
        require_store=chosen["require-store"],
    )


def _log_start(
    chosen: ChosenSettings,
    services: Services,
    addresses: list[str],
    measuring: socket.socket | None,
) -> None:
    """The first thing that is asked when something is wrong: what runs here, and how."""
    from funicular import __version__
    from funicular.live.logs import log
    from funicular.live.messages import PROTOCOL

    store = services.store
    log(
        "started",
        version=__version__,
        protocol=PROTOCOL,
        python=platform.python_version(),
        kernels="compiled" if COMPILED else "python",
        store=store.place,
        kind="postgresql" if store.shared else "sqlite",
        migrated=[each.name for each in store.migrations_applied],
        keep=asdict(services.admin_orders.keep),
        addresses=addresses,
        metrics=chosen["metrics"] if measuring is None else _address_of(measuring),
        settings=chosen.changed(),
    )


def _is_private(listening: socket.socket, chosen: ChosenSettings) -> bool:
    """Whether only people at this machine come, as far as can be seen from here."""
    # Only here: it is a part of the server.
    from funicular.web.guards.addresses import is_loopback

    behind = chosen["trust-proxy"] or chosen["origin"]
    return not behind and is_loopback(listening.getsockname()[0])


def _is_plain(listening: socket.socket, chosen: ChosenSettings) -> bool:
    """Whether people of a network are let in without TLS, as far as can be seen from here."""
    # Only here: it is a part of the server.
    from funicular.web.guards.addresses import is_loopback

    origins = chosen["origin"]
    behind = (
        chosen["trust-proxy"] and origins and all(each.startswith("https:") for each in origins)
    )
    return not (behind or is_loopback(listening.getsockname()[0]))


def _address(host: str, listening: socket.socket) -> str:
    """What to type into a browser on this machine."""
    port = listening.getsockname()[1]
    name = "localhost" if host in EVERYWHERE else f"[{host}]" if ":" in host else host
    return f"http://{name}:{port}/"


def _address_of(bound: socket.socket) -> str:
    host, port = bound.getsockname()[:2]
    return f"{f'[{host}]' if ':' in host else host}:{port}"


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
