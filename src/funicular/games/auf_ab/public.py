"""What lies open in a deal of Auf & Ab: everything that everybody knows.

It is told by the public record alone: who holds the lowest double, which shows when that seat is
asked to lead, and what was laid and passed since. Cards set aside are never in it (A8), and which
double is the lowest is in it only once it has been led.
"""

from __future__ import annotations

from msgspec import Struct, field

from funicular.core.event_chain import EventChain
from funicular.core.game_base import turn_in_line
from funicular.games.auf_ab.cards import Card, Direction
from funicular.games.auf_ab.events import Event
from funicular.games.auf_ab.moves import AufAbMove
from funicular.games.auf_ab.tricks import Trick, changes_in


class Public(Struct, frozen=True):
    """Everything that everybody knows."""

    to_act: tuple[int, ...]
    direction: Direction
    leader: int
    # The melds of the trick under way, each with its seat; () between tricks.
    trick: Trick
    # Who has passed in this trick, in the order they did.
    passed: tuple[int, ...]
    # How many cards each seat still holds.
    left: tuple[int, ...]
    # Who holds the lowest double dealt, and that double once it has been led.
    opener: int
    opening: Card | None
    # Every card laid since the deal, sorted.
    seen: tuple[Card, ...]
    chain: EventChain[Event, AufAbMove] = field(name="events")

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything since the deal."""
        return self.chain.events

    @property
    def history(self) -> tuple[tuple[int, AufAbMove], ...]:
        """Every (seat, move) since the deal: there is no secret one."""
        return self.chain.turns

    def line(self) -> str:
        """The trick under way, who has passed, and how many cards are left."""
        trick = ", ".join(f"{seat}: {meld}" for seat, meld in self.trick) or "-"
        passed = " ".join(map(str, self.passed)) or "-"
        return (
            f"{self.direction}; trick {trick}; passed {passed}; "
            f"left {' '.join(map(str, self.left))}; {turn_in_line(self.to_act)}"
        )

    @property
    def changes(self) -> tuple[Card, ...]:
        """The change cards in the trick under way: an odd number turns the next one."""
        return changes_in(self.trick)
