"""The deck page: the pieces of a box get their tags, one after another, at a reader."""

from __future__ import annotations

import logging
from contextlib import ExitStack
from queue import SimpleQueue
from typing import TYPE_CHECKING, Final, cast

from kivy.metrics import mm

from companion.rules.errors import HeraldError
from companion.screen.app_state import run_on_kivy_thread
from companion.screen.draw.canvas_widget import ModelView, place_widget
from companion.screen.draw.painter import Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    ART_COLOURS,
    BODY_TEXT,
    BORDER,
    CHALK,
    CORNER_RADIUS,
    GAP,
    GOLD,
    HEADING_TEXT,
    HUGE_TEXT,
    LARGE_TEXT,
    MUTED,
    NO_RED,
    PANEL,
    PARCHMENT,
    POSTER_TEXT,
    PROMPT_TEXT,
    RAISED_PANEL,
    SEPIA,
    TITLE_TEXT,
    TOUCH_SIZE,
    YES_GREEN,
    mix_colours,
)
from companion.screen.pages.edition import EditionPage
from companion.screen.pages.page import AppShell, WorkingPage
from companion.screen.pages.tagger import Tagger, TaggingModel, TaggingResultModel
from companion.screen.view_models import CardModel
from companion.screen.widgets.button import PushButton
from companion.screen.widgets.overlay import ChoiceOverlay
from companion.table.messages import InputEvent, ReportInput, SessionMessage
from companion.table.storage.disk import FileInUseError, FileLock
from companion.table.tags.deck_store import deck_path
from companion.voice.language import load_translation, mark_message
from companion.voice.problem_messages import file_error_message
from companion.voice.translator import Translator

if TYPE_CHECKING:
    from companion.table.session import DeferredMessage
    from companion.table.table_hardware import TableHardware


# -- a piece of the box, drawn large on parchment so that people find it among similar ones


class PieceFaceView(ModelView[CardModel | None]):
    """A card with its number or symbol and what else is printed on it; a check mark for no card."""

    SYMBOL_HEIGHT = 11.0

    def paint(self, painter: Painter, bounds: Rect) -> None:
        """Paint parchment, and what is on it."""
        painter.fill_rect(bounds, mix_colours(PARCHMENT, SEPIA, 0.5), mm(CORNER_RADIUS))
        painter.fill_rect(bounds.inset(mm(0.3)), PARCHMENT, mm(CORNER_RADIUS - 0.3))
        inner, card = bounds.inset(mm(3)), self.model
        if card is None:
            painter.draw_symbol("check", inner.inset(mm(4)), YES_GREEN)
            return
        if card.printed_symbols:
            signs, inner = inner.cut_bottom(mm(self.SYMBOL_HEIGHT), mm(2))
            width = mm(self.SYMBOL_HEIGHT) * len(card.printed_symbols) + mm(2) * (
                len(card.printed_symbols) - 1
            )
            cells = signs.centred(width, signs.height).split_columns(len(card.printed_symbols), mm(2))
            for sign, cell in zip(card.printed_symbols, cells, strict=True):
                painter.draw_symbol(sign, cell)
        self._mark(painter, inner, card)

    def _mark(self, painter: Painter, inner: Rect, card: CardModel) -> None:
        """Paint the number, the symbol, or the number beneath the symbol."""
        if card.symbol and card.number:
            number, inner = inner.cut_bottom(mm(11), mm(1))
            painter.draw_text(card.number, number, HUGE_TEXT, SEPIA, bold=True, halign="center")
        if card.symbol:
            painter.draw_symbol(card.symbol, inner, ART_COLOURS["leaf"])
        elif card.number:
            side = mm(26)
            painter.draw_symbol("dot", inner.centred(side, side), ART_COLOURS["leaf"])
            painter.draw_text(
                card.number, inner.centred(side, side), POSTER_TEXT, CHALK, bold=True, halign="center"
            )


log = logging.getLogger(__name__)

# -- the page

TAGS_BUSY: Final = mark_message("Another Herald is changing these tags. End that first, then come back here.")

TAGGING_FAULT: Final = mark_message(
    "Something went wrong here. What was given so far is kept; leave this page and come back."
)
FOOT_BUTTONS: Final = (
    ("undo", "undo", mark_message("Take back")),
    ("previous", "back", mark_message("The one before")),
    ("skip", "next", mark_message("Pass over")),
    ("release", "cross", mark_message("Free its tag")),
    ("choose", "menu", mark_message("Another piece")),
)
"""The buttons at the foot, from left to right: touch target, symbol, label."""


class InstructionView(ModelView[TaggingModel]):
    """Which piece is next, in large letters, and the result of the last tag."""

    RESULT_HEIGHT = 17.0

    def paint_model(self, painter: Painter, bounds: Rect, model: TaggingModel) -> None:
        """Paint the piece and what to do with it above, the result below."""
        low, top = bounds.cut_bottom(mm(self.RESULT_HEIGHT), mm(GAP))
        colour = GOLD if model.is_urgent else CHALK
        if (piece := model.requested_piece) is None:
            painter.draw_text(model.instruction, top.inset(mm(1), 0), LARGE_TEXT, colour, max_lines=4)
        else:
            kind, top = top.cut_top(mm(5.6), mm(0.5))
            number = f"{piece.number} / {piece.total}"
            painter.draw_text(f"{number}   {piece.kind}", kind, TITLE_TEXT, MUTED, bold=True)
            instruction_rect, name = top.cut_bottom(mm(12), mm(1))
            painter.draw_text(piece.name, name, PROMPT_TEXT, CHALK, bold=True, max_lines=3, valign="top")
            painter.draw_text(model.instruction, instruction_rect, TITLE_TEXT, colour, max_lines=3)
        if model.result is not None:
            _paint_result(painter, low, model.result)


def _paint_result(painter: Painter, plate: Rect, result: TaggingResultModel) -> None:
    """Paint the result by symbol, colour and text."""
    colour = YES_GREEN if result.is_success else NO_RED
    painter.fill_rect(plate, mix_colours(PANEL, colour, 0.18), mm(CORNER_RADIUS))
    painter.fill_rect(plate.cut_left(mm(1))[0], colour)
    sign, text_rect = plate.inset(mm(2.6), mm(1)).cut_left(mm(8), mm(2.6))
    painter.draw_symbol("check" if result.is_success else "halt", sign, colour)
    text = f"{result.message} {result.next_step}".rstrip()
    painter.draw_text(text, text_rect, HEADING_TEXT, CHALK, max_lines=4, may_truncate=True)


class TaggingProgressBar(ModelView[tuple[int, int, str]]):
    """How many of all pieces have their tag, as a bar and in words."""

    TEXT_WIDTH = 62.0

    def paint_model(self, painter: Painter, bounds: Rect, model: tuple[int, int, str]) -> None:
        """Paint the bar and the text."""
        done, total, text = model
        text_rect, bar = bounds.cut_right(mm(self.TEXT_WIDTH), mm(2))
        bar = bar.centred(bar.width, mm(3))
        painter.fill_rect(bar, RAISED_PANEL, bar.height / 2)
        painter.outline_rect(bar, BORDER, mm(0.2), bar.height / 2)
        if done:
            painter.fill_rect(
                bar.cut_left(max(bar.height, bar.width * done / total))[0], GOLD, bar.height / 2
            )
        painter.draw_text(text, text_rect, BODY_TEXT, CHALK, halign="right")


class DeckPage(WorkingPage[InputEvent | str]):
    """The piece at the left, what to do at the right, other actions below; one box at a time."""

    model: TaggingModel | None = None

    FACE_WIDTH = 40.0
    PROGRESS_HEIGHT = 5.0

    def __init__(self, app: AppShell) -> None:
        self.piece_view, self.instruction_view, self.progress_bar = (
            PieceFaceView(),
            InstructionView(),
            TaggingProgressBar(),
        )
        self.buttons = {
            target: PushButton(target, self.on_touched, symbol=symbol) for target, symbol, _ in FOOT_BUTTONS
        }
        self.reader = PushButton("reader", self.on_touched, symbol="reader", style="quiet")
        self.copies = PushButton("copies", self.on_touched, symbol="deck", style="quiet")
        self._game = self._game_at_hand = ""
        """The game whose box it is, and the one that was played when people came last."""
        super().__init__(app)
        self.choice_overlay = ChoiceOverlay(self.on_touched, lambda: app.translations)
        for part in (
            self.piece_view,
            self.instruction_view,
            self.progress_bar,
            *self.buttons.values(),
            self.copies,
        ):
            self.add_widget(part)

    def on_enter(self) -> None:
        """Begin with the game that is played, unless people looked at another one since it is."""
        if self.app.controller.game_at_hand != self._game_at_hand:
            self._game = self._game_at_hand = self.app.controller.game_at_hand
        super().on_enter()

    def on_touched(self, touch_target: str) -> None:
        """Close an overlay before the page is left; pass other touches on."""
        if touch_target == "home" or (touch_target == "back" and self.choice_overlay.parent is None):
            super().on_touched(touch_target)
        elif touch_target.startswith("printed/"):
            cast(EditionPage, self.app.page_named("copy")).game = touch_target.removeprefix("printed/")
            self.app.go_to_page("copy")
        else:
            self.work_on(touch_target)

    # -- on the page's thread

    def first_model(self) -> None:
        """Nothing, until the box is loaded."""

    def serve_visit(self, queue: SimpleQueue[InputEvent | str | None], lang: str) -> None:
        """Serve the page: one game after another, while readers and buttons report here."""
        with ExitStack() as leaving:
            hardware, listener = self.app.controller.find_hardware(), _DeckListener(queue)
            if hardware is not None and not self.is_visit_over(
                queue
            ):  # otherwise another page gets the input already
                leaving.callback(hardware.restore_input, listener)
                hardware.redirect_input(listener)  # from now on what is laid there is no move
            game: str | None = self._game
            while game is not None and not self.is_visit_over(queue):
                game = self._serve_game(game, lang, hardware, listener)

    def _serve_game(
        self, game: str, lang: str, hardware: TableHardware | None, listener: _DeckListener
    ) -> str | None:
        """Serve one game; the name of the game that is wanted next, or None."""
        self._game = game
        try:
            with FileLock(deck_path(game)):
                readers = (
                    [reader.zone for reader in hardware.status().readers] if hardware is not None else []
                )
                tagger = Tagger(
                    game, lang, hardware or _NoLights(), readers, self.app.controller.face_down_tags()
                )
                try:
                    if hardware is not None and not self.is_visit_over(listener.queue):
                        listener.is_listening = True
                        hardware.redirect_input(listener)
                    return self._serve_tagging(tagger, listener.queue)
                finally:
                    listener.is_listening = False
                    tagger.close()
                    self.app.controller.replace_deck(game)
        except (HeraldError, OSError) as wrong:
            why = (
                load_translation(lang).gettext(TAGS_BUSY)
                if isinstance(wrong, FileInUseError)
                else file_error_message(wrong, lang)
            )
            self._show_fault(why, game, lang)
        except Exception:  # the last net: every binding is on the disk, and people can go home
            log.exception("the deck page was left")
            self._show_fault(load_translation(lang).gettext(TAGGING_FAULT), game, lang)
        while listener.queue.get() is not None:
            pass
        return None

    def _serve_tagging(self, tagger: Tagger, queue: SimpleQueue[InputEvent | str | None]) -> str | None:
        self._show_now(tagger.make_model())
        while (item := queue.get()) is not None:
            if isinstance(item, str):
                tagger.touch(item)
            else:
                tagger.on_input_event(item)
            if tagger.requested_game:
                return tagger.requested_game
            if queue.empty():
                self._show_now(tagger.make_model())
        return None

    def _show_fault(self, why: str, game: str, lang: str) -> None:
        """Show why nothing can be done until the page is opened again."""
        self._show_now(
            TaggingModel(Translator(game, {}, lang).name_of("game", "title"), 0, 0, why, is_urgent=True)
        )

    def _show_now(self, tagging: TaggingModel) -> None:
        run_on_kivy_thread(lambda: self.show_model(tagging))

    # -- how it looks

    def refresh(self) -> None:
        """Show the present state of tagging."""
        _ = self.app.translations.gettext
        model = self.model or TaggingModel(_("The box is being opened …"), 0, 0, "")
        self.show_header(_("Deck"), model.title)
        self.piece_view.show(model.requested_piece.face if model.requested_piece is not None else None)
        self.instruction_view.show(model)
        progress_text = _("{done} of {all} pieces have their tag.").format(
            done=model.tagged_count, all=model.total
        )
        self.progress_bar.show((model.tagged_count, model.total, progress_text))
        self._buttons(model)
        self._offer(model)
        self.request_redraw()

    def _buttons(self, model: TaggingModel) -> None:
        _ = self.app.translations.gettext
        works = model.total > 0 and not (model.is_urgent and model.requested_piece is None)
        enabled = {
            "undo": model.can_undo,
            "previous": works,
            "skip": model.requested_piece is not None,
            "release": model.requested_piece is not None and model.requested_piece.has_tag,
            "choose": works,
        }
        for target, _symbol, label in FOOT_BUTTONS:
            self.buttons[target].update(_(label), enabled=enabled[target])
        self.copies.update(_("Copies"), enabled=model.total > 0)
        self.reader.update(model.reader_name, enabled=model.reader_count > 1)
        self.set_attached(self.reader, bool(model.reader_name))

    def _offer(self, model: TaggingModel) -> None:
        """Show what there is to choose from, over all else."""
        if model.choice_overlay is not None:
            self.choice_overlay.show(model.choice_overlay)
        self.set_attached(self.choice_overlay, model.choice_overlay is not None)

    def arrange_children(self, bounds: Rect) -> None:
        """Place two buttons in the head, and the overlay over everything."""
        super().arrange_children(bounds)
        copies, head = self.header.rect.cut_right(mm(29), mm(GAP))
        place_widget(self.copies, copies)
        if self.reader.parent is not None:
            reader, head = head.cut_right(mm(37), mm(GAP))
            place_widget(self.reader, reader)
        place_widget(self.header, head)
        if self.choice_overlay.parent is not None:
            place_widget(self.choice_overlay, bounds)

    def arrange_body(self, body_rect: Rect) -> None:
        """Place, from below: buttons, progress bar, piece and instruction."""
        foot, body_rect = body_rect.cut_bottom(mm(TOUCH_SIZE), mm(GAP))
        for button, cell in zip(
            self.buttons.values(), foot.split_columns(len(self.buttons), mm(GAP)), strict=True
        ):
            place_widget(button, cell)
        bar, body_rect = body_rect.cut_bottom(mm(self.PROGRESS_HEIGHT), mm(GAP))
        place_widget(self.progress_bar, bar)
        face, body_rect = body_rect.cut_left(mm(self.FACE_WIDTH), mm(3.5))
        place_widget(self.piece_view, face)
        place_widget(self.instruction_view, body_rect)


class _DeckListener:
    """Puts what readers and buttons report into the queue, unless it is not `is_listening`."""

    def __init__(self, queue: SimpleQueue[InputEvent | str | None]) -> None:
        self.queue = queue
        self.is_listening = False
        """Whether it is known which piece a tag would be given to."""

    def post(self, message: SessionMessage | DeferredMessage) -> None:
        """Called on any thread."""
        if self.is_listening and isinstance(message, ReportInput):
            self.queue.put(message.event)


class _NoLights:
    """Stands in where there are neither lights nor a sounder."""

    def show_light(self, zone: str, signal: str) -> None:
        """Do nothing."""

    def play_sound(self, what: str) -> None:
        """Do nothing."""
