"""A disk that is full, read-only, broken or slow: new moves are refused in plain words, nothing is
lost, and the server goes on by itself once it can.
"""

from __future__ import annotations

import asyncio
import errno
import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import monotonic, sleep

import pytest

from funicular.lang import Reader
from tests.kit.serving import PATIENCE, Message
from tests.system.faults.judge import check_numbers, in_the_log, in_the_snapshot, table_of
from tests.system.faults.matches import play_match
from tests.system.faults.reading import check_file
from tests.system.faults.serving import Server, Start
from tests.system.faults.shims import Faults, needs_linux
from tests.system.faults.small_disk import SmallDisk

pytestmark = needs_linux
SOAKING = os.environ.get("FUNICULAR_SOAK") == "1"
ROUNDS = 20 if SOAKING else 3
# More tables than any disk of ours has room for before it notices that it is full.
MANY = 2000


class Table:
    """A table with its host, by HTTP; it remembers what was acknowledged."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self.opened = server.open(start=True)
        self.done: list[str] = []
        self._asked = 0

    def do(self, *, lang: str = "en", again: str | None = None, **command: object) -> Message:
        """Do something under a new id, or one that was refused before."""
        self._asked += 1
        name = again or f"c{self._asked}"
        status, answer = self._server.ask(
            f"/api/tables/{self.opened['table']}/commands?lang={lang}",
            {"type": "do", "id": name, "command": command},
            **{"Authorization": f"Bearer {self.opened['token']}", "Accept-Language": lang},
        )
        assert (status == 200) == (answer["type"] == "done"), answer
        if answer.get("code") == "too-fast":
            sleep(answer["wait"])
            return self.do(lang=lang, again=name, **command)
        if answer["type"] == "done":
            self.done.append(name)
        return answer

    def rename(self, *, lang: str = "en", again: str | None = None) -> Message:
        """Do what a seat may do often, and be another each time."""
        return self.do(lang=lang, again=again, do="rename", name=f"Ada {self._asked}")

    def fill(self) -> None:
        """Open tables until no more can be written."""
        for _ in range(MANY):
            try:
                self._server.open()
            except AssertionError:
                return
        raise AssertionError

    def say(self, text: str, *, lang: str = "en", again: str | None = None) -> Message:
        return self.do(lang=lang, again=again, do="say", text=text)

    @property
    def shown(self) -> Message:
        return self._server.snapshot(self.opened["table"], self.opened["token"])

    def check(self) -> None:
        """All that was acknowledged is there, once, in order, and nothing that was refused."""
        deadline = monotonic() + PATIENCE
        while True:
            rows = self._server.rows(self.opened["table"])
            check_numbers(rows)
            assert [row.command for row in rows if row.command is not None] == self.done
            logged = in_the_log(table_of(rows), self.opened["token"])
            shown = in_the_snapshot(self.shown)
            # Between the two looks a bot may have moved; what is wrong stays wrong.
            if shown == logged or monotonic() > deadline:
                break
        assert shown == logged


def refuse_and_recover(
    server: Server,
    spoil: Callable[[], object],
    mend: Callable[[], object],
    *,
    code: tuple[str, ...] = ("busy",),
    rounds: int = ROUNDS,
) -> None:
    """Round after round: it works, it is refused, it works again."""
    table = Table(server)
    for _ in range(rounds):
        assert table.rename()["type"] == "done"
        server.until_ready(200)
        spoil()
        refused = first_refusal(table)
        assert refused["code"] in code
        assert refused["text"] == Reader("en").say(f"serve.{refused['code']}")
        in_french = table.rename(lang="fr", again=refused["id"])
        assert in_french["code"] in code
        assert in_french["text"] == Reader("fr").say(f"serve.{in_french['code']}")
        server.until_ready(503)
        # What there was can still be seen.
        assert table.shown["table"]["phase"] == "playing"
        mend()
        wait_until_done(table, refused["id"])
        server.until_ready(200)
        table.check()
    deal = table.shown["deal"]
    if deal["legal"]:
        move = {"do": "move", "move": deal["legal"][0], "turn": deal["turn"]}
        assert table.do(**move)["type"] == "done"
    server.stop()
    server.start()
    table.check()


def first_refusal(table: Table) -> Message:
    """Write until it is refused: a full disk may have room in a file that is there already."""
    for _ in range(MANY):
        table.fill()
        answer = table.rename()
        if answer["type"] == "refused":
            return answer
    raise AssertionError


def wait_until_done(table: Table, wish: str) -> None:
    """Ask again until it is done: the store may need a moment to come back."""
    deadline = monotonic() + PATIENCE
    while table.rename(again=wish)["type"] != "done":
        assert monotonic() < deadline


def test_a_full_disk(tmp_path: Path) -> None:
    try:
        small = SmallDisk(4)
    except PermissionError:
        pytest.skip("nobody may mount here, not even in a namespace; the shim's disk is full, too")
    with small as disk:
        start = Start(str(disk.inside / "tables.db"), before=disk.before, apart=True)
        with Server(start, tmp_path) as server:
            refuse_and_recover(server, disk.fill, disk.empty, rounds=ROUNDS - 1)


@pytest.fixture
def server(tmp_path: Path, faults: Faults) -> Iterator[Server]:
    """A server whose disk and clock can be spoiled."""
    data = str(tmp_path / "data" / "tables.db")
    with Server(Start(data, environment=faults.environment), tmp_path) as server:
        yield server
        faults.mend()
    check_file(data)


@pytest.mark.parametrize(
    "error", [errno.EROFS, errno.EIO, errno.ENOSPC], ids=["read-only", "broken", "full"]
)
def test_a_disk_that_takes_nothing(server: Server, faults: Faults, error: int) -> None:
    refuse_and_recover(server, lambda: faults.set(write_error=error), faults.mend)


def test_a_disk_that_does_not_say_whether_it_has_it(server: Server, faults: Faults) -> None:
    """Whoever asks again, under the same id, learns it."""
    refuse_and_recover(
        server, lambda: faults.set(sync_error=errno.EIO), faults.mend, code=("unsure",)
    )


def test_a_slow_disk_only_costs_time(server: Server, faults: Faults) -> None:
    faults.set(sync_delay=10_000)
    asyncio.run(play_match([server], deals=2))
    assert faults.waited > 20
    assert server.ask("/healthz")[0] == 200


def said(table: Table) -> list[str]:
    """What people have said, without what was told of the seats."""
    return [line["text"] for line in table.shown["said"] if line["notice"] is None]


def wait_for_the_disk(table: Table, faults: Faults) -> None:
    """Say something while the disk takes for ever: nobody hears of it until it is written."""
    before = faults.waited
    faults.set(sync_delay=-1)
    with ThreadPoolExecutor(1) as other:
        try:
            answer = other.submit(table.say, "Is it written yet?")
            deadline = monotonic() + PATIENCE
            while faults.waited == before:
                assert monotonic() < deadline
            assert not answer.done()
            assert said(table) == []
        finally:
            faults.mend()
        assert answer.result()["type"] == "done"
    assert said(table) == ["Is it written yet?"]
    table.check()


def test_nothing_is_told_before_the_disk_has_it(server: Server, faults: Faults) -> None:
    wait_for_the_disk(Table(server), faults)
