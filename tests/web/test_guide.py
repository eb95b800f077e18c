"""Every sentence of the guidance is true of the position in which it would be said.

The positions are of deals that bots play; one Node says what the page would say in each, and the
rules say whether it is so.
"""

from __future__ import annotations

import json
import random
import subprocess
from pathlib import Path
from typing import Any

import pytest

import funicular
from funicular.core.wire import to_json
from funicular.games.sight import sight
from tests.native.wasm_kernels import ROOT, node_folder
from tests.web.guide_claims import CLAIMS, Position

NAMES = ("Zoé", "Clara", "Hugo", "Iris")
# A few hundred positions of each game, at every number of seats that plays differently.
TABLES = {
    "auf-ab": (("auf-ab", 3), ("auf-ab", 4)),
    "ascenseur": (("ascenseur-52", 4), ("ascenseur-32", 4)),
    "dnpup": (("dnpup", 2), ("dnpup", 3), ("dnpup", 4)),
}
POSITIONS = 400


def positions(kind: str) -> list[Position]:
    """Moments at which seat 0 is to move, those of whole deals together."""
    rng = random.Random(kind)
    found: list[Position] = []
    while len(found) < POSITIONS:
        name, seats = rng.choice(TABLES[kind])
        setting = {"cards": rng.choice([3, 5, 8])} if kind == "ascenseur" else {}
        if kind == "ascenseur" and rng.random() < 1 / 8:
            # The longest hands: no trumps.
            setting = {"cards": 13 if name == "ascenseur-52" else 8}
        state: Any = funicular.game(name, seats=seats).deal(rng, **setting)
        bots = [funicular.bot(level) for level in rng.choices(("random", "casual"), k=seats)]
        while state.to_act:
            seat = state.to_act[0]
            if seat == 0:
                found.append(Position(state, NAMES[:seats]))
            state = state.play(seat, bots[seat].choose(state.view(seat), rng))
    return found


def line(kind: str, position: Position) -> str:
    """The moment as the page is given it."""
    view = position.view
    told = [{"event": json.loads(to_json(event)), "text": ""} for event in view.events]
    deal = {
        "kind": kind,
        "number": 1,
        "to_act": position.state.to_act,
        "legal": [str(move) for move in position.legal],
        "turn": 1,
        "sight": json.loads(to_json(sight(view))),
        "told": told,
    }
    return json.dumps({"deal": deal, "told": told, "you": 0, "names": position.names})


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Any]]:
    """All positions of each game, and what may be said in them."""
    folder = tmp_path_factory.mktemp("guide")
    made = [(kind, position) for kind in CLAIMS for position in positions(kind)]
    asked, answered = folder / "asked", folder / "answered"
    asked.write_text("\n".join(line(*each) for each in made), encoding="utf-8")
    runner = Path("client/tests/guide_lines.mjs")
    node = [f"{node_folder()}/node", str(ROOT / runner), str(asked), str(answered)]
    subprocess.run(node, check=True, cwd=ROOT / "client", stdout=subprocess.DEVNULL)
    answers = map(json.loads, answered.read_text(encoding="utf-8").splitlines())
    found: dict[str, list[Any]] = {kind: [] for kind in CLAIMS}
    for (kind, position), sentences in zip(made, answers, strict=True):
        found[kind].append((position, sentences))
    return found


@pytest.mark.parametrize("kind", CLAIMS)
def test_every_sentence_of_the_guidance_is_true(kind: str, said: dict[str, list[Any]]) -> None:
    seen = set()
    for position, sentences in said[kind]:
        for name, values in sentences:
            seen.add(name)
            about = f"{name} {values}: {position.public.line()}; {position.legal}"
            assert CLAIMS[kind][name](position, **values), about
    assert seen == set(CLAIMS[kind])
