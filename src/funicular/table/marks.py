"""How much of the deal at hand had been told when: pairs (seq, events told by then), in order.

A client that has seen the log up to `seq` is sent only what came later. When moves are taken back,
what was told of them no longer counts. There is one pair for each count, with the first `seq` that
reached it, and one more for the latest change; so playing and taking back does not add pairs.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right

Marks = tuple[tuple[int, int], ...]


def marked(marks: Marks, seq: int, told: int) -> Marks:
    """The marks after a change of the deal: its `seq`, and how much has been told by then."""
    # The latest change goes if another one told as much before it.
    if len(marks) > 1 and marks[-1][1] == marks[-2][1]:
        marks = marks[:-1]
    # More was told than ever before, nearly always.
    if marks and told <= marks[-1][1]:
        place = bisect_left(marks, told, key=_told)
        # Who has been told more than this has been told moves that were taken back.
        marks = (*marks[:place], (marks[place][0], told))
    return (*marks, (seq, told))


def told_at(marks: Marks, seen: int) -> int:
    """How much a client has been told that has seen the log up to `seen`."""
    # Whoever is connected has seen all, or all but the latest change.
    for seq, told in marks[:-3:-1]:
        if seq <= seen:
            return told
    place = bisect_right(marks, seen, key=_seq)
    return marks[place - 1][1] if place else 0


def _seq(mark: tuple[int, int]) -> int:
    return mark[0]


def _told(mark: tuple[int, int]) -> int:
    return mark[1]
