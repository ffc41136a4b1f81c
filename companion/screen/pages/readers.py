"""The readers page: how each reader works, in a row each; lights, buttons and the sounder can be tried."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import ceil
from typing import TYPE_CHECKING, Any, Final, Literal

from kivy.clock import Clock
from kivy.metrics import mm
from msgspec import Struct

from companion.screen.app_state import run_on_kivy_thread
from companion.screen.default.piece_faces import shown_zone_name
from companion.screen.draw.canvas_widget import (
    CanvasWidget,
    ModelView,
    TouchableWidget,
    TouchHandler,
    place_widget,
)
from companion.screen.draw.painter import Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    BODY_TEXT,
    BORDER,
    CHALK,
    CORNER_RADIUS,
    GAP,
    GOLD,
    LEAD_TEXT,
    MUTED,
    NO_RED,
    NOTE_TEXT,
    PANEL,
    RAISED_PANEL,
    SEPIA,
    SMALL_TEXT,
    TITLE_TEXT,
    TOUCH_SIZE,
    YES_GREEN,
    Colour,
    mix_colours,
)
from companion.screen.pages.page import AppShell, FramedPage
from companion.screen.view_models import ChoiceOverlayModel
from companion.screen.widgets.button import PushButton
from companion.screen.widgets.item_list import DraggedPages, PagerBar
from companion.screen.widgets.overlay import ChoiceOverlay
from companion.table.messages import (
    InputEvent,
    ReportInput,
    SeatButtonPressed,
    SessionMessage,
    TagAlreadyPresent,
    TagPresent,
    TagRemoved,
)
from companion.table.table_hardware import (
    ChipOrigin,
    HardwareStatus,
    LightSignal,
    MissingHub,
    ReaderStatistics,
    ZoneReaderStatus,
)
from companion.voice.language import load_translation, mark_message
from companion.voice.problem_messages import readers_status_message

if TYPE_CHECKING:
    from companion.table.session import DeferredMessage
    from companion.table.table_hardware import TableHardware

POLL_SECONDS: Final = 1.0
"""Seconds between two polls."""
NEXT_LIGHT_SIGNAL: Final[dict[LightSignal, LightSignal]] = {
    "off": "go",
    "go": "no",
    "no": "think",
    "think": "off",
}
"""What a light that is tried shows next."""

BUTTON_NAMES: Final = {
    "yes": mark_message("yes"),
    "no": mark_message("no"),
    "undo": mark_message("take back"),
    "off": mark_message("off"),
}
PLAYER_BUTTON_NAME: Final = mark_message("player {number}")

# -- what is shown

LINGER_SECONDS = 3
"""Seconds for which it stays visible that something was laid down or pressed."""

ReaderHealth = Literal["well", "doubtful", "ill"]


class ReaderModel(Struct, frozen=True):
    """One reader.

    `zone` is its name in the wiring plan, `zone_name` what people call that; `message` says how it works and
    what to do about it, `advice` the same at length, with the machine's own words. `scan_numbers` stand under
    NUMBER_HEADINGS. `is_lit`: something was just laid there. `shown_signal`: what its light shows now, ""
    where it has none.
    """

    zone: str
    zone_name: str
    health: ReaderHealth
    message: str
    advice: str
    chip: str
    scan_numbers: tuple[str, ...]
    is_lit: bool = False
    shown_signal: str = ""


class WiredButtonModel(Struct, frozen=True):
    """A button of the table by its role; `is_pressed`: just now."""

    name: str
    text: str
    is_pressed: bool = False


class ReadersModel(Struct, frozen=True):
    """Everything that is wired.

    `note` is one sentence about it all, `is_urgent` when something is wrong; `problems` are the machine's own
    sentences about what is no reader. `has_questions`: something is plugged in that is no reader yet.
    """

    readers: tuple[ReaderModel, ...]
    buttons: tuple[WiredButtonModel, ...] = ()
    has_sounder: bool = False
    problems: tuple[str, ...] = ()
    note: str = ""
    is_urgent: bool = False
    has_questions: bool = False


# -- in words

MIN_SCANS: Final = 24
"""The least number of scans to judge by: two seconds of a reader at rest."""
MUCH_GARBLED, MUCH_SILENT = 10, 2
"""Percent of all scans."""
MANY_FLAPS, MANY_RESETS = 3, 3

NUMBER_HEADINGS: Final = (
    mark_message("clean"),
    mark_message("garbled"),
    mark_message("silent"),
    mark_message("flaps"),
    mark_message("resets"),
)
"""The headings of a reader's numbers."""

READER_ANSWERS: Final = mark_message("Answers.")
READER_STARTING: Final = mark_message("Is being started.")
READER_SILENT: Final = mark_message("Does not answer. Check its plug and its wires.")
READER_NOT_OPENED: Final = mark_message("Cannot be opened. Check its wires.")
HUB_NAME: Final = mark_message("Hub {name}")
HUB_AWAY: Final = mark_message("Its readers: {count}. Check its USB cable.")
HUB_AWAY_ADVICE: Final = mark_message(
    "The hub is away, and so are all its readers. Their places are for touch. Check its USB cable."
)
ZONE_UNKNOWN: Final = mark_message("No game has such a place.")
OFTEN_SILENT: Final = mark_message("Often silent. Check its plug.")
GARBLED: Final = mark_message("Much is garbled. Move it.")
FLAPPING: Final = mark_message("Tags come and go. Bring them nearer.")
RESTARTING: Final = mark_message("Starts anew often. Check its 3.3 V.")

SILENT_ON_CABLE: Final = mark_message("Does not answer. Check its cable.")
NOT_OPENED_ON_CABLE: Final = mark_message("Cannot be opened. Check its cable.")
OFTEN_SILENT_ON_CABLE: Final = mark_message("Often silent. Change its cable.")
RESTARTING_ON_CABLE: Final = mark_message("Resets often. Change its cable.")

ON_CABLE: Final = {
    READER_SILENT: SILENT_ON_CABLE,
    READER_NOT_OPENED: NOT_OPENED_ON_CABLE,
    OFTEN_SILENT: OFTEN_SILENT_ON_CABLE,
    RESTARTING: RESTARTING_ON_CABLE,
}
"""Message about wires, plug and supply -> what is said of a reader that has a cable in their place."""

ADVICE: Final = {
    READER_NOT_OPENED: mark_message(
        "Cannot be opened. Switch Herald off, check its plug and its wires, and switch it on again."
    ),
    ZONE_UNKNOWN: mark_message(
        "Answers, but no game has such a place, so what is laid there counts for nothing. It needs another name in"
        " the plan of the wires."
    ),
    OFTEN_SILENT: mark_message("Answers now and then. Check its plug and its supply."),
    GARBLED: mark_message("Answers, but much is garbled. Move it away from metal and from other readers."),
    FLAPPING: mark_message("Answers, but tags come and go. Bring them nearer to it."),
    RESTARTING: mark_message("Answers, but its chip starts anew again and again. Check its 3.3 V supply."),
    SILENT_ON_CABLE: mark_message(
        "Does not answer. Unplug it and plug it in again, or take another cable or another socket."
    ),
    NOT_OPENED_ON_CABLE: mark_message(
        "Cannot be opened. Unplug it and plug it in again, or take another cable or another socket. Herald may stay on."
    ),
    OFTEN_SILENT_ON_CABLE: mark_message("Answers now and then. Take another cable or another socket."),
    RESTARTING_ON_CABLE: mark_message(
        "Answers, but its chip starts anew again and again. Take another cable or another socket."
    ),
}
"""Message -> the same advice at length."""

CHIP_ORIGIN_NAMES: Final[dict[ChipOrigin, str]] = {
    "genuine": mark_message("genuine chip"),
    "copied": mark_message("copied chip"),
    "unknown": mark_message("unknown chip"),
}


def make_reader_model(
    reader: ZoneReaderStatus,
    now: ReaderStatistics,
    since: ReaderStatistics,
    lang: str,
    *,
    known: bool,
    lit: bool = False,
    light: str = "",
    game: str = "",
) -> ReaderModel:
    """The model of one reader.

    `now` are its statistics, `since` those from which on they are counted. `known`: whether it has been
    opened yet. `game`: the one by which its place is called, "" for any that has it.
    """
    text = load_translation(lang).gettext
    counted = _tally_between(since, now)
    health, sentence = _judge_reader(reader, now, counted, known)
    if reader.is_on_cable:
        sentence = ON_CABLE.get(sentence, sentence)
    return ReaderModel(
        reader.zone,
        shown_zone_name(reader.zone, lang, game),
        health,
        text(sentence),
        "\n".join(filter(None, (text(ADVICE.get(sentence, sentence)), reader.failure_reason))),
        _chip_text(now, lang),
        _number_texts(counted),
        lit,
        light,
    )


def make_missing_hub_model(hub: MissingHub, lang: str) -> ReaderModel:
    """A hub that is away, in place of all its readers."""
    text = load_translation(lang).gettext
    return ReaderModel(
        f"hub/{hub.name}",
        text(HUB_NAME).format(name=hub.name),
        "ill",
        text(HUB_AWAY).format(count=len(hub.zones)),
        f"{text(HUB_AWAY_ADVICE)}\n{hub.reason}",
        "",
        ("–",) * len(NUMBER_HEADINGS),
    )


def _tally_between(since: ReaderStatistics, now: ReaderStatistics) -> ReaderStatistics:
    """What happened between the two; a reader that was opened anew starts from zero."""
    if now.clean_scans < since.clean_scans or now.chip_resets < since.chip_resets:
        return now
    return ReaderStatistics(
        now.chip_version,
        now.chip_origin,
        now.clean_scans - since.clean_scans,
        now.garbled_scans - since.garbled_scans,
        max(0, now.unanswered_scans - since.unanswered_scans),
        now.tag_flaps - since.tag_flaps,
        now.chip_resets - since.chip_resets,
    )


def _scan_count(counted: ReaderStatistics) -> int:
    return counted.clean_scans + counted.garbled_scans + counted.unanswered_scans


def _judge_reader(
    reader: ZoneReaderStatus, now: ReaderStatistics, counted: ReaderStatistics, known: bool
) -> tuple[ReaderHealth, str]:
    """How it works, and what to do about it; a reader that could not be opened has no scans."""
    if reader.failure_reason:
        return "ill", READER_SILENT if _scan_count(now) else READER_NOT_OPENED
    if not known:
        return "doubtful", READER_STARTING
    if not reader.is_known_zone:
        return "doubtful", ZONE_UNKNOWN
    scans = _scan_count(counted)
    doubts = (
        (scans >= MIN_SCANS and 100 * counted.unanswered_scans >= MUCH_SILENT * scans, OFTEN_SILENT),
        (counted.chip_resets >= MANY_RESETS, RESTARTING),
        (scans >= MIN_SCANS and 100 * counted.garbled_scans >= MUCH_GARBLED * scans, GARBLED),
        (counted.tag_flaps >= MANY_FLAPS, FLAPPING),
    )
    for doubtful, sentence in doubts:
        if doubtful:
            return "doubtful", sentence
    return "well", READER_ANSWERS


def _chip_text(tally: ReaderStatistics, lang: str) -> str:
    """The maker of the chip, and its version where that is not the datasheet's."""
    if not tally.chip_version:
        return ""
    make = load_translation(lang).gettext(CHIP_ORIGIN_NAMES[tally.chip_origin])
    return make if tally.chip_origin == "genuine" else f"{make}, 0x{tally.chip_version:02X}"


def _number_texts(counted: ReaderStatistics) -> tuple[str, ...]:
    """The numbers under the headings: three shares in percent, two counts."""
    scans = _scan_count(counted)
    if not scans:
        return ("–",) * len(NUMBER_HEADINGS)
    shares = [_percent(part, scans) for part in (counted.garbled_scans, counted.unanswered_scans)]
    return (
        f"{100 - sum(shares)} %",
        *(f"{share} %" for share in shares),
        str(counted.tag_flaps),
        str(counted.chip_resets),
    )


def _percent(part: int, bounds: int) -> int:
    """The share in percent; 0 only of nothing."""
    return max(1, round(100 * part / bounds)) if part else 0


# -- the parts of the page

HEALTH_SYMBOLS: Final[dict[ReaderHealth, tuple[str, Colour]]] = {
    "well": ("check", YES_GREEN),
    "doubtful": ("warning", GOLD),
    "ill": ("halt", NO_RED),
}
"""Health -> symbol and colour."""

NUMBER_WIDTH = 15.4
"""Millimetres for each number."""


class ReaderRow(ModelView[ReaderModel], TouchableWidget):
    """One reader: symbol, place and sentence at the left, its numbers at the right."""

    def __init__(self, touch_handler: TouchHandler) -> None:
        super().__init__("", touch_handler)

    def on_model_changed(self, row: ReaderModel, previous: object) -> None:
        """Take the touch target of the reader."""
        self.touch_target = f"reader/{row.zone}"

    def paint_model(self, painter: Painter, bounds: Rect, row: ReaderModel) -> None:
        """Paint a row that lights up while something is laid on its reader."""
        symbol, colour = HEALTH_SYMBOLS[row.health]
        if row.is_lit:
            painter.fill_rect(bounds, GOLD, mm(CORNER_RADIUS))
        face = mix_colours(PANEL, GOLD, 0.35) if row.is_lit or self.is_pressed else PANEL
        painter.fill_rect(bounds.inset(mm(0.5)) if row.is_lit else bounds, face, mm(CORNER_RADIUS))
        painter.fill_rect(bounds.cut_left(mm(1))[0], colour)
        sign, rest = bounds.inset(mm(2.4), mm(0.6)).cut_left(mm(6), mm(2))
        painter.draw_symbol("reader" if row.is_lit else symbol, sign, GOLD if row.is_lit else colour)
        numbers, words = rest.cut_right(mm(NUMBER_WIDTH) * len(NUMBER_HEADINGS), mm(2))
        for number, cell in zip(row.scan_numbers, numbers.split_columns(len(NUMBER_HEADINGS)), strict=True):
            painter.draw_text(number, cell, BODY_TEXT, CHALK, bold=True, halign="right", role="text")
        name, sentence = words.cut_top(words.height * 0.5)
        used = painter.draw_text(row.zone_name, name, LEAD_TEXT, CHALK, bold=True)
        chip = name.cut_left(used, mm(2.4))[1]
        quiet = CHALK if row.is_lit else MUTED
        painter.draw_text(row.chip, chip, SMALL_TEXT, quiet, may_truncate=True)
        painter.draw_text(
            row.message, sentence, NOTE_TEXT, quiet if row.health == "well" else colour, may_truncate=True
        )


class NumberHeadingsView(ModelView[tuple[str, ...]]):
    """The headings above the numbers."""

    def paint_model(self, painter: Painter, bounds: Rect, model: tuple[str, ...]) -> None:
        """Paint each above its number."""
        numbers = bounds.inset(mm(2.4), 0).cut_right(mm(NUMBER_WIDTH) * len(NUMBER_HEADINGS))[0]
        for words, cell in zip(model, numbers.split_columns(len(NUMBER_HEADINGS)), strict=True):
            painter.draw_text(
                words, cell.cut_right(mm(NUMBER_WIDTH - 0.4))[0], SMALL_TEXT, MUTED, halign="right"
            )


class ProblemRow(CanvasWidget):
    """Something else that does not work, in the machine's own words."""

    def __init__(self, words: str) -> None:
        self.text = words
        super().__init__()

    def paint(self, painter: Painter, bounds: Rect) -> None:
        """Paint the sentence."""
        painter.fill_rect(bounds, PANEL, mm(CORNER_RADIUS))
        sign, words = bounds.inset(mm(2.4), mm(0.6)).cut_left(mm(6), mm(2))
        painter.draw_symbol("warning", sign, GOLD)
        painter.draw_text(self.text, words, NOTE_TEXT, CHALK, max_lines=3, may_truncate=True)


class WiredButtonsView(ModelView[tuple[WiredButtonModel, ...]]):
    """The buttons of the table by name; the one that is pressed lights up."""

    BUTTONS_PER_ROW = 8
    """The number of names that can be read side by side."""
    BUTTON_HEIGHT = 7.8
    """The height of a name, in millimetres."""
    model: tuple[WiredButtonModel, ...] = ()

    @property
    def row_count(self) -> int:
        """The number of rows."""
        return ceil(len(self.model) / self.BUTTONS_PER_ROW)

    def paint(self, painter: Painter, bounds: Rect) -> None:
        """Paint them side by side, row by row; a pressed one has a check mark too."""
        if not self.model:
            return
        columns = ceil(len(self.model) / self.row_count)
        for button, cell in zip(self.model, bounds.split_grid(columns, self.row_count, mm(1)), strict=False):
            pill = cell.centred(cell.width, mm(self.BUTTON_HEIGHT))
            painter.fill_rect(pill, GOLD if button.is_pressed else BORDER, pill.height / 2)
            painter.fill_rect(
                pill.inset(mm(0.25)), GOLD if button.is_pressed else RAISED_PANEL, (pill.height - mm(0.5)) / 2
            )
            inner = pill.inset(mm(0.5), 0)
            if button.is_pressed:
                corner = Rect(pill.right - mm(3.4), pill.top - mm(2.6), mm(3), mm(2.6))
                painter.draw_symbol("check", corner, SEPIA)
            colour = SEPIA if button.is_pressed else MUTED
            painter.draw_text(button.text, inner, SMALL_TEXT, colour, halign="center", max_lines=2)


# -- the page

LIGHT_SYMBOLS: Final = {"off": "lamp", "go": "check", "no": "cross", "think": "more"}
"""What a light shows -> the symbol on its button."""

LIGHT_BUTTON_WIDTH = 11.5
"""Millimetres for the button of a light."""

ADVICE_HEIGHT = 40.0
"""Millimetres for what is said at length of one reader, a port with a long name included."""


class ReadersPage(DraggedPages, FramedPage):
    """Rows, some at a time; below them the buttons of the table and the sounder."""

    FOOT_HEIGHT = 10.0
    HEADINGS_HEIGHT = 4.4
    ROWS_PER_PAGE = 5
    model: ReadersModel | None = None
    """None while the readers are looked for."""

    def __init__(self, app: AppShell) -> None:
        self.headings_view, self.buttons_view = NumberHeadingsView(), WiredButtonsView()
        self.reader_rows = [ReaderRow(self.on_touched) for _ in range(self.ROWS_PER_PAGE)]
        self.light_buttons = [
            PushButton("", self.on_touched, symbol="lamp") for _ in range(self.ROWS_PER_PAGE)
        ]
        self.problem_rows: list[ProblemRow] = []
        self.sound_button = PushButton("sound", self.on_touched, symbol="speaker", max_lines=1)
        self.reset_button = PushButton("anew", self.on_touched, symbol="turn", style="quiet")
        self.plugged_in_button = PushButton("plugged-in", self.on_touched, symbol="reader", max_lines=1)
        self.pager = PagerBar(self._on_page_turned)
        self.page_index = 0
        self.opened_zone = ""
        self._hardware: TableHardware | None = None
        self._visit_number = 0
        self._ticking: Any = None
        self._first_statistics: dict[str, ReaderStatistics] = {}
        self._resting: dict[str, set[str]] = {}
        self._linger: dict[str, int] = {}
        self._lights: dict[str, LightSignal] = {}
        super().__init__(app)
        self.choice_overlay = ChoiceOverlay(self.on_touched, lambda: app.translations)
        self.add_widget(self.buttons_view)

    def on_enter(self) -> None:
        """Start polling the readers as soon as the hardware is open."""
        self.opened_zone = ""
        self._visit_number += 1
        visit = self._visit_number
        self.show_model(None)
        self.app.controller.run_in_background(lambda: self._look_for(visit))

    def _look_for(self, visit: int) -> None:
        """Wait for the hardware, on another thread."""
        wired = self.app.controller.find_hardware()
        run_on_kivy_thread(lambda: self._found(visit, wired))

    def _found(self, visit: int, wired: TableHardware | None) -> None:
        if visit != self._visit_number:
            return  # the page was left meanwhile
        self._hardware = wired
        self._first_statistics, self._resting, self._linger, self._lights = {}, {}, {}, {}
        if wired is not None:
            wired.redirect_input(self)
            self._ticking = Clock.schedule_interval(self._tick, POLL_SECONDS)
        self._show()

    def on_leave(self) -> None:
        """Stop polling, and give the input back."""
        self._visit_number += 1
        if self._ticking is not None:
            self._ticking.cancel()
            self._ticking = None
        if self._hardware is not None:
            self._hardware.restore_input(self)
            self._hardware = None

    def on_touched(self, touch_target: str) -> None:
        """Open the details of a reader, or try what was touched."""
        if touch_target.startswith("reader/"):
            self.opened_zone = touch_target.removeprefix("reader/")
        elif touch_target == "back" and self.opened_zone:
            self.opened_zone = ""
        elif touch_target in ("home", "back"):
            super().on_touched(touch_target)
            return
        elif touch_target == "plugged-in":
            self._ask_what_is_plugged_in()
            return
        else:
            self._try(touch_target)
            return
        self.refresh()

    def _try(self, touch_target: str) -> None:
        """Try a light or the sounder, or count anew."""
        if self._hardware is None:
            return
        what, _, name = touch_target.partition("/")
        if what == "light":
            self._lights[name] = NEXT_LIGHT_SIGNAL[self._lights.get(name, "off")]
            self._hardware.show_light(name, self._lights[name])
        elif what == "sound":
            self._hardware.play_sound("go")
        elif what == "anew":
            self._first_statistics = dict(self._hardware.reader_statistics())
        self._show()

    def _ask_what_is_plugged_in(self) -> None:
        """Ask once more about all that is no reader yet; the page comes by itself where something is offered anew."""
        hardware = self._hardware
        if hardware is not None and hardware.status().has_declined:
            self.app.controller.run_in_background(hardware.offer_again)
        else:
            self.app.go_to_page("plugged-in")

    def _on_page_turned(self, touch_target: str) -> None:
        self.page_index += 1 if touch_target == "later" else -1
        self.refresh()

    @property
    def readers_model(self) -> ReadersModel:
        """The readers, none while they are looked for."""
        return self.model or ReadersModel(())

    def refresh(self) -> None:
        """Show the readers as they are."""
        _ = self.app.translations.gettext
        model = self.readers_model
        self.show_header(_("Readers"), model.note if model.readers else "", urgent=model.is_urgent)
        self.headings_view.show(tuple(_(words) for words in NUMBER_HEADINGS))
        self.buttons_view.show(model.buttons)
        self.sound_button.update(_("Sound"))
        self.reset_button.update(_("Count anew"))
        self.plugged_in_button.update(_("Something is plugged in"))
        self._show_rows(model)
        for part, is_visible in (
            (self.headings_view, bool(model.readers)),
            (self.reset_button, bool(model.readers)),
            (self.sound_button, model.has_sounder),
            (self.plugged_in_button, model.has_questions),
            (self.pager, self._pages > 1),
        ):
            self._place(part, is_visible)
        self._show_opened_reader(model)
        self.request_redraw()

    def _show_rows(self, model: ReadersModel) -> None:
        """Show the rows of this page: readers, then problems."""
        self.page_index = min(self.page_index, self._pages - 1)
        self.pager.show(self.page_index, self._pages)
        first = self.page_index * self.ROWS_PER_PAGE
        visible = model.readers[first : first + self.ROWS_PER_PAGE]
        for at, (row, light) in enumerate(zip(self.reader_rows, self.light_buttons, strict=True)):
            is_visible = at < len(visible)
            if is_visible:
                row.show(visible[at])
                light.touch_target = f"light/{visible[at].zone}"
                light.update(symbol=LIGHT_SYMBOLS.get(visible[at].shown_signal, "lamp"))
            self._place(row, is_visible)
            self._place(light, is_visible and bool(visible[at].shown_signal))
        for old in self.problem_rows:
            self.remove_widget(old)
        rest = [*([""] * len(model.readers)), *model.problems][first : first + self.ROWS_PER_PAGE][
            len(visible) :
        ]
        self.problem_rows = [ProblemRow(words) for words in rest]
        for problem_row in self.problem_rows:
            self._place(problem_row, True)

    @property
    def _pages(self) -> int:
        return (
            ceil((len(self.readers_model.readers) + len(self.readers_model.problems)) / self.ROWS_PER_PAGE)
            or 1
        )

    def _place(self, part: CanvasWidget, is_visible: bool) -> None:
        """Add a part beneath any overlay, or remove it."""
        if is_visible and part.parent is None:
            self.add_widget(part, index=len(self.children))
        elif not is_visible and part.parent is not None:
            self.remove_widget(part)

    def _show_opened_reader(self, model: ReadersModel) -> None:
        """Show one reader over all else, with the machine's own words."""
        row = next((row for row in model.readers if row.zone == self.opened_zone), None)
        if row is not None:
            self.choice_overlay.show(
                ChoiceOverlayModel(
                    row.zone_name, (), f"{row.zone}  {row.chip}", row.advice, message_height=ADVICE_HEIGHT
                )
            )
        self.set_attached(self.choice_overlay, row is not None)

    def arrange_children(self, bounds: Rect) -> None:
        """Place a button in the head, and the overlay over everything."""
        super().arrange_children(bounds)
        if self.reset_button.parent is not None:
            anew, head = self.header.rect.cut_right(mm(32), mm(GAP))
            place_widget(self.reset_button, anew)
            place_widget(self.header, head)
        if self.choice_overlay.parent is not None:
            place_widget(self.choice_overlay, bounds)

    def arrange_body(self, body_rect: Rect) -> None:
        """Place, from below: buttons and sounder, rows, headings."""
        model = self.readers_model
        if model.has_questions:
            foot, body_rect = body_rect.cut_bottom(mm(TOUCH_SIZE), mm(GAP))
            place_widget(self.plugged_in_button, foot.centred(mm(90), foot.height))
        if model.buttons or model.has_sounder:
            foot, body_rect = body_rect.cut_bottom(
                mm(max(self.FOOT_HEIGHT, self.buttons_view.row_count * (WiredButtonsView.BUTTON_HEIGHT + 1))),
                mm(GAP),
            )
            if model.has_sounder:
                sounder, foot = foot.cut_right(mm(26), mm(2))
                place_widget(self.sound_button, sounder)
            place_widget(self.buttons_view, foot)
        if self.pager.parent is not None:
            side, body_rect = body_rect.cut_right(mm(TOUCH_SIZE), mm(GAP))
            place_widget(self.pager, side)
        heads, body_rect = body_rect.cut_top(mm(self.HEADINGS_HEIGHT), mm(0.6))
        place_widget(self.headings_view, heads.cut_right(mm(LIGHT_BUTTON_WIDTH), mm(GAP))[1])
        cells = list(body_rect.split_rows(self.ROWS_PER_PAGE, mm(1.2)))
        for row, light, cell in zip(self.reader_rows, self.light_buttons, cells, strict=True):
            spot, left = cell.cut_right(mm(LIGHT_BUTTON_WIDTH), mm(GAP))
            place_widget(light, spot)
            place_widget(row, left)
        row_count = sum(row.parent is not None for row in self.reader_rows)
        for problem_row, cell in zip(self.problem_rows, cells[row_count:], strict=False):
            place_widget(problem_row, cell)

    def paint(self, painter: Painter, bounds: Rect) -> None:
        """Paint, where there is no reader, what that means and where to read on."""
        super().paint(painter, bounds)
        model = self.model
        if model is None or model.readers:
            return
        _ = self.app.translations.gettext
        middle = bounds.centred(mm(120), mm(46))
        sign, words = middle.cut_top(mm(20), mm(3))
        painter.draw_symbol("reader", sign, MUTED)
        note, more_rect = words.cut_top(mm(10), mm(1))
        painter.draw_text(model.note, note, TITLE_TEXT, CHALK, halign="center", max_lines=2)
        more_words = _(
            "A reader is a small board beneath a place of the table; what to buy and how to wire it stands in the guide"
            " that comes with Herald."
        )
        painter.draw_text(more_words, more_rect, BODY_TEXT, MUTED, halign="center", valign="top", max_lines=2)

    # -- input events

    def post(self, message: SessionMessage | DeferredMessage) -> None:
        """Handle a message of a reader or a button; called on its thread."""
        if isinstance(message, ReportInput):
            run_on_kivy_thread(lambda: self._on_input_event(message.event))

    def _on_input_event(self, event: InputEvent) -> None:
        match event:
            case SeatButtonPressed(_, name):
                self._linger[f"button/{name}"] = LINGER_SECONDS
            case TagAlreadyPresent(zone, uid):
                self._resting.setdefault(zone, set()).add(uid)
            case TagPresent(zone, uid):
                self._resting.setdefault(zone, set()).add(uid)
                self._linger[zone] = LINGER_SECONDS
            case TagRemoved(zone, uid):
                self._resting.get(zone, set()).discard(uid)
        self._show()

    def _tick(self, _elapsed: float) -> None:
        self._linger = {name: left - 1 for name, left in self._linger.items() if left > 1}
        self._show()

    # -- how it looks

    def _show(self) -> None:
        """Show the readers; nothing is redrawn where nothing has changed."""
        self.show_model(self._make_model())

    def _make_model(self) -> ReadersModel:
        lang, wired = self.app.app_state.lang, self._hardware
        if wired is None:
            return ReadersModel(
                (),
                note=readers_status_message(self.app.app_state.hardware_status, lang),
                is_urgent=bool(self.app.app_state.hardware_status.unusable_file),
            )
        state, tallies = wired.status(), wired.reader_statistics()
        game = self.app.controller.game_at_hand
        buttons = tuple(
            WiredButtonModel(name, _button_name(name, lang, game), self._is_lit(f"button/{name}"))
            for name in state.button_names
        )
        return ReadersModel(
            tuple(sorted(self._make_reader_models(state, tallies), key=lambda each: each.health != "ill")),
            buttons,
            state.has_sounder,
            state.problems,
            readers_status_message(state, lang),
            not state.is_every_reader_working,
            bool(state.offered) or state.has_declined,
        )

    def _make_reader_models(
        self, state: HardwareStatus, tallies: Mapping[str, ReaderStatistics]
    ) -> Iterator[ReaderModel]:
        """Hubs that are away, each in place of its readers; then every other reader.

        The caller puts those with problems first, as not all of thirteen are visible.
        """
        lang = self.app.app_state.lang
        away = {zone for hub in state.missing_hubs for zone in hub.zones}
        yield from (make_missing_hub_model(hub, lang) for hub in state.missing_hubs)
        for reader in state.readers:
            zone = reader.zone
            if zone in away:
                continue
            tally = tallies.get(zone, ReaderStatistics())
            yield make_reader_model(
                reader,
                tally,
                self._first_statistics.get(zone, ReaderStatistics()),
                lang,
                known=bool(tally.chip_version),
                lit=bool(self._resting.get(zone)) or self._is_lit(zone),
                light=self._lights.get(zone, "off") if zone in state.light_names else "",
                game=self.app.controller.game_at_hand,
            )

    def _is_lit(self, name: str) -> bool:
        return name in self._linger


def _button_name(button: str, lang: str, game: str) -> str:
    """What a button is for, in words of that game where it is about a place."""
    text = load_translation(lang).gettext
    if button in BUTTON_NAMES:
        return text(BUTTON_NAMES[button])
    kind, _, number = button.rpartition("/")
    return (
        text(PLAYER_BUTTON_NAME).format(number=number)
        if kind == "player"
        else shown_zone_name(button, lang, game)
    )
