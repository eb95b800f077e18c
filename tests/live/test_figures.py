"""The figures of admission are those that the documentation shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from funicular.live.admission import figures
from funicular.live.admission.holdings import Most
from funicular.live.admission.rates import OF_RESERVED, RESERVED, WIDER, Rate

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "limits.md").read_text(encoding="utf-8")
PROTOCOL = " ".join((DOCS / "protocol.md").read_text(encoding="utf-8").split())
PERIODS = ((1, "a second"), (figures.HOUR, "an hour"), (figures.DAY, "a day"))


def amount(number: float, kind: str) -> str:
    """A number as a person writes it."""
    if kind.startswith(("bytes", "unsent")):
        for size, unit in ((figures.MB, "MB"), (figures.KB, "KB"), (1, "B")):
            if number >= size:
                return f"{round(number / size):,} {unit}"
    return f"{round(number):,}"


def steadily(rate: Rate, kind: str) -> str:
    """How much comes back in a time that makes it a whole number."""
    for seconds, words in PERIODS:
        number = rate.each_second * seconds
        if number > 0.999 and abs(number - round(number)) < 1e-6:
            return f"{amount(number, kind)} {words}"
        if seconds == 1 and abs(1 / number - round(1 / number)) < 1e-6 and number >= 0.1:
            return f"one in {round(1 / number)} seconds"
    raise AssertionError(rate)


def together(rate: Rate, kind: str) -> str:
    return f"{amount(rate.burst, kind)}, {steadily(rate, kind)}"


def rows() -> list[tuple[str, ...]]:
    """The table as it should be."""
    found: list[tuple[str, ...]] = []
    for owner, rates, shared in (
        ("address", figures.OF_ADDRESS, figures.OF_ALL_ADDRESSES),
        ("connection", figures.OF_CONNECTION, {}),
        ("seat", figures.OF_SEAT, {}),
        ("table", {kind: each.rate for kind, each in figures.OF_TABLE.items()}, {}),
        ("table", figures.TABLE_FRAMES, {}),
    ):
        for kind, rate in rates.items():
            every = together(shared[kind].rate, kind) if kind in shared else ""
            found.append((owner, kind, amount(rate.burst, kind), steadily(rate, kind), every))
    held: dict[str, Most] = {
        "sockets-open": figures.SOCKETS_OPEN,
        "unsent-bytes": figures.UNSENT_BYTES,
    }
    for kind, most in held.items():
        found.append(("address", kind, amount(most.each, kind), "", amount(most.all, kind)))
    return found


def test_the_page_shows_every_rate_and_no_other() -> None:
    shown = [tuple(cell.strip("`") for cell in row[:5]) for row in table_after("How much")]
    assert sorted(shown) == sorted(rows())


def test_the_page_says_what_wider_networks_and_newcomers_have() -> None:
    assert (WIDER, RESERVED, OF_RESERVED) == (2, 1 / 4, 1 / 100)
    text = " ".join(PAGE.split())
    assert "A /56 may do twice as much as an address, a /48 four times." in text
    assert "the last quarter" in text
    assert "a hundredth of it" in text


@pytest.mark.parametrize(
    "said",
    [
        "faster than {messages.each_second:.0f} a second",
        "more than {frames.burst:,} frames at once and {frames.each_second} a second",
        "{control.burst} pings, pongs and other control frames at once and {control.each_second}",
        "or {fragments.burst} fragments",
        "sends {hello.burst} frames without a hello",
    ],
)
def test_the_protocol_tells_the_limits_of_a_client(said: str) -> None:
    of_connection = figures.OF_CONNECTION
    told = said.format(
        messages=of_connection["messages"],
        frames=of_connection["frames"],
        control=of_connection["control-frames"],
        fragments=of_connection["fragments"],
        hello=of_connection["frames-before-hello"],
    )
    assert told in PROTOCOL


def table_after(heading: str) -> list[tuple[str, ...]]:
    """The rows of the first table after this heading, without its head."""
    lines = PAGE.partition(f"\n## {heading}\n")[2].partition("\n## ")[0].splitlines()
    rows = [line for line in lines if line.startswith("|")]
    return [tuple(cell.strip() for cell in row.strip("|").split("|")) for row in rows[2:]]


def queue_rows() -> list[tuple[str, ...]]:
    """The table of queues, a row each, as it should be."""
    return [
        (
            f"`{each.name}`",
            each.what,
            "processors + 1" if each is figures.BOTS else str(each.at_once),
            f"{each.most:,}",
            f"{each.most_each:,}",
            f"{each.seconds:,.0f}",
            str(each.again),
        )
        for each in figures.QUEUES
    ]


def test_the_table_of_queues_is_the_one_in_use() -> None:
    assert table_after("Work in threads") == queue_rows()


def test_the_text_below_it_has_the_same_figures() -> None:
    text = " ".join(PAGE.partition("\n## Work in threads\n")[2].split())
    for sentence in (
        f"is left {figures.UNATTENDED_AFTER_SECONDS:g} seconds after",
        f"after {figures.PAUSED_AFTER_SECONDS:g} seconds its bots stop",
        f"add up to more than {figures.MOST_SQUARES:,}",
        f"for longer than {figures.HURRIED_AFTER_SECONDS:g} second thinks",
        f"for {figures.HURRIED_MILLISECONDS} milliseconds only",
        f"within {figures.BOTS.seconds:g} seconds",
    ):
        assert sentence in text, sentence
