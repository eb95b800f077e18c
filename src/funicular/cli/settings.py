"""Every setting of `funicular serve`, once: its flag, its environment variable, what it may be.

A flag wins over the environment, and the environment over the default. A new setting is one line in
`SETTINGS`, its help (`cli.help.serve.NAME`) and its line in the table of docs/deploy.md, which a
test compares with this one.
"""

from __future__ import annotations

import argparse
import math
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from funicular.cli.arguments import read_number
from funicular.cli.errors import BadArguments
from funicular.lang import Reader
from funicular.store.durability import DURABILITIES
from funicular.store.postgres import USUAL_CONNECTIONS
from funicular.web.network_settings import read_origins, read_proxies

if TYPE_CHECKING:
    from funicular.admin.retention import Keep

PREFIX = "FUNICULAR_"
# Variables that begin so and are no settings of a server: read by the kernels, the build, the tests
# and the proxy of compose.yaml.
OTHERS = {"FUNICULAR_PURE", "FUNICULAR_COMPILED", "FUNICULAR_SOAK", "FUNICULAR_NAME"}
HIDDEN = "***"

MOST_PORT = 65535
MOST_CONNECTIONS = 100
DAY = 86_400
MOST_DAYS = 36_500
MOST_PAUSE = 60
LONGEST_CONTACT = 200
YES = ("1", "yes", "true", "on")
NO = ("0", "no", "false", "off")
# What `--metrics` may be besides an address.
OFF, PUBLIC = "off", "public"


class SettingKind(Struct, frozen=True):
    """What a setting may be: how it is read, and how that is written in help and docs."""

    # From the name under which it was given, and its text; raises a sentence.
    read: Callable[[str, str], Any]
    # A key under `cli.metavar`, or the words themselves.
    metavar: str
    # For the table of the docs.
    allowed: str


class Setting(Struct, frozen=True):
    """One of them."""

    name: str
    kind: SettingKind
    # What holds where nothing is said.
    usual: Any = None
    # May hold a password, so it is never shown.
    secret: bool = False

    @property
    def flag(self) -> str:
        """How it is said on the command line."""
        return f"--{self.name}"

    @property
    def variable(self) -> str:
        """How it is said in the environment."""
        return PREFIX + self.name.upper().replace("-", "_")

    @property
    def key(self) -> str:
        """Where argparse keeps it."""
        return self.name.replace("-", "_")


def whole(least: int, most: int) -> SettingKind:
    """A whole number within these bounds."""
    return SettingKind(
        lambda name, text: read_number(text, name, least=least, most=most),
        "number",
        f"{least} to {most}",
    )


def number(metavar: str, most: float, *, above_zero: bool = False) -> SettingKind:
    """A number from 0 on; with `above_zero`, not 0 itself."""

    def read(name: str, text: str) -> float:
        try:
            found = float(text)
        except ValueError:
            found = math.nan
        if above_zero and not 0.0 < found <= most:
            raise BadArguments("cli.serve.not-above-zero", name=name, most=int(most), value=text)
        if not 0.0 <= found <= most:
            raise BadArguments("cli.serve.not-number", name=name, most=int(most), value=text)
        return found

    return SettingKind(read, metavar, f"{'more than ' if above_zero else ''}0 to {int(most)}")


def one_of(*known: str) -> SettingKind:
    """One of these words."""

    def read(name: str, text: str) -> str:
        if text not in known:
            raise BadArguments("cli.serve.not-one-of", name=name, known=known, value=text)
        return text

    return SettingKind(read, "|".join(known), ", ".join(known))


def _read_switch(name: str, text: str) -> bool:
    said = text.strip().casefold()
    if said not in YES + NO:
        raise BadArguments("cli.serve.not-one-of", name=name, known=(*YES, *NO), value=text)
    return said in YES


def _read_metrics(name: str, text: str) -> str | tuple[str, int]:
    """`off`, `public`, or where to listen: an address and a port."""
    if text in (OFF, PUBLIC):
        return text
    host, colon, port = text.rpartition(":")
    host = host[1:-1] if host.startswith("[") and host.endswith("]") else host
    plain = port.isascii() and port.isdecimal() and int(port[:9]) <= MOST_PORT
    if not (host and colon and plain) or (":" in host and not text.startswith("[")):
        raise BadArguments("cli.serve.not-metrics", name=name, value=text)
    return host, int(port)


def _read_contact(name: str, text: str) -> str:
    if len(text) > LONGEST_CONTACT or not text.isprintable():
        raise BadArguments("cli.serve.no-contact", name=name, n=LONGEST_CONTACT, value=text)
    return text


def _read_text(_: str, text: str) -> str:
    return text


SWITCH = SettingKind(_read_switch, "", "1, yes, true, on; 0, no, false, off")
ADDRESS = SettingKind(_read_text, "address", "an address")
STORE = SettingKind(_read_text, "file", "a path, or postgresql://…")
REDIS_URL = SettingKind(_read_text, "address", "redis://…")
ORIGINS = SettingKind(
    lambda name, text: read_origins(text, name), "address", "https://…, several with commas"
)
PROXIES = SettingKind(
    lambda name, text: read_proxies(text, name),
    "address",
    "addresses and networks, several with commas",
)
CONTACT = SettingKind(_read_contact, "text", "an address or a link")
DAYS = number("days", MOST_DAYS, above_zero=True)
# Where something else was chosen for the store.
NEVER = "never"
DAYS_OR_NEVER = SettingKind(
    lambda name, text: math.inf if text == NEVER else DAYS.read(name, text),
    DAYS.metavar,
    f"{DAYS.allowed}, or {NEVER}",
)
METRICS = SettingKind(_read_metrics, "off|public|ADDRESS:PORT", "off, public, ADDRESS:PORT")

# Read before all others, so that what is wrong with those is said in this form too.
LOG_FORMAT = Setting("log-format", one_of("text", "json"), "text")
# For how many days things are kept; `funicular admin sweep` takes them too.
KEEP = tuple(Setting(f"keep-{what}", DAYS_OR_NEVER) for what in ("tables", "chat", "records"))
SETTINGS = (
    Setting("host", ADDRESS, "127.0.0.1"),
    Setting("port", whole(0, MOST_PORT), 8765),
    Setting("data", STORE, secret=True),
    Setting("require-store", SWITCH, usual=False),
    Setting("wait-for-store", number("seconds", DAY), 60.0),
    Setting("database-connections", whole(2, MOST_CONNECTIONS), USUAL_CONNECTIONS),
    Setting("durability", one_of(*DURABILITIES), DURABILITIES[0]),
    Setting("redis", REDIS_URL, secret=True),
    Setting("origin", ORIGINS, ()),
    Setting("trust-proxy", PROXIES, ()),
    Setting("limit-loopback", SWITCH, usual=False),
    Setting("metrics", METRICS, OFF),
    LOG_FORMAT,
    Setting("grace", number("seconds", DAY), 20.0),
    Setting("close-after", DAYS, 30.0),
    *KEEP,
    Setting("contact", CONTACT),
    Setting("bot-pause", number("seconds", MOST_PAUSE)),
    Setting("open", SWITCH, usual=False),
)


class ChosenSettings(Struct, frozen=True):
    """The settings of one server, by name."""

    values: dict[str, Any]

    def __getitem__(self, name: str) -> Any:  # noqa: ANN401 - each kind has values of its own
        return self.values[name]

    def changed(self) -> dict[str, str]:
        """Those that differ from the default, as the log may show them."""
        return {
            each.name: HIDDEN if each.secret else _shown(self.values[each.name])
            for each in SETTINGS
            if self.values[each.name] != each.usual
        }


def _shown(value: object) -> str:
    if isinstance(value, tuple):
        # Where to listen is a host and a port; everything else of several parts is a list.
        ends = len(value) == 2 and isinstance(value[1], int)
        return (":" if ends else ",").join(map(str, value))
    if value == math.inf:
        return NEVER
    return f"{value:g}" if isinstance(value, float) else str(value)


def add_settings(
    parser: argparse.ArgumentParser, reader: Reader, settings: Sequence[Setting] = SETTINGS
) -> None:
    """Make a flag of each."""
    for each in settings:
        about = reader.say(f"cli.help.serve.{each.name}")
        if each.kind is SWITCH:
            # `--open` and `--no-open`, whichever comes last: `make play` says the first, and its
            # ARGS may say the other.
            parser.add_argument(each.flag, action=argparse.BooleanOptionalAction, help=about)
        else:
            metavar = each.kind.metavar
            if metavar.isalpha():
                metavar = reader.say(f"cli.metavar.{metavar}")
            parser.add_argument(each.flag, metavar=metavar, help=about)


def read_settings(
    args: argparse.Namespace,
    environment: Mapping[str, str] = os.environ,
    settings: Sequence[Setting] = SETTINGS,
) -> ChosenSettings:
    """Read all of them; `FunicularError` names the one that is wrong, as it was given."""
    return ChosenSettings({each.name: _read(each, args, environment) for each in settings})


def _read(each: Setting, args: argparse.Namespace, environment: Mapping[str, str]) -> object:
    given = getattr(args, each.key)
    if isinstance(given, bool):
        return given
    if given is not None:
        return each.kind.read(each.flag, given)
    # An empty variable is one that is not set: files of variables are often written so.
    text = environment.get(each.variable)
    return each.kind.read(each.variable, text) if text else each.usual


def read_keep(chosen: ChosenSettings) -> Keep:
    """For how many days what is kept, as far as it is said."""
    # Only here: commands should not wait for parts that they do not need.
    from funicular.admin.retention import Keep

    return Keep(*(chosen[each.name] for each in KEEP))


def unknown_variables(environment: Mapping[str, str] = os.environ) -> Iterator[tuple[str, str]]:
    """Variables that look like settings and are none, each with the closest that there is."""
    known = {each.variable for each in SETTINGS}
    for name in sorted(environment):
        if name.startswith(PREFIX) and name not in known | OTHERS:
            words = [each.removeprefix(PREFIX) for each in known]
            close = get_close_matches(name.removeprefix(PREFIX), words, n=1)
            yield name, PREFIX + close[0] if close else ""
