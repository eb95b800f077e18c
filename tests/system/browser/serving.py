"""A server for the pages, and tables on it that are well under way."""

from __future__ import annotations

import itertools
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

from funicular.core.wire import to_json
from tests.kit.serving import Message, Served


class Server(Served):
    """A server on a log file of its own."""

    def __init__(self, folder: Path, *, grace: float = 20) -> None:
        self.folder = folder
        data = str(folder / "tables.db")
        super().__init__(folder, "--data", data, "--grace", str(grace))

    def told(self, path: str, body: object = None, secret: str = "") -> Any:  # noqa: ANN401 - JSON
        """What the server answers over HTTP: to this body, or else to the bare question."""
        status, answer = self.ask(path, body, Authorization=f"Bearer {secret}")
        assert status < 300, answer
        return answer

    def put(self, path: str, body: object) -> int:
        """The status with which the server answers to this being put there."""
        request = urllib.request.Request(self.address + path, to_json(body), method="PUT")  # noqa: S310 - ours
        with urllib.request.urlopen(request) as answer:  # noqa: S310 - ours
            return int(answer.status)

    def open_table(self, game: str, seats: int, name: str, **wishes: object) -> dict[str, str]:
        """Opens a table of quick bots: where it is, and the secrets of it."""
        return self.open(game, **{"seats": seats, "name": name, "start": True} | wishes)

    def finished_match(self, game: str, seats: int, **wishes: object) -> str:
        """A match played to its end: the id of its replay."""
        opened = self.open_table(game, seats, "Ada", **wishes)
        over = self.play_until(opened, lambda table, _: bool(table.get("result")))
        return str(over["result"]["replay"])

    def play_until(self, opened: dict[str, str], done: Callable[[Message, int], bool]) -> Message:
        """Play for whoever has opened a table, always the first legal move; the table at the end.

        The end is a turn, a score or a result of which `done` says so, given the table and how many
        moves were made. No page is needed for it, and none has to draw the way there.
        """
        path, token = f"/api/tables/{opened['table']}", opened["token"]
        moves = 0
        for number in itertools.count():
            now = self.told(path, secret=token)
            table: Message = now["table"]
            deal = now["deal"]
            if table["phase"] == "playing" and not deal["legal"]:
                continue
            if done(table, moves):
                return table
            if table["phase"] == "scored":
                command = {"do": "ready"}
            else:
                command = {"do": "move", "move": deal["legal"][0], "turn": deal["turn"]}
                moves += 1
            self.told(
                f"{path}/commands", {"type": "do", "id": str(number), "command": command}, token
            )
        raise AssertionError
