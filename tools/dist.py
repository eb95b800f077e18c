"""Builds the wheel and the source archive and checks them: `make dist`.

    python tools/dist.py FOLDER

The wheel takes the tag of the oldest Linux on which its kernels run (manylinux), where auditwheel
is installed. What lacks the page, a catalogue or the rules is refused; a wheel without the compiled
kernels is pure Python, works everywhere, slower, and is only said to be so.
"""

from __future__ import annotations

import base64
import csv
import hashlib
import os
import subprocess
import sys
import tarfile
import zipfile
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from packaging.metadata import Metadata
from packaging.utils import parse_sdist_filename, parse_wheel_filename

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "funicular"
PAGE = "funicular/web/client/index.html"
# What the code reads at run time.
DATA = (
    *("lang/*/*.toml", "rules/*/*.md", "privacy/*.md", "games/*/*.toml", "py.typed"),
    *("store/migrations/*/*.sql", "arena/report/*.css", "native/weights/*.*"),
)
# What a source archive needs besides, to be built and tested from.
SOURCES = (
    *("Makefile", "pyproject.toml", "LICENSE", "client/package-lock.json", "client/.npmrc"),
    *("native/CMakeLists.txt", "requirements/test.txt", "tools/backend.py", "tools/venv"),
)


class Incomplete(Exception):
    """Something is missing in what was built, or wrong with it."""

    def __init__(self, path: Path, problem: str) -> None:
        super().__init__(f"{path.name} {problem}")


def package_data() -> set[str]:
    """The files that the code reads at run time, as they are called in a wheel."""
    found = (path for pattern in DATA for path in PACKAGE.glob(pattern))
    return {path.relative_to(PACKAGE.parent).as_posix() for path in found}


def build(folder: Path) -> None:
    """A wheel and a source archive in this folder, by the hooks that pip calls."""
    # As pip finds and calls it.
    sys.path[:0] = [str(ROOT / "tools")]
    os.chdir(ROOT)
    backend = import_module("backend")
    folder.mkdir(parents=True, exist_ok=True)
    for old in (*folder.glob("*.whl"), *folder.glob("*.tar.gz")):
        old.unlink()
    backend.build_sdist(str(folder))
    backend.build_wheel(str(folder))


def name_platform(folder: Path) -> None:
    """Give the wheel the tag of the oldest Linux that it runs on, if that can be found out."""
    (wheel,) = folder.glob("*.whl")
    if sys.platform != "linux" or "-linux_" not in wheel.name or not find_spec("auditwheel"):
        return
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    command = (sys.executable, "-m", "auditwheel", "repair", "--wheel-dir", str(folder), str(wheel))
    done = subprocess.run(
        command, check=False, capture_output=True, text=True, env=os.environ | {"PATH": path}
    )
    if done.returncode == 0:
        wheel.unlink()
    else:
        last = (done.stderr.strip().splitlines() or ["no reason"])[-1]
        print(f"It keeps the tag of this machine: {last}")


def check(folder: Path) -> list[str]:
    """What was built, in words; `Incomplete` if it should not be given to anybody."""
    (wheel,), (archive,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
    kernels = check_wheel(wheel)
    check_archive(archive)
    kind = f"with {len(kernels)} compiled kernels" if kernels else "in pure Python, which is slower"
    return [f"{wheel.name}: {kind}", archive.name]


def check_wheel(wheel: Path) -> set[str]:
    """Look into a wheel; the compiled modules in it."""
    name, version, _, tags = parse_wheel_filename(wheel.name)
    with zipfile.ZipFile(wheel) as opened:
        names = {each for each in opened.namelist() if not each.endswith("/")}
        _refuse(wheel, "lacks", (package_data() | {PAGE}) - names)
        (record,) = (each for each in names if each.endswith(".dist-info/RECORD"))
        listed = {row[0]: row[1] for row in csv.reader(opened.read(record).decode().splitlines())}
        wrong = {each for each in names - {record} if listed.get(each) != _hash(opened.read(each))}
        _refuse(wheel, "has another hash in its RECORD than", wrong)
        _refuse(wheel, "lists and lacks", set(listed) - names)
        # Raises what is wrong with it.
        text = opened.read(record.replace("RECORD", "METADATA"))
        metadata = Metadata.from_email(text, validate=True)
    if (metadata.name, metadata.version) != (name, version) or not metadata.description:
        raise Incomplete(wheel, "has the metadata of another package, or says nothing of itself")
    kernels = {each for each in names if each.endswith(".so")}
    if kernels and any(tag.platform == "any" for tag in tags):
        raise Incomplete(wheel, "has kernels, and says that it runs everywhere")
    return kernels


def check_archive(archive: Path) -> None:
    """Look into a source archive."""
    parse_sdist_filename(archive.name)
    with tarfile.open(archive) as opened:
        names = {each.partition("/")[2] for each in opened.getnames()}
    wanted = {f"src/{each}" for each in package_data() | {PAGE}}
    _refuse(archive, "lacks", wanted.union(SOURCES) - names)
    _refuse(archive, "should not have", {each for each in names if "node_modules" in each})


def _refuse(path: Path, what: str, names: set[str]) -> None:
    if names:
        raise Incomplete(path, f"{what} {', '.join(sorted(names))}")


def _hash(content: bytes) -> str:
    made = base64.urlsafe_b64encode(hashlib.sha256(content).digest())
    return f"sha256={made.decode().rstrip('=')}"


def main(folder: Path) -> int:
    """Build, check, and say what there is."""
    os.environ.setdefault("SKBUILD_BUILD_DIR", str(ROOT / "build" / "dist"))
    build(folder)
    name_platform(folder)
    try:
        print(*check(folder), sep="\n")
    except Incomplete as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve()))
