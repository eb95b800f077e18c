"""What the client asks for before anybody sits down: games, words, languages, rules."""

from __future__ import annotations

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


class LanguageShown(Struct, frozen=True):
    """A language that we speak; `GET /api/languages`."""

    code: str
    name: str


def client_words(lang: str) -> dict[str, Forms]:
    """The sentences of the client in this language, by key."""
    sentences = catalogue(lang).sentences
    return {key: forms for key, forms in sentences.items() if key.startswith(CLIENT_WORDS)}


def languages_shown() -> list[LanguageShown]:
    """Every language there is, by its own name."""
    return [LanguageShown(code, catalogue(code).name) for code in languages()]


async def games(request: Request) -> Response:
    """`GET /api/games?lang=`."""
    return lasting(request, games_shown(asked_language(request)))


async def words(request: Request) -> Response:
    """`GET /api/words/LANG`: the client's sentences by key."""
    return lasting(request, client_words(spoken_language(request.path_params["lang"])))


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
