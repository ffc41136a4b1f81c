"""What is wrong with the looks of any screen, whatever it shows: plain checks of what was drawn and where.

Words are whole, as large as the theme has their role at least, nothing lies over them, they stand out from what they
lie on; what is drawn lies in the window; what is touched is large enough for a finger and in no other's way.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations
from math import ceil
from typing import Any

from kivy.metrics import Metrics
from PIL import Image

from companion.screen.display.kivy_config import dots_per_inch_to_fit_layout
from companion.screen.draw.painter import PaintedShape, PaintedText
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import MIN_TEXT_BY_ROLE, MIN_TOUCH_SIZE, Colour
from companion.screen.widgets.overlay import AnswerBubble
from tests.screen import SIZES
from tests.screen.harness.reading import Laid, laid, place

CONTRAST = 4.5
"""How much lighter the lighter of letters and what they lie on has to be (WCAG 2.2, 1.4.3)."""

Pixel = tuple[int, int, int]


def faults(driver: Any) -> list[str]:
    """Each in words; none for a screen as it should be."""
    picture = settled_picture(driver)
    answers = [widget for widget in driver._seen() if isinstance(widget, AnswerBubble)]
    marks = [each for each in laid(driver) if not any(lies_beneath(each, answer) for answer in answers)]
    words = [each for each in marks if isinstance(each.mark, PaintedText) and not each.hidden]
    symbols = [
        each
        for each in marks
        if isinstance(each.mark, PaintedShape) and each.mark.kind == "symbol" and not each.hidden
    ]
    touched = [
        widget
        for widget in driver._seen()
        if getattr(widget, "touch_target", "")
        and widget.enabled
        and not any(answer is not widget.parent and answer.rect.overlaps(place(widget)) for answer in answers)
    ]
    return [
        *cut_off(words),
        *tiny(words, dots_per_inch_to_fit_layout(driver.size) / 25.4),
        *over_each_other(words),
        *covered(words, [each for each in marks if each.opaque]),
        *(faint(words, picture) if driver.size in SIZES else ()),
        *outside([*words, *symbols], touched, driver.size),
        *cramped(touched, dots_per_inch_to_fit_layout(driver.size) / 25.4 * MIN_TOUCH_SIZE - 0.5),
    ]


def settled_picture(driver: Any) -> Image.Image:
    """The screen once nothing that works beside it changes it any more, neither its pixels nor its words.

    What arrives after the pixels were read is among the words already.
    """
    now: tuple[Image.Image, list[str]] = driver.picture(), driver.words()
    for _ in range(20):
        before, now = now, (driver.picture(), driver.words())
        if now == before:
            break
    return now[0]


def lies_beneath(mark: Laid, answer: AnswerBubble) -> bool:
    """Whether it lies under an answer that will soon be gone."""
    return mark.widget not in (answer, *answer.children) and mark.rect.overlaps(answer.rect)


def cut_off(words: Iterable[Laid]) -> Iterator[str]:
    for each in words:
        if not each.mark.fits:
            yield f"{said(each)} does not fit into {each.mark.rect.width:.0f} x {each.mark.rect.height:.0f}"


def tiny(words: Iterable[Laid], scale: float) -> Iterator[str]:
    """Letters smaller than the least of their role, in so many pixels a millimetre at the text size that is set."""
    for each in words:
        least = round(MIN_TEXT_BY_ROLE[each.mark.role] * scale * min(1.0, Metrics.fontscale))
        if each.mark.font_pixels < least:
            yield f"{said(each)} is {each.mark.role} in letters of {each.mark.font_pixels} pixels instead of {least}"


def over_each_other(words: Iterable[Laid]) -> Iterator[str]:
    row: list[tuple[Rect, Laid]] = []
    for each in sorted(words, key=lambda each: each.rect.x):
        mine = letters(each)
        row = [(rect, other) for rect, other in row if rect.right > mine.x + 1]
        for rect, other in row:
            if rect.overlaps(mine, 1):
                yield f"{said(other)} and {said(each)} lie over each other"
        row.append((mine, each))


def covered(words: Iterable[Laid], boxes: Sequence[Laid]) -> Iterator[str]:
    """Words of which more than a third lies under something that was drawn later: less is a line through them."""
    for each in words:
        mine = letters(each)
        for box in boxes:
            if box.number > each.number and box.rect.overlaps(mine) and shared(box.rect, mine) > 1 / 3:
                yield f"{said(each)} lies under a box of {type(box.widget).__name__}"


def faint(words: Iterable[Laid], picture: Image.Image) -> Iterator[str]:
    """Words that hardly differ from what they lie on, in the picture: of the pixels where they are, the one that
    differs most from the colour that most of them have. What may not be touched now may be fainter.
    """
    for each in words:
        if not getattr(each.widget, "enabled", True):
            continue
        x, y, width, height = each.rect
        box = (int(x), int(picture.height - y - height), ceil(x + width), ceil(picture.height - y))
        counts: Any = picture.crop(box).getcolors(picture.width * picture.height)
        ground = max(counts)[1]
        ink = max(contrast_of_pixels(pixel, ground) for _count, pixel in counts)
        if ink < CONTRAST:
            yield f"{said(each)} differs from what it lies on by {ink:.2f} to 1"


def contrast_of_pixels(one: Pixel, other: Pixel) -> float:
    """How much lighter the lighter of two pixels is."""
    colours = [(red / 255, green / 255, blue / 255, 1.0) for red, green, blue in (one, other)]
    return contrast(*colours)


def outside(marks: Iterable[Laid], touched: Iterable[Any], size: tuple[int, int]) -> Iterator[str]:
    whole = Rect(-0.5, -0.5, size[0] + 1, size[1] + 1)
    for name, rect in (
        *((said(each), each.rect) for each in marks),
        *((widget.touch_target, place(widget)) for widget in touched),
    ):
        if not (whole.contains_point(*rect[:2]) and whole.contains_point(rect.right, rect.top)):
            yield f"{name} reaches out of the window"


def cramped(touched: Sequence[Any], least: float) -> Iterator[str]:
    for widget in touched:
        if min(widget.size) < least:
            yield f"{widget.touch_target} is only {widget.width:.0f} x {widget.height:.0f} pixels"
    for one, other in combinations(touched, 2):
        if one.parent is other or other.parent is one:
            continue  # a part of a thing takes a touch before the thing does
        if place(one).overlaps(place(other), 1):
            yield f"{one.touch_target} and {other.touch_target} lie over each other"


def letters(words: Laid) -> Rect:
    """Where the ink of the letters is: between two lines is a little more room, around digits hardly any."""
    are_digits = words.rect.height < words.mark.font_pixels
    return words.rect.inset(0, (0.04 if are_digits else 0.12) * words.mark.font_pixels)


def shared(over: Rect, rect: Rect) -> float:
    """The share of a rectangle that another lies over."""
    across = min(over.right, rect.right) - max(over.x, rect.x)
    along = min(over.top, rect.top) - max(over.y, rect.y)
    return max(0.0, across) * max(0.0, along) / (rect.width * rect.height)


def said(each: Laid) -> str:
    return repr(each.mark.text) if isinstance(each.mark, PaintedText) else each.mark.name or each.mark.kind


def contrast(one: Colour, other: Colour) -> float:
    """How much lighter the lighter one is (WCAG 2.2)."""
    lighter, darker = sorted((_light(one), _light(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


@cache
def _light(colour: Colour) -> float:
    shares = (0.2126, 0.7152, 0.0722)
    return sum(
        share * (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4)
        for share, part in zip(shares, colour[:3], strict=True)
    )
