"""The modules of the browser are those of the kernels as they are now, and import nothing."""

from __future__ import annotations

import hashlib
import runpy
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
TOOL = runpy.run_path(str(ROOT / "tools" / "wasm.py"))
PROVENANCE = tomllib.loads(TOOL["PROVENANCE"].read_text(encoding="utf-8"))
MODULES = {path.stem: path.read_bytes() for path in TOOL["MODULES"].glob("*.wasm")}
IMPORT_SECTION = 2


def test_every_kernel_has_a_module() -> None:
    kernels = {path.stem for path in (ROOT / "native" / "bindings").glob("*.cpp")}
    assert kernels == set(TOOL["games"]()) == set(MODULES) == set(PROVENANCE["modules"])


def test_the_modules_are_made_from_the_kernels_as_they_are() -> None:
    # `make wasm` compiles them anew.
    assert PROVENANCE["sources"] == TOOL["sources_hash"]()


def test_the_modules_are_those_that_their_provenance_speaks_of() -> None:
    hashes = {name: hashlib.sha256(module).hexdigest() for name, module in MODULES.items()}
    assert hashes == PROVENANCE["modules"]


def test_the_compiler_is_the_one_that_is_pinned() -> None:
    pinned = (ROOT / "requirements" / "wasm.txt").read_text(encoding="utf-8")
    name, version = PROVENANCE["compiler"].split()
    assert name == "zig"
    assert f"ziglang=={version} " in pinned


def sections(module: bytes) -> list[int]:
    """The kinds of the parts that a module has."""
    assert module[:8] == b"\0asm\1\0\0\0"
    found, place = [], 8
    while place < len(module):
        found.append(module[place])
        size = shift = 0
        while True:
            place += 1
            size |= (module[place] & 127) << shift
            shift += 7
            if module[place] < 128:
                break
        place += 1 + size
    return found


def test_modules_import_nothing_and_have_no_names_of_files() -> None:
    for name, module in MODULES.items():
        assert IMPORT_SECTION not in sections(module), name
        assert b"/home" not in module, name
        assert b".hpp" not in module, name
