"""`/api/privacy` says what this very server keeps, and whom to ask."""

from __future__ import annotations

from pathlib import Path

import pytest

from funicular.admin.retention import Keep
from funicular.lang import languages
from funicular.web.privacy import privacy_shown
from tests.web.live import live_server


@pytest.mark.parametrize("lang", languages())
def test_every_language_says_how_long(lang: str) -> None:
    shown = privacy_shown(Keep(tables=400, chat=31, records=12), 33.0, None, lang)
    for days in ("400", "31", "12", "33"):
        assert f"{days} " in shown.html or f"{days}\u00a0" in shown.html, days
    assert "{" not in shown.html
    assert shown.title
    assert (shown.contact, shown.link) == (None, None)
    kept = privacy_shown(Keep(), 30.0, None, lang)
    assert kept.html.count("<tr>") == shown.html.count("<tr>") == 8
    assert "31" not in kept.html


def test_chat_goes_with_its_table_at_the_latest_and_days_are_rounded_up() -> None:
    shown = privacy_shown(Keep(tables=6.5, chat=90), 30.0, None, "en")
    assert "7 days after it was written" in shown.html
    assert "90" not in shown.html


@pytest.mark.parametrize(
    ("contact", "link"),
    [
        ("zoe@example.org", "mailto:zoe@example.org"),
        ("https://example.org/contact", "https://example.org/contact"),
        ("ask at the bar", None),
        ("javascript:alert(1)", None),
    ],
)
def test_a_contact_is_a_link_where_it_can_be_one(contact: str, link: str | None) -> None:
    assert privacy_shown(Keep(), 30.0, contact, "en").link == link


def test_the_server_tells_its_own_settings(tmp_path: Path) -> None:
    with live_server(
        tmp_path / "tables.db", keep=Keep(chat=17), contact="zoe@example.org"
    ) as place:
        found = place.ask("/api/privacy?lang=en")
        assert found.status == 200
        assert found.json["contact"] == "zoe@example.org"
        assert "17 days" in found.json["html"]
        assert "Gardé" in place.ask("/api/privacy?lang=fr").json["html"]
