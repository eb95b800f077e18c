"""What processes use: memory and processor time, by group, as Linux tells."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from time import perf_counter

TICKS = os.sysconf("SC_CLK_TCK")
# The columns of processor time in /proc/PID/stat after the name, and of idling in /proc/stat.
OWN_TIME = slice(11, 13)
IDLE = slice(3, 5)

Groups = Mapping[str, Iterable[int]]


def with_children(pid: int) -> list[int]:
    """A process and all that it has started."""
    found = [pid]
    for listed in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):
            for child in listed.read_text().split():
                found += with_children(int(child))
    return found


def memory(pids: Iterable[int]) -> float:
    """What they hold in memory, in MiB; what several share is counted once."""
    total = 0
    for pid in pids:
        with suppress(OSError):
            for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
                if line.startswith("Pss:"):
                    total += int(line.split()[1])
    return total / 1024


def _seconds(pid: int) -> float:
    with suppress(OSError):
        columns = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return sum(map(int, columns[OWN_TIME])) / TICKS
    return 0.0


def processor_seconds(pids: Iterable[int]) -> float:
    """The processor time that they have used so far."""
    return sum(map(_seconds, pids))


def _busy() -> float:
    columns = [int(each) for each in Path("/proc/stat").read_text().split("\n")[0].split()[1:9]]
    return (sum(columns) - sum(columns[IDLE])) / TICKS


class Shares:
    """How much of a core each group has used since this was made; "else" is everybody else."""

    def __init__(self, groups: Groups) -> None:
        """Begin to count."""
        self._groups = {name: list(pids) for name, pids in groups.items()}
        self._before = self._now()
        self._began = perf_counter()

    def _now(self) -> dict[str, float]:
        own = {name: processor_seconds(pids) for name, pids in self._groups.items()}
        return own | {"else": _busy() - sum(own.values())}

    def taken(self) -> dict[str, float]:
        """Shares of one core."""
        past = perf_counter() - self._began
        return {
            name: max(0.0, (now - self._before[name]) / past) for name, now in self._now().items()
        }


def favour(pids: Iterable[int], nice: int) -> None:
    """Have these before others who work on the machine, where that is allowed."""
    for pid in pids:
        with suppress(OSError):
            Path(f"/proc/{pid}/autogroup").write_text(str(nice))
