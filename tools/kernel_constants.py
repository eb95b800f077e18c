"""Writes the constants of the heuristics into headers of the kernels, so that they are said once.

A heuristic exists twice: in Python (`src/funicular/bots/GAME`) and C++ (`native/funicular/GAME`).
Its numbers stand in the Python; this copies those that the kernel uses into the game's
`constants.hpp`, where OTHER_WAY is kOtherWay; those that all games share, from `bots/`, into
`native/funicular/constants.hpp`. `make` runs it before it builds the kernels, and a test checks
that the headers are up to date.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
BOTS = ROOT / "src" / "funicular" / "bots"
KERNELS = ROOT / "native" / "funicular"
# The modules of a heuristic, and those of `bots/` itself.
MODULES = ("odds", "plans", "policies", "likelihood")
SHARED = "."
SHARED_MODULES = ("evaluation", "player_types")
HEADER = "constants.hpp"

TEXT = """\
// The numbers of {what}. Made from the Python by tools/kernel_constants.py: change them
// there.
#pragma once

namespace {namespace} {{
{sections}
}}  // namespace {namespace}
"""


def constants_in(path: Path) -> Iterator[tuple[str, float]]:
    """Every NAME = number on the outermost level of a module, in order."""
    for statement in ast.parse(path.read_text(encoding="utf-8")).body:
        match statement:
            case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)):
                pairs = list(zip(names, values, strict=True))
            case ast.Assign(targets=[target], value=value):
                pairs = [(target, value)]
            case _:
                continue
        for pair in pairs:
            match pair:
                case ast.Name(id=name), ast.Constant(value=int() | float() as number):
                    if name.isupper():
                        yield name, number
                case _:
                    pass


def name_in_kernel(name: str) -> str:
    """`OTHER_WAY` as the kernels write it: `kOtherWay`."""
    return "k" + name.title().replace("_", "")


def header(game: str) -> str:
    """The text of a game's header, or of the shared one: the constants that those beside it use."""
    others = [path for path in (KERNELS / game).glob("*.hpp") if path.name != HEADER]
    used = set(re.findall(r"\bk\w+", "".join(path.read_text(encoding="utf-8") for path in others)))
    sections = []
    shared = game == SHARED
    for module in SHARED_MODULES if shared else MODULES:
        path = BOTS / game / f"{module}.py"
        lines = [
            f"inline constexpr {type(value).__name__.replace('float', 'double')} "
            f"{name_in_kernel(name)} = {value!r};"
            for name, value in (constants_in(path) if path.exists() else ())
            if name_in_kernel(name) in used
        ]
        if lines:
            told = path.relative_to(BOTS.parent).as_posix()
            sections.append(f"\n// {told}\n" + "\n".join(lines) + "\n")
    return TEXT.format(
        what="evaluations" if shared else "the casual policy",
        namespace="funicular" if shared else f"funicular::{game}",
        sections="".join(sections),
    )


def games() -> list[str]:
    """The games that have both, by the names of their folders."""
    return sorted(path.name for path in KERNELS.iterdir() if (BOTS / path.name).is_dir())


def main() -> None:
    """Write the headers that are out of date."""
    for game in (SHARED, *games()):
        path, text = KERNELS / game / HEADER, header(game)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
