"""`python -m tests.system.hostile.protocols HTTP WS COMMAND…`: a server with other uvicorn parts.

Stands before the usual command (`python -m funicular serve …`) and runs that with uvicorn's other
implementations of HTTP and WebSockets. The product has no setting for it: it chooses the best that
is installed, and must hold with whichever that is.
"""

from __future__ import annotations

import sys
from typing import Any

import uvicorn
from starlette.types import ASGIApp

from funicular.cli import main
from funicular.web import server


def exchange(http: str, ws: str) -> None:
    """Let servers of this process use these; "" leaves what there is."""
    if http == "h11":
        # Where httptools is not installed, the server chooses h11 by itself.
        sys.modules["httptools"] = None  # type: ignore[assignment]  # so that its import fails
    if not ws:
        return
    usual = server.configured

    def configured(app: ASGIApp, *more: Any, **given: Any) -> uvicorn.Config:  # noqa: ANN401 - handed on
        config = usual(app, *more, **given)
        config.ws = ws
        return config

    server.configured = configured


if __name__ == "__main__":
    exchange(sys.argv[1], sys.argv[2])
    sys.argv = ["funicular", *sys.argv[sys.argv.index("funicular") + 1 :]]
    sys.exit(main())
