"""What a message may change at a table, as one value: it changes wholly or not at all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Self

from msgspec import Struct
from msgspec.structs import replace

from companion.rules.forgetting import is_forgetting
from companion.rules.game import public_observation
from companion.rules.history import AcceptedLine, FrozenHistory, GameHistory
from companion.rules.moves import Observation
from companion.rules.position import Position
from companion.rules.public_view import public_accepted_line, public_history
from companion.table.input_monitor import InputMonitor
from companion.table.interpretation.judge import Interpretation
from companion.table.messages import Pace, Strictness
from companion.table.redaction import Redactor
from companion.table.snapshot import (
    DISK_PROBLEM,
    MAX_RECENT_ENTRIES,
    DueObservation,
    RefusalNotice,
    Snapshot,
    TableProblem,
    corrected_spots,
)
from companion.table.storage.disk import disk_trouble, system_words
from companion.table.undo import UndoPlan


def due_observations_of(entry: AcceptedLine, accepted: AcceptedLine) -> Iterator[DueObservation]:
    """What readers will report of that line, of which everybody knows the entry."""
    for event in accepted.events:
        yield from (DueObservation(entry, each) for each in event.expected_observations())


class SessionState(Struct, frozen=True):
    """The game, and what people are about to do; the fields that it shares with `Snapshot` in full."""

    history: GameHistory
    public_history: FrozenHistory
    strictness: Strictness
    pace: Pace = "usual"
    sequence_number: int = 0
    pending_input: tuple[Observation, ...] = ()
    interpretation: Interpretation | None = None
    pointed_at: str = ""
    refusal_notice: RefusalNotice | None = None
    undo_plan: UndoPlan | None = None
    due_observations: tuple[DueObservation, ...] = ()
    """What no reader has reported yet, of all moves that stand, whether one watches it or not."""
    carried_out: AcceptedLine | None = None
    """The entry up to which hands have done all that it asks for: they have laid again what a redo named."""
    laid_again: tuple[Observation, ...] = ()
    """What readers should still report as hands lay again what a redo names."""
    new_entries: tuple[AcceptedLine, ...] = ()
    disk_problem: TableProblem | None = None
    """Why lines are only in memory."""

    @classmethod
    def of_history(cls, history: GameHistory, strictness: Strictness) -> Self:
        """The state of a table where nothing happened since; nobody knows what hands have carried out."""
        public = public_history(history)
        heard = [accepted for accepted in history.accepted_lines if not is_forgetting(accepted.text)]
        pairs = [*zip(public.accepted_lines, heard, strict=True)][-MAX_RECENT_ENTRIES:]
        due = (each for entry, accepted in pairs for each in due_observations_of(entry, accepted))
        return cls(history, public, strictness, due_observations=tuple(due))

    @property
    def position(self) -> Position:
        """The current position, with what only the referee may know."""
        return self.history.position

    @property
    def recent_entries(self) -> tuple[AcceptedLine, ...]:
        """The last lines that stand, oldest first, as everybody may know them."""
        return self.public_history.accepted_lines[-MAX_RECENT_ENTRIES:]

    @property
    def unseen_observations(self) -> tuple[Observation, ...]:
        """What no reader has reported yet: what is laid again, and what the last move that stands sets off.

        Where a correction has laid it otherwise, it is due no longer.
        """
        entries = self.recent_entries
        moves = [at for at, entry in enumerate(entries) if not entry.is_correction]
        due = [each for each in self.due_observations if moves and each.entry is entries[moves[-1]]]
        if not due:
            return self.laid_again
        game = self.history.game
        corrected = corrected_spots(game, entries[moves[-1] :])
        left = (each.observation for each in due)
        return (
            *self.laid_again,
            *(each for each in left if (each.zone, public_observation(game, each).piece) not in corrected),
        )

    def after_expected(self, observation: Observation) -> SessionState:
        """The state when that has been seen which nobody had seen yet."""
        if observation in self.laid_again:
            at = self.laid_again.index(observation)
            return replace(self, laid_again=(*self.laid_again[:at], *self.laid_again[at + 1 :]))
        seen = next(each for each in reversed(self.due_observations) if each.observation == observation)
        due = tuple(each for each in self.due_observations if each is not seen)
        return replace(self, due_observations=due)

    @property
    def pointer_context(self) -> tuple[object, ...]:
        """What the pointer depends on: it is reset when any of these changes."""
        shown = self.pending_input, self.interpretation, self.refusal_notice, self.undo_plan
        return (*shown, self.position)

    def after_message(self) -> SessionState:
        """The state when one more message was handled, which has changed nothing so far."""
        return replace(self, sequence_number=self.sequence_number + 1, new_entries=())

    def after_line(
        self,
        history: GameHistory,
        accepted: AcceptedLine,
        undo_plan: UndoPlan | None = None,
    ) -> SessionState:
        """The state when a line was accepted that leads to this history: nothing is pending any more.

        Where the record only gives up a name, nothing changes that anybody could see.
        """
        if is_forgetting(accepted.text):
            history.keep_taken_back(self.history)
            return replace(self, history=history)
        entry = public_accepted_line(history.game, accepted)
        public = self.public_history.after(entry)
        recent = public.accepted_lines[-MAX_RECENT_ENTRIES:]
        due = (*self.due_observations, *due_observations_of(entry, accepted))
        return replace(
            self,
            history=history,
            public_history=public,
            pending_input=(),
            interpretation=None,
            pointed_at="",
            refusal_notice=None,
            undo_plan=undo_plan,
            carried_out=next((each for each in recent if each is self.carried_out), None),
            laid_again=(),
            due_observations=tuple(
                each for each in due if any(each.entry is standing for standing in recent)
            ),
            new_entries=(*self.new_entries, entry),
        )


def disk_problem_of(why: OSError | None) -> TableProblem | None:
    """The problem that stands as long as lines are only in memory; None where all are written."""
    if why is None:
        return None
    return TableProblem(DISK_PROBLEM, disk_trouble(why), system_words(why), is_lasting=True)


class ShownState(Struct, frozen=True):
    """A state, and what everybody sees of it."""

    state: SessionState
    snapshot: Snapshot


def all_problems(state: SessionState, input_monitor: InputMonitor) -> tuple[TableProblem, ...]:
    """What is wrong with disk and readers."""
    disk = (state.disk_problem,) if state.disk_problem is not None else ()
    return (*disk, *input_monitor.problems.values())


def shown_state(state: SessionState, redactor: Redactor, input_monitor: InputMonitor) -> ShownState:
    """The state with what everybody sees of it, and of the readers as they are now."""
    zones, position = input_monitor.zone_tracker, state.position
    game, setup = state.history.game, state.history.setup
    snapshot = Snapshot(
        sequence_number=state.sequence_number,
        game=game.name,
        setup=setup,
        position=redactor.public_position(position),
        public_history=state.public_history,
        pending_input=redactor.public_observations(state.pending_input, position),
        interpretation=redactor.public_interpretation(
            state.interpretation, position, state.pending_input, zones.status
        ),
        pointed_at=state.pointed_at,
        refusal_notice=redactor.public_refusal_notice(state.refusal_notice, position, zones.status),
        carried_out=state.carried_out,
        new_entries=state.new_entries,
        undo_plan=state.undo_plan,
        expected_observations=redactor.public_observations(
            input_monitor.reported_observations(state.unseen_observations), position
        ),
        due_observations=tuple(
            DueObservation(each.entry, public_observation(game, each.observation))
            for each in state.due_observations
        ),
        problems=all_problems(state, input_monitor),
        readers_down=dict(zones.readers_down),
        zone_plan=zones.zone_plan,
        tag_coverage=input_monitor.tag_coverage(game, setup),
        strictness=state.strictness,
        pace=state.pace,
        redo_count=sum(not is_forgetting(text) for text in state.history.taken_back),
    )
    return ShownState(state, snapshot)
