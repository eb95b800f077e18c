# The compiled module, in types. Cards are their `order`, moves are codes: see `dnpup`.

from collections.abc import Sequence

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
def playouts(seats: int, turn_cap: int, count: int, seed: int) -> tuple[int, int, list[int]]: ...
def trace(
    seats: int, turn_cap: int, seed: int
) -> tuple[list[list[int]], list[tuple[int, list[int], int]], list[int], bool]: ...
def legal(seen: Seen) -> list[int]: ...
def worlds(seen: Seen, count: int, seed: int) -> list[list[list[int]]]: ...
def worths(seen: Seen) -> list[float]: ...
def assess(
    seen: Seen, seed: int, playouts: int | None, seconds: float | None
) -> tuple[list[tuple[int, float, int]], int, int]: ...
