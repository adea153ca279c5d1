#!/usr/bin/env python3
"""Looks at pages in Chromium at three widths: is everything readable, and does it look as it did?

    look.py BROWSER PAGES SHOTS [--accept]

PAGES is a folder of pages, SHOTS the folder of what they looked like. `--accept` takes what they look like now.
Letters must be those of DejaVu Sans, so that pictures compare between machines; without this font nothing is compared.
"""

import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image, ImageChops

WIDTHS = [400, 800, 1280]
HEIGHT = 2200
# Of all points of a picture, made four times smaller, so many may differ by so much: edges of letters do.
PART, BY = 0.01, 40

STYLE = "<style>* { font-family: 'DejaVu Sans' !important; } code { font-family: 'DejaVu Sans Mono' !important; }</style>"
PROBE = """<script>addEventListener('load', () => {
  const found = [];
  const shown = (text) => text.textContent.trim().slice(0, 40);
  if (document.documentElement.scrollWidth > innerWidth + 1) found.push('the page is wider than the window');
  for (const plot of document.querySelectorAll('svg[role=img]')) {
    const frame = plot.getBoundingClientRect();
    const texts = [...plot.querySelectorAll('text')].filter((text) => getComputedStyle(text).display !== 'none');
    const boxes = texts.map((text) => text.getBoundingClientRect());
    boxes.forEach((box, i) => {
      if (box.height < 9) found.push(`too small to read: ${shown(texts[i])}`);
      if (box.left < frame.left - 1 || box.right > frame.right + 1) found.push(`cut: ${shown(texts[i])}`);
      for (let j = 0; j < i; j++) {
        const other = boxes[j];
        const wide = Math.min(box.right, other.right) - Math.max(box.left, other.left);
        const high = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top);
        if (wide > 1 && high > 3) found.push(`lies on another: ${shown(texts[i])}, ${shown(texts[j])}`);
      }
    });
  }
  for (const cell of document.querySelectorAll('td, th')) {
    if (cell.scrollWidth > cell.clientWidth + 1) found.push(`runs out of its cell: ${shown(cell)}`);
  }
  for (const table of document.querySelectorAll('table')) {
    if (!table.closest('.wide') && table.getBoundingClientRect().right > innerWidth) found.push('a table is cut');
  }
  const out = document.createElement('pre');
  out.id = 'found';
  out.textContent = JSON.stringify(found);
  document.body.append(out);
});</script>"""


def browse(browser, page, width, *more):
    """Runs the browser once."""
    with tempfile.TemporaryDirectory() as home:
        command = [browser, "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--disable-lcd-text"]
        command += ["--force-device-scale-factor=1", "--font-render-hinting=none", "--disable-extensions"]
        command += [f"--user-data-dir={home}", f"--window-size={width},{HEIGHT}", *more, page.as_uri()]
        return subprocess.run(command, capture_output=True, text=True, timeout=180).stdout


def faults(browser, page, width):
    """What cannot be read."""
    dom = browse(browser, page, width, "--dump-dom")
    found = re.search(r'<pre id="found">(.*?)</pre>', dom, re.S)
    if not found:
        return ["the page was not shown"]
    return json.loads(found[1].replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"))


def difference(a, b):
    """Which part of two pictures differs."""
    if a.size != b.size:
        return 1.0
    small = (a.width // 4, a.height // 4)
    grey = [picture.convert("L").resize(small, Image.Resampling.BOX) for picture in (a, b)]
    levels = ImageChops.difference(*grey).histogram()
    return sum(levels[BY:]) / sum(levels)


def main():
    browser, pages, shots = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    accept = "--accept" in sys.argv[4:]
    fonts = subprocess.run(["fc-list"], capture_output=True, text=True).stdout if shutil.which("fc-list") else ""
    compares = "DejaVu Sans" in fonts
    if not compares:
        print("pictures are not compared: there is no font `DejaVu Sans`")
    wrong = []
    for source in sorted(pages.glob("*.html")):
        page = source.with_suffix(".probe.html")
        page.write_text(source.read_text() + STYLE)
        probe = source.with_suffix(".probed.html")
        probe.write_text(source.read_text() + STYLE + PROBE)
        for width in WIDTHS:
            name = f"{source.stem}-{width}"
            wrong += [f"{name}: {fault}" for fault in faults(browser, probe, width)]
            if not compares:
                continue
            now = pages / f"{name}.png"
            browse(browser, page, width, f"--screenshot={now}")
            with Image.open(now) as picture:
                picture = picture.convert("RGB")
            known = shots / f"{name}.png"
            if accept:
                picture.quantize(64).save(known, optimize=True)
                continue
            with Image.open(known) as before:
                before = before.convert("RGB")
            part = difference(before, picture)
            print(f"{name}: {part:.2%} differs")
            if part > PART:
                wrong.append(f"{name}: {part:.1%} looks otherwise, see {now}")
            # What compares must tell pictures apart: the same one, moved a little, is another.
            if difference(before, ImageChops.offset(before, 0, 9)) <= PART:
                wrong.append(f"{name}: a moved picture is taken for the same")
        page.unlink()
        probe.unlink()
    for line in wrong:
        print(line)
    sys.exit(bool(wrong))


main()
