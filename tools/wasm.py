"""Compiles the kernels for the browser: `make wasm`, into client/src/kernel/modules.

    python tools/wasm.py [--check]

The modules are kept in the tree, so that a build of the page needs no compiler of 100 MB. Beside
them `provenance.toml` says which compiler made them and from what: the hash of every file that goes
into them, and of this list of options. A test compares it with the files as they are, so that no
change of a kernel is forgotten here. --check compiles anew and compares the bytes, which are the
same on every machine.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
NATIVE = ROOT / "native"
MODULES = ROOT / "client" / "src" / "kernel" / "modules"
PROVENANCE = MODULES / "provenance.toml"
WEIGHTS = ROOT / "src" / "funicular" / "native" / "weights" / "auf_ab.bin"
OPTIONS = (
    *("-target", "wasm32-wasi", "-mexec-model=reactor", "-std=c++20", "-O3", "-DNDEBUG", "-s"),
    # The same numbers as in the compiled modules.
    "-ffp-contract=off",
    # So that nothing is imported: no messages, no locks.
    *("-fno-exceptions", "-fno-rtti", "-fno-threadsafe-statics"),
    *("-fconstexpr-steps=100000000", "-Wl,-z,stack-size=1048576"),
    *("-Wall", "-Wextra", "-Wno-c23-extensions", "-I."),
)


def games() -> list[str]:
    """The kernels that there are modules of."""
    return sorted(path.stem for path in (NATIVE / "wasm").glob("*.cpp"))


def sources() -> list[Path]:
    """Every file that goes into a module."""
    bindings = NATIVE / "bindings"
    checks = [*bindings.glob("*_checks.hpp"), bindings / "require.hpp", bindings / "reader.hpp"]
    wasm = [path for path in (NATIVE / "wasm").iterdir() if path.is_file()]
    return sorted([*(NATIVE / "funicular").rglob("*.hpp"), *checks, *wasm, WEIGHTS])


def sources_hash() -> str:
    """One hash of all of them, by name and content, and of the options."""
    whole = hashlib.sha256(" ".join(OPTIONS).encode())
    for path in sources():
        name = path.relative_to(ROOT).as_posix()
        whole.update(f"\n{name} {hashlib.sha256(path.read_bytes()).hexdigest()}".encode())
    return whole.hexdigest()


def provenance(compiler: str, modules: dict[str, bytes]) -> str:
    """What is said beside the modules."""
    lines = [
        "# How the modules beside this file were made. `make wasm` writes all of them.",
        f'compiler = "zig {compiler}"',
        f'sources = "{sources_hash()}"',
        "",
        "# SHA-256 of each.",
        "[modules]",
    ]
    lines += [f'{name} = "{hashlib.sha256(made).hexdigest()}"' for name, made in modules.items()]
    return "\n".join([*lines, ""])


def compiled(game: str, folder: Path) -> bytes:
    """The module of a game."""
    module = folder / f"{game}.wasm"
    zig = [sys.executable, "-m", "ziglang", "c++"]
    subprocess.run([*zig, *OPTIONS, f"wasm/{game}.cpp", "-o", str(module)], cwd=NATIVE, check=True)
    return module.read_bytes()


def main() -> int:
    """Compile, and keep or compare what comes of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare instead of writing")
    args = parser.parse_args()
    # The compiler builds its standard library once, for two minutes.
    for name in ("ZIG_GLOBAL_CACHE_DIR", "ZIG_LOCAL_CACHE_DIR"):
        os.environ.setdefault(name, str(ROOT / "build" / "zig-cache"))
    version = subprocess.check_output(
        [sys.executable, "-m", "ziglang", "version"], text=True
    ).strip()
    with tempfile.TemporaryDirectory() as folder:
        modules = {game: compiled(game, Path(folder)) for game in games()}
    if args.check:
        text = provenance(version, modules)
        same = text == PROVENANCE.read_text(encoding="utf-8")
        print("The same bytes." if same else f"Not the same; now it would be:\n{text}")
        return 0 if same else 1
    for game, made in modules.items():
        (MODULES / f"{game}.wasm").write_bytes(made)
        print(f"{game}: {len(made):,} bytes")
    PROVENANCE.write_text(provenance(version, modules), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
