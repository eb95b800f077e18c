"""`strong` against OpenSpiel's ISMCTS bot, at equal time a move, in Oh Hell by its own scoring.

    python -m bench.open_spiel_match --deals 500 --keep results.jsonl

Four seats, the two sides alternating. Every deal is played twice, with the sides changed, so that
each side holds every hand once. A run that was interrupted goes on where `--keep` says it was.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from datetime import UTC, datetime
from importlib.metadata import version
from multiprocessing import get_context
from pathlib import Path

import msgspec

from bench.oh_hell import SEATS
from bench.open_spiel_deal import Contest, Played, Side, play
from funicular.arena import interval

KNOWS_THE_STOCK = (
    " The samples it draws from the true state never move a card between the stock and the hands, "
    "so it knows which cards are in play; ours does not."
)
SIDES: dict[Side, str] = {"ours": "ours", "theirs": "open_spiel"}


def kept(file: Path | None, contest: Contest) -> list[Played]:
    """The deals that were played before, if it was the same contest."""
    if file is None or not file.exists():
        return []
    first, *lines = file.read_text(encoding="utf-8").splitlines()
    if msgspec.json.decode(first, type=Contest) != contest:
        sys.exit(f"{file} holds another contest: {first}")
    return [msgspec.json.decode(line, type=Played) for line in lines]


def played(contest: Contest, deals: Sequence[int], jobs: int) -> Iterator[Played]:
    """Play these deals in so many processes; each as it comes."""
    with ProcessPoolExecutor(jobs, get_context("spawn")) as crew:
        for done in as_completed([crew.submit(play, contest, deal) for deal in deals]):
            yield done.result()


def findings(results: Sequence[Played]) -> dict[str, str]:
    """What the deals say: figures by name."""
    ahead = interval.mean([each.difference for each in results])
    found = {"points a seat and deal by which ours is ahead": _with_ends(ahead, "+.2f")}
    for side, name in SIDES.items():
        shares = [each.shares[side] for each in results]
        points = interval.mean([each.mean_points for each in shares])
        made = interval.ratio([each.made for each in shares], [each.seats for each in shares])
        decisions = sum(each.decisions for each in shares)
        clock = 1000 * sum(each.on_the_clock for each in shares) / decisions
        processor = 1000 * sum(each.of_the_processor for each in shares) / decisions
        longest = 1000 * max(each.longest for each in shares)
        found[f"{name}: points a seat and deal"] = _with_ends(points, ".2f")
        found[f"{name}: bids made"] = _with_ends(made, ".1%")
        found[f"{name}: decisions"] = f"{decisions:,}"
        found[f"{name}: ms on the clock a decision (longest)"] = f"{clock:.1f} ({longest:.0f})"
        found[f"{name}: ms of the processor a decision"] = f"{processor:.1f}"
    return found


def _with_ends(figure: interval.Interval, form: str) -> str:
    return f"{figure.value:{form}} [{figure.low:{form}}, {figure.high:{form}}]"


def report(contest: Contest, results: Sequence[Played]) -> str:
    """The findings in writing."""
    shown = f"{contest.worlds} worlds drawn from its view" if contest.worlds else "the true state"
    about = (
        f"Oh Hell by OpenSpiel's scoring, {SEATS} seats, {contest.cards} cards, {len(results)} "
        f"deals (seed {contest.seed}), each played twice with the sides changed. "
        f"`strong@{contest.milliseconds:g}ms` against open_spiel {version('open_spiel')}'s "
        f"`ISMCTSBot` with {contest.milliseconds:g} ms on the clock for each decision, one random "
        f"rollout a simulation, uct_c {contest.uct_c:g}, the move most visited; it is given "
        f"{shown}. Brackets are 95 % intervals from resampling whole deals. Decisions are moves "
        f"where more than one was legal.{'' if contest.worlds else KNOWS_THE_STOCK}"
    )
    rows = [f"| {name} | {text} |" for name, text in findings(results).items()]
    title = f"## {contest.cards} cards, {contest.milliseconds:g} ms; theirs is given {shown}"
    return "\n".join([title, "", about, "", "| | |", "| --- | ---: |", *rows]) + "\n"


def add_to(page: Path, text: str) -> None:
    """Add a report to a page, or begin one."""
    title = f"# `strong` against OpenSpiel, {datetime.now(tz=UTC).date()}\n"
    before = page.read_text(encoding="utf-8") if page.exists() else title
    page.write_text(f"{before}\n{text}", encoding="utf-8")


def progress(results: Sequence[Played], deals: int) -> None:
    """Say how it stands."""
    ahead = interval.mean([each.difference for each in results])
    text = f"{len(results)}/{deals} deals, ours ahead by {ahead.value:+.2f} a seat and deal"
    if sys.stderr.isatty():
        print(f"\r{text}  ", end="", file=sys.stderr, flush=True)
    elif len(results) % 25 == 0:
        print(text, file=sys.stderr, flush=True)


def main() -> None:
    """Play what is left to play and report."""
    usual = Contest()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=60)
    parser.add_argument("--cards", type=int, default=usual.cards)
    parser.add_argument(
        "--milliseconds", type=float, default=usual.milliseconds, help="for each decision"
    )
    parser.add_argument("--uct-c", type=float, default=usual.uct_c, help="theirs")
    parser.add_argument(
        "--worlds", type=int, default=usual.worlds, help="shown to theirs; 0 is the truth"
    )
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--keep", type=Path, help="a file of deals played, to go on from")
    parser.add_argument("--write", type=Path, help="add the report to this page as well")
    args = parser.parse_args()
    contest = Contest(
        cards=args.cards,
        milliseconds=args.milliseconds,
        uct_c=args.uct_c,
        worlds=args.worlds,
        seed=args.seed,
    )
    results = kept(args.keep, contest)
    if args.keep and not results:
        args.keep.write_bytes(msgspec.json.encode(contest) + b"\n")
    done = {each.deal for each in results}
    for result in played(
        contest, [deal for deal in range(args.deals) if deal not in done], args.jobs
    ):
        results.append(result)
        if args.keep:
            with args.keep.open("ab") as file:
                file.write(msgspec.json.encode(result) + b"\n")
        progress(results, args.deals)
    text = report(contest, results)
    print(text)
    if args.write:
        add_to(args.write, text)


if __name__ == "__main__":
    main()
