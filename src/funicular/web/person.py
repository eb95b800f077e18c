"""Whose request it is, for what is kept for a person: without an account, and without a name.

A browser draws a secret of 128 bits once and sends it as `Funicular-Person`; we know only its
SHA-256. Where a profile is meant, the request is signed with the profile's key as well:

    Funicular-Signature: KEY.TIME.SIGNATURE

The key is the public one (Ed25519), the time milliseconds since 1970, key and signature in base64
for addresses without padding. Signed is what `signed_text` writes: method, host, path, the hash of
the body, the time. The time may be off by two minutes, and no signature is taken twice.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
import time
from collections import OrderedDict

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from msgspec import Struct
from starlette.requests import Request

from funicular.live.refusals import Refusal
from funicular.web.services import services

PERSON = "Funicular-Person"
SIGNATURE = "Funicular-Signature"
SECRET = re.compile("[0-9a-f]{32}")
SIGNED = re.compile(r"([\w-]{43})\.([0-9]{13})\.([\w-]{86})", re.ASCII)
# By how much the clock of a browser may differ from ours, in milliseconds.
WINDOW = 120_000
# How much of the key's hash names a profile: nobody makes another key with the same 128 bits.
ID_DIGITS = 32
# Signatures remembered, so that none is taken twice. Of more than these the oldest are forgotten;
# what is written for a profile then still refuses a time that is not after the last (`store`).
MOST_REMEMBERED = 20_000

# Ed25519's prime, and the second coordinates of its eight points of small order: every signature
# holds for such a key, or one in eight, so it is nobody's.
PRIME = 2**255 - 19
_OF_ORDER_8 = int.from_bytes(
    bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"), "little"
)
SMALL_ORDER = frozenset({0, 1, PRIME - 1, _OF_ORDER_8, PRIME - _OF_ORDER_8})


class Person(Struct, frozen=True):
    """Who asks: the hash of the browser's secret, and the profile whose key has signed."""

    id: str
    # Whether there is such a profile here is another question.
    profile: str | None = None
    # What the signature said: the public key and the time, in milliseconds.
    key: str = ""
    signed: int = 0


class UsedSignatures:
    """The signatures of the last minutes."""

    def __init__(self, most: int = MOST_REMEMBERED) -> None:
        """Begin with none."""
        self._most = most
        # When each may be forgotten: its time is too old by then.
        self._seen: OrderedDict[str, int] = OrderedDict()

    def __len__(self) -> int:
        """How many are remembered."""
        return len(self._seen)

    def use(self, signature: str, now: int) -> bool:
        """Remember it; false if it is remembered already."""
        if signature in self._seen:
            return False
        self._seen[signature] = now + 2 * WINDOW
        while len(self._seen) > self._most or next(iter(self._seen.values())) < now:
            self._seen.popitem(last=False)
        return True


def person_of(request: Request, body: bytes = b"") -> Person:
    """Who asks; `Refusal` if the request does not say, or its signature does not hold.

    `body` is the request's body, which the signature covers.
    """
    secret = request.headers.get(PERSON)
    if secret is not None and not SECRET.fullmatch(secret):
        raise Refusal("malformed", "person.malformed", header=PERSON)
    if SIGNATURE in request.headers:
        key, signed = _signer(request, body)
        profile = profile_id(key)
        return Person(_hash(secret) if secret else profile, profile, key, signed)
    if secret is None:
        raise Refusal("no-person", "person.none", header=PERSON)
    return Person(_hash(secret))


def profile_id(key: str) -> str:
    """The name of the profile that has this public key."""
    return hashlib.sha256(_bytes(key)).hexdigest()[:ID_DIGITS]


def signed_text(method: str, host: str, path: str, body: bytes, at: int) -> bytes:
    """What a key signs. The path has its query; the host keeps other servers from using it."""
    lines = (
        "funicular request 1",
        method,
        host.casefold(),
        path,
        hashlib.sha256(body).hexdigest(),
        str(at),
    )
    return "\n".join(lines).encode()


def _signer(request: Request, body: bytes) -> tuple[str, int]:
    """The key that has signed this request, and when."""
    given = SIGNED.fullmatch(request.headers[SIGNATURE])
    if given is None:
        raise Refusal("malformed", "person.malformed", header=SIGNATURE)
    key, at, signature = given[1], int(given[2]), given[3]
    check_key(key)
    query = request.scope.get("query_string", b"").decode("latin-1")
    path = request.scope["path"] + (f"?{query}" if query else "")
    text = signed_text(request.method, request.headers.get("Host", ""), path, body, at)
    try:
        Ed25519PublicKey.from_public_bytes(_bytes(key)).verify(_bytes(signature), text)
    except (InvalidSignature, ValueError) as error:
        raise Refusal("no-entry", "person.signature") from error
    now = time.time_ns() // 1_000_000
    if abs(now - at) > WINDOW:
        shown = time.strftime("%H:%M:%S", time.gmtime(now / 1000))
        raise Refusal("clock", "person.clock", now=shown, n=WINDOW // 60_000)
    if not services(request).used_signatures.use(signature, now):
        raise Refusal("used", "person.used")
    return key, at


def check_key(key: str) -> None:
    """Refuse a public key with which anybody can sign, and a second spelling of another key."""
    try:
        second = int.from_bytes(_bytes(key), "little") % 2**255
    except ValueError as error:
        raise Refusal("no-entry", "person.signature") from error
    if second in SMALL_ORDER or second >= PRIME:
        raise Refusal("no-entry", "person.weak-key")


def _bytes(text: str) -> bytes:
    try:
        data = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except binascii.Error as error:
        raise ValueError(text) from error
    # The last letter has bits to spare: written otherwise, a used signature would look like a new
    # one.
    if base64.urlsafe_b64encode(data).rstrip(b"=") != text.encode():
        raise ValueError(text)
    return data


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
