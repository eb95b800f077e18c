"""One deal told in full: who may act, what they may do, what they do, what everybody sees.

The moves are chosen by a checksum of their place, so that the story needs no random generator.
"""

import zlib

from funicular.core.game import Move, State
from funicular.core.wire import to_json
from funicular.lang import Reader
from tests.golden.deals import Head


def playthrough_text(head: Head) -> str:
    """The golden file of this deal."""
    state = head.start()
    lines = [*head.lines(), "# The deal", *_new_events(head, state, None), ""]
    number = 0
    while state.to_act:
        number += 1
        lines.append(f"# Move {number}")
        lines.append(f"to_act: {_seats(state.to_act)}")
        lines += [_choices(state, seat) for seat in state.to_act]
        seat, move = _choose(state, number)
        lines.append(f"move: {seat} {move}")
        after = state.play(seat, move)
        lines += [*_new_events(head, after, state), ""]
        state = after
    points = state.points or ()
    lines += ["# The end", f"void: {str(state.void).lower()}", f"points: {_seats(points)}", ""]
    for lang in ("en", "fr"):
        lines += [f"# In writing ({lang})", head.game.transcript(state, Reader(lang)), ""]
    return "\n".join(lines)


def _seats(seats: tuple[int, ...]) -> str:
    return " ".join(map(str, seats))


def _choices(state: State, seat: int) -> str:
    moves = state.legal_moves(seat)
    return f"legal {seat}: {len(moves)}: {', '.join(map(str, moves))}"


def _choose(state: State, number: int) -> tuple[int, Move]:
    pick = zlib.crc32(str(number).encode())
    seat = state.to_act[pick % len(state.to_act)]
    moves = state.legal_moves(seat)
    return seat, moves[pick // 7 % len(moves)]


def _new_events(head: Head, state: State, before: State | None) -> list[str]:
    """What each sees that was not there before: once if all see the same."""
    seen: dict[str, list[str]] = {}
    for viewer in (None, *range(head.seats)):
        known = 0 if before is None else len(before.view(viewer).events)
        events = [to_json(event).decode() for event in state.view(viewer).events[known:]]
        name = "spectator" if viewer is None else f"seat {viewer}"
        seen.setdefault("\n".join(events), []).append(name)
    lines = []
    for events_text, names in seen.items():
        who = "all" if len(names) == head.seats + 1 else ", ".join(names)
        lines += [f"seen by {who}: {event}" for event in events_text.splitlines()]
    return lines
