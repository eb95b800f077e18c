"""A real server in a process of its own, that can be stopped, killed and started again."""

from __future__ import annotations

import itertools
import json
import os
import re
import secrets
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any, Self

SRC = Path(__file__).parents[2] / "src"
LONGEST = 60


class Server:
    """`funicular serve` on a log file of its own; the port stays the same when it starts again."""

    def __init__(self, folder: Path, *, grace: float = 20) -> None:
        self.folder = folder
        self.grace = grace
        self.port = 0
        self._process: subprocess.Popen[str] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self) -> None:
        arguments = ("--host", "127.0.0.1", "--port", str(self.port), "--no-open")
        data = ("--data", str(self.folder / "tables.db"), "--grace", str(self.grace))
        with (self.folder / "serve.err").open("a") as errors:
            self._process = subprocess.Popen(
                (sys.executable, "-m", "funicular", "serve", *arguments, *data),
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                env=os.environ
                | {
                    "PYTHONPATH": str(SRC),
                    "PYTHONUTF8": "1",
                    "PYTHONUNBUFFERED": "1",
                    "LANG": "en",
                },
            )
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if found := re.search(r"http://127\.0\.0\.1:(\d+)", line):
                self.port = int(found[1])
                return
        raise AssertionError((self.folder / "serve.err").read_text())

    def end(self, how: signal.Signals) -> int:
        """Stop it with this signal and say how it ended."""
        process, self._process = self._process, None
        if process is None:
            return 0
        process.send_signal(how)
        try:
            process.communicate(timeout=LONGEST)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            raise
        return process.returncode

    def stop(self) -> int:
        return self.end(signal.SIGTERM)

    def ask(self, path: str, body: object = None, secret: str = "") -> Any:  # noqa: ANN401 - JSON
        """What the server answers over HTTP: to this body, or else to the bare question."""
        request = urllib.request.Request(  # noqa: S310 - our own server
            self.address + path,
            None if body is None else json.dumps(body).encode(),
            {"Content-Type": "application/json", "Authorization": f"Bearer {secret}"},
        )
        with urllib.request.urlopen(request, timeout=LONGEST) as answer:  # noqa: S310
            return json.load(answer)

    def open_table(self, game: str, seats: int, name: str, **wishes: object) -> dict[str, str]:
        """Opens a table of quick bots: where it is, and the secrets of it."""
        wish = {"game": game, "seats": seats, "name": name, "nonce": secrets.token_hex(16)}
        usual = {"lang": "en", "level": "beginner", "pace": "instant", "start": True}
        opened: dict[str, str] = self.ask("/api/tables", wish | usual | wishes)
        return opened

    def finished_match(self, game: str, seats: int, **wishes: object) -> str:
        """A match played to its end, always by the first legal move: the id of its replay."""
        opened = self.open_table(game, seats, "Ada", **wishes)
        path, token = f"/api/tables/{opened['table']}", opened["token"]
        for number in itertools.count():
            now = self.ask(path, secret=token)
            if result := now["table"].get("result"):
                return str(result["replay"])
            deal = now["deal"]
            if now["table"]["phase"] == "scored":
                command = {"do": "ready"}
            elif deal["legal"]:
                command = {"do": "move", "move": deal["legal"][0], "turn": deal["turn"]}
            else:
                continue
            self.ask(
                f"{path}/commands", {"type": "do", "id": str(number), "command": command}, token
            )
        raise AssertionError
