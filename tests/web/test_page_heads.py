"""The heads of the pages: titles, descriptions and previews, by page, game and language."""

from __future__ import annotations

import asyncio
import gzip
import json
import re
from html import unescape
from pathlib import Path, PurePosixPath

import pytest

from funicular.games.registry import GAMES
from funicular.lang import Reader, languages
from funicular.web.page import WITH_LATER_WORDS
from funicular.web.page_head import HEIGHT, PICTURE, WIDTH, head_of
from funicular.web.static import FOLDER, PAGES
from tests.web.live import Answer, Place

pytestmark = pytest.mark.skipif(not FOLDER.exists(), reason="the page is not built: make play")
LANGUAGES = tuple(languages())
ROOT = Path(__file__).parents[2]


def tags(answer: Answer) -> dict[str, str]:
    """What the head says, by name."""
    page = answer.body.decode()
    found = re.findall(r'<meta (?:name|property)="([^"]+)" content="([^"]*)"', page)
    title = re.findall(r"<title>(.*)</title>", page)
    assert len(title) == 1
    return {name: unescape(content) for name, content in found} | {"title": unescape(title[0])}


def given(answer: Answer) -> dict[str, object]:
    """The answers that the page brings along."""
    block = re.search(rb'<script type="application/json" id="given">(.*?)</script>', answer.body)
    assert block
    found: dict[str, object] = json.loads(block[1])
    return found


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_page_has_a_title_and_a_description_of_its_own(server: Place, lang: str) -> None:
    paths = ["/", "/r/x-1", "/verify", "/privacy", "/nothing"]
    paths += [f"/{kind}/{game}" for kind in ("rules", "learn") for game in GAMES]
    heads = [tags(server.ask(path, **{"Accept-Language": lang})) for path in paths]
    for name in ("title", "description", "og:title", "og:description"):
        assert all(head[name] for head in heads)
        assert len({head[name] for head in heads}) == len(heads), name


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_preview_names_the_game_and_shows_its_picture(
    server: Place, game: str, lang: str
) -> None:
    answer = server.ask(f"/rules/{game}", **{"Accept-Language": lang})
    head = tags(answer)
    assert Reader(lang).say(f"form.title.{game}") in head["og:title"]
    assert f'<html lang="{lang}">'.encode() in answer.body
    picture = head["og:image"]
    here = f"http://127.0.0.1:{server.port}"
    assert picture == here + PICTURE.format(game)
    found = server.ask(picture.removeprefix(here))
    assert (found.status, found.headers["content-type"]) == (200, "image/png")
    # The size stands in the picture's own head.
    assert [int.from_bytes(found.body[at : at + 4]) for at in (16, 20)] == [WIDTH, HEIGHT]


def test_the_language_is_that_of_the_address_then_that_of_the_browser(server: Place) -> None:
    french = {"Accept-Language": "fr-CH, en;q=0.5"}
    assert b'<html lang="fr">' in server.ask("/", **french).body
    asked = server.ask("/?lang=en", **french)
    assert b'<html lang="en">' in asked.body
    here = f"http://127.0.0.1:{server.port}"
    assert f'<link rel="canonical" href="{here}/?lang=en">'.encode() in asked.body
    assert f'hreflang="fr" href="{here}/?lang=fr"'.encode() in asked.body
    assert "Accept-Language" in asked.headers["vary"]


def test_of_a_table_only_its_game_is_told_and_search_engines_nothing(server: Place) -> None:
    opened = server.open("dnpup", name="Zoé the Secret", start=True)
    answer = server.ask(f"/t/{opened['table']}", **{"Accept-Language": "en"})
    head = tags(answer)
    assert "dnpup" in head["og:title"]
    assert head["robots"] == "noindex"
    assert b"canonical" not in answer.body
    for secret in ("Secret", opened["invite"], opened["token"]):
        assert secret.encode() not in answer.body
    # Byte by byte the page of any other table of this game, whatever happens at it.
    other = server.open("dnpup", seats=4)
    assert server.ask(f"/t/{other['table']}", **{"Accept-Language": "en"}).body == answer.body
    assert tags(server.ask("/t/nowhere"))["robots"] == "noindex"


def test_a_table_that_is_open_to_everybody_may_be_found(server: Place) -> None:
    async def main() -> None:
        opened = server.open("dnpup", open=True)
        async with server.guest(opened):
            head = tags(server.ask(f"/t/{opened['table']}"))
            assert "robots" not in head
            assert "Zoé" not in head["description"]

    asyncio.run(main())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_brings_what_the_client_would_ask_for(server: Place, lang: str) -> None:
    found = given(server.ask("/rules/dnpup", **{"Accept-Language": lang}))
    assert f"/api/words/{lang}?part=first" in found
    assert f"/api/rules/dnpup?lang={lang}" in found
    for path, answer in found.items():
        assert answer == server.ask(path).json, path


@pytest.mark.parametrize("page", ["", *PAGES])
def test_pages_bring_the_words_that_the_client_waits_for_there(server: Place, page: str) -> None:
    routed = (ROOT / "client" / "src" / "App.svelte").read_text(encoding="utf-8")
    later = re.findall(r"^\s+(\w+): \(\) => withLaterWords\(import", routed, re.MULTILINE)
    assert tuple(later) == WITH_LATER_WORDS
    found = given(server.ask(f"/{page}", **{"Accept-Language": "en"}))
    assert ("/api/words/en?part=later" in found) == (page in later)


@pytest.mark.parametrize(
    ("path", "loaded"),
    [
        ("/learn/ascenseur-32", ["board-", "cards-", "/api/lessons/ascenseur-32?lang=en"]),
        ("/learn/dnpup", ["board-", "cards-", "/api/lessons/dnpup?lang=en"]),
        ("/rules/auf-ab", ["cards-"]),
        ("/r/abcdefghjk-1", ["Replay-", "/api/replays/abcdefghjk-1?lang=en"]),
        ("/r/", ["Replay-"]),
    ],
)
def test_a_page_names_what_it_will_load_and_nothing_holds_up_its_first_sight(
    server: Place, path: str, loaded: list[str]
) -> None:
    page = server.ask(path, **{"Accept-Language": "en"}).body.decode()
    named = re.findall(r'<link rel="(?:preload|modulepreload)".*? href="(?:/assets/)?(.*?)">', page)
    for each in loaded:
        assert any(name.startswith(each) for name in named), (each, named)
    assert sum("/api/" in each for each in loaded) == sum(
        name.startswith("/api/") for name in named
    )
    for name in named:
        file = name if name.startswith("/api/") else f"/assets/{name}"
        assert name.startswith("/api/replays") or server.ask(file).status == 200, file
    scripts = re.findall(r'<(?:script type="module"|link rel="modulepreload").*?>', page)
    styles = re.findall(r'<link rel="preload" as="(?:style|font)".*?>', page)
    assert len(scripts) > 1
    assert [tag for tag in scripts + styles if 'fetchpriority="low"' not in tag] == []
    # A style that is loaded would be waited for; the one that is needed stands in the page.
    assert re.findall(r'<link (?!disabled)[^>]*rel="stylesheet"', page) == []
    assert page.count("<style>") == 1
    first = re.search(r'<main class="sheet first-sight"><h1>.+?</h1>', page)
    assert first, page


def test_a_page_is_sent_packed_and_not_again(server: Place) -> None:
    plain = server.ask("/")
    packed = server.ask("/", **{"Accept-Encoding": "gzip"})
    assert gzip.decompress(packed.body) == plain.body
    assert server.ask("/", **{"If-None-Match": plain.headers["etag"]}).status == 304


@pytest.mark.parametrize("path", ["/rules/%3Cscript%3E", '/t/"><b>', "/?lang=%22%3E%3Cscript%3E"])
def test_no_address_gets_markup_into_a_page(server: Place, path: str) -> None:
    page = server.ask(path.replace('"', "%22").replace("<", "%3C").replace(">", "%3E"))
    assert b"<b>" not in page.body
    assert b'"><' not in re.sub(rb'="[^"<>]*">', b"", page.body).replace(b'"></', b"")


def test_a_host_name_is_no_markup(server: Place) -> None:
    answer = server.ask("/", Host='127.0.0.1"><b>')
    assert (answer.status, answer.headers["content-type"]) == (403, "text/plain; charset=utf-8")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_can_be_installed(server: Place, lang: str) -> None:
    page = server.ask("/", **{"Accept-Language": lang}).body.decode()
    named = re.search(r'<link rel="manifest" href="(.*?)">', page)
    assert named
    answer = server.ask(named[1])
    assert answer.headers["content-type"].startswith("application/manifest+json")
    manifest = answer.json
    assert manifest["lang"] == lang
    assert manifest["start_url"] == manifest["scope"] == "/"
    assert {icon.get("purpose") for icon in manifest["icons"]} == {None, "maskable"}
    for icon in manifest["icons"]:
        found = server.ask(icon["src"]).body
        width, height = (int.from_bytes(found[at : at + 4]) for at in (16, 20))
        assert icon["sizes"] == f"{width}x{height}"


def test_the_worker_keeps_every_file_of_the_build_and_is_asked_for_each_time(
    server: Place,
) -> None:
    worker = server.ask("/service_worker.js")
    assert worker.headers["cache-control"] == "no-cache"
    assert worker.headers["content-type"].startswith("text/javascript")
    listed = re.search(r"FILES = (\[.*?\]);", worker.body.decode())
    assert listed
    files = set(json.loads(listed[1]))
    assert files >= {f"/assets/{each.name}" for each in (FOLDER / "assets").glob("*.js")}
    for file in files:
        assert server.ask(file).status == 200


def test_crawlers_are_told_the_pages_and_kept_from_tables(server: Place) -> None:
    robots = server.ask("/robots.txt")
    assert robots.headers["content-type"].startswith("text/plain")
    assert "Disallow: /api/tables" in robots.body.decode()
    here = f"http://127.0.0.1:{server.port}"
    assert f"Sitemap: {here}/sitemap.xml" in robots.body.decode()
    pages = re.findall("<loc>(.*?)</loc>", server.ask("/sitemap.xml").body.decode())
    assert f"{here}/rules/dnpup" in pages
    for page in pages:
        assert server.ask(page.removeprefix(here) or "/").status == 200


def test_all_closed_tables_of_a_game_have_one_page() -> None:
    one, other = (
        head_of(PurePosixPath("t", table), "fr", "dnpup", is_open=False)
        for table in ("k3v9mw2c", "zz8p4hq7")
    )
    assert one == other
