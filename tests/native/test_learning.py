"""The program behind `make learn`: what it writes depends on its arguments alone."""

from __future__ import annotations

import hashlib
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from funicular.core.errors import FunicularError

pytest.importorskip("funicular.native.auf_ab", reason="there is no compiler")

from funicular.native import _auf_ab, weights

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    program = tmp_path_factory.mktemp("learning") / "learn"
    flags = ("-std=c++20", "-O2", "-Wall", "-Wextra", "-Werror", "-ffp-contract=off", "-pthread")
    source = ROOT / "native" / "learning" / "auf_ab.cpp"
    subprocess.run(("c++", *flags, "-Inative", source, "-o", program), cwd=ROOT, check=True)
    return program


def learn(program: Path, *arguments: str) -> bytes:
    command = [str(program), *arguments]
    return subprocess.run(command, check=True, capture_output=True).stdout


def test_weights_are_the_same_however_many_threads_learn(program: Path) -> None:
    alone = learn(program, "2", "100", "7", "1")
    assert alone == learn(program, "2", "100", "7", "3")
    assert alone != learn(program, "2", "100", "8", "3")


def test_weights_are_kept_with_their_provenance(program: Path, tmp_path: Path) -> None:
    tool = (sys.executable, ROOT / "tools" / "learn.py")
    command = (*tool, "--into", tmp_path, program, "auf_ab", "1", "100", "7")
    subprocess.run(command, check=True, capture_output=True)
    made = (tmp_path / "auf_ab.bin").read_bytes()
    provenance = tomllib.loads((tmp_path / "auf_ab.toml").read_text(encoding="utf-8"))
    assert provenance["arguments"] == "1 100 7"
    assert provenance["sha256"] == hashlib.sha256(made).hexdigest()
    assert "3 seats: wins" in provenance["strength"]["measured"]
    # They would fit where the ones in use are.
    assert len(made) == len(weights.read("auf_ab"))
    assert made[:16] == weights.read("auf_ab")[:16]


def test_weights_in_use_say_how_they_were_made() -> None:
    path = Path(weights.__file__).with_name("auf_ab.toml")
    provenance = tomllib.loads(path.read_text(encoding="utf-8"))
    assert (ROOT / provenance["script"]).exists()
    assert provenance.keys() >= {"arguments", "date", "sha256", "strength"}


def test_damaged_weights_are_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    good = weights.read("auf_ab")
    for bad in (b"", good[:-2], good + b"\0\0", b"X" + good[1:], good[:7] + b"\2" + good[8:]):
        with pytest.raises(FunicularError, match="learned weights"):
            _auf_ab.load_weights(bad)
    # One that looks right, but is another than the provenance says.
    (tmp_path / "auf_ab.bin").write_bytes(good[:-1] + bytes([good[-1] ^ 1]))
    provenance = Path(weights.__file__).with_name("auf_ab.toml").read_bytes()
    (tmp_path / "auf_ab.toml").write_bytes(provenance)
    monkeypatch.setattr(weights, "files", lambda _: tmp_path)
    with pytest.raises(FunicularError, match="learned weights"):
        weights.read("auf_ab")
    with pytest.raises(FunicularError, match="learned weights"):
        weights.read("another")
