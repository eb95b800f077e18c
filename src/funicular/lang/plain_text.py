"""Text as people type it, brought to one form: small letters, no accents, single spaces."""

from __future__ import annotations

import unicodedata


def plain(text: str) -> str:
    """`plain(" Trèfle  CŒUR ") == "trefle coeur"`."""
    spelled = text.casefold().replace("œ", "oe").replace("’", "'").replace("−", "-")
    letters = unicodedata.normalize("NFKD", spelled)
    return " ".join("".join(c for c in letters if not unicodedata.combining(c)).split())
