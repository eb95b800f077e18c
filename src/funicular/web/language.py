"""Which of our languages to speak to a client that names its own."""

from __future__ import annotations

from funicular.lang import languages

FALLBACK = "en"


def spoken_language(asked: str | None) -> str:
    """`fr` for `fr`, `FR` or `fr-CH`; English where we have no such language."""
    code = (asked or "").replace("_", "-").partition("-")[0].casefold()
    return code if code in languages() else FALLBACK
