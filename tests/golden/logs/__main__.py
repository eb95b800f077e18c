"""`python -m tests.golden.logs`: what this version of the program writes, for all later ones."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

import msgspec

from funicular import __version__
from funicular.live.admission.figures import SNAPSHOTS
from funicular.live.admission.worker_pool import WorkerPool
from funicular.live.table_log import TableLog
from funicular.store.sqlite import SqliteStore
from funicular.table.snapshot import form
from tests.golden.logs import FOLDER, RowLine, SnapshotFile
from tests.golden.logs.story import LoggedTable, stories


async def snapshot_of(at: LoggedTable) -> SnapshotFile:
    """The snapshot that a server keeps of this table."""
    with tempfile.TemporaryDirectory() as folder:
        store = SqliteStore(Path(folder) / "store.sqlite3")
        await store.append("table", at.rows)
        await TableLog.unfolded(store, at.rows).keep(WorkerPool(SNAPSHOTS))
        kept = await store.snapshot("table", form())
        await store.close()
    assert kept is not None
    return SnapshotFile(form(), kept.seq, kept.body)


def main() -> None:
    """Write the files of this release, which must not be there yet."""
    folder = FOLDER / __version__
    folder.mkdir()
    for name, at in stories().items():
        lines = [
            RowLine(row.seq, row.guest, row.command, row.at, row.body.decode()) for row in at.rows
        ]
        log = b"\n".join(msgspec.json.encode(line) for line in lines) + b"\n"
        (folder / f"{name}.log.jsonl").write_bytes(log)
        facts = {
            "records": [each.record.to_json() for each in at.table.played],
            "tables": {str(seq): each for seq, each in at.facts.items()},
        }
        written = msgspec.json.format(msgspec.json.encode(facts), indent=1)
        (folder / f"{name}.facts.json").write_bytes(written + b"\n")
        snapshot = msgspec.json.encode(asyncio.run(snapshot_of(at)))
        (folder / f"{name}.snapshot.json").write_bytes(snapshot + b"\n")


main()
