"""The kernels of the browser asked the same as the compiled ones: positions, questions, answers.

One Node answers all questions of a run while this process answers them by the compiled kernels.
"""

from __future__ import annotations

import json
import random
import subprocess
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict, replace

from funicular.bots.evaluation import MoveEvaluation, evaluate_request
from funicular.core.match import MatchPosition
from funicular.core.seeds import SplitMix64
from funicular.native.evaluated import MODELS, OBJECTIVES, EvaluationRequest, model_numbers
from funicular.native.numbers import kernel_name, move_code, view_numbers
from funicular.review.match_review import judgement
from tests.kit import Variant, begin, walk

ROOT = Path(__file__).parents[2]
RUNNER = ROOT / "client" / "tests" / "kernel_lines.mjs"
# Of all questions; the others are evaluations.
SHARE_OF_CHOICES = 0.25
SHARE_OF_JUDGEMENTS = 0.2
SHARE_OF_RACES = 0.03
SHARE_OF_SOME = 0.3
SHARE_OF_HABITS = 0.3
HABITS = ((0.1, 0.2, 0.3, 0.4), (0.0, 0.0, 1.0, 0.0), (0.7, 0.3, 0.0, 0.0))
MOST_RACING = 4
JUDGED_WORLDS = 2
# Of one deal.
MOST_POSITIONS = 6


class Asked(Struct, frozen=True):
    """A question about a view, and the seed of the generator whose first word is the kernel's."""

    variant: str
    view: Any
    seed: int
    # An evaluation, the playouts of a choice, or a decision to be judged in JUDGED_WORLDS.
    request: EvaluationRequest | int | MatchPosition

    @property
    def game(self) -> str:
        """Whose kernel answers."""
        return str(self.view.setup.name)

    @property
    def line(self) -> str:
        """The question as the browser's kernel gets it."""
        asked: dict[str, Any] = {
            "game": self.game,
            "numbers": b64encode(view_numbers(self.view)).decode(),
            "seed": str(SplitMix64(self.seed).getrandbits(64)),
        }
        if isinstance(self.request, MatchPosition):
            position = self.request
            made = position.state.legal_moves(position.seat).index(position.move)
            asked |= {"what": "judge", "worlds": JUDGED_WORLDS, "seed": str(self.seed)}
            asked |= {"made": made, "deal": position.deal, "ply": position.ply}
        elif isinstance(self.request, int):
            asked |= {"what": "choose", "playouts": self.request}
        else:
            only = list(self.request.only)
            asked |= {"what": "evaluate", "worlds": self.request.worlds, "only": only}
            asked |= {"objective": self.request.objective, "race": self.request.race}
            _, habits = model_numbers(self.request)
            asked |= {"model": self.request.model, "habits": habits}
        return json.dumps(asked)


def questions(variant: Variant, number: int, seed: int = 0) -> Iterator[Asked]:
    """Questions about positions of random deals of a variant, choices that matter only."""
    rng = random.Random(f"{variant} {seed}")
    found = 0
    while found < number:
        path = walk(begin(variant.game, rng), rng)[:-1]
        for state in rng.sample(path, min(len(path), MOST_POSITIONS)):
            view: Any = state.view(rng.choice(state.to_act))
            legal = len(view.legal_moves())
            if legal > 1 and found < number:
                found += 1
                asked = Asked(str(variant), view, rng.getrandbits(32), _request(legal, rng))
                if rng.random() < SHARE_OF_JUDGEMENTS:
                    move = rng.choice(view.legal_moves())
                    where = rng.randrange(30), rng.randrange(90)
                    asked = replace(asked, request=MatchPosition(*where, view.seat, state, move))
                yield asked


def _request(legal: int, rng: random.Random) -> EvaluationRequest | int:
    """A small one: the walks of a dozen worlds take longer than all that follows."""
    if rng.random() < SHARE_OF_CHOICES:
        return rng.randint(10, 60)
    race = rng.random() < SHARE_OF_RACES
    few = tuple(sorted(rng.sample(range(legal), rng.randint(1, min(legal, MOST_RACING)))))
    return EvaluationRequest(
        # Nothing drops out of a race before 32 worlds.
        worlds=rng.choice([33, 40]) if race else rng.choice([2, 2, 3, 5]),
        objective=rng.choice(OBJECTIVES),
        race=race,
        only=few if race or rng.random() < SHARE_OF_SOME else (),
        model=rng.choice(MODELS),
        habits=HABITS if rng.random() < SHARE_OF_HABITS else (),
    )


def by_compiled_kernel(asked: Asked) -> dict[str, Any]:
    """What Python answers, in the words of the browser's kernel."""
    if isinstance(asked.request, MatchPosition):
        request = EvaluationRequest(worlds=JUDGED_WORLDS, race=True)
        return asdict(judgement(asked.request, asked.seed, request))
    rng, game = SplitMix64(asked.seed), asked.game
    if isinstance(asked.request, int):
        facade = import_module(f"funicular.native.{kernel_name(game).replace('-', '_')}")
        judged = facade.assess(asked.view, rng, playouts=asked.request)
        again = SplitMix64(asked.seed)
        best = facade.choose(asked.view, again, playouts=asked.request)
        return {
            "best": [each.move for each in judged].index(best),
            "moves": [
                {"code": str(move_code(game, each.move))}
                | {"value": each.value, "worlds": each.worlds}
                for each in judged
            ],
        }
    found = evaluate_request(asked.view, rng, asked.request)
    return {
        "best": found.best_place,
        "playouts": found.playouts,
        "exact": found.exact,
        "effective": found.effective,
        "moves": [_told(game, each) for each in found.moves],
    }


def _told(game: str, each: MoveEvaluation) -> dict[str, Any]:
    goal, won = each.chances.values()
    return {
        "code": str(move_code(game, each.move)),
        "value": each.value,
        "stderr": each.stderr,
        "worlds": each.worlds,
        "goal": goal,
        "won": won,
        "certain": next(iter(each.chances)) in each.certain,
        "quantiles": list(each.quantiles),
        "cost": each.cost,
        "cost_stderr": each.cost_stderr,
        "close": each.close,
        "line": [{"seat": seat, "code": str(move_code(game, move))} for seat, move in each.line],
    }


def differences(asked: Asked, expected: dict[str, Any], answer: dict[str, Any]) -> list[str]:
    """Where the browser's kernel says something else, to the last bit; none if all is the same."""
    places = asked.request.only if isinstance(asked.request, EvaluationRequest) else ()
    legal = [str(move_code(asked.game, move)) for move in asked.view.legal_moves()]
    for number, move in enumerate(answer.get("moves", ())):
        place = move.pop("place", number)
        if legal[place] != move["code"] or (places and places[number] != place):
            return [f"move {number} is not the legal move {place}"]
    return [
        f"{name}: {answer.get(name)} is not {value}"
        for name, value in expected.items()
        if answer.get(name) != value
    ]


@contextmanager
def wasm_answers(lines: list[str], folder: Path, *options: str) -> Iterator[Iterator[Any]]:
    """The answers to questions, once they are asked for; one Node works on them meanwhile."""
    asked, answered, problems = (folder / name for name in ("asked", "answered", "problems"))
    asked.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    with asked.open("rb") as source, answered.open("wb") as into, problems.open("wb") as errors:
        node = subprocess.Popen(
            [f"{node_folder()}/node", str(RUNNER), *options],
            stdin=source,
            stdout=into,
            stderr=errors,
        )

    def read() -> Iterator[Any]:
        assert node.wait() == 0, problems.read_text(encoding="utf-8")
        with answered.open(encoding="utf-8") as found:
            yield from map(json.loads, found)

    try:
        yield read()
    finally:
        node.kill()
        node.wait()


@cache
def node_folder() -> str:
    """Where the Node is that builds the client."""
    found = subprocess.check_output(["sh", "tools/node", ".venv"], cwd=ROOT, text=True)
    return found.strip()
