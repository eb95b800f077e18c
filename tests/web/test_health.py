"""For whoever watches over a server: health, metrics, and what happens when the disk is full."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest

from funicular.live import room
from funicular.live.health import Health
from funicular.live.metrics import Metrics
from funicular.store.log import Row, StoreFailed
from tests.web.live import PATIENCE, Place, nonce


def value(place: Place, name: str) -> float:
    """What Prometheus would read under this name."""
    text = place.app.services.metrics.written()[0].decode()
    (found,) = [line for line in text.splitlines() if line.startswith(f"{name} ")]
    return float(found.rpartition(" ")[2])


def wait_for(place: Place, status: int, problem: str | None) -> None:
    """Wait until `/readyz` says so: it tells what was found last, not what is found now."""
    limit = time.monotonic() + PATIENCE
    while (answer := place.ask("/readyz")).status != status:
        assert time.monotonic() < limit, answer.body
        time.sleep(0.02)
    assert answer.json == {"ok": problem is None, "protocol": 1, "problem": problem}


@contextmanager
def nothing_kept(place: Place, after: int = 0) -> Iterator[None]:
    """As long as the store can write so much and no more.

    tests/system/faults has disks that really are full.
    """
    store = place.app.services.store
    append, room_for = store.append, iter(range(after))

    async def keep(table: str, rows: Sequence[Row], **named: Any) -> None:  # noqa: ANN401 - handed on
        if next(room_for, None) is None:
            await fail()
        await append(table, rows, **named)

    async def fail() -> None:
        raise StoreFailed("store.failed", problem="no room")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store, "append", keep)
        patch.setattr(store, "check", fail)
        yield


def test_health_and_metrics_tell_what_goes_on(impatient: Place) -> None:
    async def main() -> None:
        opened = impatient.open(start=True)
        async with impatient.guest(opened) as me:
            await me.play_on(lambda guest: guest.phase != "playing")
            assert (await me.do("undo"))["code"] == "forbidden"
            assert value(impatient, "funicular_tables") == 1
            assert value(impatient, 'funicular_sockets{state="seated"}') == 1
            assert value(impatient, 'funicular_sockets{state="greeting"}') == 0
            assert value(impatient, "funicular_leases_held") == 1
            assert value(impatient, "funicular_seats_taken") == 1
        async with impatient.guest(opened, back=me):
            assert value(impatient, "funicular_reconnects_total") == 1

    asyncio.run(main())
    for path in ("/healthz", "/readyz"):
        assert impatient.ask(path).json == {"ok": True, "protocol": 1, "problem": None}
    assert value(impatient, 'funicular_moves_total{by="person"}') > 0
    assert value(impatient, 'funicular_moves_total{by="bot"}') > 0
    assert value(impatient, 'funicular_commands_total{outcome="done"}') > 0
    assert value(impatient, 'funicular_commands_total{outcome="forbidden"}') == 1
    assert value(impatient, "funicular_ack_seconds_count") > 0
    assert value(impatient, "funicular_bot_moves_total") > 0
    assert value(impatient, "funicular_log_appends_total") > 0
    assert value(impatient, "funicular_log_batch_appends_count") > 0


def test_when_nothing_can_be_kept_nothing_is_acknowledged(impatient: Place) -> None:
    """And the table goes on once there is room again."""

    async def main() -> None:
        opened = impatient.open("ascenseur-52", start=True, pace="calm")
        async with impatient.guest(opened) as me:
            await me.until(lambda guest: guest.my_turn)
            before = me.seq
            with nothing_kept(impatient):
                refused = await me.move()
                assert (refused["type"], refused["code"]) == ("refused", "busy")
                assert me.seq == before
                await asyncio.to_thread(wait_for, impatient, 503, "store")
                assert impatient.ask("/healthz").status == 200
                new = {"game": "dnpup", "seats": 3, "name": "A", "nonce": "0" * 32, "lang": "en"}
                assert impatient.ask("/api/tables", new).status == 503
            assert (await me.move())["type"] == "done"
            await asyncio.to_thread(wait_for, impatient, 200, None)

    asyncio.run(main())


def test_health_says_in_a_word_what_is_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("funicular.live.health.READY_LAG", 0.05)
    monkeypatch.setattr("funicular.live.health.LIVE_LAG", 0.2)
    monkeypatch.setattr("funicular.live.health.PROBE_SECONDS", 0.01)
    pool = Pool()

    async def main() -> None:
        health = Health(Metrics(), [pool])
        pool.oldest_wait = 60.0
        assert (health.not_alive(), health.not_ready()) == (None, "pools")
        pool.oldest_wait = 0.0
        assert health.not_ready() is None
        # The probe is late, and the loop has not come to it yet.
        time.sleep(0.1)  # noqa: ASYNC251 - to hold up the loop
        assert (health.not_alive(), health.not_ready()) == (None, "loop")
        time.sleep(0.2)  # noqa: ASYNC251 - as above
        assert (health.not_alive(), health.not_ready()) == ("loop", "loop")
        health.stop()
        assert (health.not_alive(), health.not_ready()) == ("stopping", "stopping")

    asyncio.run(main())


def test_the_store_is_left_alone_however_often_somebody_asks(impatient: Place) -> None:
    """`/healthz` never tries it, and `/readyz` tells what was found last."""
    store = impatient.app.services.store
    tried = []

    async def check() -> None:
        tried.append(1)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store, "check", check)
        for _ in range(50):
            assert impatient.ask("/healthz").status == impatient.ask("/readyz").status == 200
    # At most the one that was due by itself.
    assert len(tried) <= 2


class Pool:
    """A pool of workers, as far as health looks at it."""

    name = "replays"
    waiting = 1
    oldest_wait = 0.0


def test_a_bot_whose_move_could_not_be_kept_tries_again(
    impatient: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = threading.Event()
    monkeypatch.setattr(room, "crash", lambda *_, **__: tried.set())

    async def main() -> None:
        opened = impatient.open("ascenseur-52", start=True, pace="quick", seats=4)
        async with impatient.guest(opened) as me:
            await me.until(lambda guest: guest.my_turn)
            with nothing_kept(impatient, after=1):
                # Whoever bids, the next to bid or to lead is another.
                assert (await me.move())["type"] == "done"
                assert await asyncio.to_thread(tried.wait, PATIENCE)
            await me.until(lambda guest: not guest.my_turn)
            await me.play_on(lambda guest: guest.phase != "playing")

    asyncio.run(main())


def test_the_next_deal_that_could_not_be_kept_comes_later(server: Place) -> None:
    """One is ready, the other leaves, and that is when nothing can be written."""

    async def main() -> None:
        opened = server.open("ascenseur-52", seats=3, deals=3)
        async with server.guest(opened) as host:
            invited = server.guest(opened, invite=opened["invite"], token=None)
            async with invited as friend:
                await friend.do("sit", name="Max", nonce=nonce())
                await host.until(lambda me: me.table["chairs"][1]["present"])
                await host.do("start", nonce=nonce())
                await asyncio.gather(
                    host.play_on(lambda me: me.phase == "scored"),
                    friend.play_on(lambda me: me.phase == "scored"),
                )
                await host.do("ready")
                with nothing_kept(server):
                    await friend.socket.close()
                    await host.until(lambda me: not me.table["chairs"][1]["present"])
                    assert host.phase == "scored"
                await host.until(lambda me: me.phase == "playing")

    asyncio.run(main())
