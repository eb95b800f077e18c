"""The browser client is built from locked packages, the same on every machine, and stays light."""

import gzip
import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from funicular.lang import catalogue, languages

ROOT = Path(__file__).parents[2]
CLIENT = ROOT / "client"
BUILT = ROOT / "src" / "funicular" / "web" / "client"
PACKAGES = json.loads((CLIENT / "package.json").read_text(encoding="utf-8"))
LOCK = json.loads((CLIENT / "package-lock.json").read_text(encoding="utf-8"))

# Bytes that a first visit may load, gzipped: scripts, styles and words, without fonts.
LIGHT = 100_000

needs_build = pytest.mark.skipif(not BUILT.exists(), reason="the page is not built: make play")


def test_every_package_is_asked_for_in_one_version() -> None:
    for name, version in PACKAGES["devDependencies"].items():
        assert re.fullmatch(r"\d+\.\d+\.\d+", version), name
        assert LOCK["packages"][f"node_modules/{name}"]["version"] == version


def test_the_lock_has_hashes_and_no_addresses() -> None:
    for name, package in LOCK["packages"].items():
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


def zipped(path: Path) -> int:
    return len(gzip.compress(path.read_bytes()))


@needs_build
def test_a_first_visit_loads_little() -> None:
    index = (BUILT / "index.html").read_text(encoding="utf-8")
    named = [path for path in (BUILT / "assets").iterdir() if path.name in index]
    assert {path.suffix for path in named} == {".js", ".css"}
    words = max(
        len(gzip.compress(json.dumps(catalogue(lang).sentences).encode())) for lang in languages()
    )
    assert sum(map(zipped, named)) + words < LIGHT


@needs_build
def test_what_is_sent_compressed_is_what_is_sent_plain() -> None:
    for path in BUILT.rglob("*.js"):
        assert gzip.decompress(path.with_name(f"{path.name}.gz").read_bytes()) == path.read_bytes()
        assert path.with_name(f"{path.name}.br").exists()


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
