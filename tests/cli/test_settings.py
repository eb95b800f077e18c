"""The settings of `funicular serve`: flag before environment before default, and sentences."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from funicular.cli.parser import build_parser, read_arguments
from funicular.cli.settings import (
    OTHERS,
    SETTINGS,
    SWITCH,
    ChosenSettings,
    read_settings,
    unknown_variables,
)
from funicular.core.errors import FunicularError
from funicular.lang import Reader, languages

PAGE = Path(__file__).parents[2] / "docs" / "deploy.md"
# For each setting a value that is not the default, and one that there cannot be.
GOOD = {
    "host": ("::1", None),
    "port": ("0", "65536"),
    "data": ("/nowhere", None),
    "require-store": ("yes", "perhaps"),
    "wait-for-store": ("0.5", "-1"),
    "database-connections": ("12", "1"),
    "durability": ("process", "none"),
    "redis": ("redis://r", None),
    "origin": ("https://a.example", "a.example"),
    "trust-proxy": ("10.1.2.3", "0.0.0.0/0"),
    "limit-loopback": ("1", "maybe"),
    "metrics": ("127.0.0.1:9765", "9765"),
    "log-format": ("json", "xml"),
    "grace": ("5", "nan"),
    "close-after": ("7", "0"),
    "keep-tables": ("90", "0"),
    "keep-chat": ("30", "0"),
    "keep-records": ("365.5", "36501"),
    "contact": ("https://cards.example/contact", "two\nlines"),
    "bot-pause": ("0.5", "61"),
    "open": ("on", "2"),
}


def chosen(*arguments: str, environment: Mapping[str, str] | None = None) -> ChosenSettings:
    reader = Reader("en")
    given = ["serve", *arguments]
    args = read_arguments(build_parser(reader, given), given, reader)
    return read_settings(args, environment or {})


def test_every_setting_is_tried_here() -> None:
    """Others add settings; each comes with a value that is good, and one that is not if any is."""
    assert GOOD.keys() == {each.name for each in SETTINGS}


@pytest.mark.parametrize("name", GOOD)
def test_a_flag_wins_over_the_environment_and_that_over_the_default(name: str) -> None:
    (each,) = [each for each in SETTINGS if each.name == name]
    good, _ = GOOD[name]
    by_environment = chosen(environment={each.variable: good})
    assert by_environment[name] != each.usual
    assert chosen()[name] == chosen(environment={each.variable: ""})[name] == each.usual
    if each.kind is SWITCH:
        assert chosen(each.flag)[name] is True
        assert chosen(f"--no-{name}", environment={each.variable: good})[name] is False
    else:
        assert chosen(each.flag, good)[name] == by_environment[name]
        # What the environment says is not even looked at.
        assert (
            chosen(each.flag, good, environment={each.variable: "?"})[name] == by_environment[name]
        )


@pytest.mark.parametrize("name", [name for name, (_, bad) in GOOD.items() if bad])
def test_what_is_wrong_is_said_with_the_name_it_was_given_under(name: str) -> None:
    (each,) = [each for each in SETTINGS if each.name == name]
    bad = GOOD[name][1] or ""
    with pytest.raises(FunicularError) as wrong:
        chosen(environment={each.variable: bad})
    for lang in languages():
        said = wrong.value.say(Reader(lang))
        assert each.variable in said
        assert bad in said
    if each.kind is not SWITCH:
        with pytest.raises(FunicularError, match=each.flag):
            chosen(f"{each.flag}={bad}")


@pytest.mark.parametrize("text", ["0.0.0.0/0", "::/0", "0.0.0.0/1", "128.0.0.0/4", "2000::/3"])
def test_a_network_that_is_everybody_is_no_proxy(text: str) -> None:
    with pytest.raises(FunicularError, match="every visitor"):
        chosen("--trust-proxy", f"127.0.0.1,{text}")


@pytest.mark.parametrize(
    "text", ["10.0.0.0/8", "172.30.77.0/24", "fc00::/7", "::1", "2a06:98c0::/29"]
)
def test_a_network_of_proxies_is(text: str) -> None:
    assert len(chosen("--trust-proxy", text)["trust-proxy"]) == 1


@pytest.mark.parametrize("text", ["", ":1", "h:", "::1:9", "h:x", "h:70000", "h:²", "h:-1"])
def test_metrics_want_an_address_and_a_port(text: str) -> None:
    with pytest.raises(FunicularError):
        chosen(f"--metrics={text}" if text else "--metrics=:")


def test_metrics_may_be_at_any_kind_of_address() -> None:
    assert chosen("--metrics", "[::1]:9")["metrics"] == ("::1", 9)
    assert chosen("--metrics", "public")["metrics"] == "public"


def test_what_differs_from_the_default_is_told_without_secrets() -> None:
    some = chosen(
        *("--data", "postgresql://u:secret@h/d", "--redis", "redis://:secret@h", "--grace", "5"),
        *("--trust-proxy", "10.0.0.1,::1", "--metrics", "127.0.0.1:9"),
    )
    assert some.changed() == {
        "data": "***",
        "redis": "***",
        "grace": "5",
        "trust-proxy": "10.0.0.1/32,::1/128",
        "metrics": "127.0.0.1:9",
    }
    assert chosen().changed() == {}


def test_variables_that_nobody_reads_are_told_with_the_one_that_was_meant() -> None:
    given = {"FUNICULAR_GRASE": "5", "FUNICULAR_GRACE": "5", "FUNICULAR_XYZZY": "", "HOME": "/"}
    found = dict(unknown_variables(given | dict.fromkeys(OTHERS, "1")))
    assert found == {"FUNICULAR_GRASE": "FUNICULAR_GRACE", "FUNICULAR_XYZZY": ""}


def test_the_table_of_the_docs_has_every_setting_as_it_is() -> None:
    row = re.compile(
        r"^\| `(--[a-z-]+)` \| `([A-Z_]+)` \| ([^|]*) \| ([^|]*) \| [^|]+ \|$", re.MULTILINE
    )
    told = row.findall(PAGE.read_text(encoding="utf-8"))
    there = [
        (each.flag, each.variable, each.kind.allowed, _default(each.usual)) for each in SETTINGS
    ]
    assert told == there


def _default(usual: object) -> str:
    if usual is None or usual == ():
        return "none"
    if isinstance(usual, bool):
        return "yes" if usual else "no"
    return f"{usual:g}" if isinstance(usual, float) else str(usual)
