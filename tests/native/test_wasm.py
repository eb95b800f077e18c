"""The kernels of the browser say what the compiled ones say, to the last bit, and refuse what is
wrong. One Node answers the questions of all tests.
"""

from __future__ import annotations

import json
import random
from base64 import b64encode
from typing import Any

import pytest

from funicular.core.match import MatchPosition
from funicular.native import COMPILED
from funicular.native.evaluated import EvaluationRequest
from funicular.native.numbers import kernel_name, view_numbers
from tests.kit import VARIANTS, Variant
from tests.native.kernel_calls import WORD, spoilt_number, words_in
from tests.native.wasm_kernels import (
    Asked,
    by_compiled_kernel,
    differences,
    questions,
    wasm_answers,
)

if not COMPILED:
    pytest.skip("the kernels are not compiled", allow_module_level=True)

# Of each kernel, shared out among its variants; `python -m tests.native.wasm_soak` has more.
POSITIONS = 60
SPOILT = 3 * POSITIONS
KERNELS = sorted({kernel_name(variant.game_name) for variant in VARIANTS})
each_kernel = pytest.mark.parametrize("kernel", KERNELS)

ODD: list[dict[str, Any]] = [
    {"numbers": ""},
    {"numbers": "x"},
    {"numbers": "AQ=="},
    {"numbers": "AQAAAAIAAAADAAAA"},
    {"numbers": "/" * 400},
    {"numbers": "AQAAAAEA" * 20_000},
    {"numbers": "AQAAAAEA" * 200_000},
    {"seed": "-1"},
    {"seed": str(2**64)},
    {"seed": "0x10"},
    {"worlds": 1},
    {"worlds": 10_001},
    {"worlds": 2.5},
    {"worlds": -5},
    {"worlds": 0},
    {"worlds": 5, "playouts": 5},
    {"objective": "fame"},
    {"only": [10**6]},
    {"only": [1, 0]},
    {"only": [0, 0]},
    {"only": [-1]},
    {"what": "choose", "playouts": 0},
    {"what": "choose", "playouts": 10**8},
]


def variants_of(kernel: str) -> list[Variant]:
    return [each for each in VARIANTS if kernel_name(each.game_name) == kernel]


def positions(kernel: str) -> list[Asked]:
    mine = variants_of(kernel)
    share = -(-POSITIONS // len(mine))
    return [each for variant in mine for each in questions(variant, share)]


def spoilt_lines(kernel: str) -> list[str]:
    rng = random.Random(kernel)
    asked = [each for variant in variants_of(kernel) for each in questions(variant, 5, seed=1)]
    return [spoilt(rng.choice(asked), rng) for _ in range(SPOILT)]


def spoilt(asked: Asked, rng: random.Random) -> str:
    """A question that has something wrong with it, or perhaps not."""
    numbers = words_in(view_numbers(asked.view))
    for _ in range(rng.choice([1, 1, 2, 3])):
        place = rng.randrange(len(numbers))
        match rng.randrange(8):
            case 0:
                del numbers[place]
            case 1:
                numbers.insert(place, rng.choice(numbers))
            case _:
                numbers[place] = spoilt_number(numbers[place], rng)
    return json.dumps(sound(asked) | {"numbers": in_base64(numbers)})


def in_base64(words: list[int]) -> str:
    return b64encode(b"".join((word & WORD).to_bytes(4, "little") for word in words)).decode()


def sound(asked: Asked) -> dict[str, Any]:
    line = json.loads(asked.line)
    kept = {name: line[name] for name in ("game", "numbers", "seed")}
    return {"what": "evaluate", "worlds": 2, **kept}


def odd_lines() -> list[str]:
    good = sound(next(questions(variants_of("dnpup")[0], 1)))
    return [json.dumps(each) for odd in ODD for each in (good | odd, good)]


class Answers:
    """What was asked for each test, and what Node said."""

    def __init__(self) -> None:
        self.asked = {kernel: positions(kernel) for kernel in KERNELS}
        self.lines = {
            f"positions {kernel}": [each.line for each in self.asked[kernel]] for kernel in KERNELS
        }
        self.lines |= {f"spoilt {kernel}": spoilt_lines(kernel) for kernel in KERNELS}
        self.lines["odd"] = odd_lines()
        self.expected: dict[str, list[dict[str, Any]]] = {}
        self.found: dict[str, list[dict[str, Any]]] = {}


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> Answers:
    made = Answers()
    every_line = [line for lines in made.lines.values() for line in lines]
    with wasm_answers(every_line, tmp_path_factory.mktemp("wasm")) as found:
        # Worked out here while Node works.
        for kernel, asked in made.asked.items():
            made.expected[kernel] = list(map(by_compiled_kernel, asked))
        for name, lines in made.lines.items():
            made.found[name] = [next(found) for _ in lines]
    return made


@each_kernel
def test_the_same_seed_gives_the_same_values_in_the_browser(kernel: str, answers: Answers) -> None:
    asked, expected = answers.asked[kernel], answers.expected[kernel]
    assert len(asked) >= POSITIONS
    for each, known, answer in zip(
        asked, expected, answers.found[f"positions {kernel}"], strict=True
    ):
        wrong = differences(each, known, answer)
        assert wrong == [], (each.variant, each.seed, each.request)


def test_every_kind_of_question_is_among_them() -> None:
    asked = [each for variant in VARIANTS for each in questions(variant, 12)]
    requests = [each.request for each in asked if isinstance(each.request, EvaluationRequest)]
    assert len(requests) < len(asked)
    assert any(isinstance(each.request, MatchPosition) for each in asked)
    assert {each.objective for each in requests} == {"points", "margin", "win"}
    assert {each.race for each in requests} == {True, False}
    assert {bool(each.only) for each in requests} == {True, False}
    assert {(each.game, each.view.setup.seats) for each in asked} == {
        (variant.game_name, variant.seats) for variant in VARIANTS
    }


@each_kernel
def test_spoilt_numbers_are_refused_or_answered(kernel: str, answers: Answers) -> None:
    found = answers.found[f"spoilt {kernel}"]
    refused = [each["refused"] for each in found if "refused" in each]
    # What stands behind the view is read in its place where numbers are missing.
    known = {"rules", "hand-size", "position", "turn", "limit", "playouts", "evaluation-worlds"}
    assert set(refused) <= {*known, "objective", "candidates"}
    assert SPOILT / 4 < len(refused) < SPOILT
    assert all(each["moves"] for each in found if "refused" not in each)


def test_odd_questions_are_refused_and_the_next_one_is_answered(answers: Answers) -> None:
    found = answers.found["odd"]
    assert [odd for odd, each in zip(ODD, found[::2], strict=True) if "refused" not in each] == []
    assert all(each == found[1] and each["moves"] for each in found[1::2])
