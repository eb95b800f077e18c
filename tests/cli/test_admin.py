"""`funicular admin`, as an operator asks for it: sentences, JSON, exit codes, both languages."""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path

import pytest

from funicular.cli import main
from funicular.cli.admin import ACTIONS, NAMES
from funicular.lang import Reader, languages
from funicular.store.open import open_store
from tests.cli.in_process import Run, Told, run_here
from tests.kit.logs import DAY, INVITE, SEED, log_of


@pytest.fixture
def data(tmp_path: Path) -> str:
    """A store with two tables of Zoé's, one of Ann's, and a record."""
    where = str(tmp_path / "tables.db")

    async def fill() -> None:
        store = await open_store(where)
        for number, (name, person) in enumerate((("one", "Zoé"), ("two", "Zoé"), ("six", "Ann"))):
            await store.append(name, log_of(name, name=person, at=1_700_000_000.0 + number * DAY))
        await store.keep_record("abc", b"{}")
        await store.close()

    asyncio.run(fill())
    return where


@pytest.fixture
def run(data: str, capfd: pytest.CaptureFixture[str]) -> Run:
    def run(*arguments: str, lang: str = "en") -> Told:
        return run_here(capfd, "admin", *arguments, "--data", data, lang=lang)

    return run


def test_tables_are_listed_page_by_page_and_by_what_is_asked(run: Run) -> None:
    first = run("list", "--most", "2")
    assert [line.split()[0] for line in first.out.splitlines()[:2]] == ["six", "two"]
    assert "More with --page 2." in first.out
    second = json.loads(run("list", "--most", "2", "--page", "2", "--json").out)
    assert [each["id"] for each in second["tables"]] == ["one"]
    assert not second["more"]
    assert second["tables"][0] | {"rows": 0} == {
        "id": "one",
        "rows": 0,
        "created": "2023-11-14T22:13:21Z",
        "touched": "2023-11-14T22:13:29Z",
        "closed": False,
        "game": "ascenseur-52",
        "seats": 3,
        "names": ["Zoé II", "Max"],
        "people": 2,
        "phase": "gathering",
        "open": True,
    }
    assert len(run("list", "--name", "ANN ii").out.splitlines()) == 1
    assert "There are no such tables." in run("list", "--game", "dnpup").out


def test_a_table_is_inspected_with_its_chat_and_without_its_secrets(run: Run) -> None:
    told = run("inspect", "one")
    assert told.code == 0
    for shown in ("Zoé II", "Max", "first words", "hello Zoé", "gathering"):
        assert shown in told.out
    for secret in (SEED, INVITE, "secret", "0" * 32):
        assert secret not in told.out
        assert secret not in run("inspect", "one", "--json").out
    missing = run("inspect", "none", lang="fr")
    assert missing.code == 1
    assert "Il n’y a pas de table «\u00a0none\u00a0»" in missing.out


def test_what_cannot_be_undone_needs_a_yes(run: Run) -> None:
    for asked in (("delete", "one"), ("erase", "Zoé"), ("sweep",), ("delete-replay", "abc")):
        told = run(*asked)
        assert told.code == 2
        assert "--yes" in told.problem
    assert len(json.loads(run("list", "--json").out)["tables"]) == 3


def test_tables_and_replays_are_deleted_and_what_is_missing_is_named(run: Run) -> None:
    told = run("delete", "one", "none", "two", "--yes")
    assert told.code == 1
    assert "one is deleted with its 9 rows." in told.out
    assert "There is no table “none”." in told.out
    assert [each["id"] for each in json.loads(run("list", "--json").out)["tables"]] == ["six"]
    of_table = run("delete-replay", "six-1", "--yes")
    assert of_table.code == 2
    assert "goes only with it" in of_table.problem
    assert run("delete-replay", "abc", "--yes").code == 0
    assert run("delete-replay", "abc", "--yes").code == 1


def test_tables_are_closed_once(run: Run) -> None:
    assert run("close", "one").out == "one is closed.\n"
    assert run("close", "one").out == "one was closed already.\n"
    assert run("close", "none").code == 1
    (listed,) = json.loads(run("list", "--phase", "closed", "--json").out)["tables"]
    assert (listed["id"], listed["open"]) == ("one", False)


def test_bans_are_made_listed_and_lifted(run: Run) -> None:
    assert "203.0.113.7/32 is banned." in run("ban", "203.0.113.7", "--reason", "spam").out
    assert "banned until" in run("ban", "Zoé", "--for", "0.5").out
    assert "2001:db8::/64" in run("ban", "2001:db8::1", "--until", "2999-01-31").out
    # A name that looks like an address.
    run("ban", "10.0.0.1", "--kind", "name")
    shown = json.loads(run("bans", "--json").out)["bans"]
    assert [(each["kind"], each["subject"]) for each in shown] == [
        ("address", "2001:db8::/64"),
        ("address", "203.0.113.7/32"),
        ("name", "10.0.0.1"),
        ("name", "zoé"),
    ]
    assert run("pardon", "ZOÉ").code == 0
    assert "zoé was not banned" in run("pardon", "Zoé").out
    assert "spam" in run("bans").out


def test_a_person_is_erased_and_told_where(run: Run) -> None:
    planned = run("erase", "zoé", "--dry-run")
    assert "Nothing was changed" in planned.out
    told = run("erase", "zoé", "--yes", lang="fr")
    assert "one\u00a0: 2 fois un nom, 2 lignes de discussion" in told.out
    assert "first words" not in run("inspect", "one").out
    assert "There is no trace" in run("erase", "zoé", "--yes").out
    assert run("erase", "Ann", "--table", "none", "--yes").code == 2


def test_a_sweep_asks_for_days_and_doubts_a_clock_it_does_not_know(run: Run) -> None:
    assert "--keep-tables" in run("sweep", "--yes").problem
    doubted = run("sweep", "--keep-tables", "10", "--yes")
    assert doubted.code == 2
    assert "--trust-clock" in doubted.problem
    told = run("sweep", "--keep-tables", "10", "--trust-clock", "--yes")
    assert "3 tables deleted" in told.out


def test_what_is_kept_is_shown_and_chosen_anew(run: Run) -> None:
    shown = run("retention")
    assert "tables for ever" in shown.out
    assert "Nothing was chosen" in shown.out
    assert json.loads(run("retention", "--json").out)["chosen"] is False
    # Fewer days delete more, so that has to be meant.
    assert run("retention", "--keep-tables", "10").code == 2
    assert run("retention", "--keep-tables", "10", "--keep-chat", "never", "--yes").code == 0
    chosen = {"chosen": True, "tables": 10.0, "chat": None, "records": None}
    assert json.loads(run("retention", "--json").out) == chosen
    assert "tables 10 jours" in run("retention", lang="fr").out
    # A sweep goes by it, unless it is told otherwise.
    kept = run("sweep", "--keep-tables", "never", "--yes")
    assert "All of this store is kept for ever" in kept.problem
    assert "3 tables deleted" in run("sweep", "--trust-clock", "--yes").out


def test_a_damaged_table_is_listed_and_inspected_as_far_as_it_goes(run: Run, data: str) -> None:
    async def spoil() -> None:
        store = await open_store(data, serving=False)
        await store.revise("one", {8: b"nonsense"})
        await store.close()

    asyncio.run(spoil())
    assert "✗" in run("list").out
    told = run("inspect", "one")
    assert told.code == 1
    assert "problem: row 8" in told.out
    assert "first words" in told.out
    assert run("erase", "zoé", "--yes").code == 1


@pytest.mark.parametrize("lang", languages())
def test_help_tells_of_every_action_and_option(
    lang: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["--lang", lang, "admin", "--help"]) == 0
    said = " ".join(capfd.readouterr().out.split())
    reader = Reader(lang)
    for action in ACTIONS:
        assert " ".join(reader.say(f"cli.admin.about.{action}").split()) in said
    assert set(NAMES) == set(ACTIONS)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("", "“” is nothing that an operator can do here"),
        ("explode", "Known: list"),
        ("delete --yes", "needs at least one name"),
        ("inspect", "“inspect” takes 1 name, not 0."),
        ("list --reason x", "--reason does not belong to “list”, only to ban."),
        ("list --phase late", "A phase is one of"),
        ("list --most 0", "--most"),
        ("ban 0.0.0.0/0", "a good part of the world"),
        ("ban x --kind animal", "--kind is one of address"),
        ("ban 300.1.1.1 --kind address", "no address"),
        ("ban x --until tomorrow", "“tomorrow” is no date"),
        ("ban x --until 2001-01-01", "has passed already"),
        ("ban x --for 1 --until 2999-01-01", "ends once"),
        ("ban x --for 0", "--for is a number above 0"),
        ("sweep --keep-chat 0 --yes", "--keep-chat is a number above 0"),
        ("sweep --keep-chat soon --yes", "not “soon”"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(run: Run, arguments: str, sentence: str) -> None:
    told = run(*arguments.split())
    assert told.code == 2
    assert sentence in told.problem


def test_time_is_told_in_utc() -> None:
    from funicular.cli.admin_answer import shown_time  # noqa: PLC0415 - only here

    assert shown_time(0.0) == "1970-01-01T00:00:00Z"
    assert shown_time(None) is None
    assert shown_time(1e30) == "1e+30"
    assert (shown_time(time.time()) or "").endswith("Z")
