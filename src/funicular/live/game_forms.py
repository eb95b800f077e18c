"""The games as the lobby offers them: what can be chosen, in words, and the house rules by name.

What a game lets one choose is read from its own struct of options, so a new option needs only its
words (`form.GAME.NAME` in the catalogue).
"""

from __future__ import annotations

from functools import cache
from typing import Any, Literal, cast

import msgspec
from msgspec import inspect

from funicular.core.errors import FunicularError
from funicular.core.options import Given
from funicular.games.ascenseur.options import Choice as AscenseurChoice
from funicular.games.auf_ab.options import DEALS as USUAL_DEALS
from funicular.games.auf_ab.options import Choice as AufAbChoice
from funicular.games.dnpup.options import Choice as DnpupChoice
from funicular.games.registry import GAMES, HOUSE_RULES, SEATS, make_game
from funicular.lang import Reader
from funicular.live.messages import GameShown, NewTable, OptionShown, PresetShown
from funicular.live.table_bounds import MOST

# Both sheets of Ascenseur share their options, and the words for them.
FORMS: dict[str, tuple[str, type[Given]]] = {
    "auf-ab": ("auf-ab", AufAbChoice),
    "dnpup": ("dnpup", DnpupChoice),
    "ascenseur-52": ("ascenseur", AscenseurChoice),
    "ascenseur-32": ("ascenseur", AscenseurChoice),
}
# Who wants the other deck chooses the other game.
NOT_OFFERED = {"deck"}
USUAL_SEATS = 4
# When a match ends is said apart from the options in games whose options do not say it.
ENDINGS = ("deals", "target")

Kind = Literal["flag", "number", "choice", "text"]


@cache
def games_shown(lang: str) -> tuple[GameShown, ...]:
    """Every game, in this language."""
    return tuple(_game_shown(name, Reader(lang)) for name in GAMES)


def ending_apart(wish: NewTable) -> tuple[dict[str, Any], int | None, int | None]:
    """The game's own options, and when the match ends where the form has put it among them."""
    _, choice = FORMS.get(wish.game, ("", Given))
    own = {field.name for field in msgspec.structs.fields(choice)}
    # None in a form is what the sheet says.
    options = {name: value for name, value in wish.options.items() if value is not None}
    if "target" in own and "target" in options and options.get("deals") == USUAL_DEALS:
        # A form that names a target and leaves the usual number of deals in place means the target.
        del options["deals"]
    ending = {name: options.pop(name, None) for name in ENDINGS if name not in own}
    deals = ending.get("deals") if wish.deals is None else wish.deals
    target = ending.get("target") if wish.target is None else wish.target
    return options, deals, target


def _game_shown(name: str, reader: Reader) -> GameShown:
    form, choice = FORMS[name]
    kinds = cast("inspect.StructType", inspect.type_info(choice)).fields
    options = [
        _option(name, form, field.name, field.type, reader)
        for field in kinds
        if field.name not in NOT_OFFERED
    ]
    if make_game(name, USUAL_SEATS, {}).schedule:
        options.append(
            OptionShown(
                **_words(form, "deals", reader),
                kind="number",
                default=None,
                least=1,
                most=MOST[name]["deals"],
            )
        )
    return GameShown(
        name=name,
        title=reader.say(f"form.title.{name}"),
        about=reader.say(f"form.about.{name}"),
        least_seats=SEATS[name][0],
        most_seats=SEATS[name][-1],
        usual_seats=USUAL_SEATS,
        options=tuple(options),
        presets=tuple(
            PresetShown(
                name=house,
                label=reader.say(f"form.house.{house}.label"),
                about=reader.say(f"form.house.{house}.about"),
                options=dict(rules),
            )
            for house, rules in HOUSE_RULES[name].items()
        ),
    )


def _words(form: str, option: str, reader: Reader) -> dict[str, Any]:
    key = f"form.{form}.{option}"
    return {
        "name": option,
        "label": reader.say(f"{key}.label"),
        "about": reader.say(f"{key}.about"),
    }


def _option(game: str, form: str, option: str, kind: inspect.Type, reader: Reader) -> OptionShown:
    shown, values, least, most = _kind(kind)
    most = MOST[game].get(option, most)
    return OptionShown(
        **_words(form, option, reader),
        kind=shown,
        default=_default(game, option, shown, values),
        choices=tuple(
            (str(value), reader.say(f"form.{form}.{option}.choice.{value}"))
            for value in values
            if shown == "choice"
        ),
        least=least,
        most=most,
    )


def _kind(kind: inspect.Type) -> tuple[Kind, tuple[Any, ...], int | None, int | None]:
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


def _default(game: str, option: str, kind: Kind, values: tuple[Any, ...]) -> object:
    """What the sheet says, if it says the same for every number of players; else None."""
    if kind in ("flag", "choice"):
        return next((value for value in values if _changes_nothing(game, {option: value})), None)
    settled = [getattr(make_game(game, seats, {}).options, option) for seats in SEATS[game]]
    usual = settled[0] if len(set(settled)) == 1 else None
    return usual if kind == "number" else None


def _changes_nothing(game: str, options: dict[str, Any]) -> bool:
    try:
        return all(
            make_game(game, seats, options) == make_game(game, seats, {}) for seats in SEATS[game]
        )
    except FunicularError:
        return False
