"""A line between page and server that loses what goes one way, and breaks."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from playwright.sync_api import WebSocketRoute

    from tests.system.browser.people import Person

# Updates are what shows; an answer alone says only that something is done.
Lost = Literal["wishes", "answers", "updates"]


class LosingLine:
    """Loses nothing until it is told to."""

    def __init__(self, person: Person) -> None:
        self.loses: Lost | None = None
        self.lost = 0
        self._routes: list[WebSocketRoute] = []
        person.patient = True
        person.page.route_web_socket("**/socket", self._connect)

    def _connect(self, page: WebSocketRoute) -> None:
        server = page.connect_to_server()
        self._routes.append(page)

        def to_server(message: str | bytes) -> None:
            if self.loses == "wishes":
                self.lost += 1
            else:
                server.send(message)

        def to_page(message: str | bytes) -> None:
            shows = json.loads(message)["type"] == "update"
            if self.loses == "answers" or (self.loses == "updates" and shows):
                self.lost += 1
            else:
                page.send(message)

        page.on_message(to_server)
        server.on_message(to_page)

    def waits(self, person: Person) -> None:
        """Until something was lost."""
        while not self.lost:
            person.page.evaluate("new Promise(requestAnimationFrame)")

    def breaks(self) -> None:
        self.loses = None
        self._routes[-1].close(code=4999)
