"""The app as the people at the table have it: they act before its readers, watch what it makes of it, and answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random

from companion.rules.errors import HeraldError
from companion.rules.history import GameHistory
from companion.rules.moves import FINGER, UNKNOWN, Move, Observation
from companion.rules.position import Position
from companion.rules.public_view import public_move, public_observation
from companion.rules.record import RecordHeader, line_with_checksum
from companion.simulator.cheating import could_be_one_move
from companion.simulator.faults import POWER_CUT, FaultInjector
from companion.simulator.move_observations import (
    move_without_hidden_words,
    observations_of_move,
    steps_of_move,
)
from companion.simulator.observation_order import (
    implied_touches,
    interrupting_touches,
    is_piece_on_reader,
    next_possible_observation,
    shuffle_observations,
)
from companion.simulator.virtual_sensors import PersonMessage, SessionInput, VirtualSensors
from companion.table.input_events import SeatButtonPressed, TagPresent
from companion.table.interpretation.judge import Ambiguous, Incomplete, Interpreted
from companion.table.interpretation.question import AnswerOption
from companion.table.messages import (
    ChooseAnswer,
    ClearPendingInput,
    EnterLine,
    FinishMove,
    ReportInput,
    Touch,
)
from companion.table.session import Session
from companion.table.snapshot import RefusalNotice, Snapshot
from companion.table.storage.journal import Journal, JournalDisk, resume_journal

MAX_LOOKS_AT_SCREEN = 12  # looks at the screen before a person gives up
CARRY_OUT_PROBABILITY = 0.8  # how often what is moved by itself is held to its reader
SHOW_AGAIN_PROBABILITY = 0.5  # how often a person shows a card once more that lies face down and was not read


class InconsistencyError(HeraldError, RuntimeError):
    """The app and the table do not agree: this is what the virtual table exists to find."""


class UnsyncedDisk(JournalDisk):
    """A disk that outlives the program, so nothing waits for it."""

    def sync(self, handle: int) -> None:
        """Kept by the system already."""


def _is_by_hand(told: SessionInput) -> bool:
    """Whether that says what hands did, by a finger, a reader or a button."""
    return isinstance(told, Touch) or (
        isinstance(told, ReportInput) and isinstance(told.event, TagPresent | SeatButtonPressed)
    )


class SessionDriver:
    """One session, and the hands before it.

    journal: where the evening is kept; None: nowhere, and then the power must not be cut.
    """

    def __init__(
        self,
        history: GameHistory,
        head: RecordHeader,
        sensors: VirtualSensors,
        fault_injector: FaultInjector,
        chance: Random,
        journal: Path | None,
    ) -> None:
        self.sensors = sensors
        self.record_lines: list[str] = []
        self.question_count = 0
        self.wait_count = 0
        self.insisted_move_count = 0
        self.touch_count = 0
        self.typed_line_count = 0
        self._pending_move: tuple[Move, Position] | None = None
        self._luck = fault_injector
        self._chance = chance
        self._game = history.game
        self._owners = {
            self._game.public_piece(piece.word): piece.owner for piece in sensors.deck.pieces_by_key.values()
        }
        self._path = journal
        self._journal = Journal.create(journal, head, UnsyncedDisk()) if journal else None
        self._session = Session(history, self._journal, sensors.deck, sensors.zone_plan)
        self.send_messages(sensors.attach_session(self._session))

    @property
    def snapshot(self) -> Snapshot:
        """What the screen shows."""
        return self._session.snapshot

    @property
    def app_position(self) -> Position:
        """The app's account of the table, hidden things too: it is held against the truth, and shown to nobody."""
        return self._session.history.position

    @property
    def has_pending_move(self) -> bool:
        """Whether the last move still lies in the bag, because it may go on."""
        return self._pending_move is not None

    def send_message(self, message: SessionInput) -> None:
        """One message to the session; what it took is noted for the record."""
        self.touch_count += isinstance(message, Touch | ChooseAnswer | ClearPendingInput | FinishMove)
        self.typed_line_count += isinstance(message, EnterLine)
        self._session.post(message)
        self._session.process_queue()
        snapshot = self.snapshot
        standing = self._session.history.accepted_lines  # a record names what nobody is shown
        new = standing[len(standing) - len(snapshot.new_entries) :]
        self.record_lines += [accepted.text for accepted in new]
        for trouble in snapshot.problems:
            if trouble.code == "fault":
                raise InconsistencyError(f"{message!r}: the session failed: {trouble.detail}")

    def _send_for_person(self, what: PersonMessage) -> None:
        """People say that."""
        self.send_messages(self.sensors.messages_for_person(what))

    def _do_with_faults(self, observation: Observation) -> None:
        """Hands do that; then the power may go, whatever lies in the bag."""
        self.send_messages(self.sensors.messages_with_faults(observation))
        if self._luck.should_happen(POWER_CUT):
            self.cut_power()

    # -- a move

    def make_move(self, move: Move, before: Position) -> Move:
        """People make `move` while the table looks like `before`; at the end the app has it, or it
        is pending. A pending move before it is done when this one begins, or said to be.

        Returns the move as the app has it: `?` for what lies hidden and was not read. Raises Misunderstood when
        the app cannot be brought to understand it.
        """
        sights = observations_of_move(before.choice_tree, move, self.sensors.can_report)
        sights = shuffle_observations(sights, self.sensors, self._chance)
        pending = self._pending_move
        if pending is not None and self._clearly_begins_next_move(sights[0], pending[1]):
            self._do_with_faults(sights.pop(0))
            if self.app_position == before:
                self._pending_move = None
        self.finish_pending_move()
        self._do_observations(sights, move, before)
        said = self._ensure_understood(move, before, whole=False)
        self.send_messages(self.sensors.late_messages())
        return said

    def finish_pending_move(self) -> None:
        """A person says that the pending move is done."""
        if self._pending_move is not None:
            self._ensure_understood(*self._pending_move, whole=True)

    def _ensure_understood(self, move: Move, before: Position, whole: bool) -> Move:
        """Watch what the app makes of the move and help until it has it, or (unless `whole`) only waits
        to hear whether it goes on. The move as the app has it."""
        return self._wait_until_understood(move, before, whole) or self._enter_move_as_line(move, before)

    def _wait_until_understood(self, move: Move, before: Position, whole: bool) -> Move | None:
        """As `_ensure_understood`; None when patience has come to its end."""
        for _ in range(MAX_LOOKS_AT_SCREEN):
            if self._is_accepted(before):
                self._pending_move = None
                said = self._move_as_accepted(move, before)
                self._carry_out()
                return said
            again = self._should_show_again(move, before)
            said = (
                move
                if again or self._was_hidden_read(move, before)
                else move_without_hidden_words(before.choice_tree, move)
            )
            if again or not self._is_understood(said, before):
                self._respond_to_screen(said, before)
            elif whole:
                self._send_for_person(FinishMove())
            else:
                self._pending_move = said, before
                return said
        return None

    def _enter_move_as_line(self, move: Move, before: Position) -> Move:
        """The last resort: the move is typed; where nobody types, it is shown anew when everything works."""
        self._send_for_person(ClearPendingInput())
        said: Move | None = None
        if self.sensors.has_touch:
            self.insisted_move_count += 1
            self.send_message(EnterLine(str(move)))
            said = move if self._is_accepted(before) else None
        else:
            self.send_messages(self.sensors.end_reader_faults())
            with self._luck.suspended():
                said = self._wait_until_understood(move, before, whole=True)
        if said is None:
            raise InconsistencyError(f"{move}: not understood even when said: {self.snapshot.refusal_notice}")
        self._pending_move = None
        return said

    def _carry_out(self) -> None:
        """Hands do what the last move set off by itself (an Explorer goes on); they forget the reader at times."""
        for event in self._session.history.accepted_lines[-1].events:
            for sight in event.expected_observations():
                if self.is_expected(sight) and self._chance.random() < CARRY_OUT_PROBABILITY:
                    self._do_with_faults(sight)

    def is_expected(self, observation: Observation) -> bool:
        """Whether the app still expects that: no move is made by it."""
        return public_observation(self._game, observation) in self.snapshot.expected_observations

    def _clearly_begins_next_move(self, observation: Observation, before: Position) -> bool:
        """Whether nobody could take it for a part of the move that is pending since `before`: another player's
        own piece, which no such move shows beside what lies there.
        """
        bag = self.snapshot.pending_input
        if not isinstance(self.snapshot.interpretation, Interpreted):
            return False
        seen = public_observation(self._game, observation)
        last, other = (self._owners.get(piece, "") for piece in (bag[-1].piece, seen.piece))
        return (
            bool(last and other)
            and last != other
            and not could_be_one_move(before.to_public().choice_tree, (*bag, seen), self.sensors.can_report)
        )

    def _is_accepted(self, before: Position) -> bool:
        """Whether the app went on from the table as it was."""
        return not self.snapshot.pending_input and self.app_position != before

    def _do_observations(self, observations: Iterable[Observation], move: Move, before: Position) -> bool:
        """One after another, until the app has taken the move (the rest then follows from it) or nothing of it can be
        done now; what cannot be said yet waits for the others. Whether anything was done."""
        waiting = list(observations)
        behind = list(implied_touches(move, before, self.snapshot.pending_input))
        if waiting and not self.snapshot.pending_input:
            waiting[:0] = interrupting_touches(move, before, self.sensors)
        done = False
        while waiting and not self._is_accepted(before):
            if (each := next_possible_observation(waiting, self.sensors)) is not None:
                waiting.remove(each)
            elif (each := next(filter(self.sensors.can_be_done_now, behind), None)) is not None:
                behind.remove(each)
            else:
                break
            self._do_with_faults(each)
            done = True
        return done

    def _is_understood(self, move: Move, before: Position) -> bool:
        verdict = self.snapshot.interpretation
        return isinstance(verdict, Interpreted) and self._is_same_move(verdict.move, move, before)

    def _is_same_move(self, shown: Move, move: Move, before: Position) -> bool:
        """Whether the move which the screen shows is that one, as far as a screen may show it."""
        public, heard = before.to_public(), public_move(self._game, move)
        return shown == heard or public.play(shown)[0] == public.play(heard)[0]

    def _respond_to_screen(self, move: Move, before: Position) -> None:
        """What a person does who sees that he was not understood yet."""
        snapshot = self.snapshot
        if snapshot.refusal_notice is not None:
            self._send_for_person(ClearPendingInput())
            self._do_observations(
                observations_of_move(before.choice_tree, move, self.sensors.can_report), move, before
            )
            return
        if isinstance(snapshot.interpretation, Ambiguous):
            self.question_count += 1
            answer = self._fitting_answer(snapshot.interpretation.question.options, move, before)
            if answer is not None:
                self._send_for_person(ChooseAnswer(answer))
                return
        self.wait_count += isinstance(snapshot.interpretation, Incomplete)
        if (
            not self._do_observations(self._missing_observations(move, before), move, before)
            and not self.sensors.has_touch
        ):
            # what was left out is not offered any more: from the beginning
            self._send_for_person(ClearPendingInput())

    def _fitting_answer(
        self, options: tuple[AnswerOption, ...], move: Move, before: Position
    ) -> AnswerOption | None:
        """The answer that leads to the move; None when something that was not noticed must be shown first."""
        fitting = (
            option
            for option in options
            if any(self._is_same_move(meant, move, before) for meant in option.moves)
        )
        return next(fitting, None)

    def _missing_observations(self, move: Move, before: Position) -> list[Observation]:
        """What has to be shown or touched for the move and is not on the screen yet."""
        there = Counter(self.snapshot.pending_input)
        missing: list[Observation] = []
        for sight in observations_of_move(before.choice_tree, move, self.sensors.can_report):
            shown = next(
                (each for each in (sight, public_observation(self._game, sight)) if there[each]), None
            )
            if shown is None:
                missing.append(sight)
            else:
                there[shown] -= 1
        return missing

    # -- what lies face down

    def _move_as_accepted(self, move: Move, before: Position) -> Move:
        """The move as the app has taken it: with what it hides, or without."""
        without = move_without_hidden_words(before.choice_tree, move)
        return without if without != move and before.play(without)[0] == self.app_position else move

    def _was_hidden_read(self, move: Move, before: Position) -> bool:
        """Whether a reader has told of everything that the move hides, as far as the screen shows."""
        steps = steps_of_move(before.choice_tree, move)
        hidden = (step for step in steps if step.face_down and step.word != UNKNOWN)
        there = set(self.snapshot.pending_input)
        return not any(
            there.isdisjoint(public_observation(self._game, each) for each in step.accepted_observations)
            for step in hidden
        )

    def _should_show_again(self, move: Move, before: Position) -> bool:
        """Whether a person who sees that a card face down was not read holds it to a reader once more; else
        he touches where it lies, and says that it is done."""
        if self._was_hidden_read(move, before):
            return False
        could = any(sight.piece != FINGER for sight in self._missing_observations(move, before))
        return could and self._chance.random() < SHOW_AGAIN_PROBABILITY

    # -- something else than a move

    def can_try(self, observations: tuple[Observation, ...]) -> bool:
        """Whether people can do that here, rather than type it: without fingers only what pieces show, for a button
        says nothing that is not offered."""
        return self.sensors.has_touch or (bool(observations) and all(map(is_piece_on_reader, observations)))

    def try_observations(self, observations: Iterable[Observation]) -> tuple[bool, RefusalNotice | None]:
        """Hands do something forbidden: whether anything of it was noticed, for a reader may have died and nobody knows
        it yet; the refusal, if there is one. The bag is cleared afterwards.
        """
        noticed, refused = False, None
        for sight in observations:
            for told in self.sensors.messages_without_faults(sight):
                noticed = noticed or _is_by_hand(told)
                self.send_message(told)
            refused = self.snapshot.refusal_notice
            if refused is not None:
                break
        self._send_for_person(ClearPendingInput())
        return noticed, refused

    def try_line(self, text: str) -> RefusalNotice | None:
        """Somebody says a forbidden line; the refusal, if there is one."""
        self.send_message(EnterLine(text))
        refused = self.snapshot.refusal_notice
        if refused is not None and text:
            self.record_lines.append(text)
        self.send_message(ClearPendingInput())
        return refused

    def send_messages(self, messages: Iterator[SessionInput]) -> None:
        """Several messages."""
        for message in messages:
            self.send_message(message)

    def cut_power(self) -> None:
        """The program dies, perhaps in the middle of a line, and goes on from its journal."""
        if self._journal is None or self._path is None:
            raise LookupError("the power may only be cut where there is a journal")
        self._journal.close()
        if self._chance.random() < 0.5:
            line = line_with_checksum("table evaluate").encode()
            with self._path.open("ab") as stream:
                stream.write(line[: self._chance.randrange(1, len(line))])
        found = resume_journal(self._path, UnsyncedDisk())
        self._journal = found.journal
        self._session = Session(found.history, found.journal, self.sensors.deck, self.sensors.zone_plan)
        self.send_messages(self.sensors.reattach_session(self._session))

    def close(self) -> None:
        """The evening is over."""
        if self._journal is not None:
            self._journal.close()
