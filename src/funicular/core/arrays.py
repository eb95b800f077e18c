"""NumPy, where it is installed: only those who ask for arrays need it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from funicular.core.errors import BadOptions, MissingPackage, shown

if TYPE_CHECKING:
    from types import ModuleType

    import numpy as np


def numpy() -> ModuleType:
    """The module, or a sentence that says how it is installed."""
    try:
        import numpy as np  # noqa: PLC0415 - an extra: nothing else needs it
    except ImportError as error:
        raise MissingPackage("arrays.no-numpy") from error
    module: ModuleType = np
    return module


def zeros(shape: int | tuple[int, ...], dtype: str) -> np.ndarray:
    """A new array."""
    made: np.ndarray = numpy().zeros(shape, dtype)
    return made


def array_of(given: object) -> np.ndarray | None:
    """What can be read as an array, as one."""
    try:
        array: np.ndarray = numpy().asarray(given)
    except (TypeError, ValueError, OverflowError):
        return None
    return array


def row(out: np.ndarray | None, size: int, dtype: str) -> np.ndarray:
    """The array to write to: the caller's, if it is of the right size and type, or a new one."""
    if out is None:
        return zeros(size, dtype)
    array: np.ndarray = out
    if not isinstance(out, numpy().ndarray) or array.shape != (size,) or array.dtype != dtype:
        raise BadOptions("arrays.out", n=size, dtype=dtype, given=described(out))
    return array


def described(given: object) -> str:
    """An array by its type and shape; anything else as it is."""
    if hasattr(given, "dtype") and hasattr(given, "shape"):
        return f"{given.dtype} {given.shape}"
    return shown(given)
