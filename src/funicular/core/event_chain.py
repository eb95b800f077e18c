"""The public events of a deal as a chain, last first: adding one costs the same however long it is.

`play` adds what everybody saw. A move that is still secret, such as a sealed bid, is in no event,
so the chain may be in every view.

While nobody looks, the chain is pairs: all before, and the event. A state that is asked for a view
puts an `EventChain` there, which remembers what has been read of it; a later one reads from there.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, TypeAlias, TypeVar

from msgspec import Struct

from funicular.core.game import Move, TableEvent, Turn

# The events of one game, and its moves, which some events tell.
E = TypeVar("E", bound=TableEvent)
M = TypeVar("M", bound=Move)


class _Read(Struct, Generic[E], frozen=True):
    """All events, and the turns of the first `counted` of them."""

    events: tuple[E, ...]
    turns: tuple[Turn, ...] = ()
    counted: int = 0


class EventChain(Generic[E, M]):
    """The events since the deal, as a value: equal if the same has happened."""

    __slots__ = ("_pairs", "_read")

    def __init__(self, pairs: Pairs[E, M] | None, read: _Read[E] | None = None) -> None:
        self._pairs = pairs
        self._read = read

    @classmethod
    def of(cls, events: Iterable[E] = ()) -> EventChain[E, M]:
        """The chain of these events."""
        return cls(None, _Read(tuple(events)))

    @property
    def events(self) -> tuple[E, ...]:
        """Every event, first to last."""
        read = self._read
        return (self._all() if read is None else read).events

    @property
    def turns(self) -> tuple[tuple[int, M], ...]:
        """Every (seat, move), as far as everybody knows it."""
        read = self._all()
        if read.counted < len(read.events):
            # Only what came from elsewhere as events, with what was played since.
            turns = (*read.turns, *_turns_in(read.events[read.counted :]))
            read = self._read = _Read(read.events, turns, len(read.events))
        return read.turns  # type: ignore[return-value]  # the moves of this game

    def _all(self) -> _Read[E]:
        new: list[E] = []
        at: Pairs[E, M] = self
        while True:
            if isinstance(at, tuple):
                at, event = at
                new.append(event)
                continue
            # In this order: another thread that takes the pairs away has left what it read.
            before, read = at._pairs, at._read  # noqa: SLF001 - others of this class
            if read is not None:
                break
            assert before is not None  # noqa: S101 - for the type checker: one of them is there
            at = before
        if at is not self:
            new.reverse()
            turns, counted, events = read.turns, read.counted, (*read.events, *new)
            if counted == len(read.events):
                turns, counted = (*turns, *_turns_in(new)), len(events)
            read = self._read = _Read(events, turns, counted)
            # So that of a long deal not all is kept that was ever read.
            self._pairs = None
        return read

    def __eq__(self, other: object) -> bool:
        """Whether the same has happened, be it read or not."""
        if isinstance(other, tuple):
            return self.events == EventChain(other).events
        if isinstance(other, EventChain):
            return self is other or self.events == other.events
        return NotImplemented

    def __hash__(self) -> int:
        """As its events."""
        return hash(self.events)

    def __reduce__(self) -> tuple[object, tuple[tuple[E, ...]]]:
        """Copy and pickle as the events: pairs would be as deep as the deal is long."""
        return EventChain.of, (self.events,)

    def __repr__(self) -> str:
        """How much has happened."""
        return f"<{len(self.events)} events>"


def _turns_in(events: Iterable[TableEvent]) -> list[Turn]:
    return [turn for event in events if (turn := event.turn) is not None]


# What a state holds.
Pairs: TypeAlias = EventChain[E, M] | tuple["Pairs[E, M]", E]


def last_event(chain: Pairs[E, M]) -> E | None:
    """What happened last; None if nothing has."""
    if isinstance(chain, tuple):
        return chain[1]
    return chain.events[-1] if chain.events else None
