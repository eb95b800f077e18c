"""What dnpup says to people: events, moves, score sheet and transcript, in every language."""

import random

from funicular.lang import Reader, languages
from tests.games.dnpup.tables import after, dealt, first_out, game, wander


def test_everything_has_words_in_every_language() -> None:
    """Sentences of events, moves, score cells and transcripts, for players and for onlookers."""
    for lang in languages():
        for seats in (2, 3):
            played = game(seats)
            state = wander(played.deal(random.Random(seats)), random.Random(seats))
            for reader in (Reader(lang), Reader(lang, ("Ana", "Bo", "Cléo"), 1)):
                written = played.transcript(state, reader)
                assert len(written.splitlines()) == seats + 1 + state.public.turns
                said = [reader.say(event.phrase) for event in state.view(1).events]
                assert all(said)
                assert all(reader.say(cell.text) for cell in played.score_cells(state))
            assert all(Reader(lang).say(move.phrase) for _, move in state.history)


def test_the_score_sheet_shows_points_and_cards_left() -> None:
    english = Reader("en")
    state = after(first_out(), "play 2/5 2/5 2/6")
    cells = game(3).score_cells(state)
    assert [english.say(cell.text) for cell in cells] == ["2 (out)", "1 (out)", "0 (10 left)"]
    assert [cell.points for cell in cells] == [2, 1, 0]
    assert [english.say(cell.note) for cell in cells if cell.note] == ["out", "out", "10 left"]
    void = after(first_out(turn_cap=5), "flip")
    assert [english.say(cell.text) for cell in game(3).score_cells(void)] == ["void"] * 3


def test_the_transcript_is_a_line_a_turn() -> None:
    state = after(dealt(3, "3/6 3/4", "4/6", turn_cap=4), "play 3/6", "play 4/6", "flip")
    lines = game(3).transcript(state, Reader("en", ("Ana", "Bo", "Cléo"))).splitlines()
    assert lines[3:] == [
        "Ana holds the star and starts.",
        "1. Ana plays 3/6.",
        "2. Bo plays 4/6. The meld 3/6 of Ana is beaten and goes back: now 6/3.",
        "3. Cléo flips.",
    ]
    state = after(state, "flip")
    assert lines[0] == "Ana: 1/5 " + " ".join(map(str, state.dealt[0][1:]))
    in_french = game(3).transcript(state, Reader("fr", ("Ana", "Bo", "Cléo")))
    assert in_french.splitlines()[7].replace("\N{NO-BREAK SPACE}", " ") == (
        "4. Ana retourne sa main. Après 4 tours la manche est nulle : personne ne marque."
    )
