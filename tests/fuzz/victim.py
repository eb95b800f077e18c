"""The server that is attacked, in a process of its own, and how it is."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.cli.terminal import uncounted
from tests.fuzz.wire import PATIENCE, Wrong

PAGE = os.sysconf("SC_PAGE_SIZE")


class Victim:
    """A running server."""

    def __init__(self, process: subprocess.Popen[str], port: int, log: Path) -> None:
        self._process = process
        self._log = log
        self.port = port

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    @property
    def files(self) -> int:
        """How many files and sockets it has open."""
        return len(list(Path(f"/proc/{self._process.pid}/fd").iterdir()))

    @property
    def memory(self) -> int:
        """Its resident memory in bytes."""
        return int(Path(f"/proc/{self._process.pid}/statm").read_text().split()[1]) * PAGE

    def measured(self, name: str) -> float:
        """What `/metrics` says of this."""
        address = f"http://127.0.0.1:{self.port}/metrics"
        with urllib.request.urlopen(address, timeout=PATIENCE) as found:
            text = found.read().decode()
        line = re.search(rf"^{name} (\S+)$", text, re.MULTILINE)
        assert line, f"{name} is not measured"
        return float(line[1])

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
        self._process.send_signal(signal.SIGTERM)
        code = self._process.wait(PATIENCE)
        if code != 0:
            message = f"it ended with {code}"
            raise Wrong(message)

    def events(self) -> Counter[str]:
        """What its log tells of, by event; `Wrong` for a line about an error."""
        return read_log(self._log.read_text())


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


@contextmanager
def victim(folder: Path) -> Iterator[Victim]:
    """A server on a free port, its log in this folder."""
    log = folder / "log"
    command = [sys.executable, "-m", "funicular", "serve", "--lang", "en", "--port", "0"]
    with log.open("w") as errors:
        process = subprocess.Popen(
            [*command, "--data", str(folder / "tables.db"), "--log-format", "json"],
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            env=uncounted(dict(os.environ)),
        )
    assert process.stdout is not None
    try:
        said = ""
        while "Ctrl-C" not in said:
            line = process.stdout.readline()
            assert line, log.read_text()
            said += line
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", said)
        assert found, said
        yield Victim(process, int(found[1]), log)
    finally:
        process.kill()
        process.communicate()
