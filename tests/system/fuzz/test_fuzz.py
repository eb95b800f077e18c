"""A server under attack goes on: 20,000 cases here, a million in `python -m tests.system.fuzz`.

And the judges themselves are judged: each must see the fault that it is there to see.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from starlette.routing import BaseRoute, Route, WebSocketRoute

from funicular.web.app import open_app
from tests.kit.counted import COUNTED
from tests.system.fuzz.campaign import KINDS, plan, run
from tests.system.fuzz.grammar import sample
from tests.system.fuzz.http import ROUTES, Request, check_answer
from tests.system.fuzz.messages import Said, judged, read
from tests.system.fuzz.victim import read_log
from tests.system.fuzz.wire import CLOSE, TEXT, Wrong, frame, masking

COUNT = 5_000


def test_a_server_under_attack_goes_on(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    report = run(tmp_path, list(plan(1, COUNT)))
    assert report.malformed >= COUNT
    assert report.sent.keys() == KINDS.keys()
    assert report.matches >= 1
    record_property(COUNTED, f"{report.malformed:,} malformed or misplaced frames and requests")


def test_the_grammar_makes_what_the_server_can_read() -> None:
    rng = random.Random(5)
    for _ in range(300):
        message = sample("FromClient", rng)
        assert not isinstance(read(Said(json.dumps(message).encode())), str), message


def test_every_route_is_attacked(tmp_path: Path) -> None:
    routes = asyncio.run(_routes(tmp_path))
    ours = {
        each.path.replace(":path", "").replace(":int", "")
        for each in routes
        if isinstance(each, Route | WebSocketRoute)
    }
    assert ours <= ROUTES.keys()


async def _routes(folder: Path) -> list[BaseRoute]:
    app = await open_app(str(folder / "tables.db"))
    await app.services.store.close()
    return app.routes


REFUSED = {"type": "refused", "id": None, "code": "malformed", "text": "No."}
PLAY = {"type": "do", "id": "1", "command": {"do": "undo"}}
ANSWERS = {
    "a refusal without a sentence": (b"?", REFUSED | {"text": ""}),
    "a refusal with a code of its own": (b"?", REFUSED | {"code": "oops"}),
    "a refusal that tells more": (b"?", REFUSED | {"trace": "File …"}),
    "something done that cannot be read": (b"?", {"type": "done", "id": "1", "seq": 5}),
    "something done at another's table": (
        json.dumps(PLAY).encode(),
        {"type": "done", "id": "1", "seq": 5},
    ),
    "an answer to somebody else": (json.dumps(PLAY).encode(), REFUSED | {"id": "2"}),
    "no pong": (b'{"type":"ping"}', REFUSED),
}


@pytest.mark.parametrize(("said", "answer"), ANSWERS.values(), ids=ANSWERS)
def test_a_wrong_answer_would_be_seen(said: bytes, answer: dict[str, object]) -> None:
    with pytest.raises(Wrong):
        judged(Said(said), answer, foreign=True)


def test_a_right_answer_is_right() -> None:
    assert judged(Said(b"?"), REFUSED, foreign=True) == "malformed"


@pytest.mark.parametrize(
    "line",
    [
        '{"time":"","level":"error","event":"x"}',
        '{"time":"","level":"warning","event":"x","exception":"Traceback …"}',
        "Task exception was never retrieved",
    ],
)
def test_an_error_in_the_log_would_be_seen(line: str) -> None:
    good = '{"time":"","level":"info","event":"entered"}'
    assert read_log(good) == {"info: entered": 1}
    with pytest.raises(Wrong):
        read_log(f"{good}\n{line}\n")


@pytest.mark.parametrize(
    ("status", "headers", "body"),
    [
        (500, {"content-security-policy": "x"}, b"Internal Server Error"),
        (404, {"content-type": "text/html"}, b""),
        (
            404,
            {"content-security-policy": "x", "content-type": "application/json"},
            b'{"code":"oops","text":"x"}',
        ),
        (200, {"content-security-policy": "x"}, b"Traceback (most recent call last):"),
    ],
)
def test_a_wrong_answer_over_http_would_be_seen(
    status: int, headers: dict[str, str], body: bytes
) -> None:
    with pytest.raises(Wrong):
        check_answer(Request("GET", "/", (), None), status, headers, body)


def test_frames_are_as_the_rfc_has_them() -> None:
    """RFC 6455, 5.7: a single-frame masked text message."""
    assert frame(b"Hello", TEXT) == bytes.fromhex("818537fa213d7f9f4d5158")
    assert masking(masking(b"Hello")) == b"Hello"
    assert frame(b"", CLOSE, masked=False, fin=False) == b"\x08\x00"
