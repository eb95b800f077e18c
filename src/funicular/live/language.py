"""Which of our languages to speak to a client that names its own."""

from __future__ import annotations

from funicular.lang import FALLBACK_LANGUAGE, languages


def spoken_language(asked: str | None) -> str:
    """`fr` for `FR`, `fr-CH` or `oc, fr-CH;q=0.8`; English where we have no such language."""
    wishes = (asked or "").replace("_", "-").split(",")
    codes = (wish.strip().partition(";")[0].partition("-")[0].casefold() for wish in wishes)
    return next((code for code in codes if code in languages()), FALLBACK_LANGUAGE)
