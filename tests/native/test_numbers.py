"""Views as numbers: without compiled kernels, one text for what a seat sees, and nothing hidden."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from typing import Any

import pytest

from funicular.native import COMPILED
from funicular.native.numbers import kernel_name, move_code, numbers_text, view_numbers
from funicular.native.numbers.ascenseur import PLAY, SEALED
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
def test_the_text_is_the_numbers_in_decimal(variant: Variant) -> None:
    rng = random.Random(str(variant))
    for state in walk(begin(variant.game, rng), rng)[:-1:5]:
        view: Any = state.view(state.to_act[0])
        numbers = view_numbers(view)
        assert numbers_text(view) == " ".join(str(number) for number in numbers)
        assert all(type(number) is int and -(2**31) <= number < 2**64 for number in numbers)
        codes = [move_code(view.setup.name, move) for move in view.legal_moves()]
        assert len(set(codes)) == len(codes)


@each_variant
def test_deals_that_look_alike_have_the_same_numbers(variant: Variant) -> None:
    rng = random.Random(str(variant))
    for state in walk(begin(variant.game, rng), rng)[:-1:7]:
        view: Any = state.view(state.to_act[0])
        other = variant.game.world(view, rng).view(view.seat)
        assert numbers_text(other) == numbers_text(view)


def test_both_decks_of_ascenseur_share_a_kernel() -> None:
    names = {kernel_name(variant.game_name) for variant in VARIANTS}
    assert names == {"ascenseur", "auf-ab", "dnpup"}
