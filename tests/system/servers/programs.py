"""The programs of PostgreSQL, Redis and nginx on this machine, as `tools/servers` finds them."""

import functools
import subprocess
from pathlib import Path

import msgspec

ROOT = Path(__file__).parents[3]


class Programs(msgspec.Struct, frozen=True):
    initdb: Path
    postgres: Path
    redis: Path
    nginx: Path


@functools.cache
def programs() -> Programs:
    found = subprocess.run(
        ("sh", "tools/servers", ".venv"), cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True
    )
    folder, redis, nginx = (Path(line) for line in found.stdout.splitlines())
    return Programs(
        initdb=folder / "initdb", postgres=folder / "postgres", redis=redis, nginx=nginx
    )
