"""The app as the people at the table have it: they act before its readers, watch its interpretation, and answer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import takewhile
from pathlib import Path
from random import Random

from companion.rules.game import public_observation
from companion.rules.history import GameHistory
from companion.rules.moves import FINGER, Move, Observation
from companion.rules.position import Position
from companion.rules.public_view import public_move
from companion.rules.record import RecordHeader
from companion.simulator.cheating import could_be_one_move
from companion.simulator.faults import POWER_CUT, FaultInjector
from companion.simulator.move_observations import (
    missing_observations,
    move_without_hidden_words,
    observations_of_move,
    was_hidden_read,
)
from companion.simulator.observation_order import (
    implied_touches,
    interrupting_touches,
    is_piece_on_reader,
    next_possible_observation,
    shuffle_observations,
)
from companion.simulator.virtual_journal import InconsistencyError, VirtualJournal
from companion.simulator.virtual_sensors import PersonMessage, SessionInput, VirtualSensors
from companion.table.interpretation.judge import Ambiguous, Incomplete, Interpreted
from companion.table.interpretation.question import AnswerOption
from companion.table.messages import (
    ChooseAnswer,
    ClearPendingInput,
    EnterLine,
    FinishMove,
    ReportInput,
    SeatButtonPressed,
    TagPresent,
    Touch,
)
from companion.table.session import Session
from companion.table.snapshot import RefusalNotice, Snapshot

MAX_LOOKS_AT_SCREEN = 12  # before a person gives up
CARRY_OUT_PROBABILITY = 0.8  # how often a piece that an event moves is held to its reader
SHOW_AGAIN_PROBABILITY = 0.5  # how often a person shows a card again that lies face down and was not read


def _is_by_hand(message: SessionInput) -> bool:
    """Whether the message is a person's action: a touch, a piece at a reader, or a button."""
    return isinstance(message, Touch) or (
        isinstance(message, ReportInput) and isinstance(message.event, TagPresent | SeatButtonPressed)
    )


class SessionDriver:
    """One session, and the people before it.

    journal: the path of the journal; None: there is none, and then the power must not be cut.
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
        self.kept_journal = VirtualJournal(journal, head) if journal else None
        kept = self.kept_journal.journal if self.kept_journal else None
        self._session = Session(history, kept, sensors.deck, sensors.zone_plan)
        self.send_messages(sensors.attach_session(self._session))

    @property
    def snapshot(self) -> Snapshot:
        """The snapshot that the screen shows."""
        return self._session.snapshot

    @property
    def history(self) -> GameHistory:
        """The app's history with hidden things: it is compared, and never shown."""
        return self._session.history

    @property
    def app_position(self) -> Position:
        """The app's position with hidden things: it is compared with the ground truth, and never shown."""
        return self._session.history.position

    @property
    def has_pending_move(self) -> bool:
        """Whether the last move is still pending input, because it may go on."""
        return self._pending_move is not None

    def send_message(self, message: SessionInput) -> None:
        """Send one message to the session, and note the accepted lines for the record.

        Raises InconsistencyError where the session failed.
        """
        self.touch_count += isinstance(message, Touch | ChooseAnswer | ClearPendingInput | FinishMove)
        self.typed_line_count += isinstance(message, EnterLine)
        before = self.history.accepted_lines
        self._session.post(message)
        self._session.process_queue()
        # the lines of a record: with hidden names, and with what is told to nobody
        after = self.history.accepted_lines
        left = sum(1 for _ in takewhile(lambda pair: pair[0] is pair[1], zip(before, after, strict=False)))
        if left < len(before):
            self.record_lines.append(f"undo {len(before) - left}")
        self.record_lines += [accepted.text for accepted in after[left:]]
        for problem in self.snapshot.problems:
            if problem.code == "fault":
                raise InconsistencyError(f"{message!r}: the session failed: {problem.detail}")

    def _send_for_person(self, what: PersonMessage) -> None:
        """Send a person's message."""
        self.send_messages(self.sensors.session_messages_from_person(what))

    def _do_with_faults(self, observation: Observation) -> None:
        """Make the observation happen; then the power may be cut, whatever input is pending."""
        self.send_messages(self.sensors.messages_with_faults(observation))
        if not self.is_disk_full and self._luck.should_happen(
            POWER_CUT
        ):  # else people were told what is lost
            self.cut_power()

    # -- a move

    def make_move(self, move: Move, before: Position) -> Move:
        """People make `move` at the position `before`; at the end the app has it, or it is pending.

        A pending move before it ends when this one begins, or when a person finishes it. Returns the move as the app
        has it: `?` for what lies hidden and was not read. Raises InconsistencyError when the app cannot be brought to
        understand it.
        """
        observations = observations_of_move(before.choice_tree, move, self.sensors.can_report)
        observations = shuffle_observations(observations, self.sensors, self._chance)
        if self._pending_move is not None and self._clearly_begins_next_move(
            observations[0], self._pending_move[1]
        ):
            self._do_with_faults(observations.pop(0))
            if self.app_position == before:
                self._pending_move = None
        self.finish_pending_move()
        self._do_observations(observations, move, before)
        accepted_move = self._ensure_understood(move, before, whole=False)
        self.send_messages(self.sensors.late_removal_messages())
        return accepted_move

    def finish_pending_move(self) -> None:
        """A person finishes the pending move."""
        if self._pending_move is not None:
            self._ensure_understood(*self._pending_move, whole=True)

    def _ensure_understood(self, move: Move, before: Position, whole: bool) -> Move:
        """Help the app until it has the move, or (unless `whole`) only waits for whether it goes on.

        Returns the move as the app has it.
        """
        return self._wait_until_understood(move, before, whole) or self._enter_move_as_line(move, before)

    def _wait_until_understood(self, move: Move, before: Position, whole: bool) -> Move | None:
        """The move as the app has it, after help as in `_ensure_understood`; None when patience has come to its end."""
        for _ in range(MAX_LOOKS_AT_SCREEN):
            if self._is_accepted(before):
                self._pending_move = None
                accepted_move = self._move_as_accepted(move, before)
                self._carry_out()
                return accepted_move
            again = self._should_show_again(move, before)
            accepted_move = (
                move
                if again or was_hidden_read(before.choice_tree, move, self.snapshot.pending_input, self._game)
                else move_without_hidden_words(before.choice_tree, move)
            )
            if again or not self._is_understood(accepted_move, before):
                self._respond_to_screen(accepted_move, before)
            elif whole:
                self._send_for_person(FinishMove())
            else:
                self._pending_move = accepted_move, before
                return accepted_move
        return None

    def _enter_move_as_line(self, move: Move, before: Position) -> Move:
        """The last resort: the move is typed, or without a keyboard shown again when everything works."""
        self._send_for_person(ClearPendingInput())
        accepted_move: Move | None = None
        if self.sensors.has_touch:
            self.insisted_move_count += 1
            self.send_message(EnterLine(str(move)))
            accepted_move = move if self._is_accepted(before) else None
        else:
            self.send_messages(self.sensors.end_reader_faults())
            with self._luck.without_faults():
                accepted_move = self._wait_until_understood(move, before, whole=True)
        if accepted_move is None:
            raise InconsistencyError(f"{move}: not understood even when said: {self.snapshot.refusal_notice}")
        self._pending_move = None
        return accepted_move

    def _carry_out(self) -> None:
        """Carry out what the last move set off by itself (an Explorer goes on); sometimes the reader is forgotten."""
        for event in self._session.history.accepted_lines[-1].events:
            for observation in event.expected_observations():
                if self.is_expected(observation) and self._chance.random() < CARRY_OUT_PROBABILITY:
                    self._do_with_faults(observation)

    def is_expected(self, observation: Observation) -> bool:
        """Whether the app still expects the observation, so that it makes no move."""
        return public_observation(self._game, observation) in self.snapshot.expected_observations

    def _clearly_begins_next_move(self, observation: Observation, before: Position) -> bool:
        """Whether the observation cannot be a part of the move that is pending since `before`.

        It is then another player's own piece, which no such move shows beside what lies there.
        """
        pending = self.snapshot.pending_input
        if not isinstance(self.snapshot.interpretation, Interpreted):
            return False
        seen = public_observation(self._game, observation)
        last, other = (self._owners.get(piece, "") for piece in (pending[-1].piece, seen.piece))
        return (
            bool(last and other)
            and last != other
            and not could_be_one_move(
                before.to_public().choice_tree, (*pending, seen), self.sensors.can_report
            )
        )

    def _is_accepted(self, before: Position) -> bool:
        """Whether the app has accepted a move since `before`."""
        return not self.snapshot.pending_input and self.app_position != before

    def _do_observations(self, observations: Iterable[Observation], move: Move, before: Position) -> bool:
        """Make them happen one after another, until the app has accepted the move or none can be done now.

        Those that cannot be given yet wait for the others. Returns whether anything was done.
        """
        waiting = list(observations)
        behind = list(implied_touches(move, before, self.snapshot.pending_input))
        if waiting and not self.snapshot.pending_input:
            waiting[:0] = interrupting_touches(move, before, self.sensors)
        done = False
        while waiting and not self._is_accepted(before):
            if (each := next_possible_observation(waiting, self.sensors)) is not None:
                waiting.remove(each)
            elif (each := next(filter(self.sensors.can_report_now, behind), None)) is not None:
                behind.remove(each)
            else:
                break
            self._do_with_faults(each)
            done = True
        return done

    def _is_understood(self, move: Move, before: Position) -> bool:
        interpretation = self.snapshot.interpretation
        return isinstance(interpretation, Interpreted) and self._is_same_move(
            interpretation.move, move, before
        )

    def _is_same_move(self, shown: Move, move: Move, before: Position) -> bool:
        """Whether the move on the screen is that one, as far as a screen may show it."""
        public, wanted = before.to_public(), public_move(self._game, move)
        return shown == wanted or public.play(shown)[0] == public.play(wanted)[0]

    def _respond_to_screen(self, move: Move, before: Position) -> None:
        """Do what a person does who sees that they were not understood yet."""
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
            # what was left out is not offered any more: start over
            self._send_for_person(ClearPendingInput())

    def _fitting_answer(
        self, options: tuple[AnswerOption, ...], move: Move, before: Position
    ) -> AnswerOption | None:
        """The answer that leads to the move; None when something that was not observed must be shown first."""
        fitting = (
            option
            for option in options
            if any(self._is_same_move(option_move, move, before) for option_move in option.moves)
        )
        return next(fitting, None)

    def _missing_observations(self, move: Move, before: Position) -> list[Observation]:
        """The observations of the move that are not on the screen yet."""
        wanted = observations_of_move(before.choice_tree, move, self.sensors.can_report)
        return missing_observations(wanted, self.snapshot.pending_input, self._game)

    # -- what lies face down

    def _move_as_accepted(self, move: Move, before: Position) -> Move:
        """The move as the app has accepted it: with what it hides, or without."""
        without = move_without_hidden_words(before.choice_tree, move)
        return without if without != move and before.play(without)[0] == self.app_position else move

    def _should_show_again(self, move: Move, before: Position) -> bool:
        """Whether a person who sees that a card face down was not read shows it again.

        Otherwise they touch where it lies, and finish the move.
        """
        if was_hidden_read(before.choice_tree, move, self.snapshot.pending_input, self._game):
            return False
        could = any(observation.piece != FINGER for observation in self._missing_observations(move, before))
        return could and self._chance.random() < SHOW_AGAIN_PROBABILITY

    # -- other actions than legal moves

    def can_try(self, observations: tuple[Observation, ...]) -> bool:
        """Whether people can do that here, rather than type it.

        Without touch only pieces can show it, as a button gives nothing that is not offered.
        """
        return self.sensors.has_touch or (bool(observations) and all(map(is_piece_on_reader, observations)))

    def try_illegal_observations(
        self, observations: Iterable[Observation]
    ) -> tuple[bool, RefusalNotice | None]:
        """People do something forbidden; return whether any of it was noticed, and the refusal, if there is one.

        Nothing is noticed where a reader has died and nobody knows it yet. The pending input is cleared afterwards.
        """
        noticed, refused = False, None
        for observation in observations:
            for message in self.sensors.messages_without_faults(observation):
                noticed = noticed or _is_by_hand(message)
                self.send_message(message)
            refused = self.snapshot.refusal_notice
            if refused is not None:
                break
        self._send_for_person(ClearPendingInput())
        return noticed, refused

    def try_illegal_line(self, text: str) -> RefusalNotice | None:
        """Enter a forbidden line; return the refusal, if there is one."""
        self.send_message(EnterLine(text))
        refused = self.snapshot.refusal_notice
        if refused is not None and text:
            self.record_lines.append(text)
        self.send_message(ClearPendingInput())
        return refused

    def send_messages(self, messages: Iterator[SessionInput]) -> None:
        """Send several messages."""
        for message in messages:
            self.send_message(message)

    @property
    def is_disk_full(self) -> bool:
        """Whether the disk of the journal takes nothing now."""
        return self.kept_journal is not None and self.kept_journal.disk.is_full

    def let_session_idle(self) -> None:
        """Nobody does anything for a while."""
        if (message := self._session.idle_message) is not None:
            self.send_message(message)

    def cut_power(self) -> None:
        """Let the program die, perhaps in the middle of a line, and resume; raises LookupError without a journal."""
        if self.kept_journal is None:
            raise LookupError("the power may only be cut where there is a journal")
        found = self.kept_journal.resume_after_power_cut(self.history, self._chance)
        self._session = Session(found.history, found.journal, self.sensors.deck, self.sensors.zone_plan)
        self.send_messages(self.sensors.reattach_session(self._session))

    def close(self) -> None:
        """Close the journal."""
        if self.kept_journal:
            self.kept_journal.close()
