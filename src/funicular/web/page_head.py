"""What a page of the client is called, for search engines, link previews and readers' tabs.

An address tells the page: its kind is the first part, the second may be a game. Of a table only the
name of its game is told; one that is not open to everybody is kept out of search engines. Nothing
else of a table, a match or a person is in a page's head.
"""

from __future__ import annotations

from html import escape
from pathlib import PurePosixPath

from msgspec import Struct

from funicular.core.wire import to_json
from funicular.games.registry import GAMES
from funicular.lang import Phrase, Reader, languages

SITE = "Funicular"
# The pictures are made by client/scripts/pictures.js, in this size.
PICTURE = "/preview/{}.png"
WIDTH, HEIGHT = 1200, 630
# What the client calls its pages by itself, by the first part of their addresses.
TITLES = {
    "": "web.home.page",
    "rules": "web.rules.page",
    "learn": "web.learn.page",
    "puzzle": "web.puzzle.title",
    "r": "web.replay.title",
    "review": "web.review.title",
    "verify": "web.verify.title",
    "privacy": "web.privacy.title",
    "profile": "web.profile.title",
    "daily": "web.challenge.daily.title",
    "duel": "web.challenge.duel.title",
}
NOWHERE = "web.net.nowhere"
# Made by the same script; the last fills its square, for systems that cut icons to a shape.
ICONS: tuple[tuple[str, int, dict[str, str]], ...] = (
    ("192", 192, {}),
    ("512", 512, {}),
    ("maskable-512", 512, {"purpose": "maskable"}),
)
# These are about one game, which the address names.
OF_A_GAME = ("rules", "learn")
# What search engines are told to read: no page of a table or a match.
LISTED = (
    "",
    *(f"{kind}/{game}" for kind in OF_A_GAME for game in GAMES),
    "puzzle",
    "daily",
    "privacy",
)


class PageHead(Struct, frozen=True):
    """Which page this is, and for whom it is written."""

    # The first part of the address; "" for the first page, "nowhere" for what is not there.
    kind: str
    # "" where it is about no game, or about one that is not known here.
    game: str
    lang: str
    # The address without its query, from the slash on; "" where it is not told, so that all tables
    # of a game have one and the same page.
    path: str
    # Whether search engines may have it.
    listed: bool

    @property
    def title(self) -> str:
        """What the page is called, as the client will call it."""
        if self.kind == "t":
            return self._say("web.room.page") if self.game else SITE
        if self.kind == "" or (self.kind in OF_A_GAME and not self.game):
            return self._say(TITLES[""])
        return f"{self._say(TITLES.get(self.kind, NOWHERE))} – {SITE}"

    @property
    def description(self) -> str:
        """What one finds there, in a sentence or two."""
        if self.kind in OF_A_GAME and not self.game:
            return self._say("head.home")
        kind = self.kind if self.kind in TITLES or self.kind == "t" else "nowhere"
        about = self._say(f"head.{kind or 'home'}")
        return f"{about} {self._say(f'form.about.{self.game}')}" if self.game else about

    @property
    def game_title(self) -> str:
        """The name of the game; that of the site where there is none."""
        return Reader(self.lang).say(f"form.title.{self.game}") if self.game else SITE

    def _say(self, key: str) -> str:
        return Reader(self.lang).say(Phrase.of(key, game=self.game_title))


def head_of(path: PurePosixPath, lang: str, game: str | None, *, is_open: bool) -> PageHead:
    """The head of the page at this path; `game` is that of a table, where it is known."""
    first, second = (*path.parts, "", "")[:2]
    if first in OF_A_GAME:
        game = second if second in GAMES else None
    listed = is_open if first == "t" else True
    where = f"/{path}" if path.parts else "/"
    return PageHead(first, game or "", lang, where if listed else "", listed)


def head_html(head: PageHead, origin: str, *, asked: bool) -> str:
    """The tags for the head of the page; `asked` if the address itself names the language."""
    picture = origin + PICTURE.format(head.game or "funicular")
    tags = [
        f"<title>{escape(head.title)}</title>",
        _meta("name", "description", head.description),
        _meta("property", "og:site_name", SITE),
        _meta("property", "og:type", "website"),
        _meta("property", "og:title", head.title),
        _meta("property", "og:description", head.description),
        _meta("property", "og:locale", head.lang),
        _meta("property", "og:image", picture),
        _meta("property", "og:image:width", str(WIDTH)),
        _meta("property", "og:image:height", str(HEIGHT)),
        _meta("property", "og:image:alt", head.game_title),
        _meta("name", "twitter:card", "summary_large_image"),
        f'<link rel="manifest" href="/manifest.webmanifest?lang={head.lang}">',
    ]
    if not head.listed:
        return "\n".join((*tags, _meta("name", "robots", "noindex")))
    where = f"{origin}{head.path}"
    own = f"{where}?lang={head.lang}" if asked else where
    tags += [
        _meta("property", "og:url", own),
        f'<link rel="canonical" href="{escape(own)}">',
        *(_alternate(code, f"{where}?lang={code}") for code in languages()),
        _alternate("x-default", where),
    ]
    return "\n".join(tags)


def _meta(kind: str, name: str, content: str) -> str:
    return f'<meta {kind}="{name}" content="{escape(content)}">'


def _alternate(lang: str, where: str) -> str:
    return f'<link rel="alternate" hreflang="{lang}" href="{escape(where)}">'


def manifest_json(_: str, lang: str) -> str:
    """What a system needs to install the page like a program: name, icons, colours."""
    icons = [
        {"src": f"/icons/{name}.png", "sizes": f"{size}x{size}", "type": "image/png", **purpose}
        for name, size, purpose in ICONS
    ]
    manifest = {
        "id": "/",
        "name": SITE,
        "short_name": SITE,
        "description": Reader(lang).say("head.home"),
        "lang": lang,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#f7f2e6",
        "theme_color": "#1f5a43",
        "categories": ["games"],
        "icons": icons,
    }
    return to_json(manifest).decode()


def robots_txt(origin: str, _: str) -> str:
    """What crawlers may ask for: pages, and what these need to be seen; never a table's data."""
    return f"User-agent: *\nDisallow: /api/tables\n\nSitemap: {origin}/sitemap.xml\n"


def sitemap_xml(origin: str, _: str) -> str:
    """The pages that are the same for everybody."""
    urls = "".join(f"<url><loc>{escape(f'{origin}/{path}')}</loc></url>" for path in LISTED)
    kind = "http://www.sitemaps.org/schemas/sitemap/0.9"
    return f'<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="{kind}">{urls}</urlset>'
