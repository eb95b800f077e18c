"""The kernels think in a real browser, under the policy of the pages, and say what Python says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from funicular.native import COMPILED
from funicular.native.evaluated import EvaluationRequest
from funicular.native.numbers import kernel_name
from tests.kit import VARIANTS
from tests.native.wasm_kernels import Asked, by_compiled_kernel, differences, questions
from tests.system.browser.pages import PAGES
from tests.system.browser.people import DESK, People, Screen
from tests.system.browser.policy import attentive, forbidden
from tests.system.browser.serving import Server

ASSETS = Path(__file__).parents[3] / "src" / "funicular" / "web" / "client" / "assets"
ASK = """async ({ script, lines }) => {
  const worker = new Worker(script, { type: "module" });
  const answers = [];
  const text = (_key, value) => (typeof value === "bigint" ? String(value) : value);
  for (const [id, request] of lines.entries()) {
    const answer = new Promise((done, failed) => {
      worker.onmessage = ({ data }) => done(JSON.stringify(data, text));
      worker.onerror = ({ message }) => failed(new Error(message));
    });
    worker.postMessage({ id, what: "evaluate", request });
    answers.push(await answer);
  }
  worker.terminate();
  return answers;
}"""


@pytest.mark.skipif(not COMPILED, reason="the kernels are not compiled")
def test_a_worker_of_the_page_gives_the_values_of_python(people: People, server: Server) -> None:
    somebody = people.come(server, Screen("en", DESK))
    said = attentive(somebody)
    PAGES["home"](somebody)
    (script,) = ASSETS.glob("worker-*.js")
    asked: dict[str, Asked] = {}
    for variant in VARIANTS:
        for each in questions(variant, 8):
            if isinstance(each.request, EvaluationRequest):
                asked.setdefault(kernel_name(variant.game_name), each)
    lines = [json.loads(each.line) for each in asked.values()]
    bad: list[dict[str, Any]] = [{**lines[0], "numbers": "1"}, {**lines[0], "game": "bridge"}]
    answers = somebody.page.evaluate(
        ASK, {"script": f"/assets/{script.name}", "lines": [*bad, *lines, bad[0]]}
    )
    first, second, *found, last = map(json.loads, answers)
    assert (first["refused"], second["refused"], last["refused"]) == (
        "position",
        "game",
        "position",
    )
    assert len(found) == 3
    for each, answer in zip(asked.values(), found, strict=True):
        assert differences(each, by_compiled_kernel(each), answer["found"]) == []
    assert forbidden(somebody, said) == []
