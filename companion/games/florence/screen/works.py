"""A work: who may complete one, its value line by line, bonus cards, and what it brings."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, log
from typing import Final
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
from companion.games.florence.screen.piece_faces import symbol_of_word
from companion.rules.clauses import MoveRefused
from companion.rules.moves import FINGER, UNKNOWN, touch_observation
from companion.screen.context import UiState
from companion.screen.draw.canvas_widget import ModelView, TouchHandler, place_widget
from companion.screen.draw.painter import Painter, fit_text, font_pixels, text_width
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    BODY_TEXT,
    CHALK,
    CORNER_RADIUS,
    FADED_SEPIA,
    FIGURE_TEXT,
    FINE_TEXT,
    GAP,
    GOLD,
    HEADING_TEXT,
    LARGE_TEXT,
    LEAD_TEXT,
    MIN_TEXT,
    NO_RED,
    NOTE_TEXT,
    PARCHMENT,
    SEPIA,
    SMALL_TEXT,
    TITLE_TEXT,
    TOUCH_SIZE,
    WORN_PARCHMENT,
    YES_GREEN,
    Colour,
    fade,
    mix_colours,
)
from companion.screen.view_models import ChoiceModel
from companion.screen.widgets.button import PushButton
from companion.screen.widgets.parchment_card import ParchmentCardView
from companion.screen.widgets.slider import StepSlider
from companion.table.snapshot import Snapshot
from companion.voice.translator import Translator, capitalised

TAKE_PREFIX = "take/"
BONUS_FOLDER = "bonus"
OPEN_FOLDER, CLOSE_FOLDER = f"open/{BONUS_FOLDER}", "open/"
"""The targets that open the bonus cards, and lead back."""


class WantModel(Struct, frozen=True):
    """Something a worker wants, and whether it is present."""

    symbol: str
    name: str
    is_present: bool


class WorkerModel(Struct, frozen=True):
    """A profession, its wants, and the value of its work with the bonus cards entered so far.

    `reaches_least_value`: it is enough for the round. Not `enabled`: it cannot be in this hand, or cannot be
    worth enough.
    """

    touch_target: str
    name: str
    wants: tuple[WantModel, ...]
    value: int
    reaches_least_value: bool
    enabled: bool = True


class BonusCardModel(Struct, frozen=True):
    """A bonus card, its effect in a sentence, and what it adds here.

    `is_played`: it was entered. Not `enabled`: it cannot be in this hand.
    """

    touch_target: str
    name: str
    effect: str
    value_added: int
    is_played: bool = False
    enabled: bool = True


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


MET_COLOUR: Final = mix_colours(YES_GREEN, SEPIA, 0.5)
UNMET_COLOUR: Final = mix_colours(NO_RED, SEPIA, 0.25)
"""The colours of wants that are met and not met, on parchment."""


class WorkValueView(ModelView[WorkModel]):
    """The value of one work."""

    asked_target = "prompt"
    TITLE_HEIGHT = 6.0
    ROW_HEIGHT = 5.6
    TOTAL_HEIGHT = 8.4

    def paint_model(self, painter: Painter, bounds: Rect, sheet: WorkModel) -> None:
        """Paint worker, lines and sum."""
        if sheet.worker is None:
            return
        painter.fill_rect(bounds, mix_colours(PARCHMENT, SEPIA, 0.5), mm(CORNER_RADIUS))
        painter.fill_rect(bounds.inset(mm(0.25)), PARCHMENT, mm(CORNER_RADIUS - 0.25))
        title, rest = bounds.inset(mm(1.8), mm(0.8)).cut_top(mm(self.TITLE_HEIGHT), mm(0.3))
        painter.draw_text(sheet.worker.name, title, TITLE_TEXT, SEPIA, bold=True)
        total, rest = rest.cut_bottom(mm(self.TOTAL_HEIGHT), mm(0.5))
        high = min(mm(self.ROW_HEIGHT), rest.height / max(1, len(sheet.value_lines)))
        for at, part in enumerate(sheet.value_lines):
            self._line(painter, Rect(rest.x, rest.top - (at + 1) * high, rest.width, high), part)
        self._sum(painter, total, sheet.worker, sheet.least_value_label)

    def _line(self, painter: Painter, row: Rect, part: ValueLineModel) -> None:
        """Paint symbol, text, clause and points, faded where there are none."""
        there = part.points > 0
        colour = SEPIA if there else FADED_SEPIA
        sign, rest = row.cut_left(mm(4.4), mm(1))
        points, rest = rest.cut_right(mm(6.4), mm(0.6))
        clause, text_rect = rest.cut_right(mm(5.4), mm(0.6))
        side = min(mm(4.4), row.height * 0.92)
        painter.draw_symbol(part.symbol, sign.centred(side, side), SEPIA if there else fade(SEPIA, 0.35))
        painter.draw_text(part.text, text_rect, BODY_TEXT, colour, bold=there, max_lines=2, may_truncate=True)
        painter.draw_text(part.clause, clause, FINE_TEXT, FADED_SEPIA, halign="right")
        painter.draw_text(str(part.points), points, HEADING_TEXT, colour, bold=there, halign="right")

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
            SMALL_TEXT,
            SEPIA if enough else UNMET_COLOUR,
            bold=not enough,
            max_lines=2,
        )


class WorkerButton(ParchmentCardView[WorkerModel]):
    """A profession: its name, its wants, and in the seal the value of its work.

    With much room the wants have their names.
    """

    SEAL_WIDTH = 6.2
    BEST_ASPECT_RATIO = 1.8
    """The ratio of width to height at which it is read best."""

    @property
    def worker_model(self) -> WorkerModel:
        """The worker that is shown."""
        assert self.model is not None
        return self.model

    def paint_model(self, painter: Painter, bounds: Rect, worker: WorkerModel) -> None:
        """Paint the name above, the wants below, and the seal at the right."""
        colour = self.paint_card(painter, bounds)
        inner = bounds.inset(mm(1.0), mm(0.7))
        if inner.height > mm(20) and inner.width > mm(22):
            self._roomy(painter, inner, colour)
            return
        name, low = inner.cut_top(inner.height * 0.44)
        painter.draw_text(self.worker_model.name, name, BODY_TEXT, colour, bold=True)
        seal, wants = low.cut_right(min(mm(self.SEAL_WIDTH), low.width * 0.3), mm(0.4))
        self._seal(painter, seal, colour)
        for want, cell in zip(
            self.worker_model.wants, wants.split_columns(len(self.worker_model.wants)), strict=True
        ):
            self._want(painter, cell, want)

    def _roomy(self, painter: Painter, inner: Rect, colour: Colour) -> None:
        """Paint a line for each want."""
        head, low = inner.cut_top(mm(7.2), mm(0.6))
        seal, name = head.cut_right(mm(8), mm(0.6))
        painter.draw_text(self.worker_model.name, name, HEADING_TEXT, colour, bold=True)
        self._seal(painter, seal, colour)
        rows = low.cut_top(min(low.height, mm(7) * len(self.worker_model.wants)))[0].split_rows(
            len(self.worker_model.wants)
        )
        for want, row in zip(self.worker_model.wants, rows, strict=True):
            sign, name_rect = row.cut_left(mm(6.4), mm(1.2))
            tick, name_rect = name_rect.cut_right(mm(4), mm(0.6))
            there = want.is_present and self.enabled
            painter.draw_symbol(want.symbol, sign.inset(0, mm(0.3)), SEPIA if there else fade(SEPIA, 0.3))
            painter.draw_text(
                want.name,
                name_rect,
                BODY_TEXT,
                SEPIA if there else colour if not self.enabled else FADED_SEPIA,
                bold=there,
            )
            if there:
                painter.draw_symbol("check", tick, MET_COLOUR)

    def _want(self, painter: Painter, cell: Rect, want: WantModel) -> None:
        """Paint a want, underlined where it is met and pale where it is not."""
        bar, above = cell.cut_bottom(mm(0.7), mm(0.2))
        there = want.is_present and self.enabled
        painter.draw_symbol(want.symbol, above.inset(mm(0.2), 0), SEPIA if there else fade(SEPIA, 0.3))
        if there:
            painter.fill_rect(bar.inset(mm(0.5), 0), MET_COLOUR, mm(0.35))

    def _seal(self, painter: Painter, spot: Rect, colour: Colour) -> None:
        """Paint the value: on gold where it is enough, in a ring where not; none on somebody else's card."""
        if self.worker_model.reaches_least_value and not self.enabled:
            return
        disc = spot.largest_square()
        if self.worker_model.reaches_least_value:
            painter.fill_rect(disc, mix_colours(GOLD, SEPIA, 0.25), disc.width / 2)
            painter.fill_rect(disc.inset(mm(0.3)), GOLD, disc.width / 2)
        else:
            colour = FADED_SEPIA if self.enabled else colour
            painter.outline_rect(disc, colour, mm(0.3), disc.width / 2)
        size = disc.width / mm(1) * 0.62
        painter.draw_text(
            str(self.worker_model.value), disc.inset(mm(0.4)), size, colour, bold=True, halign="center"
        )


class BonusCardButton(ParchmentCardView[BonusCardModel]):
    """A bonus card: what it counts and what that adds, ticked once it is played.

    `letter_size` is how large its letters are, in millimetres.
    """

    BEST_ASPECT_RATIO = 2.6

    letter_size = NOTE_TEXT

    @property
    def bonus_card_model(self) -> BonusCardModel:
        """The bonus card that is shown."""
        assert self.model is not None
        return self.model

    def on_model_changed(self, addition: BonusCardModel, previous: BonusCardModel | None) -> None:
        """Enable the card while it may be played."""
        super().on_model_changed(addition, previous)
        self.enabled = addition.enabled and not addition.is_played

    def paint_model(self, painter: Painter, bounds: Rect, addition: BonusCardModel) -> None:
        """Paint words at the left and points at the right; with much room the effect below."""
        colour = self.paint_card(painter, bounds)
        if self.bonus_card_model.is_played:
            painter.fill_rect(
                bounds.inset(mm(0.25)), mix_colours(PARCHMENT, GOLD, 0.35), mm(CORNER_RADIUS - 0.25)
            )
            colour = SEPIA
        if bounds.height > mm(20):
            bounds, low = bounds.cut_top(mm(11))
            painter.draw_text(
                self.bonus_card_model.effect,
                low.inset(mm(1.4), mm(0.8)),
                NOTE_TEXT,
                colour,
                valign="top",
                max_lines=6,
            )
        number, text_rect = self._parts(bounds)
        strong = self.bonus_card_model.value_added > 0
        painter.draw_text(
            self.bonus_card_model.name, text_rect, self.letter_size, colour, bold=strong, max_lines=3
        )
        if self.bonus_card_model.is_played:
            sign, number = number.cut_top(number.height * 0.45)
            painter.draw_symbol("check", sign, MET_COLOUR)
        paint = colour if strong or not self.enabled else FADED_SEPIA
        painter.draw_text(self._adds, number, self._number, paint, bold=True, halign="right")

    @property
    def _adds(self) -> str:
        return f"+{self.bonus_card_model.value_added}"

    @property
    def _number(self) -> float:
        """The letter size of the points, smaller for two digits, so that the words keep their room."""
        return BODY_TEXT if self.bonus_card_model.value_added < 10 else BODY_TEXT * 0.72

    def _parts(self, bounds: Rect) -> tuple[Rect, Rect]:
        """The rectangles of the points and of the words."""
        wide = text_width(self._adds, font_pixels(self._number), True) + 2
        return bounds.inset(mm(0.8), mm(0.4)).cut_right(wide, mm(0.3))

    def max_letter_size(self, bounds: Rect) -> float:
        """The largest letter size in millimetres for which its words have room."""
        text_rect = self._parts(bounds)[1]
        wanted, least = font_pixels(NOTE_TEXT), round(mm(MIN_TEXT))
        set_ = fit_text(self.bonus_card_model.name, text_rect.width, text_rect.height, wanted, least, True, 3)
        return NOTE_TEXT * set_.font_pixels / wanted


HEADER_HEIGHT = 9.0
"""The height of the row above the cards to choose from, in millimetres."""


class WorkView(ModelView[WorkModel]):
    """Cards to choose from, then the value with the slider below.

    `touch_handler` receives the targets touched; where the work is completed two at once, with a blank
    between: the amount, and the end of the move.
    """

    MIN_CARD_WIDTH = 18.0
    """The least width of a card, in millimetres."""
    MIN_CARD_HEIGHT = 9.0
    """The least height of a card, in millimetres."""
    CARD_GAP = 0.8
    MAX_CARD_WIDTH, MAX_CARD_HEIGHT = 49.0, 31.0
    """The greatest width and height of a card, in millimetres."""

    def __init__(self, touch_handler: TouchHandler) -> None:
        self.touch_handler = touch_handler
        self.card_buttons: list[WorkerButton | BonusCardButton] = []
        self.note_rect = Rect(0, 0, 0, 0)
        self.value_view = WorkValueView()
        self.florins_view, self.prestige_view = AmountView("florin"), AmountView("points")
        self.slider = StepSlider("income", self._on_slider_moved, "florin", "points")
        self.bonus_cards_button = PushButton(OPEN_FOLDER, touch_handler, symbol="bonus")
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
            self.card_buttons = [BonusCardButton(each, self.touch_handler) for each in sheet.bonus_cards]
            self.add_widget(self.back_button)
        elif sheet.worker is None:
            self.card_buttons = [WorkerButton(each, self.touch_handler) for each in sheet.workers]
            if sheet.bonus_cards:
                self.add_widget(self.bonus_cards_button)
        else:
            self._reckoning(sheet)
        for face in self.card_buttons:
            self.add_widget(face)

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
            place_widget(self.bonus_cards_button, head.cut_right(mm(40))[0])
            place_widget(self.back_button, head.cut_left(mm(26))[0])
            self._grid(grid)
        else:
            self._lay_out(bounds)

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
        additions = [face for face in self.card_buttons if isinstance(face, BonusCardButton)]
        size = min((face.max_letter_size(cell) for face in additions), default=0.0)
        for face in additions:
            face.letter_size = size

    def _fits(self, cell: Rect) -> bool:
        """Whether the rectangle is large enough for a finger and for its contents."""
        return bool(cell.width >= mm(self.MIN_CARD_WIDTH) and cell.height >= mm(self.MIN_CARD_HEIGHT))

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
            head = bounds.cut_top(mm(HEADER_HEIGHT))[0]
            if self.back_button.parent is not None:
                head = head.cut_left(mm(26), mm(2))[1]
            if self.bonus_cards_button.parent is not None:
                head = head.cut_right(mm(40), mm(2))[1]
            painter.draw_text(sheet.value_so_far, head, LEAD_TEXT, CHALK, bold=True, max_lines=2)
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
