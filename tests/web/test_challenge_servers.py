"""The daily deal at two servers of one database: one seed, the same answers, one result each."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

from tests.web.challenging import Contender, refused
from tests.web.live import Place, live_server


def test_two_servers_have_one_daily_deal_and_answer_alike(postgres_url: str) -> None:
    with live_server(postgres_url) as one, live_server(postgres_url) as other:
        # Both are asked for it first, at the same moment.
        places: tuple[Place, ...] = (one, other) * 3
        with ThreadPoolExecutor(len(places)) as pool:
            seen = list(pool.map(lambda place: Contender(place, "Zoé").see("daily"), places))
        assert len({each["commitment"] for each in seen}) == 1

        ada, bo = Contender(one, "Ada"), Contender(other, "Bo")
        duel = ada.duel()
        opened = ada.begun(duel)
        # Ada goes over to the other server in the middle; Bo plays at that one all the time.
        asyncio.run(ada.play(opened, moves=2))
        there = ada.at(other)
        asyncio.run(there.play(opened))
        asyncio.run(bo.play(bo.begun(duel)))
        first, second = there.result(duel)["result"], bo.result(duel)["result"]
        assert first["lead"] == second["lead"]
        assert [deal["lead"] for deal in first["deals"]] == [
            deal["lead"] for deal in second["deals"]
        ]
        # No second attempt, and no second result, at either.
        for place in (one, other):
            again = ada.at(place)
            assert refused(again.begin(duel)) == "taken"
            body = {"table": opened["table"]}
            assert refused(again.ask(f"/api/challenges/{duel}/results", body)) == "taken"
            assert again.see(duel)["finished"] == 2
