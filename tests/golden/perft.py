"""Perft: how many sequences of so many moves a deal allows. A wrong legal move changes them."""

from funicular.core.game import State
from tests.golden.deals import Head

# The last count is made from at most so many positions: less than a second in Python.
MOST = 10_000


def perft(state: State, depth: int) -> int:
    """The number of sequences of `depth` legal moves; shorter ones that end the deal count too."""
    if depth == 0 or not state.to_act:
        return 1
    steps = [(seat, move) for seat in state.to_act for move in state.legal_moves(seat)]
    if depth == 1:
        return len(steps)
    return sum(perft(state.play(seat, move), depth - 1) for seat, move in steps)


def perft_text(head: Head) -> str:
    """The golden file: its deal, and a count a depth for as deep as is quick."""
    state = head.start()
    lines = head.lines()
    depth, count = 0, 1
    while count <= MOST and depth < 10:
        depth += 1
        count = perft(state, depth)
        lines.append(f"perft {depth}: {count}")
    return "\n".join([*lines, ""])
