"""`make audit` fails on what is found, and on nothing else."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

from tools.audit import Finding, accepted, open_findings, read_npm, read_pip

VULNERABLE = {"id": "PYSEC-1", "aliases": ["GHSA-1"], "fix_versions": ["2"]}
PIP = {
    "dependencies": [
        {"name": "good", "version": "1", "vulns": []},
        {"name": "bad", "version": "1", "vulns": [VULNERABLE]},
        {"name": "gone", "skip_reason": "Dependency not found"},
    ]
}
NPM = {
    "metadata": {"dependencies": {"total": 70}},
    "vulnerabilities": {
        "deep": {"via": [{"url": "https://advisories.example/GHSA-2"}]},
        "above": {"via": ["deep"]},
    },
}


def test_what_pip_audit_says_is_read() -> None:
    report = read_pip("a.txt", json.dumps(PIP))
    assert (report.known, report.all, report.problem) == (2, 3, "")
    assert report.findings == (Finding("a.txt", "bad", "PYSEC-1", frozenset({"GHSA-1"})),)


def test_what_npm_says_is_read() -> None:
    report = read_npm("lock", json.dumps(NPM))
    assert (report.known, report.all, report.problem) == (70, 70, "")
    assert report.findings == (Finding("lock", "deep", "GHSA-2", frozenset()),)


@pytest.mark.parametrize("text", ["", "no route", "{}", '{"message": "405"}', "[]", "null"])
def test_a_service_that_does_not_answer_finds_nothing_and_is_said(text: str) -> None:
    for report in (read_pip("a.txt", text), read_npm("lock", text)):
        assert report.problem
        assert report.findings == ()


def test_where_everything_was_skipped_nothing_was_audited() -> None:
    skipped = {"dependencies": [{"name": "gone", "skip_reason": "Dependency not found"}]}
    assert read_pip("a.txt", json.dumps(skipped)).problem


def test_a_finding_counts_unless_it_was_accepted_and_that_still_holds(tmp_path: Path) -> None:
    book = tmp_path / "audit.toml"
    book.write_text('[[accepted]]\nid = "GHSA-1"\nreason = "Not us."\nuntil = 2030-01-31\n')
    reports = [read_pip("a.txt", json.dumps(PIP)), read_npm("lock", json.dumps(NPM))]
    assert [each.id for each in open_findings(reports, frozenset())] == ["GHSA-2", "PYSEC-1"]
    before = accepted(date(2030, 1, 31), book)
    assert [each.id for each in open_findings(reports, before)] == ["GHSA-2"]
    after = accepted(date(2030, 2, 1), book)
    assert len(open_findings(reports, after)) == 2


def test_the_book_of_what_is_accepted_can_be_read() -> None:
    accepted(date(2030, 1, 1))
