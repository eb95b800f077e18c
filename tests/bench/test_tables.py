"""The people of the load measurement play by the rules, and every move of theirs is counted."""

import asyncio

import pytest

from bench import places
from bench.line import Line
from bench.load import spread_of
from bench.people import SEATS
from bench.tables import seated

TABLES = 2


def test_people_play_without_a_refusal_and_all_moves_are_acknowledged() -> None:
    async def main() -> None:
        with places.file() as place:
            async with seated(place, TABLES) as sitting:
                assert sitting.seats == TABLES * SEATS
                window = await sitting.steady(rate=40, seconds=1.0)
                assert window.moves > 0
                assert sitting.crowd.notes.moves
                assert (window.refused, window.lost) == (0, 0)
                assert window.seen == ()
                fast = await sitting.flat_out(0.5)
                assert fast.moves > 0
                assert (fast.refused, fast.lost) == (0, 0)
                assert sitting.memory()["servers"] > 0

    asyncio.run(main())


@pytest.mark.parametrize("step", [1, 2, 3, 1000])
def test_messages_are_whole_however_they_come(step: int) -> None:
    texts = [b"", b"short", b"x" * 200, b"y" * 70_000]
    heads = [b"\x81\x00", b"\x81\x05", b"\x81\x7e\x00\xc8", b"\x81\x7f" + (70_000).to_bytes(8)]
    answer = b"HTTP/1.1 101 Switching Protocols\r\n\r\n"
    stream = answer + b"".join(head + text for head, text in zip(heads, texts, strict=True))
    heard: list[bytes | None] = []

    async def main() -> None:
        line = Line("http://127.0.0.1:1/", heard.append)
        for start in range(0, len(stream), step):
            line.data_received(stream[start : start + step])

    asyncio.run(main())
    assert heard == texts


def test_the_spread_is_told_beside_the_median() -> None:
    assert spread_of([3.0, 1.0, 2.0]) == "2 (1–3)"
    assert spread_of([1.0, 1.2, 0.9]) == "1"
