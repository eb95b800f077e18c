"""The moving picture of the README: a match at a real table, filmed, as an animated PNG.

    python -m tests.system.browser moving-picture docs/pictures/match.png

The table is played slowly and the film shown faster, so that motions have enough stills. The
browser shrinks the stills and gives them a palette of 256 colours; of each only the box that has
changed is kept. Nothing but the standard library is needed to write them.
"""

from __future__ import annotations

import base64
import struct
import tempfile
import time
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, ViewportSize

from tests.system.browser.people import People, Screen
from tests.system.browser.playing import Player
from tests.system.browser.serving import Server

SIZE: ViewportSize = {"width": 1280, "height": 860}
SHRINK = 0.6
SCHEDULE = [1, 2]
# How much faster the film is than the table was.
SPEED = 3
# Milliseconds that a still may last, and the last one.
LONGEST, LAST = 1100, 2600
# Seconds that the podium is filmed.
PODIUM = 6.5
# Stills in which the player seems to think.
THINKING = 6

# Shrinks all stills, finds the colours they have most, and cuts out what changes.
PACK = """async ({ stills, shrink }) => {
  const read = async (still) => {
    const bytes = Uint8Array.from(atob(still), (letter) => letter.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const width = Math.round(picture.width * shrink), height = Math.round(picture.height * shrink);
    const paint = new OffscreenCanvas(width, height).getContext("2d");
    paint.imageSmoothingQuality = "high";
    paint.drawImage(picture, 0, 0, width, height);
    return paint.getImageData(0, 0, width, height);
  };
  const pictures = [];
  for (const still of stills) pictures.push(await read(still));
  const { width, height } = pictures[0];
  const cell = (data, i) => ((data[i] >> 3) << 10) | ((data[i + 1] >> 3) << 5) | (data[i + 2] >> 3);
  const cells = new Map();
  for (const { data } of pictures)
    for (let i = 0; i < data.length; i += 4) {
      const key = cell(data, i);
      let sum = cells.get(key);
      if (!sum) cells.set(key, (sum = [0, 0, 0, 0]));
      sum[0] += 1; sum[1] += data[i]; sum[2] += data[i + 1]; sum[3] += data[i + 2];
    }
  const palette = [...cells.values()].sort((a, b) => b[0] - a[0]).slice(0, 256)
    .map(([count, ...sums]) => sums.map((sum) => Math.round(sum / count)));
  const nearest = new Map();
  for (const [key, [count, ...sums]] of cells) {
    const mean = sums.map((sum) => sum / count);
    const distance = (colour) => colour.reduce((all, part, i) => all + (part - mean[i]) ** 2, 0);
    let best = 0;
    palette.forEach((colour, i) => { if (distance(colour) < distance(palette[best])) best = i; });
    nearest.set(key, best);
  }
  let before = null;
  const frames = pictures.map(({ data }) => {
    const now = new Uint8Array(width * height);
    for (let i = 0; i < now.length; i++) now[i] = nearest.get(cell(data, 4 * i));
    let left = width, right = 0, top = height, bottom = 0;
    for (let i = 0; i < now.length; i++) {
      if (before && before[i] === now[i]) continue;
      const x = i % width, y = (i - x) / width;
      left = Math.min(left, x); right = Math.max(right, x + 1);
      top = Math.min(top, y); bottom = Math.max(bottom, y + 1);
    }
    before = now;
    let box = "";
    for (let y = top; y < bottom; y++)
      box += String.fromCharCode(0, ...now.subarray(y * width + left, y * width + right));
    return { left, top, width: right - left, height: bottom - top, rows: btoa(box) };
  });
  return { width, height, palette, frames };
}"""


@dataclass(frozen=True)
class Still:
    """A picture of the page, and the second at which it was taken."""

    at: float
    png: bytes


def filmed(browser: Browser) -> Iterator[Still]:
    """A match from its first deal to the podium."""
    with tempfile.TemporaryDirectory() as data, Server(Path(data)) as server:
        people = People(browser)
        ada = people.come(server, Screen(size=SIZE, motion=True))
        wishes: dict[str, object] = {"options": {"schedule": SCHEDULE}, "level": "casual"}
        ada.opens("ascenseur-52", 4, pace="calm", **wishes)
        player = Player(ada)
        player.turn().or_(ada.page.locator(".board")).first.wait_for()
        ada.press("web.guide.off")
        on = ada.find("button", "web.score.next")
        podium = ada.page.locator(".podium li").first
        thought, end = 0, float("inf")
        while time.monotonic() < end:
            yield Still(time.monotonic(), ada.page.screenshot())
            if end == float("inf") and podium.is_visible():
                end = time.monotonic() + PODIUM
            thought = thought + 1 if player.may_move() or on.is_visible() else 0
            if thought > THINKING:
                player.next_deal() if on.is_visible() else player.move()
        people.go_home()


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def animated_png(packed: dict[str, Any], delays: list[int]) -> bytes:
    """The frames as one file, each shown for so many milliseconds."""
    size = struct.pack(">II", packed["width"], packed["height"])
    chunks = [
        chunk(b"IHDR", size + bytes((8, 3, 0, 0, 0))),
        chunk(b"acTL", struct.pack(">II", len(delays), 0)),
        chunk(b"PLTE", bytes(part for colour in packed["palette"] for part in colour)),
    ]
    number = 0
    for frame, delay in zip(packed["frames"], delays, strict=True):
        box = (frame["width"], frame["height"], frame["left"], frame["top"])
        chunks.append(chunk(b"fcTL", struct.pack(">5I2H2B", number, *box, delay, 1000, 0, 0)))
        rows = zlib.compress(base64.b64decode(frame["rows"]), 9)
        if number == 0:
            chunks.append(chunk(b"IDAT", rows))
            number = 1
        else:
            chunks.append(chunk(b"fdAT", struct.pack(">I", number + 1) + rows))
            number += 2
    return b"\x89PNG\r\n\x1a\n" + b"".join((*chunks, chunk(b"IEND", b"")))


def write(browser: Browser, path: Path) -> None:
    """Film a match and write it as a moving picture."""
    stills: list[Still] = []
    for still in filmed(browser):
        if not stills or still.png != stills[-1].png:
            stills.append(still)
    page = browser.new_page()
    encoded = [base64.b64encode(still.png).decode() for still in stills]
    packed = page.evaluate(PACK, {"stills": encoded, "shrink": SHRINK})
    page.close()
    # A still whose changes the palette swallowed is shown with the one before it.
    frames = [i for i, frame in enumerate(packed["frames"]) if frame["width"] > 0]
    ends = [stills[i].at for i in frames[1:]]
    delays = [
        min(LONGEST, round((end - stills[i].at) * 1000 / SPEED))
        for i, end in zip(frames, ends, strict=False)
    ]
    packed["frames"] = [packed["frames"][i] for i in frames]
    path.write_bytes(animated_png(packed, [*delays, LAST]))
