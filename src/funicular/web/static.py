"""The client's files, as the build has left them in `client/`, and the pages that it shows itself.

Its pages are known here by their first part (`PAGES`). For any other path the same file is sent,
because the client has a page that says so, but with the status 404.

Each page has a head of its own and what the client needs first (`page`).

Files under `assets/` have a hash in their names and are kept by browsers for ever. `index.html` is
asked for every time. The build may leave `.br` and `.gz` beside a file, which are sent to browsers
that understand them.
"""

from __future__ import annotations

import asyncio
import mimetypes
import re
from collections.abc import Callable
from html import escape
from pathlib import Path, PurePosixPath

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response

from funicular.core.errors import FunicularError
from funicular.lang import Reader
from funicular.live.new_table import ALPHABET, ID_LETTERS
from funicular.live.refusals import Refusal
from funicular.table.entries import TableOpened
from funicular.table.log_format import read_entry
from funicular.web.guards.addresses import caller_of
from funicular.web.guards.security import policy
from funicular.web.page import compose
from funicular.web.page_head import head_of, manifest_json, robots_txt, sitemap_xml
from funicular.web.responses import asked_language, refusal
from funicular.web.services import services

FOLDER = Path(__file__).with_name("client")
INDEX = "index.html"
ENCODINGS = (("br", ".br"), ("gzip", ".gz"))
FOR_EVER = "public, max-age=31536000, immutable"
EACH_TIME = "no-cache"
# The first parts of the client's own addresses, as in client/src/App.svelte; each may have one more
# part, such as the table's id. The first page has none.
PAGES = (
    "t",
    "r",
    "review",
    "verify",
    "rules",
    "privacy",
    "profile",
    "learn",
    "daily",
    "duel",
    "puzzle",
)
MOST_PARTS = 2
# What can be the id of a table.
TABLE = re.compile(f"[{ALPHABET}]{{{ID_LETTERS}}}")
# The page of a table waits no longer for the name of its game.
STORE_SECONDS = 0.5
# Written by the server, for this address and language: for crawlers, and to be installed.
WRITTEN: dict[str, tuple[str, Callable[[str, str], str]]] = {
    "manifest.webmanifest": ("application/manifest+json", manifest_json),
    "robots.txt": ("text/plain", robots_txt),
    "sitemap.xml": ("application/xml", sitemap_xml),
}


async def client(request: Request) -> Response:
    """A file of the client; the client itself for its own pages; 404 for what nobody has."""
    path = PurePosixPath(request.path_params["path"])
    if path.parts[:1] == ("api",) or _is_missing_file(path):
        return refusal(Refusal("unknown", "serve.no-page"), asked_language(request), 404)
    accepted = request.headers.get("Accept-Encoding", "")
    if (file := _file(path)) is not None:
        return _sent(file, accepted)
    index = _file(PurePosixPath(INDEX))
    if str(path) in WRITTEN:
        kind, write = WRITTEN[str(path)]
        return PlainTextResponse(write(_origin(request), asked_language(request)), media_type=kind)
    if index is None:
        return _not_built(Reader(asked_language(request)))
    return await _page(request, path, index)


async def _page(request: Request, path: PurePosixPath, index: Path) -> Response:
    """The client, with the head of this page; 404 where it will say that nothing is there."""
    found = is_page(path)
    game, is_open = await _table_at(request, path)
    lang = asked_language(request)
    shown = path if found else PurePosixPath("nowhere")
    page = compose(
        index.parent,
        _stamp(index),
        head_of(shown, lang, game, is_open=is_open and found),
        _origin(request),
        asked=request.query_params.get("lang") == lang,
    )
    headers = {
        "Cache-Control": EACH_TIME,
        "Vary": "Accept-Encoding, Accept-Language",
        "ETag": page.tag,
        "Content-Language": lang,
        "Content-Security-Policy": policy(page.style),
    }
    if found and page.tag in request.headers.get("If-None-Match", ""):
        return Response(None, 304, headers)
    body = page.plain
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        headers["Content-Encoding"] = "gzip"
        body = page.zipped
    return HTMLResponse(body, 200 if found else 404, headers)


def _stamp(file: Path) -> int:
    """Tells this state of a file from later ones."""
    return file.stat().st_mtime_ns


async def _table_at(request: Request, path: PurePosixPath) -> tuple[str | None, bool]:
    """The game of the table that this page is of, and whether all may know that it is there."""
    if path.parts[:1] != ("t",):
        return None, True
    table = (*path.parts, "")[1]
    room = services(request).rooms.by_table.get(table)
    if room is not None:
        return room.table.opened.game, room.table.open
    if not TABLE.fullmatch(table):
        return None, False
    try:
        async with asyncio.timeout(STORE_SECONDS):
            rows = await services(request).store.read(table, most=1)
        first = read_entry(rows[0].body) if rows else None
    except (FunicularError, TimeoutError):
        # The page itself will say what is wrong.
        return None, False
    return (first.game, False) if isinstance(first, TableOpened) else (None, False)


def _origin(request: Request) -> str:
    """Where this server is, as the browser calls it."""
    scheme = "https" if caller_of(request.scope).secure else "http"
    return f"{scheme}://{request.headers.get('Host', 'localhost')}"


def is_built() -> bool:
    """Whether this installation has the client; a wheel may have been made without it."""
    return (FOLDER / INDEX).is_file()


def _is_missing_file(path: PurePosixPath) -> bool:
    return bool(path.suffix) and str(path) not in WRITTEN and _file(path) is None


def is_page(path: PurePosixPath) -> bool:
    """Whether the client shows something there."""
    return not path.parts or (path.parts[0] in PAGES and len(path.parts) <= MOST_PARTS)


def _file(path: PurePosixPath) -> Path | None:
    """The file at this path; None if there is none or it lies elsewhere."""
    if not path.parts or "\0" in str(path):
        return None
    try:
        file = (FOLDER / path).resolve()
        return file if file.is_relative_to(FOLDER.resolve()) and file.is_file() else None
    except (OSError, ValueError):
        # Longer than a name may be, or of characters that no file system has.
        return None


def _sent(file: Path, accepted: str, status: int = 200) -> Response:
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    lasting = "assets" in file.relative_to(FOLDER.resolve()).parts[:-1]
    headers = {"Cache-Control": FOR_EVER if lasting else EACH_TIME, "Vary": "Accept-Encoding"}
    offered = {part.partition(";")[0].strip() for part in accepted.split(",")}
    for encoding, suffix in ENCODINGS:
        packed = file.with_name(file.name + suffix)
        if encoding in offered and packed.is_file():
            headers["Content-Encoding"] = encoding
            return FileResponse(packed, status, headers=headers, media_type=kind)
    return FileResponse(file, status, headers=headers, media_type=kind)


def _not_built(reader: Reader) -> Response:
    title, text = reader.say("serve.not-built.title"), reader.say("serve.not-built.text")
    page = (
        f'<!doctype html><html lang="{escape(reader.lang)}"><meta charset="utf-8">'
        f"<title>{escape(title)}</title><h1>{escape(title)}</h1><p>{escape(text)}</p></html>"
    )
    return HTMLResponse(page, 503, {"Cache-Control": "no-store"})
