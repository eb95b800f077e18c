"""Results files without their timings, in order: two runs of one plan must agree on the rest."""

from __future__ import annotations

import json
from pathlib import Path


def without_seconds(path: Path) -> list[bytes]:
    """The lines of a results file."""
    return stripped(path.read_bytes())


def stripped(content: bytes) -> list[bytes]:
    """The lines of its content."""
    head, *lines = content.splitlines()
    units = []
    for line in lines:
        unit = json.loads(line)
        unit.pop("seconds", None)
        units.append(unit)
    units.sort(key=lambda unit: (unit["contest"], unit["deal"], unit["seating"]))
    return [head, *(json.dumps(unit).encode() for unit in units)]
