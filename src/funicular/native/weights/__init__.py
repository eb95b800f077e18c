"""What was learned, as data: a file of weights for each network, its provenance beside it.

`NAME.bin` is what the kernels read (`native/funicular/network.hpp` says how). `NAME.toml` says how
it was made, how strong it is and what its hash is; `make learn` writes both.
"""

from __future__ import annotations

import hashlib
import tomllib
from importlib.resources import files

from funicular.native.refusals import refuse


def read(name: str) -> bytes:
    """The weights of this name, if they are those that their provenance speaks of."""
    folder = files(__name__)
    try:
        weights = folder.joinpath(f"{name}.bin").read_bytes()
        provenance = tomllib.loads(folder.joinpath(f"{name}.toml").read_text(encoding="utf-8"))
    except FileNotFoundError:
        refuse("weights", given=name)
    if hashlib.sha256(weights).hexdigest() != provenance["sha256"]:
        refuse("weights", given=name)
    return weights
