# The compiled twin of Ascenseur: native/bindings/ascenseur.cpp.

from typing import TypeAlias

PLAY: int
SEALED: int

class Rules:
    def __init__(
        self,
        seats: int,
        deck: int,
        simultaneous: bool,
        hook: bool,
        bonus: int,
        trick_points: int,
        penalty: int,
        missed_scores_tricks: bool,
    ) -> None: ...

class Table:
    def __init__(
        self, cards: int, dealer: int, upcard: int, history: list[tuple[int, int]]
    ) -> None: ...

# The index of the move chosen, the playouts spent, and for each legal move its code, its mean
# value and in how many worlds it was tried.
Assessment: TypeAlias = tuple[int, int, list[tuple[int, float, int]]]

def playouts(rules: Rules, cards: int, turned: bool, number: int, seed: int) -> list[int]: ...
def trace(
    rules: Rules,
    dealer: int,
    cards: int,
    turned: bool,
    seed: int,
) -> tuple[list[int], int, list[tuple[int, list[int], int]], list[int]]: ...
def legal(rules: Rules, dealt: list[int], table: Table) -> list[int]: ...
def worlds(
    rules: Rules, seat: int, dealt: int, table: Table, number: int, seed: int
) -> list[tuple[list[int], list[int]]]: ...
def worlds_checksum(
    rules: Rules, seat: int, dealt: int, table: Table, number: int, seed: int
) -> int: ...
def judge(rules: Rules, seat: int, dealt: int, table: Table) -> int: ...
def assess(
    rules: Rules,
    seat: int,
    dealt: int,
    table: Table,
    seed: int,
    playouts: int | None,
    seconds: float | None,
) -> Assessment: ...
def assess_at_random(
    rules: Rules,
    seat: int,
    dealt: int,
    table: Table,
    seed: int,
    playouts: int | None,
    seconds: float | None,
) -> Assessment: ...
def assess_knowing(
    rules: Rules,
    seat: int,
    dealt: list[int],
    table: Table,
    seed: int,
    playouts: int | None,
    seconds: float | None,
) -> Assessment: ...
def solve(rules: Rules, dealt: list[int], table: Table) -> list[int]: ...
