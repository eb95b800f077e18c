"""One browser and one server for all tests here; each test has people of its own.

They last as long as the tests of this folder and no longer: Playwright keeps an event loop running
in this thread, which tests elsewhere want for themselves.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.people import People
from tests.browser.serving import Server

ROOT = Path(__file__).parents[2]
# For containers, whose users may neither use namespaces nor a large /dev/shm; and no calls home.
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    found = subprocess.run(
        ("sh", "tools/chromium", ".venv"), cwd=ROOT, check=True, capture_output=True, text=True
    )
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found.stdout.strip(), args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("server")) as server:
        yield server


@pytest.fixture
def people(browser: Browser) -> Iterator[People]:
    """Makes people, and fails the test if one of their pages had an error."""
    people = People(browser)
    yield people
    people.go_home()
