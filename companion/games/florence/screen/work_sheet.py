"""A work before it is done: who may work, what he would be worth line by line, and how the income may be split.

All of it is public: where hands are hidden every card that could be in the hand can be touched. Only of a hand that
lies open before the person at the screen (the virtual table) just its own cards are shown.
"""

from __future__ import annotations

from collections.abc import Iterator
from unicodedata import normalize

from msgspec import Struct
from msgspec.structs import replace

from companion.games.florence.rules.pieces import BONUS_CARD, PROFESSION, WORK
from companion.games.florence.rules.principality import principality
from companion.games.florence.rules.printed import BONUS, POINTS, PROFESSIONS, Wants
from companion.games.florence.rules.state import Table
from companion.games.florence.rules.work import added, laid, value
from companion.games.florence.screen.named import sign
from companion.rules.clauses import MoveRefused
from companion.rules.moves import FINGER, UNKNOWN, touch_observation
from companion.screen.presenters.prompt import capitalise
from companion.screen.ui_state import UiState
from companion.screen.view_models import ChoiceModel
from companion.table.snapshot import Snapshot
from companion.voice.translator import Translator

TAKE = "take/"
FOLDER = "bonus"
OPEN, CLOSE = f"open/{FOLDER}", "open/"
"""What turns to the bonus cards, and back."""


class Want(Struct, frozen=True):
    """What a worker wants to find, and whether it is there."""

    symbol: str
    name: str
    there: bool


class Worker(Struct, frozen=True):
    """A profession, what it wants, and what its work would be worth with the bonus cards noticed so far; `enough`: the
    round asks for no more. Not `open_branches`: it cannot be in this hand, or cannot be worth enough.
    """

    thing: str
    name: str
    wants: tuple[Want, ...]
    value: int
    enough: bool
    open: bool = True


class Addition(Struct, frozen=True):
    """A bonus card, what it does in a sentence, and what it adds here. `played`: it was noticed. Not `open_branches`:
    it cannot be in this hand.
    """

    thing: str
    name: str
    does: str
    adds: int
    played: bool = False
    open: bool = True


class Part(Struct, frozen=True):
    """A line of the reckoning: what, how many points it gives, by which clause."""

    words: str
    points: int
    clause: str
    symbol: str = ""


class Split(Struct, frozen=True):
    """A way to split the income that the rules allow, and what a finger touches to say it."""

    thing: str
    florins: int
    points: int


class Labels(Struct, frozen=True):
    """What stands beside the numbers, and on the buttons. so_far: above cards to choose from. lacking: in place of the
    results while the work is not worth enough.
    """

    least: str
    so_far: str
    lacking: str
    florins: str
    prestige: str
    cards: str
    back: str
    complete: str


class WorkSheet(Struct, frozen=True):
    """Who works is chosen among `workers`; once it is known (`worker`) the `parts` say what the work is worth.

    asks: what is missing, for the prompt. least: what the round asks for; total: what it would be. additions: the
    bonus cards, none where there can be none; `cards`: they lie open in place of all else. splits: from all florins
    to all prestige, none while the least value is not reached. taken: one was noticed. hand: the way to the hand that
    must lie open first.
    """

    asks: str
    labels: Labels
    least: int
    total: int = 0
    workers: tuple[Worker, ...] = ()
    worker: Worker | None = None
    parts: tuple[Part, ...] = ()
    additions: tuple[Addition, ...] = ()
    cards: bool = False
    splits: tuple[Split, ...] = ()
    taken: Split | None = None
    hand: ChoiceModel | None = None

    @property
    def lacking(self) -> int:
        """Points that the work still needs."""
        return max(0, self.least - self.total)


def worksheet_of(now: Snapshot, look: UiState, words: Translator) -> WorkSheet | None:
    """The sheet once `action/work` was touched; None while nobody works. What `WorkSheet.things` names needs no other
    button."""
    position = now.position
    assert isinstance(position, Table)
    if touch_observation(WORK) not in now.pending_input or position.turn is None:
        return None
    return _Work(now, position, position.turn, look, words).sheet()


def can_work(now: Snapshot, position: Table, who: str, look: UiState, words: Translator) -> bool:
    """Whether any of his professions may be worth enough: of a hand that lies open it is known."""
    if not look.is_virtual or look.hand_owner != who:
        return True
    return any(worker.open for worker in _Work(now, position, who, look, words).workers())


class _Work:
    """What was noticed of one work, and what may be."""

    def __init__(self, now: Snapshot, position: Table, who: str, look: UiState, words: Translator) -> None:
        self.now, self.position, self.who, self.look, self.words = now, position, who, look, words
        self.player = position.players[who]
        self.principality = principality(self.player)
        self.worker = next(self._noticed(PROFESSION), "")
        self.played = tuple(self._noticed(BONUS_CARD))

    def _noticed(self, kind: str) -> Iterator[str]:
        """Cards of that kind, shown or touched, in the order noticed."""
        things = (sight.zone if sight.piece == FINGER else sight.piece for sight in self.now.pending_input)
        names = (thing.partition("/")[2] for thing in things if thing.startswith(f"{kind}/"))
        return (name for name in dict.fromkeys(names) if name != UNKNOWN)

    def sheet(self) -> WorkSheet:
        """What the screen shows of it."""
        least, parts = self.position.least, tuple(self._parts()) if self.worker else ()
        total = sum(part.points for part in parts)
        labels = self._labels(total)
        if self.look.is_virtual and self.look.hand_owner != self.who and not self.worker:
            shows = self.words.gettext("Cards: {who}", who=self.words.player_name(self.who))
            return WorkSheet(
                shows, labels, least, hand=ChoiceModel(f"look/{self.who}", shows, "hand", "main")
            )
        return WorkSheet(
            self._asks(total),
            labels,
            least,
            total,
            () if self.worker else tuple(self.workers()),
            self._worker(self.worker) if self.worker else None,
            parts,
            tuple(self._additions()),
            self.look.answer_folder == FOLDER,
            tuple(self._splits()) if self.worker else (),
            self._taken(),
        )

    def _asks(self, total: int) -> str:
        _ = self.words.gettext
        if self.look.answer_folder == FOLDER:
            return _("Which bonus cards?")
        if not self.worker:
            return _("Who works?")
        if total < self.position.least:
            return self._lacking(total)
        return _("Florins or prestige?")

    def _lacking(self, total: int) -> str:
        missing = self.position.least - total
        return self.words.ngettext(
            "{n} more point is needed: which bonus card?",
            "{n} more points are needed: which bonus card?",
            missing,
        )

    def _labels(self, total: int) -> Labels:
        _, least = self.words.gettext, self.position.least
        so_far = _("A work must be worth {least} at least.", least=least)
        if self.worker:
            name = self._face(self.worker)
            so_far = _("{profession}: {value}, at least {least}", profession=name, value=total, least=least)
        return Labels(
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

    def workers(self) -> Iterator[Worker]:
        """By name; of a hand that lies open only what is in it, and only what is worth enough with its bonus cards."""
        possible = self._possible()
        workers = [self._worker(name) for name in PROFESSIONS if self._shown(PROFESSION, name)]
        for worker in sorted(workers, key=lambda worker: normalize("NFD", worker.name)):
            enough = not self.look.is_virtual or worker.value + self._hope() >= self.position.least
            yield replace(worker, open=worker.thing in possible and enough)

    def _hope(self) -> int:
        """What the bonus cards that are not played yet could still add."""
        return sum(each.adds for each in self._additions() if each.open and not each.played)

    def _possible(self) -> frozenset[str]:
        """The professions that may work, as far as everybody knows."""
        try:
            _, choice = self.position.choice_tree.choice_for(self.who).follow_word("work")
        except MoveRefused:
            return frozenset()
        return frozenset(step.touch_target for _, step, _ in choice.open_branches())

    def _shown(self, kind: str, name: str) -> bool:
        """Whether that card is shown at all."""
        return not self.look.is_virtual or (
            self.look.hand_owner == self.who and f"{kind}/{name}" in self.look.hand_pieces
        )

    def _worker(self, name: str) -> Worker:
        wants = PROFESSIONS[name]
        worth = value(self.principality, name, self.played).total
        return Worker(
            f"{PROFESSION}/{name}",
            self._face(name),
            tuple(Want(sign(thing), self._face(thing), self._has(thing)) for thing in _named(wants).values()),
            worth,
            worth >= self.position.least,
        )

    def _has(self, thing: str) -> bool:
        who = self.principality
        return thing in who.buildings or thing in who.freedoms or thing in who.landscapes

    def _face(self, name: str) -> str:
        return self.words.name_of("face", name)

    # -- what it is worth

    def _parts(self) -> Iterator[Part]:
        named = _named(PROFESSIONS[self.worker])
        for line in value(self.principality, self.worker, self.played).lines:
            if line.what in self.played:
                words, symbol = self._face(line.what), BONUS_CARD
            elif thing := named.get(line.what, ""):
                words, symbol = self._face(thing), sign(thing)
            else:
                words, symbol = capitalise(self.words.name_of("line", line.what)), sign(line.what)
            yield Part(words, line.points, line.clause, symbol)

    def _additions(self) -> Iterator[Addition]:
        """Every bonus card that could be in the hand; of a hand that lies open only what is in it."""
        held, known = self.player.bonus, self.position.known_bonus()
        left = sum(held.values()) - len(self.played)
        done = laid(self.principality)
        for card in BONUS if held else ():
            played = card in self.played
            may = bool(held.get(card)) or (UNKNOWN in held and card not in known)
            if played or self._shown(BONUS_CARD, card):
                name, does = self._face(card), self.words.name_of("does", card)
                adds, open_ = added(done, card), may and left > 0
                yield Addition(f"{BONUS_CARD}/{card}", name, does, adds, played, open_)

    # -- what becomes of the income

    def _splits(self) -> Iterator[Split]:
        """From all florins to all prestige, in the steps that may come next."""
        kept = (
            int(thing.removeprefix(TAKE))
            for thing in self.now.steps_by_touch_target
            if thing.startswith(TAKE)
        )
        return map(self._split, sorted(kept, reverse=True))

    def _split(self, kept: int) -> Split:
        income = POINTS["florins"] * value(self.principality, self.worker, self.played).total
        return Split(f"{TAKE}{kept}", kept, (income - kept) // POINTS["bought"])

    def _taken(self) -> Split | None:
        things = (sight.zone for sight in self.now.pending_input if sight.piece == FINGER)
        kept = next((thing.removeprefix(TAKE) for thing in things if thing.startswith(TAKE)), "")
        return self._split(int(kept)) if kept and self.worker else None


def _named(wants: Wants) -> dict[str, str]:
    """What a worker wants, by the name of its line."""
    return {"building": wants.building, "landscape": wants.landscape, "freedom": wants.freedom}
