"""`GET /api/privacy`: what this server keeps, for how long by its own settings, and whom to ask."""

from __future__ import annotations

import re
from importlib.resources import files

from markdown_it import MarkdownIt
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from funicular.admin.retention import Keep
from funicular.lang import Reader
from funicular.web.responses import asked_language, lasting
from funicular.web.services import services

# An address to write to; anything else that is no link is shown as it is.
MAIL = re.compile(r"[^@\s]+@[^@\s]+")
LINK = re.compile(r"(https?|mailto):\S+", re.IGNORECASE)


class PrivacyShown(Struct, frozen=True):
    """What this server keeps and for how long; `GET /api/privacy?lang=fr`."""

    title: str
    html: str
    # Whom to ask to have something erased, and a link to them, if the operator has said so.
    contact: str | None = None
    link: str | None = None


def privacy_shown(keep: Keep, close_after: float, contact: str | None, lang: str) -> PrivacyShown:
    """The page of a server that keeps things for these times."""
    reader = Reader(lang)
    page = files("funicular").joinpath("privacy", f"{lang}.md").read_text(encoding="utf-8")
    said = {
        "tables": _days(reader, "privacy.tables", keep.tables),
        "chat": _days(reader, "privacy.chat", _shorter(keep.chat, keep.tables)),
        "records": _days(reader, "privacy.records", keep.records),
        "close": reader.say("privacy.close", n=_whole(close_after)),
    }
    for name, sentence in said.items():
        page = page.replace(f"{{{name}}}", sentence)
    title, _, text = page.lstrip().partition("\n")
    # The text is ours; tags in it are still not taken for tags, so that nobody starts to.
    html = MarkdownIt("commonmark", {"html": False}).enable("table").render(text)
    return PrivacyShown(title.lstrip("# ").strip(), html, contact, _link(contact))


def _days(reader: Reader, key: str, days: float | None) -> str:
    if days is None:
        return reader.say("privacy.for-ever")
    return reader.say(key, n=_whole(days))


def _shorter(days: float | None, others: float | None) -> float | None:
    """Chat goes with its table at the latest."""
    return days if others is None else others if days is None else min(days, others)


def _whole(days: float) -> int:
    """Whole days, rounded up: nothing is said to be gone sooner than it is."""
    return max(1, -int(-days // 1))


def _link(contact: str | None) -> str | None:
    if contact is None:
        return None
    if LINK.fullmatch(contact):
        return contact
    return f"mailto:{contact}" if MAIL.fullmatch(contact) else None


async def privacy(request: Request) -> Response:
    """`GET /api/privacy?lang=`."""
    found = services(request)
    settings, keep = found.settings, found.admin_orders.keep
    shown = privacy_shown(keep, settings.days, settings.contact, asked_language(request))
    return lasting(request, shown)


routes = [Route("/api/privacy", privacy)]
