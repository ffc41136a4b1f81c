"""A real table in a terminal: readers and buttons are heard while somebody may be typing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from threading import RLock
from typing import Any

from companion.rules.clauses import MoveRefused
from companion.rules.moves import Move
from companion.table.interpretation.judge import Ambiguous, Interpreted
from companion.table.messages import ClearPendingInput, DismissNotices, FinishMove, SessionMessage, UndoMoves
from companion.table.session import DeferredMessage
from companion.table.snapshot import Snapshot
from companion.table.table_hardware import MessageReceiver
from companion.table.undo import UndoPlan
from companion.terminal.device_questions import READER_COMMAND, DeviceQuestions
from companion.terminal.terminal_game import MAX_MOVES_PER_GROUP, YES_WORD, TerminalGame
from companion.voice.narration import NarrationLine
from companion.voice.pending_text import pending_input_text, spoken_pointed_target, yes_no_hint
from companion.voice.problem_messages import problem_message


class TerminalGameWithReaders(TerminalGame):
    """One game at a real table.

    `join`: starts to post what readers and buttons report, from their own threads. `devices`: asks about what is
    plugged in meanwhile; None where there is no real table.
    """

    def __init__(
        self,
        *table: Any,
        join: Callable[[MessageReceiver], None],
        devices: DeviceQuestions | None = None,
    ) -> None:
        super().__init__(*table)
        self._join, self._devices = join, devices
        self._lock = RLock()  # for the person typing, and the threads of readers and buttons

    def _welcome(self) -> None:
        super()._welcome()
        self._join(self)
        if self._devices is not None:
            self._devices.begin_to_tell(self._tell_offer)

    def _tell_offer(self, question: str) -> None:
        with self._lock:
            self._write("\n".join(("", question, self._prompt())))

    def post(self, message: SessionMessage | DeferredMessage) -> None:
        """Handle a message of readers or buttons: write its effect at once, and the prompt again."""
        with self._lock:
            texts = self._handle_and_describe(message)
            if texts:
                self._write("\n".join(("", *texts, self._prompt())))

    def _handle(self, message: SessionMessage) -> None:
        for text in self._handle_and_describe(message):
            self._write(text)

    def _handle_and_describe(self, message: SessionMessage | DeferredMessage) -> list[str]:
        before = self._session.snapshot
        after = self._session.handle_message(message)
        texts = [*(line.text for line in self._narrate_new_events(after)), *self._new_texts(before, after)]
        if after.pointed_at and after.pointed_at != before.pointed_at:
            texts.append(yes_no_hint(after, self._voice))
            self._speak([NarrationLine(spoken_pointed_target(after, self._voice))])
        return texts

    # -- new texts

    def _new_texts(self, before: Snapshot, snapshot: Snapshot) -> Iterator[str]:
        translator = self._voice.translator
        if snapshot.refusal_notice is not None and snapshot.refusal_notice != before.refusal_notice:
            yield self._refusal(
                MoveRefused(snapshot.refusal_notice.refusal, snapshot.refusal_notice.nearest_moves)
            )
        yield from (
            problem_message(problem, translator)
            for problem in snapshot.problems
            if problem not in before.problems and problem != snapshot.disk_problem
        )
        for zone in before.readers_down:
            if zone not in snapshot.readers_down:
                yield self._text.gettext("The reader {where} answers again.").format(where=zone)
        if snapshot.undo_plan is not None and snapshot.undo_plan != before.undo_plan:
            yield from self._undo_texts(snapshot.undo_plan)
        if snapshot.pending_input and (snapshot.pending_input, snapshot.interpretation) != (
            before.pending_input,
            before.interpretation,
        ):
            yield from self._interpretation_texts(snapshot)

    def _undo_texts(self, plan: UndoPlan) -> Iterator[str]:
        if plan.is_carried_out:
            yield from map(self._voice.describe_movement, plan.movements)
            return
        moves = "; ".join(self._voice.describe_move_with_player(Move.parse(text)) for text in plan.move_texts)
        yield self._text.gettext("To be taken back: {moves}. `yes`?").format(moves=moves)
        yield from dict.fromkeys(map(self._voice.narrate_event, plan.irreversible_events))

    def _interpretation_texts(self, snapshot: Snapshot) -> Iterator[str]:
        """The interpretation of the pending input so far."""
        match snapshot.interpretation:
            case Interpreted(move):
                yield self._voice.describe_move(move)
                yield self._text.gettext("`done`, or show what else belongs to it; `clear` drops it.")
            case Ambiguous(question):
                yield self._text.gettext("Which is meant?")
                for option in question.options:
                    yield from map(self._describe_move, islice(option.moves, MAX_MOVES_PER_GROUP))
            case _:
                yield pending_input_text(snapshot, self._voice)

    # -- typed lines

    def _execute(self, translator: Sequence[str]) -> bool:
        if self._devices is not None and list(translator[:1]) == [READER_COMMAND]:
            # without the lock: a reader that begins to work posts from a thread of its own
            self._devices.answer(" ".join(translator[1:]).casefold())
            return True
        with self._lock:
            snapshot = self._session.snapshot
            plan = (
                snapshot.undo_plan
                if snapshot.undo_plan is not None and not snapshot.undo_plan.is_carried_out
                else None
            )
            if translator and _has_unread_notice(snapshot):
                self._handle(
                    UndoMoves(plan.move_count, is_confirmed=True)
                    if plan and list(translator) == [YES_WORD]
                    else DismissNotices()
                )
            match list(translator):
                case ["yes" | "no"] if plan is not None:
                    return True
                case ["done"] if isinstance(snapshot.interpretation, Interpreted):
                    self._handle(FinishMove())
                    return True
                case ["clear"]:
                    self._handle(ClearPendingInput())
                    return True
            return super()._execute(translator)


def _has_unread_notice(snapshot: Snapshot) -> bool:
    """Whether there is a notice that stays until it was read."""
    return (
        snapshot.refusal_notice is not None
        or snapshot.undo_plan is not None
        or any(not problem.is_lasting for problem in snapshot.problems)
    )
