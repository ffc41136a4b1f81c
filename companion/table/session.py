"""The session: one owner, one queue. Everything that happens at the table goes through `post`."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Self

from msgspec.structs import replace

from companion.games import game_rules_of_record
from companion.rules.clauses import MoveRefused
from companion.rules.corrections import PointerValuePairs
from companion.rules.history import GameHistory, parse_undo_count
from companion.rules.moves import Observation, touch_observation
from companion.rules.record import RecordHeader
from companion.table.game_log import GameLog
from companion.table.input_events import InputEvent, ReaderDown, ReaderRecovered
from companion.table.input_monitor import InputMonitor
from companion.table.interpretation.judge import (
    ExpectedObservation,
    Interpretation,
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
    MovePointer,
    OverruleRefusal,
    ReportInput,
    SessionMessage,
    SetStrictness,
    SettingMessage,
    Strictness,
    Touch,
    UndoMoves,
)
from companion.table.overruling import correction_line, values_to_overrule
from companion.table.pointer import can_point_at, says_done
from companion.table.public_log import PublicLog
from companion.table.redaction import Redactor
from companion.table.snapshot import GameLogEntry, RefusalNotice, Snapshot
from companion.table.storage.journal import Journal, JournalWriteError, resume_journal
from companion.table.tags.deck import Deck
from companion.table.undo import UndoPlan, make_undo_plan
from companion.table.zones import TOUCH_ONLY_PLAN, ZonePlan

log = logging.getLogger(__name__)

SnapshotListener = Callable[[Snapshot], None]
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
        self._game_log = GameLog(history, journal)
        self._redactor = Redactor(history.game, history.setup)
        self._input_monitor = InputMonitor(deck, zone_plan)
        self._strictness: Strictness = strictness
        self._listeners: list[SnapshotListener] = []
        self._pending_input: tuple[Observation, ...] = ()
        self._interpretation: Interpretation | None = None
        self._pointed_at = ""
        self._refusal_notice: RefusalNotice | None = None
        self._undo_plan: UndoPlan | None = None
        self._expected_observations: tuple[Observation, ...] = ()
        self._public_log = PublicLog(history, self._redactor)
        self._new_entries: tuple[GameLogEntry, ...] = ()
        self._number = 0
        self._snapshot = self._make_snapshot()

    @classmethod
    def create(
        cls, path: Path, head: RecordHeader, deck: Deck | None = None, zone_plan: ZonePlan = TOUCH_ONLY_PLAN
    ) -> Self:
        """A new game with its journal at `path`; raises InvalidRecord for an impossible header, JournalWriteError."""
        session = cls(GameHistory.from_header(head, game_rules_of_record(head.game)), None, deck, zone_plan)
        # last: a game that cannot be shown leaves no journal
        session._game_log.attach_journal(Journal.create(path, head))
        return session

    @classmethod
    def resume(cls, path: Path, deck: Deck | None = None, zone_plan: ZonePlan = TOUCH_ONLY_PLAN) -> Self:
        """Resume a game from its journal; raises InvalidRecord, OSError, FileInUseError."""
        resumed = resume_journal(path)
        try:
            session = cls(resumed.history, resumed.journal, deck, zone_plan)
        except Exception:
            resumed.journal.close()  # it can be tried again
            raise
        session._report_journal_problems()
        session._snapshot = session._make_snapshot()
        return session

    # -- from any thread

    @property
    def snapshot(self) -> Snapshot:
        """The table as it was after the last message handled."""
        return self._snapshot

    @property
    def history(self) -> GameHistory:
        """Everything accepted so far, including what only the referee may know; callers only read it.

        It is for the referee and the dealer, never for what is shown or spoken (`snapshot` is).
        """
        return self._game_log.history

    # -- on the owner's thread

    def add_listener(self, listener: SnapshotListener) -> None:
        """Call `listener` with every new snapshot from now on."""
        self._listeners.append(listener)

    def handle_message(self, message: SessionMessage | DeferredMessage) -> Snapshot:
        """Handle one message; whatever goes wrong, the game stays as it was and people see the problem."""
        self._new_entries = ()
        input_before, context_before = (self._pending_input, self._interpretation), self._pointer_context()
        meant: SessionMessage | None = None
        try:
            meant = message if isinstance(message, SessionMessage) else message(self._snapshot)
            if meant is not None:
                self._dispatch(meant)
        except JournalWriteError as unwritten:  # the pending input is kept: `FinishMove` tries again
            self._input_monitor.add_problem("disk", "", unwritten.reason)
        except Exception as fault:  # the last resort: the game goes on without the message
            self._pending_input, self._interpretation = input_before
            self._report_fault(meant or message, fault)
        self._report_journal_problems()
        if any(old is not new for old, new in zip(context_before, self._pointer_context(), strict=True)):
            self._pointed_at = ""
        self._number += 1
        self._snapshot = self._make_safe_snapshot(meant or message)
        for listener in self._listeners:
            try:
                listener(self._snapshot)
            except Exception as fault:  # a listener cannot stop the game
                self._report_fault(listener, fault)
        return self._snapshot

    def _pointer_context(self) -> tuple[object, ...]:
        """What the pointer depends on: it is reset when any of these changes."""
        shown = self._pending_input, self._interpretation, self._refusal_notice, self._undo_plan
        return (*shown, self._game_log.position, self._input_monitor.deck)

    def _report_fault(self, where: object, fault: Exception) -> None:
        """Log a fault and add it as a problem, by place and kind only: its text could name what nobody may know."""
        log.error("a message was set aside, or a listener stumbled", exc_info=fault)
        what = (*traceback.format_tb(fault.__traceback__), type(fault).__name__)
        self._input_monitor.add_problem("fault", type(where).__name__, "".join(what))

    def on_idle(self) -> None:
        """Notice without a move that another program has touched the file."""
        if self._game_log.is_journal_changed:
            self.handle_message(lambda _: self._game_log.check_journal())

    def _report_journal_problems(self) -> None:
        """Tell people what happened to the file of the game."""
        for problem in self._game_log.take_journal_problems():
            self._input_monitor.add_problem(*problem)

    def close(self) -> None:
        """Close the journal; the game may be resumed."""
        self._game_log.close()

    def _dispatch(self, message: SessionMessage) -> None:
        match message:
            case ReportInput(event):
                self._on_input_event(event)
            case Touch(target):
                self._on_observation(touch_observation(target))
            case ChooseAnswer(option):
                private = self._redactor.to_private_answer(option.observation, self._interpretation)
                self._on_observation(private)
            case FinishMove():
                self._finish_move()
            case MovePointer(target):
                self._pointed_at = target if can_point_at(self._snapshot, target) else ""
            case EnterLine(text):
                self._enter_line(text)
            case CorrectPosition(pairs):
                private_pairs = self._redactor.to_private_values(pairs, self._game_log.position)
                self._enter_line(correction_line(private_pairs))
            case UndoMoves(count, is_confirmed):
                self._undo_moves(count, is_confirmed)
            case _:
                self._dispatch_setting(message)

    def _dispatch_setting(self, message: SettingMessage) -> None:
        match message:
            case ClearPendingInput():
                self._pending_input, self._interpretation, self._refusal_notice = (), None, None
            case OverruleRefusal():
                self._allow_refused()
            case DismissNotices():
                self._refusal_notice, self._undo_plan, self._expected_observations = None, None, ()
                self._input_monitor.dismiss_problems()
            case ChangeZonePlan(plan):
                self._input_monitor.zone_tracker.zone_plan = plan
                self._reinterpret()
            case ChangeDeck(deck):
                self._input_monitor.deck = deck
            case SetStrictness(level):
                self._strictness = level

    # -- pending input

    def _on_input_event(self, event: InputEvent) -> None:
        observation = self._input_monitor.observation_for(event)
        if observation is not None:
            self._on_observation(observation)
        elif isinstance(event, ReaderDown | ReaderRecovered):
            self._reinterpret()

    def _on_observation(self, observation: Observation) -> None:
        pending = self._interpretation if isinstance(self._interpretation, Interpreted) else None
        pending_input = (*self._pending_input, observation)
        status = self._input_monitor.zone_tracker.status
        interpretation = judge(self._game_log.position, pending_input, status, self._expected_observations)
        match interpretation:
            case ExpectedObservation():
                expected = list(self._expected_observations)
                expected.remove(observation)
                self._expected_observations = tuple(expected)
            case Unexplained() if pending is not None and says_done(observation):
                self._finish_move()
            case Unexplained() if pending is not None and self._begins_next_move(pending, observation):
                self._accept_line(str(pending.move))
                self._on_observation(observation)
            case Unexplained():
                self._set_refusal(interpretation, pending_input)
            case _:
                self._pending_input, self._interpretation, self._refusal_notice = (
                    pending_input,
                    interpretation,
                    None,
                )
                if isinstance(interpretation, Interpreted) and not interpretation.may_continue:
                    self._accept_line(str(interpretation.move))

    def _reinterpret(self) -> None:
        """The readers have changed, so the pending input may mean something else; that alone never accepts it."""
        if self._pending_input:
            zones = self._input_monitor.zone_tracker
            interpretation = judge(self._game_log.position, self._pending_input, zones.status)
            may_go_on = isinstance(interpretation, Interpreted)
            self._interpretation = replace(interpretation, may_continue=True) if may_go_on else interpretation

    def _begins_next_move(self, pending: Interpreted, observation: Observation) -> bool:
        if not pending.is_search_complete:
            return False
        after, events = self._game_log.position.play(pending.move)
        if observation in self._input_monitor.expected_observations(events):
            return True
        return begins_new_move(after, observation, self._input_monitor.zone_tracker.status, pending.move)

    def _finish_move(self) -> None:
        """A person is done: nothing happens unless the pending input has one meaning and nothing is missing."""
        if isinstance(self._interpretation, Interpreted):
            self._accept_line(str(self._interpretation.move))

    def _accept_line(self, text: str) -> None:
        """Accept a line, on the disk before anybody is shown it; raises MoveRefused, JournalWriteError."""
        accepted, entry = self._game_log.append_line(text, self._redactor.public_entry)
        self._input_monitor.clear_problem("disk", "")
        self._pending_input, self._interpretation = (), None
        self._refusal_notice = self._undo_plan = None
        self._public_log.add(entry, len(self._game_log.history.accepted_lines))
        self._new_entries = (*self._new_entries, entry)
        self._expected_observations = self._input_monitor.expected_observations(accepted.events)

    # -- refusals

    def _set_refusal(self, misfit: Unexplained, observations: tuple[Observation, ...]) -> None:
        """The pending input stays; the observation that does not fit is set aside, and the reason is shown."""
        pairs = self._values_to_overrule(misfit.tried_words)
        if self._strictness != "silent":
            why = misfit.refusal, misfit.nearest_moves
            self._refusal_notice = RefusalNotice(
                *why, observations, misfit.offending_observation, misfit.tried_words, pairs is not None
            )
        elif pairs is not None:
            self._try_accept_line(correction_line(pairs))

    def _values_to_overrule(self, tried: tuple[str, ...]) -> PointerValuePairs | None:
        if not tried or self._strictness == "strict":
            return None
        return values_to_overrule(self._game_log.position, tried)

    def _allow_refused(self) -> None:
        notice = self._refusal_notice
        pairs = self._values_to_overrule(notice.tried_words) if notice is not None else None
        if pairs is not None:
            self._try_accept_line(correction_line(pairs))

    # -- lines

    def _enter_line(self, text: str) -> None:
        words = tuple(text.split())
        if words[:1] != ("undo",):
            self._try_accept_line(text)
            return
        try:
            count = parse_undo_count(words[1:])
        except MoveRefused as refused:
            self._refusal_notice = RefusalNotice(refused.refusal, refused.nearest_moves, tried_line=text)
        else:
            self._undo_moves(count, is_confirmed=True)

    def _try_accept_line(self, text: str) -> bool:
        try:
            self._accept_line(text)
        except MoveRefused as refused:
            self._refusal_notice = RefusalNotice(refused.refusal, refused.nearest_moves, tried_line=text)
            return False
        return True

    def _undo_moves(self, count: int, is_confirmed: bool) -> None:
        try:
            plan = make_undo_plan(self._game_log.history, count)
        except MoveRefused as refused:
            self._refusal_notice = RefusalNotice(refused.refusal, (), tried_line=f"undo {count}")
            return
        if is_confirmed and self._try_accept_line(f"undo {count}"):
            plan = replace(plan, is_carried_out=True)
        self._undo_plan = plan

    # -- what everybody sees

    def _make_safe_snapshot(self, where: object) -> Snapshot:
        """The current snapshot; where the game fails, the one before with the problem."""
        try:
            return self._make_snapshot()
        except Exception as fault:  # else no message would be handled any more
            self._report_fault(where, fault)
            return replace(
                self._snapshot,
                sequence_number=self._number,
                refusal_notice=None,
                new_entries=self._new_entries,
                undo_plan=self._undo_plan,
                problems=tuple(self._input_monitor.problems.values()),
            )

    def _make_snapshot(self) -> Snapshot:
        history, zones, redactor = self._game_log.history, self._input_monitor.zone_tracker, self._redactor
        return Snapshot(
            sequence_number=self._number,
            game=history.game.name,
            setup=history.setup,
            position=redactor.public_position(history.position),
            opening_entry=redactor.public_entry(history.opening),
            pending_input=redactor.public_observations(self._pending_input, history.position),
            interpretation=redactor.public_interpretation(
                self._interpretation, history.position, self._pending_input, zones.status
            ),
            pointed_at=self._pointed_at,
            refusal_notice=redactor.public_refusal_notice(
                self._refusal_notice, history.position, zones.status
            ),
            recent_entries=self._public_log.recent_entries,
            new_entries=self._new_entries,
            accepted_texts=self._public_log.standing_texts,
            undo_plan=self._undo_plan,
            expected_observations=redactor.public_observations(self._expected_observations, history.position),
            problems=tuple(self._input_monitor.problems.values()),
            readers_down=dict(zones.readers_down),
            zone_plan=zones.zone_plan,
            tag_coverage=self._input_monitor.tag_coverage(history.game, history.setup),
            strictness=self._strictness,
        )
