"""What the screen shows, as text that a person can read: every thing, words and symbols, where and in which colour.

    tile/6, open, glows, 60.1 20.4, 24.2 x 22.9 mm
        "Condé", 68.2 21.0, 9.0 x 3.3, letters 2.9 mm, sepia on parchment
        symbol crown, 62.0 26.0, 8.1 x 8.1, gold on parchment

Places are counted from the upper left of the screen. What lies wholly under something else is not there.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any, NamedTuple

from companion.screen.display.kivy_config import dots_per_inch_to_fit_layout
from companion.screen.draw import theme
from companion.screen.draw.painter import PaintedShape, PaintedText
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import Colour, mix_colours


class Laid(NamedTuple):
    """A mark of a widget as it lies in the window, its number in the order of drawing, the colour it lies on (None
    for the room's candlelight), and whether something that is drawn later hides all of it.
    """

    widget: Any
    mark: Any  # Written or Painted
    number: int
    rect: Rect
    on: Colour | None = None
    hidden: bool = False

    @property
    def opaque(self) -> bool:
        """Whether it is a box that lets nothing through."""
        return isinstance(self.mark, PaintedShape) and self.mark.kind == "box" and self.mark.colour[3] == 1


def laid(driver: Any) -> list[Laid]:
    """Everything that is drawn on the screen, what lies beneath first."""
    found: list[Laid] = []
    widgets: dict[Any, tuple[int, int]] = {}
    for widget in reversed(list(driver._seen())):
        first = len(found)
        x, y = widget.to_window(0, 0)
        for mark in getattr(widget, "painted_items", ()):
            rect = mark.area if isinstance(mark, PaintedText) else mark.rect
            place = Rect(rect[0] + x, rect[1] + y, rect[2], rect[3])
            found.append(Laid(widget, mark, len(found), place))
        widgets[widget] = (first, len(found))
    boxes = [each for each in found if isinstance(each.mark, PaintedShape) and each.mark.kind == "box"]
    for first, last in widgets.values():
        near = _near(found[first:last], boxes)
        found[first:last] = [
            each._replace(on=_beneath(each, near), hidden=_hidden(each, near)) for each in found[first:last]
        ]
    return found


def _near(marks: list[Laid], boxes: list[Laid]) -> list[Laid]:
    """The boxes that may lie under or over some of these marks."""
    if not marks:
        return []
    x, y = min(each.rect[0] for each in marks), min(each.rect[1] for each in marks)
    right, top = max(each.rect.right for each in marks), max(each.rect.top for each in marks)
    return [
        box
        for box in boxes
        if box.rect[0] < right
        and box.rect[1] < top
        and box.rect[0] + box.rect[2] > x
        and box.rect[1] + box.rect[3] > y
    ]


def _beneath(each: Laid, boxes: list[Laid]) -> Colour | None:
    """The colour in its middle before it is drawn."""
    seen: Colour | None = None
    x, y = each.rect.center
    for box in boxes:
        if box.number >= each.number:
            break
        left, low, wide, high = box.rect
        if left <= x <= left + wide and low <= y <= low + high:
            colour = box.mark.colour
            if colour[3] == 1:
                seen = colour
            elif seen is not None:
                seen = (*mix_colours(seen, colour, colour[3])[:3], 1.0)
    return seen


def _hidden(each: Laid, boxes: list[Laid]) -> bool:
    """Whether something that is drawn later covers all of it."""
    over = each.rect.inset(0.5)
    return any(
        box.number > each.number
        and box.rect[0] <= over[0]
        and box.rect[1] <= over[1]
        and box.rect.contains_point(over.right, over.top)
        and box.opaque
        for box in boxes
    )


# -- as text

NAMED = {
    value: name.lower() for name, value in vars(theme).items() if name.isupper() and isinstance(value, tuple)
} | {colour: name for names in (theme.ART_COLOURS, theme.PLAYER_COLOURS) for name, colour in names.items()}
"""What the theme calls its colours."""
PLAYERS = frozenset(theme.PLAYER_COLOURS.values())
"""Boxes in these colours say something; others are only what words and symbols lie on."""


def text(driver: Any) -> str:
    """The screen as text, things from top to bottom and from left to right, and so what is in each."""
    scale = Scale(driver.size)
    within = defaultdict(list)
    for each in sorted(laid(driver), key=lambda each: scale.order(each.rect)):
        if line := _line(each, scale):
            within[each.widget].append(line)
    shown = [widget for widget in reversed(list(driver._seen())) if widget in within or named_thing(widget)]
    shown.sort(key=lambda widget: scale.order(place(widget)))
    return "".join("\n    ".join((_heading(widget, scale), *within[widget])) + "\n" for widget in shown)


class Scale:
    """From pixels of the window to millimetres from its upper left."""

    def __init__(self, size: tuple[int, int]) -> None:
        self.high = size[1]
        self.dots = dots_per_inch_to_fit_layout(size) / 25.4

    def order(self, rect: Rect) -> tuple[int, float]:
        """From top to bottom, from left to right."""
        return round((self.high - rect.top) / self.dots), rect.x

    def mm(self, rect: Rect) -> str:
        """Where it is and how large."""
        values = (rect.x, self.high - rect.top, rect.width, rect.height)
        return "{} {}, {} x {}".format(*(round(value / self.dots, 1) + 0.0 for value in values))


def named_thing(widget: Any) -> str:
    """The name by which a touch of it is told; "" for what cannot be touched."""
    return getattr(widget, "touch_target", "") or ""


def place(widget: Any) -> Rect:
    """Where it lies in the window."""
    return Rect(*widget.to_window(*widget.pos), *widget.size)


def _heading(widget: Any, scale: Scale) -> str:
    thing, marks = named_thing(widget), getattr(widget, "painted_items", ())
    told = {
        thing or type(widget).__name__: True,
        "open": thing and widget.enabled,
        "glows": any(isinstance(mark, PaintedShape) and mark.kind == "glow" for mark in marks),
        "pressed": getattr(widget, "is_pressed", False),
        "pointed at": getattr(widget, "is_pointed_at", False),
        f"{scale.mm(place(widget))} mm": True,
    }
    return ", ".join(words for words, so in told.items() if so)


def _line(each: Laid, scale: Scale) -> str:
    """One mark; "" for what cannot be seen or only lies beneath others."""
    mark, where = each.mark, f"{scale.mm(each.rect)}, "
    colours = f"{named(each.mark.colour)} on {named(each.on)}"
    if each.hidden:
        return ""
    if isinstance(mark, PaintedText):
        return f'"{" / ".join(mark.lines)}", {where}letters {round(mark.font_pixels / scale.dots, 1)} mm, {colours}'
    if mark.kind == "symbol":
        return f"symbol {mark.name}, {where}{colours}"
    return f"{mark.kind}, {where}{colours}" if mark.colour in PLAYERS and mark.colour != each.on else ""


def named(colour: Colour | None) -> str:
    """What a colour is called: by the theme, else by its web code."""
    if colour is None:
        return "candlelight"
    solid = (*colour[:3], 1.0)
    through = "" if colour[3] == 1 else f" at {colour[3]:.0%}"
    return (
        NAMED.get(colour)
        or (NAMED.get(solid) or "#" + "".join(f"{round(part * 255):02x}" for part in solid[:3])) + through
    )
