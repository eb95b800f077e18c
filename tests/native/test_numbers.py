"""Views as numbers: without compiled kernels, the same bytes for what a seat sees, none hidden."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from typing import Any

import pytest

from funicular.core.errors import BadDeal
from funicular.native import COMPILED
from funicular.native.numbers import kernel_name, move_code, view_numbers
from funicular.native.numbers.ascenseur import PLAY, SEALED
from funicular.native.numbers.packing import packed, wide
from tests.kit import VARIANTS, Variant, begin, walk

each_variant = pytest.mark.parametrize("variant", VARIANTS, ids=str)


def test_numbers_need_no_compiled_kernel() -> None:
    code = (
        "import sys, funicular.native.numbers;"
        "print([name for name in sys.modules if name.startswith('funicular.native._')])"
    )
    # So that the bots do not ask for the kernels.
    pure = os.environ | {"FUNICULAR_PURE": "1"}
    made = subprocess.check_output([sys.executable, "-c", code], text=True, env=pure)
    assert made.strip() == "[]"


@pytest.mark.skipif(not COMPILED, reason="the kernels are not compiled")
def test_the_kernels_mean_the_same_numbers() -> None:
    from funicular.native import _ascenseur  # noqa: PLC0415 - where it is compiled

    assert (PLAY, SEALED) == (_ascenseur.PLAY, _ascenseur.SEALED)


@each_variant
def test_numbers_are_whole_words_and_moves_have_codes_of_their_own(variant: Variant) -> None:
    rng = random.Random(str(variant))
    for state in walk(begin(variant.game, rng), rng)[:-1:5]:
        view: Any = state.view(state.to_act[0])
        assert len(view_numbers(view)) % 4 == 0
        codes = [move_code(view.setup.name, move) for move in view.legal_moves()]
        assert len(set(codes)) == len(codes)


@pytest.mark.parametrize("number", [0, 1, 2**31, 2**32 - 1, 2**32, 2**63, 2**64 - 1])
def test_a_number_of_64_bits_is_two_words_the_lower_one_first(number: int) -> None:
    assert int.from_bytes(packed((*wide(number),)), "little") == number


@pytest.mark.parametrize("number", [2**31, -(2**31) - 1, 10**30, 1.5])
def test_what_is_no_word_is_refused_in_a_sentence(number: int) -> None:
    with pytest.raises(BadDeal, match="position"):
        packed((1, number))


@pytest.mark.parametrize("number", [-1, 2**64, 10**30])
def test_what_has_more_than_64_bits_is_refused_in_a_sentence(number: int) -> None:
    with pytest.raises(BadDeal, match="position"):
        wide(number)


@each_variant
def test_deals_that_look_alike_have_the_same_numbers(variant: Variant) -> None:
    rng = random.Random(str(variant))
    for state in walk(begin(variant.game, rng), rng)[:-1:7]:
        view: Any = state.view(state.to_act[0])
        other = variant.game.world(view, rng).view(view.seat)
        assert view_numbers(other) == view_numbers(view)


def test_both_decks_of_ascenseur_share_a_kernel() -> None:
    names = {kernel_name(variant.game_name) for variant in VARIANTS}
    assert names == {"ascenseur", "auf-ab", "dnpup"}
