"""A work: who may complete one, its value line by line, bonus cards, and what it brings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, log
from unicodedata import normalize

from kivy.metrics import mm
from msgspec import Struct
from msgspec.structs import replace

from companion.games.florence.rules.edition import (
    BONUS_CARD_NAMES,
    POINTS,
    WANTS_BY_PROFESSION,
    ProfessionWants,
)
from companion.games.florence.rules.pieces import BONUS_CARD, PROFESSION, WORK_ACTION
from companion.games.florence.rules.principality_counts import count_principality
from companion.games.florence.rules.state import TableState
from companion.games.florence.rules.work_value import (
    bonus_card_value,
    itemised_work_value,
    with_worker_on_table,
)
from companion.games.florence.screen.amounts import AmountView
from companion.games.florence.screen.card_choice import (
    MET_COLOUR,
    UNMET_COLOUR,
    BonusCardButton,
    BonusCardModel,
    WantModel,
    WorkerButton,
    WorkerModel,
)
from companion.games.florence.screen.piece_faces import symbol_of_word
from companion.rules.clauses import MoveRefused
from companion.rules.moves import FINGER, UNKNOWN, touch_observation
from companion.screen.context import UiState
from companion.screen.draw.canvas_widget import ModelView, TouchHandler, place_widget
from companion.screen.draw.painter import (
    LINE_SPACING,
    Painter,
    font_pixels,
    text_width,
)
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    BODY_TEXT,
    CHALK,
    CORNER_RADIUS,
    FADED_SEPIA,
    FIGURE_TEXT,
    GAP,
    LARGE_TEXT,
    LEAD_TEXT,
    NUMBER_TEXT,
    PARCHMENT,
    SEPIA,
    SMALL_TEXT,
    TITLE_TEXT,
    TOUCH_SIZE,
    WORN_PARCHMENT,
    fade,
    mix_colours,
)
from companion.screen.view_models import ChoiceModel
from companion.screen.widgets.button import PushButton
from companion.screen.widgets.slider import StepSlider
from companion.table.snapshot import Snapshot
from companion.voice.translator import Translator, capitalised

TAKE_PREFIX = "take/"
BONUS_FOLDER = "bonus"
OPEN_FOLDER, CLOSE_FOLDER = f"open/{BONUS_FOLDER}", "open/"
"""The targets that open the bonus cards, and lead back."""


class ValueLineModel(Struct, frozen=True):
    """A line of the value: its source, its points, and the clause for it."""

    text: str
    points: int
    clause: str
    symbol: str = ""


class IncomeSplitModel(Struct, frozen=True):
    """A split of the income that the rules allow, and the target that chooses it."""

    touch_target: str
    florins: int
    points: int


class WorkModel(Struct, frozen=True):
    """A work that is being entered.

    One of `workers` is chosen; once it is known (`worker`) the `value_lines` say what the work is worth.
    `question` is what is missing, for the prompt. `least_value_label` is that of the round. `bonus_cards` is empty
    where there can be none; with `shows_bonus_cards` they take the place of all else. `splits` go from all
    florins to all prestige, and are empty while the least value is not reached; `chosen_split` was entered.
    `open_hand_choice` leads to the hand that must be opened first. `value_so_far` stands above cards to choose from,
    `value_lacking` in place of the results while the work is not worth enough.
    """

    question: str
    least_value_label: str
    value_so_far: str
    value_lacking: str
    florins_label: str
    prestige_label: str
    bonus_cards_button: str
    others_button: str
    back_button: str
    complete_button: str
    workers: tuple[WorkerModel, ...] = ()
    worker: WorkerModel | None = None
    value_lines: tuple[ValueLineModel, ...] = ()
    bonus_cards: tuple[BonusCardModel, ...] = ()
    shows_bonus_cards: bool = False
    splits: tuple[IncomeSplitModel, ...] = ()
    chosen_split: IncomeSplitModel | None = None
    open_hand_choice: ChoiceModel | None = None


def work_model(snapshot: Snapshot, ui_state: UiState, translator: Translator) -> WorkModel | None:
    """The work once `action/work` was touched; None while nobody works.

    Its targets need no other buttons.
    """
    position = snapshot.position
    assert isinstance(position, TableState)
    if touch_observation(WORK_ACTION) not in snapshot.pending_input or position.awaited_player is None:
        return None
    return _WorkPresenter(snapshot, position, position.awaited_player, ui_state, translator).sheet()


def can_work(
    snapshot: Snapshot, position: TableState, who: str, ui_state: UiState, translator: Translator
) -> bool:
    """Whether any profession of the player may be worth enough, which is certain for an open hand."""
    if not ui_state.is_virtual or ui_state.hand_owner != who:
        return True
    return any(
        worker.enabled for worker in _WorkPresenter(snapshot, position, who, ui_state, translator).workers()
    )


class _WorkPresenter:
    """What was entered of one work, and what may follow."""

    def __init__(
        self, snapshot: Snapshot, position: TableState, who: str, ui_state: UiState, translator: Translator
    ) -> None:
        self.snapshot, self.position, self.who, self.ui_state, self.words = (
            snapshot,
            position,
            who,
            ui_state,
            translator,
        )
        self.player_state = position.players[who]
        self.counts = count_principality(self.player_state)
        self.noticed_worker = next(self._noticed(PROFESSION), "")
        self.played_cards = tuple(self._noticed(BONUS_CARD))

    def _noticed(self, kind: str) -> Iterator[str]:
        """The cards of that kind, shown or touched, in the order of input."""
        things = (
            observation.zone if observation.piece == FINGER else observation.piece
            for observation in self.snapshot.pending_input
        )
        names = (thing.partition("/")[2] for thing in things if thing.startswith(f"{kind}/"))
        return (name for name in dict.fromkeys(names) if name != UNKNOWN)

    def sheet(self) -> WorkModel:
        """The model of the work."""
        least, parts = self.position.least_work_value, tuple(self._parts()) if self.noticed_worker else ()
        total = sum(part.points for part in parts)
        _ = self.words.gettext
        so_far = _("A work must be worth {least} at least.", least=least)
        if self.noticed_worker:
            name = self._face(self.noticed_worker)
            so_far = _("{profession}: {value}, at least {least}", profession=name, value=total, least=least)
        sheet = WorkModel(
            self._asks(total),
            _("at least {least}", least=least),
            so_far,
            self._lacking(total),
            capitalised(self.words.name_of("thing", "money")),
            capitalised(self.words.name_of("thing", "points")),
            self.words.name_of("word", "bonus"),
            _("The others"),
            _("Back"),
            self.words.name_of("word", "done" if self._taken() else "work"),
        )
        if self.ui_state.is_virtual and self.ui_state.hand_owner != self.who and not self.noticed_worker:
            shows = _("Cards: {who}", who=self.words.player_name(self.who))
            return replace(
                sheet,
                question=shows,
                open_hand_choice=ChoiceModel(f"look/{self.who}", shows, "hand", "main"),
            )
        return replace(
            sheet,
            workers=() if self.noticed_worker else tuple(self.workers()),
            worker=self._worker(self.noticed_worker) if self.noticed_worker else None,
            value_lines=parts,
            bonus_cards=tuple(self._additions()),
            shows_bonus_cards=self.ui_state.answer_folder == BONUS_FOLDER,
            splits=tuple(self._splits()) if self.noticed_worker else (),
            chosen_split=self._taken(),
        )

    def _asks(self, total: int) -> str:
        _ = self.words.gettext
        if self.ui_state.answer_folder == BONUS_FOLDER:
            return _("Which bonus cards?")
        if not self.noticed_worker:
            return _("Who works?")
        if total < self.position.least_work_value:
            return self._lacking(total)
        return _("Florins or prestige?")

    def _lacking(self, total: int) -> str:
        missing = self.position.least_work_value - total
        return self.words.ngettext(
            "{n} more point is needed: which bonus card?",
            "{n} more points are needed: which bonus card?",
            missing,
        )

    # -- workers

    def workers(self) -> Iterator[WorkerModel]:
        """The workers by name; of an open hand only those in it that can be worth enough."""
        possible = self._possible()
        workers = [self._worker(name) for name in WANTS_BY_PROFESSION if self._shown(PROFESSION, name)]
        for worker in sorted(workers, key=lambda worker: normalize("NFD", worker.name)):
            enough = (
                not self.ui_state.is_virtual or worker.value + self._hope() >= self.position.least_work_value
            )
            yield replace(worker, enabled=worker.touch_target in possible and enough)

    def _hope(self) -> int:
        """How much the bonus cards that are not played yet could still add."""
        return sum(each.value_added for each in self._additions() if each.enabled and not each.is_played)

    def _possible(self) -> frozenset[str]:
        """The professions that may work, as far as everybody knows."""
        try:
            _, choice = self.position.choice_tree.choice_for(self.who).follow_word("work")
        except MoveRefused:
            return frozenset()
        return frozenset(step.touch_target for _, step, _ in choice.open_branches())

    def _shown(self, kind: str, name: str) -> bool:
        """Whether that card is shown at all."""
        return not self.ui_state.is_virtual or (
            self.ui_state.hand_owner == self.who and f"{kind}/{name}" in self.ui_state.hand_pieces
        )

    def _worker(self, name: str) -> WorkerModel:
        wants = WANTS_BY_PROFESSION[name]
        worth = itemised_work_value(self.counts, name, self.played_cards).total
        return WorkerModel(
            f"{PROFESSION}/{name}",
            self._face(name),
            tuple(
                WantModel(symbol_of_word(thing), self._face(thing), self._has(thing))
                for thing in _wants_by_line(wants).values()
            ),
            worth,
            worth >= self.position.least_work_value,
        )

    def _has(self, touch_target: str) -> bool:
        who = self.counts
        return touch_target in who.buildings or touch_target in who.freedoms or touch_target in who.landscapes

    def _face(self, name: str) -> str:
        return self.words.name_of("face", name)

    # -- value

    def _parts(self) -> Iterator[ValueLineModel]:
        named = _wants_by_line(WANTS_BY_PROFESSION[self.noticed_worker])
        for line in itemised_work_value(self.counts, self.noticed_worker, self.played_cards).lines:
            if line.what in self.played_cards:
                words, symbol = self._face(line.what), BONUS_CARD
            elif thing := named.get(line.what, ""):
                words, symbol = self._face(thing), symbol_of_word(thing)
            else:
                words, symbol = capitalised(self.words.name_of("line", line.what)), symbol_of_word(line.what)
            yield ValueLineModel(words, line.points, line.clause, symbol)

    def _additions(self) -> Iterator[BonusCardModel]:
        """Every bonus card that could be in the hand; of an open hand only those in it."""
        held, known = self.player_state.bonus, self.position.known_bonus_cards()
        left = sum(held.values()) - len(self.played_cards)
        done = with_worker_on_table(self.counts)
        for card in BONUS_CARD_NAMES if held else ():
            played = card in self.played_cards
            may = bool(held.get(card)) or (UNKNOWN in held and card not in known)
            if played or self._shown(BONUS_CARD, card):
                name, does = self._face(card), self.words.name_of("does", card)
                adds, open_ = bonus_card_value(done, card), may and left > 0
                yield BonusCardModel(f"{BONUS_CARD}/{card}", name, does, adds, played, open_)

    # -- income

    def _splits(self) -> Iterator[IncomeSplitModel]:
        """The splits that may come next, from all florins to all prestige."""
        kept = (
            int(thing.removeprefix(TAKE_PREFIX))
            for thing in self.snapshot.step_by_touch_target
            if thing.startswith(TAKE_PREFIX)
        )
        return map(self._split, sorted(kept, reverse=True))

    def _split(self, kept: int) -> IncomeSplitModel:
        income = (
            POINTS["florins"] * itemised_work_value(self.counts, self.noticed_worker, self.played_cards).total
        )
        return IncomeSplitModel(f"{TAKE_PREFIX}{kept}", kept, (income - kept) // POINTS["bought"])

    def _taken(self) -> IncomeSplitModel | None:
        things = (
            observation.zone for observation in self.snapshot.pending_input if observation.piece == FINGER
        )
        kept = next(
            (thing.removeprefix(TAKE_PREFIX) for thing in things if thing.startswith(TAKE_PREFIX)), ""
        )
        return self._split(int(kept)) if kept and self.noticed_worker else None


def _wants_by_line(wants: ProfessionWants) -> dict[str, str]:
    """Line of the value -> what the worker wants for it."""
    return {"building": wants.building, "landscape": wants.landscape, "freedom": wants.freedom}


class WorkValueView(ModelView[WorkModel]):
    """The value of one work."""

    asked_target = "prompt"
    TITLE_HEIGHT = 6.0
    ROW_HEIGHT = 5.6
    MIN_ROW_HEIGHT = SMALL_TEXT * LINE_SPACING
    """The least height of a line: where there are more, those that bring nothing are left out."""
    TOTAL_HEIGHT = 8.4

    def paint_model(self, painter: Painter, bounds: Rect, sheet: WorkModel) -> None:
        """Paint worker, lines and sum."""
        if sheet.worker is None:
            return
        painter.fill_rect(bounds, mix_colours(PARCHMENT, SEPIA, 0.5), mm(CORNER_RADIUS))
        painter.fill_rect(bounds.inset(mm(0.25)), PARCHMENT, mm(CORNER_RADIUS - 0.25))
        title, rest = bounds.inset(mm(1.8), mm(0.8)).cut_top(mm(self.TITLE_HEIGHT), mm(0.3))
        clauses = " ".join(dict.fromkeys(part.clause for part in sheet.value_lines))
        room = text_width(clauses, font_pixels(SMALL_TEXT)) + 2
        clause, title = title.cut_right(room, mm(1))
        painter.draw_text(clauses, clause, SMALL_TEXT, FADED_SEPIA, halign="right", min_size=SMALL_TEXT)
        painter.draw_text(sheet.worker.name, title, TITLE_TEXT, SEPIA, bold=True, min_size=SMALL_TEXT)
        total, rest = rest.cut_bottom(mm(self.TOTAL_HEIGHT), mm(0.5))
        lines = sheet.value_lines
        if len(lines) > int(rest.height / mm(self.MIN_ROW_HEIGHT)):
            lines = tuple(part for part in lines if part.points)
        high = min(mm(self.ROW_HEIGHT), rest.height / max(1, len(lines)))
        for at, part in enumerate(lines):
            self._line(painter, Rect(rest.x, rest.top - (at + 1) * high, rest.width, high), part)
        self._sum(painter, total, sheet.worker, sheet.least_value_label)

    def _line(self, painter: Painter, row: Rect, part: ValueLineModel) -> None:
        """Paint symbol, text and points, faded where there are none."""
        there = part.points > 0
        colour = SEPIA if there else FADED_SEPIA
        sign, rest = row.cut_left(mm(4.4), mm(1))
        points, text_rect = rest.cut_right(mm(6.4), mm(0.6))
        side = min(mm(4.4), row.height * 0.92)
        painter.draw_symbol(part.symbol, sign.centred(side, side), SEPIA if there else fade(SEPIA, 0.35))
        painter.draw_text(
            part.text, text_rect, BODY_TEXT, colour, bold=there, min_size=SMALL_TEXT, may_truncate=True
        )
        painter.draw_text(
            str(part.points), points, NUMBER_TEXT, colour, bold=there, halign="right", min_size=NUMBER_TEXT
        )

    def _sum(self, painter: Painter, row: Rect, worker: WorkerModel, least: str) -> None:
        """Paint the sum in large letters, and beside it the least value of the round."""
        painter.fill_rect(
            Rect(row.x, row.top - mm(0.15), row.width, mm(0.3)), mix_colours(WORN_PARCHMENT, SEPIA, 0.4)
        )
        total, rest = row.cut_right(mm(13), mm(0.8))
        painter.draw_text(str(worker.value), total, FIGURE_TEXT, SEPIA, bold=True, halign="right")
        sign, text_rect = rest.cut_left(mm(4.4), mm(1))
        enough = worker.reaches_least_value
        painter.draw_symbol(
            "check" if enough else "cross", sign.centred(mm(4), mm(4)), MET_COLOUR if enough else UNMET_COLOUR
        )
        painter.draw_text(
            least,
            text_rect,
            LEAD_TEXT,
            SEPIA if enough else UNMET_COLOUR,
            bold=not enough,
            max_lines=2,
            min_size=SMALL_TEXT,
        )


HEADER_HEIGHT = 9.0
"""The height of the row above the cards to choose from, in millimetres."""
BONUS_WIDTH, OTHERS_WIDTH, BACK_WIDTH = 27.0, 27.0, 22.0
"""The widths of the buttons in it."""
FEW_CARDS = 12
"""So many cards have room on one page, whether they help or not."""


class WorkView(ModelView[WorkModel]):
    """Cards to choose from, those that help now on the first page, then the value with the slider below.

    `touch_handler` receives the targets touched; where the work is completed two at once, with a blank
    between: the amount, and the end of the move.
    """

    MIN_CARD_HEIGHT = 9.0
    """The least height of a card, in millimetres."""
    CARD_GAP = 0.6
    MAX_CARD_WIDTH, MAX_CARD_HEIGHT = 49.0, 31.0
    """The greatest width and height of a card, in millimetres."""

    def __init__(self, touch_handler: TouchHandler) -> None:
        self.touch_handler = touch_handler
        self.card_buttons: list[WorkerButton | BonusCardButton] = []
        self.page = 0
        self.note_rect = Rect(0, 0, 0, 0)
        self.value_view = WorkValueView()
        self.florins_view, self.prestige_view = AmountView("florin"), AmountView("points")
        self.slider = StepSlider("income", self._on_slider_moved, "florin", "points")
        self.bonus_cards_button = PushButton(OPEN_FOLDER, touch_handler, symbol="bonus")
        self.others_button = PushButton("others", self._turn_page, symbol="next")
        self.back_button = PushButton(CLOSE_FOLDER, touch_handler, symbol="back")
        self.open_hand_button = PushButton("look", touch_handler, symbol="hand", style="main")
        self.complete_button = PushButton(
            "complete", self._on_complete, symbol="check", style="main", font_size=TITLE_TEXT, max_lines=3
        )
        super().__init__()

    # -- model

    def on_model_changed(self, sheet: WorkModel, previous: WorkModel | None) -> None:
        """Show the work as far as it is known."""
        if previous is None or previous.worker != sheet.worker:
            self.slider.show(0, 0)
        if previous is None or previous.shows_bonus_cards != sheet.shows_bonus_cards:
            self.page = 0
        self.value_view.show(sheet)
        lacks_value = sheet.worker is not None and not sheet.worker.reaches_least_value
        self.bonus_cards_button.update(sheet.bonus_cards_button, style="main" if lacks_value else "plain")
        self.back_button.update(sheet.back_button)
        self.slider.show(
            min(self.slider.current_step, max(0, len(sheet.splits) - 1)), max(0, len(sheet.splits) - 1)
        )
        self.complete_button.update(sheet.complete_button)
        if sheet.open_hand_choice is not None:
            self.open_hand_button.touch_target = sheet.open_hand_choice.touch_target
            self.open_hand_button.update(sheet.open_hand_choice.text, sheet.open_hand_choice.symbol)
        self._show_split()
        self._show_parts(sheet)

    def _show_parts(self, sheet: WorkModel) -> None:
        """Show only the parts that are needed now."""
        self.clear_widgets()
        self.card_buttons = []
        if sheet.open_hand_choice is not None:
            self.add_widget(self.open_hand_button)
        elif sheet.shows_bonus_cards and sheet.bonus_cards:
            most_first = sorted(sheet.bonus_cards, key=lambda card: -card.value_added)
            self._show_page([BonusCardButton(each, self.touch_handler) for each in most_first], sheet)
            self.add_widget(self.back_button)
        elif sheet.worker is None:
            self._show_page([WorkerButton(each, self.touch_handler) for each in sheet.workers], sheet)
            if sheet.bonus_cards:
                self.add_widget(self.bonus_cards_button)
        else:
            self._reckoning(sheet)
        for face in self.card_buttons:
            self.add_widget(face)

    def _show_page(self, cards: Sequence[WorkerButton | BonusCardButton], sheet: WorkModel) -> None:
        """Show the cards that help now, or others, and the way to the next page where not all have room."""
        most = cards[0].most_on_a_page if cards else 1
        pages = [
            group[at : at + most]
            for group in ([card for card in cards if card.helps], [card for card in cards if not card.helps])
            for at in range(0, len(group), most)
        ]
        if len(cards) <= FEW_CARDS:
            pages = [list(cards)]
        self.card_buttons = pages[self.page % len(pages)]
        if len(pages) > 1:
            self.others_button.update(f"{sheet.others_button} ({len(cards) - len(self.card_buttons)})")
            self.add_widget(self.others_button)

    def _turn_page(self, _thing: str) -> None:
        self.page += 1
        if self.model is not None:
            self._show_parts(self.model)
            self.request_redraw()

    def _reckoning(self, sheet: WorkModel) -> None:
        self.add_widget(self.value_view)
        if any(each.enabled for each in sheet.bonus_cards):
            self.add_widget(self.bonus_cards_button)
        if sheet.splits or sheet.chosen_split is not None:
            for part in (self.florins_view, self.prestige_view, self.complete_button):
                self.add_widget(part)
        if len(sheet.splits) > 1:
            self.add_widget(self.slider)

    @property
    def chosen_split(self) -> IncomeSplitModel | None:
        """The split of the income as the slider stands; None where there is none."""
        sheet = self.model
        if sheet is None or sheet.chosen_split is not None:
            return sheet.chosen_split if sheet is not None else None
        return sheet.splits[self.slider.current_step] if sheet.splits else None

    def _on_slider_moved(self, at: int) -> None:
        self._show_split()

    def _show_split(self) -> None:
        if self.model is not None and self.chosen_split is not None:
            self.florins_view.show((self.model.florins_label, self.chosen_split.florins))
            self.prestige_view.show((self.model.prestige_label, self.chosen_split.points))

    def _on_complete(self, _thing: str) -> None:
        if self.model is not None and self.chosen_split is not None:
            self.touch_handler(
                "done" if self.model.chosen_split is not None else f"{self.chosen_split.touch_target} done"
            )

    # -- layout

    def arrange_children(self, bounds: Rect) -> None:
        """Place cards in a grid below a row of their own, or the value with all that belongs to it."""
        sheet = self.model
        if sheet is None:
            return
        if sheet.open_hand_choice is not None:
            place_widget(self.open_hand_button, bounds.centred(min(bounds.width, mm(60)), mm(16)))
        elif self.card_buttons or sheet.worker is None:
            head, grid = bounds.cut_top(mm(HEADER_HEIGHT), mm(0.8))
            self.note_rect = self._place_head(head)
            self._grid(grid)
        else:
            self._lay_out(bounds)

    def _place_head(self, head: Rect) -> Rect:
        """Place the buttons above the cards, and return the room that is left for words."""
        if self.back_button.parent is not None:
            back, head = head.cut_left(mm(BACK_WIDTH), mm(GAP))
            place_widget(self.back_button, back)
        for button, width in ((self.bonus_cards_button, BONUS_WIDTH), (self.others_button, OTHERS_WIDTH)):
            if button.parent is not None:
                place, head = head.cut_right(mm(width), mm(GAP))
                place_widget(button, place)
        return head

    def _grid(self, room: Rect) -> None:
        """Place the cards as large, and as near to the best ratio of width to height, as possible."""
        count = len(self.card_buttons)
        cells = [
            (columns, self._cell(room, columns, ceil(count / columns))) for columns in range(1, count + 1)
        ]
        fits = [(columns, cell) for columns, cell in cells if self._fits(cell)]
        if not fits:
            return
        shape = self.card_buttons[0].BEST_ASPECT_RATIO
        columns, cell = min(fits, key=lambda fit: abs(log(fit[1].width / fit[1].height / shape)))
        rows = ceil(count / columns)
        gap = mm(self.CARD_GAP)
        grid = room.centred(columns * (cell.width + gap) - gap, rows * (cell.height + gap) - gap)
        for face, place in zip(self.card_buttons, grid.split_grid(columns, rows, gap), strict=False):
            place_widget(face, place)
        size = min(face.max_letter_size(cell) for face in self.card_buttons)
        for face in self.card_buttons:
            face.letter_size = size

    def _fits(self, cell: Rect) -> bool:
        """Whether the rectangle is large enough for a finger and for its contents."""
        width = mm(self.card_buttons[0].min_width)
        return bool(cell.width >= width and cell.height >= mm(self.MIN_CARD_HEIGHT))

    def _cell(self, room: Rect, columns: int, rows: int) -> Rect:
        """The rectangle of the upper left card."""
        first = next(room.split_grid(columns, rows, mm(self.CARD_GAP)))
        return Rect(
            first.x,
            first.y,
            min(first.width, mm(self.MAX_CARD_WIDTH)),
            min(first.height, mm(self.MAX_CARD_HEIGHT)),
        )

    def _lay_out(self, bounds: Rect) -> None:
        """Place the value at the left, both results at the right, and slider and button at the foot."""
        foot, rest = bounds.cut_bottom(mm(TOUCH_SIZE + 1), mm(GAP))
        if self.chosen_split is None:
            rest = bounds
        bill, right = rest.cut_left(max(mm(50), rest.width * 0.48), mm(GAP))
        place_widget(self.value_view, bill)
        cards, results = (
            right.cut_bottom(mm(TOUCH_SIZE), mm(GAP)) if self.bonus_cards_button.parent else (right, right)
        )
        place_widget(self.bonus_cards_button, cards)
        self.note_rect = results
        if results.width > mm(60):
            halves = list(results.cut_top(min(results.height, mm(24)))[0].split_columns(2, mm(GAP)))
        else:
            halves = list(results.split_rows(2, mm(GAP)))
        place_widget(self.florins_view, halves[0])
        place_widget(self.prestige_view, halves[1])
        done, slider = foot.cut_right(mm(36), mm(GAP))
        place_widget(self.complete_button, done)
        place_widget(self.slider, slider)

    def paint(self, painter: Painter, bounds: Rect) -> None:
        """Paint above the cards what the work is worth so far and what it must be worth."""
        sheet = self.model
        if sheet is None or sheet.open_hand_choice is not None:
            return
        if self.card_buttons or sheet.worker is None:
            painter.draw_text(
                sheet.value_so_far,
                self.note_rect,
                LEAD_TEXT,
                CHALK,
                bold=True,
                max_lines=2,
                min_size=SMALL_TEXT,
            )
        elif self.chosen_split is None:
            painter.draw_text(
                sheet.value_lacking,
                self.note_rect.inset(mm(1)),
                LARGE_TEXT,
                CHALK,
                bold=True,
                halign="center",
                max_lines=4,
            )
