"""How well every label on a page stands out from what lies behind it, measured in its pixels.

The page is photographed without its letters; the colour of each label is then held against the
pixels where it stood. So a gradient, a shadow or a card behind it counts as what is seen of it.
"""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

# WCAG 2.2, 1.4.3: large is from 24 pixels on, or from 18.66 in bold.
LEAST, LEAST_LARGE = 4.5, 3.0

# A colour on its way to another is neither: wait for all that comes to an end.
SETTLED = """() => Promise.allSettled(document.getAnimations()
  .filter(({ effect }) => Number.isFinite(effect.getComputedTiming().endTime))
  .map(({ finished }) => finished))"""

# Remembers each line of text in the window, with its colour, and takes the ink away.
WITHOUT_INK = """() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const lines = [];
  const unread = "svg, script, style, .unseen, [inert], :disabled";
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.data.trim() || element.closest(unread)) continue;
    const seen = { opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true };
    if (!element.checkVisibility(seen)) continue;
    const { color, fontSize, fontWeight } = getComputedStyle(element);
    let opacity = 1;
    for (let each = element; each; each = each.parentElement) {
      opacity *= Number(getComputedStyle(each).opacity);
    }
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const { x, y, width, height } of range.getClientRects()) {
      const [middle, centre] = [x + width / 2, y + height / 2];
      const inside = middle > 0 && centre > 0 && middle < innerWidth && centre < innerHeight;
      if (width < 2 || height < 2 || !inside) continue;
      // Something else may lie over it; what can be hit there is this label or what holds it.
      const hit = document.elementFromPoint(middle, centre);
      if (!hit || !(hit.contains(element) || element.contains(hit))) continue;
      const size = Number.parseFloat(fontSize);
      const large = size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700);
      lines.push({ text: node.data.trim(), x, y, width, height, color, opacity, large });
    }
  }
  window.inkless = new CSSStyleSheet();
  window.inkless.replaceSync(`*, ::before, ::after {
    color: transparent !important; text-shadow: none !important; transition: none !important;
    -webkit-text-fill-color: transparent !important; caret-color: transparent !important;
  }`);
  document.adoptedStyleSheets.push(window.inkless);
  return lines;
}"""

MEASURED = """async ({ photograph, lines, least, leastLarge }) => {
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== inkless);
  const bytes = Uint8Array.from(atob(photograph), (letter) => letter.charCodeAt(0));
  const picture = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const scale = picture.width / innerWidth;
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  pen.drawImage(picture, 0, 0);
  const ink = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const light = (rgb) => {
    const [r, g, b] = rgb.map((c) =>
      c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const faint = [];
  for (const { text, x, y, width, height, color, opacity, large } of lines) {
    const [left, top] = [Math.max(0, Math.round(x * scale)), Math.max(0, Math.round(y * scale))];
    const box = [left, top, Math.max(1, Math.round(width * scale)),
      Math.max(1, Math.round(height * scale))];
    const { data } = pen.getImageData(...box);
    const ratios = [];
    for (let i = 0; i < data.length; i += 4 * 7) {
      const behind = [...data.slice(i, i + 3)];
      ink.globalAlpha = 1;
      ink.fillStyle = `rgb(${behind.join(" ")})`;
      ink.fillRect(0, 0, 1, 1);
      ink.globalAlpha = opacity;
      ink.fillStyle = color;
      ink.fillRect(0, 0, 1, 1);
      const [a, b] = [light([...ink.getImageData(0, 0, 1, 1).data].slice(0, 3)), light(behind)];
      ratios.push((Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05));
    }
    // A border or a neighbour may touch the box of a line; most of it is what is read.
    ratios.sort((a, b) => a - b);
    const ratio = ratios[Math.floor(ratios.length / 4)];
    if (ratio < (large ? leastLarge : least)) faint.push(`“${text}” ${ratio.toFixed(2)}`);
  }
  return faint;
}"""


def faint_labels(page: Page) -> list[str]:
    """The labels in the window that stand out less than level AA asks for, with their contrast."""
    page.evaluate(SETTLED)
    lines = page.evaluate(WITHOUT_INK)
    assert lines, "a page without a word"
    photograph = base64.b64encode(page.screenshot(animations="disabled")).decode()
    found: list[str] = page.evaluate(
        MEASURED,
        {
            "photograph": photograph,
            "lines": lines,
            "least": LEAST,
            "leastLarge": LEAST_LARGE,
        },
    )
    return found
