"""The kernels in WebAssembly beside the compiled ones, in one run: `python -m bench.wasm`.

    python -m bench.wasm --positions 20 --worlds 100
    python -m bench.wasm --browser

The same evaluations with the same seeds, turn and turn about, here and in a Node of its own, so
that what else the machine does hits both. What counts is processor time. Shown is the compiled
kernel's time over the other's, the median of the positions and the spread from the lower to the
upper quartile: 0.5 is half as fast.

With --browser, the time to a first hint in Chromium: the module of a game is fetched, compiled and
asked for as many worlds as a hint takes, in a race. Once in the worker that the page uses, and once
in the page's own thread with the processor slowed four times, which the browser can do to no
worker.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import subprocess
import tempfile
import time
from base64 import b64decode, b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import funicular
from funicular.bots.evaluation import evaluate_request
from funicular.bots.registry import BOTS
from funicular.core.seeds import SplitMix64
from funicular.native.evaluated import EvaluationRequest
from funicular.native.numbers import kernel_name, view_numbers
from funicular.native.numbers.packing import packed, wide

ROOT = Path(__file__).parents[1]
RUNNER = ROOT / "client" / "tests" / "kernel_lines.mjs"
ASSETS = ROOT / "src" / "funicular" / "web" / "client" / "assets"
SEATS = {"auf-ab": 3, "dnpup": 4, "ascenseur-52": 4}
# A choice among fewer moves is quick everywhere.
LEAST_LEGAL = 3
SLOWED = 4

IN_THE_WORKER = """async ({ script, request }) => {
  const begun = performance.now();
  const worker = new Worker(script, { type: "module" });
  const answer = await new Promise((done) => {
    worker.onmessage = ({ data }) => done(data);
    worker.onerror = ({ message }) => done({ failed: message });
    worker.postMessage({ id: 1, what: "evaluate", request });
  });
  const seconds = (performance.now() - begun) / 1000;
  worker.terminate();
  if (!answer.found) throw new Error(JSON.stringify(answer));
  return seconds;
}"""
IN_THE_PAGE = """async ({ module, text }) => {
  const begun = performance.now();
  const response = fetch(module, { cache: "reload" });
  const { instance } = await WebAssembly.instantiateStreaming(response);
  const kernel = instance.exports;
  kernel._initialize();
  const bytes = Uint8Array.from(atob(text), (byte) => byte.charCodeAt(0));
  const at = kernel.input(bytes.length);
  new Uint8Array(kernel.memory.buffer, at, bytes.length).set(bytes);
  if (kernel.evaluate(bytes.length) < 4) throw new Error("no result");
  return (performance.now() - begun) / 1000;
}"""


def views(name: str, number: int) -> Iterator[Any]:
    """Decisions of casual players, one of each deal."""
    game, casual = funicular.game(name, seats=SEATS[name]), funicular.bot("casual")
    found = 0
    for seed in range(100 * number):
        rng = random.Random(f"{name} {seed}")
        ascenseur = name.startswith("ascenseur")
        state: Any = game.deal(rng, dealer=0, cards=7) if ascenseur else game.deal(rng)
        wanted = rng.randrange(24)
        while state.to_act:
            view = state.view(state.to_act[0])
            if len(state.history) >= wanted and len(view.legal_moves()) >= LEAST_LEGAL:
                yield view
                found += 1
                break
            state = state.play(view.seat, casual.choose(view, rng))
        if found == number:
            return


def question(view: Any, seed: int, worlds: int, *, race: bool) -> dict[str, Any]:  # noqa: ANN401
    """What the kernel in the browser is asked."""
    word = str(SplitMix64(seed).getrandbits(64))
    asked = {
        "game": view.setup.name,
        "numbers": b64encode(view_numbers(view)).decode(),
        "seed": word,
    }
    return asked | {"worlds": worlds, "race": race}


@contextmanager
def node() -> Iterator[subprocess.Popen[str]]:
    """A Node that answers questions and says what they cost it."""
    folder = subprocess.check_output(["sh", "tools/node", ".venv"], cwd=ROOT, text=True).strip()  # noqa: S607
    process = subprocess.Popen(
        [f"{folder}/node", str(RUNNER), "--seconds"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def asked(process: subprocess.Popen[str], request: dict[str, Any]) -> dict[str, Any]:
    """The answer of the process."""
    if process.stdin is None or process.stdout is None:
        raise AssertionError
    process.stdin.write(json.dumps({"what": "evaluate"} | request) + "\n")
    process.stdin.flush()
    answer: dict[str, Any] = json.loads(process.stdout.readline())
    return answer


def compared(name: str, positions: int, worlds: int) -> list[float]:
    """The compiled kernel's time over the other's, position by position."""
    ratios = []
    with node() as process:
        for number, view in enumerate(views(name, positions + 2)):
            request = EvaluationRequest(worlds=worlds)
            begun = time.process_time()
            found = evaluate_request(view, SplitMix64(number), request)
            here = time.process_time() - begun
            there = asked(process, question(view, number, worlds, race=False))
            if [each["value"] for each in there["moves"]] != [each.value for each in found.moves]:
                raise AssertionError(name)
            # The first two are compiled on the way.
            if number > 1:
                ratios.append(here / there["seconds"])
    return ratios


def first_hints(name: str, positions: int) -> tuple[list[float], list[float]]:
    """Seconds to a first hint: in a worker, and in a page that is slowed."""
    from tests.system.browser.chromium import browsing
    from tests.system.browser.serving import Server

    worlds = BOTS[name].hint_worlds
    (script,) = ASSETS.glob("worker-*.js")
    (module,) = ASSETS.glob(f"{kernel_name(name).replace('-', '_')}-*.wasm")
    workers, pages = [], []
    with (
        tempfile.TemporaryDirectory() as folder,
        Server(Path(folder)) as server,
        browsing() as browser,
    ):
        page = browser.new_page()
        page.goto(server.address)
        devtools = page.context.new_cdp_session(page)
        for number, view in enumerate(views(name, positions)):
            request = question(view, number, worlds, race=True)
            where = {"script": f"/assets/{script.name}", "request": request}
            workers.append(page.evaluate(IN_THE_WORKER, where))
            more = packed((*wide(int(request["seed"])), worlds, 0, 0, 1, 0))
            text = b64encode(b64decode(request["numbers"]) + more).decode()
            given = {"module": f"/assets/{module.name}", "text": text}
            devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
            pages.append(page.evaluate(IN_THE_PAGE, given))
            devtools.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    return workers, pages


def spread(numbers: list[float]) -> str:
    """The median, and the quartiles."""
    low, middle, high = statistics.quantiles(numbers, n=4)
    return f"{middle:.2f} ({low:.2f} to {high:.2f})"


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--positions", type=int, default=20)
    parser.add_argument("--worlds", type=int, default=100)
    parser.add_argument("--games", nargs="+", choices=SEATS, default=list(SEATS))
    parser.add_argument("--browser", action="store_true")
    given = parser.parse_args()
    print(f"Load of the machine at the start: {os.getloadavg()[0]:.1f}\n")
    if given.browser:
        print("| game | worker, seconds | slowed four times, seconds |\n| --- | ---: | ---: |")
    else:
        print("| game | speed beside the compiled kernel |\n| --- | ---: |")
    for name in given.games:
        if given.browser:
            workers, pages = first_hints(name, given.positions)
            print(f"| {name} | {spread(workers)} | {spread(pages)} |", flush=True)
        else:
            print(
                f"| {name} | {spread(compared(name, given.positions, given.worlds))} |", flush=True
            )


if __name__ == "__main__":
    main()
