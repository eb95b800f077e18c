"""Makes the fonts of the page from those of the npm packages: `make fonts`.

    python tools/fonts.py

What the page never shows is left out: hints, which only old screens use, old features, and letters
that no language of the catalogues has. That halves them. The results are kept in the tree
(`client/src/theme/fonts`), so that a build needs none of this; run it again when a package has a
new version or a language needs more letters, and add those to `LETTERS` here and to `unicode-range`
in `client/src/theme/fonts.css`.

It also prints what `fonts.css` says of the fallbacks: by how much Arial and DejaVu Sans are wider
and higher, so that nothing moves when the font arrives.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from fontTools.ttLib import TTFont

ROOT = Path(__file__).parents[1]
PACKAGES = ROOT / "client" / "node_modules" / "@fontsource"
MADE = ROOT / "client" / "src" / "theme" / "fonts"
# Whoever gets the fonts gets their licence too.
LICENSES = ROOT / "client" / "public" / "licenses"
BOLD = 700
# Package and weight.
FONTS = (("federo", 400), ("alegreya-sans", 400), ("alegreya-sans", 700))
# Western European letters, and the signs of the catalogues.
LETTERS = (
    "U+20-7E,U+A0-FF,U+152-153,U+2013-2014,U+2018-2019,U+201C-201D,U+2022,U+2026,U+202F,"
    "U+2190-2193,U+2212"
)
FEATURES = "kern,liga,lnum,tnum,ccmp,mark"
# How often English and French have each letter, roughly, and how wide the fallbacks draw it.
ARIAL, DEJAVU, DEJAVU_BOLD = "Arial", "DejaVu Sans", "DejaVu Sans Bold"
OFTEN = {
    " ": 18, "a": 7, "b": 1, "c": 3, "d": 3, "e": 13, "f": 1, "g": 1, "h": 3, "i": 6,
    "l": 4, "m": 2, "n": 6, "o": 6, "p": 2, "r": 6, "s": 6, "t": 7, "u": 4, "v": 1,
}  # fmt: skip
WIDTHS = {
    ARIAL: (
        569, 1139, 1139, 1024, 1139, 1139, 569, 1139, 1139, 455,
        455, 1706, 1139, 1139, 1139, 682, 1024, 569, 1139, 1024,
    ),
    DEJAVU: (
        651, 1255, 1300, 1126, 1300, 1260, 721, 1300, 1298, 569,
        569, 1995, 1298, 1253, 1300, 842, 1067, 803, 1298, 1212,
    ),
    DEJAVU_BOLD: (
        713, 1382, 1466, 1214, 1466, 1389, 891, 1466, 1458, 702,
        702, 2134, 1458, 1407, 1466, 1010, 1219, 979, 1458, 1335,
    ),
}  # fmt: skip
# Of all of them.
EM = 2048


def subset(package: str, weight: int) -> Path:
    """Write the smaller font and return its path."""
    source = PACKAGES / package / "files" / f"{package}-latin-{weight}-normal.woff2"
    made = MADE / f"{package}-{weight}.woff2"
    tool = (sys.executable, "-m", "fontTools.subset", source, f"--output-file={made}")
    asked = (f"--unicodes={LETTERS}", f"--layout-features={FEATURES}", "--no-hinting")
    subprocess.run((*tool, "--flavor=woff2", *asked), check=True)
    shutil.copyfile(PACKAGES / package / "LICENSE", LICENSES / f"{package}.txt")
    return made


def fallback(path: Path, other: str) -> str:
    """How the other font has to be stretched to take the room of this one."""
    font = TTFont(path)
    em, widths, letters = font["head"].unitsPerEm, font["hmtx"], font.getBestCmap()
    own = sum(often * widths[letters[ord(one)]][0] for one, often in OFTEN.items()) / em
    drawn = zip(OFTEN.values(), WIDTHS[other], strict=True)
    wide = own / (sum(often * width for often, width in drawn) / EM)
    line = font["hhea"]
    parts = {"ascent": line.ascent, "descent": -line.descent, "line-gap": line.lineGap}
    told = "".join(f" {part} {value / em / wide:.1%}" for part, value in parts.items())
    return f"size-adjust {wide:.1%}{told}"


def main() -> None:
    """Make all of them and say what they weigh."""
    MADE.mkdir(exist_ok=True)
    LICENSES.mkdir(exist_ok=True)
    for package, weight in FONTS:
        made = subset(package, weight)
        print(f"{made.stat().st_size:>6} bytes  {made.name}")
        for other in (ARIAL, DEJAVU_BOLD if weight == BOLD else DEJAVU):
            print(f"  fallback {other}: {fallback(made, other)}")


if __name__ == "__main__":
    main()
