"""Evenings at two real tables that differ in nothing but what lies face down, and somebody who wants to know it.

Lines of every kind are typed, right and wrong, moves and corrections; what glows is touched, buttons are pressed, the
table is checked and set otherwise on the screen; what was accepted is let stand, taken back, or corrected again.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from random import Random

from companion.contract.hidden_names import NamedTables
from companion.games import game_rules
from companion.rules.correction_options import (
    addable_pieces,
    is_removable,
    place_with_piece_added,
    replacement_pieces,
)
from companion.rules.corrections import CorrectionDraft, place_with_pieces_replaced
from companion.rules.game import Game, GameSetup, Seat
from companion.rules.history import GameHistory
from companion.rules.layout import Place
from companion.rules.position import Position
from companion.rules.record import RecordHeader
from companion.start.real_table.button_presses import message_for_button
from companion.table.interpretation.judge import Ambiguous
from companion.table.messages import (
    ChooseAnswer,
    ClearPendingInput,
    CorrectPosition,
    DismissNotices,
    EnterLine,
    FinishMove,
    MovePointer,
    OverruleRefusal,
    SessionMessage,
    SetStrictness,
    Touch,
    UndoMoves,
)
from companion.table.session import Session
from companion.table.snapshot import Snapshot
from tests.table import backs
from tests.table.evenings import setup
from tests.table.guessing.guesses import Guesser, random_position
from tests.table.guessing.told import (
    BUTTONS,
    LogLines,
    TableOutputs,
    is_shown_by_moves,
    told_by_what_is_kept,
    unsynced,
)
from tests.table.secrets import everything

SITTINGS = 4
"""Times that people sit down at the same two tables."""
MAX_MOVES = 120
MAX_TOUCHES = 6
MAX_CHOICES = 12
"""Choices of the screen that are looked through where people set what lies in a place."""


def table_of(name: str, rng: Random) -> tuple[Game, GameSetup]:
    """A game and a set-up for it, with rules of the house."""
    if name == "backs":
        return backs.GAME, GameSetup((Seat("black", "Anna"), Seat("white", "Bert")), "black")
    game = game_rules(name)
    table = setup(name, rng.randint(game.min_players, game.max_players))
    options = {option.name: rng.choice(option.values) for option in game.options}
    return game, GameSetup(table.seats, table.start_player, options)


class TwoTables:
    """A session at each of the two tables, which hear the same messages."""

    def __init__(self, game: Game, sessions: tuple[Session, Session], log: LogLines) -> None:
        self._game, self._log, self.sessions = game, log, sessions
        self.is_revealed = False
        self.answer_count = 0
        self._outputs = None if game is backs.GAME else tuple(map(TableOutputs, sessions))

    @property
    def snapshot(self) -> Snapshot:
        """What everybody sees, at both tables."""
        return self.sessions[0].snapshot

    def hear(self, message: SessionMessage) -> None:
        """Both handle it, and what everybody is given is the same, but for what a move has turned up.

        That is seen by everybody then; where it was forgotten, they are asked for it.
        """
        if self.is_revealed:
            return
        before = self.snapshot
        self._log.take()
        one, log_of_one = self.sessions[0].handle_message(message), self._log.take()
        other, log_of_other = self.sessions[1].handle_message(message), self._log.take()
        self.answer_count += 1
        assert not any(problem.code == "fault" for problem in one.problems), (message, one.problems)
        told = [self._told(0, one), self._told(1, other)]
        differing = [what for what in told[0] if told[0][what] != told[1].get(what)]
        if differing and any(is_shown_by_moves(self._game, now) for now in (one, other)):
            assert one.accepted_texts[:] == other.accepted_texts[:]
            self.is_revealed = True
            for session in self.sessions:
                session.handle_message(EnterLine(f"undo {len(one.new_entries)}"))
                session.handle_message(DismissNotices())
            assert before.position == self.snapshot.position == self.sessions[1].snapshot.position
        else:
            assert told[0].keys() == told[1].keys(), message
            assert differing == [], (message, *(told[at][differing[0]] for at in (0, 1)))
            assert log_of_one == log_of_other, message

    def _told(self, number: int, now: Snapshot) -> dict[str, str]:
        if self._outputs is None:
            return {name: str(value) for name, value in everything(now).items()}
        return self._outputs[number].told_by(now)


class Sitting:
    """Somebody at two tables who wants to know what lies face down there."""

    def __init__(self, two: TwoTables, game: Game, setup: GameSetup, guesser: Guesser, rng: Random) -> None:
        self._two, self._game, self._setup, self._guesser, self._rng = two, game, setup, guesser, rng

    def go_on(self) -> None:
        """One thing more that they try."""
        ways = (self._type, self._type, self._touch, self._press, self._set)
        self._rng.choice(ways)()

    def _type(self) -> None:
        """A line, with what comes after it."""
        self._two.hear(EnterLine(self._guesser.line()))
        self._settle()

    def _settle(self) -> None:
        after: tuple[SessionMessage, ...] = self._rng.choice(
            ((DismissNotices(),), (OverruleRefusal(),), (UndoMoves(1), UndoMoves(1, is_confirmed=True)), ())
        )
        for message in after:
            self._two.hear(message)

    def _touch(self) -> None:
        """What glows is touched, step by step, and questions are answered."""
        for _ in range(self._rng.randint(1, MAX_TOUCHES)):
            now = self._two.snapshot
            if isinstance(now.interpretation, Ambiguous) and self._rng.random() < 0.5:
                self._two.hear(ChooseAnswer(self._rng.choice(now.interpretation.question.options)))
                continue
            targets = [*now.step_by_touch_target]
            if not targets:
                break
            target = self._rng.choice(targets)
            self._two.hear(MovePointer(target) if self._rng.random() < 0.1 else Touch(target))
        self._two.hear(self._rng.choice((FinishMove(), FinishMove(), ClearPendingInput())))

    def _press(self) -> None:
        """Buttons beside the table."""
        for _ in range(self._rng.randint(1, MAX_TOUCHES)):
            pressed = [message_for_button(self._two.snapshot, button) for button in BUTTONS]
            messages = [message for message in pressed if message is not None]
            if messages:
                self._two.hear(self._rng.choice(messages))

    def _set(self) -> None:
        """What lies in a place is set otherwise, by the choices of the screen."""
        draft = CorrectionDraft(self._game, self._setup, self._two.snapshot.position)
        places = self._rng.sample(draft.layout, len(draft.layout))
        for place in places[:3]:
            choices = [*islice(self._other_pieces(draft, place), MAX_CHOICES)]
            if choices and draft.set_place(self._rng.choice(choices)) and draft.changed_values:
                self._two.hear(CorrectPosition(draft.changed_values))
                return self._settle()

    def _other_pieces(self, draft: CorrectionDraft, place: Place) -> Iterator[Place]:
        for at in self._rng.sample(range(len(place.pieces)), len(place.pieces)):
            for pieces in islice(replacement_pieces(draft, place, at), 3):
                yield place_with_pieces_replaced(place, at, pieces)
            if is_removable(draft, place, at):
                yield place_with_pieces_replaced(place, at)
        for pieces in islice(addable_pieces(draft, place), 3):
            yield place_with_piece_added(place, pieces)


def guess_at_real_tables(name: str, seed: int, folder: Path) -> int:
    """How many messages were answered alike at two tables of that seed; none where nothing can lie face down there."""
    rng = Random(f"{name} {seed}")
    game, table = table_of(name, rng)
    position = random_position(game, table, rng, rng.randint(0, MAX_MOVES))
    twins = NamedTables(game, table, position, rng).twins()
    if twins is None:
        return 0
    is_kept = [number == 0 and game is not backs.GAME for number in range(SITTINGS)]
    return sum(
        _sit_at(game, table, twins, rng, folder / f"{name} {seed}" if kept else None) for kept in is_kept
    )


def _sit_at(
    game: Game, setup: GameSetup, twins: tuple[Position, Position], rng: Random, folder: Path | None
) -> int:
    journals = [folder / which / "evening.herald" if folder else None for which in ("one", "other")]
    with unsynced(), LogLines.of_everything() as log:
        one, other = map(_session, (game, game), (setup, setup), twins, journals)
        with closing(one), closing(other):
            two = TwoTables(game, (one, other), log)
            two.hear(SetStrictness(rng.choice(("strict", "hint", "silent"))))
            sitting = Sitting(two, game, setup, Guesser(game, setup, twins, rng), rng)
            while not two.is_revealed and rng.random() < 0.9:
                sitting.go_on()
        if folder is not None:
            kept, kept_too = (told_by_what_is_kept(journal) for journal in journals if journal)
            if two.snapshot.position.outcome() is not None:  # then a report tells everything
                kept.pop("report")
            for what, text in kept.items():
                assert text == kept_too[what], what
    return two.answer_count


def _session(game: Game, setup: GameSetup, position: Position, journal: Path | None) -> Session:
    if journal is None:
        return Session(GameHistory(game, setup, position))
    journal.parent.mkdir(parents=True)
    return Session.create(journal, RecordHeader(game.name, setup, position.to_json()))
