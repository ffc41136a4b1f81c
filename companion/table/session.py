"""The session: one owner, one queue. Everything that happens at the table goes through `post`."""

from __future__ import annotations

import logging
import threading
from _thread import interrupt_main
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Self

from msgspec.structs import replace

from companion.games import game_rules_of_record
from companion.home import is_safe_start
from companion.rules.clauses import MoveRefused
from companion.rules.corrections import PointerValuePairs
from companion.rules.errors import InvalidRecord
from companion.rules.history import AcceptedLine, GameHistory, parse_undo_count
from companion.rules.moves import Observation, touch_observation
from companion.rules.record import RecordHeader
from companion.table.audience import Audience, SnapshotListener
from companion.table.dealer import returned_pieces_key
from companion.table.game_log import GameLog
from companion.table.guesses import GuessJudge, correction_line
from companion.table.input_monitor import InputMonitor
from companion.table.interpretation.judge import (
    ExpectedObservation,
    Interpreted,
    Unexplained,
    begins_new_move,
    judge,
)
from companion.table.message_queue import MessageQueue
from companion.table.messages import (
    ChangeDeck,
    ChangeZonePlan,
    ChooseAnswer,
    ClearPendingInput,
    CorrectPosition,
    DismissNotices,
    EnterLine,
    FinishMove,
    HastyTouch,
    InputEvent,
    MovePointer,
    OverruleRefusal,
    PutBack,
    ReaderDown,
    ReaderRecovered,
    RedoMoves,
    ReportInput,
    SessionMessage,
    SetPace,
    SetStrictness,
    SettingMessage,
    Strictness,
    TagAlreadyPresent,
    Touch,
    UndoMoves,
    WriteJournal,
)
from companion.table.pointer import can_point_at, says_done
from companion.table.redaction import Redactor
from companion.table.session_state import (
    SessionState,
    ShownState,
    all_problems,
    disk_problem_of,
    shown_state,
)
from companion.table.snapshot import RefusalNotice, Snapshot
from companion.table.storage.evening_notes import EveningNotebook, KeptRefusal
from companion.table.storage.journal import Journal, UnwritableJournal, resume_journal_or_memory
from companion.table.tags.deck import Deck
from companion.table.undo import (
    UndoPlan,
    make_redo_plan,
    make_undo_plan,
    observations_of_lines,
    undo_line,
)
from companion.table.zones import TOUCH_ONLY_PLAN, ZonePlan

log = logging.getLogger(__name__)


class _TooSoon(Exception):
    """A line would come of a hasty touch."""


DeferredMessage = Callable[[Snapshot], SessionMessage | None]
"""A function that makes a message from the table as it is in its turn: `yes` of a button that all players share."""


class Session(MessageQueue[SessionMessage | DeferredMessage]):
    """One game at one table.

    `post` may be called from any thread; `process_queue` (or a `SessionThread`) handles what was posted, in order, on
    the thread that owns the session. Listeners are called there, with an immutable `Snapshot`, after each message.
    Without a journal nothing is kept (tests, simulations).
    """

    def __init__(
        self,
        history: GameHistory,
        journal: Journal | None = None,
        deck: Deck | None = None,
        zone_plan: ZonePlan = TOUCH_ONLY_PLAN,
        strictness: Strictness = "strict",
    ) -> None:
        super().__init__()
        self._redactor = Redactor(history.game, history.setup)
        self._guesses = GuessJudge(history.game, history.setup)
        self._input_monitor = InputMonitor(deck, zone_plan)
        self._audience = Audience(self._on_listener_fault)
        self._state = SessionState.of_history(history, strictness)
        """As the message being handled has made it so far; `_game_log.state` is what stands."""
        self._may_accept = True
        """Whether a line may come of the message that is handled."""
        self._game_log = GameLog(self._shown(), journal)
        self._notebook: EveningNotebook | None = None
        self.returned_pieces: Mapping[str, str] = {}
        """What people have put back, by `returned_pieces_key`: for the dealer, never for what is shown."""

    @classmethod
    def create(
        cls,
        path: Path,
        head: RecordHeader,
        deck: Deck | None = None,
        zone_plan: ZonePlan = TOUCH_ONLY_PLAN,
        strictness: Strictness = "strict",
    ) -> Self:
        """A new game with its journal at `path`, or in memory until the disk takes that.

        Raises InvalidRecord for an impossible header, FileInUseError, and JournalWriteError where there is such a
        journal already.
        """
        history = GameHistory.from_header(head, game_rules_of_record(head.game))
        session = cls(history, None, deck, zone_plan, strictness)
        if is_safe_start():
            session._input_monitor.add_problem("safe-start", "")
        try:
            session._on_kept(session._game_log.begin_journal(path, head))
        except BaseException:
            session._game_log.abandon()  # a game that cannot be shown leaves no journal
            raise
        session._notebook = EveningNotebook(path, head)
        return session

    @classmethod
    def resume(
        cls,
        path: Path,
        deck: Deck | None = None,
        zone_plan: ZonePlan = TOUCH_ONLY_PLAN,
        strictness: Strictness = "strict",
    ) -> Self:
        """Resume a game, in memory until its journal can be written; raises InvalidRecord, OSError, FileInUseError.

        `strictness` holds where nobody has set that of the evening.
        """
        resumed = resume_journal_or_memory(path)
        try:
            notebook = EveningNotebook(path, resumed.head)
            strictness = notebook.notes.strictness or strictness
            session = cls(resumed.history, resumed.journal, deck, zone_plan, strictness)
            session._notebook = notebook
            session._change(pace=notebook.notes.pace)
            session.returned_pieces = notebook.notes.returned_pieces
        except Exception:
            if resumed.journal is not None:
                resumed.journal.close()  # it can be tried again
            raise
        why = (
            session._game_log.keep_in(resumed.open_again) if isinstance(resumed, UnwritableJournal) else None
        )
        session._on_kept(why)
        return session

    def _on_kept(self, why: OSError | None) -> None:
        """Show that the game is on the disk, or else why it is not; and what happened to its file."""
        self._change(disk_problem=disk_problem_of(why))
        self._input_monitor.add_file_problems(self._game_log.take_file_problems())
        self._game_log.set_state(self._shown())

    # -- from any thread

    @property
    def snapshot(self) -> Snapshot:
        """The table as it was after the last message handled."""
        return self._game_log.state.snapshot

    @property
    def history(self) -> GameHistory:
        """Everything accepted so far, including what only the referee may know; callers only read it.

        It is for the referee and the dealer, never for what is shown or spoken (`snapshot` is).
        """
        return self._game_log.state.state.history

    # -- on the owner's thread

    def add_listener(self, listener: SnapshotListener) -> None:
        """Call `listener` with every new snapshot from now on."""
        self._audience.add(listener)

    def handle_message(self, message: SessionMessage | DeferredMessage) -> Snapshot:
        """Handle one message, wholly or not at all; whatever goes wrong, people see the problem.

        What ends the program is raised again, and leaves game and journal whole.
        """
        try:
            self._handle(message)
        except Exception as fault:  # the last resort: the game goes on without the message
            self.set_aside(message, fault)
        return self.snapshot

    def _handle(self, message: SessionMessage | DeferredMessage) -> None:
        before, deck_before = self._game_log.state, self._input_monitor.deck
        self._audience.gather()
        self._state = before.state.after_message()
        meant = message if isinstance(message, SessionMessage) else message(before.snapshot)
        if meant is not None:
            self._dispatch(meant)
        context = zip(before.state.pointer_context, self._state.pointer_context, strict=True)
        if any(old is not new for old, new in context) or self._input_monitor.deck is not deck_before:
            self._change(pointed_at="")
        self._input_monitor.add_file_problems(self._game_log.take_file_problems())
        self._game_log.set_state(self._shown())
        self._note_refusal(before.snapshot)
        self._audience.tell(lambda: self.snapshot)

    def _note_refusal(self, before: Snapshot) -> None:
        """Keep a refusal that everybody reads now and did not before; an undo takes earlier ones with it."""
        notice, standing = self.snapshot.refusal_notice, len(self.snapshot.public_history.accepted_lines)
        if self._notebook is None:
            return
        if standing < len(before.public_history.accepted_lines):
            self._notebook.take_back_to(standing)
        if notice is not None and notice is not before.refusal_notice:
            self._notebook.add_refusal(standing, notice)

    def set_aside(self, message: SessionMessage | DeferredMessage, fault: Exception) -> None:
        """Go on with what was accepted before a fault, and nothing else of that message."""
        self._input_monitor.add_fault(message, fault)
        accepted = self._game_log.state
        if accepted.state.sequence_number > self._audience.told_number:  # a line of it, which is announced
            self._state = accepted.state
        else:
            self._audience.gather()
            self._state = accepted.state.after_message()
        self._game_log.set_state(self._shown_safely(accepted.snapshot, message))
        self._audience.tell(lambda: self.snapshot)

    def _shown(self) -> ShownState:
        return shown_state(self._state, self._redactor, self._input_monitor)

    def _shown_safely(self, before: Snapshot, where: object) -> ShownState:
        """What everybody sees now; where the game fails, the snapshot before with the problem."""
        try:
            return self._shown()
        except Exception as fault:  # else no message would be handled any more
            self._input_monitor.add_fault(where, fault)
            snapshot = replace(
                before,
                sequence_number=self._state.sequence_number,
                new_entries=self._state.new_entries,
                problems=all_problems(self._state, self._input_monitor),
            )
            return ShownState(self._state, snapshot)

    def _on_listener_fault(self, listener: object, fault: Exception) -> None:
        self._input_monitor.add_fault(listener, fault)
        self._game_log.set_state(self._shown_safely(self.snapshot, listener))

    def _change(self, **fields: Any) -> None:
        """Change fields of the state; they stand when the message is handled."""
        self._state = replace(self._state, **fields)

    @property
    def idle_message(self) -> SessionMessage | None:
        """What is only in memory, or no longer on the disk, is tried to be written now and then."""
        is_due = self._state.disk_problem is not None or self._game_log.is_file_changed
        return WriteJournal() if is_due else None

    def close(self) -> None:
        """Write what is only in memory, if the disk takes it now, and close the journal; the game may be resumed."""
        if self.snapshot.disk_problem is not None:
            self.handle_message(WriteJournal())
        self._game_log.close()

    def _dispatch(self, message: SessionMessage) -> None:
        match message:
            case ReportInput(event):
                self._on_input_event(event)
            case Touch(target):
                self._on_observation(touch_observation(target))
            case ChooseAnswer(option):
                private = self._redactor.to_private_answer(option.observation, self._state.interpretation)
                self._on_observation(private)
            case FinishMove():
                self._finish_move()
            case MovePointer(target):
                self._change(pointed_at=target if can_point_at(self.snapshot, target) else "")
            case EnterLine(text):
                self._enter_line(text)
            case CorrectPosition(pairs):
                self._enter_line(correction_line(pairs))
            case UndoMoves() | RedoMoves():
                self._change_history(message)
            case HastyTouch(touched):
                self._without_line(touched)
            case _:
                self._dispatch_setting(message)

    def _without_line(self, message: SessionMessage) -> None:
        """Handle the message, unless a line would come of it, or a refusal."""
        before, self._may_accept = self._state, False
        try:
            self._dispatch(message)
            is_refused = self._state.refusal_notice not in (None, before.refusal_notice)
        except _TooSoon:
            is_refused = True
        finally:
            self._may_accept = True
        if is_refused:
            self._state = before

    def _dispatch_setting(self, message: SettingMessage) -> None:
        match message:
            case ClearPendingInput():
                self._change(pending_input=(), interpretation=None, refusal_notice=None)
            case OverruleRefusal(target):
                self._allow(self._notice_of_touch(target) if target else self._state.refusal_notice)
            case DismissNotices():
                self._dismiss_notices()
            case ChangeZonePlan(plan):
                self._input_monitor.zone_tracker.zone_plan = plan
                self._reinterpret()
            case ChangeDeck(deck):
                self._input_monitor.deck = deck
            case WriteJournal():
                self._change(disk_problem=disk_problem_of(self._game_log.write()))
            case SetStrictness() | SetPace():
                self._set_for_evening(message)
            case PutBack(who, piece):
                self._put_back(who, piece)

    def _dismiss_notices(self) -> None:
        """What people have read, and what hands have done; what an undo brought back is still to be done after it."""
        plan = self._state.undo_plan
        if plan is not None and plan.is_redo:
            done = self._state.recent_entries[-1]
            self._change(due_observations=(), laid_again=(), carried_out=done)
        self._change(refusal_notice=None, undo_plan=None)
        self._input_monitor.dismiss_problems()

    def _set_for_evening(self, message: SetStrictness | SetPace) -> None:
        """Set it, and keep it for the evening."""
        if isinstance(message, SetStrictness):
            self._change(strictness=message.level)
            if self._notebook is not None:
                self._notebook.set_strictness(message.level)
        else:
            self._change(pace=message.pace)
            if self._notebook is not None:
                self._notebook.set_pace(message.pace)

    def _put_back(self, who: str, piece: str) -> None:
        """Keep what they have chosen, of the deal or with the last line; a hasty finger decides nothing."""
        if not self._may_accept:
            raise _TooSoon
        key = returned_pieces_key(who, len(self._state.history.accepted_lines))
        pieces = (*self.returned_pieces.get(key, "").split(), piece)
        self._set_returned_pieces({**self.returned_pieces, key: " ".join(pieces)})

    @property
    def refusals(self) -> tuple[KeptRefusal, ...] | None:
        """What was refused this evening, as everybody could read it; None where that was not kept."""
        return self._notebook.notes.refusals if self._notebook is not None else ()

    def _set_returned_pieces(self, returned_pieces: Mapping[str, str]) -> None:
        self.returned_pieces = returned_pieces
        if self._notebook is not None:
            self._notebook.set_returned_pieces(returned_pieces)

    # -- pending input

    def _on_input_event(self, event: InputEvent) -> None:
        observation = self._input_monitor.observation_for(event)
        if observation is not None:
            self._on_observation(observation)
        elif isinstance(event, TagAlreadyPresent):
            resting = self._input_monitor.observation_of_tag(event.zone, event.uid)
            if resting in self._state.unseen_observations:  # carried out while nobody looked
                self._state = self._state.after_expected(resting)
        elif isinstance(event, ReaderDown | ReaderRecovered):
            self._reinterpret()

    def _on_observation(self, observation: Observation) -> None:
        state, status = self._state, self._input_monitor.zone_tracker.status
        pending = state.interpretation if isinstance(state.interpretation, Interpreted) else None
        pending_input = (*state.pending_input, observation)
        expected = self._input_monitor.reported_observations(state.unseen_observations)
        interpretation = self._guesses.interpret_input(state.position, pending_input, status, expected)
        match interpretation:
            case ExpectedObservation():
                self._state = state.after_expected(observation)
            case Unexplained() if pending is not None and says_done(observation):
                self._finish_move()
            case Unexplained() if pending is not None and self._begins_next_move(pending, observation):
                self._accept_line(str(pending.move))
                self._on_observation(observation)
            case Unexplained() if line := self._guesses.line_before(state.position, pending_input, status):
                self._accept_line(line)
                self._on_observation(observation)
            case Unexplained():
                self._set_refusal(interpretation, pending_input)
            case _:
                self._change(pending_input=pending_input, interpretation=interpretation, refusal_notice=None)
                if isinstance(interpretation, Interpreted) and not interpretation.may_continue:
                    self._accept_line(str(interpretation.move))

    def _reinterpret(self) -> None:
        """The readers have changed, so the pending input may mean something else; that alone never accepts it."""
        if self._state.pending_input:
            status = self._input_monitor.zone_tracker.status
            interpretation = judge(self._state.position, self._state.pending_input, status)
            if isinstance(interpretation, Interpreted):
                interpretation = replace(interpretation, may_continue=True)
            self._change(interpretation=interpretation)

    def _begins_next_move(self, pending: Interpreted, observation: Observation) -> bool:
        if not pending.is_search_complete:
            return False
        after, events = self._state.position.play(pending.move)
        if observation in self._input_monitor.expected_observations(events):
            return True
        return begins_new_move(after, observation, self._input_monitor.zone_tracker.status, pending.move)

    def _finish_move(self) -> None:
        """A person is done: nothing happens unless the pending input has one meaning and nothing is missing."""
        if isinstance(self._state.interpretation, Interpreted):
            self._accept_line(str(self._state.interpretation.move))

    def _accept_line(self, text: str, undo_plan: UndoPlan | None = None, lays_again: bool = False) -> None:
        """Accept a line, on the disk, if it takes it, before anybody is shown it; raises MoveRefused."""
        if not self._may_accept:
            raise _TooSoon
        accepted, history = self._state.history.after_line(text, lays_again)
        after = self._state.after_line(history, accepted, undo_plan)

        def make_state(why: OSError | None) -> ShownState:
            kept = replace(after, disk_problem=disk_problem_of(why))
            return shown_state(kept, self._redactor, self._input_monitor)

        self._game_log.append_line(accepted.text, make_state)
        self._state = self._game_log.state.state
        if undo_plan is None and self.returned_pieces:
            self._forget_other_choices(len(history.accepted_lines))

    def _forget_other_choices(self, number: int) -> None:
        """The line of that number was played anew: what was put back with those that stood there before is void."""
        kept = {
            key: pieces
            for key, pieces in self.returned_pieces.items()
            if int(key.partition("/")[2] or 0) < number
        }
        if len(kept) < len(self.returned_pieces):
            self._set_returned_pieces(kept)

    # -- refusals

    def _set_refusal(self, misfit: Unexplained, observations: tuple[Observation, ...]) -> None:
        """The pending input stays; the observation that does not fit is set aside, and the reason is shown."""
        notice = self._notice(misfit, observations)
        if self._state.strictness != "silent":
            self._change(refusal_notice=notice)
        else:
            self._allow(notice)

    def _notice(self, misfit: Unexplained, observations: tuple[Observation, ...]) -> RefusalNotice:
        tried = misfit.tried_words
        return RefusalNotice(
            misfit.refusal,
            misfit.nearest_moves,
            observations,
            misfit.offending_observation,
            tried,
            self._values_to_overrule(tried) is not None,
        )

    def _notice_of_touch(self, touch_target: str) -> RefusalNotice | None:
        """What people would read if they touched that, whatever lies face down; None where it is not forbidden."""
        observations = (*self._state.pending_input, touch_observation(touch_target))
        known = self._guesses.position_without_secrets(self._state.position)
        found = judge(known, observations, self._input_monitor.zone_tracker.status)
        return self._notice(found, observations) if isinstance(found, Unexplained) else None

    def can_allow(self, touch_target: str) -> bool:
        """Whether `OverruleRefusal` would accept that touch as things stand; asked on the session's thread."""
        notice = self._notice_of_touch(touch_target)
        return notice is not None and notice.can_be_allowed

    def is_acceptable(self, text: str) -> bool:
        """Whether that line would be accepted as things stand; nothing is written. Asked on the session's thread."""
        history = self._state.history
        try:
            for line in self._guesses.lines_to_write(history.position, text):
                history = history.after_line(line)[1]
        except (MoveRefused, InvalidRecord):
            return False
        return True

    def _values_to_overrule(self, tried: tuple[str, ...]) -> PointerValuePairs | None:
        if not tried or self._state.strictness == "strict":
            return None
        return self._guesses.values_to_overrule(self._state.position, tried)

    def _allow(self, notice: RefusalNotice | None) -> None:
        """Accept what the notice forbids, where it can be; what was tried is noted with its line."""
        pairs = self._values_to_overrule(notice.tried_words) if notice is not None else None
        if notice is None or pairs is None:
            return
        before, status = self._state, self._input_monitor.zone_tracker.status
        self._try_accept_line(correction_line(pairs), is_overruling=True)
        read = self._redactor.public_refusal_notice(notice, before.position, status)
        if self._notebook is not None and read is not None and self._state.history is not before.history:
            line = len(self._state.public_history.accepted_lines)
            self._notebook.add_refusal(line, read, is_allowed=True)

    # -- lines

    def _enter_line(self, text: str) -> None:
        words = tuple(text.split())
        if words[:1] != ("undo",):
            self._try_accept_line(text)
            return
        try:
            self._undo_moves(parse_undo_count(words[1:]), is_confirmed=True)
        except MoveRefused as refused:
            self._refuse_line(refused, text)

    def _try_accept_line(self, text: str, is_overruling: bool = False) -> None:
        try:
            for line in self._guesses.lines_to_write(self._state.position, text, is_overruling):
                self._accept_line(line)
        except MoveRefused as refused:
            self._refuse_line(refused, text)

    def _refuse_line(self, refused: MoveRefused, text: str) -> None:
        self._change(refusal_notice=RefusalNotice(refused.refusal, refused.nearest_moves, tried_line=text))

    def _change_history(self, message: UndoMoves | RedoMoves) -> None:
        if isinstance(message, UndoMoves):
            self._undo_moves(message.count, message.is_confirmed)
        else:
            self._redo_moves()

    def _undo_moves(self, count: int, is_confirmed: bool) -> None:
        try:
            plan = make_undo_plan(self._state.history, count)
            if is_confirmed:
                self._accept_line(undo_line(self._state.history, count), replace(plan, is_carried_out=True))
            else:
                self._change(undo_plan=plan)
        except MoveRefused as refused:
            self._refuse_line(refused, f"undo {count}")

    def _redo_moves(self) -> None:
        """Lay again what the last undo took, all of it or nothing. The lines are the record's own: nobody guesses."""
        before, redone = self._state.history, list[AcceptedLine]()
        history = before
        for text in before.taken_back:
            try:
                accepted, history = history.after_line(text, lays_again=True)
            except MoveRefused as refused:
                self._refuse_line(refused, text)
                return
            redone.append(accepted)
        plan = make_redo_plan(before, redone)
        owed = self._state.laid_again  # of a redo before, nobody has read yet
        laid = self._input_monitor.reported_observations(observations_of_lines(before.position, redone))
        for accepted in redone:
            self._accept_line(accepted.text, plan, lays_again=True)
        if redone:
            self._change(laid_again=(*owed, *laid))


class SessionThread:
    """A thread that sleeps until something is posted; only here Herald waits for the disk."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._thread = threading.Thread(target=self._run, name="session", daemon=True)

    def start(self) -> None:
        """Begin to handle messages."""
        self._thread.start()

    def _run(self) -> None:
        try:
            self._session.run()
        except (
            BaseException
        ) as end:  # what would end the program ends it from here too: nobody else would notice
            log.error("the session ended, and the program ends with it", exc_info=end)
            interrupt_main()

    def stop(self) -> None:
        """Handle what is queued and close the journal; return when that is done."""
        self._session.stop()
        self._thread.join()
        self._session.close()
