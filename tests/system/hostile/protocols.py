"""`python -m tests.system.hostile.protocols HTTP COMMAND…`: a server with another part of uvicorn.

Stands before the usual command (`python -m funicular serve …`) and runs that with uvicorn's other
implementation of HTTP. The product has no setting for it: it chooses the best that is installed,
and must hold with whichever that is.
"""

from __future__ import annotations

import sys

from funicular.cli import main


def exchange(http: str) -> None:
    """Let servers of this process use this one."""
    if http == "h11":
        # Where httptools is not installed, the server chooses h11 by itself.
        sys.modules["httptools"] = None  # type: ignore[assignment]  # so that its import fails


if __name__ == "__main__":
    exchange(sys.argv[1])
    sys.argv = ["funicular", *sys.argv[sys.argv.index("funicular") + 1 :]]
    sys.exit(main())
