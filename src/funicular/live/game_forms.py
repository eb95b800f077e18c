"""The games as the lobby offers them: what can be chosen, in words, and the house rules by name.

What a game lets one choose is read from its own struct of options, so a new option needs only its
words (`form.GAME.NAME` in the catalogue).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Literal, cast

import msgspec
from msgspec import Struct, inspect

from funicular.core.errors import FunicularError
from funicular.core.options import OptionsByName
from funicular.core.wire import JsonObject
from funicular.games.registry import SPECS, USUAL_SEATS, make_game, spec_of
from funicular.games.spec import GameSpec
from funicular.lang import Reader
from funicular.live.messages import NewTable

# When a match ends is said apart from the options in games whose options do not say it.
ENDINGS = ("deals", "target")

FieldKind = Literal["flag", "number", "choice", "text"]


class OptionShown(Struct, frozen=True):
    """A field of the options form."""

    name: str
    label: str
    about: str
    kind: Literal["flag", "number", "choice", "text"]
    default: Any
    choices: tuple[tuple[str, str], ...] = ()
    least: int | None = None
    most: int | None = None


class PresetShown(Struct, frozen=True):
    """House rules that have a name."""

    name: str
    label: str
    about: str
    options: OptionsByName


class LengthShown(Struct, frozen=True):
    """How long a match may be, by a name."""

    name: str
    label: str
    # About how long it takes four players.
    minutes: int
    options: OptionsByName


class GameShown(Struct, frozen=True):
    """A game as the lobby offers it; `GET /api/games?lang=fr`."""

    name: str
    title: str
    about: str
    least_seats: int
    most_seats: int
    usual_seats: int
    options: tuple[OptionShown, ...]
    presets: tuple[PresetShown, ...]
    # The shortest first.
    lengths: tuple[LengthShown, ...] = ()


@cache
def games_shown(lang: str) -> tuple[GameShown, ...]:
    """Every game, in this language."""
    return tuple(_game_shown(spec, Reader(lang)) for spec in SPECS.values())


def ending_apart(wish: NewTable) -> tuple[OptionsByName, int | None, int | None]:
    """The game's own options, and when the match ends where the form has put it among them."""
    spec = spec_of(wish.game)
    own = {field.name for field in msgspec.structs.fields(spec.choice)}
    # None in a form is what the sheet says.
    options = {name: value for name, value in wish.options.items() if value is not None}
    if "target" in own and "target" in options and options.get("deals") == spec.deals_in_form:
        # A form that names a target and leaves the usual number of deals in place means the target.
        del options["deals"]
    ending = {name: options.pop(name, None) for name in ENDINGS if name not in own}
    deals = ending.get("deals") if wish.deals is None else wish.deals
    target = ending.get("target") if wish.target is None else wish.target
    return options, deals, target


def _game_shown(spec: GameSpec, reader: Reader) -> GameShown:
    name = spec.name
    kinds = cast("inspect.StructType", inspect.type_info(spec.choice)).fields
    options = [
        _option(spec, field.name, field.type, reader)
        for field in kinds
        if field.name not in spec.not_in_form
    ]
    if make_game(name, USUAL_SEATS, {}).schedule:
        options.append(
            OptionShown(
                **_words(spec, "deals", reader),
                kind="number",
                default=None,
                least=1,
                most=spec.live_bounds["deals"],
            )
        )
    return GameShown(
        name=name,
        title=reader.say(f"form.title.{name}"),
        about=reader.say(f"form.about.{name}"),
        least_seats=spec.seats[0],
        most_seats=spec.seats[-1],
        usual_seats=USUAL_SEATS,
        options=tuple(options),
        presets=tuple(
            PresetShown(
                name=house,
                label=reader.say(f"form.house.{house}.label"),
                about=reader.say(f"form.house.{house}.about"),
                options=dict(rules),
            )
            for house, rules in spec.house_rules.items()
        ),
        lengths=tuple(
            LengthShown(
                name=length,
                label=reader.say(f"form.length.{length}"),
                minutes=chosen.minutes,
                options=dict(chosen.options),
            )
            for length, chosen in spec.lengths.items()
        ),
    )


def _words(spec: GameSpec, option: str, reader: Reader) -> JsonObject:
    key = f"form.{spec.kind}.{option}"
    return {
        "name": option,
        "label": reader.say(f"{key}.label"),
        "about": reader.say(f"{key}.about"),
    }


def _option(spec: GameSpec, option: str, kind: inspect.Type, reader: Reader) -> OptionShown:
    shown, values, least, most = _kind(kind)
    bounds = spec.live_bounds | spec.form_bounds
    return OptionShown(
        **_words(spec, option, reader),
        kind=shown,
        default=_default(spec, option, shown, values),
        choices=tuple(
            (str(value), reader.say(f"form.{spec.kind}.{option}.choice.{value}"))
            for value in values
            if shown == "choice"
        ),
        least=least,
        most=bounds.get(option, most),
    )


def _kind(kind: inspect.Type) -> tuple[FieldKind, Sequence[object], int | None, int | None]:
    """What a field of the form is, the values it may have, and the bounds of a number."""
    parts = kind.types if isinstance(kind, inspect.UnionType) else (kind,)
    for part in parts:
        match part:
            case inspect.BoolType():
                return "flag", (True, False), None, None
            case inspect.LiteralType(values):
                return "choice", tuple(values), None, None
            case inspect.IntType():
                return "number", (), part.ge, part.le
    return "text", (), None, None


def _default(spec: GameSpec, option: str, kind: FieldKind, values: Sequence[object]) -> object:
    """What the sheet says, if it says the same for every number of players; else None."""
    if kind in ("flag", "choice"):
        return next((value for value in values if _changes_nothing(spec, {option: value})), None)
    settled = [getattr(make_game(spec.name, seats, {}).options, option) for seats in spec.seats]
    usual = settled[0] if len(set(settled)) == 1 else None
    return usual if kind == "number" else None


def _changes_nothing(spec: GameSpec, options: OptionsByName) -> bool:
    try:
        return all(
            make_game(spec.name, seats, options) == make_game(spec.name, seats, {})
            for seats in spec.seats
        )
    except FunicularError:
        return False
