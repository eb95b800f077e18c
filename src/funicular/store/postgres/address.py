"""The address of a database, as it may be shown: without the password."""

from __future__ import annotations

from urllib.parse import parse_qsl, quote, unquote, urlsplit

from funicular.store.log import StoreFailed

HIDDEN = "***"


class DatabaseAddress:
    """An address and what is secret in it."""

    def __init__(self, where: str) -> None:
        """Read it; `StoreFailed` if it cannot be read, without saying what it was."""
        try:
            parts = urlsplit(where)
            host, port, user = parts.hostname or "", parts.port, parts.username
            asked = parse_qsl(parts.query)
        except ValueError:
            # Without its cause, which may quote from it.
            raise StoreFailed("store.bad-address") from None
        secrets = [parts.password or "", *(text for name, text in asked if "pass" in name)]
        self._secrets = {
            spelling for text in secrets if text for spelling in (text, unquote(text), quote(text))
        }
        self.full = where
        name = f"{f'[{host}]' if ':' in host else host}{f':{port}' if port else ''}"
        self.shown = f"postgresql://{f'{user}@' if user else ''}{name}{parts.path}"

    def __repr__(self) -> str:
        """Show it without what is secret."""
        return f"DatabaseAddress({self.shown!r})"

    def hide(self, text: str) -> str:
        """The text without its secrets, wherever they stand in it."""
        for secret in self._secrets:
            text = text.replace(secret, HIDDEN)
        return text
