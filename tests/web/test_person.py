"""Whose request it is: the browser's secret, and what a profile's key has signed."""

from __future__ import annotations

import base64
import hashlib
import string
import time
from types import SimpleNamespace

import pytest
from starlette.requests import Request

from funicular.live.refusals import Refusal
from funicular.web.person import (
    PRIME,
    SMALL_ORDER,
    WINDOW,
    Person,
    UsedSignatures,
    person_of,
    profile_id,
)
from tests.kit.signing import Signer

SECRET = "0123456789abcdef" * 2
APP = SimpleNamespace(services=SimpleNamespace(used_signatures=UsedSignatures()))


def asked(
    headers: dict[str, str], *, method: str = "POST", path: str = "/api/profile", query: str = ""
) -> Request:
    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "query_string": query.encode(),
        "headers": [
            (name.lower().encode(), value.encode())
            for name, value in ({"Host": "cards.example"} | headers).items()
        ],
        "app": APP,
    }
    return Request(scope)


def refused(request: Request, body: bytes = b"") -> str:
    with pytest.raises(Refusal) as caught:
        person_of(request, body)
    return caught.value.code


def test_a_browser_is_known_by_the_hash_of_its_secret() -> None:
    expected = hashlib.sha256(SECRET.encode()).hexdigest()
    assert person_of(asked({"Funicular-Person": SECRET})) == Person(expected)


@pytest.mark.parametrize("secret", ["", "x" * 32, SECRET[1:], SECRET + "0", SECRET.upper()])
def test_what_is_no_secret_is_refused(secret: str) -> None:
    assert refused(asked({"Funicular-Person": secret})) == "malformed"


def test_a_request_has_to_say_whose_it_is() -> None:
    assert refused(asked({})) == "no-person"


def test_a_signed_request_is_the_profiles() -> None:
    signer = Signer()
    headers = signer.headers("POST", "cards.example", "/api/profile?lang=fr", b"{}")
    request = asked(headers | {"Funicular-Person": SECRET}, query="lang=fr")
    person = person_of(request, b"{}")
    assert person.profile == profile_id(signer.key) == signer.profile
    assert person.id == hashlib.sha256(SECRET.encode()).hexdigest()


def test_a_signature_holds_for_one_request_only() -> None:
    signer = Signer()
    headers = signer.headers("POST", "cards.example", "/api/profile", b"{}")
    assert refused(asked(headers), b"{ }") == "no-entry"
    assert refused(asked(headers, method="PUT"), b"{}") == "no-entry"
    assert refused(asked(headers, path="/api/other"), b"{}") == "no-entry"
    assert refused(asked(headers, query="x"), b"{}") == "no-entry"
    assert refused(asked(headers | {"Host": "other.example"}), b"{}") == "no-entry"
    stranger = Signer().headers("POST", "cards.example", "/api/profile", b"{}")
    mixed = stranger["Funicular-Signature"].partition(".")[0] + headers["Funicular-Signature"][43:]
    assert refused(asked({"Funicular-Signature": mixed}), b"{}") == "no-entry"
    assert person_of(asked(headers), b"{}").profile == signer.profile
    assert refused(asked(headers), b"{}") == "used"


def test_a_signature_written_otherwise_is_not_another_one() -> None:
    """64 bytes fill 85 letters and two bits of the last: fifteen others could be read alike."""
    signer = Signer()
    headers = signer.headers("POST", "cards.example", "/api/profile", b"{}")
    assert person_of(asked(headers), b"{}").profile == signer.profile
    signed = headers["Funicular-Signature"]
    letters = string.ascii_uppercase + string.ascii_lowercase + string.digits + "-_"
    for letter in letters:
        again = {"Funicular-Signature": signed[:-1] + letter}
        assert refused(asked(again), b"{}") == ("used" if letter == signed[-1] else "no-entry")


@pytest.mark.parametrize("off", [-WINDOW - 5000, WINDOW + 5000])
def test_a_clock_that_is_off_is_told_so(off: int) -> None:
    at = time.time_ns() // 1_000_000 + off
    headers = Signer().headers("GET", "cards.example", "/api/profile", b"", at=at)
    assert refused(asked(headers, method="GET")) == "clock"


@pytest.mark.parametrize("signature", ["", "a.b.c", f"{'A' * 43}.1.{'A' * 86}", "é" * 20])
def test_what_is_no_signature_is_refused(signature: str) -> None:
    assert refused(asked({"Funicular-Signature": signature})) == "malformed"


def test_a_key_that_is_none_is_refused() -> None:
    nothing = f"{'_' * 43}.{time.time_ns() // 1_000_000}.{'A' * 86}"
    assert refused(asked({"Funicular-Signature": nothing})) == "no-entry"


def test_used_signatures_are_forgotten_in_the_end_and_when_there_are_too_many() -> None:
    used = UsedSignatures(most=2)
    assert [used.use(each, 0) for each in "abbc"] == [True, True, False, True]
    assert len(used) == 2
    assert used.use("a", 0)
    assert used.use("e", 2 * WINDOW + 1)
    assert len(used) == 1


# The eight points of small order, and every other way to write one of them or another point: with
# a coordinate beyond the prime, and a sign where there is none.
SMALL = [(y, sign) for y in (*SMALL_ORDER, *range(PRIME, 2**255)) for sign in (0, 1)]


@pytest.mark.parametrize(("y", "sign"), SMALL, ids=[f"{y:x} {sign}" for y, sign in SMALL])
def test_a_key_with_which_anybody_can_sign_is_refused(y: int, sign: int) -> None:
    raw = (y + sign * 2**255).to_bytes(32, "little")
    key = base64.urlsafe_b64encode(raw).rstrip(b"=").decode()
    # Signed by nobody: the neutral point, times nothing, which holds for a key of small order.
    forged = base64.urlsafe_b64encode((1).to_bytes(32, "little") + bytes(32)).rstrip(b"=").decode()
    # With the neutral point it holds for every text, with the others for some.
    for at in range(16):
        now = time.time_ns() // 1_000_000 + at
        request = asked({"Funicular-Signature": f"{key}.{now}.{forged}"})
        with pytest.raises(Refusal) as caught:
            person_of(request, b"{}")
        assert caught.value.code == "no-entry"
        assert caught.value.phrase.key == "person.weak-key"
