"""A package index of the tests' own, on loopback, of packages that hold nothing but their metadata.

Each locked package is there in its locked version and in a newer one. Both say what the installed
one says that it needs, and ask besides for every extra of it: what an index may hold tomorrow.
"""

from __future__ import annotations

import re
import threading
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from hashlib import sha256
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

# Of everything; no package has as many releases.
NEWER = "99999"
PIN = re.compile(
    r"^(?P<name>[\w.-]+)==(?P<version>[\w.]+)(?: ; (?P<marker>[^\\]+))? ", re.MULTILINE
)


def pins(lock: Path) -> dict[str, str]:
    """The packages of a locked file that this Python on this machine gets, and their versions."""
    found = PIN.finditer(lock.read_text(encoding="utf-8"))
    return {
        pin["name"]: pin["version"]
        for pin in found
        if not pin["marker"] or Marker(pin["marker"]).evaluate()
    }


def needs(name: str) -> list[Requirement]:
    """What the installed package of this name needs, with every extra of what it needs."""
    found = [Requirement(line) for line in distribution(name).requires or ()]
    for each in found:
        each.extras |= _extras(each.name)
    return found


def _extras(name: str) -> set[str]:
    try:
        return set(distribution(name).metadata.get_all("Provides-Extra") or ())
    except PackageNotFoundError:
        # Needed on other machines only.
        return set()


def wheel(folder: Path, name: str, version: str, wanted: list[Requirement]) -> Path:
    """A package without any file of its own."""
    packed = name.replace("-", "_").replace(".", "_")
    info = f"{packed}-{version}.dist-info"
    extras = sorted(_extras(name))
    metadata = [
        "Metadata-Version: 2.1",
        f"Name: {name}",
        f"Version: {version}",
        *(f"Provides-Extra: {extra}" for extra in extras),
        *(f"Requires-Dist: {each}" for each in wanted),
    ]
    path = folder / f"{packed}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(f"{info}/METADATA", "\n".join(metadata) + "\n")
        archive.writestr(
            f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        files = ("METADATA", "WHEEL", "RECORD")
        archive.writestr(f"{info}/RECORD", "".join(f"{info}/{file},,\n" for file in files))
    return path


class Index:
    """Where it is, and what its packages have as hashes."""

    def __init__(self, address: str, folder: Path) -> None:
        self.address = address
        self._folder = folder

    def relock(self, lock: Path, into: Path, *, without: tuple[str, ...] = ()) -> Path:
        """The same pins with the hashes of our packages, `without` some of them."""
        lines = [
            f"{name}=={version} --hash=sha256:{_hash(self._folder, name, version)}"
            for name, version in pins(lock).items()
            if name not in without
        ]
        path = into / lock.name
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return path


def _hash(folder: Path, name: str, version: str) -> str:
    packed = name.replace("-", "_").replace(".", "_")
    (path,) = folder.glob(f"simple/*/{packed}-{version}-*.whl")
    return sha256(path.read_bytes()).hexdigest()


class _Quiet(SimpleHTTPRequestHandler):
    """Says nothing of each request."""

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def package_index(folder: Path, packages: Mapping[str, str]) -> Iterator[Index]:
    """Serve these packages in these versions and in newer ones, as PEP 503 says."""
    wanted = {name: needs(name) for name in packages}
    # What only an extra asks for is in no locked file, and is here all the same.
    others = {canonicalize_name(each.name) for listed in wanted.values() for each in listed}
    for name in others.union(packages):
        place = folder / "simple" / canonicalize_name(name)
        place.mkdir(parents=True, exist_ok=True)
        versions = (packages[name], NEWER) if name in packages else (NEWER,)
        for version in versions:
            wheel(place, name, version, wanted.get(name, []))
        # pip takes hashes from the address too.
        links = (
            f'<a href="{file.name}#sha256={sha256(file.read_bytes()).hexdigest()}">{file.name}</a>'
            for file in sorted(place.glob("*.whl"))
        )
        (place / "index.html").write_text(f"<!doctype html>{''.join(links)}", encoding="utf-8")
    handler = partial(_Quiet, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield Index(f"http://127.0.0.1:{server.server_address[1]}/simple/", folder)
        finally:
            server.shutdown()
            thread.join()
