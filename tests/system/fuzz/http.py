"""Requests over HTTP: every route with everything wrong, but framed well.

Each gets exactly one answer, whatever it asks: never a 5xx, always with our headers, and every
refusal is an object with a code and a sentence. Those that are not framed well are in `raw`.
"""

from __future__ import annotations

import gzip
import json
import random
from collections import Counter
from collections.abc import Sequence
from time import time
from typing import Any
from urllib.parse import quote

from msgspec import Struct

from funicular.challenge.calendar import daily_id, day_of
from tests.system.fuzz.grammar import sample
from tests.system.fuzz.hostile import STRINGS, anything, as_utf8, bent, damaged, written
from tests.system.fuzz.messages import CODES
from tests.system.fuzz.targets import Desk, Target
from tests.system.fuzz.wire import Closed, Line, Wrong, line

CASES = 60

# Refusals of requests that say whose they are, which no message over a socket does.
OF_PEOPLE = {"no-person", "used", "clock"}

METHODS = ("GET", "POST", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND")
# Every route of ours, with what its places are filled with and the body it takes.
ROUTES: dict[str, str | None] = {
    "/api/games": None,
    "/api/words/{lang}": None,
    "/api/languages": None,
    "/api/privacy": None,
    "/api/rules/{game}": None,
    "/api/tables": "NewTable",
    "/api/quick-match": "QuickMatch",
    "/api/what-if": "NewWhatIf",
    "/api/playing": None,
    "/api/tables/{table}": None,
    "/api/tables/{table}/commands": "Do",
    "/api/tables/{table}/numbers": None,
    "/api/tables/{table}/hint": None,
    "/api/tables/{table}/socket": None,
    "/api/replays": None,
    "/api/replays/{id}": None,
    "/api/replays/{id}/record": None,
    "/api/replays/{id}/deals/{number}": None,
    "/api/profile": "ProfileWish",
    "/api/profile/delete": None,
    "/api/profile/results": None,
    "/api/profiles/{id}": None,
    "/api/profiles/{id}/results": None,
    "/api/leaderboard": None,
    "/api/tables/{table}/claim": None,
    "/api/challenges": "NewDuel",
    "/api/challenges/dailies": None,
    "/api/challenges/{challenge}": None,
    "/api/challenges/{challenge}/attempts": "NewAttempt",
    "/api/challenges/{challenge}/results": "SubmittedResult",
    "/api/challenges/{challenge}/leaderboard": None,
    "/api/challenges/{challenge}/positions": None,
    "/api/challenges/{challenge}/positions/{deal}/{ply}": None,
    "/api/replays/{id}/positions": None,
    "/api/replays/{id}/accounts": "AccountsWish",
    "/api/replays/{id}/review": "ReviewShown",
    "/api/lessons/{game}": None,
    "/api/lessons/{game}/tries": "Try",
    "/api/puzzles": None,
    "/api/puzzles/today": None,
    "/api/puzzles/{id}": None,
    "/api/puzzles/{id}/answer": "PuzzleTry",
    "/healthz": None,
    "/readyz": None,
    "/metrics": None,
    "/{path}": None,
}
PLACES = (
    "..",
    "../../etc/passwd",
    "..%2f..%2fetc%2fpasswd",
    "%2e%2e%2f%2e%2e%2f",
    "..%5c..%5c",
    "%00",
    "index.html%00.png",
    "%ff%fe",
    "%",
    "%zz",
    "-1",
    "--1",
    "table-٣",
    "x-99999999999999999999999999",
    "x-1",
    "dnpup",
    "auf-ab",
    "en",
    "0",
    "1",
    "9" * 5000,
    "a" * 3000,
    "assets/",
    "assets/..%2f..%2fapp.py",
    "index.html",
    ".",
    "//",
    ";x=1",
    "?",
    "*",
)
QUERIES = (
    "",
    "?lang=fr",
    "?lang=%00",
    "?seen=-1",
    "?seen=9" * 40,
    "?seen=٣",
    "?=&&;",
    "?lang=" * 9,
)


class Request(Struct, frozen=True):
    """A request that is framed well."""

    method: str
    target: str
    headers: tuple[tuple[str, str], ...]
    body: bytes | None
    chunked: bool = False

    def written(self) -> bytes:
        """Its bytes."""
        lines = [f"{self.method} {self.target} HTTP/1.1", "Host: localhost"]
        lines += [f"{name}: {value}" for name, value in self.headers]
        body = self.body or b""
        if self.chunked:
            lines.append("Transfer-Encoding: chunked")
            pieces = [body[at : at + 700] for at in range(0, len(body), 700)]
            body = b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in pieces)
            body += b"0\r\n\r\n"
        elif self.body is not None:
            lines.append(f"Content-Length: {len(body)}")
        return "\r\n".join([*lines, "", ""]).encode("latin-1", "replace") + body


def requests(target: Target, desk: Desk, rng: random.Random) -> list[Request]:
    """Requests that can be told apart and make no sense."""
    return [_request(target, desk, rng) for _ in range(CASES)]


def _request(target: Target, desk: Desk, rng: random.Random) -> Request:
    route, kind = rng.choice(list(ROUTES.items()))
    path = route
    for place in ("{lang}", "{game}", "{table}", "{id}", "{number}", "{path}", "{challenge}"):
        path = path.replace(place, _place(target, desk, place, rng))
    usual = "POST" if kind else "GET"
    method = usual if rng.randrange(4) else rng.choice(METHODS)
    headers = _headers(desk, rng)
    body = None
    if method not in ("GET", "HEAD") or rng.randrange(10) == 0:
        body = _body(kind or rng.choice(("NewTable", "Do", "Try")), rng)
        if rng.randrange(12) == 0:
            headers = (*headers, ("Content-Encoding", "gzip"))
            body = gzip.compress(b"[" * 10_000_000 if rng.randrange(40) == 0 else body)
    text = path + rng.choice(QUERIES)
    sent = quote(text, safe="/%?=&;:,*-._~+{}")
    return Request(method, sent, headers, body, chunked=body is not None and not rng.randrange(4))


def _place(target: Target, desk: Desk, place: str, rng: random.Random) -> str:
    kind = rng.randrange(3)
    if kind == 0:
        return rng.choice(PLACES)
    if kind == 1:
        # An address is no place for more than some thousand bytes; those are elsewhere.
        return rng.choice(STRINGS)[:2000].encode("utf-8", "replace").decode()
    table = rng.choice((target.table, desk.table))
    likely = {"{table}": table, "{id}": f"{table}-{rng.randrange(3)}", "{number}": "1"}
    likely["{challenge}"] = daily_id(day_of(time()))
    return likely.get(place, "auf-ab" if place == "{game}" else "fr")


def _headers(desk: Desk, rng: random.Random) -> tuple[tuple[str, str], ...]:
    secret = next(iter(desk.secret.values()))
    some = (
        ("Authorization", f"Bearer {secret}"),
        ("Authorization", "Bearer " + "x" * 5000),
        ("Authorization", "Basic Og=="),
        ("Authorization", "Bearer \xff\xfe"),
        ("Accept-Language", ",;q=,-" * 50),
        ("Accept-Encoding", "gzip, br;q=0, *"),
        ("Accept-Encoding", "gzip"),
        ("If-None-Match", '"' * 50),
        ("Origin", "null"),
        ("Origin", "http://["),
        ("Content-Type", "multipart/form-data; boundary=x"),
        ("X-Forwarded-For", "1.2.3.4, ::1, \xe9"),
        ("Forwarded", "for=127.0.0.1;host=evil"),
        ("Range", "bytes=0-0,1-,-9,x-"),
        ("Range", "bytes=" + "0-1," * 400),
        ("If-Range", "x"),
        ("If-Modified-Since", "yesterday"),
        ("Cookie", "a=" + "b" * 3000),
        ("X-HTTP-Method-Override", "DELETE"),
        ("X-Long", "y" * 20_000),
    )
    return tuple(rng.sample(some, rng.choice((0, 1, 2, 3))))


def _body(kind: str, rng: random.Random) -> bytes:
    tree: Any = sample(kind, rng)
    way = rng.randrange(8)
    if way == 0:
        return damaged(json.dumps(tree).encode(), rng)
    if way == 1:
        return as_utf8(written(anything(rng), rng))
    if way == 2:
        return rng.choice((b"[" * 60_000, b'{"a":' * 12_000, b"x" * 70_000, b"", b"\xef\xbb\xbf{}"))
    return as_utf8(written(bent(tree, rng), rng))


def check(target: Target, desk: Desk, cases: Sequence[Request]) -> Counter[str]:
    """Send each and read its one answer; a new connection wherever the server closes the last."""
    del desk
    outcomes: Counter[str] = Counter()
    todo = list(cases)
    while todo:
        with line(target.port) as wire:
            alive = True
            while alive and todo:
                case = todo.pop(0)
                wire.send(case.written())
                status, alive = _answer(wire, case)
                outcomes[f"status {status}"] += 1
    return outcomes


def _answer(wire: Line, case: Request) -> tuple[int, bool]:
    try:
        head = wire.until(b"\r\n\r\n").decode("latin-1")
        first, *lines = head.split("\r\n")
        status = int(first.split(" ")[1])
        headers = {
            name.lower(): value.strip()
            for name, _, value in (each.partition(":") for each in lines)
        }
        bodiless = case.method == "HEAD" or status in (204, 304)
        body = b"" if bodiless else _answer_body(wire, headers)
    except Closed as closed:
        message = f"no answer to {case.written()[:400]!r}"
        raise Wrong(message) from closed
    check_answer(case, status, headers, body)
    return status, headers.get("connection") != "close"


def _answer_body(wire: Line, headers: dict[str, str]) -> bytes:
    if headers.get("transfer-encoding") != "chunked":
        return wire.exactly(int(headers.get("content-length", "0")))
    body = b""
    while size := int(wire.until(b"\r\n"), 16):
        body += wire.exactly(size)
        wire.exactly(2)
    wire.exactly(2)
    return body


def check_answer(case: Request, status: int, headers: dict[str, str], body: bytes) -> None:
    wrong = status >= 500 or status < 200
    # What the parser itself does not take is answered before anything of ours is asked.
    if status != 400 or headers.get("content-type") == "application/json":
        wrong = wrong or "content-security-policy" not in headers
    if status >= 400 and headers.get("content-type") == "application/json":
        body = gzip.decompress(body) if headers.get("content-encoding") == "gzip" else body
        refused = json.loads(body) if body else {"code": "malformed", "text": "as HEAD has none"}
        wrong = wrong or refused["code"] not in CODES | OF_PEOPLE or not refused["text"]
    if wrong or b"Traceback" in body:
        message = f"{case.written()[:400]!r} was answered with {status} {headers} {body[:500]!r}"
        raise Wrong(message)
