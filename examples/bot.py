"""A bot for Funicular's arena that needs nothing but Python: `outside:python3 examples/bot.py`.

It bids its aces and kings and plays high while it still wants tricks; in the other games it gets
rid of as many cards at once as it can. docs/outside-bots.md describes what is read and printed.
"""

import json
import sys

RANKS = "23456789TJQKA"


def choose(view: dict, seat: int, legal: list[str]) -> str:
    """One of the legal moves, from what the seat sees."""
    if legal[0].startswith("bid"):
        wanted = sum(card[0] in "AK" for card in view["hand"])
        return min(legal, key=lambda move: abs(int(move.split()[1]) - wanted))
    if "bids" in view:
        wants_tricks = view["tricks"][seat] < view["bids"][seat]
        by_rank = sorted(legal, key=lambda move: RANKS.index(move.split()[1][0]))
        return by_rank[-1 if wants_tricks else 0]
    most = max(legal, key=lambda move: sum(word in view["hand"] for word in move.split()))
    # Where no card can go, the last of the legal moves is to pass or to flip.
    return most if set(most.split()) & set(view["hand"]) else legal[-1]


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "ready", "protocol": 1}), flush=True)
    elif message["type"] == "choose":
        move = choose(message["view"], message["seat"], message["legal"])
        print(json.dumps({"type": "move", "id": message["id"], "move": move}), flush=True)
