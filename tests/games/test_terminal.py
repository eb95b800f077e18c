"""How every game is drawn in a terminal and typed at its prompt, in every language.

Whole sentences are tested with the command line (`tests/cli`); here it is that there is one for
every position, and that a person can always type what the list offers.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from funicular.core.game import State
from funicular.games.registry import spec_of
from funicular.lang import Reader, languages
from funicular.lang.plain_text import plain
from tests.games.as_sent import as_sent
from tests.kit import VARIANTS, Variant, begin, walk

NAMES = ("Iris", "Roméo", "Ana", "Zoé", "Max", "Léa")
MOVES = 24
# More moves than these are not all typed.
TYPED = 8

on_every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=str)


def positions(variant: Variant) -> Iterator[State]:
    rng = random.Random(str(variant))
    yield from walk(begin(variant.game, rng), rng, MOVES)


@on_every_variant
def test_every_position_can_be_drawn(variant: Variant) -> None:
    terminal = spec_of(variant.game_name).terminal
    for place, state in enumerate(positions(variant)):
        lang = languages()[place % len(languages())]
        for seat in (None, *range(variant.seats)):
            deal, reader = as_sent(state, seat), Reader(lang, NAMES[: variant.seats], seat)
            assert all(terminal.table_lines(deal, reader))
            assert terminal.hand_line(deal, reader)


@on_every_variant
def test_what_is_listed_may_be_played(variant: Variant) -> None:
    terminal = spec_of(variant.game_name).terminal
    for state in positions(variant):
        for seat in state.to_act:
            deal, reader = as_sent(state, seat), Reader("en", NAMES[: variant.seats], seat)
            listing = terminal.listing(deal, reader)
            assert all(listing.lines)
            assert set(listing.numbered) <= set(state.legal_moves(seat))
            for move in listing.numbered:
                assert terminal.move_label(move, deal, reader) == reader.say(
                    state.view(seat).phrase_of(move)
                )


@on_every_variant
def test_a_move_may_be_typed_as_it_is_written_and_in_small_letters(variant: Variant) -> None:
    shorthand = spec_of(variant.game_name).shorthand
    for place, state in enumerate(positions(variant)):
        lang = languages()[place % len(languages())]
        for seat in state.to_act:
            deal, reader = as_sent(state, seat), Reader(lang, NAMES[: variant.seats], seat)
            for move in state.legal_moves(seat)[:TYPED]:
                assert move in shorthand.readings(plain(str(move)), deal, reader)
