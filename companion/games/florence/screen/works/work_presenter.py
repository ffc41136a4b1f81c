"""A work before it is done: who may work, what he would be worth line by line, and how the income may be split.

All of it is public: where hands are hidden every card that could be in the hand can be touched. Only of a hand that
lies open before the person at the screen (the virtual table) just its own cards are shown.
"""

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
from companion.games.florence.rules.work_value import bonus_card_value, with_worker_on_table, work_value
from companion.games.florence.screen.word_symbols import symbol_of_word
from companion.rules.clauses import MoveRefused
from companion.rules.moves import FINGER, UNKNOWN, touch_observation
from companion.screen.presenters.prompt import capitalise
from companion.screen.ui_state import UiState
from companion.screen.view_models import ChoiceModel
from companion.table.snapshot import Snapshot
from companion.voice.translator import Translator

TAKE_PREFIX = "take/"
BONUS_FOLDER = "bonus"
OPEN_FOLDER, CLOSE_FOLDER = f"open/{BONUS_FOLDER}", "open/"
"""What turns to the bonus cards, and back."""


class WantModel(Struct, frozen=True):
    """What a worker wants to find, and whether it is there."""

    symbol: str
    name: str
    is_present: bool


class WorkerModel(Struct, frozen=True):
    """A profession, what it wants, and what its work would be worth with the bonus cards noticed so far;
    `reaches_least_value`: the round asks for no more. Not `open`: it cannot be in this hand, or cannot be worth enough.
    """

    touch_target: str
    name: str
    wants: tuple[WantModel, ...]
    value: int
    reaches_least_value: bool
    enabled: bool = True


class BonusCardModel(Struct, frozen=True):
    """A bonus card, what it does in a sentence, and what it adds here. `played`: it was noticed. Not `open`: it cannot
    be in this hand.
    """

    touch_target: str
    name: str
    effect: str
    value_added: int
    is_played: bool = False
    enabled: bool = True


class ValueLineModel(Struct, frozen=True):
    """A line of the reckoning: what, how many points it gives, by which clause."""

    text: str
    points: int
    clause: str
    symbol: str = ""


class IncomeSplitModel(Struct, frozen=True):
    """A way to split the income that the rules allow, and what a finger touches to say it."""

    touch_target: str
    florins: int
    points: int


class WorkLabels(Struct, frozen=True):
    """What stands beside the numbers, and on the buttons. value_so_far: above cards to choose from. lacking: in place
    of the results while the work is not worth enough.
    """

    least_value: str
    value_so_far: str
    value_lacking: str
    florins: str
    prestige: str
    bonus_cards_button: str
    back_button: str
    complete_button: str


class WorkModel(Struct, frozen=True):
    """Who works is chosen among `workers`; once it is known (`noticed_worker`) the `value_lines` say what the work is
    worth.

    asks: what is missing, for the prompt. least: what the round asks for; total: what it would be. additions: the
    bonus cards, none where there can be none; `cards`: they lie open in place of all else. splits: from all florins
    to all prestige, none while the least value is not reached. taken: one was noticed. hand: the way to the hand that
    must lie open first.
    """

    question: str
    labels: WorkLabels
    least_value: int
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
    def missing_value(self) -> int:
        """Points that the work still needs."""
        return max(0, self.least_value - self.total_value)


def work_model(snapshot: Snapshot, ui_state: UiState, translator: Translator) -> WorkModel | None:
    """The sheet once `action/work` was touched; None while nobody works. What `WorkModel.things` names needs no other
    button."""
    position = snapshot.position
    assert isinstance(position, TableState)
    if touch_observation(WORK_ACTION) not in snapshot.pending_input or position.turn is None:
        return None
    return _WorkPresenter(snapshot, position, position.turn, ui_state, translator).sheet()


def can_work(
    snapshot: Snapshot, position: TableState, who: str, ui_state: UiState, translator: Translator
) -> bool:
    """Whether any of his professions may be worth enough: of a hand that lies open it is known."""
    if not ui_state.is_virtual or ui_state.hand_owner != who:
        return True
    return any(
        worker.enabled for worker in _WorkPresenter(snapshot, position, who, ui_state, translator).workers()
    )


class _WorkPresenter:
    """What was noticed of one work, and what may be."""

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
        """Cards of that kind, shown or touched, in the order noticed."""
        things = (
            sight.zone if sight.piece == FINGER else sight.piece for sight in self.snapshot.pending_input
        )
        names = (thing.partition("/")[2] for thing in things if thing.startswith(f"{kind}/"))
        return (name for name in dict.fromkeys(names) if name != UNKNOWN)

    def sheet(self) -> WorkModel:
        """What the screen shows of it."""
        least, parts = self.position.least_value, tuple(self._parts()) if self.noticed_worker else ()
        total = sum(part.points for part in parts)
        labels = self._labels(total)
        if self.ui_state.is_virtual and self.ui_state.hand_owner != self.who and not self.noticed_worker:
            shows = self.words.gettext("Cards: {who}", who=self.words.player_name(self.who))
            return WorkModel(
                shows, labels, least, open_hand_choice=ChoiceModel(f"look/{self.who}", shows, "hand", "main")
            )
        return WorkModel(
            self._asks(total),
            labels,
            least,
            total,
            () if self.noticed_worker else tuple(self.workers()),
            self._worker(self.noticed_worker) if self.noticed_worker else None,
            parts,
            tuple(self._additions()),
            self.ui_state.answer_folder == BONUS_FOLDER,
            tuple(self._splits()) if self.noticed_worker else (),
            self._taken(),
        )

    def _asks(self, total: int) -> str:
        _ = self.words.gettext
        if self.ui_state.answer_folder == BONUS_FOLDER:
            return _("Which bonus cards?")
        if not self.noticed_worker:
            return _("Who works?")
        if total < self.position.least_value:
            return self._lacking(total)
        return _("Florins or prestige?")

    def _lacking(self, total: int) -> str:
        missing = self.position.least_value - total
        return self.words.ngettext(
            "{n} more point is needed: which bonus card?",
            "{n} more points are needed: which bonus card?",
            missing,
        )

    def _labels(self, total: int) -> WorkLabels:
        _, least = self.words.gettext, self.position.least_value
        so_far = _("A work must be worth {least} at least.", least=least)
        if self.noticed_worker:
            name = self._face(self.noticed_worker)
            so_far = _("{profession}: {value}, at least {least}", profession=name, value=total, least=least)
        return WorkLabels(
            _("at least {least}", least=least),
            so_far,
            self._lacking(total),
            capitalise(self.words.name_of("thing", "money")),
            capitalise(self.words.name_of("thing", "points")),
            self.words.name_of("word", "bonus"),
            _("Back"),
            self.words.name_of("word", "done" if self._taken() else "work"),
        )

    # -- who works

    def workers(self) -> Iterator[WorkerModel]:
        """By name; of a hand that lies open only what is in it, and only what is worth enough with its bonus cards."""
        possible = self._possible()
        workers = [self._worker(name) for name in WANTS_BY_PROFESSION if self._shown(PROFESSION, name)]
        for worker in sorted(workers, key=lambda worker: normalize("NFD", worker.name)):
            enough = not self.ui_state.is_virtual or worker.value + self._hope() >= self.position.least_value
            yield replace(worker, enabled=worker.touch_target in possible and enough)

    def _hope(self) -> int:
        """What the bonus cards that are not played yet could still add."""
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
        worth = work_value(self.counts, name, self.played_cards).total
        return WorkerModel(
            f"{PROFESSION}/{name}",
            self._face(name),
            tuple(
                WantModel(symbol_of_word(thing), self._face(thing), self._has(thing))
                for thing in _wants_by_line(wants).values()
            ),
            worth,
            worth >= self.position.least_value,
        )

    def _has(self, touch_target: str) -> bool:
        who = self.counts
        return touch_target in who.buildings or touch_target in who.freedoms or touch_target in who.landscapes

    def _face(self, name: str) -> str:
        return self.words.name_of("face", name)

    # -- what it is worth

    def _parts(self) -> Iterator[ValueLineModel]:
        named = _wants_by_line(WANTS_BY_PROFESSION[self.noticed_worker])
        for line in work_value(self.counts, self.noticed_worker, self.played_cards).lines:
            if line.what in self.played_cards:
                words, symbol = self._face(line.what), BONUS_CARD
            elif thing := named.get(line.what, ""):
                words, symbol = self._face(thing), symbol_of_word(thing)
            else:
                words, symbol = capitalise(self.words.name_of("line", line.what)), symbol_of_word(line.what)
            yield ValueLineModel(words, line.points, line.clause, symbol)

    def _additions(self) -> Iterator[BonusCardModel]:
        """Every bonus card that could be in the hand; of a hand that lies open only what is in it."""
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

    # -- what becomes of the income

    def _splits(self) -> Iterator[IncomeSplitModel]:
        """From all florins to all prestige, in the steps that may come next."""
        kept = (
            int(thing.removeprefix(TAKE_PREFIX))
            for thing in self.snapshot.steps_by_touch_target
            if thing.startswith(TAKE_PREFIX)
        )
        return map(self._split, sorted(kept, reverse=True))

    def _split(self, kept: int) -> IncomeSplitModel:
        income = POINTS["florins"] * work_value(self.counts, self.noticed_worker, self.played_cards).total
        return IncomeSplitModel(f"{TAKE_PREFIX}{kept}", kept, (income - kept) // POINTS["bought"])

    def _taken(self) -> IncomeSplitModel | None:
        things = (sight.zone for sight in self.snapshot.pending_input if sight.piece == FINGER)
        kept = next(
            (thing.removeprefix(TAKE_PREFIX) for thing in things if thing.startswith(TAKE_PREFIX)), ""
        )
        return self._split(int(kept)) if kept and self.noticed_worker else None


def _wants_by_line(wants: ProfessionWants) -> dict[str, str]:
    """What a worker wants, by the name of its line."""
    return {"building": wants.building, "landscape": wants.landscape, "freedom": wants.freedom}
