# The compiled twin of Ascenseur: native/bindings/ascenseur.cpp. Moves are codes: see `ascenseur`.

from collections.abc import Sequence
from typing import TypeAlias

from funicular.native.evaluated import KernelJudge, ModelNumbers, Valuation

PLAY: int
SEALED: int

# Each legal move with its value and the worlds it was tried in; the best one's place; playouts.
Assessment: TypeAlias = tuple[list[tuple[int, float, int]], int, int]

def playouts(deal: bytes, count: int, seed: int) -> tuple[int, list[int]]: ...
def trace(
    deal: bytes, seed: int
) -> tuple[tuple[list[int], int], list[tuple[int, list[int], int]], list[int]]: ...
def legal(position: bytes) -> list[int]: ...
def worlds(view: bytes, count: int, seed: int) -> list[tuple[list[int], list[int]]]: ...
def worlds_checksum(view: bytes, count: int, seed: int) -> int: ...
def casual(view: bytes) -> int: ...
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
def assess_at_random(
    view: bytes, seed: int, playouts: int | None, seconds: float | None
) -> Assessment: ...
def assess_knowing(
    state: bytes, seat: int, seed: int, playouts: int | None, seconds: float | None
) -> Assessment: ...
def solve(state: bytes) -> list[int]: ...

judge: KernelJudge
