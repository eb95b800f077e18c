"""What axe, the accessibility checker, finds on a page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Page

AXE = Path(__file__).parents[2] / "client/node_modules/axe-core/axe.min.js"
SEVERE = {"serious", "critical"}


def findings(page: Page) -> list[str]:
    """The serious and critical ones, a line for each place."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    violations: list[dict[str, Any]] = page.evaluate(
        "async () => (await axe.run(document, { resultTypes: ['violations'] })).violations"
    )
    return [
        f"{each['id']}: {each['help']}: {node['html'][:200]} {node['failureSummary']}"
        for each in violations
        if each["impact"] in SEVERE
        for node in each["nodes"]
    ]
