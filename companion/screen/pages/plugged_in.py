"""The page that asks about what is plugged in without a wiring plan: whether it is a card reader, and which one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from kivy.metrics import mm
from msgspec import Struct

from companion.screen.app_state import run_on_kivy_thread
from companion.screen.default.piece_faces import shown_zone_name
from companion.screen.draw.canvas_widget import place_widget
from companion.screen.draw.painter import Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    CHALK,
    GOLD,
    LARGE_TEXT,
    LEAD_TEXT,
    MUTED,
    TITLE_TEXT,
    YES_GREEN,
    Colour,
)
from companion.screen.pages.page import AppShell, FramedPage
from companion.screen.widgets.button import PushButton
from companion.table.messages import ReportInput, SessionMessage, TagPresent
from companion.table.table_hardware import PluggedInDevice
from companion.voice.language import mark_message
from companion.voice.problem_messages import PLUGGED_IN, file_error_message, is_it_a_reader

if TYPE_CHECKING:
    from companion.table.session import DeferredMessage
    from companion.table.table_hardware import TableHardware

BUTTON_HEIGHT: Final = 18.0
"""The height of the buttons, in millimetres."""
OPENING: Final = mark_message("Herald asks it …")


class PluggedInModel(Struct, frozen=True):
    """What is asked or told.

    `device`: what is asked about; None once there is nothing more to ask. `is_answered`: it is being tried, or the
    answer kept. `message`: what came of it, `detail` in the machine's own words, or why that is not kept. `works`: a
    reader was found. `place`: the place for whose reader a card is to be laid, "" where none is.
    """

    device: PluggedInDevice | None = None
    is_answered: bool = False
    message: str = ""
    detail: str = ""
    works: bool = False
    place: str = ""


class PluggedInPage(FramedPage):
    """One question at a time. Meanwhile the running game gets no input from readers and buttons."""

    model: PluggedInModel = PluggedInModel()

    def __init__(self, app: AppShell) -> None:
        self.buttons = {
            target: PushButton(target, self.on_touched, symbol=symbol, font_size=TITLE_TEXT, max_lines=1)
            for target, symbol in (("yes", "check"), ("no", "cross"), ("done", "check"))
        }
        self._hardware: TableHardware | None = None
        self._places: list[str] = []
        """The places whose reader is still to be shown; the last reader has what is left."""
        super().__init__(app)

    def on_enter(self) -> None:
        """Take over the input, and ask about what is plugged in."""
        self._hardware, self._places = self.app.controller.hardware, []
        if self._hardware is not None:
            self._hardware.redirect_input(self)
        self.show_model(self._next_question())

    def on_leave(self) -> None:
        """Give the input back; what was not answered is asked another time."""
        if self._hardware is not None:
            self._hardware.restore_input(self)
            self._hardware = None

    def _next_question(self) -> PluggedInModel:
        offered = self.app.app_state.hardware_status.offered
        return PluggedInModel(next(iter(offered), None))

    # -- touches

    def on_touched(self, touch_target: str) -> None:
        """Take the answer."""
        device, text = self.model.device, self.app.translations.gettext
        if touch_target == "yes" and device is not None:
            self.show_model(PluggedInModel(device, is_answered=True, message=text(OPENING)))
            self._work(lambda hardware: self._try(hardware, device))
        elif touch_target == "no" and device is not None:
            self.show_model(PluggedInModel(device, is_answered=True, message=text(PLUGGED_IN["declined"])))
            self._work(lambda hardware: self._decline(hardware, device))
        elif touch_target == "done":
            self._go_on()
        elif touch_target in ("home", "back"):
            super().on_touched(touch_target)

    def _go_on(self) -> None:
        """Ask about the next device, or go back."""
        asked = self.model.device
        left = [device for device in self.app.app_state.hardware_status.offered if device != asked]
        if left:
            self.show_model(PluggedInModel(left[0]))
        else:
            self.app.go_back()

    def _work(self, act: Callable[[TableHardware], Callable[[], None]]) -> None:
        """Do it on another thread; then show what came of it, unless the page was left meanwhile."""
        hardware, model = self._hardware, self.model
        if hardware is None:
            return

        def show(came: Callable[[], None]) -> None:
            if self._hardware is not None and self.model is model:
                came()

        def work() -> None:
            came = act(hardware)
            run_on_kivy_thread(lambda: show(came))

        self.app.controller.run_in_background(work)

    def _not_kept(self, wrong: OSError | None) -> str:
        return "" if wrong is None else file_error_message(wrong, self.app.app_state.lang)

    def _try(self, hardware: TableHardware, device: PluggedInDevice) -> Callable[[], None]:
        """Open it; on another thread."""
        tried = hardware.try_reader(device)
        places = [reader.zone for reader in hardware.status().readers]

        def show() -> None:
            text = self.app.translations.gettext
            if not tried.zone:
                told = text(PLUGGED_IN["silent"])
                self.show_model(PluggedInModel(device, message=told, detail=tried.failure_reason))
                return
            place = shown_zone_name(tried.zone, self.app.app_state.lang, self.app.controller.game_at_hand)
            told = text(PLUGGED_IN["works"]).format(place=place)
            self._ask_which(told, self._not_kept(tried.unkept), places)

        return show

    def _decline(self, hardware: TableHardware, device: PluggedInDevice) -> Callable[[], None]:
        """Keep it; on another thread."""
        try:
            hardware.decline(device)
        except OSError as wrong:
            untold = PluggedInModel(message=self.model.message, detail=self._not_kept(wrong))
            return lambda: self.show_model(untold)
        return self._go_on

    def _ask_which(self, message: str, detail: str, places: list[str]) -> None:
        """Ask for the reader of the first of these places; one place alone is clear."""
        self._places = places if len(places) > 1 else []
        place = next(iter(self._places), "")
        self.show_model(PluggedInModel(message=message, detail=detail, works=True, place=place))

    # -- readers, on their threads

    def post(self, message: SessionMessage | DeferredMessage) -> None:
        """Handle a message of a reader; called on its thread."""
        match message:
            case ReportInput(TagPresent(zone, _)):
                run_on_kivy_thread(lambda: self._on_card_laid(zone))

    def _on_card_laid(self, zone: str) -> None:
        """A card shows which reader is meant: it gets the place that is asked for.

        One that has its place by now says nothing more; nor does any while two change theirs.
        """
        if zone not in self._places:
            return
        (place, *left), self._places = self._places, []

        def change_places(hardware: TableHardware) -> Callable[[], None]:
            detail = ""
            try:
                if zone != place:
                    hardware.exchange_readers(zone, place)
            except OSError as wrong:
                detail = self._not_kept(wrong)
            _ = self.app.translations.gettext
            told = self.model.message if len(left) > 1 else _("Now Herald knows which reader is which.")
            return lambda: self._ask_which(told, detail, left)

        self._work(change_places)

    # -- how it looks

    def refresh(self) -> None:
        """Show the question, or what came of it."""
        _, model = self.app.translations.gettext, self.model
        offered = self.app.app_state.hardware_status.offered
        is_told = model.works or model.is_answered or (model.device is None and model.message)
        if self._hardware is not None and not is_told and model.device not in offered:
            self.model = model = PluggedInModel(next(iter(offered), None))  # it was pulled out
        self.show_header(_("Plugged in"))
        asks = model.device is not None and not model.is_answered
        for target, text, is_shown in (
            ("yes", _("Try again") if model.message else _("Yes, a card reader"), asks),
            ("no", _("No"), asks),
            ("done", _("Done"), model.device is None),
        ):
            self.buttons[target].update(text)
            self.set_attached(self.buttons[target], is_shown)
        self.request_redraw()

    def arrange_body(self, body_rect: Rect) -> None:
        """Place the buttons side by side, below what is asked."""
        row = body_rect.inset(mm(4), mm(5)).cut_bottom(mm(BUTTON_HEIGHT))[0]
        visible = [button for button in self.buttons.values() if button.parent is not None]
        for button, cell in zip(visible, row.split_columns(max(2, len(visible)), mm(6)), strict=False):
            place_widget(button, cell)

    def paint(self, painter: Painter, bounds: Rect) -> None:
        """Paint what is asked or told, and below it what to do."""
        super().paint(painter, bounds)
        text, model = self.app.translations.gettext, self.model
        body = bounds.inset(mm(8)).cut_bottom(mm(BUTTON_HEIGHT + 8), mm(2))[1].cut_top(mm(14), mm(2))[1]
        sign, words = body.cut_left(mm(20), mm(4))
        symbol, colour = ("check", YES_GREEN) if model.works else ("reader", GOLD)
        painter.draw_symbol(symbol, sign.centred(mm(18), mm(18)), colour)
        lines = [*self._sentences(text), ("", CHALK)][:2]
        first, below = words.cut_top(words.height * 0.5, mm(2))
        size_below = LARGE_TEXT if model.place else LEAD_TEXT
        for (sentence, ink), cell, size in zip(lines, (first, below), (LARGE_TEXT, size_below), strict=True):
            painter.draw_text(sentence, cell, size, ink, max_lines=4, may_truncate=True)

    def _sentences(self, text: Callable[[str], str]) -> list[tuple[str, Colour]]:
        model, lang = self.model, self.app.app_state.lang
        if model.is_answered:
            return [(model.message, CHALK)]
        if model.place:
            place = shown_zone_name(model.place, lang, self.app.controller.game_at_hand)
            which = text(PLUGGED_IN["which"]).format(place=place)
            return [(model.detail or model.message, CHALK), (which, GOLD)]
        if model.message:
            return [(model.message, CHALK), (model.detail, MUTED)]
        if model.device is None:
            return [(text(PLUGGED_IN["nothing"]), CHALK), (model.detail, MUTED)]
        return [(is_it_a_reader(model.device, lang), CHALK), (model.detail, MUTED)]
