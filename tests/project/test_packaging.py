"""What is built, locked and committed holds on any machine, not only on the one it was made on."""

import os
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from funicular.lang import languages
from funicular.native import COMPILED

ROOT = Path(__file__).parents[2]
# Where `make` compiles the kernels.
COMPILED_BY_MAKE = ROOT / "build" / "native"
LAUNCHER = Path(__file__).with_name("compiled_already.py")
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
LOCKS = sorted((ROOT / "requirements").glob("*.txt"))

# Through the standard build hooks, so that the test outlives a change of build backend.
BUILD = """
import importlib, sys
sys.path[:0] = sys.argv[3:]
backend = importlib.import_module(sys.argv[1])
backend.build_wheel(sys.argv[2])
backend.build_sdist(sys.argv[2])
"""


def run(*command: str, **environment: str) -> str:
    done = subprocess.run(
        command,
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
        env=os.environ | environment,
    )
    return done.stdout


def build(folder: Path, **environment: str) -> Path:
    """The package built into this folder, in a build folder of its own."""
    environment |= {"SKBUILD_BUILD_DIR": str(folder / "build")}
    system = PYPROJECT["build-system"]
    places = [str(ROOT / place) for place in system.get("backend-path", [])]
    run(sys.executable, "-c", BUILD, system["build-backend"], str(folder), *places, **environment)
    return folder


def reusing(folder: Path) -> dict[str, str]:
    """What lets a build take over the object files that `make` compiled by the same commands.

    Nothing, where `make` has compiled none, or where its own next build would compile some again.
    """
    cache = COMPILED_BY_MAKE / "CMakeCache.txt"
    if not cache.exists():
        return {}
    made_with = dict(re.findall(r"^(CMAKE_\w+):\w+=(.*)$", cache.read_text(), re.MULTILINE))
    ninja = (made_with["CMAKE_MAKE_PROGRAM"], "-C", str(COMPILED_BY_MAKE))
    if "no work to do" not in run(*ninja, "-n"):
        return {}
    commands = folder / "commands"
    commands.write_text(run(*ninja, "-t", "commands"), encoding="utf-8")
    launcher = (sys.executable, "-I", "-S", str(LAUNCHER), str(COMPILED_BY_MAKE), str(commands))
    return {
        "CXX": made_with["CMAKE_CXX_COMPILER"],
        "CMAKE_CXX_COMPILER_LAUNCHER": ";".join(launcher),
    }


def package_data() -> set[str]:
    """The files that the code reads at run time, relative to src/."""
    package = ROOT / "src" / "funicular"
    globs = (
        "lang/*/*.toml",
        "rules/*/*.md",
        "privacy/*.md",
        "games/*/*.toml",
        "store/migrations/*/*.sql",
        "arena/report/*.css",
        "native/weights/*.*",
        "py.typed",
    )
    found = [path for pattern in globs for path in package.glob(pattern)]
    return {path.relative_to(ROOT / "src").as_posix() for path in found}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    return build(folder, **reusing(folder))


def wheel_files(folder: Path) -> set[str]:
    (wheel,) = folder.glob("*.whl")
    return set(zipfile.ZipFile(wheel).namelist())


def test_there_are_catalogue_rules_and_privacy_page_in_every_language() -> None:
    data = package_data()
    for language in languages():
        assert f"funicular/lang/{language}/core.toml" in data
        assert f"funicular/privacy/{language}.md" in data
        assert any(name.startswith(f"funicular/rules/{language}/") for name in data)


def test_the_wheel_carries_what_the_code_reads_at_run_time(built: Path) -> None:
    assert package_data() <= wheel_files(built)


def test_the_wheel_carries_the_built_client(built: Path) -> None:
    client = {name for name in wheel_files(built) if name.startswith("funicular/web/client/")}
    assert "funicular/web/client/index.html" in client
    assert any(name.endswith(".js") for name in client)
    assert any(name.endswith(".woff2") for name in client)
    assert not [name for name in client if name.endswith(".map")]


def kernels(files: set[str]) -> set[str]:
    """The compiled modules among these files, by name."""
    return {name.rpartition("/")[2].partition(".")[0] for name in files if name.endswith(".so")}


@pytest.mark.skipif(not COMPILED, reason="the kernels are not compiled here")
def test_the_wheel_carries_the_compiled_kernels_of_every_game(built: Path) -> None:
    assert kernels(wheel_files(built)) == {"_ascenseur", "_auf_ab", "_dnpup"}


def test_without_a_compiler_the_package_is_built_all_the_same(tmp_path: Path) -> None:
    """And the modules that `make` may have put beside the sources stay out of it."""
    files = wheel_files(build(tmp_path, CXX=str(tmp_path / "no-compiler")))
    assert package_data() <= files
    assert kernels(files) == set()


def archive_files(folder: Path) -> set[str]:
    (archive,) = folder.glob("*.tar.gz")
    with tarfile.open(archive) as files:
        return {name.partition("/")[2] for name in files.getnames()}


def test_the_source_archive_carries_it_too(built: Path) -> None:
    assert {f"src/{name}" for name in package_data()} <= archive_files(built)


def test_the_source_archive_carries_the_client_and_what_it_is_built_from(built: Path) -> None:
    names = archive_files(built)
    assert "src/funicular/web/client/index.html" in names
    assert {"client/package-lock.json", "client/.npmrc", "client/src/main.ts"} <= names
    assert not [name for name in names if "node_modules" in name]


def committed_files() -> list[Path]:
    """Tracked files, and new ones that git would not ignore."""
    listed = run("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    return [ROOT / name for name in listed.split("\0") if name and (ROOT / name).is_file()]


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="not a git clone")
def test_no_committed_file_names_a_folder_of_somebodys_machine() -> None:
    machine_path = re.compile(rb"(?<![\w.})*-])/(?:root|home|work|Users)/\w")
    guilty = [path for path in committed_files() if machine_path.search(path.read_bytes())]
    assert not guilty


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.name)
def test_a_lock_is_nothing_but_pins_and_hashes(lock: Path) -> None:
    pin = re.compile(r"[\w.-]+==[\w.]+( ; [^\\]+)? \\")
    hashed = re.compile(r"    --hash=sha256:[0-9a-f]{64}( \\)?")
    comment = re.compile(r" *#(?!.*(?:://|\.org|\.com)).*")
    for line in lock.read_text(encoding="utf-8").splitlines():
        assert any(kind.fullmatch(line) for kind in (pin, hashed, comment)), line


@pytest.mark.parametrize(
    ("lock", "wanted"),
    [
        ("runtime", PYPROJECT["project"]["dependencies"]),
        ("build", PYPROJECT["dependency-groups"]["build"]),
        ("build", PYPROJECT["build-system"]["requires"]),
        ("test", PYPROJECT["project"]["dependencies"]),
        ("test", PYPROJECT["dependency-groups"]["dev"]),
        ("test", PYPROJECT["project"]["optional-dependencies"]["peers"]),
        ("test", PYPROJECT["project"]["optional-dependencies"]["fleet"]),
        ("docs", PYPROJECT["dependency-groups"]["docs"]),
        ("fonts", PYPROJECT["dependency-groups"]["fonts"]),
        ("lock", PYPROJECT["dependency-groups"]["lock"]),
        ("node", PYPROJECT["dependency-groups"]["node"]),
    ],
)
def test_the_locks_hold_what_pyproject_asks_for(lock: str, wanted: list[object]) -> None:
    text = (ROOT / "requirements" / f"{lock}.txt").read_text(encoding="utf-8")
    pinned = dict(re.findall(r"^([\w.-]+)==([\w.]+)", text, re.MULTILINE))
    # A table, not a string, names another group; that one has a case of its own.
    for requirement in (Requirement(line) for line in wanted if isinstance(line, str)):
        version = pinned.get(requirement.name.replace("_", "-"))
        assert version is not None, f"{requirement.name} is not in {lock}.txt: run `make lock`"
        assert requirement.specifier.contains(version), f"{requirement}: run `make lock`"


def make_commands() -> set[str]:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    (line,) = re.findall(r"^\.PHONY: (.*)$", makefile, re.MULTILINE)
    return set(line.split())


def test_make_alone_tells_what_each_command_does() -> None:
    told = re.findall(r"^  (\w+) +\S.*$", run("make"), re.MULTILINE)
    assert set(told) == make_commands()


@pytest.mark.parametrize("page", sorted(ROOT.glob("*.md")), ids=lambda path: path.name)
def test_the_pages_name_only_commands_that_exist(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    named = re.findall(r"(?:`|^ *(?:\$ )?)make ([a-z]+)", text, re.MULTILINE)
    assert set(named) <= make_commands()
