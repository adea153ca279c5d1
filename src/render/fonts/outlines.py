#!/usr/bin/env python3
"""Outlines: the shapes of the letters of cards, from the fonts beside this script, written to outlines.txt.

    pip install fonttools brotli
    ./outlines.py > outlines.txt

A line has a font, a character in hexadecimal, the path of SVG in thousandths of the size, and where that path ends.
The shapes are those of the fonts, and under their licence (OFL.txt).
Paths are relative, so letters follow each other in one path; a letter that leaves no mark, such as a space, has `-`.
"""
import os

from fontTools.pens.basePen import decomposeQuadraticSegment
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.ttLib import TTFont

FONTS = ["sans", "sans-bold", "sans-italic", "serif-bold"]


def written(*lengths):
    """Whole numbers side by side; a minus separates, too."""
    out = ""
    for length in lengths:
        out += f" {length}" if out and length >= 0 else str(length)
    return out


def path(commands):
    """The path of a glyph, and where it ends. SVG counts downwards."""
    out, (x, y), begun = "", (0, 0), (0, 0)

    def to(point):
        return point[0] - x, y - point[1]

    for command, points in commands:
        points = [(round(right), round(up)) for right, up in points]
        if command == "moveTo":
            out += "m" + written(*to(points[0]))
            (x, y) = begun = points[0]
        elif command == "lineTo":
            right, down = to(points[0])
            out += f"h{right}" if down == 0 else f"v{down}" if right == 0 else "l" + written(right, down)
            x, y = points[0]
        elif command == "qCurveTo":
            for bend, end in decomposeQuadraticSegment(points):
                end = (round(end[0]), round(end[1]))
                out += "q" + written(*to(bend), *to(end))
                x, y = end
        elif command == "closePath":
            out += "z"
            x, y = begun
        else:
            raise ValueError(command)
    return out or "-", x, -y


for name in FONTS:
    font = TTFont(os.path.join(os.path.dirname(__file__), f"{name}.woff2"))
    glyphs = font.getGlyphSet()
    for code, glyph in sorted(font.getBestCmap().items()):
        pen = DecomposingRecordingPen(glyphs)
        glyphs[glyph].draw(pen)
        print(name, f"{code:x}", *path(pen.value))
