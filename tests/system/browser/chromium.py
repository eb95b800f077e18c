"""The browser: the machine's own Chromium, driven by Playwright."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).parents[3]
# For containers, whose users may neither use namespaces nor a large /dev/shm; and no calls home.
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def executable() -> str:
    """Where the browser is; it is fetched where there is none."""
    found = subprocess.run(
        ("sh", "tools/chromium", ".venv"), cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True
    )
    return found.stdout.strip()


@contextmanager
def browsing() -> Iterator[Browser]:
    """A browser, for as long as this lasts."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=FLAGS)
        yield browser
        browser.close()
