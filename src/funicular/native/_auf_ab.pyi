# The compiled twin of Auf & Ab: native/bindings/auf_ab.cpp. Moves are codes: see `auf_ab`.

from collections.abc import Sequence
from typing import TypeAlias

from funicular.native.evaluated import ModelNumbers, Valuation
from funicular.native.numbers.auf_ab import StateNumbers, ViewNumbers

# Each legal move with its value and the worlds it was tried in; the best one's place; playouts.
Assessment: TypeAlias = tuple[list[tuple[int, float, int]], int, int]

def load_weights(weights: bytes) -> None: ...
def legal(position: StateNumbers) -> list[int]: ...
def playouts(deal: int, count: int, seed: int) -> tuple[int, list[int]]: ...
def trace(
    deal: int, seed: int
) -> tuple[list[int], list[tuple[int, list[int], int]], list[int]]: ...
def worlds(view: ViewNumbers, count: int, seed: int) -> list[list[int]]: ...
def assess(
    view: ViewNumbers, seed: int, playouts: int | None, seconds: float | None
) -> Assessment: ...
def evaluate(
    view: ViewNumbers,
    seed: int,
    limits: tuple[int | None, int | None, float | None],
    objective: int,
    race: bool,
    only: Sequence[int],
    others: ModelNumbers,
) -> Valuation: ...
def assess_knowing(state: StateNumbers) -> Assessment: ...
def casual(view: ViewNumbers) -> int: ...
