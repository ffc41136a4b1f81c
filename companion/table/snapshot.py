"""What everybody sees of a session: immutable, complete, made after each message.

Nothing that only the referee may know is in it: the session makes it through its `Redactor`, and there is no other way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import groupby, pairwise
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from companion.games import game_rules
from companion.rules.clauses import Refusal
from companion.rules.game import Game, GameSetup
from companion.rules.history import AcceptedLine, FrozenHistory
from companion.rules.layout import Layout
from companion.rules.moves import Move, MoveStep, Observation
from companion.rules.position import Position
from companion.table.interpretation.evidence import is_button_press
from companion.table.interpretation.judge import Interpretation, next_observations, step_by_touch_target
from companion.table.interpretation.touch_only import TableSensors, TagCoverage, touch_only_targets
from companion.table.messages import Pace, Strictness
from companion.table.zones import ZonePlan, ZoneStatus

if TYPE_CHECKING:  # the first page needs no movements
    from companion.table.undo import UndoPlan


MAX_RECENT_ENTRIES = 20


class DueObservation(Struct, frozen=True):
    """What readers report as people carry out a line."""

    entry: AcceptedLine
    observation: Observation


Spot = tuple[str, str]
"""A piece at a place: the id of the place, the word of the piece."""


def corrected_spots(game: Game, entries: Sequence[AcceptedLine]) -> frozenset[Spot]:
    """Where corrections have laid other pieces than lay there after the first of these entries, which all stand.

    What people were told then to do there is due no longer.
    """
    found = frozenset[Spot]()
    for is_corrected, steps in groupby(pairwise(entries), key=lambda step: step[1].is_correction):
        if is_corrected:
            run = [*steps]
            was, now = (
                Counter({(place.id, each.piece): each.count for place in layout for each in place.pieces})
                for layout in map(game.layout, (run[0][0].position, run[-1][1].position))
            )
            found |= (was - now).keys() | (now - was).keys()
    return found


class RefusalNotice(Struct, frozen=True):
    """A refusal to show; the record has not changed.

    refusal: the reason.
    nearest_moves: complete legal moves.
    tried_observations: the observations together (or `tried_line`, a line).
    offending_observation: the observation that has to go; on the table that piece goes back.
    tried_words: the words tried, if they were words of the game.
    can_be_allowed: `OverruleRefusal` would write it down as a correction.
    """

    refusal: Refusal
    nearest_moves: tuple[Move, ...]
    tried_observations: tuple[Observation, ...] = ()
    offending_observation: Observation | None = None
    tried_words: tuple[str, ...] = ()
    can_be_allowed: bool = False
    tried_line: str = ""


DISK_PROBLEM = "disk"
"""The code of the problem that lines are only in memory."""


class TableProblem(Struct, frozen=True):
    """Something that is wrong with the machine, never with the game.

    code: reader-down, two-cards, garbled, foreign-card, unknown-tag, disk, fault, and those of
        `companion.table.storage.journal.JournalProblem`.
    subject: the zone, tag or file; for the disk its `DiskTrouble`, for a fault the kind of message.
    detail: the system's own words; for a fault the place in the program, without any text of the game.
    is_lasting: it goes away by itself, not by being read.
    """

    code: str
    subject: str
    detail: str = ""
    is_lasting: bool = False


class Snapshot(Struct, frozen=True, dict=True):
    """A session at one moment. `sequence_number` grows by one with each message handled.

    public_history: all lines that stand, and what was taken back, as everybody may know them; `new_entries`: the lines
        accepted by this very message, which are announced.
    pending_input: the observations not accepted yet, in order.
    interpretation: what the pending input means now (None: it is empty).
    pointed_at: the target of the pointer of the shared buttons, "" for none.
    carried_out: the one of the recent entries up to which hands have done everything, when they have laid moves again.
    redo_count: how many moves the last undo took that can be laid again.
    due_observations: what no reader has reported yet of the recent entries, as people carry them out.
    expected_observations: those of them that readers should still report, of the last move that stands.
    readers_down: zone -> why its reader does not work.
    tag_coverage: what readers could report.
    """

    sequence_number: int
    game: str
    setup: GameSetup
    position: Position
    public_history: FrozenHistory
    pending_input: tuple[Observation, ...]
    interpretation: Interpretation | None
    pointed_at: str
    refusal_notice: RefusalNotice | None
    new_entries: tuple[AcceptedLine, ...]
    undo_plan: UndoPlan | None
    expected_observations: tuple[Observation, ...]
    problems: tuple[TableProblem, ...]
    readers_down: Mapping[str, str]
    zone_plan: ZonePlan
    tag_coverage: TagCoverage
    strictness: Strictness
    pace: Pace = "usual"
    redo_count: int = 0
    carried_out: AcceptedLine | None = None
    due_observations: tuple[DueObservation, ...] = ()

    @cached_property
    def recent_entries(self) -> tuple[AcceptedLine, ...]:
        """The last lines that stand, oldest first."""
        return self.public_history.accepted_lines[-MAX_RECENT_ENTRIES:]

    @cached_property
    def accepted_texts(self) -> tuple[str, ...]:
        """The texts of all lines that stand."""
        return tuple(accepted.text for accepted in self.public_history.accepted_lines)

    @cached_property
    def player_name_by_colour(self) -> Mapping[str, str]:
        """Colour -> what people call the player, clockwise."""
        return {seat.colour: seat.shown_name for seat in self.setup.seats}

    @cached_property
    def layout(self) -> Layout:
        """The layout as everybody may see it, made when it is first asked for."""
        return game_rules(self.game).layout(self.position)

    def without_layout(self) -> Snapshot:
        """The snapshot with an empty layout, for a game whose layout fails."""
        without = replace(self)
        without.__dict__["layout"] = ()
        return without

    @cached_property
    def step_by_touch_target(self) -> Mapping[str, MoveStep]:
        """Touch target -> step that may come next; other targets need not react. Made when it is first asked for."""
        return step_by_touch_target(self.position, self.pending_input, self.zone_status)

    @cached_property
    def next_observations(self) -> tuple[Observation, ...]:
        """What may be laid or pressed next, each as its observation, including what no touch can give."""
        return next_observations(self.position, self.pending_input, self.zone_status)

    @cached_property
    def touch_only_targets(self) -> tuple[str, ...]:
        """The targets that a person has to touch, because no reader and no shared button reports them."""
        return touch_only_targets(
            self.position, self.pending_input, TableSensors(self.zone_status, self.tag_coverage)
        )

    @property
    def disk_problem(self) -> TableProblem | None:
        """Why what was played is only in memory; None where it is on the disk."""
        return next((problem for problem in self.problems if problem.code == DISK_PROBLEM), None)

    @property
    def next_button_presses(self) -> tuple[Observation, ...]:
        """The buttons that may be pressed next, each as the observation of its press."""
        return tuple(filter(is_button_press, self.next_observations))

    @property
    def zone_status(self) -> ZoneStatus:
        """How the zones are watched now."""
        return ZoneStatus(self.zone_plan, self.readers_down)
