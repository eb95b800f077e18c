"""Whatever is not read belongs to somebody: it is bounded, and who reads does not suffer for it."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from functools import partial
from ipaddress import ip_network
from pathlib import Path

import pytest

from funicular.live.admission.causes import Cause
from funicular.live.admission.holdings import EVERYBODY, Holdings, Most
from funicular.web.guards import unsent
from funicular.web.guards.request_scanner import LONGEST_HEAD, RequestScanner
from funicular.web.guards.unsent import Unsent
from funicular.web.network_settings import NetworkSettings
from tests.kit.serving import Served
from tests.system.fuzz.wire import Closed, Line, frame, line
from tests.web.flooding import NarrowLine, cuts
from tests.web.live import PATIENCE, Place, live_server
from tests.web.test_floods import memory
from tests.web.test_limits import LIMITED
from tests.web.test_replay_costs import flipped

KB, MB = 1 << 10, 1 << 20
# Its positions are some ten megabytes.
LONG = flipped(1100)
READERS = 200
MOST_GROWN = 100 * MB
# What the system takes of what nobody reads.
IN_THE_SYSTEM = 16 * MB
BEHIND_A_PROXY = NetworkSettings(proxies=(ip_network("127.0.0.1"),))


def get(path: str, address: str = "", encoding: str = "identity") -> bytes:
    """A request as a client writes it."""
    said = f"X-Forwarded-For: {address}\r\n" if address else ""
    return (
        f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: {encoding}\r\n{said}\r\n"
    ).encode()


def until(true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.01)


@contextmanager
def slow_readers(port: int, number: int, request: bytes) -> Iterator[None]:
    """Connections that ask, read the head of the answer, and no more.

    Before any of the others is known to be slow, some are refused; later the slowest is cut.
    """
    wires = []
    try:
        for _ in range(number):
            wires.append(NarrowLine(port))
            wires[-1].send(request)
        for wire in wires:
            with suppress(Closed):
                assert int(wire.until(b"\r\n\r\n").split()[1]) in (200, 503)
        yield
    finally:
        for wire in wires:
            wire.socket.close()


def body_of(wire: Line) -> bytes:
    """The body of an answer, whose head may have been read."""
    head = wire.until(b"\r\n\r\n").lower()
    return wire.exactly(int(head.partition(b"content-length: ")[2].partition(b"\r\n")[0]))


def head_of(wire: Line) -> bytes | None:
    """The head of an answer in small letters; None where the connection was cut before."""
    with suppress(Closed):
        return wire.until(b"\r\n\r\n").lower()
    return None


def is_answered(place: Place, path: str, address: str, whole: bytes) -> bool:
    """Whether a client that reads gets this body, or is asked to come again."""
    with line(place.port) as wire:
        wire.send(get(path, address))
        return body_of(wire) == whole


def the_ledger(place: Place) -> Unsent:
    found: Unsent = place.app.services.limits.unsent
    return found


def waiting(place: Place, network: str | None = None) -> int:
    """How many bytes wait, as the server counts them."""

    async def asked() -> int:
        ledger = the_ledger(place)
        return ledger.total if network is None else ledger.of(network)

    return place.inside(asked())


def test_two_hundred_readers_who_do_not_read_cost_little(tmp_path: Path) -> None:
    """Each asks for seven megabytes, four times, and for nothing to be packed."""
    with (
        Served(tmp_path, "--data", str(tmp_path / "tables.db"), "--limit-loopback") as server,
        line(server.port) as wire,
    ):
        head = f"POST /api/replays HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(LONG)}\r\n"
        wire.send(f"{head}\r\n".encode() + LONG)
        path = f"/api/replays/{json.loads(body_of(wire))['id']}/positions"
        wire.send(get(path))
        assert len(body_of(wire)) > 6 * MB
        before = memory(server.pid)
        with slow_readers(server.port, READERS, get(path) * 4):
            assert memory(server.pid) - before < MOST_GROWN


def test_the_slowest_reader_gives_way_and_whoever_reads_is_served(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unsent, "UNSENT_BYTES", Most(2 * MB, 64 * MB))
    monkeypatch.setattr(unsent, "LEAST_SECONDS", 0.05)
    with live_server(tmp_path / "tables.db", door=BEHIND_A_PROXY) as place:
        path = f"/api/replays/{place.ask('/api/replays', LONG).json['id']}/positions"
        whole = place.ask(path).body
        with slow_readers(place.port, 30, get(path, "192.0.2.1")):
            assert waiting(place, "192.0.2.1") <= 2 * MB
            # Somebody else, and somebody at the same address.
            for address in ("198.51.100.1", "192.0.2.1"):
                # Refused until one of the others is known to be slow.
                until(partial(is_answered, place, path, address, whole))
            assert waiting(place, "192.0.2.1") <= 2 * MB
            assert cuts(place.app, "unsent") > 0
        until(lambda: waiting(place) == 0)


def test_as_long_as_nobody_is_known_to_be_slow_who_comes_later_is_told_when_to_come_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unsent, "LEAST_SECONDS", 3600.0)
    monkeypatch.setattr(unsent, "UNSENT_BYTES", Most(2 * MB, 64 * MB))
    with live_server(tmp_path / "tables.db", door=BEHIND_A_PROXY) as place:
        path = f"/api/replays/{place.ask('/api/replays', LONG).json['id']}/positions"
        wires = [NarrowLine(place.port) for _ in range(60)]
        for wire in wires:
            wire.send(get(path, "192.0.2.1"))
        heads = [head for wire in wires if (head := head_of(wire)) is not None]
        refused = [head for head in heads if head.split()[1] == b"503"]
        for wire in wires:
            wire.socket.close()
        assert {head.split()[1] for head in heads} == {b"200", b"503"}
        assert all(b"\r\nretry-after: 2\r\n" in head for head in refused)


def test_a_site_with_many_networks_has_four_times_what_an_address_has() -> None:
    ours = Holdings(Most(10, 10_000))
    site = [
        ("2001:db8:1::/48", f"2001:db8:1:{number >> 8:x}00::/56", f"2001:db8:1:{number:x}::/64")
        for number in range(0, 65_536, 100)
    ]
    for path in site * 3:
        if ours.full(path, 1) is None:
            ours.add(path)
    assert ours.total == 4 * 10


def test_the_last_quarter_of_all_is_for_newcomers() -> None:
    ours = Holdings(Most(1000, 4000))
    for number in range(4):
        while ours.full((number,), 1) is None:
            ours.add((number,))
    assert [ours.of(number) for number in range(4)] == [1000, 1000, 1000, 10]
    assert ours.full((0,), 1) == 0
    assert ours.full((3,), 1) == EVERYBODY
    assert all(ours.full((number,), 10) is None for number in range(4, 100))
    ours.add((0,), -1000)
    assert ours.full((3,), 900) is None


def test_what_is_asked_ahead_begins_when_the_answer_before_has_been_read(tmp_path: Path) -> None:
    with live_server(tmp_path / "tables.db", door=LIMITED) as place:
        path = f"/api/replays/{place.ask('/api/replays', LONG).json['id']}/positions"

        def answered() -> float:
            labels = {"route": "/api/languages", "status": "200"}
            registry = place.app.services.metrics.registry
            return registry.get_sample_value("funicular_http_requests_total", labels) or 0

        wire = NarrowLine(place.port)
        with closing(wire.socket):
            wire.send(get(path) + get("/api/languages") * 5)
            head = wire.until(b"\r\n\r\n")
            languages = [place.ask("/api/languages").body for _ in range(2)]
            # An answer is counted once it has been sent.
            until(lambda: answered() >= 2)
            assert answered() == 2
            # From now on it reads.
            wire.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4 * MB)
            wire.exactly(int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0]))
            assert [body_of(wire) for _ in range(5)] == languages[:1] * 5
            until(lambda: answered() == 7)


def test_a_body_ends_where_its_head_says_and_the_next_request_begins(tmp_path: Path) -> None:
    """Empty lines in a body are part of it."""
    body = b'{"no":\n\n\r\n\r\n"table"}' * 500
    post = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n"
    with live_server(tmp_path / "tables.db") as place, line(place.port) as wire:
        languages = place.ask("/api/languages").body
        wire.send((post % len(body) + body + get("/api/languages")) * 3)
        for _ in range(3):
            assert json.loads(body_of(wire))["code"] == "malformed"
            assert body_of(wire) == languages


def test_after_a_body_in_chunks_the_connection_ends(tmp_path: Path) -> None:
    """Only the parser knows where it ends, and more may be behind it."""
    head = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    with live_server(tmp_path / "tables.db") as place, line(place.port) as wire:
        wire.send(head + b"2\r\n{}\r\n0\r\n\r\n" + get("/api/languages") * 10)
        assert json.loads(body_of(wire))["code"] == "malformed"
        with pytest.raises(Closed):
            wire.exactly(1)


def test_a_head_behind_a_request_that_takes_long_is_not_read_without_end(tmp_path: Path) -> None:
    with live_server(tmp_path / "tables.db", door=LIMITED) as place:
        path = f"/api/replays/{place.ask('/api/replays', flipped(20)).json['id']}"
        free = threading.Event()
        pool = place.app.services.rooms.pools.replays

        async def hold() -> None:
            # The one turn that the network of the request may have.
            await pool.run(Cause(("127.0.0.1",)), free.wait)

        holding = threading.Thread(target=lambda: place.inside(hold()))
        holding.start()
        try:
            with line(place.port) as wire:
                ahead = b"GET /api/games HTTP/1.1\r\nX-Long: " + b"x" * LONGEST_HEAD
                wire.send(get(path) + ahead)
                wire.socket.settimeout(0.5)
                sent = 0
                with suppress(TimeoutError):
                    while sent < IN_THE_SYSTEM:
                        sent += wire.socket.send(b"x" * LONGEST_HEAD)
                assert sent < IN_THE_SYSTEM
                # What was taken belongs to somebody.
                assert 4 * KB < waiting(place, "127.0.0.1") < MB
        finally:
            free.set()
            holding.join(PATIENCE)


@pytest.mark.parametrize("step", [1, 2, 3, 7, 4096])
def test_requests_are_found_in_whatever_pieces_they_come(step: int) -> None:
    requests = [(b"GET / HTTP/1.1\r\nA: b\r\n\r\n", b""), (b"POST /\nA: b\n\n", b"x\n\ny\r\n\r\n")]
    stream = b"".join(head + body for head, body in requests * 3)
    scanner, heads, at = RequestScanner(), 0, 0
    while at < len(stream):
        size, ends = scanner.scan(stream[at : at + step])
        assert 0 < size <= step
        at += size
        if ends:
            before = b"".join(head + body for head, body in (requests * 3)[:heads])
            head, body = (requests * 3)[heads]
            assert at == len(before) + len(head)
            scanner.body = len(body)
            heads += 1
    assert heads == 6


def test_what_waits_for_a_slow_socket_counts_for_its_address(tmp_path: Path) -> None:
    with live_server(tmp_path / "tables.db", door=BEHIND_A_PROXY) as place:
        opened = place.open(start=True)
        wire = NarrowLine(place.port)
        said = "X-Forwarded-For: 192.0.2.7\r\n"
        wire.upgrade(f"/api/tables/{opened['table']}/socket", said)
        hello = {"type": "hello", "protocol": 1, "lang": "en", "token": opened["token"]}
        wire.send(frame(json.dumps(hello).encode()))
        assert wire.message()["type"] == "welcome"
        key = {"Authorization": f"Bearer {opened['token']}"}
        for number in range(100):
            wish = {"id": f"{number}", "command": {"do": "rename", "name": f"A{number}"}}
            assert place.ask(f"/api/tables/{opened['table']}/commands", wish, **key).status == 200
        assert waiting(place, "192.0.2.7") > 4 * KB
        wire.tear()
        until(lambda: waiting(place) == 0)
