"""The server that is attacked, in a process of its own, and how it is."""

from __future__ import annotations

import json
import os
import re
import signal
import time
import urllib.request
from collections import Counter
from pathlib import Path
from typing import Any

from tests.kit.serving import Served
from tests.system.fuzz.wire import PATIENCE, Wrong

PAGE = os.sysconf("SC_PAGE_SIZE")


class Victim(Served):
    """A server that is asked too much."""

    def __init__(self, folder: Path) -> None:
        settings = ("--log-format", "json", "--metrics", "public")
        super().__init__(folder, "--data", str(folder / "tables.db"), *settings)

    @property
    def files(self) -> int:
        """How many files and sockets it has open."""
        return len(list(Path(f"/proc/{self.pid}/fd").iterdir()))

    @property
    def memory(self) -> int:
        """Its resident memory in bytes."""
        return int(Path(f"/proc/{self.pid}/statm").read_text().split()[1]) * PAGE

    def measured(self, name: str) -> float:
        """What `/metrics` says of this."""
        with urllib.request.urlopen(f"{self.address}/metrics", timeout=PATIENCE) as found:  # noqa: S310 - our own server
            text = found.read().decode()
        lines = re.findall(rf"^{name}(?:{{.*}})? (\S+)$", text, re.MULTILINE)
        assert lines, f"{name} is not measured"
        return sum(map(float, lines))

    def settled(self, files: int) -> int:
        """How many files are open once every socket is gone; `Wrong` if some never go."""
        until = time.monotonic() + PATIENCE
        while True:
            left, now = self.measured("funicular_sockets"), self.files
            if left == 0 and now <= files:
                return now
            if time.monotonic() > until:
                message = f"{left} sockets are left, and {now} files are open instead of {files}"
                raise Wrong(message)
            time.sleep(0.1)

    def stop(self) -> None:
        """End it as people do; `Wrong` if it does not end well."""
        if (code := self.end(signal.SIGTERM)) != 0:
            message = f"it ended with {code}"
            raise Wrong(message)

    def events(self) -> Counter[str]:
        """What its log tells of, by event; `Wrong` for a line about an error."""
        return read_log(self.errors)


def read_log(text: str) -> Counter[str]:
    """The events of a log in JSON, every line of it; `Wrong` if one is about an error."""
    events: Counter[str] = Counter()
    for line in text.splitlines():
        try:
            said: dict[str, Any] = json.loads(line)
        except json.JSONDecodeError as error:
            message = f"no line of the log: {line[:500]}"
            raise Wrong(message) from error
        if said["level"] in ("error", "critical") or "exception" in said or "Traceback" in line:
            message = (
                f"an error in the log: {said['event']} … {said.get('exception', line)[-1500:]}"
            )
            raise Wrong(message)
        events[f"{said['level']}: {said['event']}"] += 1
    return events
