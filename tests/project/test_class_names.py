"""One word, one meaning: no two classes or types of the package have the same name.

The games are the exception: each has a `State`, a `View`, a `Card` of its own, in the same role
as the others', and the protocols in `core` are named alike.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "src" / "funicular"


def types_in(path: Path) -> Iterator[str]:
    """The classes of a file, and the types that it gives a name: `Points = tuple[int, ...]`."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        match node:
            case ast.ClassDef(name=name):
                yield name
            # A variable of a type, such as `T`, means something in its own file alone.
            case ast.Assign(value=ast.Call(func=ast.Name(id="TypeVar"))):
                pass
            case ast.Assign(targets=[ast.Name(id=name)]) if (
                name[0].isupper() and not name.isupper()
            ):
                yield name


def part_of(path: Path) -> str:
    """Where the file belongs; the folders of the games, and what they implement, count as one."""
    layer, *rest = path.relative_to(PACKAGE).parts
    return "a game" if (layer == "games" and len(rest) > 1) or layer == "core" else str(path)


def test_no_two_types_share_a_name() -> None:
    places: dict[str, dict[str, Path]] = defaultdict(dict)
    for path in sorted(PACKAGE.rglob("*.py")):
        for name in types_in(path):
            places[name][part_of(path)] = path
    assert len(places) > 300
    shared = {
        name: [str(path.relative_to(PACKAGE)) for path in found.values()]
        for name, found in places.items()
        if len(found) > 1
    }
    assert not shared
