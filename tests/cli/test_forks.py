"""A command that is forked does what one does whose Python was started for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.terminal import lines, run


@pytest.mark.parametrize(
    ("arguments", "typed"),
    [
        (("play", "52", "--new", "--seed", "3"), lines("1", "hint", "\udcff", "é", "quit")),
        (("play", "52", "--name", "\udcff"), ""),
        (("replay", "-"), b"\xff\n"),
        (("match", "52", "--deals", "1", "--seed", "1", "--lang", "fr"), ""),
    ],
)
def test_a_fork_says_the_same_and_ends_the_same(
    tmp_path: Path, arguments: tuple[str, ...], typed: str | bytes
) -> None:
    given = typed if isinstance(typed, bytes) else typed.encode(errors="surrogateescape")
    forked = run(tmp_path, *arguments, typed=given)
    # Said for its own sake: it makes `run` start a Python.
    started = run(tmp_path, *arguments, typed=given, PYTHONHASHSEED="0")
    assert (forked.returncode, forked.stdout, forked.stderr) == (
        started.returncode,
        started.stdout,
        started.stderr,
    )


def test_a_fork_has_the_environment_and_folder_that_it_was_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    args = ("match", "52", "--deals", "1", "--seed", "1", "--save", "here.json")
    assert "victoires" in run(tmp_path, *args, lang="fr").stdout
    assert (tmp_path / "here.json").exists()
