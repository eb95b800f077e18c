"""What if: a table that plays on from a move of a replay."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from funicular.core.errors import FunicularError
from funicular.live.language import spoken_language
from funicular.live.messages import Opened
from funicular.live.refusals import Refusal, code_of, for_people
from funicular.live.what_if import NewWhatIf, check_ply
from funicular.table.what_if import NoSuchPosition
from funicular.web.causes import cause_of
from funicular.web.guards.rate_limit import count, guessing
from funicular.web.responses import answer, asked_language, body_of, refusal, while_there
from funicular.web.services import services
from funicular.web.tables import read


async def what_if(request: Request) -> Response:
    """`POST /api/what-if`."""
    lang = asked_language(request)
    try:
        wish = read(await body_of(request), NewWhatIf)
        lang = spoken_language(wish.lang)
        check_ply(wish.ply)
        # It opens a table, and costs more than others.
        count(request, "tables")
        return answer(await while_there(request, _opened(request, wish)), 201)
    except FunicularError as error:
        missing = isinstance(error, Refusal | NoSuchPosition) and code_of(error) == "unknown"
        return refusal(for_people(error), lang, 404 if missing else None)


async def _opened(request: Request, wish: NewWhatIf) -> Opened:
    """The table, made when it is the turn of this address."""
    found, cause = services(request), cause_of(request, wish.replay)
    async with found.rooms.pools.uploads.turn(cause) as turn:
        with guessing(request):
            text = await found.replays.text(wish.replay, cause)
        return await found.rooms.open_what_if(wish, text, turn)


routes = [Route("/api/what-if", what_if, methods=["POST"])]
