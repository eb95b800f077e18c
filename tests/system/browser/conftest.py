"""One browser and one server for all tests here; each test has people of its own.

They last as long as the tests of this folder and no longer: Playwright keeps an event loop running
in this thread, which tests elsewhere want for themselves.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.system.browser.chromium import browsing
from tests.system.browser.people import People
from tests.system.browser.serving import Server


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with browsing() as browser:
        yield browser


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
