"""The file: making it, bringing it up to date, connecting to it, and locking it for one server."""

from __future__ import annotations

import fcntl
import os
import sqlite3
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from funicular.store.durability import Durability
from funicular.store.log import StoreFailed
from funicular.store.migrations import (
    AppliedMigration,
    Migration,
    by_development_version,
    migrations,
    missing,
)

SYNCHRONOUS = {"full": "FULL", "process": "NORMAL"}
BUSY_MILLISECONDS = 5000
# Seconds before asking again for a journal mode that another process is changing.
PAUSE = 0.01
# "FUNI", by which a file is known as ours; set by the first migration.
APPLICATION_ID = int.from_bytes(b"FUNI")
# By which a file of the first development versions is known, which had no number.
UNNUMBERED_TABLES = frozenset({"tables", "log", "records"})


def connect(path: Path, durability: Durability) -> sqlite3.Connection:
    """A connection to a file that is there. Each is used by one thread at a time."""
    # Never made by this: a file that was deleted must not come back empty.
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode=rw",
        uri=True,
        isolation_level=None,
        check_same_thread=False,
    )
    try:
        connection.execute(f"PRAGMA busy_timeout = {BUSY_MILLISECONDS}")
        connection.execute(f"PRAGMA synchronous = {SYNCHRONOUS[durability]}")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def file_id(path: Path) -> tuple[int, int] | None:
    """Which file this path leads to, whatever it is called; None if there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def make_file(path: Path, *, making: bool) -> None:
    """Make the file where it may be made, with nothing in it."""
    with _in_words(path):
        if not making and not path.exists():
            raise StoreFailed("store.nothing-there", path=path)
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            # A file that is there is left to SQLite: closing it here would drop the locks of this
            # process.
            os.close(_open_or_make(os.path.realpath(path)))


def _open_or_make(name: str) -> int:
    """Open a file, made where it is not there for the eyes of the folder's owner only.

    It holds the seeds of the deals and what lets people into their seats. What root makes, to
    restore a backup say, would be closed to the service that has the folder; SQLite hands on what
    it makes beside the file by itself.
    """
    try:
        # Never through a link that is put there meanwhile.
        made = os.open(name, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return os.open(name, os.O_RDWR)
    if os.geteuid() == 0:
        folder = Path(name).parent.stat()
        os.fchown(made, folder.st_uid, folder.st_gid)
    return made


def prepare(path: Path, *, making: bool) -> tuple[Migration, ...]:
    """Make the file where it may be made, and its tables; the steps that it lacked."""
    make_file(path, making=making)
    with _in_words(path), closing(connect(path, "full")) as connection:
        _check_ours(connection, path)
        _write_ahead(connection)
        done = []
        while step := _next_step(connection, path):
            done.append(step)
    return tuple(done)


def only_server(path: Path) -> tuple[int, ...]:
    """Lock the file, for as long as this process lives or until the locks are closed.

    Two servers would each believe their own memory of who sits where, and both let the bots play.
    The file itself is locked, so another name for it (a hard link, a mount) is no way around it.
    The file beside it is locked as well, for where the first lock cannot be had (see
    `_lock_itself`).
    """
    locks: list[int] = []
    with _in_words(path):
        try:
            for name in (f"{os.path.realpath(path)}.lock", *_lock_itself(path)):
                locks.append(_open_or_make(name))
                fcntl.flock(locks[-1], fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            unlock(locks)
            raise StoreFailed("store.in-use", path=path) from error
        except OSError:
            unlock(locks)
            raise
    return tuple(locks)


def unlock(locks: Iterable[int]) -> None:
    """Give locks back. Only after SQLite has closed the file: closing it drops SQLite's locks."""
    for lock in locks:
        os.close(lock)


def _lock_itself(path: Path) -> tuple[str, ...]:
    # On Linux `flock` and the locks of SQLite (`fcntl`) do not see each other. On other systems
    # they may, and the server would shut itself out.
    return (str(path),) if sys.platform == "linux" else ()


def _check_ours(connection: sqlite3.Connection, path: Path) -> None:
    """Refuse the database of another program before anything in it is changed."""
    # Read as of one moment: between two, another server may have made the number and the tables.
    connection.execute("BEGIN")
    (number,) = connection.execute("PRAGMA application_id").fetchone()
    found = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
    connection.execute("COMMIT")
    if number == APPLICATION_ID:
        return
    names = {name for (name,) in found}
    if not number and names >= UNNUMBERED_TABLES:
        raise by_development_version(str(path))
    if number or names:
        raise StoreFailed("store.foreign", path=path)


@contextmanager
def _in_words(path: Path) -> Iterator[None]:
    try:
        yield
    except (OSError, sqlite3.Error, ValueError) as error:
        if isinstance(error, StoreFailed):
            raise
        raise StoreFailed("store.no-file", path=path, problem=str(error)) from error


def _write_ahead(connection: sqlite3.Connection) -> None:
    """Choose the one mode in which readers do not wait for the writer; the file remembers it.

    Of several programs that choose it for a new file at once, SQLite refuses some without any
    waiting: each holds what another one needs.
    """
    deadline = time.monotonic() + BUSY_MILLISECONDS / 1000
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(PAUSE)
        else:
            return


def _next_step(connection: sqlite3.Connection, path: Path) -> Migration | None:
    """Apply the next step that the file lacks, in a transaction of its own."""
    # Immediate: of several programs that open an old file at once, one applies it.
    connection.execute("BEGIN IMMEDIATE")
    try:
        lacking = missing(migrations("sqlite"), _applied(connection), str(path))
        if not lacking:
            connection.execute("ROLLBACK")
            return None
        step = lacking[0]
        for statement in _statements(step.sql):
            connection.execute(statement)
        _note(connection, step)
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    return step


def _applied(connection: sqlite3.Connection) -> list[AppliedMigration]:
    (noted,) = connection.execute(
        "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'migrations'"
    ).fetchone()
    if not noted:
        return []
    found = connection.execute("SELECT number, name, checksum FROM migrations ORDER BY number")
    return [AppliedMigration(*columns) for columns in found]


def _note(connection: sqlite3.Connection, step: Migration) -> None:
    connection.execute(
        "CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY, name TEXT NOT NULL,"
        " checksum TEXT NOT NULL, applied REAL NOT NULL) STRICT"
    )
    connection.execute(
        "INSERT INTO migrations VALUES (?, ?, ?, ?)",
        (step.number, step.name, step.checksum, time.time()),
    )


def _statements(sql: str) -> Iterator[str]:
    """One statement after the other: `executescript` would commit before it begins."""
    statement = ""
    for line in sql.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
