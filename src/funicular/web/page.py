"""The page that the server sends for every address of the client: `index.html` of the build, with
the head of that page, a first sight of it, and what the client would ask for at once.

A browser on a slow line so sees words as soon as the page itself is there, in its own language, and
the client begins without asking anything: the answers stand in the page, by the path that they
would have been asked for at (`client/src/given.ts`). They are in a block of data, which no browser
runs. All of it is the same for everybody who reads this language.

The style that all pages share stands in the page too, and nothing else is waited for before the
first sight is painted. The page's policy allows this one style by its hash.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import re
from functools import lru_cache
from html import escape
from pathlib import Path

from msgspec import Struct

from funicular.core.errors import BadRecord
from funicular.core.wire import from_json, to_json
from funicular.games.registry import GAMES
from funicular.lang import Reader
from funicular.live.game_forms import games_shown
from funicular.web.lessons.steps import show_lesson
from funicular.web.lobby import languages_shown, part_of_words
from funicular.web.page_head import PageHead, head_html
from funicular.web.rules_html import rules_shown

# What the build has made of which source; see client/vite.config.ts.
MANIFEST = "build.json"
# The sources of the pages that not every visit needs, by the first part of their addresses.
SOURCES = {
    "": "Home",
    "t": "Table",
    "r": "Replay",
    "review": "Review",
    "verify": "Verify",
    "rules": "Rules",
    "privacy": "Privacy",
    "profile": "Profile",
    "learn": "Learn",
    "puzzle": "Puzzle",
    "daily": "Daily",
    "duel": "Duel",
}
# What such a page shows of its game, as the files in the game's folder of the client are called.
GAME_PARTS = {"t": ("cards", "board"), "learn": ("cards", "board"), "rules": ("cards",)}
# The pages whose sentences not every visit needs, as in client/src/App.svelte.
WITH_LATER_WORDS = ("r", "review", "verify", "privacy", "profile", "daily", "duel", "puzzle")
REPLAY = re.compile(r"/r/(?P<id>[a-z0-9]+-[0-9]+)")
PUZZLE = re.compile(r"/puzzle/(?P<id>[0-9a-f]+)")
# What index.html has where these go.
LANG, TITLE, APP = '<html lang="en">', "<title>Funicular</title>", '<div id="app"></div>'
# The first sight needs nothing but the page itself: all that is named there yields to it.
LATER = 'fetchpriority="low" crossorigin'
MODULE = '<script type="module" crossorigin'
# Browsers ask in this order, a few files at a time: what everybody needs comes first.
END = "</head>"
STYLE = re.compile(r'<link rel="stylesheet" crossorigin href="/(?P<file>assets/[^"]+\.css)">')


class Chunk(Struct, frozen=True):
    """A file of the build, and what it needs."""

    file: str
    imports: tuple[str, ...] = ()
    css: tuple[str, ...] = ()
    assets: tuple[str, ...] = ()


class SentPage(Struct, frozen=True):
    """A page as it goes out."""

    plain: bytes
    zipped: bytes
    tag: str
    # What the policy calls the style that stands in it; "" where none does.
    style: str


@lru_cache(maxsize=256)
def compose(folder: Path, built: int, head: PageHead, origin: str, *, asked: bool) -> SentPage:
    """The page with this head; `built` tells one build from the next."""
    everywhere, style = _without_head(folder, built, head.kind, head.game, head.lang)
    own = "\n".join((head_html(head, origin, asked=asked), *_preloaded_answers(head)))
    page = everywhere.replace(TITLE, own, 1).encode()
    tag = f'"{hashlib.sha256(page).hexdigest()[:32]}"'
    return SentPage(page, gzip.compress(page, mtime=0), tag, style)


@lru_cache(maxsize=256)
def _without_head(folder: Path, built: int, kind: str, game: str, lang: str) -> tuple[str, str]:
    """All but the head, the same for every table and replay of a game; and its style's hash."""
    del built
    about = PageHead(kind, game, lang, path="", listed=False)
    index = (folder / "index.html").read_text(encoding="utf-8")
    given = to_json(_given(about)).decode().replace("<", "\\u003c")
    block = f'<script type="application/json" id="given">{given}</script>'
    preloads = "\n".join(_preloads(folder, index, about))
    index, style = _with_style(folder, index)
    page = (
        index.replace(LANG, f'<html lang="{escape(lang)}">', 1)
        .replace(MODULE, f'<script type="module" {LATER}', 1)
        .replace(END, f"{preloads}\n{END}", 1)
        .replace(APP, f'<div id="app">{_first_sight(about)}</div>{block}', 1)
    )
    return page, style


def _with_style(folder: Path, index: str) -> tuple[str, str]:
    """The page with its style written into it, and the hash of that."""
    link = STYLE.search(index)
    if link is None:
        return index, ""
    style = (folder / link["file"]).read_text(encoding="utf-8").strip()
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    # The client looks for the link before it loads the file; a disabled one loads nothing.
    found = f"<style>{style}</style>\n{link[0].replace('<link', '<link disabled')}"
    return index.replace(link[0], found, 1), f"'sha256-{digest}'"


def _given(head: PageHead) -> dict[str, object]:
    lang = head.lang
    answers: dict[str, object] = {
        "/api/languages": languages_shown(),
        f"/api/words/{lang}?part=first": part_of_words(lang, "first"),
        f"/api/games?lang={lang}": games_shown(lang),
    }
    if head.kind in WITH_LATER_WORDS:
        answers[f"/api/words/{lang}?part=later"] = part_of_words(lang, "later")
    if head.kind == "rules" and head.game in GAMES:
        answers[f"/api/rules/{head.game}?lang={lang}"] = rules_shown(head.game, lang)
    return answers


def _first_sight(head: PageHead) -> str:
    """What is seen until the client has begun, and by readers without scripts."""
    if head.kind == "rules" and head.game in GAMES:
        rules = rules_shown(head.game, head.lang)
        return f'<main class="sheet first-sight"><h1>{escape(rules.title)}</h1>{rules.html}</main>'
    title = head.game_title if head.game else "Funicular"
    games = "".join(
        f'<li><a href="/rules/{game.name}">{escape(game.title)}</a></li>'
        for game in games_shown(head.lang)
    )
    listed = f"<ul>{games}</ul>" if head.kind == "" else ""
    # Several lines: the largest text of the page is then there at once (client/src/shell.css).
    about = head.description
    if head.kind == "t":
        # Of a table one may be a guest or a player.
        about = Reader(head.lang).say(f"form.about.{head.game}" if head.game else "web.home.about")
    if head.kind == "learn" and head.game in GAMES:
        about = show_lesson(head.game, head.lang).steps[0].text
    return (
        f'<main class="sheet first-sight"><h1>{escape(title)}</h1>'
        f"<p>{escape(about)}</p>{listed}</main>"
    )


def _preloads(folder: Path, index: str, head: PageHead) -> list[str]:
    """What the page needs beyond what index.html names: its own script and style, and the fonts."""
    try:
        made = from_json((folder / MANIFEST).read_bytes(), dict[str, Chunk])
    except (OSError, BadRecord):
        # The development server makes files as they are asked for.
        return []
    fonts = {file for chunk in made.values() for file in chunk.assets if file.endswith(".woff2")}
    tags: list[str] = []
    page = f"src/pages/{SOURCES.get(head.kind, '')}.svelte"
    for chunk in _needed(made, [page, *_parts_of_the_game(made, head)]):
        if chunk.file not in index:
            tags.append(f'<link rel="modulepreload" {LATER} href="/{chunk.file}">')
            # No page is painted later for its style: its script waits for that itself.
            tags += [f'<link rel="preload" as="style" {LATER} href="/{css}">' for css in chunk.css]
    tags += [
        f'<link rel="preload" as="font" type="font/woff2" {LATER} href="/{font}">'
        for font in sorted(fonts)
    ]
    return tags


def _parts_of_the_game(made: dict[str, Chunk], head: PageHead) -> list[str]:
    """The sources of its game that the page will ask for as soon as it begins."""
    parts = GAME_PARTS.get(head.kind, ())
    # A folder of the client has one game of that name, or several whose names begin with it.
    names = (head.game, head.game.rpartition("-")[0])
    wanted = [f"src/games/{name}/{part}.ts" for name in names for part in parts if name]
    return [source for source in wanted if source in made]


def _preloaded_answers(head: PageHead) -> list[str]:
    """What the page will ask for at once, and what is too much to stand in the page itself."""
    asked = ""
    if head.kind == "learn" and head.game in GAMES:
        asked = f"/api/lessons/{head.game}"
    elif replay := REPLAY.fullmatch(head.path):
        asked = f"/api/replays/{replay['id']}"
    elif puzzle := PUZZLE.fullmatch(head.path):
        asked = f"/api/puzzles/{puzzle['id']}"
    tag = '<link rel="preload" as="fetch" crossorigin href="{}?lang={}">'
    return [tag.format(asked, head.lang)] if asked else []


def _needed(made: dict[str, Chunk], sources: list[str]) -> list[Chunk]:
    """The chunks of these sources and all that they import."""
    found: dict[str, Chunk] = {}
    waiting = sources[::-1]
    while waiting:
        name = waiting.pop()
        if name in made and name not in found:
            found[name] = made[name]
            waiting += made[name].imports
    return list(found.values())
