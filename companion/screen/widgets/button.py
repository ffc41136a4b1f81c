"""Buttons, large enough for a finger, with labels as large as fits."""

from __future__ import annotations

from typing import Any, Final, Literal

from kivy.metrics import mm

from companion.screen.draw.canvas_widget import CanvasWidget, TouchableWidget, TouchHandler, place_widget
from companion.screen.draw.painter import (
    DIGITS,
    HorizontalAlign,
    Painter,
    VerticalAlign,
    fit_text,
    font_pixels,
    text_width,
)
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    BODY_TEXT,
    BORDER,
    CHALK,
    CORNER_RADIUS,
    EMBER,
    GAP,
    GOLD,
    HEADING_TEXT,
    MIN_TEXT,
    MUTED,
    NIGHT,
    NOTE_TEXT,
    NUMBER_TEXT,
    PANEL,
    PARCHMENT,
    RAISED_PANEL,
    SEPIA,
    WORN_PARCHMENT,
    Colour,
    mix_colours,
)

ButtonStyle = Literal["main", "choice", "chosen", "plain", "quiet"]
"""`main`: gold all over, the one way on. `choice`: parchment with a golden glow, one of the awaited answers.
`chosen`: the selected value. `plain`: always there. `quiet`: a secondary button.
"""


class PushButton(TouchableWidget):
    """A button with a text, a symbol, or both; `max_lines` limits the lines of the text."""

    def __init__(
        self,
        touch_target: str,
        touch_handler: TouchHandler,
        text: str = "",
        symbol: str = "",
        style: ButtonStyle = "plain",
        *,
        font_size: float = BODY_TEXT,
        max_lines: int = 2,
        **settings: Any,
    ) -> None:
        self.text = text
        self.symbol = symbol
        self.style = style
        self.font_size = font_size
        self.max_lines = max_lines
        super().__init__(touch_target, touch_handler, **settings)

    def update(
        self,
        text: str | None = None,
        symbol: str | None = None,
        style: ButtonStyle | None = None,
        enabled: bool | None = None,
    ) -> None:
        """Change its text, symbol, style or whether it is enabled; what is left out stays."""
        wanted = (
            self.text if text is None else text,
            self.symbol if symbol is None else symbol,
            self.style if style is None else style,
            self.enabled if enabled is None else enabled,
        )
        if wanted != (self.text, self.symbol, self.style, self.enabled):
            self.text, self.symbol, self.style, self.enabled = wanted
            self.request_redraw()

    def _colours(self) -> tuple[Colour, Colour, Colour]:
        """The colours of its edge, its face and its text."""
        if not self.enabled:
            return mix_colours(BORDER, PANEL, 0.6), PANEL, mix_colours(MUTED, PANEL, 0.55)
        return {
            "main": (EMBER, GOLD, SEPIA),
            "choice": (mix_colours(PARCHMENT, SEPIA, 0.5), PARCHMENT, SEPIA),
            "chosen": (WORN_PARCHMENT, PARCHMENT, SEPIA),
            "plain": (BORDER, RAISED_PANEL, CHALK),
            "quiet": (BORDER, PANEL, MUTED),
        }[self.style]

    def paint(self, painter: Painter, bounds: Rect) -> None:
        """Paint edge, face, symbol and text."""
        edge, face, colour = self._colours()
        if self.is_pressed:
            face = mix_colours(face, NIGHT if self.style == "main" else GOLD, 0.3)
        plate = bounds
        if self.style == "choice":
            plate = bounds.inset(mm(0.6))
            if self.enabled:
                painter.draw_glow(plate, GOLD, mm(CORNER_RADIUS))
        painter.fill_rect(plate, edge, mm(CORNER_RADIUS))
        painter.fill_rect(plate.inset(mm(0.25)), face, mm(CORNER_RADIUS - 0.25))
        self._paint_label(painter, plate.inset(mm(1.2), mm(0.4)), colour)

    def _fits_both(self, inner: Rect, bold: bool) -> bool:
        """Whether there is room for the symbol beside the text, which goes first."""
        min_pixels, room = round(mm(MIN_TEXT)), inner.width - min(mm(7), inner.height) - mm(1.4)
        return fit_text(self.text, room, inner.height, min_pixels, min_pixels, bold, self.max_lines).fits

    @property
    def letter_size(self) -> float:
        """Millimetres; a number is no smaller than numbers are."""
        return max(self.font_size, NUMBER_TEXT if DIGITS.issuperset(self.text) else 0.0)

    def _paint_label(self, painter: Painter, inner: Rect, colour: Colour) -> None:
        """Paint symbol and text, together in the middle."""
        if self.symbol and not self.text:
            painter.draw_symbol(self.symbol, inner.centred(mm(7.5), min(mm(7.5), inner.height)), colour)
            return
        longest = max((text_width(word, round(mm(MIN_TEXT)), True) for word in self.text.split()), default=0)
        bold = self.style in ("main", "choice", "chosen") and longest <= inner.width
        if not self.symbol or not self._fits_both(inner, bold):
            painter.draw_text(
                self.text,
                inner,
                self.letter_size,
                colour,
                bold=bold,
                halign="center",
                max_lines=self.max_lines,
            )
            return
        side = min(mm(7), inner.height)
        room = inner.width - side - mm(1.4)
        fit = fit_text(
            self.text,
            room,
            inner.height,
            font_pixels(self.letter_size),
            round(mm(MIN_TEXT)),
            bold,
            self.max_lines,
        )
        wide = max(text_width(line, fit.font_pixels, bold) for line in fit.lines)
        together = inner.centred(min(inner.width, side + mm(1.4) + wide + 2), inner.height)
        spot, rest = together.cut_left(side, mm(1.4))
        painter.draw_symbol(self.symbol, spot, colour)
        painter.draw_text(self.text, rest, self.letter_size, colour, bold=bold, max_lines=self.max_lines)


# -- one of several values, as buttons side by side

MAX_BUTTONS: Final = 4
"""The number of buttons for which there is room side by side."""


class PictureCard(PushButton):
    """A button with a picture above its text and a note, or beside them where it is low."""

    PICTURE = 22.0
    """Millimetres of the picture at most."""

    def __init__(self, touch_target: str, touch_handler: TouchHandler, **settings: Any) -> None:
        self.note = ""
        super().__init__(touch_target, touch_handler, font_size=HEADING_TEXT, **settings)

    def describe(self, text: str, note: str, symbol: str, style: ButtonStyle = "plain") -> None:
        """Show this."""
        if note != self.note:
            self.note = note
            self.request_redraw()
        self.update(text, symbol, style)

    def _paint_label(self, painter: Painter, inner: Rect, colour: Colour) -> None:
        inner, told = inner.inset(mm(1), mm(0.6)), self.note
        if inner.height < mm(30):
            told = told.replace(" · ", "\n")
            picture, words = inner.cut_left(min(mm(self.PICTURE), inner.height, inner.width * 0.24), mm(1.4))
        else:
            picture, words = inner.inset(0, mm(2)).cut_top(min(mm(self.PICTURE), inner.height * 0.45), mm(1))
            words = words.cut_top(min(words.height, mm(38)))[0]
        high = min(picture.width, picture.height)
        painter.draw_symbol(self.symbol, picture.centred(high, high), colour)
        title, note = words.cut_top(words.height / 2, mm(0.4)) if self.note else (words, words)
        halign: HorizontalAlign = "left" if inner.height < mm(30) else "center"
        lower: VerticalAlign = "bottom" if self.note else "middle"
        painter.draw_text(
            self.text, title, HEADING_TEXT, colour, bold=True, halign=halign, valign=lower, max_lines=2
        )
        painter.draw_text(told, note, NOTE_TEXT, colour, halign=halign, valign="top", max_lines=5)


class OptionBar(CanvasWidget):
    """The buttons of the values, one of them selected.

    Where there are more than MAX_BUTTONS, the last place has a button that leads to the next values.
    """

    def __init__(self, buttons: dict[str, PushButton], style: ButtonStyle) -> None:
        self.buttons = buttons
        self.style = style
        self.selected_value = ""
        self.first_visible = 0
        self.more_button = PushButton("more", self._show_next, symbol="next", style=style)
        super().__init__()
        self._refresh_buttons()

    def show(self, selected_value: str) -> None:
        """Mark this value as selected, and bring it into view."""
        if selected_value != self.selected_value:
            self.selected_value = selected_value
            values = list(self.buttons)
            if selected_value in values and len(values) > MAX_BUTTONS:
                self.first_visible = values.index(selected_value) // (MAX_BUTTONS - 1) * (MAX_BUTTONS - 1)
            self._refresh_buttons()
        for value, button in self.buttons.items():
            button.update(style="chosen" if value == selected_value else self.style)

    def _show_next(self, _touch_target: str) -> None:
        """Show the next values, and after the last the first."""
        self.first_visible = (
            self.first_visible + MAX_BUTTONS - 1
            if self.first_visible + MAX_BUTTONS - 1 < len(self.buttons)
            else 0
        )
        self._refresh_buttons()

    def _refresh_buttons(self) -> None:
        buttons = list(self.buttons.values())
        if len(buttons) > MAX_BUTTONS:
            buttons = [*buttons[self.first_visible : self.first_visible + MAX_BUTTONS - 1], self.more_button]
        self.clear_widgets()
        for button in buttons:
            self.add_widget(button)
        self.request_redraw()

    def arrange_children(self, bounds: Rect) -> None:
        """Place the buttons in equal columns, the one that leads on always last."""
        places = list(bounds.split_columns(min(len(self.buttons), MAX_BUTTONS), mm(GAP)))
        visible = [each for each in reversed(self.children) if each is not self.more_button]
        for button, place in zip(visible, places, strict=False):
            place_widget(button, place)
        if self.more_button.parent is self:
            place_widget(self.more_button, places[-1])
