"""A stranger's drawing may be anything: what is not taken is said with its line, and nothing else is ever drawn."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.errors import InvalidFile
from companion.screen.draw.rasteriser import MAX_ELEMENT_DEPTH, MAX_SVG_CHARACTERS, check_svg, rasterise

PNG = b"\x89PNG\r\n\x1a\n"
NS = 'xmlns="http://www.w3.org/2000/svg"'
BOX = '<path d="M0 0h10v10h-10z"/>'


def svg(inside: str, more: str = "") -> str:
    return f'<svg {NS} {more} viewBox="0 0 10 10">\n{inside}\n</svg>'


TAKEN = {
    "shapes": '<g fill="#123456"><circle r="3"/><ellipse rx="2" ry="1"/><rect width="2" height="1"/></g>',
    "lines": '<line x2="9"/><polyline points="1 2 3 4"/><polygon points="1 2 3 4 5 0"/>',
    "a gradient": '<linearGradient id="a"><stop stop-color="#fff"/></linearGradient><path fill="url(#a)"/>',
    "an editor's own notes": '<metadata/><e:view xmlns:e="https://editor.example/e" e:zoom="2"><e:text/></e:view>',
    "what looks like large numbers": '<path id="a12345" fill="#1e2f33" d="M1.23456 9999-.12345 1e-5"/>',
    "numbers that are none": '<path d="M nan inf A 1e-30 1 0 1 1 2 0 L"/>',
}
REFUSED = {
    "nothing": ("", "no element found"),
    "a torn file": (f"<svg {NS}>", "no element found"),
    "letters in disorder": ("<svg", "unclosed token"),
    "no SVG": ("<html/>", "line 1: this is no SVG: it begins with <html>"),
    "no namespace": (f"<svg>{BOX}</svg>", "this is no SVG"),
    "text": (svg("<text>Herald</text>"), "line 2: <text> is not drawn"),
    "a picture": (svg('<image href="/etc/passwd"/>'), "line 2: <image> is not drawn"),
    "a file elsewhere": (svg('<path href="file:///etc/passwd"/>'), "line 2: href=.* looks elsewhere"),
    "an old link elsewhere": (
        svg('<g x:href="a.svg"/>', 'xmlns:x="http://www.w3.org/1999/xlink"'),
        "looks elsewhere",
    ),
    "a paint elsewhere": (svg('<path fill="url(https://example.org/a#b)"/>'), "looks elsewhere"),
    "something repeated": (svg('<use href="#a"/>'), "<use> is not drawn"),
    "a filter": (svg("<filter/>"), "<filter> is not drawn"),
    "a style sheet": (svg("<style>@import url(a.css);</style>"), "<style> is not drawn"),
    "a script": (svg("<script/>"), "<script> is not drawn"),
    "an SVG in it": (svg("<svg/>"), "<svg> is not drawn"),
    "words that stand for words": (f'<!DOCTYPE svg [<!ENTITY a "b">]>{svg("&a;")}', "line 1: a <!DOCTYPE>"),
    "a line of countless dashes": (
        svg('<path style="stroke-dasharray: .001"/>'),
        "a dashed line is not drawn",
    ),
    "the same as an attribute": (svg('<path stroke-dasharray=".001"/>'), "a dashed line is not drawn"),
    "a long way": (svg('<path d="M0 0L12345 9"/>'), "line 2: d='M0 0L12345 9' goes far beyond"),
    "a very long way": (svg('<circle r="1e+20"/>'), "goes far beyond"),
    "too many in each other": (
        svg("<g>" * MAX_ELEMENT_DEPTH + "</g>" * MAX_ELEMENT_DEPTH),
        f"more than {MAX_ELEMENT_DEPTH} elements in each",
    ),
    "too much": (svg(BOX * 2_000), f"more than {MAX_SVG_CHARACTERS:,} letters"),
}


@pytest.mark.parametrize("what", TAKEN)
def test_shapes_groups_and_gradients_are_drawn(what: str) -> None:
    assert rasterise(svg(TAKEN[what]), 20).startswith(PNG)


@pytest.mark.parametrize("what", REFUSED)
def test_anything_else_is_refused_with_its_place(what: str) -> None:
    text, told = REFUSED[what]
    with pytest.raises(InvalidFile, match=told):
        rasterise(text, 20)


@given(
    st.recursive(st.sampled_from([BOX, "<title>a</title>", ""]), lambda some: some.map("<g>{}</g>".format))
)
def test_whatever_passes_can_be_drawn(inside: str) -> None:
    check_svg(svg(inside))
    assert rasterise(svg(inside), 4).startswith(PNG)


def test_without_resvg_it_says_what_to_do(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(InvalidFile, match="run deploy/setup"):
        rasterise(svg(BOX), 20)
