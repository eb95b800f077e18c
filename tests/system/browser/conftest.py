"""One browser and one server for all tests here; each test has people of its own.

They last as long as the tests of this folder and no longer: Playwright keeps an event loop running
in this thread, which tests elsewhere want for themselves.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.system.browser.chromium import browsing
from tests.system.browser.people import People, Visitors
from tests.system.browser.serving import Server


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with browsing() as browser:
        yield browser


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("server")) as server:
        yield server


@pytest.fixture(scope="package")
def staying(browser: Browser, server: Server) -> Iterator[Visitors]:
    visitors = Visitors(browser, server)
    yield visitors
    visitors.go_home()


@pytest.fixture
def visitors(staying: Visitors) -> Iterator[Visitors]:
    """People for tests that only look at a page: they share one for each kind of screen."""
    yield staying
    staying.check_errors()


@pytest.fixture
def people(browser: Browser) -> Iterator[People]:
    """Makes people, and fails the test if one of their pages had an error."""
    people = People(browser)
    yield people
    people.go_home()
