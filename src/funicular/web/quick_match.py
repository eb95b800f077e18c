"""A quick match, and how many play: what the first page asks for company."""

from __future__ import annotations

from time import monotonic

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from funicular.core.errors import FunicularError
from funicular.live.language import spoken_language
from funicular.live.messages import Playing, QuickMatch
from funicular.live.refusals import for_people
from funicular.live.rooms import Rooms
from funicular.web.guards.rate_limit import count
from funicular.web.responses import answer, asked_language, body_of, refusal
from funicular.web.services import services
from funicular.web.tables import read

# Every first page asks; the tables are counted once in this time.
COUNT_SECONDS = 5.0


class PlayingCount:
    """How many play, counted now and then."""

    def __init__(self, rooms: Rooms) -> None:
        """Begin without a count."""
        self._rooms = rooms
        self._counted: Playing | None = None
        self._until = 0.0

    def now(self) -> Playing:
        """The last count, or a new one."""
        if self._counted is None or monotonic() >= self._until:
            self._counted = Playing(self._rooms.people_playing)
            self._until = monotonic() + COUNT_SECONDS
        return self._counted


async def quick_match(request: Request) -> Response:
    """`POST /api/quick-match`."""
    lang = asked_language(request)
    matches = services(request).quick_matches
    try:
        wish = read(await body_of(request), QuickMatch)
        lang = spoken_language(wish.lang)
        # It may open a table, and counts as if it did.
        count(request, "tables")
        return answer(await matches.match(wish))
    except FunicularError as error:
        return refusal(for_people(error), lang)


async def playing(request: Request) -> Response:
    """`GET /api/playing`."""
    return answer(services(request).playing.now())


routes = [
    Route("/api/quick-match", quick_match, methods=["POST"]),
    Route("/api/playing", playing),
]
