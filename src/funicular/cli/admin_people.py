"""`funicular admin` and people: ban, pardon, erase; and deleting what is too old."""

from __future__ import annotations

import time
from datetime import UTC, datetime

from funicular.cli.admin_answer import AdminReply, AdminRequest, shown_time
from funicular.cli.errors import BadArguments
from funicular.cli.retention import say_keep
from funicular.cli.settings import DAYS, KEEP, read_keep, read_settings
from funicular.core.wire import JsonObject
from funicular.store.administration import Ban, BanKind

KINDS: tuple[BanKind, ...] = ("address", "name")
LONGEST_REASON = 500
DAY = 86_400.0


async def ban(asked: AdminRequest) -> AdminReply:
    """Ban an address, a network or a name."""
    # Only here and below: other commands should not wait for the store's parts.
    from funicular.admin.bans import address_ban, name_ban

    subject, options = asked.names[0], asked.options
    now = time.time()
    make = address_ban if _kind(asked) == "address" else name_ban
    reason = options.reason or ""
    if len(reason) > LONGEST_REASON:
        raise BadArguments("cli.admin.long-reason", n=LONGEST_REASON)
    made = make(subject, reason=reason, made=now, until=_until(asked, now))
    async with asked.store() as store:
        await store.ban(made)
    answer = AdminReply({"banned": _shown(made)})
    if made.until is None:
        answer.say("cli.admin.banned", name=made.subject)
    else:
        answer.say("cli.admin.banned-until", name=made.subject, until=shown_time(made.until) or "")
    return answer


async def pardon(asked: AdminRequest) -> AdminReply:
    """Lift a ban."""
    from funicular.admin.bans import read_network
    from funicular.table.text_safety import folded

    text = asked.names[0].strip()
    kind = _kind(asked)
    subject = str(read_network(text)) if kind == "address" else folded(text)
    async with asked.store() as store:
        lifted = await store.pardon(kind, subject)
    answer = AdminReply(
        {"pardoned": lifted, "kind": kind, "subject": subject}, code=int(not lifted)
    )
    answer.say("cli.admin.pardoned" if lifted else "cli.admin.not-banned", name=subject)
    return answer


async def bans(asked: AdminRequest) -> AdminReply:
    """All bans that hold, or also those that have ended."""
    async with asked.store() as store:
        found = await store.bans(past=asked.options.past)
    answer = AdminReply({"bans": [_shown(each) for each in found]})
    for each in found:
        until = shown_time(each.until) or "∞"
        made = shown_time(each.made)
        answer.lines.append(
            f"{each.kind:<7}  {each.subject}  {made} – {until}  {each.reason}".rstrip()
        )
    if not found:
        answer.say("cli.admin.no-bans")
    return answer


async def erase(asked: AdminRequest) -> AdminReply:
    """Take a person's name and chat out of everything."""
    from funicular.admin.erase import erase as erase_traces

    name, options = asked.names[0], asked.options
    async with asked.store() as store:
        there = await store.heads(options.table or ())
        missing = [each for each in options.table or () if each not in there]
        if missing:
            raise BadArguments("cli.admin.no-table", name=missing[0])
        erased = await erase_traces(store, name, only=options.table, dry_run=options.dry_run)
    answer = AdminReply(
        {
            "dry_run": bool(options.dry_run),
            "tables": {
                each.table: {"names": each.names, "lines": each.lines} for each in erased.tables
            },
            "records": erased.records,
            "profiles": erased.profiles,
            "damaged": erased.damaged,
        },
        code=1 if erased.damaged else 0,
    )
    for each in erased.tables:
        answer.say("cli.admin.erased-at", name=each.table, names=each.names, lines=each.lines)
    for record in erased.records:
        answer.say("cli.admin.erased-in", name=record)
    for profile in erased.profiles:
        answer.say("cli.admin.erased-profile", name=profile)
    for table in erased.damaged:
        answer.say("cli.admin.erase-damaged", name=table)
    if not (erased.tables or erased.records or erased.profiles):
        answer.say("cli.admin.no-traces", name=name)
    elif options.dry_run:
        answer.say("cli.admin.dry-run")
    return answer


async def sweep(asked: AdminRequest) -> AdminReply:
    """Delete what is older than its days, all of it."""
    from funicular.admin.retention import ClockDoubted, Swept, chosen_keep
    from funicular.admin.retention import sweep as sweep_round

    given = read_keep(read_settings(asked.options, settings=KEEP))
    swept = Swept(more=True)
    async with asked.store() as store:
        keep = given.over(await chosen_keep(store)).settled()
        if not keep:
            raise BadArguments("cli.admin.keep-needed")
        while swept.more:
            try:
                done = await sweep_round(store, keep, trust_clock=asked.options.trust_clock)
            except ClockDoubted as doubted:
                since = shown_time(doubted.clock.since) or ""
                now = shown_time(doubted.clock.now) or ""
                raise BadArguments("cli.admin.clock-doubted", since=since, now=now) from None
            swept.tables += done.tables
            swept.lines += done.lines
            swept.records += done.records
            swept.more = done.more
    answer = AdminReply({"tables": swept.tables, "lines": swept.lines, "records": swept.records})
    answer.say("cli.admin.swept-tables", n=len(swept.tables))
    answer.say("cli.admin.swept-lines", n=swept.lines)
    answer.say("cli.admin.swept-records", n=len(swept.records))
    return answer


async def retention(asked: AdminRequest) -> AdminReply:
    """For how many days what is kept, as it was chosen for the store; or choose it anew."""
    from msgspec.structs import asdict

    from funicular.admin.retention import Keep, choose_keep, chosen_keep

    # What servers find in the environment is theirs, and not chosen here.
    wanted = read_keep(read_settings(asked.options, {}, KEEP))
    async with asked.store() as store:
        if wanted:
            await choose_keep(store, wanted)
        chosen = await chosen_keep(store)
    keep = (chosen or Keep()).settled()
    answer = AdminReply({"chosen": chosen is not None, **asdict(keep)})
    answer.lines.append(say_keep(keep, asked.reader))
    if chosen is None:
        answer.say("cli.keep.not-chosen")
    return answer


def _kind(asked: AdminRequest) -> BanKind:
    from funicular.admin.bans import looks_like_address

    kind = asked.options.kind
    if kind is None:
        return "address" if looks_like_address(asked.names[0]) else "name"
    known = next((each for each in KINDS if each == kind), None)
    if known is None:
        raise BadArguments("cli.admin.no-kind", known=KINDS, value=kind)
    return known


def _until(asked: AdminRequest, now: float) -> float | None:
    options = asked.options
    # `for` is a word of Python's.
    days = getattr(options, "for")
    if days is not None and options.until is not None:
        raise BadArguments("cli.admin.one-end")
    if days is not None:
        length: float = DAYS.read("--for", days)
        return now + length * DAY
    if options.until is None:
        return None
    try:
        end = datetime.fromisoformat(options.until)
    except ValueError as error:
        raise BadArguments("cli.admin.no-date", value=options.until) from error
    at = (end if end.tzinfo else end.replace(tzinfo=UTC)).timestamp()
    if at <= now:
        raise BadArguments("cli.admin.past-date", value=options.until)
    return at


def _shown(each: Ban) -> JsonObject:
    return {
        "kind": each.kind,
        "subject": each.subject,
        "shown": each.shown,
        "reason": each.reason,
        "made": shown_time(each.made),
        "until": shown_time(each.until),
    }
