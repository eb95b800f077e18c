"""Asks the advisory services about every locked dependency: `make audit`.

    python tools/audit.py VENV

pip-audit looks at requirements/*.txt, npm at client/package-lock.json. Only a finding makes it
fail. A service that cannot be reached is said plainly, and the rest goes on: a machine without the
network has to be able to run the tests. A finding that has been looked at and does not concern us
stands in tools/audit.toml, with the reason and until when.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
ACCEPTED = Path(__file__).with_suffix(".toml")
SECONDS = 120
# What `make lowest` tries: old on purpose, and never served with.
OLDEST = "lowest.txt"


class Finding(NamedTuple):
    """A known weakness of something we use."""

    where: str
    package: str
    id: str
    aliases: frozenset[str]


class Report(NamedTuple):
    """What one service said: how many it knew, how many there are, what it found."""

    known: int
    all: int
    findings: tuple[Finding, ...]
    # Why there is no report; "" if there is one.
    problem: str = ""


def read_pip(where: str, text: str) -> Report:
    """What pip-audit printed as JSON."""
    try:
        listed: list[dict[str, Any]] = json.loads(text)["dependencies"]
    except (ValueError, KeyError, TypeError):
        return Report(0, 0, (), "pip-audit gave no answer")
    known = [each for each in listed if "skip_reason" not in each]
    findings = tuple(
        Finding(where, each["name"], found["id"], frozenset(found.get("aliases", ())))
        for each in known
        for found in each["vulns"]
    )
    problem = "" if known or not listed else "the service knows none of them"
    return Report(len(known), len(listed), findings, problem)


def read_npm(where: str, text: str) -> Report:
    """What npm printed as JSON."""
    try:
        said = json.loads(text)
        total = said["metadata"]["dependencies"]["total"]
    except (ValueError, KeyError, TypeError):
        return Report(0, 0, (), "npm gave no answer")
    # An advisory is an object; a string names another package that has it.
    findings = {
        Finding(where, name, str(via["url"]).rpartition("/")[2], frozenset())
        for name, found in said["vulnerabilities"].items()
        for via in found["via"]
        if isinstance(via, dict)
    }
    return Report(total, total, tuple(sorted(findings)))


def accepted(today: date, path: Path = ACCEPTED) -> frozenset[str]:
    """The findings that were looked at, as long as that holds."""
    listed = tomllib.loads(path.read_text(encoding="utf-8")).get("accepted", [])
    for each in listed:
        if not (each["id"] and each["reason"] and isinstance(each["until"], date)):
            raise ValueError(each)
    return frozenset(each["id"] for each in listed if each["until"] >= today)


def open_findings(reports: Iterable[Report], known: frozenset[str]) -> list[Finding]:
    """Those that nobody has looked at."""
    found = {finding for report in reports for finding in report.findings}
    new = [each for each in found if not ({each.id} | each.aliases) & known]
    return sorted(new, key=lambda each: (each.id, each.where))


def main(venv: Path) -> int:
    """Ask everybody, say what they said, and fail on what is new."""
    locks = sorted(path for path in (ROOT / "requirements").glob("*.txt") if path.name != OLDEST)
    with ThreadPoolExecutor() as all_at_once:
        npm = all_at_once.submit(_npm, venv)
        answers = all_at_once.map(lambda path: _pip(venv, path), locks)
        reports = dict(zip((str(path.relative_to(ROOT)) for path in locks), answers, strict=True))
        reports["client/package-lock.json"] = npm.result()
    for where, report in reports.items():
        said = f"{report.known} of {report.all} looked up, {len(report.findings)} with advisories"
        print(f"{where}: {f'NOT AUDITED, {report.problem}' if report.problem else said}")
    found = open_findings(reports.values(), accepted(date.today()))  # noqa: DTZ011 - a day is enough
    for each in found:
        print(f"{each.where}: {each.package} has {each.id}")
    return 1 if found else 0


def _pip(venv: Path, path: Path) -> Report:
    command = [str(venv / "bin" / "pip-audit"), "--requirement", str(path), "--require-hashes"]
    quietly = ["--disable-pip", "--format", "json", "--progress-spinner", "off"]
    return read_pip(str(path.relative_to(ROOT)), _printed([*command, *quietly], ROOT))


def _npm(venv: Path) -> Report:
    node = _printed(["sh", "tools/node", str(venv)], ROOT).strip()
    path = f"{node}{os.pathsep}{os.environ.get('PATH', '')}"
    text = _printed(["npm", "audit", "--json"], ROOT / "client", PATH=path)
    return read_npm("client/package-lock.json", text)


def _printed(command: list[str], folder: Path, **environment: str) -> str:
    """What a command printed, whatever its exit code; "" if it could not be run."""
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            env=os.environ | environment,
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
