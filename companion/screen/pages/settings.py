"""The settings page: language, voice, rules, text; each touch takes effect at once and is saved."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from kivy.metrics import mm
from msgspec.structs import replace

from companion.screen.draw.canvas_widget import CanvasWidget, place_widget
from companion.screen.draw.painter import Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import CHALK, CORNER_RADIUS, GAP, LEAD_TEXT, MUTED, PANEL
from companion.screen.pages.page import AppShell, FramedPage
from companion.screen.settings import STRICTNESS_EFFECTS, STRICTNESS_NAMES
from companion.screen.view_models import TouchAnswer
from companion.screen.widgets.button import OptionBar, PushButton
from companion.voice.language import languages, mark_message, native_name
from companion.voice.translator import capitalised


class Setting(NamedTuple):
    """A setting: its name in the settings, symbol, label, and its values with their labels.

    Those of `lang` are the languages there are. `meaning`: what it is for.
    """

    name: str
    symbol: str
    label: str
    values: tuple[tuple[str, str], ...]
    meaning: str


SETTINGS: Final = (
    Setting(
        "lang",
        "book",
        mark_message("Language"),
        (),
        mark_message("In which everything is shown and said. A game that goes on follows at once."),
    ),
    Setting(
        "voice",
        "speaker",
        mark_message("Voice"),
        (("off", mark_message("off")), ("short", mark_message("short")), ("full", mark_message("full"))),
        mark_message("How much is said aloud: nothing, only what matters, or everything that happens."),
    ),
    Setting(
        "speed",
        "next",
        mark_message("Speech"),
        (("slow", mark_message("slow")), ("usual", mark_message("usual")), ("fast", mark_message("fast"))),
        mark_message("How fast the voice speaks."),
    ),
    Setting(
        "strictness",
        "halt",
        mark_message("What the rules forbid"),
        tuple(STRICTNESS_NAMES.items()),
        mark_message("It is refused, or Herald warns and a touch lets it stand, or Herald lets it pass."),
    ),
    Setting(
        "text",
        "quill",
        mark_message("Letters"),
        (
            ("small", mark_message("small")),
            ("normal", mark_message("normal")),
            ("large", mark_message("large")),
            ("largest", mark_message("largest")),
        ),
        mark_message("How large what is written is, on all pages and tables."),
    ),
)


class SettingRow(CanvasWidget):
    """A setting with its values side by side."""

    LABEL_WIDTH = 46.0

    def __init__(self, name: str, symbol: str, values: Iterable[str], page: SettingsPage) -> None:
        self.name, self.symbol = name, symbol
        self.label = ""
        self.value_bar = OptionBar(
            {
                value: PushButton(f"{name}={value}", page.on_touched, max_lines=1, font_size=LEAD_TEXT)
                for value in values
            },
            "plain",
        )
        super().__init__()
        self.add_widget(self.value_bar)

    @property
    def asked_target(self) -> str:
        """Its setting."""
        return self.name

    def show(self, label: str, values: dict[str, str], selected: str) -> None:
        """Show this label, and mark the selected value."""
        self.label = label
        for value, button in self.value_bar.buttons.items():
            button.update(values[value])
        self.value_bar.show(selected)
        self.request_redraw()

    def arrange_children(self, bounds: Rect) -> None:
        """Place the values at the right."""
        place_widget(self.value_bar, bounds.inset(mm(1), mm(1)).cut_left(mm(self.LABEL_WIDTH), mm(GAP))[1])

    def paint(self, painter: Painter, bounds: Rect) -> None:
        """Paint the label at the left."""
        painter.fill_rect(bounds, PANEL, mm(CORNER_RADIUS))
        label = bounds.inset(mm(2.4), mm(1)).cut_left(mm(self.LABEL_WIDTH - 3))[0]
        sign, words = label.cut_left(mm(6), mm(2.4))
        painter.draw_symbol(self.symbol, sign, MUTED)
        painter.draw_text(self.label, words, LEAD_TEXT, CHALK, bold=True, max_lines=2)


class SettingsPage(FramedPage):
    """The settings, one in each row."""

    BACKUP_WIDTH = 36.0
    TURN_WIDTH = 36.0

    def __init__(self, app: AppShell) -> None:
        self.language_names = {lang: native_name(lang) for lang in languages()}
        self.rows = {
            each.name: SettingRow(each.name, each.symbol, dict(each.values) or self.language_names, self)
            for each in SETTINGS
        }
        self.backup = PushButton("backup", self.on_touched, symbol="down", style="quiet")
        self.turn = PushButton("turn-picture", self.on_touched, symbol="turn", style="quiet")
        super().__init__(app)
        self.add_widget(self.backup)
        for row in self.rows.values():
            self.add_widget(row)

    def refresh(self) -> None:
        """Show the present settings."""
        _ = self.app.translations.gettext
        self.show_header(_("Settings"), _("They hold for every evening at this table."))
        self.backup.update(_("Backup"))
        self.turn.update(_("Turn the picture"))
        self.set_attached(self.turn, self.app.app_state.is_picture_turnable)
        settings: Any = self.app.app_state.settings
        for each in SETTINGS:
            chosen = self.app.app_state.lang if each.name == "lang" else getattr(settings, each.name)
            value_labels = {value: _(text) for value, text in each.values} or self.language_names
            self.rows[each.name].show(_(each.label), value_labels, chosen)
        self.request_redraw()

    def on_touched(self, touch_target: str) -> None:
        """Set a value, or leave the page."""
        name, _, value = touch_target.partition("=")
        game = self.app.controller.game_controller
        if touch_target == "backup":
            self.app.go_to_page("backup")
        elif touch_target == "turn-picture":
            self.app.turn_picture()
        elif not value:
            super().on_touched(touch_target)
        elif name == "lang":
            self.app.app_state.lang = value
        elif name == "strictness" and game is not None:
            game.set_strictness(next(level for level in STRICTNESS_NAMES if level == value), True)
        else:
            self.app.app_state.settings = replace(self.app.app_state.settings, **{name: value})

    def answer_about(self, touch_target: str) -> TouchAnswer | None:
        """What a setting is for; of how strict the table is, what each level does."""
        name, _equals, value = touch_target.partition("=")
        found = next((each for each in SETTINGS if each.name == name), None)
        if found is None:
            return super().answer_about(touch_target)
        _ = self.app.translations.gettext
        effect = next((what for level, what in STRICTNESS_EFFECTS.items() if level == value), "")
        text = f"{capitalised(_(effect))}." if effect else _(found.meaning)
        label = dict(found.values).get(value, "")
        return TouchAnswer(text, title=f"{_(found.label)}: {_(label)}" if label else _(found.label))

    def arrange_children(self, bounds: Rect) -> None:
        """Place one button or two in the head."""
        super().arrange_children(bounds)
        backup, head = self.header.rect.cut_right(mm(self.BACKUP_WIDTH), mm(GAP))
        place_widget(self.backup, backup)
        if self.turn.parent is not None:
            turn, head = head.cut_right(mm(self.TURN_WIDTH), mm(GAP))
            place_widget(self.turn, turn)
        place_widget(self.header, head)

    def arrange_body(self, body_rect: Rect) -> None:
        """Place the rows, all of the same height."""
        for row, spot in zip(self.rows.values(), body_rect.split_rows(len(self.rows), mm(GAP)), strict=True):
            place_widget(row, spot)
