"""The page without a network: what was installed opens, and a new build takes the place of the old.

The server here runs in this process, with a build of its own that the test can change.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from funicular.web import static
from tests.system.browser.people import PATIENCE
from tests.web.live import Place, live_server

BUILT = static.FOLDER
# Another worker is in charge of the page from now on, and has all its files.
CHANGED = """const changed = () =>
  new Promise((on) => {
    navigator.serviceWorker.addEventListener("controllerchange", on, { once: true });
  });"""
INSTALLED = f"""async () => {{
  {CHANGED}
  await navigator.serviceWorker.ready;
  while (!navigator.serviceWorker.controller) await changed();
}}"""
UPDATED = f"""async () => {{
  {CHANGED}
  const another = changed();
  await (await navigator.serviceWorker.getRegistration()).update();
  await another;
}}"""

# What had happened when the client took the place of what the server wrote into the page.
TAKEN_OVER = """
new MutationObserver((_, watch) => {
  const there = document.querySelector(".first-sight");
  window.began ||= there !== null;
  if (!window.began || there) return;
  watch.disconnect();
  window.painted = performance.getEntriesByType("paint").length;
  window.workers = navigator.serviceWorker.getRegistrations().then((all) => all.length);
}).observe(document, { childList: true, subtree: true });
"""


@pytest.fixture
def build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = shutil.copytree(BUILT, tmp_path / "client")
    monkeypatch.setattr(static, "FOLDER", folder)
    return folder


@pytest.fixture
def place(tmp_path: Path, build: Path) -> Iterator[Place]:
    assert build.exists()
    with live_server(tmp_path / "tables.db") as place:
        yield place


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(locale="en-GB", viewport={"width": 390, "height": 844})
    context.set_default_timeout(PATIENCE)
    yield context
    context.close()


def rebuild(folder: Path, name: str) -> None:
    """Make another build of it: a page that says so, and a worker of that name."""
    for twin in (*folder.glob("service_worker.js.*"), *folder.glob("index.html.*")):
        twin.unlink()
    page, worker = folder / "index.html", folder / "service_worker.js"
    text = re.sub(r'<meta name="build".*?>', "", page.read_text(encoding="utf-8"))
    marked = text.replace("</head>", f'<meta name="build" content="{name}"></head>')
    page.write_text(marked, encoding="utf-8")
    text = worker.read_text(encoding="utf-8")
    worker.write_text(re.sub(r'BUILD = ".*?"', f'BUILD = "{name}"', text), encoding="utf-8")


def build_of(page: Page) -> str | None:
    return page.locator('meta[name="build"]').get_attribute("content")


def test_without_a_network_the_page_its_rules_and_lessons_open_and_no_secret_is_kept(
    place: Place, context: BrowserContext
) -> None:
    here = f"http://127.0.0.1:{place.port}"
    opened = place.open("dnpup", start=True)
    page = context.new_page()
    page.add_init_script(TAKEN_OVER)
    page.goto(f"{here}/t/{opened['table']}#{opened['invite']}")
    expect(page.locator(".first-sight")).to_have_count(0)
    # The first sight was seen, and nothing for later was fetched beside what is needed now.
    assert page.evaluate("window.painted") > 0
    assert page.evaluate("window.workers") == 0
    page.evaluate(INSTALLED)
    context.set_offline(True)
    page.goto(here)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.get_by_text("No network.")).to_be_visible()
    for path in ("/rules/dnpup", "/learn/auf-ab"):
        page.goto(here + path)
        expect(page.locator(".first-sight")).to_have_count(0)
        expect(page.get_by_role("alert")).to_have_count(0)
    page.goto(f"{here}/rules/auf-ab")
    expect(page.locator("#A1")).to_be_visible()
    # A table cannot be reached: the page says so, with a picture and a way out.
    page.goto(f"{here}/t/{opened['table']}")
    expect(page.get_by_role("heading", name="The line is at a standstill")).to_be_visible()
    expect(page.locator(".scene svg")).to_be_visible()
    # All of it fits the narrowest screen, the word in the bar too.
    expect(page.get_by_text("No connection; trying again…")).to_be_visible()
    page.set_viewport_size({"width": 320, "height": 640})
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    expect(page.get_by_role("link", name="Back to the home page")).to_have_count(2)
    kept = page.evaluate(
        """async () => {
          const found = [];
          for (const name of await caches.keys())
            for (const { url } of await (await caches.open(name)).keys()) found.push(url);
          return found;
        }"""
    )
    assert kept
    assert not [url for url in kept if "/api/tables" in url or opened["table"] in url]


def test_a_new_build_takes_over_at_once_and_clears_up_after_the_old_ones(
    build: Path, place: Place, context: BrowserContext
) -> None:
    here = f"http://127.0.0.1:{place.port}"
    rebuild(build, "first")
    page = context.new_page()
    page.goto(here)
    page.evaluate(INSTALLED)
    for name in ("second", "third"):
        rebuild(build, name)
        page.reload()
        # The page itself is never an old one while there is a network.
        assert build_of(page) == name
        page.evaluate(UPDATED)
        context.set_offline(True)
        page.reload()
        assert build_of(page) == name
        context.set_offline(False)
    shells = page.evaluate("caches.keys().then((all) => all.filter((n) => n.startsWith('shell ')))")
    assert shells == ["shell second", "shell third"]


def test_who_does_not_want_it_is_rid_of_it(place: Place, context: BrowserContext) -> None:
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{place.port}")
    page.evaluate(INSTALLED)
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("checkbox", name="Works without a network").uncheck()
    page.wait_for_function("caches.keys().then((names) => names.length === 0)")
    left = "navigator.serviceWorker.getRegistrations().then((all) => all.length)"
    assert page.evaluate(left) == 0
