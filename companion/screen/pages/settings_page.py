"""Settings: language, voice, rules, text; each touch counts at once and is kept."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from kivy.metrics import mm
from msgspec.structs import replace

from companion.screen.draw.canvas_widget import CanvasWidget, place_widget
from companion.screen.draw.painter import Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import CHALK, CORNER_RADIUS, GAP, LEAD_TEXT, MUTED, PANEL
from companion.screen.pages.page import Framed, House
from companion.screen.widgets.button import PushButton
from companion.screen.widgets.option_bar import OptionBar
from companion.voice.language import languages, message, native_name

ROWS: Final[tuple[tuple[str, str, str, tuple[tuple[str, str], ...]], ...]] = (
    ("lang", "book", message("Language"), ()),
    (
        "voice",
        "speaker",
        message("Voice"),
        (("off", message("off")), ("short", message("short")), ("full", message("full"))),
    ),
    (
        "speed",
        "next",
        message("Speech"),
        (("slow", message("slow")), ("usual", message("usual")), ("fast", message("fast"))),
    ),
    (
        "strictness",
        "halt",
        message("What the rules forbid"),
        (("strict", message("refuse")), ("hint", message("warn")), ("silent", message("let pass"))),
    ),
    (
        "text",
        "quill",
        message("Letters"),
        (
            ("small", message("small")),
            ("normal", message("normal")),
            ("large", message("large")),
            ("largest", message("largest")),
        ),
    ),
)
"""Name of the setting, symbol, words, and its values with their words; those of `lang` are the languages there are."""


class SettingRow(CanvasWidget):
    """What is set, and its values beside each other."""

    LABEL = 46.0

    def __init__(self, name: str, symbol: str, values: Iterable[str], page: SettingsPage) -> None:
        self.symbol = symbol
        self.words = ""
        self.values = OptionBar(
            {
                value: PushButton(f"{name}={value}", page.touched, max_lines=1, font_size=LEAD_TEXT)
                for value in values
            },
            "plain",
        )
        super().__init__()
        self.add_widget(self.values)

    def show(self, words: str, values: dict[str, str], chosen: str) -> None:
        """This is chosen."""
        self.words = words
        for value, button in self.values.buttons.items():
            button.update(values[value])
        self.values.show(chosen)
        self.request_redraw()

    def arrange_children(self, whole: Rect) -> None:
        """Values at the right."""
        place_widget(self.values, whole.inset(mm(1), mm(1)).cut_left(mm(self.LABEL), mm(GAP))[1])

    def paint(self, ink: Painter, whole: Rect) -> None:
        """The words at the left."""
        ink.fill_rect(whole, PANEL, mm(CORNER_RADIUS))
        label = whole.inset(mm(2.4), mm(1)).cut_left(mm(self.LABEL - 3))[0]
        sign, words = label.cut_left(mm(6), mm(2.4))
        ink.draw_symbol(self.symbol, sign, MUTED)
        ink.draw_text(self.words, words, LEAD_TEXT, CHALK, bold=True, max_lines=2)


class SettingsPage(Framed):
    """One row a setting."""

    def __init__(self, house: House) -> None:
        self.tongues = {lang: native_name(lang) for lang in languages()}
        self.rows = {
            name: SettingRow(name, symbol, dict(values) or self.tongues, self)
            for name, symbol, _, values in ROWS
        }
        super().__init__(house)
        for row in self.rows.values():
            self.add_widget(row)

    def refresh(self) -> None:
        """As it is set."""
        _ = self.house.words.gettext
        self.head(_("Settings"), _("They hold for every evening at this table."))
        settings: Any = self.house.model.settings
        for name, _symbol, words, values in ROWS:
            chosen = self.house.model.lang if name == "lang" else getattr(settings, name)
            said = {value: _(text) for value, text in values} or self.tongues
            self.rows[name].show(_(words), said, chosen)
        self.request_redraw()

    def touched(self, thing: str) -> None:
        """A value, or the way out."""
        name, _, value = thing.partition("=")
        if not value:
            super().touched(thing)
        elif name == "lang":
            self.house.model.lang = value
        else:
            self.house.model.settings = replace(self.house.model.settings, **{name: value})

    def fill(self, rest: Rect) -> None:
        """Equal rows."""
        for row, spot in zip(self.rows.values(), rest.split_rows(len(self.rows), mm(GAP)), strict=True):
            place_widget(row, spot)
