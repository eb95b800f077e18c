"""The compiled kernels, where there are any: twins of the games for whole loops.

`COMPILED` says whether they are in use. They are missing where no C++ compiler was at hand when
the package was installed, and set aside where FUNICULAR_PURE=1 asks for pure Python. Everything
works without them, only slower. The kernels decide no rule: `games` does, and tests hold the two
side by side.
"""

from __future__ import annotations

import os
from importlib.util import find_spec

COMPILED: bool = (
    os.environ.get("FUNICULAR_PURE") != "1" and find_spec("funicular.native._ascenseur") is not None
)
