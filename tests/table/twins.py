"""Evenings of Kabale und Hiebe that differ in nothing but which cards lie face down.

A `Script` is one round; `Hands` carry it out at a table with readers or without, and err on the way: equally in both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from random import Random

from msgspec import Struct

from companion.games import game_rules
from companion.games.kabale.rules.card_effects import NameRemovedCardDecision, NameTurnedCardDecision
from companion.games.kabale.rules.constants import CHARACTERS
from companion.games.kabale.rules.events import CardShown, CardTurnedUp
from companion.games.kabale.rules.position import KabalePosition
from companion.rules.game import GameSetup
from companion.rules.history import GameHistory
from companion.rules.public_view import public_accepted_line
from companion.rules.tree_walk import pick_legal_move
from companion.start.real_table.button_presses import message_for_button
from companion.table.interpretation.judge import Ambiguous
from companion.table.messages import (
    ChooseAnswer,
    ClearPendingInput,
    CorrectPosition,
    DismissNotices,
    EnterLine,
    FinishMove,
    OverruleRefusal,
    ReaderDown,
    ReaderRecovered,
    ReportInput,
    SessionMessage,
    SetStrictness,
    TagPresent,
    TagRemoved,
    Touch,
    UndoMoves,
)
from companion.table.session import DeferredMessage
from companion.table.snapshot import Snapshot
from companion.table.tags.deck import Deck, make_box_pieces
from companion.table.zones import ZonePlan
from tests.table.evenings import setup

GAME = game_rules("kabale")
PLANS = {
    "touch": ZonePlan(),
    "one reader": ZonePlan({"play": "reader"}),
    "a reader a column": ZonePlan({f"column/{number}": "reader" for number in range(1, 7)}),
}


class Script(Struct, frozen=True):
    """The moves of one round, and what other name each card has that nobody ever saw (player and card).

    before: the moves of the rounds before it, of which nothing lies face down any more.
    """

    setup: GameSetup
    before: tuple[str, ...]
    lines: tuple[str, ...]
    others: Mapping[tuple[str, str], str]

    def as_laid(self, line: str, first: bool) -> str:
        who, *words = line.split()
        return line if first else " ".join((who, *(self.others.get((who, word), word) for word in words)))

    def account(self, first: bool, lines: int = 0) -> GameHistory:
        """Everything up to so many lines of the round."""
        account = GameHistory(GAME, self.setup, GAME.initial_position(self.setup))
        for line in (*self.before, *(self.as_laid(line, first) for line in self.lines[:lines])):
            account.apply_line(line)
        return account


def script(players: int, rng: Random, round_: int = 1) -> Script:
    """Random moves in that round, up to the moment before all its cards are shown."""
    table = setup("kabale", players)
    account, before = GameHistory(GAME, table, GAME.initial_position(table)), 0
    while True:
        move, _ = pick_legal_move(account.position.choice_tree, rng.choice)
        account.play(move)
        now = account.position
        assert isinstance(now, KabalePosition)
        if now.round < round_:
            before = len(account.accepted_lines)
        over = now.outcome() is not None or now.phase == "shown"
        if now.round > round_ or (now.round == round_ and over):
            account.apply_line("undo")
            break
    lines = [accepted.text for accepted in account.accepted_lines]
    public = [public_accepted_line(GAME, each) for each in account.accepted_lines[before:]]
    happened = [event for entry in public for event in entry.events]
    turned = [(event.by, event.card) for event in happened if isinstance(event, CardTurnedUp | CardShown)]
    tables = [entry.position for entry in public if isinstance(entry.position, KabalePosition)]
    others: dict[tuple[str, str], str] = {}
    for who in (seat.colour for seat in table.seats):
        laid = [line.split()[-1] for line in lines[before:] if line.split()[0] == who]
        known = {card for each in tables for card in each.known_cards(who)}
        known |= {card for by, card in turned if by == who}
        secret = [card for card in laid if card in CHARACTERS and card not in known]
        free = [card for card in CHARACTERS if card not in known and card not in laid]
        others |= {
            (who, card): other for card, other in zip(secret, rng.sample(free, len(free)), strict=False)
        }
    return Script(table, tuple(lines[:before]), tuple(lines[before:]), others)


class Slipping(Struct, frozen=True):
    """Who errs, the card that they are about to lay, at which reader; a card that they laid before, "" for none."""

    who: str
    card: str
    zone: str
    old: str


Slip = Callable[[Slipping], Iterator[SessionMessage | DeferredMessage]]


class Hands:
    """Who carries the script out, and errs on the way."""

    def __init__(self, told: Script, plan: ZonePlan, first: bool, rng: Random) -> None:
        self._told, self._plan, self._first, self._rng = told, plan, first, rng
        self._standing = told.account(True, len(told.lines)).accepted_lines[len(told.before) :]
        box = make_box_pieces(GAME.taggable_pieces(told.setup), GAME.colours)
        self.deck = Deck(GAME.name, box)
        self._tags = {piece.word: f"{number:08x}" for number, piece in enumerate(box)}
        for piece in box:
            if self.deck.uid_of_piece(piece) is None and piece.copy_number == 1:
                self.deck.bind_tag(piece, self._tags[piece.word])

    def messages(self) -> Iterator[SessionMessage | DeferredMessage]:
        yield SetStrictness("hint")
        for at, line in enumerate(self._told.lines):
            yield from self._slip(self._told.as_laid(line, self._first), self._told.lines[:at])
            yield from self._do(self._told.as_laid(line, self._first))
            # if it was not understood; else it is refused
            yield EnterLine(self._told.as_laid(line, self._first))
            yield from (DismissNotices(), ClearPendingInput(), self._named(at), DismissNotices())
        yield from (
            UndoMoves(4),
            UndoMoves(4, is_confirmed=True),
            DismissNotices(),
            _more_in_hand,
            DismissNotices(),
        )

    def _do(self, line: str) -> Iterator[SessionMessage | DeferredMessage]:
        match line.split():
            case [who, column, card] if column.isdecimal() and card in CHARACTERS and self._plan.zones:
                by_column = self._plan.input_method(f"column/{column}") == "reader"
                yield from self._lay(who, card, f"column/{column}" if by_column else "play")
                yield self._rng.choice((_answer(column), Touch(f"column/{column}"), _pressed(column)))
            case [who, "slide", card] if self._plan.input_method("play") == "reader":
                yield from (*self._lay(who, card, "play"), Touch("slide"), FinishMove())
            case [who, column, _] if column.isdecimal():
                if self._rng.random() < 0.7:
                    yield from (Touch(f"column/{column}"), FinishMove())

    def _named(self, at: int) -> DeferredMessage:
        """Everybody sees the card that a line has turned up, and somebody names it where no reader knew it."""
        happened = self._standing[at].events

        def meaning(now: Snapshot) -> SessionMessage | None:
            place = _to_name(now)
            turned = (event for event in happened if isinstance(event, CardTurnedUp))
            names = (event.card for event in turned if (event.column, event.at) == place)
            return next((EnterLine(f"table turned {name}") for name in names), None)

        return meaning

    def _slip(self, line: str, before: tuple[str, ...]) -> Iterator[SessionMessage | DeferredMessage]:
        """Something that is refused, taken up again or looked at: the same slips both times."""
        who, *words = line.split()
        slips: tuple[Slip | None, ...] = (
            None,
            self._of_a_stranger,
            self._again,
            self._said,
            self._looked_at,
            self._broken,
            self._overruled,
            self._closed,
        )
        slip = self._rng.choice(slips)
        zone = self._rng.choice(sorted(self._plan.zones) or ["play"])
        if slip is not None and who != "table" and words[-1] in CHARACTERS:
            laid = (self._told.as_laid(each, self._first).split() for each in before)
            old = next((said[-1] for by, *said in laid if by == who and said[-1] in CHARACTERS), "")
            yield from slip(Slipping(who, words[-1], zone, old))
            yield from (DismissNotices(), ClearPendingInput())

    def _of_a_stranger(self, at: Slipping) -> Iterator[SessionMessage | DeferredMessage]:
        other = next(seat.colour for seat in self._told.setup.seats if seat.colour != at.who)
        yield from self._lay(other, "mage", at.zone)

    def _again(self, at: Slipping) -> Iterator[SessionMessage | DeferredMessage]:
        if at.old:
            yield from self._lay(at.who, at.old, at.zone)

    def _said(self, at: Slipping) -> Iterator[SessionMessage | DeferredMessage]:
        yield from (EnterLine(f"{at.who} 9 {at.card}"), DismissNotices(), EnterLine(f"{at.who} {at.card}"))

    def _looked_at(self, _at: Slipping) -> Iterator[SessionMessage | DeferredMessage]:
        yield UndoMoves(2)

    def _broken(self, at: Slipping) -> Iterator[SessionMessage | DeferredMessage]:
        """The reader dies, if it can be with a card that was laid there and whose column was not said."""
        if at.zone == "play":  # under a column that would be the whole move
            yield from self._lay(at.who, at.card, at.zone)
        yield from (
            Touch("column/9"),
            ReportInput(ReaderDown(at.zone, "broken")),
            UndoMoves(1),
            DismissNotices(),
        )
        yield ReportInput(ReaderRecovered(at.zone))

    def _overruled(self, at: Slipping) -> Iterator[SessionMessage | DeferredMessage]:
        yield from (EnterLine(f"{at.who} 9 {at.card}"), OverruleRefusal())

    def _closed(self, at: Slipping) -> Iterator[SessionMessage | DeferredMessage]:
        """A card that the rules would allow, in a column that a Storm has closed."""
        uid, by_column = self._tags[f"card/{at.who}/{at.card}"], at.zone != "play"

        def closed(now: Snapshot) -> SessionMessage | None:
            assert isinstance(now.position, KabalePosition)
            columns = (f"column/{n}" for n, each in enumerate(now.position.columns, 1) if each.closed)
            return next((ReportInput(TagPresent(n, uid)) if by_column else Touch(n) for n in columns), None)

        if not by_column:
            yield from self._lay(at.who, at.card, at.zone)
        yield closed

    def _lay(self, who: str, card: str, zone: str) -> tuple[SessionMessage | DeferredMessage, ...]:
        uid = self._tags[f"card/{who}/{card}"]
        return _face_down(ReportInput(TagPresent(zone, uid))), ReportInput(TagRemoved(zone, uid))


def _face_down(message: SessionMessage) -> DeferredMessage:
    """It, while a card is to be laid: shown when one that was turned or removed is to be named, it would name that."""

    def meaning(now: Snapshot) -> SessionMessage | None:
        assert isinstance(now.position, KabalePosition)
        naming = isinstance(now.position.agenda[0], NameTurnedCardDecision | NameRemovedCardDecision)
        return None if naming else message

    return meaning


def _to_name(now: Snapshot) -> tuple[int, int] | None:
    """Column and card that was turned and is to be named."""
    assert isinstance(now.position, KabalePosition)
    item = now.position.agenda[0]
    return (item.column, item.at) if isinstance(item, NameTurnedCardDecision) else None


def _answer(column: str) -> DeferredMessage:
    """Touching the answer to the question which column."""

    def answer(now: Snapshot) -> SessionMessage | None:
        options = now.interpretation.question.options if isinstance(now.interpretation, Ambiguous) else ()
        return next(
            (ChooseAnswer(option) for option in options if option.touch_target == f"column/{column}"), None
        )

    return answer


def _pressed(column: str) -> DeferredMessage:
    """The button of that column, as it is meant by then."""
    return partial(message_for_button, button=f"column/{column}")


def _more_in_hand(now: Snapshot) -> SessionMessage:
    """What the table check would set who saw the public table: columns as they lie, a hand as it was counted."""
    paper = now.position.to_json()
    who = next(iter(paper["players"]))
    return CorrectPosition(
        (("/columns", paper["columns"]), (f"/players/{who}/hand", paper["players"][who]["hand"]))
    )
