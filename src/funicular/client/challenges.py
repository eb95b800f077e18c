"""The daily deal and duels of a server: looking at one, and coming to the table of one's attempt.

A person is known by a secret of 32 hex digits, drawn once and kept: whoever has it has played what
was played with it.
"""

from __future__ import annotations

import asyncio
from urllib.parse import quote, urlsplit

import msgspec

from funicular.client.address import SOCKETS
from funicular.client.errors import BadLink
from funicular.client.opening import NewLink, request_json
from funicular.live.challenge_messages import ChallengeShown, NewAttempt
from funicular.live.messages import Opened

PERSON = "Funicular-Person"


async def find_challenge(
    server: str, challenge: str, person: str, *, lang: str = "en"
) -> ChallengeShown:
    """The challenge of this id as this person sees it; `daily` is today's."""
    url = f"{_address(server, challenge)}?lang={lang}"
    return await asyncio.to_thread(request_json, url, ChallengeShown, None, {PERSON: person})


async def begin_attempt(
    server: str, challenge: str, person: str, *, name: str, lang: str = "en"
) -> NewLink:
    """This person's attempt, begun or gone on with: come to it with `connect(link, token=…)`."""
    url = f"{_address(server, challenge)}/attempts?lang={lang}"
    # A program, or a person who reads lines, needs no time to watch cards fall.
    body = msgspec.json.encode(NewAttempt(name=name, lang=lang, pace="instant"))
    opened = await asyncio.to_thread(request_json, url, Opened, body, {PERSON: person})
    return NewLink(f"{server.rstrip('/')}/t/{opened.table}#{opened.invite}", opened.token)


def _address(server: str, challenge: str) -> str:
    if urlsplit(server).scheme not in SOCKETS:
        raise BadLink("client.bad-server", text=server)
    return f"{server.rstrip('/')}/api/challenges/{quote(challenge, safe='')}"
