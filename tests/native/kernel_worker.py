"""The process that calls the compiled kernels for a test: see `kernel_process`.

It is run as `python -m tests.native.kernel_worker [FOLDER]`; the folder has other builds of the
three modules. Nothing of the package is imported before they can be found there.
"""

from __future__ import annotations

import pickle
import sys
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from typing import Any

from tests.native.kernel_process import Call, Outcome, receive, send

MODULES = ("_ascenseur", "_auf_ab", "_dnpup")


class OtherBuild(MetaPathFinder):
    """Finds the compiled modules in a folder of their own, before the package's."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def find_spec(self, fullname: str, path: object, target: object = None) -> ModuleSpec | None:
        """The module's file, for the three that there are."""
        del path, target
        package, _, name = fullname.rpartition(".")
        if package != "funicular.native" or name not in MODULES:
            return None
        return spec_from_file_location(fullname, next(self.folder.glob(f"{name}.*so")))


def result_of(call: object) -> Any:  # noqa: ANN401 - whatever the function returns
    """The value of a call, of whatever holds calls, or of anything else."""
    match call:
        case Call():
            function = getattr(sys.modules[call.module], call.name)
            kwargs = {name: result_of(value) for name, value in call.kwargs.items()}
            return function(*map(result_of, call.args), **kwargs)
        case tuple():
            return tuple(map(result_of, call))
        case list():
            return list(map(result_of, call))
        case _:
            return call


def outcome_of(call: Call) -> Outcome:
    """What comes of a call, as a value that can be sent."""
    family = sys.modules["funicular.core.errors"].FunicularError
    try:
        value = result_of(call)
    except TypeError as error:
        return Outcome("type", str(error))
    except Exception as error:  # noqa: BLE001 - to be told
        return Outcome("refused" if isinstance(error, family) else "other", repr(error))
    try:
        pickle.dumps(value)
    except Exception:  # noqa: BLE001 - an object of the kernels
        value = type(value).__name__
    return Outcome("value", value)


def serve() -> None:
    """Make one call after the other until nobody sends any."""
    if sys.argv[1:]:
        sys.meta_path.insert(0, OtherBuild(Path(sys.argv[1])))
    for name in MODULES:
        import_module(f"funicular.native.{name}")
        import_module(f"funicular.native.{name[1:]}")
    import_module("tests.native.facade_calls")
    while True:
        try:
            call = receive(sys.stdin.buffer)
        except EOFError:
            return
        assert isinstance(call, Call)
        send(sys.stdout.buffer, outcome_of(call))


if __name__ == "__main__":
    serve()
