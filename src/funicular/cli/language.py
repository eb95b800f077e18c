"""Which language to speak: `--lang`, or else the locale, or else English."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from funicular.cli.errors import BadArguments
from funicular.lang import FALLBACK_LANGUAGE, languages


def choose_language(arguments: Sequence[str], environ: Mapping[str, str]) -> str:
    """The language that the command line asks for, or the reader's own."""
    own = locale_language(environ)
    asked = asked_language(arguments)
    if asked is None:
        return own
    if asked.casefold() not in languages():
        raise BadArguments("cli.no-language", name=asked, known=languages())
    return asked.casefold()


def asked_language(arguments: Sequence[str]) -> str | None:
    """What follows the last `--lang`. Needed before the parser, whose own words depend on it."""
    asked = None
    for place, argument in enumerate(arguments):
        if argument.startswith("--lang="):
            asked = argument.removeprefix("--lang=")
        elif argument == "--lang" and place + 1 < len(arguments):
            asked = arguments[place + 1]
    return asked


def locale_language(environ: Mapping[str, str]) -> str:
    """The first language we have among those that the environment names."""
    settings = [environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG")]
    locale = next(filter(None, settings), "")
    # As everywhere under GNU: the list of preferences counts unless the locale is plain C.
    preferred = (
        [] if _code(locale) in ("", "c", "posix") else environ.get("LANGUAGE", "").split(":")
    )
    codes = [_code(name) for name in (*preferred, locale)]
    return next((code for code in codes if code in languages()), FALLBACK_LANGUAGE)


def _code(locale: str) -> str:
    """`fr` of `fr_CH.UTF-8`."""
    return locale.replace("-", "_").partition("_")[0].partition(".")[0].casefold()
