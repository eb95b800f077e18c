"""What if: a table that plays on from a move of a replay."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from funicular.core.errors import FunicularError
from funicular.live.language import spoken_language
from funicular.live.refusals import Refusal, code_of, for_people
from funicular.live.rooms import Rooms
from funicular.live.what_if import NewWhatIf
from funicular.table.what_if import NoSuchPosition
from funicular.web.guards.rate_limit import count, guessing
from funicular.web.replays import Replays
from funicular.web.responses import answer, asked_language, body_of, refusal, while_there
from funicular.web.tables import read


async def what_if(request: Request) -> Response:
    """`POST /api/what-if`."""
    lang = asked_language(request)
    rooms: Rooms = request.app.state.rooms
    replays: Replays = request.app.state.replays
    try:
        wish = read(await body_of(request), NewWhatIf)
        lang = spoken_language(wish.lang)
        # It opens a table, and costs more than others.
        count(request, "tables")
        with guessing(request):
            text = await while_there(request, replays.text(wish.replay))
        return answer(await rooms.open_what_if(wish, text), 201)
    except FunicularError as error:
        missing = isinstance(error, Refusal | NoSuchPosition) and code_of(error) == "unknown"
        return refusal(for_people(error), lang, 404 if missing else None)


routes = [Route("/api/what-if", what_if, methods=["POST"])]
