"""Where melds lie: a place in front of each seat, or two with two players (rules D38, D48, D51).

A zone is written as its seat, `2`, or with two players as seat and number, `1.2`. Turns run
through the zones in their order: so two players each have two turns running.
"""

from __future__ import annotations

from typing import ClassVar

from funicular.core.card import WrittenOnce
from funicular.core.errors import BadText
from funicular.lang.phrase import Param, Phrase


class Zone(WrittenOnce):
    """A place for one meld. There is one object a zone, so `==` is `is`."""

    __slots__ = ("index", "number", "seat", "text")

    by_text: ClassVar[dict[str, Zone]] = {}

    def __init__(self, seat: int, number: int | None, index: int) -> None:
        """Make the only object of this zone; `index` is its place in the round."""
        self.seat = seat
        # 1 or 2 with two players; None where a seat has one zone.
        self.number = number
        self.index = index
        self.text = str(seat) if number is None else f"{seat}.{number}"
        self.by_text[self.text] = self

    @classmethod
    def parse(cls, text: str) -> Zone:
        """Read a zone in its one spelling. The inverse of `str`."""
        zone = cls.by_text.get(text)
        if zone is None:
            raise BadText("dnpup.text.zone", text=text)
        return zone

    def phrase(self, key: str, **params: Param) -> Phrase:
        """A sentence about what lies here, with its number where a seat has two zones."""
        if self.number is not None:
            return Phrase.of(f"{key}-zone", seat=self.seat, number=self.number, **params)
        return Phrase.of(key, seat=self.seat, **params)

    def __str__(self) -> str:
        """`2` or `1.2`."""
        return self.text

    def __repr__(self) -> str:
        """`Zone(1.2)`."""
        return f"Zone({self.text})"

    def __reduce__(self) -> tuple[object, tuple[str]]:
        """Copy and unpickle to the one object there is."""
        return Zone.parse, (self.text,)


_PAIRS = tuple(Zone(seat, number, 2 * seat + number - 1) for seat in range(2) for number in (1, 2))
_SINGLES = tuple(Zone(seat, None, seat) for seat in range(5))

# Every zone of the table in the order of the turns, by number of seats.
ZONES = {2: _PAIRS} | {seats: _SINGLES[:seats] for seats in (3, 4, 5)}


def first_zone(seats: int, starter: int) -> Zone:
    """The zone of the first turn: with two players the starter has only zone 2 (D40)."""
    return ZONES[seats][2 * starter + 1 if seats == 2 else starter]


def next_zone(seats: int, zone: Zone) -> Zone:
    """The zone of the turn after this one."""
    return ZONES[seats][(zone.index + 1) % len(ZONES[seats])]
