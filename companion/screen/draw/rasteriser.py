"""SVG to pixels, by resvg: https://github.com/linebender/resvg.

A drawing may come from an unknown game, and resvg trusts its input: elements nested too deeply crash the
program. So of SVG (https://www.w3.org/TR/SVG11/) only shapes, groups and gradients are accepted, from a file
that is not large, and nothing that refers to other files: no picture, text, font, filter, pattern, nor
anything repeated.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final
from xml.parsers import expat

from companion.rules.errors import InvalidFile

MAX_SVG_CHARACTERS: Final = 32_768
"""Characters that an SVG may have; the longest of Herald's has a tenth."""
MAX_ELEMENT_DEPTH: Final = 32
"""How deeply elements may be nested."""
SVG_NAMESPACE: Final = "http://www.w3.org/2000/svg"
SHAPE_ELEMENTS: Final = {"circle", "ellipse", "line", "path", "polygon", "polyline", "rect"}
ALLOWED_ELEMENTS: Final = SHAPE_ELEMENTS | {
    "g",
    "defs",
    "linearGradient",
    "radialGradient",
    "stop",
    "title",
    "desc",
    "metadata",
}
"""The elements of SVG that are drawn or mean nothing. Elements in an editor's own namespace are ignored."""
REFERENCE_OR_COLOUR: Final = re.compile(r"url\(#[^)]*\)|#\w+")
"""Gradients and colours, whose letters may look like numbers."""
TOO_LARGE_NUMBER: Final = re.compile(r"(?<![.\d])\d{5}|\d[eE]\+?\d")
"""A number over 9,999: with coordinates far beyond the edge resvg takes seconds, or gives up."""


def rasterise(svg: str, pixels: int) -> bytes:
    """The drawing as a PNG file with alpha that just fits into a square of so many pixels.

    Raises InvalidFile where the SVG is not accepted or cannot be drawn.
    """
    check_svg(svg)
    try:
        import resvg_py  # only where a picture is not kept yet: most game sessions do without it
    except ImportError as missing:
        raise InvalidFile(f"no symbol can be drawn: {missing}; run deploy/setup") from missing
    try:
        made: bytes = resvg_py.svg_to_bytes(
            svg_string=svg, width=pixels, height=pixels, skip_system_fonts=True
        )
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as wrong:  # a panic in resvg is no Exception here
        raise InvalidFile(str(wrong) or type(wrong).__name__) from wrong
    return made


def check_svg(svg: str) -> None:
    """Raises InvalidFile, with the line, where the SVG has something that is not accepted."""
    if len(svg) > MAX_SVG_CHARACTERS:
        raise InvalidFile(f"more than {MAX_SVG_CHARACTERS:,} letters: simplify the drawing")
    parser = expat.ParserCreate(namespace_separator=" ")
    open_elements: list[str] = []

    def on_element_start(element: str, attributes: Mapping[str, str]) -> None:
        _check_element(element, len(open_elements))
        open_elements.append(element)
        for key, value in attributes.items():
            _check_attribute(*key.rpartition(" ")[::2], value)

    def on_doctype(*_doctype: object) -> None:
        raise InvalidFile("a <!DOCTYPE>, which may hide anything: leave it out")

    parser.StartElementHandler = on_element_start
    parser.EndElementHandler = lambda _element: open_elements.pop()
    parser.StartDoctypeDeclHandler = on_doctype
    try:
        parser.Parse(svg, True)
    except expat.ExpatError as wrong:
        raise InvalidFile(str(wrong)) from wrong
    except InvalidFile as wrong:
        raise InvalidFile(wrong.what, f"line {parser.CurrentLineNumber}") from wrong


def _check_element(element: str, depth: int) -> None:
    namespace, _, name = element.rpartition(" ")
    if depth == 0 and (namespace, name) != (SVG_NAMESPACE, "svg"):
        raise InvalidFile(f'this is no SVG: it begins with <{name}>, not <svg xmlns="{SVG_NAMESPACE}">')
    if depth == MAX_ELEMENT_DEPTH:
        raise InvalidFile(f"more than {MAX_ELEMENT_DEPTH} elements in each other")
    if depth and namespace == SVG_NAMESPACE and name not in ALLOWED_ELEMENTS:
        raise InvalidFile(f"<{name}> is not drawn: make shapes of it")


def _check_attribute(namespace: str, name: str, value: str) -> None:
    plain = REFERENCE_OR_COLOUR.sub("", value)
    if name == "href" or "url(" in plain:
        raise InvalidFile(f"{name}={value[:40]!r} looks elsewhere: what is drawn stands in the file itself")
    if "stroke-dasharray" in (name, *plain.replace(":", " ").split()):
        raise InvalidFile("a dashed line is not drawn: draw its dashes")
    if not namespace and name != "id" and TOO_LARGE_NUMBER.search(plain):
        raise InvalidFile(f"{name}={value[:40]!r} goes far beyond any picture: make the drawing smaller")
