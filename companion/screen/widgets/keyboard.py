"""A keyboard on the screen, for names: the letters of the table's language, large enough for a finger."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kivy.metrics import mm

from companion.screen.draw.canvas_widget import CanvasWidget, place_widget
from companion.screen.draw.painter import Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    BORDER,
    CHALK,
    CORNER_RADIUS,
    GAP,
    GOLD,
    MUTED,
    NIGHT,
    PANEL,
    SMALL_TEXT,
    TITLE_TEXT,
    TOUCH_SIZE,
)
from companion.screen.widgets.button import PushButton
from companion.voice.language import SOURCE_LANGUAGE, load_translation

ROW_COUNT, MAX_ROW_LETTERS = 4, 12
"""How many rows of letters there are, and how many letters a row has room for."""
MAX_NAME_LENGTH = 12
"""Letters of a name."""


def letter_rows(lang: str) -> list[str]:
    """The rows of letters of a language, from the top."""
    # Translators: the letters of the keyboard on the screen: four rows, at most 12 letters each.
    rows = load_translation(lang).pgettext("keyboard", "1234567890 qwertyuiop asdfghjkl zxcvbnm-'").split()
    return (
        rows
        if len(rows) == ROW_COUNT and max(map(len, rows)) <= MAX_ROW_LETTERS
        else letter_rows(SOURCE_LANGUAGE)
    )


class KeyboardOverlay(CanvasWidget):
    """Covers the page until a name is given.

    `on_name_entered` gets the name; it is not called when the keyboard is left by `cross`.
    """

    is_modal = True

    def __init__(self, on_name_entered: Callable[[str], None], max_letters: int = MAX_NAME_LENGTH) -> None:
        self.on_name_entered, self.max_letters = on_name_entered, max_letters
        self.text = ""
        self.is_untouched = True
        self.is_upper_case = True
        self.keys: list[list[PushButton]] = []
        self.known_name_buttons: list[PushButton] = []
        self.prompt_text = ""
        super().__init__()

    def show(self, lang: str, prompt_text: str, text: str, known_names: Sequence[str]) -> None:
        """Ask for a name; `text` is the current one, `known_names` can be chosen with one touch."""
        self.prompt_text, self.text = prompt_text, text
        self.is_untouched = True
        self.clear_widgets()
        self.keys = [
            [PushButton(f"key/{letter}", self._on_key, font_size=TITLE_TEXT) for letter in row]
            for row in letter_rows(lang)
        ]
        bottom_keys = [
            ("shift", "shift"),
            ("space", ""),
            ("erase", "erase"),
            ("cross", "cross"),
            ("check", "check"),
        ]
        self.keys.append(
            [PushButton(f"key/{name}", self._on_key, symbol=symbol) for name, symbol in bottom_keys]
        )
        self.keys[-1][-1].style = "main"
        self.known_name_buttons = [
            PushButton(f"known/{name}", self._on_known_name, name, max_lines=1) for name in known_names
        ]
        for key in (*self.known_name_buttons, *(key for row in self.keys for key in row)):
            self.add_widget(key)
        self._refresh_keys()

    def _refresh_keys(self) -> None:
        """Show the letters in upper or lower case, and whether the name can be accepted."""
        self.is_upper_case = self.is_untouched or not self.text or self.text.endswith((" ", "-"))
        self._show_letter_case()
        self.keys[-1][-1].update(enabled=bool(self.text.strip()))

    def _show_letter_case(self) -> None:
        for row in self.keys[:-1]:
            for key in row:
                letter = key.touch_target.removeprefix("key/")
                key.update(letter.upper() if self.is_upper_case else letter)
        self.keys[-1][0].update(style="chosen" if self.is_upper_case else "plain")
        self.request_redraw()

    def _on_known_name(self, touch_target: str) -> None:
        self.on_name_entered(touch_target.removeprefix("known/"))

    def _on_key(self, touch_target: str) -> None:
        key = touch_target.removeprefix("key/")
        if key == "check":
            self.on_name_entered(" ".join(self.text.split()))
        elif key == "cross":
            self.parent.remove_widget(self)
        elif key == "shift":
            self.is_upper_case = not self.is_upper_case
            self._show_letter_case()
        else:
            self._type_key(key)

    def _type_key(self, key: str) -> None:
        """Add or erase a letter. The first letter replaces the name that was there."""
        if key == "erase":
            self.text = self.text[:-1]
        else:
            letter = " " if key == "space" else key.upper() if self.is_upper_case else key
            self.text = (("" if self.is_untouched else self.text) + letter)[: self.max_letters].lstrip()
        self.is_untouched = False
        self._refresh_keys()

    def on_touch_down(self, touch: Any) -> bool:
        """Keep every touch from what lies beneath."""
        super().on_touch_down(touch)
        return True

    def arrange_children(self, bounds: Rect) -> None:
        """Place the known names above, the rows of keys below."""
        top, rest = bounds.inset(mm(1.5)).cut_top(mm(TOUCH_SIZE), mm(GAP))
        if self.known_name_buttons:
            known = top.cut_right(top.width * 0.56)[0]
            for button, cell in zip(
                self.known_name_buttons,
                known.split_columns(max(4, len(self.known_name_buttons)), mm(GAP)),
                strict=False,
            ):
                place_widget(button, cell)
        rows = list(rest.split_rows(len(self.keys), mm(GAP)))
        widest = max(len(row) for row in self.keys)
        width = (rest.width - mm(GAP) * (widest - 1)) / widest
        for keys, row in zip(self.keys[:-1], rows[:-1], strict=True):
            line = row.centred(width * len(keys) + mm(GAP) * (len(keys) - 1), row.height)
            for key, cell in zip(keys, line.split_columns(len(keys), mm(GAP)), strict=True):
                place_widget(key, cell)
        shift, space, erase, cross, check = self.keys[-1]
        line = rows[-1]
        spots = []
        for share in (0.14, 0.36, 0.14, 0.14):
            spot, line = line.cut_left(rest.width * share, mm(GAP))
            spots.append(spot)
        for key, spot in zip((shift, space, erase, cross, check), (*spots, line), strict=True):
            place_widget(key, spot)

    def paint(self, painter: Painter, bounds: Rect) -> None:
        """Paint the background, and the name so far with a cursor."""
        painter.fill_rect(bounds, NIGHT)
        field = bounds.inset(mm(1.5)).cut_top(mm(TOUCH_SIZE))[0]
        field = field.cut_left(field.width * 0.6)[0]
        painter.fill_rect(field, BORDER, mm(CORNER_RADIUS))
        painter.fill_rect(field.inset(mm(0.3)), PANEL, mm(CORNER_RADIUS - 0.3))
        prompt_rect, name_rect = field.inset(mm(2), mm(0.6)).cut_top(mm(3.6))
        painter.draw_text(self.prompt_text, prompt_rect, SMALL_TEXT, MUTED)
        used = painter.draw_text(
            self.text, name_rect, TITLE_TEXT, MUTED if self.is_untouched else CHALK, bold=True
        )
        painter.fill_rect(
            Rect(name_rect.x + used + mm(0.5), name_rect.y + mm(0.8), mm(0.5), name_rect.height - mm(1.6)),
            GOLD,
        )
