"""The measurements that take long: each can be started, has a sample here, and gets a page."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

from tools.evidence import MEASUREMENTS, RESULTS, ROOT, Measurement, run, write

TARGETS = (ROOT / "Makefile").read_text(encoding="utf-8")


def test_names_are_given_once() -> None:
    assert len({each.name for each in MEASUREMENTS}) == len(MEASUREMENTS)


@pytest.mark.parametrize("measurement", MEASUREMENTS, ids=lambda each: each.name)
def test_what_is_started_is_there_and_the_tests_take_a_sample_of_it(
    measurement: Measurement,
) -> None:
    words = [word for word in measurement.command.split() if word != "env" and "=" not in word]
    if words[0] == "python":
        assert importlib.util.find_spec(words[2]) is not None
    elif words[0] == "make":
        assert f"\n{words[1]}: " in TARGETS
    else:
        assert words[0] == "funicular"
    assert (ROOT / measurement.sample).exists()


def listed(root: Path) -> str:
    return (root / RESULTS / "README.md").read_text(encoding="utf-8")


def results(root: Path) -> Path:
    folder = root / RESULTS
    folder.mkdir(parents=True)
    row = "| [some figures](2026-11-15-some.md) | what they say |"
    (folder / "README.md").write_text(f"# Results\n\n{row}\n", encoding="utf-8")
    return folder


@pytest.mark.parametrize("code", [0, 3])
def test_a_page_says_what_was_run_and_how_it_ended(
    tmp_path: Path, code: int, capfd: pytest.CaptureFixture[str]
) -> None:
    folder = results(tmp_path)
    script = tmp_path / "figures.py"
    script.write_text(f"print('| a |\\n| --- |\\n| 1 |')\nraise SystemExit({code})\n")
    measurement = Measurement("some", "a few figures", f"{sys.executable} {script}", "")
    assert run(measurement, tmp_path) == (code == 0)
    (page,) = folder.glob("*-some.md")
    text = page.read_text(encoding="utf-8")
    assert text.startswith("# A few figures\n")
    assert text.endswith("\n\n| a |\n| --- |\n| 1 |\n")
    assert f"ended with {code}." in text
    assert "| 1 |" in capfd.readouterr().out
    # The list leads to the newest.
    assert f"| [some figures]({page.name}) | what they say |" in listed(tmp_path)
    assert "2026-11-15" not in listed(tmp_path)


def test_a_new_page_comes_into_the_list_and_what_is_no_table_stays_as_printed(
    tmp_path: Path,
) -> None:
    folder = results(tmp_path)
    write(folder, Measurement("other", "words", "x", ""), "2026-11-19", "`x`", "1 passed\n")
    page = (folder / "2026-11-19-other.md").read_text(encoding="utf-8")
    assert page == "# Words\n\n`x`\n\n```\n1 passed\n```\n"
    assert listed(tmp_path).endswith("| [other](2026-11-19-other.md) | words |\n")
    assert "| [some figures](2026-11-15-some.md) |" in listed(tmp_path)
