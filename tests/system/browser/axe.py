"""What axe, the accessibility checker, finds on a page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

AXE = Path(__file__).parents[3] / "client/node_modules/axe-core/axe.min.js"

# A card is called in words what its face shows in signs ("K♠"), so the rule that a name contains
# what is written on the thing does not hold for cards, nor for places with cards on them.
FINDINGS = """async () => {
  const { violations } = await axe.run(document, { resultTypes: ["violations"] });
  const showsCards = (node) => document.querySelector(node.target[0])
    ?.matches("[data-card], :has([data-card])");
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes
      .filter((node) => id !== "label-content-name-mismatch" || !showsCards(node))
      .map(({ html, failureSummary }) => `${id}: ${html.slice(0, 300)}: ${failureSummary}`));
}"""


def findings(page: Page) -> list[str]:
    """The serious and critical ones, a line for each place."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[str] = page.evaluate(FINDINGS)
    return found
