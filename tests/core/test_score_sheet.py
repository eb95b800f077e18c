"""The score sheet and the match in writing, finished or not, in both languages."""

import random
from itertools import product

import pytest

import funicular
from funicular.core.match import Match
from funicular.core.score_cell import Contract
from funicular.core.score_sheet import match_text, result, score_sheet
from tests.kit import VARIANTS, Variant, plain, play_match

NAMES = ("Iris", "Roméo", "Ana", "Zoé", "Max", "Léa")
ENGLISH = funicular.Reader("en", NAMES[:3])
FRENCH = funicular.Reader("fr", NAMES[:3])


def two_deals() -> Match:
    match = funicular.game("ascenseur-52", seats=3, schedule=[1, 1]).match()
    for dealer in (2, 0):
        match = match.start(("2S", "3S", "4S"), dealer=dealer, upcard="2H")
        for text in ("bid 0", "bid 0", "bid 0", "play 2S", "play 3S", "play 4S"):
            seat = match.to_act[0]
            move = match.game.parse_move(text) if "bid" in text else None
            assert match.state is not None
            match = match.play(seat, move or match.state.legal_moves(seat)[0])
    return match


def test_a_line_a_deal_and_a_column_a_player() -> None:
    assert score_sheet(two_deals(), ENGLISH).splitlines() == [
        "                 Iris    Roméo   Ana",
        "Deal 1 (1 card)  0/0 +1  0/0 +1  1/0 −1",
        "Deal 2 (1 card)  0/0 +1  0/0 +1  1/0 −1",
        "Total            2       2       −2",
    ]


def test_the_result_in_words() -> None:
    match = two_deals()
    assert result(match, ENGLISH) == "A shared win with 2 points: Iris, Roméo."
    assert plain(result(match, FRENCH)) == "Victoire partagée avec 2 points : Iris, Roméo."
    won = funicular.game("ascenseur-52", seats=3, schedule=[1]).match()
    won = won.start(("2S", "3S", "4S"), dealer=2, upcard="2H")
    for text in ("bid 0", "bid 1", "bid 1", "play 2S", "play 3S", "play 4S"):
        won = won.play(won.to_act[0], won.game.parse_move(text))
    assert result(won, ENGLISH) == "Ana wins the match with 2 points."
    assert result(won, funicular.Reader("en", NAMES, seat=2)) == "You win the match with 2 points."
    assert result(won, funicular.Reader("fr", NAMES, seat=2)) == (
        "Vous gagnez la partie avec 2 points."
    )
    assert result(Match(won.game, won.ending), ENGLISH) == "The match is not finished."


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_every_match_can_be_written_down_at_any_point(variant: Variant) -> None:
    for moves, lang in product((-1, 0, 1, 7, 40, 150), funicular.languages()):
        match = play_match(variant.game.match(), random.Random(moves), moves)
        reader = funicular.Reader(lang, NAMES[: variant.seats])
        text = match_text(match, reader)
        assert "{" not in text
        assert "None" not in text
        assert score_sheet(match, reader) in text
        assert result(match, reader) in text
        for name in NAMES[: variant.seats]:
            assert name in text


def test_a_sealed_bid_is_not_on_the_sheet_before_all_are_made() -> None:
    """S20: nobody sees a bid before all are made."""
    game = funicular.game("ascenseur-32", seats=3, bidding="simultaneous")
    match = game.match().start(("7S", "8S", "9S"), dealer=0, upcard="7H")
    texts = {
        match_text(match.play(1, game.parse_move(text)), ENGLISH) for text in ("bid 0", "bid 1")
    }
    assert len(texts) == 1


def test_a_cell_says_its_contract_in_numbers_once_there_is_one() -> None:
    game = funicular.game("ascenseur-32", seats=3)
    state = game.start(("7S", "8S", "9S"), dealer=0, upcard="7H")
    assert [cell.contract for cell in game.score_cells(state)] == [None] * 3
    for seat, text in ((1, "bid 0"), (2, "bid 1"), (0, "bid 1")):
        state = state.play(seat, game.parse_move(text))
    assert [cell.contract for cell in game.score_cells(state)] == [
        Contract(bid=1, won=0),
        Contract(bid=0, won=0),
        Contract(bid=1, won=0),
    ]
