"""What is built, locked and committed holds on any machine, not only on the one it was made on."""

import hashlib
import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import urllib.request
import zipfile
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

from funicular import GAMES, __version__
from funicular.lang import languages
from funicular.native import COMPILED
from tests.kit.serving import Served
from tools.dist import (
    Incomplete,
    Release,
    announced,
    check,
    check_wheel,
    install,
    package_data,
    try_out,
)

ROOT = Path(__file__).parents[2]
# Where `make` compiles the kernels.
COMPILED_BY_MAKE = ROOT / "build" / "native"
LAUNCHER = Path(__file__).with_name("compiled_already.py")
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
LOCKS = sorted((ROOT / "requirements").glob("*.txt"))

# Through the file that `make dist` runs.
BUILD = """
import sys
from pathlib import Path
from tools import dist
dist.build(Path(sys.argv[1]))
dist.name_platform(Path(sys.argv[1]))
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
    environment |= {"SKBUILD_BUILD_DIR": str(folder / "build"), "PYTHONPATH": str(ROOT)}
    run(sys.executable, "-c", BUILD, str(folder), **environment)
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


def test_what_is_built_is_complete_and_as_it_says(built: Path) -> None:
    wheel, archive = check(built)
    assert ("compiled kernels" in wheel) == COMPILED
    assert archive.endswith(".tar.gz")


@pytest.mark.parametrize(
    "gone", ["web/client/index.html", "lang/fr/core.toml", "rules/en/dnpup.md"]
)
def test_a_wheel_that_lacks_something_is_refused(built: Path, tmp_path: Path, gone: str) -> None:
    (whole,) = built.glob("*.whl")
    part = tmp_path / whole.name
    with zipfile.ZipFile(whole) as source, zipfile.ZipFile(part, "w") as target:
        for name in source.namelist():
            if name != f"funicular/{gone}":
                target.writestr(name, source.read(name))
    with pytest.raises(Incomplete, match=gone):
        check_wheel(part)


@pytest.mark.skipif(sys.platform != "linux" or not COMPILED, reason="of Linux and compiled parts")
def test_the_wheel_runs_on_other_linux_machines_too(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    assert re.search(r"-(many|musl)linux_\d+_\d+_\w+\.whl$", wheel.name)


@pytest.fixture(scope="module")
def clean(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment with what was built, and what it needs.

    Nothing of this tree, and no editable installation.
    """
    (wheel,) = built.glob("*.whl")
    programs = install(wheel, tmp_path_factory.mktemp("clean") / "environment")
    where = "import sysconfig; print(sysconfig.get_path('purelib'))"
    packages = Path(run(str(programs / "python"), "-c", where).strip())
    # What it needs comes from the environment of the tests; .pth files there do not count.
    (packages / "needed.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    return programs


def test_the_wheel_serves_its_page_in_a_clean_environment(clean: Path, tmp_path: Path) -> None:
    where = "import funicular; print(funicular.__file__)"
    own = run(str(clean / "python"), "-c", where, PYTHONPATH="")
    assert Path(own).is_relative_to(clean.parent)
    command = str(clean / "funicular")
    data = ("--data", str(tmp_path / "tables.db"))
    with Served(tmp_path, *data, command=(command,), environment={"PYTHONPATH": ""}) as server:
        assert server.ask("/readyz")[0] == 200
        with urllib.request.urlopen(server.address) as page:  # noqa: S310 - our own server
            assert b"<script" in page.read()
        assert ("compiled kernels" in server.said) == COMPILED
        server.open()


def test_what_is_released_plays_every_game_and_is_announced(built: Path, clean: Path) -> None:
    version, *played = try_out(clean, __version__)
    assert version.startswith(f"funicular {__version__}, ")
    assert len(played) == len(GAMES)
    with pytest.raises(Incomplete, match="another version"):
        try_out(clean, "9.9.9")
    release = Release("9.9.9", "Cheerful.")
    said = "\n".join(announced(built, release))
    for file in (*built.glob("*.whl"), *built.glob("*.tar.gz")):
        assert file.name in said
        assert f"{file.stat().st_size:,} bytes" in said
        assert hashlib.sha256(file.read_bytes()).hexdigest() in said
    message = built / "v9.9.9.txt"
    assert message.read_text(encoding="utf-8") == "Funicular 9.9.9\n\nCheerful.\n"
    assert f"--file {message} v9.9.9" in said


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """As much of a repository as a release is prepared from, all of it committed."""
    for name, text in {
        "CHANGELOG.md": "# Changelog\n\n## 1.2.3 – today\n\nBetter.\n\n## 1.2.2\n\nGood.\n",
        "src/funicular/__init__.py": '__version__ = "1.2.3"\n',
        "tests/golden/logs/1.2.3/game.log.jsonl": "{}\n",
        "tools/dist.py": (ROOT / "tools" / "dist.py").read_text(encoding="utf-8"),
    }.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    git(tmp_path, "init")
    commit(tmp_path)
    return tmp_path


def git(tree: Path, *arguments: str) -> None:
    author = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org", "-c", "core.hooksPath=")
    subprocess.run(("git", *author, *arguments), cwd=tree, check=True, capture_output=True)


def commit(tree: Path) -> None:
    git(tree, "add", ".")
    git(tree, "commit", "--message", "all")


def why_not_released(tree: Path) -> str:
    command = (sys.executable, "tools/dist.py", "--release")
    done = subprocess.run(command, cwd=tree, check=False, capture_output=True, text=True)
    assert (done.returncode == 0) == (done.stderr == "")
    return done.stderr


def test_a_release_is_prepared_from_a_clean_tree_with_all_that_belongs_to_it(tree: Path) -> None:
    assert why_not_released(tree) == ""
    (tree / "forgotten").write_text("", encoding="utf-8")
    assert "has changes that are not committed:\n?? forgotten" in why_not_released(tree)
    commit(tree)
    assert why_not_released(tree) == ""
    git(tree, "tag", "v1.2.3")
    assert "has the tag v1.2.3 already" in why_not_released(tree)
    version = tree / "src" / "funicular" / "__init__.py"
    version.write_text('__version__ = "1.2.2"\n', encoding="utf-8")
    commit(tree)
    assert "has no golden logs of 1.2.2:" in why_not_released(tree)
    version.write_text('__version__ = "1.2"\n', encoding="utf-8")
    commit(tree)
    assert why_not_released(tree) == "CHANGELOG.md says nothing of 1.2\n"


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
        ("test", PYPROJECT["project"]["optional-dependencies"]["envs"]),
        ("test", PYPROJECT["project"]["optional-dependencies"]["gymnasium"]),
        ("test", PYPROJECT["project"]["optional-dependencies"]["pettingzoo"]),
        ("fleet", PYPROJECT["project"]["dependencies"]),
        ("fleet", PYPROJECT["project"]["optional-dependencies"]["fleet"]),
        ("dist", PYPROJECT["dependency-groups"]["dist"]),
        ("lowest", PYPROJECT["project"]["optional-dependencies"]["cluster"]),
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


@pytest.mark.parametrize("extra", [None, "fleet", "cluster"])
def test_the_lowest_versions_are_those_that_pyproject_names(extra: str | None) -> None:
    """`make lowest` tries these, so a bound that nobody tried shows here."""
    project = PYPROJECT["project"]
    listed = project["optional-dependencies"][extra] if extra else project["dependencies"]
    text = (ROOT / "requirements" / "lowest.txt").read_text(encoding="utf-8")
    pinned = dict(re.findall(r"^([\w.-]+)==([\w.]+)", text, re.MULTILINE))
    for requirement in map(Requirement, listed):
        (least,) = (each.version for each in requirement.specifier if each.operator == ">=")
        version = pinned[requirement.name.replace("_", "-")]
        assert Version(version) == Version(least), f"{requirement}: run `make lock`"


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
