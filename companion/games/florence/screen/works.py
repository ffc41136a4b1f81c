"""A work: who may complete one, its value line by line, bonus cards, and what it brings."""

from __future__ import annotations

from collections.abc import Iterator
from unicodedata import normalize

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
from companion.games.florence.screen.piece_faces import symbol_of_word
from companion.rules.clauses import MoveRefused
from companion.rules.moves import FINGER, UNKNOWN, touch_observation
from companion.screen.context import UiState
from companion.screen.presenters.table_presenter import capitalise
from companion.screen.view_models import ChoiceModel
from companion.table.snapshot import Snapshot
from companion.voice.translator import Translator

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
    `question` is what is missing, for the prompt. `least_work_value` is that of the round. `bonus_cards` is empty
    where there can be none; with `shows_bonus_cards` they take the place of all else. `splits` go from all
    florins to all prestige, and are empty while the least value is not reached; `chosen_split` was entered.
    `open_hand_choice` leads to the hand that must be opened first. `value_so_far` stands above cards to choose from,
    `value_lacking` in place of the results while the work is not worth enough.
    """

    question: str
    least_value: int
    least_value_label: str
    value_so_far: str
    value_lacking: str
    florins_label: str
    prestige_label: str
    bonus_cards_button: str
    back_button: str
    complete_button: str
    total_value: int = 0
    workers: tuple[WorkerModel, ...] = ()
    worker: WorkerModel | None = None
    value_lines: tuple[ValueLineModel, ...] = ()
    bonus_cards: tuple[BonusCardModel, ...] = ()
    shows_bonus_cards: bool = False
    splits: tuple[IncomeSplitModel, ...] = ()
    chosen_split: IncomeSplitModel | None = None
    open_hand_choice: ChoiceModel | None = None

    @property
    def value_still_lacking(self) -> int:
        """How many points the work still lacks."""
        return max(0, self.least_value - self.total_value)


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
            least,
            _("at least {least}", least=least),
            so_far,
            self._lacking(total),
            capitalise(self.words.name_of("thing", "money")),
            capitalise(self.words.name_of("thing", "points")),
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
            total_value=total,
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
                words, symbol = capitalise(self.words.name_of("line", line.what)), symbol_of_word(line.what)
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
