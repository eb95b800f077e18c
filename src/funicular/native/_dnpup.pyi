# The compiled twin of dnpup: native/bindings/dnpup.cpp. Cards are their `order`, moves are codes:
# see `dnpup`.

from collections.abc import Sequence
from typing import TypeAlias

from funicular.native.evaluated import KernelJudge, ModelNumbers, Valuation

# Each legal move with its value and the worlds it was tried in; the best one's place; playouts.
Assessment: TypeAlias = tuple[list[tuple[int, float, int]], int, int]

def playouts(deal: bytes, count: int, seed: int) -> tuple[int, list[int]]: ...
def trace(
    deal: bytes, seed: int
) -> tuple[list[list[int]], list[tuple[int, list[int], int]], list[int]]: ...
def legal(position: bytes) -> list[int]: ...
def worlds(view: bytes, count: int, seed: int) -> list[list[list[int]]]: ...
def worths(view: bytes) -> list[float]: ...
def assess(view: bytes, seed: int, playouts: int | None, seconds: float | None) -> Assessment: ...
def evaluate(
    view: bytes,
    seed: int,
    limits: tuple[int | None, int | None, float | None],
    objective: int,
    race: bool,
    only: Sequence[int],
    others: ModelNumbers,
) -> Valuation: ...

judge: KernelJudge
