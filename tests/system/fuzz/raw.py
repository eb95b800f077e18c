"""Bytes that pretend to be requests: of two lengths, of none, halves, and nothing of the kind.

They may be answered or cut off, but the connection ends, nothing is a 5xx, and nobody sees a second
request where there is only a strange first one.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from tests.system.fuzz.hostile import damaged
from tests.system.fuzz.targets import Desk, Target
from tests.system.fuzz.wire import Wrong, line

CASES = 15


class Raw(Struct, frozen=True):
    """Bytes that pretend to be requests, and how many answers they may get at most."""

    data: bytes
    most: int = 8


SECOND = b"GET /smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n"
POST = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\n"


def raws(rng: random.Random) -> list[Raw]:
    """Some of them."""
    return [_raw(rng) for _ in range(CASES)]


def _raw(rng: random.Random) -> Raw:
    whole = POST + b"Content-Length: 2\r\n\r\n{}"
    kind = rng.randrange(4)
    if kind == 0:
        return Raw(damaged(whole + SECOND, rng))
    if kind == 1:
        return Raw(rng.randbytes(rng.randrange(1, 500)))
    if kind == 2:
        return Raw(rng.choice(SMUGGLED), most=1)
    return Raw(rng.choice(NONSENSE))


# Requests of two lengths: whoever sees a second request in one of these can be deceived.
SMUGGLED = (
    POST + b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + SECOND,
    POST + b"Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n" + SECOND,
    POST + b"Content-Length: 2\r\nContent-Length: 40\r\n\r\n{}" + SECOND,
    POST + b"Content-Length: 2, 40\r\n\r\n{}" + SECOND,
    POST + b"Content-Length: +2\r\n\r\n{}" + SECOND,
    POST + b"Content-Length: -2\r\n\r\n{}" + SECOND,
    POST + b"Content-Length: 0x2\r\n\r\n{}" + SECOND,
    POST + b"Content-Length : 2\r\n\r\n{}" + SECOND,
    POST + b"Content-Length: " + b"9" * 40 + b"\r\n\r\n{}" + SECOND,
    POST + b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n" + SECOND,
    POST + b"Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n" + SECOND,
    POST + b"Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n" + SECOND,
    POST + b"Transfer-Encoding: chunked\r\nTransfer-Encoding: x\r\n\r\n0\r\n\r\n" + SECOND,
    POST + b"Transfer-Encoding: chunked\r\n\r\n-1\r\n\r\n" + SECOND,
    POST + b"Transfer-Encoding: chunked\r\n\r\n" + b"f" * 20 + b"\r\nx\r\n0\r\n\r\n" + SECOND,
    POST + b"Transfer-Encoding: chunked\r\n\r\n2;x\ry\r\n{}\r\n0\r\n\r\n" + SECOND,
)
KEY = b"Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n"
UPGRADE = (
    b"GET /api/tables/x/socket HTTP/1.1\r\nHost: localhost\r\n"
    b"Connection: Upgrade\r\nUpgrade: websocket\r\n"
)
UPGRADES = (
    b"X: y",
    b"Sec-WebSocket-Key: short\r\nSec-WebSocket-Version: 13",
    b"Sec-WebSocket-Key: \xff\xfe\r\nSec-WebSocket-Version: 13",
    KEY + b"Sec-WebSocket-Version: 99",
    KEY + KEY + b"Sec-WebSocket-Version: 13",
    KEY + b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Extensions: permessage-deflate; x=99;;",
)
NONSENSE = (
    b"",
    b"\r\n" * 50,
    b"\0" * 100,
    b"GET",
    b"GET /\r\n\r\n",
    b"GET / HTTP/9.9\r\nHost: x\r\n\r\n",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    b"GET / HTTP/1.1\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
    b"GET / HTTP/1.1\nHost: x\n\n",
    b"GET / HTTP/1.1\r\n Host: folded\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\nX-Inject: a\r\n\r\nSet-Cookie: b\r\n\r\n",
    b"GET /\r\nSet-Cookie:x HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET /api/words/%0d%0aSet-Cookie:x HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET http://elsewhere.example/ HTTP/1.1\r\nHost: x\r\n\r\n",
    b"CONNECT elsewhere.example:443 HTTP/1.1\r\nHost: x\r\n\r\n",
    b"OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET /\xff\xfe HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\n" + b"X: y\r\n" * 5000 + b"\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"y" * 200_000 + b"\r\n\r\n",
    b"GET /" + b"a" * 200_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
    POST + b"Content-Length: 100\r\n\r\n{}",
    POST + b"Expect: 100-continue\r\nContent-Length: 2\r\n\r\n",
    POST + b"Transfer-Encoding: chunked\r\n\r\n5\r\nab",
    b"GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n",
    *(UPGRADE + rest + b"\r\n\r\n" for rest in UPGRADES),
    UPGRADE.replace(b"GET", b"POST") + b"Content-Length: 2\r\n\r\n{}",
)


def check(target: Target, desk: Desk, cases: Sequence[Raw]) -> Counter[str]:
    """Send each, hang up, and see that the connection ends with answers that are none of 5xx."""
    del desk
    outcomes: Counter[str] = Counter()
    for case in cases:
        with line(target.port) as wire:
            wire.send(case.data)
            wire.hang_up()
            came = wire.rest()
        statuses = [int(each[:3]) for each in came.split(b"HTTP/1.1 ")[1:]]
        inject = b"set-cookie" in came.lower().partition(b"\r\n\r\n")[0]
        if inject or len(statuses) > case.most or any(status >= 500 for status in statuses):
            message = f"{case.data[:500]!r} was answered with {came[:500]!r}"
            raise Wrong(message)
        outcomes[f"status {statuses[0]}" if statuses else "cut off"] += 1
    return outcomes
