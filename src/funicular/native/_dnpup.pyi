# The compiled twin of dnpup: native/bindings/dnpup.cpp. Cards are their `order`, moves are codes:
# see `dnpup`.

from collections.abc import Sequence
from typing import TypeAlias

from funicular.native.evaluated import ModelNumbers, Valuation

# Seats, and the turns after which a deal is void.
DealNumbers: TypeAlias = tuple[int, int]
# Each legal move with its value and the worlds it was tried in; the best one's place; playouts.
Assessment: TypeAlias = tuple[list[tuple[int, float, int]], int, int]

# A view, or a whole state, on the other side.
class Seen: ...

def seen(
    *,
    seats: int,
    turn_cap: int,
    starter: int,
    turn: int,
    turns: int,
    out: Sequence[int],
    melds: Sequence[Sequence[int]],
    known: Sequence[Sequence[int]],
    secret: Sequence[Sequence[int]],
    counts: Sequence[int],
    discarded: Sequence[int],
    seat: int,
    dealt: Sequence[Sequence[int]],
    history: Sequence[int],
) -> Seen: ...
def playouts(deal: DealNumbers, count: int, seed: int) -> tuple[int, list[int]]: ...
def trace(
    deal: DealNumbers, seed: int
) -> tuple[list[list[int]], list[tuple[int, list[int], int]], list[int]]: ...
def legal(position: Seen) -> list[int]: ...
def worlds(view: Seen, count: int, seed: int) -> list[list[list[int]]]: ...
def worths(seen: Seen) -> list[float]: ...
def assess(view: Seen, seed: int, playouts: int | None, seconds: float | None) -> Assessment: ...
def evaluate(
    view: Seen,
    seed: int,
    limits: tuple[int | None, int | None, float | None],
    objective: int,
    race: bool,
    only: Sequence[int],
    others: ModelNumbers,
) -> Valuation: ...
