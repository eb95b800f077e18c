"""`funicular admin` and tables: list, inspect, close, delete."""

from __future__ import annotations

from typing import TYPE_CHECKING

from funicular.cli.admin_answer import AdminReply, AdminRequest, shown_time
from funicular.cli.arguments import read_game_name, read_number
from funicular.cli.errors import BadArguments
from funicular.core.wire import JsonObject

if TYPE_CHECKING:
    from funicular.store.administration import TableListed
    from funicular.store.open import Store
    from funicular.table.entries import Reacted, Said
    from funicular.table.table import Table

PHASES = ("gathering", "playing", "scored", "over", "closed")
USUAL_PAGE = 20
LONGEST_PAGE = 1000
# Tables read from the store at a time, while those that were asked for are looked for.
AT_ONCE = 200
# What a chat line without words stands for, in text.
REACTION = "*{}*"


async def list_tables(asked: AdminRequest) -> AdminReply:
    """Tables, those touched last first; of each what can be told without opening a hand."""
    options = asked.options
    page = read_number(options.page, "--page", least=1) or 1
    most = read_number(options.most, "--most", least=1, most=LONGEST_PAGE) or USUAL_PAGE
    game = None if options.game is None else read_game_name(options.game)
    if options.phase is not None and options.phase not in PHASES:
        raise BadArguments("cli.admin.no-phase", known=PHASES, value=options.phase)
    found: list[JsonObject] = []
    # One more than the page, to know whether there is another.
    wanted = page * most + 1
    async with asked.store() as store:
        before: tuple[float, str] | None = None
        while len(found) < wanted and (
            listed := await store.tables_listed(before=before, most=AT_ONCE)
        ):
            before = (listed[-1].touched, listed[-1].id)
            for each in listed:
                told = await _told(store, each)
                if _is_wanted(told, game, options.phase, options.name):
                    found.append(told)
                if len(found) == wanted:
                    break
    shown = found[(page - 1) * most : page * most]
    answer = AdminReply({"tables": shown, "page": page, "more": len(found) > page * most})
    for told in shown:
        answer.lines.append(_line(told))
    if not shown:
        answer.say("cli.admin.no-tables")
    if answer.value["more"]:
        answer.say("cli.admin.more", page=page + 1)
    return answer


async def _told(store: Store, listed: TableListed) -> JsonObject:
    # Only here: other commands should not wait for the server's parts.
    from funicular.admin.reading import unfolded
    from funicular.live.table_log import table_in
    from funicular.table.snapshot import form

    told: JsonObject = {
        "id": listed.id,
        "rows": listed.seq,
        "created": shown_time(listed.created),
        "touched": shown_time(listed.touched),
        "closed": listed.closed,
    }
    try:
        snapshot = await store.snapshot(listed.id, form())
        begin = None if snapshot is None else table_in(snapshot)
        async with store.inventory() as found:
            table = await unfolded(found, listed.id, begin=begin)
    except Exception as error:  # noqa: BLE001 - a damaged table is listed all the same
        return told | {"problem": _problem(error)}
    if table is None:
        return told | {"problem": "no rows"}
    return told | {
        "game": table.game.name,
        "seats": table.game.seats,
        "names": [place.name for place in table.places if place.kind == "person"],
        "people": len(table.people),
        "phase": table.phase,
        "open": table.open,
    }


def _is_wanted(told: JsonObject, game: str | None, phase: str | None, name: str | None) -> bool:
    from funicular.table.text_safety import same_name

    if game is not None and told.get("game") != game:
        return False
    if phase is not None and not (
        told["closed"] if phase == "closed" else told.get("phase") == phase
    ):
        return False
    return name is None or any(same_name(name, each) for each in told.get("names", ()))


def _line(told: JsonObject) -> str:
    if "problem" in told:
        return f"{told['id']}  {told['rows']:>6}  {told['touched']}  ✗ {told['problem']}"
    phase = "closed" if told["closed"] else told["phase"]
    return (
        f"{told['id']}  {told['game']:<12}  {told['people']}/{told['seats']}  {phase:<9}"
        f"  {told['rows']:>6}  {told['created']}  {told['touched']}  {', '.join(told['names'])}"
    )


async def inspect(asked: AdminRequest) -> AdminReply:
    """Everything about a table but hands, seeds, tokens and invitations; its chat too."""
    from funicular.table.entries import Reacted, Said, TableOpened
    from funicular.table.fold import after, opening
    from funicular.table.log_format import read_entry

    name = asked.names[0]
    table: Table | None = None
    chat: list[JsonObject] = []
    created = touched = None
    problem: str | None = None
    rows = 0
    async with asked.store() as store, store.inventory() as found:
        try:
            async for row in found.every_row(name):
                entry = read_entry(row.body)
                if table is None:
                    created = row.at
                    table = opening(entry) if isinstance(entry, TableOpened) else None
                    if table is None:
                        break
                else:
                    table = after(table, entry, row.at)
                rows, touched = row.seq, row.at
                if isinstance(entry, Said | Reacted):
                    chat.append(_chat_line(table, entry, row.at))
        except Exception as error:  # noqa: BLE001 - of a damaged table, what comes before
            problem = f"row {rows + 1}: {_problem(error)}"
    if table is None:
        return _none_there(name)
    value = _inspected(table) | {
        "rows": rows,
        "created": shown_time(created),
        "touched": shown_time(touched),
        "problem": problem,
        "chat": chat,
    }
    answer = AdminReply(value, code=0 if problem is None else 1)
    _describe(answer)
    return answer


def _chat_line(table: Table, entry: Said | Reacted, at: float) -> JsonObject:
    return {
        "at": shown_time(at),
        "seat": entry.seat,
        "name": table.places[entry.seat].name,
        "text": getattr(entry, "text", None),
        "reaction": getattr(entry, "reaction", None),
    }


def _inspected(table: Table) -> JsonObject:
    opened = table.opened
    return {
        "id": table.id,
        "game": table.game.name,
        "options": opened.options,
        "deals": opened.deals,
        "target": opened.target,
        "lang": opened.lang,
        "pace": table.pace,
        "open": table.open,
        "phase": table.phase,
        "closed": table.closed,
        "paused": table.paused,
        "host": table.seat_of(opened.host),
        "seats": [
            {"seat": seat, "kind": place.kind, "name": place.name, "level": place.level}
            for seat, place in enumerate(table.places)
        ],
        "matches": table.begun,
        "replays": [f"{table.id}-{number}" for number in range(1, len(table.played) + 1)],
        "totals": list(table.match.totals) if table.begun else None,
    }


def _describe(answer: AdminReply) -> None:
    value = answer.value
    for key in (
        *("id", "game", "phase", "closed", "open", "host", "matches", "totals", "rows"),
        *("created", "touched", "lang", "pace", "deals", "target", "options", "replays", "problem"),
    ):
        if value[key] not in (None, [], {}):
            answer.lines.append(f"{key}: {value[key]}")
    for seat in value["seats"]:
        level = f" ({seat['level']})" if seat["level"] else ""
        answer.lines.append(f"seat {seat['seat']}: {seat['kind']} {seat['name']}{level}")
    for line in value["chat"]:
        words = line["text"] if line["text"] is not None else REACTION.format(line["reaction"])
        answer.lines.append(f"{line['at']} {line['name']}: {words}")


async def close(asked: AdminRequest) -> AdminReply:
    """Close tables: a match under way is given up, and the table is taken off the list."""
    from funicular.admin.close import close_table
    from funicular.live.table_log import CHANCE

    answer = AdminReply({"closed": [], "already": [], "missing": []})
    async with asked.store() as store:
        for name in dict.fromkeys(asked.names):
            done = await close_table(store, name, CHANCE)
            kind = "missing" if done is None else "closed" if done else "already"
            answer.value[kind].append(name)
            answer.say(f"cli.admin.close.{kind}", name=name)
            answer.code = max(answer.code, int(done is None))
    return answer


async def delete(asked: AdminRequest) -> AdminReply:
    """Delete tables, with all that belongs to them."""
    answer = AdminReply({"deleted": {}, "missing": []})
    async with asked.store() as store:
        for name in dict.fromkeys(asked.names):
            # A typing error must not use up an id, which would be deleted for good.
            gone = await store.delete_tables([name]) if await store.heads([name]) else {}
            if name in gone:
                answer.value["deleted"][name] = gone[name]
                answer.say("cli.admin.deleted", name=name, n=gone[name])
            else:
                _note_missing(answer, name)
    return answer


async def delete_replay(asked: AdminRequest) -> AdminReply:
    """Delete records that people have brought. Matches of a table go with the table."""
    answer = AdminReply({"deleted": [], "missing": []})
    async with asked.store() as store:
        for name in asked.names:
            table, _, number = name.rpartition("-")
            if table and number.isdecimal() and await store.heads([table]):
                raise BadArguments("cli.admin.of-table", name=name, table=table)
        for name in dict.fromkeys(asked.names):
            there = await store.record(name) is not None
            if there and await store.delete_records([name], final=True):
                answer.value["deleted"].append(name)
                answer.say("cli.admin.replay-deleted", name=name)
            else:
                answer.value["missing"].append(name)
                answer.say("cli.admin.no-replay", name=name)
                answer.code = 1
    return answer


def _none_there(name: str) -> AdminReply:
    answer = AdminReply({"missing": []})
    _note_missing(answer, name)
    return answer


def _note_missing(answer: AdminReply, name: str) -> None:
    answer.value["missing"].append(name)
    answer.say("cli.admin.no-table", name=name)
    answer.code = 1


def _problem(error: Exception) -> str:
    return str(error) or type(error).__name__
