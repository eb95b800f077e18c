"""A deal of Ascenseur in writing: the cards, the bids, a line a trick, the scores."""

from __future__ import annotations

from funicular.games.ascenseur.cards import cards_in
from funicular.games.ascenseur.events import CardPlayed, TrickTaken
from funicular.games.ascenseur.state import State
from funicular.lang import Reader


def transcript(state: State, reader: Reader) -> str:
    """The deal as a person would note it down."""
    public = state.public
    lines = [reader.say(state.view(None).events[0].phrase)]
    for seat, hand in enumerate(state.dealt):
        lines.append(reader.say("ascenseur.note.hand", player=seat, cards=cards_in(hand)))
    order = [(state.dealer + 1 + turn) % state.setup.seats for turn in range(state.setup.seats)]
    bids = [(seat, state.bids[seat]) for seat in order if public.bids[seat] is not None]
    said = [reader.say("ascenseur.note.bid", player=seat, bid=bid) for seat, bid in bids]
    if said:
        lines.append(reader.say("ascenseur.note.bids", bids=tuple(said)))
    plays: list[str] = []
    number = 1
    for event in public.events:
        match event:
            case CardPlayed(seat=seat, card=card):
                plays.append(reader.say("ascenseur.note.play", player=seat, card=card))
            case TrickTaken(seat=seat):
                note = reader.say(
                    "ascenseur.note.trick", number=number, plays=tuple(plays), player=seat
                )
                lines.append(note)
                plays = []
                number += 1
            case _:
                pass
    if plays:
        lines.append(reader.say("ascenseur.note.open-trick", number=number, plays=tuple(plays)))
    if state.points is not None:
        for seat, points in enumerate(state.points):
            lines.append(
                reader.say(
                    "ascenseur.note.score",
                    player=seat,
                    bid=state.bids[seat],
                    won=state.won[seat],
                    points=points,
                )
            )
    return "\n".join(lines)
