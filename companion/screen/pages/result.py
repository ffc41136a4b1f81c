"""The page on which the result of an evening is handed on: a QR for a phone, and files for a stick or a folder."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING, Final, TypeVar

from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.metrics import mm
from msgspec import Struct
from msgspec.structs import replace

from companion.home import herald_home
from companion.rules.errors import HeraldError
from companion.screen.draw.canvas_widget import ModelView, place_widget
from companion.screen.draw.painter import Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import BODY_TEXT, CHALK, GAP, LEAD_TEXT, MUTED, NO_RED, YES_GREEN
from companion.screen.pages.backup import STICK_GONE, FolderChoices
from companion.screen.pages.page import AppShell, AskingPage
from companion.screen.view_models import ChoiceOverlayModel
from companion.screen.widgets.button import PushButton
from companion.screen.widgets.overlay import HeaderBar
from companion.voice.language import load_translation, mark_message
from companion.voice.problem_messages import PROBLEM_MESSAGES, file_error_message

if TYPE_CHECKING:
    from companion.export.evening_result import ToldEvening

log = logging.getLogger(__name__)
T = TypeVar("T")

OWN_FOLDER_NAME: Final = "results"
QUIET_MODULES: Final = 4
"""Modules of white around a QR: without them it is not found (ISO/IEC 18004, 6.3.8)."""
KEPT_AS: Final = {
    "picture": ("sun", mark_message("As a picture")),
    "html": ("book", mark_message("As a page with everything")),
    "csv": ("chart", mark_message("For a spreadsheet")),
    "json": ("more", mark_message("For other programs")),
}
"""What the result can be kept as -> symbol and text of its button."""
SCAN_IT: Final = mark_message("With a phone: the app BG Stats takes the result from this picture.")
WRITTEN: Final = mark_message("Written: {path}")
SCAN_HEIGHT, TOLD_HEIGHT = 12.0, 14.0
"""Millimetres for what the QR is for, and for what came of the last touch."""

QrModules = tuple[bytes, ...]
"""Rows from above, a byte for each module: 1 for a dark one."""


class ResultModel(Struct, frozen=True):
    """What is shown: the QR, () until it is made; what came of the last touch; and the question where to."""

    title: str = ""
    qr: QrModules = ()
    message: str = ""
    is_success: bool = True
    choice_overlay: ChoiceOverlayModel | None = None


class QrView(ModelView[QrModules]):
    """A QR on white, each module as large as whole pixels allow."""

    def paint_model(self, painter: Painter, bounds: Rect, model: QrModules) -> None:
        """Paint it in the middle."""
        if not model:
            return
        side = len(model) + 2 * QUIET_MODULES
        pixels = max(1, int(min(bounds.width, bounds.height)) // side)
        white = bounds.centred(side * pixels, side * pixels)
        painter.fill_rect(white, (1.0, 1.0, 1.0, 1.0))
        texture = Texture.create(size=(len(model), len(model)), colorfmt="luminance")
        dark_to_light = bytes.maketrans(b"\x00\x01", b"\xff\x00")
        texture.blit_buffer(
            b"".join(row.translate(dark_to_light) for row in reversed(model)),
            colorfmt="luminance",
            bufferfmt="ubyte",
        )
        texture.mag_filter = texture.min_filter = "nearest"
        inner = white.inset(QUIET_MODULES * pixels)
        painter.canvas.add(Color(1, 1, 1, 1))
        painter.canvas.add(
            Rectangle(
                pos=(round(inner.x), round(inner.y)),
                size=(len(model) * pixels, len(model) * pixels),
                texture=texture,
            )
        )


class ResultPage(AskingPage):
    """The QR at the left, as large as the page; at the right what the result can be kept as.

    evening: the journal; None for the game that runs.
    """

    model = ResultModel()
    evening: Path | None = None

    def __init__(self, app: AppShell) -> None:
        self.qr_view = QrView()
        self.buttons = {
            kind: PushButton(f"keep/{kind}", self.on_touched, symbol=symbol)
            for kind, (symbol, _text) in KEPT_AS.items()
        }
        self._latest_model = ResultModel()
        self._choices: FolderChoices | None = None
        self._kind = ""
        self._scan_rect = self._told_rect = Rect(0, 0, 0, 0)
        super().__init__(app)
        for part in (self.qr_view, *self.buttons.values()):
            self.add_widget(part)

    def refresh(self) -> None:
        """Show the QR, and what came of the last touch."""
        text, model = self.app.translations.gettext, self.model
        self.show_header(model.title)
        self.qr_view.show(model.qr)
        for kind, button in self.buttons.items():
            button.update(text(KEPT_AS[kind][1]), enabled=bool(model.title))
        self.show_question(model.choice_overlay)
        self.request_redraw()

    def arrange_children(self, bounds: Rect) -> None:
        """Place the QR over the whole height, and beside it the head and the buttons."""
        square, rest = bounds.inset(mm(1.6)).cut_left(bounds.height - mm(3.2), mm(GAP))
        place_widget(self.qr_view, square)
        head, rest = rest.cut_top(mm(HeaderBar.HEIGHT), mm(GAP))
        place_widget(self.header, head)
        self._told_rect, rest = rest.cut_bottom(mm(TOLD_HEIGHT), mm(GAP))
        self._scan_rect, rest = rest.cut_top(mm(SCAN_HEIGHT), mm(GAP))
        for button, row in zip(
            self.buttons.values(), rest.split_rows(len(self.buttons), mm(GAP)), strict=True
        ):
            place_widget(button, row)
        self.arrange_question(bounds)

    def paint(self, painter: Painter, bounds: Rect) -> None:
        """Paint what the QR is for, and what came of the last touch."""
        super().paint(painter, bounds)
        if self.is_asking:
            return
        text, model = self.app.translations.gettext, self.model
        if model.qr:
            painter.draw_text(text(SCAN_IT), self._scan_rect, LEAD_TEXT, CHALK, valign="top", max_lines=4)
        colour = MUTED if not model.message else YES_GREEN if model.is_success else NO_RED
        painter.draw_text(
            model.message, self._told_rect, BODY_TEXT, colour, valign="top", max_lines=4, may_truncate=True
        )

    # -- on the page's thread

    def first_model(self) -> ResultModel:
        """Nothing, until the result is known."""
        return ResultModel()

    def serve_visit(self, queue: SimpleQueue[str | None], lang: str) -> None:
        """Tell the evening and make its QR, then handle each touch."""
        self._latest_model, self._choices = ResultModel(), None
        evening = self._guarded(queue, lang, lambda: self._load(queue, lang))
        while (target := queue.get()) is not None:
            if evening is not None:
                self._guarded(queue, lang, partial(self._handle, queue, target, evening, lang))

    def _guarded(self, queue: SimpleQueue[str | None], lang: str, act: Callable[[], T]) -> T | None:
        """The result of `act`; None where it failed, which is told."""
        try:
            return act()
        except (HeraldError, OSError) as wrong:
            self._finish(queue, file_error_message(wrong, lang), is_success=False)
        except Exception:  # the last net: nothing was changed, and people can go home
            log.exception("the result page failed")
            text = load_translation(lang).gettext
            self._finish(queue, text(PROBLEM_MESSAGES["fault"]), is_success=False)
        return None

    def _load(self, queue: SimpleQueue[str | None], lang: str) -> ToldEvening:
        from companion.export.bg_stats import result_qr
        from companion.export.evening_result import load_told_evening

        evening = (
            load_told_evening(self.evening, lang)
            if self.evening is not None
            else self.app.controller.running_evening(lang)
        )
        modules = tuple(bytes(row) for row in result_qr(evening.result).matrix)
        self._show(queue, ResultModel(evening.result.title, modules))
        return evening

    def _handle(self, queue: SimpleQueue[str | None], target: str, evening: ToldEvening, lang: str) -> None:
        what, _, value = target.partition("/")
        if what == "keep":
            self._kind = value
            self._choices = FolderChoices("make", herald_home(), lang, OWN_FOLDER_NAME)
        elif self._choices is None:
            return
        elif what == "folder":
            self._choices.open_folder(target)
        elif what == "here" and self._choices.folders:
            self._write(queue, self._choices, evening, lang)
            return
        elif what == "back" and self._choices.folders:
            self._choices.folders.pop()
        else:
            self._finish(queue, "")
            return
        self._show(queue, replace(self._latest_model, choice_overlay=self._choices.question()))

    def _write(
        self, queue: SimpleQueue[str | None], choices: FolderChoices, evening: ToldEvening, lang: str
    ) -> None:
        from companion.export.result_files import keep_result

        text = load_translation(lang).gettext
        if choices.is_medium_gone:
            self._finish(queue, text(STICK_GONE), is_success=False)
            return
        path = keep_result(evening, self._kind, choices.folders[-1])
        self._finish(queue, text(WRITTEN).format(path=path))

    def _finish(self, queue: SimpleQueue[str | None], message: str, is_success: bool = True) -> None:
        """Close the question, and tell what came of it."""
        self._choices = None
        self._show(
            queue,
            replace(self._latest_model, message=message, is_success=is_success, choice_overlay=None),
        )

    def _show(self, queue: SimpleQueue[str | None], model: ResultModel) -> None:
        self._latest_model = model
        self.show_in_visit(queue, model)
