"""The client's files, as the build has left them in `client/`; any other path is the client's own.

Files under `assets/` have a hash in their names and are kept by browsers for ever. `index.html` is
asked for every time. The build may leave `.br` and `.gz` beside a file, which are sent to whoever
understands them.
"""

from __future__ import annotations

import mimetypes
from html import escape
from pathlib import Path, PurePosixPath

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response

from funicular.lang import Reader
from funicular.web.answers import asked_language, refusal
from funicular.web.refusals import Refusal

FOLDER = Path(__file__).with_name("client")
INDEX = "index.html"
ENCODINGS = (("br", ".br"), ("gzip", ".gz"))
FOR_EVER = "public, max-age=31536000, immutable"
EACH_TIME = "no-cache"


async def client(request: Request) -> Response:
    """A file of the client; the client itself for its own pages; 404 for what nobody has."""
    path = PurePosixPath(request.path_params["path"])
    if path.parts[:1] == ("api",) or (path.suffix and _file(path) is None):
        return refusal(Refusal("unknown", "serve.no-page"), asked_language(request), 404)
    found = _file(path) or _file(PurePosixPath(INDEX))
    if found is None:
        return _not_built(Reader(asked_language(request)))
    return _sent(found, request.headers.get("Accept-Encoding", ""))


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


def _sent(file: Path, accepted: str) -> Response:
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
            return FileResponse(packed, headers=headers, media_type=kind)
    return FileResponse(file, headers=headers, media_type=kind)


def _not_built(reader: Reader) -> Response:
    title, text = reader.say("serve.not-built.title"), reader.say("serve.not-built.text")
    page = (
        f'<!doctype html><html lang="{escape(reader.lang)}"><meta charset="utf-8">'
        f"<title>{escape(title)}</title><h1>{escape(title)}</h1><p>{escape(text)}</p></html>"
    )
    return HTMLResponse(page, 503, {"Cache-Control": "no-store"})
