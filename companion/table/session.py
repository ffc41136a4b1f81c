"""The session: one owner, one queue. Everything that happens at the table goes through `post`."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Self

from msgspec.structs import replace

from companion.games import game_rules
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
from companion.table.overruling import correction_line, to_private_values, values_to_overrule
from companion.table.pointer import DONE_TARGET, can_point_at
from companion.table.redaction import Redactor
from companion.table.snapshot import GameLogEntry, RefusalNotice, Snapshot
from companion.table.storage.journal import Journal, JournalWriteError, resume_journal
from companion.table.tags.deck import Deck
from companion.table.undo import UndoPlan, make_undo_plan
from companion.table.zones import TOUCH_ONLY_PLAN, ZonePlan

log = logging.getLogger(__name__)

MAX_RECENT_ENTRIES = 20

SnapshotListener = Callable[[Snapshot], None]
DeferredMessage = Callable[[Snapshot], SessionMessage | None]
"""What somebody says by the table as it is when his turn comes: `yes` of a button that everybody shares."""


class Session(MessageQueue[SessionMessage | DeferredMessage]):
    """One game at one table.

    `post` may be called from any thread; `process_queue` (or a `Runner`) handles what was posted, in order, on
    the thread that owns the session. Listeners are called there, with an immutable `Snapshot`, after
    each message. Without a journal nothing is kept (tests, simulations).
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
        recent = history.accepted_lines[-MAX_RECENT_ENTRIES:]
        self._recent_entries: tuple[GameLogEntry, ...] = tuple(map(self._redactor.public_entry, recent))
        self._accepted_texts = self._redactor.public_texts(history.accepted_lines)
        self._new_entries: tuple[GameLogEntry, ...] = ()
        self._number = 0
        self._snapshot = self._make_snapshot()

    @classmethod
    def create(
        cls, path: Path, head: RecordHeader, deck: Deck | None = None, zone_plan: ZonePlan = TOUCH_ONLY_PLAN
    ) -> Self:
        """A new game with its journal at `path`; raises Unreadable for a head that cannot be, Unwritten."""
        session = cls(GameHistory.from_header(head, game_rules(head.game)), None, deck, zone_plan)
        # last: no evening is left of a game that cannot be shown
        session._game_log.attach_journal(Journal.create(path, head))
        return session

    @classmethod
    def resume(cls, path: Path, deck: Deck | None = None, zone_plan: ZonePlan = TOUCH_ONLY_PLAN) -> Self:
        """Go on with a journal after anything; raises Unreadable, OSError, Busy."""
        resumed = resume_journal(path)
        try:
            session = cls(resumed.history, resumed.journal, deck, zone_plan)
        except Exception:
            resumed.journal.close()  # it can be tried again
            raise
        if resumed.torn_line_file is not None:
            session._input_monitor.add_problem("torn-line", resumed.torn_line_file.name)
            session._snapshot = session._make_snapshot()
        return session

    # -- from any thread

    @property
    def snapshot(self) -> Snapshot:
        """The table as it was after the last message handled."""
        return self._snapshot

    @property
    def history(self) -> GameHistory:
        """Everything accepted so far, what only the referee may know too, to be read and never written to.

        For those who are the referee, or deal; never for what is shown or told (`snapshot` is).
        """
        return self._game_log.history

    # -- on the owner's thread

    def add_listener(self, listener: SnapshotListener) -> None:
        """Call `listener` with every new snapshot from now on."""
        self._listeners.append(listener)

    def handle_message(self, message: SessionMessage | DeferredMessage) -> Snapshot:
        """Handle one message; whatever goes wrong, the game stays as it was and a person is told."""
        self._new_entries = ()
        before, moment = (self._pending_input, self._interpretation), self._pointer_context()
        meant: SessionMessage | None = None
        try:
            meant = message if isinstance(message, SessionMessage) else message(self._snapshot)
            if meant is not None:
                self._dispatch(meant)
        except JournalWriteError as unwritten:  # the bag keeps what was noticed: `FinishMove` tries again
            self._input_monitor.add_problem("disk", "", unwritten.reason)
        except Exception as fault:  # the last net: the game goes on, the message is set aside
            self._pending_input, self._interpretation = before
            self._report_fault(meant or message, fault)
        if any(was is not now for was, now in zip(moment, self._pointer_context(), strict=True)):
            self._pointed_at = ""
        self._number += 1
        self._snapshot = self._make_safe_snapshot(meant or message)
        for listener in self._listeners:
            try:
                listener(self._snapshot)
            except Exception as fault:  # who only watches cannot stop the game
                self._report_fault(listener, fault)
        return self._snapshot

    def _pointer_context(self) -> tuple[object, ...]:
        """What the pointer is about: it does not outlive it."""
        shown = self._pending_input, self._interpretation, self._refusal_notice, self._undo_plan
        return (*shown, self._game_log.position, self._input_monitor.deck)

    def _report_fault(self, where: object, fault: Exception) -> None:
        """Where it was and of which kind: what a message or an exception says could name what nobody may know."""
        log.error("a message was set aside, or a listener stumbled", exc_info=fault)
        what = (*traceback.format_tb(fault.__traceback__), type(fault).__name__)
        self._input_monitor.add_problem("fault", type(where).__name__, "".join(what))

    def close(self) -> None:
        """Close the journal; the evening may be resumed."""
        self._game_log.close()

    def _dispatch(self, message: SessionMessage) -> None:
        match message:
            case ReportInput(sighting):
                self._on_input_event(sighting)
            case Touch(thing):
                self._on_observation(touch_observation(thing))
            case ChooseAnswer(option):
                private = self._redactor.to_private_answer(option.observation, self._interpretation)
                self._on_observation(private)
            case FinishMove():
                self._finish_move()
            case MovePointer(thing):
                self._pointed_at = thing if can_point_at(self._snapshot, thing) else ""
            case EnterLine(text):
                self._enter_line(text)
            case CorrectPosition(pairs):
                self._enter_line(correction_line(self._to_private_values(pairs)))
            case UndoMoves(count, agreed):
                self._undo_moves(count, agreed)
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

    # -- the bag

    def _on_input_event(self, event: InputEvent) -> None:
        sight = self._input_monitor.observation_for(event)
        if sight is not None:
            self._on_observation(sight)
        elif isinstance(event, ReaderDown | ReaderRecovered):
            self._reinterpret()

    def _on_observation(self, observation: Observation) -> None:
        pending = self._interpretation if isinstance(self._interpretation, Interpreted) else None
        seen = (*self._pending_input, observation)
        zones = self._input_monitor.zone_tracker
        verdict = judge(self._game_log.position, seen, zones.status, self._expected_observations)
        match verdict:
            case ExpectedObservation():
                owed = list(self._expected_observations)
                owed.remove(observation)
                self._expected_observations = tuple(owed)
            case Unexplained() if pending is not None and _says_done(observation):
                self._finish_move()
            case Unexplained() if pending is not None and self._begins_next_move(pending, observation):
                self._accept_line(str(pending.move))
                self._on_observation(observation)
            case Unexplained():
                self._set_refusal(verdict, seen)
            case _:
                self._pending_input, self._interpretation, self._refusal_notice = seen, verdict, None
                if isinstance(verdict, Interpreted) and not verdict.may_continue:
                    self._accept_line(str(verdict.move))

    def _reinterpret(self) -> None:
        """The readers have changed, so what lies in the bag may mean something else; never taken by that alone."""
        if self._pending_input:
            zones = self._input_monitor.zone_tracker
            verdict = judge(self._game_log.position, self._pending_input, zones.status)
            may_go_on = isinstance(verdict, Interpreted)
            self._interpretation = replace(verdict, may_continue=True) if may_go_on else verdict

    def _begins_next_move(self, pending: Interpreted, observation: Observation) -> bool:
        if not pending.is_search_complete:
            return False
        after, events = self._game_log.position.play(pending.move)
        if observation in self._input_monitor.expected_observations(events):
            return True
        return begins_new_move(after, observation, self._input_monitor.zone_tracker.status, pending.move)

    def _finish_move(self) -> None:
        """Done, a person says: nothing happens unless the bag means one thing and nothing is missing."""
        if isinstance(self._interpretation, Interpreted):
            self._accept_line(str(self._interpretation.move))

    def _accept_line(self, text: str) -> None:
        """A line is accepted: on the disk before anybody hears of it; raises Refused, Unwritten."""
        accepted, entry = self._game_log.append_line(text, self._redactor.public_entry)
        self._input_monitor.clear_problem("disk", "")
        self._pending_input, self._interpretation = (), None
        self._refusal_notice = self._undo_plan = None
        self._accepted_texts = self._redactor.public_texts(self._game_log.history.accepted_lines)
        self._recent_entries = (*self._recent_entries, entry)[-MAX_RECENT_ENTRIES:]
        self._new_entries = (*self._new_entries, entry)
        self._expected_observations = self._input_monitor.expected_observations(accepted.events)

    # -- refusing

    def _set_refusal(self, misfit: Unexplained, observations: tuple[Observation, ...]) -> None:
        """The bag stays as it was: the sighting in the way is set aside, and a person is told why."""
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

    def _to_private_values(self, pairs: PointerValuePairs) -> PointerValuePairs:
        """What a person set who saw the public table; what he did not touch stays as it is known."""
        position = self._game_log.position
        public = self._redactor.public_position(position)
        return to_private_values(pairs, public.to_json(), position.to_json())

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
            self._undo_moves(count, agreed=True)

    def _try_accept_line(self, text: str) -> bool:
        try:
            self._accept_line(text)
        except MoveRefused as refused:
            self._refusal_notice = RefusalNotice(refused.refusal, refused.nearest_moves, tried_line=text)
            return False
        return True

    def _undo_moves(self, count: int, agreed: bool) -> None:
        try:
            plan = make_undo_plan(self._game_log.history, count)
        except MoveRefused as refused:
            self._refusal_notice = RefusalNotice(refused.refusal, (), tried_line=f"undo {count}")
            return
        if agreed and self._try_accept_line(f"undo {count}"):
            plan = replace(plan, is_carried_out=True)
        self._undo_plan = plan

    # -- what everybody sees

    def _make_safe_snapshot(self, where: object) -> Snapshot:
        """The table now; of a game that cannot say it, the table before, and that something is wrong."""
        try:
            return self._make_snapshot()
        except Exception as fault:  # else nothing would be handled any more
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
        account, zones, veil = self._game_log.history, self._input_monitor.zone_tracker, self._redactor
        return Snapshot(
            sequence_number=self._number,
            game=account.game.name,
            setup=account.setup,
            position=veil.public_position(account.position),
            opening_entry=veil.public_entry(account.opening),
            pending_input=veil.public_observations(self._pending_input, account.position),
            interpretation=veil.public_interpretation(
                self._interpretation, account.position, self._pending_input, zones.status
            ),
            pointed_at=self._pointed_at,
            refusal_notice=veil.public_refusal_notice(self._refusal_notice, account.position, zones.status),
            recent_entries=self._recent_entries,
            new_entries=self._new_entries,
            accepted_texts=self._accepted_texts,
            undo_plan=self._undo_plan,
            expected_observations=veil.public_observations(self._expected_observations, account.position),
            problems=tuple(self._input_monitor.problems.values()),
            readers_down=dict(zones.readers_down),
            zone_plan=zones.zone_plan,
            tag_coverage=self._input_monitor.tag_coverage(account.game, account.setup),
            strictness=self._strictness,
        )


def _says_done(observation: Observation) -> bool:
    button = Observation(f"button/{DONE_TARGET}", observation.zone)
    return observation in (touch_observation(DONE_TARGET), button)
