#!/usr/bin/env python3
"""Widths: the advance widths of the fonts of cards, in thousandths of their size, written to widths.txt.

    pip install fonttools brotli; npm i @fontsource/source-sans-3 @fontsource/source-serif-4
    ./widths.py node_modules/@fontsource > widths.txt

A line has a font, the first character in hexadecimal, and the widths from there on; 0: the font lacks it.
"""
import glob
import sys

from fontTools.ttLib import TTFont

FONTS = [
    ("sans", "source-sans-3", "400-normal"),
    ("sans-bold", "source-sans-3", "700-normal"),
    ("sans-italic", "source-sans-3", "400-italic"),
    ("serif-bold", "source-serif-4", "700-normal"),
]
RANGES = [(0x20, 0x17F), (0x370, 0x3FF), (0x400, 0x45F), (0x2010, 0x203F), (0x20A0, 0x20BF), (0x2190, 0x2199), (0x2200, 0x2265)]

for name, family, style in FONTS:
    widths = {}
    for path in sorted(glob.glob(f"{sys.argv[1]}/{family}/files/*-{style}.woff2")):
        font = TTFont(path)
        scale = 1000 / font["head"].unitsPerEm
        for code, glyph in font.getBestCmap().items():
            widths[code] = round(font["hmtx"][glyph][0] * scale)
    for first, last in RANGES:
        print(name, f"{first:x}", *(widths.get(code, 0) for code in range(first, last + 1)))
