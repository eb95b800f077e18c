"""Measures how long a newcomer waits: from `make play` to the first page, and on to the first card.

    .venv/bin/python -m tools.first_page FOLDER

FOLDER is a fresh copy of the repository, with no .venv yet for the whole wait. The Python that runs
this has the tools for tests; the copy gets only what `make play` gives it.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.system.browser.chromium import browsing


def first_address(making: subprocess.Popen[str]) -> str:
    """Where the table is open, once `make play` says so."""
    assert making.stdout is not None  # noqa: S101 - a pipe, as asked for
    for line in making.stdout:
        print(f"    {line.rstrip()}")
        if found := re.search(r"http://[\d.]+:\d+", line):
            return found[0]
    return sys.exit("make play ended without a table.")


def play_a_card(page: Page, address: str) -> None:
    """From the first page to a card of one's own on the table, by one's first chances."""
    page.goto(address)
    page.get_by_role("button", name=re.compile("^Play now.*Ascenseur, 52")).click()
    turn = page.locator("[data-turn]:not([data-turn=''])")
    turn.wait_for()
    first = turn.get_attribute("data-turn")
    page.get_by_role("group").locator("button[aria-disabled=false]").first.click()
    page.locator(f"[data-turn]:not([data-turn=''], [data-turn='{first}'])").wait_for()
    left = page.get_by_role("toolbar").get_by_role("button")
    before = left.count()
    left.first.click(position={"x": 8, "y": 16})
    expect(left).to_have_count(before - 1)


def main(folder: Path) -> None:
    """Print both times."""
    with tempfile.TemporaryDirectory() as data:
        arguments = f"ARGS=--no-open --port 0 --data {data}/tables.db"
        start = time.monotonic()
        making = subprocess.Popen(
            ("make", "play", arguments),
            cwd=folder,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"PYTHONUNBUFFERED": "1"},
            start_new_session=True,
        )
        try:
            address = first_address(making)
            urllib.request.urlopen(address).close()  # noqa: S310 - our own server
            print(f"From `make play` to the first page: {time.monotonic() - start:.1f} s")
            with browsing() as browser:
                page = browser.new_page(locale="en")
                start = time.monotonic()
                play_a_card(page, address)
                print(f"From the page to the first card: {time.monotonic() - start:.1f} s")
        finally:
            os.killpg(making.pid, signal.SIGTERM)
            making.wait()


main(Path(sys.argv[1]))
