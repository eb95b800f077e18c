"""What a seat sees as flags of 0 and 1, in planes with names: what a network is shown.

Seats are counted from the viewer's own on, clockwise: plane `won` tells first of the viewer, then
of the next seat. A spectator sees the table as from seat 0. Everything is made of the view alone.
`VERSION` is counted up when a flag ever comes to say something else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from math import prod
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from msgspec import Struct

from funicular.core.arrays import numpy, row
from funicular.core.errors import BadOptions

if TYPE_CHECKING:
    import numpy as np

V = TypeVar("V")

VERSION = 1


class Plane(Struct, frozen=True):
    """Some flags of an observation that belong together: where they begin, and their shape."""

    name: str
    start: int
    shape: tuple[int, ...]

    @property
    def stop(self) -> int:
        """Where the next plane begins."""
        return self.start + prod(self.shape)


class Observation(Generic[V]):
    """How views of a game are written as flags."""

    version = VERSION

    def __init__(
        self,
        planes: Iterable[tuple[str, tuple[int, ...]]],
        flags: Callable[[V], Mapping[str, int]],
    ) -> None:
        """Take the planes in their order, and what gives the flags of each as a number."""
        self.planes: dict[str, Plane] = {}
        self.n = 0
        for name, shape in planes:
            plane = self.planes[name] = Plane(name, self.n, shape)
            self.n = plane.stop
        self._flags = flags

    def bits(self, view: V) -> int:
        """All flags as one number, the first as its lowest bit."""
        bits = 0
        for name, flags in self._flags(view).items():
            bits |= flags << self.planes[name].start
        return bits

    def tensor(self, view: V, out: np.ndarray | None = None) -> np.ndarray:
        """A byte of 0 or 1 for each flag."""
        np = numpy()
        out = row(out, self.n, "uint8")
        packed = self.bits(view).to_bytes(-(-self.n // 8), "little")
        out[:] = np.unpackbits(np.frombuffer(packed, np.uint8), count=self.n, bitorder="little")
        return out

    def split(self, tensor: Any) -> dict[str, Any]:  # noqa: ANN401 - an array of any library
        """The planes by name, each in its shape: of one observation, or of a row of them."""
        if tensor.shape[-1] != self.n:
            raise BadOptions("arrays.flags", n=self.n, given=tensor.shape[-1])
        before = tuple(tensor.shape[:-1])
        return {
            plane.name: tensor[..., plane.start : plane.stop].reshape(*before, *plane.shape)
            for plane in self.planes.values()
        }

    def __repr__(self) -> str:
        """How much is told."""
        return f"<Observation: {self.n} flags in {len(self.planes)} planes, version {self.version}>"


def side_by_side(parts: Iterable[int], width: int) -> int:
    """Numbers of this many bits one after the other, the first the lowest."""
    bits = 0
    for place, part in enumerate(parts):
        bits |= part << place * width
    return bits


def one_of(place: int | None) -> int:
    """The flag at this place, or none."""
    return 0 if place is None else 1 << place


def seats_from(viewer: int | None, seats: int) -> list[int]:
    """All seats, the viewer's first, clockwise."""
    first = viewer or 0
    return [(first + place) % seats for place in range(seats)]
