# The compiled twin of Ascenseur: native/bindings/ascenseur.cpp. Moves are codes: see `ascenseur`.

from collections.abc import Sequence
from typing import TypeAlias

from funicular.native.evaluated import ModelNumbers, Valuation
from funicular.native.numbers.ascenseur import RulesNumbers, StateNumbers, ViewNumbers

PLAY: int
SEALED: int

# The rules, the (first) dealer, the cards dealt to each seat, whether one is turned up.
DealNumbers: TypeAlias = tuple[RulesNumbers, int, int, bool]
# Each legal move with its value and the worlds it was tried in; the best one's place; playouts.
Assessment: TypeAlias = tuple[list[tuple[int, float, int]], int, int]

def playouts(deal: DealNumbers, count: int, seed: int) -> tuple[int, list[int]]: ...
def trace(
    deal: DealNumbers, seed: int
) -> tuple[tuple[list[int], int], list[tuple[int, list[int], int]], list[int]]: ...
def legal(position: StateNumbers) -> list[int]: ...
def worlds(view: ViewNumbers, count: int, seed: int) -> list[tuple[list[int], list[int]]]: ...
def worlds_checksum(view: ViewNumbers, count: int, seed: int) -> int: ...
def casual(view: ViewNumbers) -> int: ...
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
def assess_at_random(
    view: ViewNumbers, seed: int, playouts: int | None, seconds: float | None
) -> Assessment: ...
def assess_knowing(
    state: StateNumbers, seat: int, seed: int, playouts: int | None, seconds: float | None
) -> Assessment: ...
def solve(state: StateNumbers) -> list[int]: ...
