"""What the client asks for before anybody sits down: games, words, languages, rules."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from funicular.games.registry import GAMES
from funicular.lang import catalogue, languages
from funicular.lang.catalogue import Forms
from funicular.live.game_forms import games_shown
from funicular.live.language import spoken_language
from funicular.live.refusals import Refusal
from funicular.web.responses import asked_language, lasting, refusal
from funicular.web.rules_html import rules_shown

# The client's own sentences have keys that begin so; hints are worded in the client as here.
CLIENT_WORDS = ("web.", "hint.", "number.")
# Those of pages that not every visit comes to. The client asks for them on its way there; all
# others it has from the start.
LATER_WORDS = (
    "web.challenge.",
    "web.privacy.",
    "web.profile.",
    "web.puzzle.",
    "web.replay.",
    "web.review.",
    "web.verify.",
)
# But for what first page and table say of those pages.
LEADING_THERE = (
    "web.challenge.compare",
    "web.challenge.daily.title",
    "web.challenge.duel.open",
    "web.privacy.title",
    "web.profile.title",
    "web.puzzle.grade.",
    "web.puzzle.stars",
    "web.puzzle.title",
    "web.puzzle.today",
    "web.review.link",
    "web.review.open",
    "web.verify.fair",
)


Part = Literal["first", "later"]
PARTS: dict[str, Part] = {"first": "first", "later": "later"}


class LanguageShown(Struct, frozen=True):
    """A language that we speak; `GET /api/languages`."""

    code: str
    name: str


def client_words(lang: str) -> dict[str, Forms]:
    """The sentences of the client in this language, by key."""
    sentences = catalogue(lang).sentences
    return {key: forms for key, forms in sentences.items() if key.startswith(CLIENT_WORDS)}


def part_of_words(lang: str, part: Part) -> dict[str, Forms]:
    """Of these the ones that it has from the start, or those that may come later."""
    return {key: forms for key, forms in client_words(lang).items() if part_of(key) == part}


def part_of(key: str) -> Part:
    """When the client needs this sentence."""
    later = key.startswith(LATER_WORDS) and not key.startswith(LEADING_THERE)
    return "later" if later else "first"


def languages_shown() -> list[LanguageShown]:
    """Every language there is, by its own name."""
    return [LanguageShown(code, catalogue(code).name) for code in languages()]


async def games(request: Request) -> Response:
    """`GET /api/games?lang=`."""
    return lasting(request, games_shown(asked_language(request)))


async def words(request: Request) -> Response:
    """`GET /api/words/LANG?part=`: the client's sentences by key."""
    lang = spoken_language(request.path_params["lang"])
    part = PARTS.get(request.query_params.get("part", ""))
    return lasting(request, part_of_words(lang, part) if part else client_words(lang))


async def every_language(request: Request) -> Response:
    """`GET /api/languages`."""
    return lasting(request, languages_shown())


async def rules(request: Request) -> Response:
    """`GET /api/rules/GAME?lang=`."""
    lang, game = asked_language(request), request.path_params["game"]
    if game not in GAMES:
        return refusal(Refusal("unknown", "options.game", name=game, known=GAMES), lang, 404)
    return lasting(request, rules_shown(game, lang))


routes = [
    Route("/api/games", games),
    Route("/api/words/{lang}", words),
    Route("/api/languages", every_language),
    Route("/api/rules/{game}", rules),
]
