"""Builds the wheel and the source archive and checks them: `make dist`, and `make release`.

    python tools/dist.py FOLDER [--release]

A release is refused where the tree has changes, or something that belongs to the version is
missing. What was built is installed into a clean environment and plays a deal of each game there.
Then it is said what would be published and tagged; neither is done here. Without a folder nothing
is built.

The wheel takes the tag of the oldest Linux on which its kernels run (manylinux), where auditwheel
is installed. What lacks the page, a catalogue or the rules is refused; a wheel without the compiled
kernels is pure Python, works everywhere, slower, and is only said to be so.
"""

from __future__ import annotations

import argparse
import base64
import csv
import hashlib
import os
import re
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from msgspec import Struct
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
# What a server is installed with, as the guide says.
LOCKED = ("--require-hashes", "-r", str(ROOT / "requirements" / "runtime.txt"))
GAMES = "import funicular; print(*funicular.GAMES)"


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


class Release(Struct, frozen=True):
    """What a release is called, and what is said of it."""

    version: str
    notes: str

    @property
    def tag(self) -> str:
        """The name of its tag."""
        return f"v{self.version}"

    @property
    def message(self) -> str:
        """The message of its tag."""
        return f"Funicular {self.version}\n\n{self.notes}\n"


def prepared() -> Release:
    """The release that this tree is ready for; `Incomplete` if it is ready for none."""
    text = (PACKAGE / "__init__.py").read_text(encoding="utf-8")
    (version,) = re.findall(r'^__version__ = "(.+)"$', text, re.MULTILINE)
    changes = ROOT / "CHANGELOG.md"
    section = rf"^## {re.escape(version)}(?!\S)[^\n]*\n(.+?)(?=^## |\Z)"
    notes = re.search(section, changes.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    if notes is None:
        raise Incomplete(changes, f"says nothing of {version}")
    if not (ROOT / "tests" / "golden" / "logs" / version).is_dir():
        raise Incomplete(ROOT, f"has no golden logs of {version}: python -m tests.golden.logs")
    release = Release(version, notes[1].strip())
    if changed := _git("status", "--porcelain"):
        raise Incomplete(ROOT, f"has changes that are not committed:\n{changed}")
    if _git("tag", "--list", release.tag):
        raise Incomplete(ROOT, f"has the tag {release.tag} already")
    return release


def _git(*arguments: str) -> str:
    command = ("git", *arguments)
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    return done.stdout.rstrip()


def install(wheel: Path, folder: Path, *needed: str) -> Path:
    """Make an environment with nothing in it but a wheel and what it needs; its programs."""
    subprocess.run((sys.executable, "-m", "venv", "--without-pip", str(folder)), check=True)
    pip = (sys.executable, "-m", "pip", "--python", str(folder / "bin" / "python"), "-qq")
    for what in (needed, (str(wheel),)):
        if what:
            subprocess.run((*pip, "install", "--no-deps", *what), check=True)
    return folder / "bin"


def try_out(programs: Path, version: str) -> list[str]:
    """Let what was installed play a deal of each game, and read its records; what it said."""
    commands: list[tuple[str, ...]] = [("--version",)]
    with tempfile.TemporaryDirectory() as folder:
        for game in _said(programs, folder, "python", "-c", GAMES).split():
            commands += [("match", game, "--deals", "1", "--save", game), ("replay", game)]
        said = [_said(programs, folder, "funicular", "--lang", "en", *each) for each in commands]
    if f"funicular {version}," not in said[0]:
        raise Incomplete(programs, f"has another version: {said[0]}")
    return [text.partition("\n")[0] for text in (said[0], *said[1::2])]


def _said(programs: Path, folder: str, name: str, *arguments: str) -> str:
    """What a program answers, in a folder where nothing of this tree is found."""
    command = (str(programs / name), *arguments)
    clean = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    done = subprocess.run(
        command, cwd=folder, env=clean, check=False, capture_output=True, text=True
    )
    if done.returncode != 0:
        raise Incomplete(programs / name, f"failed: {' '.join(arguments)}\n{done.stderr}")
    return done.stdout


def announced(folder: Path, release: Release) -> list[str]:
    """What would be published and tagged, in words; the message of the tag is left in a file."""
    message = folder / f"{release.tag}.txt"
    message.write_text(release.message, encoding="utf-8")
    files = sorted((*folder.glob("*.whl"), *folder.glob("*.tar.gz")))
    return [
        "To be published:",
        *(
            f"  {each.name}\n    {each.stat().st_size:,} bytes, sha256"
            f" {hashlib.sha256(each.read_bytes()).hexdigest()}"
            for each in files
        ),
        f"To be tagged: {release.tag}, as",
        f"  git tag --annotate --cleanup=whitespace --file {message} {release.tag}",
        "with this message:",
        *(f"  {line}".rstrip() for line in release.message.splitlines()),
        "Nothing was published, and nothing tagged.",
    ]


def main(folder: Path | None, *, releasing: bool) -> int:
    """Build, check, and say what there is."""
    os.environ.setdefault("SKBUILD_BUILD_DIR", str(ROOT / "build" / "dist"))
    try:
        release = prepared() if releasing else None
        if folder is None:
            return 0
        build(folder)
        name_platform(folder)
        print(*check(folder), sep="\n")
        if release is not None:
            (wheel,) = folder.glob("*.whl")
            with tempfile.TemporaryDirectory() as clean:
                programs = install(wheel, Path(clean), *LOCKED)
                print(*try_out(programs, release.version), sep="\n")
            print(*announced(folder, release), sep="\n")
    except Incomplete as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--release", action="store_true")
    given = parser.parse_args()
    sys.exit(main(given.folder and given.folder.resolve(), releasing=given.release))
