"""What the table view of every game has around its board.

The prompt is above, between the ways out; the hand, the answers and the undo button are below.
"""

from __future__ import annotations

import gettext
from collections.abc import Callable, Sequence
from math import ceil, hypot
from typing import Any

from kivy.clock import Clock
from kivy.metrics import mm

from companion.screen.draw.canvas_widget import (
    DRAG_DISTANCE,
    CanvasWidget,
    GlowingModelView,
    ModelView,
    TouchableWidget,
    TouchHandler,
    place_widget,
)
from companion.screen.draw.painter import (
    LINE_SPACING,
    PROMPT_SPACING,
    Painter,
    fit_text,
    font_pixels,
    text_width,
)
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    ART_COLOURS,
    BAR_HEIGHT,
    BODY_TEXT,
    BORDER,
    CHALK,
    CORNER_RADIUS,
    GAP,
    GOLD,
    HEADING_TEXT,
    MIN_TEXT,
    MUTED,
    NIGHT,
    NOTE_TEXT,
    NUMBER_TEXT,
    PAGE_MARGIN,
    PANEL,
    PARCHMENT,
    PLAYER_COLOURS,
    PROMPT_TEXT,
    RAISED_PANEL,
    SEPIA,
    SMALL_TEXT,
    TEXT_ON_PLAYER_COLOURS,
    TOUCH_SIZE,
    TextRole,
    mix_colours,
)
from companion.screen.view_models import CardModel, ChoiceModel, EventModel, PromptModel, TableFrameModel
from companion.screen.widgets.button import PushButton

# -- the biggest text on the screen: whose turn it is and what to do now


class PromptBar(ModelView[PromptModel]):
    """The player's colour, symbol and name; the sentence; beneath it the ways to do it."""

    asked_target = "prompt"
    PLAYER_WIDTH = 19.0
    """Millimetres for the player's sign and name."""
    HINT_HEIGHT, LONG_HINT_HEIGHT = 5.0, 7.4
    """Millimetres for the line beneath, and for two."""

    def paint_model(self, painter: Painter, bounds: Rect, model: PromptModel) -> None:
        """Paint the player on the left and the sentence on the right."""
        painter.fill_rect(bounds, PANEL, mm(CORNER_RADIUS))
        rest = bounds
        if model.seat is not None:
            left, rest = bounds.cut_left(mm(self.PLAYER_WIDTH))
            painter.fill_rect(
                left.cut_right(mm(CORNER_RADIUS))[0], PLAYER_COLOURS.get(model.seat.colour, GOLD)
            )
            painter.fill_player_rect(model.seat.colour, left, mm(CORNER_RADIUS))
            name, sign = left.inset(mm(0.8)).cut_bottom(mm(4.6))
            painter.draw_player_sign(model.seat.colour, sign.inset(0, mm(0.2)))
            painter.draw_text(
                model.seat.shown_name,
                name,
                HEADING_TEXT,
                TEXT_ON_PLAYER_COLOURS.get(model.seat.colour, SEPIA),
                bold=True,
                halign="center",
                may_truncate=True,
            )
        self._sentence(painter, rest.inset(mm(2.2), mm(0.2)), model)

    def _sentence(self, painter: Painter, rest: Rect, prompt: PromptModel) -> None:
        """Paint the sentence in one large line with the hint beneath.

        A long one takes the place of the hint as well. Its letters are as large as everybody at the table reads them;
        only beside rare buttons, and in languages of very long words, they are smaller.
        """
        is_long = text_width(prompt.hint, font_pixels(SMALL_TEXT)) > rest.width
        high = mm(self.LONG_HINT_HEIGHT if is_long else self.HINT_HEIGHT) if prompt.hint else 0
        beneath, above = rest.cut_bottom(high)
        wanted = font_pixels(PROMPT_TEXT)
        least = min(wanted, round(mm(PROMPT_TEXT)))
        if fit_text(prompt.sentence, above.width, above.height, wanted, least, True, 1, PROMPT_SPACING).fits:
            painter.draw_text(prompt.sentence, above, PROMPT_TEXT, CHALK, bold=True, role="prompt")
            painter.draw_text(prompt.hint, beneath, BODY_TEXT, MUTED, max_lines=2, may_truncate=True)
            return
        fits = fit_text(prompt.sentence, rest.width, rest.height, wanted, least, True, 2, PROMPT_SPACING).fits
        role: TextRole = "prompt" if fits else "title"
        lines = 2 if fits else 3
        painter.draw_text(prompt.sentence, rest, PROMPT_TEXT, CHALK, bold=True, role=role, max_lines=lines)


# -- what has just happened: the last three events, the newest on top

FONT_SIZES = (NOTE_TEXT, SMALL_TEXT)
"""The letter sizes in millimetres; the largest at which everything fits is used."""


class EventPanel(ModelView[tuple[EventModel, ...]]):
    """Shows the last three events, the newest on top, older ones paler.

    Older ones are left out where they do not fit whole; a touch tells the newest, should it be cut short.
    """

    MAX_EVENTS = 3
    SYMBOL_WIDTH = 4.4
    asked_target = "log"

    def paint_model(self, painter: Painter, bounds: Rect, model: tuple[EventModel, ...]) -> None:
        """Paint one below the other, each in as many lines as it needs."""
        newest = model[: -self.MAX_EVENTS - 1 : -1]
        size, needs = self._needs(newest, bounds)
        step = ceil(font_pixels(size) * LINE_SPACING)
        gap = min(mm(1.2), max(0.0, (bounds.height - step * sum(needs)) / self.MAX_EVENTS))
        rest = bounds
        for age, (event, lines) in enumerate(zip(newest, needs, strict=False)):
            row, rest = rest.cut_top(step * lines, gap)
            colour = mix_colours(CHALK, MUTED, 0.5 * age)
            symbol_rect, text_rect = row.cut_left(mm(self.SYMBOL_WIDTH))
            if event.symbol:
                painter.draw_symbol(event.symbol, symbol_rect.cut_left(mm(3.4))[0], colour)
            painter.draw_text(
                event.sentence, text_rect, size, colour, max_lines=lines, min_size=size, may_truncate=True
            )

    def _needs(self, newest: Sequence[EventModel], bounds: Rect) -> tuple[float, list[int]]:
        """The size of the letters in millimetres, and the number of lines for each event that fits."""
        width = bounds.width - mm(self.SYMBOL_WIDTH)
        for size in FONT_SIZES:
            pixels, needs = font_pixels(size), list[int]()
            room = int((bounds.height + 1) / (pixels * LINE_SPACING))
            for event in newest:
                layout = fit_text(event.sentence, width, bounds.height, pixels, pixels, False, max(1, room))
                if sum(needs) + len(layout.lines) > max(1, room) or not (layout.fits or not needs):
                    break
                needs.append(len(layout.lines))
            if len(needs) == len(newest):
                break
        return size, needs


# -- answers to choose from: a row or a grid of large buttons


class ChoicePanel(ModelView[tuple[ChoiceModel, ...]]):
    """Buttons side by side, in as many rows as there is height for when they do not fit into one."""

    MIN_BUTTON_WIDTH = 25.5
    """The least width of a button in millimetres while there is height for another row."""
    MAX_BUTTON_WIDTH = 50.0
    """The greatest width of a button in millimetres."""
    MIN_BUTTON_HEIGHT = TOUCH_SIZE
    """The least height of a button in millimetres where there are several rows."""
    MAX_BUTTON_HEIGHT = 24.0
    """The greatest height of a button in millimetres."""
    TOO_MANY_FOR_ONE_ROW = 9
    """From this many answers on, one row at the foot of the screen is too short."""
    LONG_TEXT_LETTERS, MAX_LONG_TEXTS = 22, 3
    """So many answers, one of them with more letters, stand in one row at most."""

    BUTTON_CLASS: type[PushButton] = PushButton
    BUTTON_MAX_LINES = 4

    model: tuple[ChoiceModel, ...] = ()

    def __init__(self, touch_handler: TouchHandler) -> None:
        self._pass_on = touch_handler
        self.touched_target = ""
        """Which answer was touched since the last move; whoever shows the next one empties it."""
        self.buttons: list[PushButton] = []
        super().__init__()

    def on_model_changed(self, model: tuple[ChoiceModel, ...], previous: object) -> None:
        """Make a button for each answer."""
        self.clear_widgets()
        self.buttons = [self.make_button(each) for each in model]
        for button in self.buttons:
            self.add_widget(button)

    def touch_handler(self, touch_target: str) -> None:
        """Note which answer was touched, and pass it on."""
        self.touched_target = touch_target
        self._pass_on(touch_target)

    @property
    def buttons_in_one_row(self) -> int:
        """The number of buttons side by side for which there has to be room."""
        return len(self.buttons)

    def make_button(self, choice: ChoiceModel) -> PushButton:
        """A button for this answer."""
        return self.BUTTON_CLASS(
            choice.touch_target,
            self.touch_handler,
            choice.text,
            choice.symbol,
            choice.emphasis,
            font_size=HEADING_TEXT,
            max_lines=self.BUTTON_MAX_LINES,
        )

    def arrange_children(self, bounds: Rect) -> None:
        """Place the buttons in one row, or in more where that makes them wide enough."""
        count = len(self.buttons)
        if not count:
            return
        most = max(1, int((bounds.height + mm(GAP)) / mm(self.MIN_BUTTON_HEIGHT + GAP)))
        rows = 1
        while rows < most and (bounds.width + mm(GAP)) / ceil(count / rows) < mm(self.MIN_BUTTON_WIDTH + GAP):
            rows += 1
        columns = ceil(count / rows)
        width = min(bounds.width, mm(self.MAX_BUTTON_WIDTH) * columns + mm(GAP) * (columns - 1))
        high = min(bounds.height, mm(self.MAX_BUTTON_HEIGHT) * rows + mm(GAP) * (rows - 1))
        cells = bounds.cut_left(width)[0].cut_top(high)[0].split_grid(columns, rows, mm(GAP))
        for button, cell in zip(self.buttons, cells, strict=False):
            place_widget(button, cell)


# -- cards in a hand, to be tapped or dragged onto the reader


class VirtualReaderView(CanvasWidget):
    """The reader at the virtual table, on which cards are laid: it is gold only while one is held above it."""

    asked_target = "prompt"

    def __init__(self) -> None:
        self.label = ""
        self.is_card_awaited = False
        self.is_hovered = False
        super().__init__()

    def show(self, label: str, is_card_awaited: bool, is_hovered: bool = False) -> None:
        """Show its label, whether a card is awaited, and whether one is held above it."""
        if (label, is_card_awaited, is_hovered) != (self.label, self.is_card_awaited, self.is_hovered):
            self.label, self.is_card_awaited, self.is_hovered = label, is_card_awaited, is_hovered
            self.request_redraw()

    def paint(self, painter: Painter, bounds: Rect) -> None:
        """Paint a dark plate with waves."""
        plate = bounds.inset(mm(0.6))
        colour = GOLD if self.is_hovered else PARCHMENT if self.is_card_awaited else MUTED
        painter.fill_rect(
            plate, mix_colours(colour, SEPIA, 0.3 if self.is_hovered else 0.75), mm(CORNER_RADIUS)
        )
        painter.outline_rect(plate, colour, mm(0.4), mm(CORNER_RADIUS))
        name, sign = plate.inset(mm(0.6)).cut_bottom(mm(3.8))
        painter.draw_symbol("reader", sign, colour)
        painter.draw_text(self.label, name, SMALL_TEXT, CHALK, halign="center")


class CardView(TouchableWidget):
    """One card of a hand."""

    def __init__(self, card: CardModel, hand_view: HandView, index: int) -> None:
        self.card = card
        self.index = index
        self.hand_view = hand_view
        self.resting_rect = Rect(0, 0, 0, 0)
        self.is_dragged = False
        super().__init__(card.touch_target, hand_view.touch_handler)

    def paint(self, painter: Painter, bounds: Rect) -> None:
        """Paint the number or symbol and, where it fits, the name."""
        face = bounds.inset(mm(0.6))
        if self.enabled:
            painter.draw_glow(face, GOLD, mm(CORNER_RADIUS))
        painter.fill_rect(face, mix_colours(PARCHMENT, SEPIA, 0.5), mm(CORNER_RADIUS))
        paper = face.inset(mm(0.2))
        painter.fill_rect(
            paper,
            mix_colours(PARCHMENT, GOLD, 0.5) if self.is_pressed else PARCHMENT,
            mm(CORNER_RADIUS - 0.2),
        )
        inner = paper.inset(mm(0.2), mm(0.5))
        if self.card.printed_symbols:
            self._paint_printed_symbols(painter, inner)
            return
        if not (self.card.number or self.card.symbol):
            painter.draw_text(
                self.card.name,
                inner,
                BODY_TEXT,
                SEPIA,
                bold=True,
                halign="center",
                max_lines=4,
                may_truncate=True,
            )
            return
        mark = inner
        if self.hand_view.has_room_for_names(inner.width):
            low, mark = inner.cut_bottom(mm(3.8), mm(0.3))
            painter.draw_text(self.card.name, low, BODY_TEXT, SEPIA, bold=True, halign="center")
        if self.card.number:
            wide = text_width(self.card.number, font_pixels(NUMBER_TEXT), True) + mm(1.2)
            dot = mark.centred(max(wide, mm(7.2)), mm(7.2))
            painter.fill_rect(dot, ART_COLOURS["leaf"], dot.height / 2)
            painter.draw_text(self.card.number, dot, NUMBER_TEXT, CHALK, bold=True, halign="center")
        elif self.card.symbol:
            painter.draw_symbol(self.card.symbol, mark.centred(mm(7.4), mm(7.4)), ART_COLOURS["leaf"])

    def _paint_printed_symbols(self, painter: Painter, inner: Rect) -> None:
        """Paint the printed symbols beside the name; where there is little room, only the symbols."""
        if not self._fits_beside(inner):
            for sign, cell in zip(
                self.card.printed_symbols,
                inner.split_rows(max(2, len(self.card.printed_symbols))),
                strict=False,
            ):
                painter.draw_symbol(sign, cell)
            return
        signs, words = inner.cut_left(mm(4.6), mm(0.6))
        for sign, cell in zip(
            self.card.printed_symbols, signs.split_rows(max(2, len(self.card.printed_symbols))), strict=False
        ):
            painter.draw_symbol(sign, cell)
        painter.draw_text(self.card.name, words, SMALL_TEXT, SEPIA, bold=True, max_lines=3)

    def _fits_beside(self, inner: Rect) -> bool:
        """Whether there is room for the name beside the symbols."""
        min_pixels, room = round(mm(MIN_TEXT)), inner.width - mm(5.2)
        wide = inner.width >= mm(12)
        return wide and fit_text(self.card.name, room, inner.height, min_pixels, min_pixels, True, 3).fits

    def accepts_touch(self, x: float, y: float) -> bool:
        """Where there is a reader any card can be laid on it, even one that will be refused."""
        return bool(self.collide_point(x, y)) and (self.enabled or self.hand_view.has_virtual_reader)

    def on_touch_move(self, touch: Any) -> bool:
        """Let a finger that goes far take the card along."""
        if touch.grab_current is not self:
            return bool(super().on_touch_move(touch))
        dx, dy = touch.x - touch.ox, touch.y - touch.oy
        if not self.is_dragged and hypot(dx, dy) > mm(DRAG_DISTANCE):
            self.is_dragged = True
            self.hand_view.bring_to_front(self)
        if self.is_dragged:
            place_widget(
                self,
                Rect(
                    self.resting_rect.x + dx,
                    self.resting_rect.y + dy,
                    self.resting_rect.width,
                    self.resting_rect.height,
                ),
            )
            self.hand_view.update_hover(self.rect)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """Play a card that was tapped, or let go above the reader; put any other back."""
        if touch.grab_current is not self or (self.enabled and not self.is_dragged):
            return super().on_touch_up(touch)
        touch.ungrab(self)
        laid = self.is_dragged and self.hand_view.is_over_reader(self.rect)
        self.let_go()
        if laid:
            self.touch_handler(self.touch_target)
        return True

    def let_go(self) -> None:
        """Lie in the hand again."""
        super().let_go()
        self.is_dragged = False
        self.hand_view.request_redraw()
        self.hand_view.update_hover(None)


class HandView(GlowingModelView[tuple[CardModel, ...]]):
    """The cards side by side; those that may be played glow.

    As long as cards only go, the others keep their places: no card comes to lie where another one just lay.
    `virtual_reader` is where they are laid down, or None at a table that has a real one.
    """

    MAX_CARD_WIDTH = 21.0
    MIN_CARD_WIDTH = 9.0

    model: tuple[CardModel, ...] = ()

    def __init__(self, touch_handler: TouchHandler, virtual_reader: VirtualReaderView | None = None) -> None:
        self.touch_handler = touch_handler
        self.virtual_reader = virtual_reader
        self.places: tuple[str, ...] = ()
        """The touch targets of the cards in their places, gone ones among them."""
        super().__init__()

    @property
    def card_models(self) -> tuple[CardModel, ...]:
        """The cards that it shows."""
        return self.model

    def on_model_changed(self, model: tuple[CardModel, ...], previous: object) -> None:
        """Make a widget for each card."""
        targets = tuple(card.touch_target for card in model)
        if not model or len(set(targets)) < len(targets) or not set(targets) <= set(self.places):
            self.places = targets
        self.clear_widgets()
        for at, card in enumerate(model):
            kept = at if self.places == targets else self.places.index(card.touch_target)
            self.add_widget(CardView(card, self, kept))

    @property
    def has_gaps(self) -> bool:
        """Whether cards have gone, and the others keep their places."""
        return len(self.places) > len(self.card_models)

    def preferred_width(self) -> float:
        """The width that it would like to have, in pixels."""
        return self._widest() * len(self.places)

    def _widest(self) -> float:
        """The greatest width of a card in pixels: wider where something is printed on one."""
        return float(
            mm(
                self.MAX_CARD_WIDTH * 1.4
                if any(card.printed_symbols for card in self.card_models)
                else self.MAX_CARD_WIDTH
            )
        )

    def arrange_children(self, bounds: Rect) -> None:
        """Place the cards from the left, as wide as there is room for."""
        if not self.card_models:
            return
        width = min(self._widest(), bounds.width / len(self.places))
        for card_view in self.children:
            if not card_view.is_dragged:
                card_view.resting_rect = Rect(
                    bounds.x + width * card_view.index, bounds.y, width, bounds.height
                )
                place_widget(card_view, card_view.resting_rect)

    def has_room_for_names(self, width: float) -> bool:
        """Whether all cards have room for their names at this width in pixels."""
        min_pixels = round(mm(MIN_TEXT))
        return all(
            fit_text(card.name, width, mm(3.8), min_pixels, min_pixels, True, 1).fits
            for card in self.card_models
        )

    def bring_to_front(self, card_view: CardView) -> None:
        """Put a card that is dragged above the others."""
        self.remove_widget(card_view)
        self.add_widget(card_view)

    @property
    def has_virtual_reader(self) -> bool:
        """Whether a reader is drawn on the screen now."""
        return self.virtual_reader is not None and self.virtual_reader.parent is not None

    def is_over_reader(self, rect: Rect) -> bool:
        """Whether a card that is let go here lies on the reader."""
        return (
            self.has_virtual_reader
            and self.virtual_reader is not None
            and self.virtual_reader.rect.overlaps(rect)
        )

    def update_hover(self, rect: Rect | None) -> None:
        """Let the reader show that a card is held here (None: no longer)."""
        if self.virtual_reader is not None:
            self.virtual_reader.show(
                self.virtual_reader.label,
                self.virtual_reader.is_card_awaited,
                rect is not None and self.is_over_reader(rect),
            )


# -- that the table is less strict


class LaxSign(ModelView[str], TouchableWidget):
    """What is done about what the rules forbid, in a word, while it is not refused; a touch leads to the choice."""

    def preferred_width(self) -> float:
        """No wider than its word, in pixels: the prompt has the rest."""
        return float(max(mm(TOUCH_SIZE), text_width(self.model or "", font_pixels(SMALL_TEXT)) + mm(2.2)))

    def paint_model(self, painter: Painter, bounds: Rect, word: str) -> None:
        """Paint the word below its symbol."""
        painter.fill_rect(bounds, BORDER, mm(CORNER_RADIUS))
        face = mix_colours(RAISED_PANEL, GOLD, 0.3) if self.is_pressed else RAISED_PANEL
        painter.fill_rect(bounds.inset(mm(0.25)), face, mm(CORNER_RADIUS - 0.25))
        name, sign = bounds.inset(mm(0.8)).cut_bottom(mm(4.6))
        painter.draw_symbol("warning", sign.inset(0, mm(0.2)), CHALK)
        painter.draw_text(word, name, BODY_TEXT, CHALK, halign="center")


# -- the frame around them

CLOSED_SECONDS = 1.0
"""Seconds for which the place of "Done" stays closed after a move that ended by itself."""

DONE_WIDTH = 26.0
"""Millimetres of "Done", which stands at the same place in every phase."""
READER_WIDTH = 16.0
"""Millimetres for the reader that is drawn on the screen."""
GetTranslations = Callable[[], gettext.NullTranslations]
"""Gives the screen's own texts in the language that is set."""


class ClosedPlace(CanvasWidget):
    """Where "Done" just lay: it says that the move has ended, and keeps the finger that comes out of habit."""

    asked_target = "prompt"

    def __init__(self) -> None:
        self.text = ""
        super().__init__()

    def show(self, text: str, rect: Rect) -> None:
        """Lie there and say so."""
        self.text = text
        place_widget(self, rect)
        self.request_redraw()

    def on_touch_down(self, touch: Any) -> bool:
        """Keep what comes from what lies beneath."""
        return bool(self.collide_point(*touch.pos))

    def paint(self, painter: Painter, bounds: Rect) -> None:
        """Paint a dark plate with the words."""
        painter.fill_rect(bounds, NIGHT, mm(CORNER_RADIUS))
        painter.outline_rect(bounds, BORDER, mm(0.25), mm(CORNER_RADIUS))
        painter.draw_text(self.text, bounds.inset(mm(1)), BODY_TEXT, MUTED, halign="center", max_lines=4)


class TableFrameView(CanvasWidget):
    """Everything that people need while playing, without scrolling.

    `touch_handler` gets the touch target of whatever is touched. A game's own view adds its board
    (`add_board_widget`) and places it (`arrange_board`).
    """

    FOOT_HEIGHT = 12.6
    """The height of the foot, in millimetres."""
    DONE_TARGETS: tuple[str, ...] = ("done",)
    """The answers that stand in the place of "Done", of which there is one at a time."""

    def __init__(self, touch_handler: TouchHandler, get_translations: GetTranslations) -> None:
        self.touch_handler = touch_handler
        self.get_translations = get_translations
        self.model: TableFrameModel | None = None
        self.player_panels: list[Any] = []
        self.home_button = PushButton("home", touch_handler, symbol="home")
        self.menu_button = PushButton("menu", touch_handler, symbol="menu")
        self.undo_button = PushButton("undo", touch_handler, symbol="undo")
        self.lax_sign = LaxSign("strictness", touch_handler)
        self.redo_button = PushButton("redo", touch_handler, symbol="redo")
        self.prompt_bar = PromptBar()
        self.event_panel = EventPanel()
        self.choice_panel = self.make_choice_panel()
        self._kept_hand: tuple[tuple[str, ...], float] = ((), 0.0)
        """The places of the cards and the width they have, which they keep while cards only go."""
        self.done_panel = self.make_choice_panel()
        """The place of "Done", which is empty where it is no answer."""
        self.closed_place = ClosedPlace()
        self._open_place = Clock.create_trigger(
            lambda _elapsed: self.remove_widget(self.closed_place), CLOSED_SECONDS
        )
        self.virtual_reader = VirtualReaderView()
        self.hand_view = HandView(touch_handler, self.virtual_reader)
        super().__init__()
        for part in (
            self.home_button,
            self.menu_button,
            self.undo_button,
            self.prompt_bar,
            self.event_panel,
            self.choice_panel,
            self.done_panel,
            self.hand_view,
        ):
            self.add_widget(part)

    def make_choice_panel(self) -> ChoicePanel:
        """The panel for the answers."""
        return ChoicePanel(self.touch_handler)

    def add_board_widget(self, child: Any) -> None:
        """Add a part of the board, beneath any card that is dragged."""
        self.add_widget(child, index=len(self.children))

    def set_attached(self, child: Any, is_attached: bool) -> None:
        """Show a part of the board, or no longer."""
        if is_attached != (child.parent is not None):
            (self.add_board_widget if is_attached else self.remove_widget)(child)

    def show_frame(self, model: TableFrameModel) -> None:
        """Show what is around the board."""
        if self.model is not None and model.line_count > self.model.line_count:
            self._close_place_of_done()
        self.model = model
        self.prompt_bar.show(model.prompt)
        self.event_panel.show(model.recent_events)
        done = tuple(each for each in model.choices if each.touch_target in self.DONE_TARGETS)
        self.done_panel.show(done)
        self.choice_panel.show(tuple(each for each in model.choices if each not in done))
        self.hand_view.show(model.hand_cards, model.enabled_targets)
        self.virtual_reader.show(self.get_translations().gettext("Reader"), self.is_card_awaited)
        if model.has_reader != (self.virtual_reader.parent is not None):
            if model.has_reader:
                self.add_widget(self.virtual_reader, index=1)  # beneath the cards
            else:
                self.remove_widget(self.virtual_reader)
        self.lax_sign.show(model.lax_word)
        if bool(model.lax_word) != (self.lax_sign.parent is not None):
            (self.add_widget if model.lax_word else self.remove_widget)(self.lax_sign)
        self.undo_button.update(enabled=model.can_undo)
        if model.can_redo != (self.redo_button.parent is not None):
            (self.add_widget if model.can_redo else self.remove_widget)(self.redo_button)
        self.request_redraw()

    def _close_place_of_done(self) -> None:
        """Where a move ended by itself, and not by an answer, keep the place of "Done" closed for a moment."""
        panels = (self.choice_panel, self.done_panel)
        is_touched = any(panel.touched_target for panel in panels)
        for panel in panels:
            panel.touched_target = ""
        if is_touched or not self.done_panel.buttons:
            return
        text = self.get_translations().gettext("That move is done")
        self.closed_place.show(text, self.done_panel.rect)
        if self.closed_place.parent is None:
            self.add_widget(self.closed_place)
        self._open_place.cancel()
        self._open_place()

    @property
    def is_card_awaited(self) -> bool:
        """Whether one of the cards may be played now."""
        return self.model is not None and any(
            card.touch_target in self.model.enabled_targets for card in self.model.hand_cards
        )

    @property
    def choice_count(self) -> int:
        """The number of buttons side by side for which there has to be room, with "Done"."""
        return self.choice_panel.buttons_in_one_row + len(self.done_panel.buttons)

    @property
    def has_many_choices(self) -> bool:
        """Whether there are too many answers for one row: then all but "Done" take the place of the board."""
        panel = self.choice_panel
        longest = max((len(each.text) for each in panel.model), default=0)
        is_long = longest > panel.LONG_TEXT_LETTERS and len(panel.model) > panel.MAX_LONG_TEXTS
        return is_long or self.choice_count >= panel.TOO_MANY_FOR_ONE_ROW

    def arrange_board(self, board_rect: Rect, foot_rect: Rect) -> None:
        """Arrange the board in `board_rect`, between prompt and foot; `foot_rect` is the foot."""
        raise NotImplementedError

    def arrange_children(self, bounds: Rect) -> None:
        """Place the prompt above, the hand below, and the board between."""
        if self.model is None:
            return
        top, rest = bounds.inset(mm(PAGE_MARGIN), mm(1.0)).cut_top(mm(BAR_HEIGHT), mm(0.8))
        low, room = rest.cut_bottom(mm(self.FOOT_HEIGHT), mm(0.6))
        home, top = top.cut_left(mm(TOUCH_SIZE), mm(GAP))
        menu, top = top.cut_right(mm(TOUCH_SIZE), mm(GAP))
        place_widget(self.home_button, home)
        place_widget(self.menu_button, menu)
        if self.lax_sign.parent is not None:
            sign, top = top.cut_right(self.lax_sign.preferred_width(), mm(GAP))
            place_widget(self.lax_sign, sign)
        if self.redo_button.parent is not None:  # away from the arrow, from take back and its Done
            redo, top = top.cut_right(mm(TOUCH_SIZE), mm(GAP))
            place_widget(self.redo_button, redo)
        place_widget(self.prompt_bar, top)
        undo, foot = low.cut_right(mm(TOUCH_SIZE), mm(GAP))
        place_widget(self.undo_button, undo)
        if self.virtual_reader.parent is not None:
            reader, foot = foot.cut_right(mm(READER_WIDTH), mm(GAP))
            place_widget(self.virtual_reader, reader)
        done, rest = self.cut_done(foot)
        place_widget(self.done_panel, done)
        self.arrange_foot(rest if self.keeps_place_of_done(rest) else foot)
        self.arrange_board(room, low)
        for part in self.walk(restrict=True):
            if isinstance(part, CanvasWidget):
                part.set_pointed_at(part.represented_target in self.model.pointed_targets)

    def cut_done(self, foot_rect: Rect) -> tuple[Rect, Rect]:
        """The place of "Done" at the right end of the foot, and the rest."""
        return foot_rect.cut_right(mm(DONE_WIDTH), mm(GAP))

    def keeps_place_of_done(self, rest: Rect) -> bool:
        """Whether its place stays free where it is no answer, so that no card moves when it comes.

        Many cards need it, as do cards with their names, and the latest events may have it.
        """
        if self.done_panel.buttons:
            return True
        cards, least = self.hand_view.card_models, 0.0
        if any(card.printed_symbols for card in cards):
            least = self.hand_view.preferred_width()
        elif cards:
            least = mm(HandView.MIN_CARD_WIDTH) * len(self.hand_view.places)
        wanted = least + mm(26) * (0 if self.has_many_choices else self.choice_panel.buttons_in_one_row)
        return bool(0 < wanted <= rest.width)

    def arrange_foot(self, foot_rect: Rect) -> None:
        """Place the hand and the answers in what is left beside "Done" and the reader.

        While cards only go from a hand, the others stay where they are, whatever answers join them.
        """
        hand, count = self.hand_view, self.choice_panel.buttons_in_one_row
        if not self.choice_panel.model:
            if not hand.has_gaps:
                self._kept_hand = hand.places, min(hand.preferred_width(), foot_rect.width)
            place_widget(hand, foot_rect.cut_left(min(self._kept_hand[1], foot_rect.width))[0])
            return
        if hand.card_models and not self.has_many_choices:
            room, least = foot_rect.width - mm(26) * count, mm(HandView.MIN_CARD_WIDTH) * len(hand.places)
            awaited = self.is_card_awaited or any(card.printed_symbols for card in hand.card_models)
            if not hand.has_gaps and (awaited or hand.places != self._kept_hand[0]):
                wanted = hand.preferred_width()
                is_wide = awaited or room > wanted
                self._kept_hand = hand.places, max(least, min(wanted if is_wide else least * 1.2, room))
            words = [word for choice in self.choice_panel.model for word in choice.text.split()]
            longest = max((text_width(word, round(mm(MIN_TEXT)), True) for word in words), default=0) + mm(
                3.6
            )
            kept = min(self._kept_hand[1], foot_rect.width - (max(mm(TOUCH_SIZE), longest) + mm(GAP)) * count)
            hand_rect, foot_rect = foot_rect.cut_left(max(least, kept), mm(GAP))
            place_widget(hand, hand_rect)
        place_widget(self.choice_panel, foot_rect)
