"""The client's files, as the build has left them in `client/`, and the pages that it shows itself.

Its pages are known here by their first part (`PAGES`). For any other path the same file is sent,
because the client has a page that says so, but with the status 404.

Files under `assets/` have a hash in their names and are kept by browsers for ever. `index.html` is
asked for every time. The build may leave `.br` and `.gz` beside a file, which are sent to browsers
that understand them.
"""

from __future__ import annotations

import mimetypes
from html import escape
from pathlib import Path, PurePosixPath

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response

from funicular.lang import Reader
from funicular.live.refusals import Refusal
from funicular.web.responses import asked_language, refusal

FOLDER = Path(__file__).with_name("client")
INDEX = "index.html"
ENCODINGS = (("br", ".br"), ("gzip", ".gz"))
FOR_EVER = "public, max-age=31536000, immutable"
EACH_TIME = "no-cache"
# The first parts of the client's own addresses, as in client/src/App.svelte; each may have one more
# part, such as the table's id. The first page has none.
PAGES = ("t", "r", "verify", "rules", "privacy", "learn")
MOST_PARTS = 2


async def client(request: Request) -> Response:
    """A file of the client; the client itself for its own pages; 404 for what nobody has."""
    path = PurePosixPath(request.path_params["path"])
    if path.parts[:1] == ("api",) or (path.suffix and _file(path) is None):
        return refusal(Refusal("unknown", "serve.no-page"), asked_language(request), 404)
    accepted = request.headers.get("Accept-Encoding", "")
    if (file := _file(path)) is not None:
        return _sent(file, accepted)
    index = _file(PurePosixPath(INDEX))
    if index is None:
        return _not_built(Reader(asked_language(request)))
    return _sent(index, accepted, 200 if is_page(path) else 404)


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
    if file.suffix == ".webmanifest":
        kind = "application/manifest+json"
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
