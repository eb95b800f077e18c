"""The review of a match in the browser: measured there, the same as in Python, kept and shared."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Request, expect

import funicular
from funicular.core.record import parse_record
from funicular.review.kept_review import KEPT_WORLDS
from tests.system.browser.people import ON_A_PHONE, People, Person, Screen
from tests.system.browser.serving import Server

BLUNDERS = Path(__file__).parents[2] / "review" / "blunders"
# A match with a bad move in it: where, which, and what would have been best.
RECORD = (BLUNDERS / "low-trump-led.json").read_bytes()
PLY, MOVE, BEST = 4, "play 3♠", "play Q♠"
NO_WEBASSEMBLY = "delete window.WebAssembly"
# What the browser has kept of the review that it used last.
KEPT = """async () => {
  const opened = indexedDB.open("funicular-reviews", 1);
  await new Promise((on) => (opened.onsuccess = on));
  const all = opened.result.transaction("reviews").objectStore("reviews").getAll();
  await new Promise((on) => (all.onsuccess = on));
  return all.result.sort((a, b) => a.used - b.used).at(-1).judged;
}"""


def brought(server: Server) -> tuple[str, int]:
    """The replay of that match, and the seat that made the move."""
    content = json.loads(RECORD)
    status, answer = server.ask("/api/replays", content)
    assert status == 201
    return str(answer["id"]), int(content["deals"][0]["moves"][PLY].split()[0])


def open_review(person: Person, replay: str, seat: int) -> list[str]:
    """Go there and wait until the seat's decisions are measured; what the server had to measure."""
    posted: list[str] = []

    def note(request: Request) -> None:
        if request.method == "POST" and "/review" in request.url:
            posted.append(request.url)

    person.page.on("request", note)
    person.go(f"/review/{replay}?seat={seat}")
    # Something has come out, and nothing is being measured any more.
    person.page.get_by_role("main").locator("ol > li").first.wait_for()
    expect(person.page.get_by_role("progressbar")).to_have_count(0)
    return posted


def first_told(person: Person) -> str:
    told: str = person.page.get_by_role("main").locator("ol > li").first.inner_text()
    return told


def test_a_planted_blunder_comes_out_on_top_as_it_does_in_python(
    people: People, server: Server
) -> None:
    replay, seat = brought(server)
    ada = people.come(server, ON_A_PHONE)
    posted = open_review(ada, replay, seat)
    assert posted == []
    told = first_told(ada)
    assert ada.says("web.review.spot", deal=1, number=PLY + 1) in told
    # One's own review tells one of oneself.
    assert ada.says("web.board.you") in told
    assert MOVE in told
    assert BEST in told
    ada.press("web.review.measure-all")
    expect(ada.find("button", "web.review.share")).to_be_visible()
    kept: list[dict[str, Any]] = ada.page.evaluate(KEPT)
    decisions = funicular.review(parse_record(RECORD), worlds=KEPT_WORLDS[0]).decisions
    chosen = [each for each in decisions if not each.forced]
    assert [each["difference"] for each in kept] == [each.difference for each in chosen]
    assert [each["stderr"] for each in kept] == [each.stderr for each in chosen]
    assert [each["value"] for each in kept] == [each.value for each in chosen]
    assert [each["best_value"] for each in kept] == [each.best_value for each in chosen]


def test_a_review_is_kept_and_seen_at_once_by_whoever_has_the_link(
    people: People, server: Server
) -> None:
    replay, seat = brought(server)
    # A browser without WebAssembly has the server measure.
    ada = people.come(server)
    ada.context.add_init_script(NO_WEBASSEMBLY)
    assert open_review(ada, replay, seat)
    ada.press("web.review.measure-all")
    ada.press("web.review.share")
    expect(ada.find("button", "web.review.copy")).to_be_visible()
    told = first_told(ada)
    # What was measured is there again at once.
    posted = open_review(ada, replay, seat)
    expect(ada.find("button", "web.review.copy")).to_be_visible()
    assert posted == []

    bo = people.come(server, Screen("fr"), name="Bo")
    bo.go(f"/review/{replay}")
    expect(bo.page.get_by_text(bo.says("web.review.from-link"))).to_be_visible()
    number = r"[0-9]+(?:[.,][0-9]+)?"
    assert re.findall(number, first_told(bo)) == [
        each.replace(".", ",") for each in re.findall(number, told)
    ]
    bo.page.get_by_role("main").locator("ol a").first.click()
    # The move that the link names, and not the one before it.
    link = f"/r/{replay}[?]deal=1&move={PLY + 1}&seat={seat}&hands=own"
    expect(bo.page).to_have_url(re.compile(link))
    expect(bo.page.get_by_role("group", name=bo.says("web.replay.controls"))).to_be_visible()
