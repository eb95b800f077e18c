"""Whoever asks too much is told to wait, in words and for how long; nobody else notices."""

from __future__ import annotations

import asyncio
import json
import logging
import threading
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager, suppress
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from funicular.lang import Reader
from funicular.live.admission import rates
from funicular.live.admission.figures import OF_ADDRESS, OF_ALL_ADDRESSES
from funicular.live.admission.holdings import Most
from funicular.live.admission.rates import Bucket, Rate, SharedRate
from funicular.live.refusals import TooFast
from funicular.web.guards import cut_connections as cuts
from funicular.web.guards import limits
from funicular.web.guards.addresses import Caller, Callers
from funicular.web.guards.limits import Limits
from funicular.web.network_settings import (
    BadNetworkSettings,
    NetworkSettings,
    read_origins,
    read_proxies,
)
from tests.web.live import PATIENCE, Answer, Place, live_server, nonce

# So that nothing comes back while a test runs.
SLOWLY = 1 / 1000
PEOPLE = 30
LIMITED = NetworkSettings(limit_loopback=True)
BEHIND_A_PROXY = NetworkSettings(proxies=(ip_network("127.0.0.1"),))


@contextmanager
def strict(
    data: Path, monkeypatch: pytest.MonkeyPatch, door: NetworkSettings = LIMITED, **few: int
) -> Iterator[Place]:
    """A server that lets everybody do so few of these."""
    for kind, burst in few.items():
        monkeypatch.setitem(OF_ADDRESS, kind, Rate(burst, SLOWLY))
    with live_server(data / "tables.db", door=door) as place:
        yield place


def opened(place: Place, lang: str = "en", **headers: str) -> Answer:
    wish = {"game": "dnpup", "seats": 3, "name": "Zoé", "lang": lang, "nonce": nonce()}
    return place.ask("/api/tables", wish, **headers)


def asked_to_wait(answer: Answer) -> bool:
    """Whether it is refused for now; if so, with all that belongs to that."""
    if answer.status != 429:
        return False
    assert answer.json["code"] == "too-fast"
    assert answer.json["wait"] == int(answer.headers["retry-after"]) > 0
    assert answer.headers["cache-control"] == "no-store"
    return True


# The bucket and the book of all buckets.


class Clock:
    """The time of day, as it is said to be."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(rates, "monotonic", clock)
    return clock


def test_a_bucket_gives_a_burst_and_then_says_how_long_to_wait(clock: Clock) -> None:
    ours = Bucket(Rate(3, 0.5))
    assert [ours.take() for _ in range(4)] == [0, 0, 0, 2.0]
    clock.now += 1
    assert ours.take() == 1.0
    clock.now += 1
    assert ours.take() == 0
    clock.now += 1000
    assert [ours.take() for _ in range(4)] == [0, 0, 0, 2.0]


def test_what_costs_more_than_a_bucket_holds_takes_a_full_one(clock: Clock) -> None:
    ours = Bucket(Rate(10, 1))
    assert ours.take(1000) == 0
    assert ours.take(1000) == 10.0
    clock.now += 10
    assert ours.take(1000) == 0


def test_what_is_remembered_of_addresses_is_bounded(clock: Clock) -> None:
    few = Limits(most_remembered=100)
    neighbour = Caller("192.0.2.1")
    for _ in range(60):
        few.take(neighbour, "guesses")
    for number in range(1000):
        few.take(Caller(f"10.0.{number // 250}.{number % 250}"), "guesses")
        # Whoever is heard of is not forgotten, however many others there are.
        with pytest.raises(TooFast):
            few.take(neighbour, "guesses")
    assert len(few) == 100
    clock.now += 2
    few.take(neighbour, "guesses")


def opened_by(ours: Limits, *networks: str) -> int:
    """How many tables these addresses open, one after the other, until each is refused."""
    found = 0
    for network in networks:
        with suppress(TooFast):
            while True:
                ours.take(Caller(network), "tables")
                found += 1
    return found


def test_who_is_over_their_own_limit_uses_up_nobody_elses(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(OF_ALL_ADDRESSES, "tables", SharedRate(Rate(400, SLOWLY)))
    ours = Limits()
    assert [opened_by(ours, "192.0.2.1") for _ in range(3)] == [60, 0, 0]
    assert opened_by(ours, *(f"192.0.2.{number}" for number in range(2, 6))) == 240
    # Three quarters are gone; of the last, each gets a hundredth.
    assert [opened_by(ours, f"198.51.100.{number}") for number in range(100)] == [1] * 100
    with pytest.raises(TooFast) as error:
        ours.take(Caller("192.0.2.200"), "tables")
    assert error.value.wait is not None
    assert error.value.wait > 1000
    assert clock.now == 100


def test_a_site_with_65536_networks_is_one_site_and_not_as_many_strangers(clock: Clock) -> None:
    """A /56 may do twice what an address may, a /48 four times, however it is spread."""
    ours = Limits()
    one = [f"2001:db8:1:{number:x}::/64" for number in range(256)]
    assert opened_by(ours, *one) == 2 * 60
    rest = [f"2001:db8:1:{number:x}::/64" for number in range(256, 65_536, 64)]
    assert opened_by(ours, *one, *rest) == 2 * 60
    assert clock.now == 100


def test_a_sweep_through_sites_leaves_room_for_newcomers(clock: Clock) -> None:
    """36 sites of 65,536 networks try without end; honest addresses come for the first time."""
    ours = Limits()
    swept = [
        f"2001:db8:{site:x}:{network:x}::/64" for site in range(36) for network in range(0, 512, 32)
    ]
    for hour in range(3):
        opened_by(ours, *swept)
        # People come one by one, each while the attackers take what they can get.
        for number in range(50):
            opened_by(ours, *swept[::16])
            assert opened_by(ours, f"198.51.{hour}.{number}") >= 1
            clock.now += 72


def test_a_school_behind_one_address_does_not_notice(clock: Clock) -> None:
    """Thirty people with three tabs each: pages, sockets, tables and profiles, all in a minute."""
    ours = Limits()
    school = Caller("192.0.2.1")
    for _ in range(30):
        ours.take(school, "profiles")
        for kind, times in (("tables", 1), ("guesses", 1)):
            for _ in range(times):
                ours.take(school, kind)  # type: ignore[arg-type]  # two of the kinds
        for _ in range(3):
            for _ in range(30):
                ours.take(school, "requests")
            ours.open_socket(school)
        clock.now += 2


# Addresses.


def found(
    peer: str,
    door: NetworkSettings | None = None,
    header: tuple[str, str] | None = None,
    scheme: str = "http",
    path: str = "/",
) -> tuple[str, bool, bool]:
    named = [] if header is None else [(header[0].encode(), header[1].encode())]
    scope = {"type": "http", "scheme": scheme, "client": (peer, 1), "headers": named, "path": path}
    caller = Callers(door or NetworkSettings()).find(scope)
    return caller.address, caller.exempt, caller.secure


@pytest.mark.parametrize(
    ("peer", "address"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", "unknown"),
        ("a pipe", "unknown"),
    ],
)
def test_an_address_is_counted_by_its_network(peer: str, address: str) -> None:
    assert found(peer) == (address, False, False)


def test_this_machine_is_not_limited_until_somebody_may_stand_behind_it() -> None:
    assert found("127.0.0.1")[1]
    assert found("::1")[1]
    assert not found("127.0.0.1", LIMITED)[1]
    assert not found("127.0.0.1", BEHIND_A_PROXY)[1]
    for name in ("x-forwarded-for", "forwarded", "x-real-ip", "via"):
        seen = found("127.0.0.1", header=(name, "192.0.2.9"))
        assert seen == ("127.0.0.1", False, False)


PROXIES = NetworkSettings(proxies=read_proxies("10.0.0.0/8, 127.0.0.1,2001:db8:99::/48"))


@pytest.mark.parametrize(
    ("peer", "said", "address"),
    [
        # Nobody is believed who was not named.
        ("192.0.2.7", "198.51.100.1", "192.0.2.7"),
        ("10.1.2.3", "198.51.100.1", "198.51.100.1"),
        # What stands left of the visitor is the visitor's own invention.
        ("10.1.2.3", "1.1.1.1, 198.51.100.1", "198.51.100.1"),
        ("10.1.2.3", "1.1.1.1, 198.51.100.1, 127.0.0.1, 10.9.9.9", "198.51.100.1"),
        ("10.1.2.3", "10.9.9.9", "10.9.9.9"),
        ("10.1.2.3", "", "10.1.2.3"),
        ("10.1.2.3", "198.51.100.1, rubbish", "10.1.2.3"),
        ("10.1.2.3", "198.51.100.1:4711", "198.51.100.1"),
        ("10.1.2.3", "[2001:db8::5]:4711", "2001:db8::/64"),
        ("2001:db8:99::1", "2001:db8::5", "2001:db8::/64"),
    ],
)
def test_a_proxy_that_was_named_is_believed_and_no_other(
    peer: str, said: str, address: str
) -> None:
    assert found(peer, PROXIES, ("x-forwarded-for", said))[:2] == (address, False)


def test_a_proxy_may_ask_by_itself_whether_the_server_lives_and_nothing_else() -> None:
    assert found("10.1.2.3", PROXIES, path="/healthz") == ("10.1.2.3", True, False)
    visitor = ("x-forwarded-for", "198.51.100.1")
    assert found("10.1.2.3", PROXIES, visitor, path="/healthz")[:2] == ("198.51.100.1", False)
    assert not found("10.1.2.3", PROXIES, path="/readyz")[1]
    assert not found("192.0.2.7", PROXIES, path="/healthz")[1]


def test_https_is_known_from_the_socket_or_from_a_proxy_that_was_named() -> None:
    said = ("x-forwarded-proto", "https")
    assert found("192.0.2.7", scheme="https")[2]
    assert found("10.1.2.3", PROXIES, said)[2]
    assert not found("192.0.2.7", PROXIES, said)[2]
    assert not found("127.0.0.1", None, said)[2]


def test_what_is_said_about_the_door_is_read_strictly() -> None:
    assert read_origins("https://Cards.example, http://cards.example:8080/") == (
        "https://cards.example",
        "http://cards.example:8080",
    )
    assert read_origins(None) == read_proxies(None) == ()
    for wrong in (
        "cards.example",
        "ftp://a",
        "https://",
        "https://a/b",
        "https://a:x",
        "http://[1",
    ):
        with pytest.raises(BadNetworkSettings):
            read_origins(wrong)
    for wrong in ("proxy", "10.0.0.0/40", "10.0.0.1;10.0.0.2"):
        with pytest.raises(BadNetworkSettings):
            read_proxies(wrong)


# A real server.


def test_tables_opened_from_one_address_have_a_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with strict(tmp_path, monkeypatch, tables=2) as place:
        assert [opened(place).status for _ in range(3)] == [201, 201, 429]
        refused = opened(place, "fr")
        assert asked_to_wait(refused)
        assert "Réessayez dans" in refused.json["text"]
        # What is not opened because it cannot be does not count, and reading goes on.
        assert place.ask("/api/tables").status == 200
        # Whatever opens a table counts.
        what_if = {"replay": "a-1", "deal": 1, "ply": 0, "seat": 0, "name": "Ana", "lang": "en"}
        assert asked_to_wait(place.ask("/api/what-if", what_if))


def test_behind_a_proxy_each_visitor_has_a_limit_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with strict(tmp_path, monkeypatch, BEHIND_A_PROXY, tables=1) as place:
        visits = ["192.0.2.1", "192.0.2.1", "192.0.2.2", "1.1.1.1, 192.0.2.1", "2001:db8::1"]
        answers = [opened(place, **{"X-Forwarded-For": each}) for each in visits]
        assert [each.status for each in answers] == [201, 429, 201, 429, 201]


def test_a_sweep_through_networks_takes_nothing_from_a_newcomer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twelve sites of 65,536 networks each open what they can; then others come."""
    monkeypatch.setitem(OF_ADDRESS, "tables", Rate(3, SLOWLY))
    monkeypatch.setitem(OF_ALL_ADDRESSES, "tables", SharedRate(Rate(80, SLOWLY)))
    with strict(tmp_path, monkeypatch, BEHIND_A_PROXY) as place:
        for site in range(12):
            for network in range(0, 65_536, 4096):
                visit = {"X-Forwarded-For": f"2001:db8:{site:x}:{network:x}::1"}
                assert opened(place, **visit).status in (201, 429)
        for number in range(5):
            assert opened(place, **{"X-Forwarded-For": f"198.51.100.{number}"}).status == 201


def test_thirty_people_with_three_tabs_behind_one_address_are_all_served(tmp_path: Path) -> None:
    """All at once, while another address asks without a pause."""
    there, everybody = 0, asyncio.Event()
    school, storm = {"X-Forwarded-For": "192.0.2.1"}, {"X-Forwarded-For": "203.0.113.1"}

    async def tabs(place: Place) -> None:
        nonlocal there
        mine = (await asyncio.to_thread(opened, place, **school)).json
        key = {"Authorization": f"Bearer {mine['token']}"}
        hello = {"type": "hello", "protocol": 1, "lang": "en", "token": mine["token"]}
        async with AsyncExitStack() as all_of_them, asyncio.timeout(PATIENCE):
            for _ in range(3):
                for path in ("/api/games", "/api/languages", "/api/rules/dnpup"):
                    assert (await asyncio.to_thread(place.ask, path, **school)).status == 200
                tab = place.socket(mine["table"], additional_headers=school)
                socket = await all_of_them.enter_async_context(tab)
                await socket.send(json.dumps(hello))
                assert json.loads(await socket.recv())["type"] == "welcome"
            path = f"/api/tables/{mine['table']}"
            assert (await asyncio.to_thread(place.ask, path, **school, **key)).status == 200
            # Nobody leaves before all have come.
            there += 1
            if there == PEOPLE:
                everybody.set()
            await everybody.wait()

    async def evening(place: Place) -> None:
        await asyncio.gather(*(tabs(place) for _ in range(PEOPLE)))

    with live_server(tmp_path / "tables.db", door=BEHIND_A_PROXY) as place:
        over = threading.Event()

        def attack() -> None:
            while not over.is_set():
                assert place.ask("/api/languages", **storm).status in (200, 429)

        attacking = threading.Thread(target=attack)
        attacking.start()
        try:
            asyncio.run(evening(place))
        finally:
            over.set()
            attacking.join(PATIENCE)


async def greet(place: Place, table: str, **hello: str) -> tuple[dict[str, Any], int | None]:
    async with place.socket(table) as socket:
        await socket.send(json.dumps({"type": "hello", "protocol": 1, "lang": "en"} | hello))
        said: dict[str, Any] = json.loads(await socket.recv())
        if said["type"] == "refused":
            await socket.wait_closed()
        return said, socket.close_code


def test_wrong_secrets_have_a_limit_and_the_right_one_is_let_in_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with strict(tmp_path, monkeypatch, guesses=4) as place:
        mine = opened(place).json
        path = f"/api/tables/{mine['table']}"
        key = {"Authorization": f"Bearer {mine['token']}"}
        wrong = {"Authorization": "Bearer wrong"}
        assert place.ask(path, **wrong).status == 403
        assert place.ask("/api/tables/nowhere", **key).status == 404
        assert place.ask("/api/replays/nothing").status == 404
        refused, code = asyncio.run(greet(place, mine["table"], token="0" * 32))
        assert (refused["code"], code) == ("no-entry", 4003)
        # From now on every wrong one has to wait, and sounds the same whatever is wrong with it.
        assert asked_to_wait(place.ask(path, **wrong))
        assert asked_to_wait(place.ask("/api/tables/nowhere", **key))
        assert asked_to_wait(place.ask("/api/replays/nothing"))
        refused, code = asyncio.run(greet(place, mine["table"], token="0" * 32))
        assert (refused["code"], code) == ("too-fast", 4029)
        assert refused["wait"] > 0
        refused, code = asyncio.run(greet(place, "nowhere", token=mine["token"]))
        assert (refused["code"], code) == ("too-fast", 4029)
        assert place.ask(path, **key).status == 200
        assert asyncio.run(greet(place, mine["table"], token=mine["token"]))[0]["type"] == "welcome"


def test_a_right_secret_is_let_in_after_a_hundred_wrong_ones(tmp_path: Path) -> None:
    with live_server(tmp_path / "tables.db", door=LIMITED) as place:
        mine = place.open()
        path = f"/api/tables/{mine['table']}"
        wrong = [place.ask(path, Authorization="Bearer wrong").status for _ in range(100)]
        assert wrong[:60] == [403] * 60
        assert wrong[90:] == [429] * 10
        key = {"Authorization": f"Bearer {mine['token']}"}
        assert [place.ask(path, **key).status for _ in range(60)] == [200] * 60


def test_sockets_open_at_once_have_a_limit_and_a_closed_one_makes_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "SOCKETS_OPEN", Most(3, 20_000))

    async def main(place: Place) -> None:
        mine = opened(place).json
        async with AsyncExitStack() as all_of_them:
            for _ in range(2):
                await all_of_them.enter_async_context(place.guest(mine))
            async with place.guest(mine), place.socket(mine["table"]) as fourth:
                refused = json.loads(await fourth.recv())
                await fourth.wait_closed()
                assert (refused["code"], fourth.close_code) == ("too-fast", 4029)
                assert refused["wait"] == limits.SOCKETS_WAIT
            async with asyncio.timeout(PATIENCE):
                while True:
                    # The server hears of the end of the third a moment later.
                    try:
                        async with place.guest(mine) as another:
                            assert another.table["you"] == 0
                            return
                    except (AssertionError, ConnectionClosed, TimeoutError):
                        await asyncio.sleep(0.01)

    with strict(tmp_path, monkeypatch) as place:
        asyncio.run(main(place))


def test_requests_have_a_limit_on_every_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def knock(place: Place) -> None:
        async with place.socket("any"):
            pass

    with strict(tmp_path, monkeypatch, requests=5) as place:
        assert [place.ask("/api/games").status for _ in range(5)] == [200] * 5
        for path in ("/", "/api/games", "/healthz", "/api/nothing", "/assets/none.js"):
            assert asked_to_wait(place.ask(path, **{"Accept-Language": "fr"}))
        with pytest.raises(InvalidStatus) as refused:
            asyncio.run(knock(place))
        assert refused.value.response.status_code == 429
        assert int(refused.value.response.headers["Retry-After"]) > 0


@pytest.mark.parametrize(("records", "size"), [(2, 1000), (9, 30)])
def test_records_brought_have_a_limit_by_number_and_by_size(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, records: int, size: int
) -> None:
    with strict(tmp_path, monkeypatch, records=records, bytes=size) as place:
        # Thirteen bytes.
        answers = [place.ask("/api/replays", b"{'no': 1 rec}") for _ in range(3)]
        assert [each.status for each in answers] == [400, 400, 429]
        assert asked_to_wait(answers[-1])


def test_messages_that_come_too_fast_are_told_when_to_come(server: Place) -> None:
    async def main() -> dict[str, Any]:
        async with server.guest(server.open()) as me:
            for number in range(100):
                await me.send(type="why", id=str(number), move="flip")
            return await me.hear("refused")

    refused = asyncio.run(main())
    assert (refused["code"], refused["wait"]) == ("too-fast", 1)
    assert refused["text"] == "That is too fast. Try again in 1 second."


def test_by_default_this_machine_may_open_as_many_as_it_likes(server: Place) -> None:
    before = len(server.app.services.limits)
    assert {opened(server).status for _ in range(80)} == {201}
    assert len(server.app.services.limits) == before


def test_a_long_wait_is_told_in_minutes() -> None:
    assert TooFast("tables", 3.2).say(Reader("en")).endswith("Try again in 4 seconds.")
    assert TooFast("tables", 90.5).say(Reader("en")).endswith("Try again in 2 minutes.")
    assert TooFast("tables", 3600).say(Reader("fr")).endswith("Réessayez dans 60 minutes.")


def test_the_log_tells_who_is_limited_once_and_not_each_time(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[dict[str, object]] = []
    monkeypatch.setattr(cuts, "log", lambda event, **about: told.append({event: about}))
    monkeypatch.setattr(cuts, "monotonic", clock)
    ours, caller = Limits(), Caller("192.0.2.1")
    for _ in range(2):
        # Some are let through in between, as the bucket fills: it is the same attack.
        for _ in range(100):
            for _ in range(10):
                with suppress(TooFast):
                    ours.take(caller, "guesses")
            clock.now += 2
        clock.now += 1000
    limited = {"level": logging.WARNING, "address": "192.0.2.1", "limit": "guesses"}
    assert told == [{"limited": limited}] * 2


def test_an_address_is_known_with_the_networks_around_it() -> None:
    """The wider networks of IPv6 come first; an IPv4 address stands for itself."""
    inside = Caller("2001:db8:1:203::/64").networks
    assert inside == ("2001:db8:1::/48", "2001:db8:1:200::/56", "2001:db8:1:203::/64")
    assert Caller("192.0.2.7").networks == ("192.0.2.7",)
    assert Caller("unknown").networks == ("unknown",)
