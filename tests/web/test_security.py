"""Headers, origins, names, secrets and uploads: what strangers try, and what comes of it."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import io
import json
import logging
import os
import random
import re
import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from websockets.exceptions import InvalidStatus

from funicular.cli import main
from funicular.core.errors import FunicularError
from funicular.core.record import record_of
from funicular.games.registry import GAMES, SEATS, make_game
from funicular.lang import Reader
from funicular.live import logs
from funicular.web import static
from funicular.web.guards.security import HEADERS, HEADERS_BY_TYPE, POLICY, SECURE, policy
from funicular.web.network_settings import NetworkSettings
from funicular.web.replays import MOST_DEALS, MOST_MOVES, read_replay
from funicular.web.rules_html import rules_shown
from tests.kit.walks import play_match
from tests.web.live import Answer, Place, live_server, nonce

SOAKING = os.environ.get("FUNICULAR_SOAK") == "1"
EXAMPLES = 20_000 if SOAKING else 200

# Headers.


def ways(place: Place) -> dict[str, Answer]:
    """An answer of every kind, of every route there is."""
    mine = place.open()
    key = {"Authorization": f"Bearer {mine['token']}"}
    table = f"/api/tables/{mine['table']}"
    return {
        "the page": place.ask("/"),
        "a page of the client": place.ask("/t/any"),
        "an icon": place.ask("/favicon.svg"),
        "no file": place.ask("/assets/none.js"),
        "no route": place.ask("/api/none"),
        "games": place.ask("/api/games"),
        "words": place.ask("/api/words/fr"),
        "languages": place.ask("/api/languages"),
        "rules": place.ask("/api/rules/dnpup"),
        "tables": place.ask("/api/tables"),
        "a table": place.ask(table, **key),
        "a table without a key": place.ask(table),
        "a command": place.ask(f"{table}/commands", {"id": "1", "command": {"do": "undo"}}, **key),
        "no command": place.ask(f"{table}/commands", b"?", **key),
        "no replay": place.ask("/api/replays/none"),
        "no record": place.ask("/api/replays", b"{}"),
        "too long": place.ask("/api/tables", b"x" * 100_000),
        "a socket without one": place.ask(f"{table}/socket"),
        "a wrong method": place.ask("/api/games", b"{}"),
        "a lesson": place.ask("/api/lessons/dnpup"),
        "health": place.ask("/healthz"),
        "metrics": place.ask("/metrics"),
        "a stranger's page": place.ask("/", Origin="https://elsewhere.example"),
        "a stranger's name": place.ask("/", Host="elsewhere.example"),
    }


def style_in(answer: Answer) -> str:
    """What a policy calls the style that stands in this page; "" where none does."""
    (style,) = re.findall(rb"<style>(.*?)</style>", answer.body, re.DOTALL) or (b"",)
    digest = base64.b64encode(hashlib.sha256(style).digest()).decode()
    return f"'sha256-{digest}'" if style else ""


def test_every_answer_has_every_header(server: Place) -> None:
    for way, answer in ways(server).items():
        expected = HEADERS | {"Content-Security-Policy": policy(style_in(answer))}
        for name, value in expected.items():
            assert answer.headers.get(name.lower()) == value, (way, name)
        assert not SECURE.keys() & {name.title() for name in answer.headers}, way
        assert not {"server", "x-powered-by", "set-cookie"} & answer.headers.keys(), way
        assert "access-control-allow-origin" not in answer.headers, way


def test_files_of_which_no_page_is_made_have_the_headers_that_they_need(server: Place) -> None:
    files = [file for file in static.FOLDER.rglob("*") if file.is_file()]
    if not files:
        pytest.skip("the page is not built: make play")
    seen = set()
    for file in files:
        answer = server.ask(f"/{file.relative_to(static.FOLDER).as_posix()}")
        kind = answer.headers.get("content-type", "").partition(";")[0]
        seen.add(kind)
        expected = HEADERS_BY_TYPE.get(kind, HEADERS)
        for name in HEADERS:
            assert answer.headers.get(name.lower()) == expected.get(name), (file, name)
    assert seen >= HEADERS_BY_TYPE.keys() | {"image/svg+xml", "text/html"}


def test_scripts_may_do_no_more_than_pages_whoever_runs_them() -> None:
    """A worker obeys the policy of its own script; a drawing opened by itself is a page."""
    parts = {part.split()[0]: part.split()[1:] for part in POLICY.split(";")}
    of_scripts = HEADERS_BY_TYPE["text/javascript"]["Content-Security-Policy"]
    allowed = {part.split()[0]: part.split()[1:] for part in of_scripts.split(";")}
    assert allowed["default-src"] == ["'none'"]
    assert all(set(sources) <= set(parts[kind]) for kind, sources in allowed.items())
    assert "image/svg+xml" not in HEADERS_BY_TYPE
    for headers in HEADERS_BY_TYPE.values():
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Cross-Origin-Resource-Policy"] == "same-origin"


def test_the_policy_lets_in_nothing_inline_and_nothing_from_elsewhere() -> None:
    parts = {part.split()[0]: part.split()[1:] for part in POLICY.split(";")}
    assert parts["default-src"] == ["'none'"]
    assert parts["frame-ancestors"] == parts["base-uri"] == parts["form-action"] == ["'none'"]
    for kind in ("style-src", "connect-src"):
        assert parts[kind] == ["'self'"]
    # WebAssembly may be compiled, text may not.
    assert parts["script-src"] == ["'self'", "'wasm-unsafe-eval'"]
    assert POLICY.count("unsafe") == 1
    assert "*" not in POLICY


def test_a_page_that_was_kept_keeps_a_policy_that_allows_its_style(server: Place) -> None:
    """A browser takes the headers of the answer that nothing has changed for those of the page."""
    page = server.ask("/")
    if page.status == 503:
        pytest.skip("the page is not built: make play")
    again = server.ask("/", **{"If-None-Match": page.headers["etag"]})
    assert (again.status, again.body) == (304, b"")
    assert again.headers["content-security-policy"] == page.headers["content-security-policy"]


def test_over_https_browsers_are_told_to_stay_there(tmp_path: Path) -> None:
    door = NetworkSettings(proxies=(ip_network("127.0.0.1"),))
    with live_server(tmp_path / "tables.db", door=door) as place:
        told = place.ask("/", **{"X-Forwarded-Proto": "https"}).headers
        assert told["strict-transport-security"] == SECURE["Strict-Transport-Security"]
        assert "strict-transport-security" not in place.ask("/").headers


def test_what_is_secret_is_kept_by_nobody_on_the_way(server: Place) -> None:
    mine = server.open()
    key = {"Authorization": f"Bearer {mine['token']}"}
    path = f"/api/tables/{mine['table']}"
    for answer in (server.ask("/api/tables"), server.ask(path, **key), server.ask(path)):
        assert answer.headers["cache-control"] == "no-store"


# Origins and names.


def tried(place: Place, **headers: str) -> int:
    """What a page with these headers gets, and a socket the same."""

    async def knock() -> int:
        try:
            async with place.socket("none", additional_headers=headers):
                return 200
        except InvalidStatus as error:
            return error.response.status_code

    status = place.ask("/api/games", **headers).status
    if "Host" not in headers:
        assert asyncio.run(knock()) == status
    return status


def test_only_our_own_pages_may_speak_to_us(server: Place) -> None:
    ours = f"127.0.0.1:{server.port}"
    assert tried(server) == 200
    assert tried(server, Origin=f"http://{ours}") == 200
    for strange in (
        "https://elsewhere.example",
        "http://127.0.0.1:1",
        "http://127.0.0.1",
        f"file://{ours}",
        "null",
        "",
        "http://[1",
        f"http://{ours}.elsewhere.example",
        f"http://{ours}@elsewhere.example",
    ):
        assert tried(server, Origin=strange) == 403, strange


def test_whoever_forgot_an_origin_is_told_in_the_answer_and_once_in_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr("funicular.web.guards.security.log", lambda event, **_: told.append(event))
    with live_server(tmp_path / "tables.db") as place:
        for _ in range(3):
            named = place.ask("/", Host="cards.example", **{"Accept-Language": "fr"})
            asked = place.ask("/api/games", Origin="https://cards.example")
        # Nobody fills the log with names that they think up.
        for number in range(100):
            place.ask("/", Host=f"{number}.example")
    assert "--origin https://cards.example" in named.body.decode()
    assert "mandataire" in named.body.decode()
    assert "--origin https://cards.example" in asked.body.decode()
    assert told.count("not-our-page") == 1
    assert told.count("not-our-name") == 19


def test_on_this_machine_only_its_own_names_are_answered_to(server: Place) -> None:
    """Otherwise a page could have its own name lead here, and be one of ours (DNS rebinding)."""
    for ours in ("localhost", "LOCALHOST:1", "cards.localhost", "[::1]:80", "192.168.1.2"):
        assert tried(server, Host=ours) == 200, ours
    for strange in ("elsewhere.example", "localhost.elsewhere.example", "127.0.0.1.nip.io", "x:1"):
        assert tried(server, Host=strange) == 403, strange
        assert tried(server, Host=strange, Origin=f"http://{strange}") == 403, strange
        assert server.ask("/healthz", Host=strange).status == 200


def test_names_that_the_server_was_told_are_its_own(tmp_path: Path) -> None:
    door = NetworkSettings(origins=("https://cards.example", "http://cards.example:8080"))
    with live_server(tmp_path / "tables.db", door=door) as place:
        assert tried(place, Origin="https://cards.example") == 200
        assert tried(place, Origin="https://CARDS.example", Host="cards.example") == 200
        assert tried(place, Host="cards.example:8080") == 200
        assert tried(place, Host="localhost") == 200
        assert tried(place, Origin="http://cards.example") == 403
        assert tried(place, Origin="https://other.example") == 403
        assert tried(place, Host="other.example") == 403


# What people write.

MARKUP = '"><img src=x onerror=alert(1)>'


def test_markup_is_text_and_comes_as_nothing_else(server: Place) -> None:
    async def main() -> None:
        opened = server.open(name=MARKUP[:24], open=True)
        async with server.guest(opened) as me:
            await me.do("say", text=MARKUP)
            await me.until(lambda guest: bool(guest.said))
            assert me.said[-1]["text"] == MARKUP
            listed = server.ask("/api/tables")
            assert MARKUP[:24] in [each["host"] for each in listed.json]
            assert listed.headers["content-type"] == "application/json"

    asyncio.run(main())


def test_names_that_hide_something_are_refused_and_lines_are_cleaned(server: Place) -> None:
    async def main() -> None:
        async with server.guest(server.open()) as me:
            for name in ("\u202eéoZ", "Zo\u200bé", "\x1b[31m", "\u3164"):
                refused = await me.do("rename", name=name)
                assert refused["code"] == "malformed", ascii(name)
            await me.do("say", text="a\u202eb\x1b[2J\u2067c")
            await me.until(lambda guest: bool(guest.said))
            assert me.said[-1]["text"] == "ab[2Jc"
            refused = await me.do("say", text="\u200b\u202e")
            assert refused["code"] == "malformed"

    asyncio.run(main())


def test_our_own_html_escapes_what_it_did_not_write(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Reader, "say", lambda *_, **__: MARKUP)
    page = bytes(static._not_built(Reader("en")).body).decode()
    assert "<img" not in page
    rules = f"# x\n\n{MARKUP}\n\n`option`\n"
    monkeypatch.setattr("funicular.web.rules_html.rules_page", lambda *_: rules)
    monkeypatch.setattr("funicular.web.rules_html.form_words", lambda *_: {"option": MARKUP})
    # Not to be remembered as the page of the game.
    shown = rules_shown.__wrapped__("dnpup", "en").html
    assert "<em>" in shown
    assert "<img" not in shown


# Secrets.


def test_a_secret_in_an_address_lets_nobody_in(server: Place) -> None:
    mine = server.open()
    for name in ("token", "invite", "key", "authorization"):
        path = f"/api/tables/{mine['table']}?{name}={mine['token']}"
        assert server.ask(path).status == 403


def test_tokens_are_long_and_the_log_has_none_of_them(tmp_path: Path) -> None:
    data = tmp_path / "tables.db"
    with live_server(data) as place:
        opened = [place.open() for _ in range(20)]
        sat = [asyncio.run(_sit(place, each)) for each in opened]
    tokens = [each["token"] for each in opened] + sat
    assert len(set(tokens)) == 40
    # 128 bits, in hex or better.
    assert min(map(len, tokens)) >= 32
    with sqlite3.connect(data) as kept:
        written = "\n".join(kept.iterdump())
    assert not [token for token in tokens if token in written]


async def _sit(place: Place, opened: dict[str, Any]) -> str:
    async with place.guest(opened, invite=opened["invite"]) as other:
        done = await other.do("sit", name="Ada", nonce=nonce())
        return str(done["token"])


@pytest.mark.parametrize("how", ["stand", "clear"])
def test_a_seat_that_is_given_up_or_away_takes_its_token_with_it(server: Place, how: str) -> None:
    async def main() -> None:
        opened = server.open()
        token = await _sit(server, opened)
        path = f"/api/tables/{opened['table']}"
        assert server.ask(path, Authorization=f"Bearer {token}").json["table"]["you"] == 1
        if how == "stand":
            async with server.guest(opened, token=token) as ada:
                assert (await ada.do("stand"))["type"] == "done"
        else:
            async with server.guest(opened) as host:
                assert (await host.do("clear", seat=1))["type"] == "done"
        assert server.ask(path, Authorization=f"Bearer {token}").status == 403

    asyncio.run(main())


@pytest.fixture(params=["text", "json"])
def everything_logged(request: pytest.FixtureRequest) -> Iterator[io.StringIO]:
    """The server's log as it would be written, with every line that there is."""
    before = [(each, each.handlers, each.level, each.propagate) for each in _loggers()]
    logs.log_to_stderr(request.param)
    written = io.StringIO()
    (handler,) = logs.LOGGER.handlers
    assert isinstance(handler, logging.StreamHandler)
    handler.setStream(written)
    logs.LOGGER.setLevel(logging.DEBUG)
    yield written
    for logger, handlers, level, propagate in before:
        logger.handlers, logger.propagate = handlers, propagate
        logger.setLevel(level)


def _loggers() -> list[logging.Logger]:
    return [logs.LOGGER, logging.getLogger("uvicorn")]


def test_no_secret_is_in_the_log(everything_logged: io.StringIO, tmp_path: Path) -> None:
    """A whole match, and everything else that one can do, wrong things too."""
    secrets: set[str] = set()
    data = tmp_path / "tables.db"

    async def main(place: Place) -> None:
        mine = nonce()
        opened = place.open("ascenseur-52", name="Zoé-Anne", nonce=mine, options={"schedule": [3]})
        secrets.update((opened["token"], opened["invite"], mine))
        theirs = await _sit(place, opened)
        secrets.add(theirs)
        async with place.guest(opened) as me, place.guest(opened, token=theirs) as other:
            again = nonce()
            secrets.add(again)
            await me.do("start", nonce=again)
            # One plays both seats in turn: the two hear of each other's moves.
            await _finish(me, other)
            assert me.deal is not None
            secrets.update(f"play {card}" for card in me.deal["sight"]["dealt"])
            await me.do("say", text="what was said here")
            secrets.add("what was said here")
            await me.socket.send('{"type":"hello","token":"0123wrong"}')
            await me.hear("refused")
            replay = me.table["result"]["replay"]
        for token in (theirs, opened["invite"], "0123wrong"):
            place.ask(f"/api/tables/{opened['table']}?x={token}", Authorization=f"Bearer {token}")
        record = place.ask(f"/api/replays/{replay}/record").json
        secrets.update(
            (record["proof"]["seed"], "0123wrong", *filter(None, record["proof"]["nonces"]))
        )
        assert place.ask("/api/replays", record).status == 201

    with live_server(data) as place:
        asyncio.run(main(place))
    written = everything_logged.getvalue()
    assert {"table-opened", "entered", "left"} <= {word.strip('",') for word in _words(written)}
    assert len(secrets) > 8
    assert not [secret for secret in secrets if secret in written]


def _words(text: str) -> list[str]:
    return text.replace(":", " ").replace(",", " ").split()


async def _finish(*guests: Any) -> None:  # noqa: ANN401 - guests
    """Play the match to its end, whoever's turn it is."""

    async def one(guest: Any) -> None:  # noqa: ANN401 - a guest
        await guest.play_on(lambda me: me.phase == "over")

    async with asyncio.TaskGroup() as together:
        for guest in guests:
            together.create_task(one(guest))


def test_nobody_can_begin_a_line_of_the_log() -> None:
    record = logging.LogRecord("funicular", logging.INFO, "", 0, "event", (), None)
    record.about = {"table": "a\nb\x1b[31m\u2028c"}
    line = logs.TextLines().format(record)
    assert line.endswith(r"table=a\nb\x1b[31m\u2028c")
    assert len(line.splitlines()) == 1
    assert "\n" not in logs.JsonLines().format(record)


# Numbers, depths and records from anywhere.


def test_numbers_of_any_length_are_answered(server: Place) -> None:
    opened = server.open()
    key = {"Authorization": f"Bearer {opened['token']}"}
    for long in ("9" * 30, "9" * 6000, "٣", "-1", "1e9", "0x1"):
        digits = long if long.isascii() else "%D9%A3"
        table = f"/api/tables/{opened['table']}"
        assert server.ask(f"{table}?seen={digits}", **key).status == 200
        assert server.ask(f"/api/replays/{opened['table']}-{digits}").status == 404
        assert server.ask(f"/api/replays/{opened['table']}-1/deals/{digits}").status == 404


def some_record(name: str, seed: int = 1) -> dict[str, Any]:
    """A match of this game, played at random."""
    rng = random.Random(seed)
    game = make_game(name, SEATS[name][0], {})
    match = play_match(game.match(), rng, 200)
    written: dict[str, Any] = json.loads(
        record_of(match, [f"Name {seat}" for seat in range(game.seats)]).to_json()
    )
    return written


RECORDS = {name: some_record(name) for name in GAMES}
HUGE = 10**18
WRONG = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-HUGE, HUGE),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=50),
    st.lists(st.integers(-HUGE, HUGE), max_size=5),
    st.dictionaries(st.text(max_size=5), st.integers(), max_size=3),
    st.sampled_from(["0 play AS", "0 flip", "9 pass", "0 lay 1-1 x1", "AS", "1/5", "0-0", "♠"]),
    st.recursive(st.integers(), lambda inner: st.lists(inner, max_size=2), max_leaves=50),
)


@st.composite
def spoilt(draw: st.DrawFn) -> bytes:
    """A record in which a few things are something else, gone or doubled."""
    record = json.loads(json.dumps(RECORDS[draw(st.sampled_from(GAMES))]))
    for _ in range(draw(st.integers(1, 3))):
        here: Any = record
        while True:
            keys = list(here) if isinstance(here, dict) else list(range(len(here)))
            if not keys:
                break
            key = draw(st.sampled_from(keys))
            if isinstance(here[key], dict | list) and draw(st.integers(0, 3)):
                here = here[key]
                continue
            match draw(st.sampled_from(["another", "none", "twice"])):
                case "another":
                    here[key] = draw(WRONG)
                case "none":
                    del here[key]
                case "twice" if isinstance(here, list):
                    here.insert(key, here[key])
            break
    return json.dumps(record).encode()


@settings(max_examples=EXAMPLES)
@given(spoilt() | st.binary(max_size=500))
def test_a_spoilt_record_is_refused_in_words_or_is_none_the_worse(text: bytes) -> None:
    refused: FunicularError | None = None
    try:
        replay = read_replay(text)
    except FunicularError as error:
        refused = error
    if refused is not None:
        assert refused.say(Reader("en"))
        assert refused.say(Reader("fr"))
    else:
        # What was not refused can be played again.
        assert read_replay(replay.record.to_json().encode()).record == replay.record


def bombs() -> dict[str, bytes]:
    """Records that ask for far more than they should."""
    record = RECORDS["dnpup"]
    deal = record["deals"][0]
    plain = json.dumps(record).encode()
    deep = b"[" * 100_000
    return {
        "deep": deep,
        "deep inside": plain.replace(b'"options": {', b'"options": {"x":' + deep, 1),
        "a number of a million digits": plain.replace(
            b'"seats": ', b'"seats": ' + b"9" * 1_000_000
        ),
        "many seats": json.dumps(record | {"seats": HUGE}).encode(),
        "many deals": json.dumps(record | {"deals": [deal] * (MOST_DEALS + 1)}).encode(),
        "many moves": json.dumps(
            record | {"deals": [deal | {"moves": ["0 flip"] * (MOST_MOVES + 1)}]}
        ).encode(),
        "a long move": json.dumps(
            record | {"deals": [deal | {"moves": ["0 play " + "1/5 " * 400_000]}]}
        ).encode(),
        "a long schedule": json.dumps(
            RECORDS["ascenseur-52"] | {"options": {"schedule": [1] * 500_000}}
        ).encode(),
        "a late end": json.dumps(record | {"ending": {"target": HUGE, "deals": HUGE}}).encode(),
        "half a character": plain.replace(b'"Name 0"', b'"\\ud800"'),
        "no text": plain.replace(b'"Name 0"', b'"\xff\xfe"'),
        "a name from right to left": plain.replace(b'"Name 0"', b'"\\u202eeman"'),
        "a name of no width": plain.replace(b'"Name 0"', b'"\\u200b"'),
    }


@pytest.mark.parametrize("bomb", bombs())
def test_a_record_that_asks_for_too_much_is_refused(server: Place, bomb: str) -> None:
    answer = server.ask("/api/replays", bombs()[bomb])
    assert answer.status == 400, answer.body
    # What was sent is not sent back.
    assert len(answer.body) < 10_000
    assert answer.json["text"]


def test_a_record_that_is_too_long_is_refused_before_it_is_read(server: Place) -> None:
    with suppress(ConnectionError):
        assert server.ask("/api/replays", b"[" * (3 << 20)).status == 413


def test_words_of_others_do_not_speak_to_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--lang", "en", "join", "\x1b[31mred\u202e\x07"]) != 0
    complaint = capsys.readouterr().err
    assert "red" in complaint
    assert not {"\x1b", "\u202e", "\x07"} & set(complaint)
