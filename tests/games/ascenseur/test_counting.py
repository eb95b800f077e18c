"""Ways to deal hidden cards, counted by hand."""

from funicular.games.ascenseur.counting import shares_of_first, ways_to_fill

BOTH, FIRST, SECOND = (True, True), (True, False), (False, True)


def test_cards_that_may_lie_anywhere() -> None:
    assert ways_to_fill((), ()) == 1
    # Two of four to the first, two of the two left to the second.
    assert ways_to_fill(((BOTH, 4),), (2, 2)) == 6


def test_a_share_that_leaves_the_second_hand_too_little_is_none() -> None:
    # The second hand needs two cards of which only two may go there: the first gets none of them.
    crowds = ((BOTH, 2), (FIRST, 1))
    found = shares_of_first(crowds, (1, 2))
    assert [dict(share) for share in found.shares] == [{BOTH: 0, FIRST: 1}]
    assert found.bounds == (1,)


def test_hands_that_cannot_be_filled() -> None:
    assert ways_to_fill(((SECOND, 3),), (1, 2)) == 0
