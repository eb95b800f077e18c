"""A result is remembered for the very object of the last call, and for no other."""

from __future__ import annotations

from funicular.core.remember_last import remember_last


def test_the_very_object_of_the_last_call_is_answered_from_memory() -> None:
    asked: list[tuple[int, ...]] = []

    @remember_last
    def doubled(values: tuple[int, ...]) -> tuple[int, ...]:
        asked.append(values)
        return tuple(2 * value for value in values)

    one, equal = tuple(range(1, 3)), tuple(range(1, 3))
    assert doubled(one) is doubled(one)
    assert len(asked) == 1
    assert doubled(equal) == doubled(one) == (2, 4)
    # Equal is not enough, and only the last one is remembered.
    assert len(asked) == 3
