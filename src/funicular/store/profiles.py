"""Profiles as a store has them: who they are, and which seats they claim (`results` has the rest).

Each function is a transaction in steps (`steps`), for both databases. What a key signs has a time,
and none is taken that is not after the last one: a request that is sent again changes nothing.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Literal

from msgspec import Struct

from funicular.store.results import RatingRules, list_ratings
from funicular.store.steps import Steps

# Made or changed; the name is another's; there is no such profile; the request is not after the
# last one.
ProfileOutcome = Literal["done", "name", "none", "used"]
PROFILE = "SELECT id, key, name, shape, public, created, signed FROM profiles"


class StoredProfile(Struct, frozen=True):
    """A profile."""

    id: str
    key: str
    name: str
    shape: str
    # Words: `rating`, `statistics`, `history`, `decisions`.
    public: str
    created: float
    signed: int

    @property
    def shows(self) -> frozenset[str]:
        """What others may see."""
        return frozenset(self.public.split())


class StoredClaim(Struct, frozen=True):
    """From its match of this number on, a guest of a table plays for a profile."""

    guest: str
    since: int
    profile: str


def make_profile(profile: StoredProfile) -> Steps[ProfileOutcome]:
    """Make a profile; `done` also if it was there under this name."""
    gone = yield "SELECT at FROM deleted WHERE kind = 'profile' AND name = $1", (profile.id,)
    if gone and gone[0][0] * 1000 >= profile.signed:
        return "used"
    made = yield (
        (
            "INSERT INTO profiles (id, key, name, shape, public, created, signed)"
            " VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING RETURNING id"
        ),
        (
            profile.id,
            profile.key,
            profile.name,
            profile.shape,
            profile.public,
            profile.created,
            profile.signed,
        ),
    )
    if made:
        yield "DELETE FROM deleted WHERE kind = 'profile' AND name = $1", (profile.id,)
        return "done"
    there = yield "SELECT name FROM profiles WHERE id = $1", (profile.id,)
    return "done" if there and there[0][0] == profile.name else "name"


def change_profile(  # noqa: PLR0913 - what there is of a profile
    profile: str, signed: int, *, name: str, shape: str, public: str, rules: RatingRules
) -> Steps[ProfileOutcome]:
    """Give a profile another name, and show other things of it."""
    outcome = yield from _signed(profile, signed)
    if outcome != "done":
        return outcome
    taken = yield "SELECT 1 FROM profiles WHERE shape = $1 AND id <> $2", (shape, profile)
    if taken:
        return "name"
    yield (
        "UPDATE profiles SET name = $2, shape = $3, public = $4 WHERE id = $1",
        (profile, name, shape, public),
    )
    yield from list_ratings(profile, shows="rating" in public.split(), rules=rules)
    return "done"


def delete_profile(profile: str, signed: int) -> Steps[ProfileOutcome]:
    """Delete a profile with all that belongs to it; its opponents have met a stranger."""
    outcome = yield from _signed(profile, signed)
    if outcome != "done":
        return outcome
    for table in ("claims", "results", "statistics", "ratings", "opponents"):
        yield f"DELETE FROM {table} WHERE profile = $1", (profile,)  # noqa: S608 - ours
    stranger = secrets.token_hex(16)
    yield "UPDATE opponents SET opponent = $2 WHERE opponent = $1", (profile, stranger)
    yield "DELETE FROM profiles WHERE id = $1", (profile,)
    yield (
        "INSERT INTO deleted (kind, name, at) VALUES ('profile', $1, $2) ON CONFLICT DO NOTHING",
        (profile, signed / 1000),
    )
    return "done"


def _signed(profile: str, signed: int) -> Steps[ProfileOutcome]:
    """Note that the profile's key has signed something at this time, which locks its row."""
    found = yield (
        "UPDATE profiles SET signed = $2 WHERE id = $1 AND signed < $2 RETURNING id",
        (profile, signed),
    )
    if found:
        return "done"
    there = yield "SELECT 1 FROM profiles WHERE id = $1", (profile,)
    return "used" if there else "none"


def find_profile(profile: str) -> Steps[StoredProfile | None]:
    """The profile of this id."""
    found = yield f"{PROFILE} WHERE id = $1", (profile,)
    return StoredProfile(*found[0]) if found else None


def profile_of_shape(shape: str) -> Steps[StoredProfile | None]:
    """The profile whose name looks like this."""
    found = yield f"{PROFILE} WHERE shape = $1", (shape,)
    return StoredProfile(*found[0]) if found else None


def reshape_names(shape_of: Callable[[str], str]) -> Steps[None]:
    """Keep the shapes of names as this release sees them; a server does it when it starts.

    Of two names that look alike only now, both stay, and one keeps its shape of before.
    """
    found = yield "SELECT id, name, shape FROM profiles ORDER BY created, id", ()
    for profile, name, shape in found:
        now = shape_of(name)
        if now != shape:
            yield (
                (
                    "UPDATE profiles SET shape = $2 WHERE id = $1"
                    " AND NOT EXISTS (SELECT 1 FROM profiles WHERE shape = $2)"
                ),
                (profile, now),
            )


def claim_seat(table: str, guest: str, since: int, profile: str) -> Steps[bool]:
    """Let a guest play for a profile from the match of this number on; false without a profile.

    Who plays for it already goes on doing so: nobody gets out of a match that has begun.
    """
    there = yield "UPDATE profiles SET signed = signed WHERE id = $1 RETURNING id", (profile,)
    if not there:
        return False
    last = yield (
        "SELECT profile FROM claims WHERE table_id = $1 AND guest = $2 ORDER BY since DESC LIMIT 1",
        (table, guest),
    )
    if not last or last[0][0] != profile:
        yield (
            (
                "INSERT INTO claims (table_id, guest, since, profile) VALUES ($1, $2, $3, $4)"
                " ON CONFLICT (table_id, guest, since) DO UPDATE SET profile = excluded.profile"
            ),
            (table, guest, since, profile),
        )
    return True


def claims_at(table: str) -> Steps[tuple[StoredClaim, ...]]:
    """Who plays for a profile at a table."""
    found = yield "SELECT guest, since, profile FROM claims WHERE table_id = $1", (table,)
    return tuple(StoredClaim(*columns) for columns in found)
