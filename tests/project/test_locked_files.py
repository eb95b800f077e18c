"""Locked files are installed as they are, whatever newer versions an index has by then.

pip resolves even what is pinned by hash, and ends with an error where an extra of a pinned package
admits something newer. So nothing is resolved; then only `pip check` shows an incomplete file.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from funicular import __version__
from tests.project.package_index import Index, package_index, pins, wheel

ROOT = Path(__file__).parents[2]
REQUIREMENTS = ROOT / "requirements"
# The files whose packages the tests have installed, so that what these need is known; and the
# extras of our own package that each of them is for.
EXTRAS = {
    "runtime.txt": "",
    "fleet.txt": "fleet",
    "test.txt": "fleet cluster peers envs pettingzoo",
}
# What installs: each of these has to say that nothing is resolved.
INSTALLING = ("Makefile", "tools/*", "deploy/*", "docs/*.md", "*.md")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Index]:
    packages = pins(REQUIREMENTS / "test.txt") | pins(REQUIREMENTS / "fleet.txt")
    with package_index(tmp_path_factory.mktemp("index"), packages) as found:
        yield found


@pytest.fixture
def python(tmp_path: Path) -> str:
    """The Python of a new virtual environment, without pip: its package here is an empty one."""
    command = (sys.executable, "-m", "venv", "--without-pip", tmp_path / "venv")
    subprocess.run(command, check=True)
    return str(tmp_path / "venv" / "bin" / "python")


def said_by_make(name: str) -> list[str]:
    """A variable of the Makefile."""
    extra = f"print:\n\t@echo '$({name})'\n"
    command = ("make", "--no-print-directory", "-f", "Makefile", "-f", "-", "print")
    done = subprocess.run(
        command, input=extra, cwd=ROOT, check=True, capture_output=True, text=True
    )
    return shlex.split(done.stdout)


def pip(
    python: str, *arguments: str, index: Index | None = None
) -> subprocess.CompletedProcess[str]:
    """Our pip, without what this machine has set, and with no other index than ours."""
    usual = {name: value for name, value in os.environ.items() if not name.startswith("PIP_")}
    own = {"PIP_CONFIG_FILE": os.devnull, "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    own |= {"PIP_INDEX_URL": index.address, "PIP_NO_CACHE_DIR": "1"} if index else {}
    return subprocess.run(
        [sys.executable, "-m", "pip", "--python", python, *arguments],
        env=usual | own,
        capture_output=True,
        text=True,
        check=False,
    )


def install(
    python: str, index: Index, lock: Path, *options: str
) -> subprocess.CompletedProcess[str]:
    return pip(python, "install", *options, "--no-compile", "-r", str(lock), index=index)


def install_ours(python: str, folder: Path, extras: str) -> None:
    """Our own package, needing what pyproject says, so that `pip check` asks for that too."""
    listed = [
        *PROJECT["dependencies"],
        *(line for extra in extras.split() for line in PROJECT["optional-dependencies"][extra]),
    ]
    made = wheel(folder, "funicular", __version__, [Requirement(line) for line in listed])
    done = pip(python, "install", "--no-deps", "--no-index", str(made))
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", EXTRAS)
def test_a_locked_file_installs_from_an_index_where_everything_is_newer_and_is_complete(
    name: str, index: Index, python: str, tmp_path: Path
) -> None:
    lock = index.relock(REQUIREMENTS / name, tmp_path)
    done = install(python, index, lock, *said_by_make("HASHED"))
    assert done.returncode == 0, done.stderr
    install_ours(python, tmp_path, EXTRAS[name])
    checked = pip(python, "check")
    assert checked.returncode == 0, checked.stdout


def test_it_would_not_install_if_it_were_resolved(
    index: Index, python: str, tmp_path: Path
) -> None:
    """Otherwise the test above would say nothing."""
    lock = index.relock(REQUIREMENTS / "test.txt", tmp_path)
    options = [each for each in said_by_make("HASHED") if each != "--no-deps"]
    assert "--require-hashes" in options
    done = install(python, index, lock, *options)
    assert done.returncode != 0
    assert (
        "In --require-hashes mode, all requirements must have their versions pinned" in done.stderr
    )


def test_a_line_that_is_missing_shows(index: Index, python: str, tmp_path: Path) -> None:
    """The one that nothing but another package asks for, and one that pyproject asks for."""
    gone = ("anyio", "msgspec")
    install_ours(python, tmp_path, "")
    lock = index.relock(REQUIREMENTS / "runtime.txt", tmp_path, without=gone)
    assert install(python, index, lock, *said_by_make("HASHED")).returncode == 0
    checked = pip(python, "check")
    assert checked.returncode != 0
    assert {*re.findall(r"requires (\S+), which is not installed", checked.stdout)} == {*gone}


def test_nothing_that_is_locked_by_hash_is_resolved_anywhere() -> None:
    commands = [
        (path.name, command)
        for pattern in INSTALLING
        for path in sorted(ROOT.glob(pattern))
        if path.is_file()
        for command in re.findall(
            r"^.*--require-hashes.*$",
            path.read_text(encoding="utf-8").replace("\\\n", " "),
            re.MULTILINE,
        )
        if "install" in command or ":=" in command
    ]
    assert {name for name, _ in commands} >= {"Makefile", "node", "Dockerfile", "deploy.md"}
    assert not [each for each in commands if "--no-deps" not in each[1]]
    # What makes .venv takes the options that the tests above have tried.
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    installing = re.findall(
        r"^\t.*(?:install|\(PIP\)) .*-r requirements/.*$", makefile, re.MULTILINE
    )
    assert len(installing) > 5
    assert not [line for line in installing if not re.search(r"\$\((LOCKED|HASHED)\)", line)]
