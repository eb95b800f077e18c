"""The report of a run: a table for people, as Markdown, with a verdict on every phase."""

from __future__ import annotations

import os
import platform
from collections.abc import Sequence
from pathlib import Path

from tests.system.hostile.attacks import ATTACKS
from tests.system.hostile.attacks.attack import GROWTH
from tests.system.hostile.campaign import Report
from tests.system.hostile.earlier import COLUMNS, Earlier
from tests.system.hostile.house import Arrangement
from tests.system.hostile.phases import (
    ABOVE_QUIET,
    LINES,
    LONGEST,
    MEDIANS,
    P99,
    RECOVERY,
    SLOWER,
    SLOWER_P99,
    STOP,
    TOGETHER_LONGEST,
    TOGETHER_MEDIAN,
    UNFELT,
    Phase,
    cut_after,
    quantile,
)
from tests.system.hostile.target import CORE_SHARE, Outcome

HEADS = (
    "attack",
    "honest commands",
    "p50 ms",
    "p99 ms",
    "longest ms",
    "ping, longest ms",
    "return, longest ms",
    "newcomer, longest ms",
    "next turn, p50 ms",
    "school, p50 ms",
    "school's next turn, p50 ms",
    "memory, peak MiB",
    "growth MiB",
    "server's processor",
    "store grew MiB",
    "back to normal s",
    "works on s",
    "attacker: connections, turned away, cut, left open",
    "cut after",
    "log lines with its address",
    "verdict",
)


def row(phase: Phase) -> str:
    """One phase as a row."""
    commands = phase.took("command")
    outcomes = phase.outcomes
    seen = [
        sum(getattr(each, name) for each in outcomes)
        for name in ("connections", "turned_away", "cut", "left")
    ]
    cells = (
        phase.name,
        f"{len(commands):,}",
        *(f"{quantile(commands, share) * 1000:,.0f}" for share in (0.5, 0.99, 1.0)),
        f"{phase.longest('ping') * 1000:,.0f}",
        f"{phase.longest('return') * 1000:,.0f}",
        f"{phase.longest('newcomer') * 1000:,.0f}",
        *(
            f"{quantile(phase.took(kind, school=school), 0.5) * 1000:,.0f}"
            for _, kind, school, _ in MEDIANS
        ),
        f"{phase.memory_peak / (1 << 20):.0f}",
        f"{(phase.memory_peak - phase.memory_before) / (1 << 20):.0f}",
        f"{phase.processor:.0%}",
        f"{phase.written / (1 << 20):.1f}",
        f"{phase.recovery:.1f}",
        f"{phase.works_on:.0f}",
        ", ".join(f"{each:,}" for each in seen) if outcomes else "",
        _size(cut_after(outcomes)) if seen[2] else "",
        _lines(phase),
        "; ".join((*phase.slow(), *phase.wrong())) or "holds",
    )
    return "| " + " | ".join(cells) + " |"


def _lines(phase: Phase) -> str:
    if not phase.named:
        return f"({phase.lines:,} in all)" if phase.attacks else ""
    if len(phase.named) == 1:
        return f"{sum(phase.named.values()):,}"
    worst = max(phase.named, key=lambda each: phase.named[each])
    return f"{phase.named[worst]:,} at most ({worst})"


def _size(count: float) -> str:
    return f"{count / 1024:,.0f} KiB" if count >= 10_240 else f"{count:,.0f} B"


def head(more: tuple[str, ...]) -> list[str]:
    """The head of the table, with these columns after the usual ones."""
    heads = (*HEADS, *more)
    return ["| " + " | ".join(heads) + " |", "| --- " * len(heads) + "|"]


def answers(outcomes: Sequence[Outcome]) -> str:
    """What attackers were answered."""
    lines = []
    for outcome in outcomes:
        said = ", ".join(f"{name} {count:,}" for name, count in sorted(outcome.answers.items()))
        lines.append(
            f"{outcome.attack}: {_size(outcome.sent)} sent" + (f"; {said}" if said else "")
        )
    return "\n".join(lines)


def failures(report: Report) -> list[str]:
    """All goals that were missed."""
    found = [
        f"{phase.name}: {each}"
        for phase in report.phases
        for each in (*phase.slow(), *phase.wrong())
    ]
    found += report.account.wrong
    for took, code in report.ends:
        if code != 0 or took > STOP:
            found.append(f"SIGTERM: {took:.1f} s, exit code {code}")
    return found


def rows(how: Arrangement, report: Report, earlier: Earlier) -> list[str]:
    """The table; with a column for what an earlier report said, where there is one."""
    if not any(name == how.name for name, _ in earlier):
        return [*head(()), *(row(phase) for phase in report.phases)]
    return [
        *head((f"before: {', '.join(COLUMNS)}",)),
        *(f"{row(phase)} {earlier.get((how.name, phase.name), '')} |" for phase in report.phases),
    ]


def markdown(how: Arrangement, seconds: float, report: Report, earlier: Earlier) -> str:
    """One arrangement of servers."""
    account = report.account
    ends = ", ".join(f"{took:.1f} s (exit code {code})" for took, code in report.ends)
    missed = failures(report)
    alone = [phase for phase in report.phases if len(phase.attacks) == 1]
    refused = [each for phase in report.phases for each in phase.refused]
    parts = [
        f"## {how.name}",
        "",
        f"Each attack for {seconds:g} s. Logs of {how.rows:,} rows, records of {how.flips:,}.",
        "",
        *rows(how, report, earlier),
        "",
        (
            f"- Acknowledged commands of honest people: {account.acknowledged:,}; in the log once: "
            f"{account.found:,}; with nothing to write: {account.idle:,}; "
            f"wrong: {len(account.wrong)}."
        ),
        f"- Honest commands refused: {len(refused)} {sorted(set(refused)) or ''}".rstrip() + ".",
        (
            f"- Open files of the servers before and after: {report.phases[0].files[0]} and "
            f"{report.phases[-1].files[1]}."
        ),
        f"- Memory above quiet: {max(each.above_quiet for each in report.phases) >> 20} MiB.",
        f"- SIGTERM with all attacks under way and everybody connected: {ends}.",
        f"- Goals missed: {len(missed)}.",
        "",
        "What the attackers were answered when each was alone:",
        "",
        "```",
        *(answers(phase.outcomes) for phase in alone),
        "```",
        "",
    ]
    return "\n".join(parts)


def preface(day: str) -> str:
    """What the report is about."""
    model = _processor()
    listed = "\n".join(f"| {each.name} | {each.about} |" for each in ATTACKS.values())
    return f"""# A hostile run, {day}

`python -m tests.system.hostile`: honest people play while attackers do their worst, one attack
after the other and all together. At eight tables two people play, with a command every 0.3 s at
each; at four a person plays alone against strong bots; and at thirty more so does a pupil of a
school that has a single address. Everybody else has an address of their own. Newcomers, who open a
table, make a profile, bring a record and look at it, have one that was never seen before.

Goals, each attack alone: honest p99 at most {P99 * 1000:.0f} ms or {SLOWER_P99:g} times quiet,
whichever is more, and nothing above {LONGEST:g} s, with pings, returns and newcomers; the medians
until a player's next turn, of the school's commands and until its players' next turn at most
{SLOWER:g} times their quiet ones, or {UNFELT * 1000:.0f} ms for commands. All together: median at
most {TOGETHER_MEDIAN * 1000:.0f} ms, longest {TOGETHER_LONGEST:g} s. Nobody honest is refused
anything. Servers grow by at most {GROWTH >> 20} MiB in a phase ({ABOVE_QUIET // 1_000_000} MB where
what all share is taken), and are never {ABOVE_QUIET // 1_000_000} MB above quiet. Whoever floods is
named in the log, in {LINES} lines at most. All is normal {RECOVERY:g} s later. SIGTERM takes
{STOP:g} s at most.

Everything runs on one machine ({os.cpu_count()} cores, {model}, Python
{platform.python_version()}): servers, databases, honest people and attackers. The attackers are one
process of the lowest priority that uses {CORE_SHARE:.0%} of a core at most.

| attack | what it does |
| --- | --- |
{listed}
"""


def _processor() -> str:
    place = Path("/proc/cpuinfo")
    if place.exists():
        for line in place.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.machine()
