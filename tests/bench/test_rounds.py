"""Measuring in rounds: what is counted, what is compared with what."""

from bench.rounds import all_of, in_turn, measure, once, table


def test_works_take_turns() -> None:
    work = in_turn([lambda: 1, lambda: 10])
    assert [work() for _ in range(4)] == [1, 10, 1, 10]


def test_all_works_are_one_piece() -> None:
    assert all_of([lambda: 1, lambda: 10])() == 11


def test_a_loop_counts_for_one() -> None:
    assert once(lambda: "whatever")() == 1


def test_the_first_round_is_not_counted() -> None:
    rates = measure({"one": once(dict), "ten": lambda: 10}, rounds=2, seconds=0.001)
    assert [len(row) for row in rates.values()] == [2, 2]
    assert all(rate > 0 for row in rates.values() for rate in row)


def test_ratios_are_taken_within_a_round() -> None:
    rates = {"ours": [200.0, 1000.0, 300.0], "theirs": [100.0, 200.0, 100.0]}
    *_, line = table("deals", rates, {"theirs": ("ours", "theirs")}).splitlines()
    assert line == "| theirs | 100 | 100–200 | 3.0 (2.0–5.0) |"


def test_without_comparison_there_is_no_column_for_it() -> None:
    assert table("deals", {"ours": [1.0]}).splitlines()[-1] == "| ours | 1 | 1–1 |"
