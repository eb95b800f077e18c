"""A server for the pages, and tables on it that are well under way."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

from tests.kit.serving import Served


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

    def open_table(self, game: str, seats: int, name: str, **wishes: object) -> dict[str, str]:
        """Opens a table of quick bots: where it is, and the secrets of it."""
        return self.open(game, **{"seats": seats, "name": name, "start": True} | wishes)

    def finished_match(self, game: str, seats: int, **wishes: object) -> str:
        """A match played to its end, always by the first legal move: the id of its replay."""
        opened = self.open_table(game, seats, "Ada", **wishes)
        path, token = f"/api/tables/{opened['table']}", opened["token"]
        for number in itertools.count():
            now = self.told(path, secret=token)
            if result := now["table"].get("result"):
                return str(result["replay"])
            deal = now["deal"]
            if now["table"]["phase"] == "scored":
                command = {"do": "ready"}
            elif deal["legal"]:
                command = {"do": "move", "move": deal["legal"][0], "turn": deal["turn"]}
            else:
                continue
            self.told(
                f"{path}/commands", {"type": "do", "id": str(number), "command": command}, token
            )
        raise AssertionError
