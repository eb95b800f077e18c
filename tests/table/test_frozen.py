"""A table frozen and thawed is the same table, and nothing but our own values comes of bytes."""

from __future__ import annotations

import random

import msgspec
import pytest

from funicular.games.auf_ab.events import Passed
from funicular.games.auf_ab.state import State
from funicular.table import commands as ask
from funicular.table.render import show_deal, show_table
from funicular.table.snapshot import CannotThaw, freeze, thaw
from tests.table.sitting import HOST, AtTable

GAMES = [("ascenseur-52", 4), ("ascenseur-32", 3), ("auf-ab", 3), ("dnpup", 5)]


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_at_any_moment_it_is_the_same_table(game: str, seats: int) -> None:
    rng = random.Random(4)
    at = AtTable(game, seats)
    zoe = at.sit("Zoé", HOST)
    at.do(HOST, ask.Start())
    for _ in range(2):
        at.finish_deal(rng)
        if at.phase == "scored":
            at.do(zoe, ask.Ready())
        for moment in range(6):
            if moment and at.phase == "playing":
                at.move(at.table.to_act[0], rng)
            again = thaw(freeze(at.table), at.table.game)
            assert again == at.table
            assert show_table(again, at.presence, zoe, "fr") == show_table(
                at.table, at.presence, zoe, "fr"
            )
            assert show_deal(again, 0, "en") == show_deal(at.table, 0, "en")


def test_options_that_are_lists_come_back() -> None:
    at = AtTable("ascenseur-52", 3, options={"schedule": [1, 2]})
    again = thaw(freeze(at.table), at.table.game)
    assert again == at.table
    assert again.opened.options == {"schedule": [1, 2]}


def test_a_long_deal_that_nobody_has_looked_at_is_no_deeper_than_another() -> None:
    """While nobody looks, what happened is a pair in a pair for every event."""
    at = AtTable("auf-ab", 4)
    at.sit("Zoé", HOST)
    at.do(HOST, ask.Start())
    deal = at.table.match.states[-1]
    assert isinstance(deal, State)
    for _ in range(2_000):
        deal = msgspec.structs.replace(deal, chain=(deal.chain, Passed(0)))
    match = msgspec.structs.replace(at.table.match, states=(deal,))
    table = msgspec.structs.replace(at.table, match=match)
    again = thaw(freeze(table), table.game)
    assert again == table
    assert len(again.match.states[-1].history) == 2_000


def test_it_goes_on_from_there_as_from_the_log() -> None:
    at = AtTable("dnpup", 4)
    at.sit("Zoé", HOST)
    at.do(HOST, ask.Start())
    before = thaw(freeze(at.table), at.table.game)
    at.finish_deal()
    other = AtTable("dnpup", 4)
    other.table, other.presence = before, at.presence
    other.finish_deal()
    assert other.table == at.table


def pieces(classes: list[str], *made: tuple[int, object]) -> bytes:
    return msgspec.msgpack.encode({"classes": classes, "pieces": made})


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"no bytes of a table",
        pieces([], (0, 1)),
        pieces(["os:system"], (0, "true"), (2, [0, 0])),
        pieces(["funicular.table.snapshot:freeze"], (2, [0])),
        pieces(["funicular.table.nowhere:Table"], (2, [0])),
        pieces(["funicular.table.table:Table"], (2, [0])),
        pieces([], (1, [7])),
        pieces([]),
    ],
)
def test_other_bytes_are_refused(body: bytes) -> None:
    with pytest.raises(CannotThaw):
        thaw(body, AtTable().table.game)
