"""Which addresses and names a ban means."""

from __future__ import annotations

import pytest

from funicular.admin.bans import BadBan, BanList, address_ban, name_ban, read_network

NOW = 1000.0


@pytest.mark.parametrize(
    ("text", "network"),
    [
        ("203.0.113.7", "203.0.113.7/32"),
        (" 203.0.113.7/24 ", "203.0.113.0/24"),
        # Of IPv6 a household has a /64, and that is what visitors are counted by.
        ("2001:db8::1", "2001:db8::/64"),
        ("2001:db8:1::/48", "2001:db8:1::/48"),
        ("::ffff:203.0.113.7", "203.0.113.7/32"),
    ],
)
def test_an_address_is_read_as_the_network_that_is_banned(text: str, network: str) -> None:
    assert str(read_network(text)) == network


@pytest.mark.parametrize("text", ["", "Zoé", "203.0.113", "0.0.0.0/0", "::/0", "10.0.0.0/7"])
def test_what_is_no_address_or_too_many_is_refused(text: str) -> None:
    with pytest.raises(BadBan):
        read_network(text)


def test_every_address_of_a_banned_network_is_refused_and_no_other() -> None:
    bans = BanList(
        address_ban(text, reason="", made=0.0, until=None)
        for text in ("203.0.113.0/24", "198.51.100.7", "2001:db8::1")
    )
    for address in ("203.0.113.9", "198.51.100.7", "2001:db8::/64", "2001:db8::5"):
        assert bans.bans_address(address, NOW), address
    for address in ("203.0.114.9", "198.51.100.8", "2001:db8:0:1::/64", "unknown", ""):
        assert not bans.bans_address(address, NOW), address


def test_a_name_is_banned_in_all_its_capitals_and_forms_until_the_end() -> None:
    bans = BanList([name_ban(" Zoé ", reason="", made=0.0, until=2000.0)])
    assert bans.bans_name("ZOE\u0301", NOW)
    assert not bans.bans_name("Zoe", NOW)
    assert not bans.bans_name("Zoé", 2001.0)
    with pytest.raises(BadBan):
        name_ban("  ", reason="", made=0.0, until=None)
