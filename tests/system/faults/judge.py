"""What the log must say of those who played: every command that was answered with `done`, once, in
order, without a gap; and what everybody saw is what the log comes to.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from msgspec import Struct

from funicular.core.wire import to_json
from funicular.live.table_log import read_row
from funicular.store.log import Row
from funicular.table.entries import Moved, Said
from funicular.table.fold import unfold
from funicular.table.presence import Presence
from funicular.table.render import show_deal, show_lines, show_table
from funicular.table.table import Table
from tests.kit.serving import Message
from tests.system.faults.picture import Picture
from tests.system.faults.player import Player

# What is true only just now and stands in no log.
OF_THE_MOMENT = {"watchers"}
OF_THE_MOMENT_IN_A_CHAIR = {"present", "kept", "level"}
# Whoever sits down has no id before, and who is ready already writes nothing more.
SELDOM_WRITTEN = {"ready", "sit"}


class Told(Struct, frozen=True):
    """A picture of a table, without what is of the moment."""

    table: Message
    deal: Message | None
    told: list[Message]
    said: list[Message]

    @property
    def wordless(self) -> Told:
        """The same without sentences: they name who sat there when they were said."""
        events = [{"event": told["event"]} for told in self.told]
        return Told(self.table, self.deal, events, self.said)


def table_of(rows: Sequence[Row]) -> Table:
    """What a log comes to."""
    return unfold(map(read_row, rows))


def in_the_log(table: Table, token: str, lang: str = "en") -> Told:
    """What whoever has this token sees of the table."""
    guest = table.guest_of(token)
    deal = show_deal(table, table.seat_seen_by(guest), lang)
    shown = {} if deal is None else _plain(deal)
    return Told(
        lasting(_plain(show_table(table, Presence(), guest, lang))),
        _without_telling(shown) if shown else None,
        shown.get("told", []),
        [_plain(line) for line in show_lines(table, 0, lang)],
    )


def in_the_picture(picture: Picture) -> Told:
    """What a client knows."""
    deal = None if picture.deal is None else _without_telling(picture.deal)
    return Told(lasting(picture.table), deal, picture.told, picture.said)


def in_the_snapshot(shown: Message) -> Told:
    """What the server says over HTTP to somebody who has seen nothing yet."""
    deal = shown["deal"]
    return Told(
        lasting(shown["table"]),
        None if deal is None else _without_telling(deal),
        [] if deal is None else deal["told"],
        shown["said"],
    )


def lasting(table: Message) -> Message:
    """The table without what is of the moment."""
    chairs = [
        {name: value for name, value in chair.items() if name not in OF_THE_MOMENT_IN_A_CHAIR}
        for chair in table["chairs"]
    ]
    kept = {name: value for name, value in table.items() if name not in OF_THE_MOMENT}
    return kept | {"chairs": chairs}


def check_numbers(rows: Sequence[Row]) -> None:
    """No gap, no command twice, and time never goes back."""
    assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
    asked = Counter((row.guest, row.command) for row in rows if row.command is not None)
    assert all(count == 1 for count in asked.values()), asked
    assert all(one.at <= other.at for one, other in pairwise(rows))


def check_commands(rows: Sequence[Row], player: Player, *, ordered: bool = True) -> int:
    """What this player was told is done was done once, as asked, in order; how many there were."""
    guest = table_of(rows).guest_of(player.secret["token"])
    kept = {row.command: row for row in rows if row.guest == guest and row.command is not None}
    done = {
        name: player.wishes[name]["command"]
        for name, answer in player.answers.items()
        if answer["type"] == "done"
    }
    surely = {name for name, command in done.items() if command["do"] not in SELDOM_WRITTEN}
    perhaps = set(done) | set(player.waiting)
    assert surely <= set(kept) <= perhaps, (surely - set(kept), set(kept) - perhaps)
    for name, row in kept.items():
        _check_entry(read_row(row)[0], player.wishes[name]["command"])
    if ordered:
        assert list(kept) == [name for name in player.wishes if name in kept]
    return len(done)


def _check_entry(entry: object, command: Message) -> None:
    match command["do"]:
        case "move":
            assert isinstance(entry, Moved)
            assert entry.move == command["move"]
        case "say":
            assert isinstance(entry, Said)
            assert entry.text == command["text"]


def check_played(rows: Sequence[Row], players: Iterable[Player], *, ordered: bool = True) -> int:
    """All of it, for everybody who played to the end; how many commands were checked."""
    check_numbers(rows)
    table = table_of(rows)
    checked = 0
    for player in players:
        assert not player.waiting
        checked += check_commands(rows, player, ordered=ordered)
        assert in_the_picture(player.picture) == in_the_log(table, player.secret["token"])
    return checked


def _without_telling(deal: Message) -> Message:
    return {name: value for name, value in deal.items() if name not in ("told", "before")}


def _plain(value: object) -> Any:  # noqa: ANN401 - JSON
    return json.loads(to_json(value))
