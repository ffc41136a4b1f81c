"""Pure functions for what the readers' lights and the sounder show, and `TableLights` for the output.

 no     a refusal, at the reader of the observation that has to be removed; several tags, a tag that cannot be read
        or belongs to no piece, at that reader. It stays until it was read or is solved.
 go     an accepted move has an observation there. It shines for a moment.
 think  an observation that may come next belongs there: of the pending input, or the beginning of a move. While the
        pointer points at the zone of a reader, only there.
 off    anything else, and every reader that does not answer.

The sounder plays `no` once for each new refusal or problem, and nothing else: an accepted move is spoken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from threading import Lock, Timer
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from companion.rules.clauses import MoveRefused
from companion.rules.moves import FINGER, Observation
from companion.rules.position import Position
from companion.table.interpretation.evidence import is_button_press
from companion.table.pointer import pointed_touch_target

if TYPE_CHECKING:  # gpiozero is not imported where there are no lights
    from companion.rules.history import AcceptedLine
    from companion.table.snapshot import Snapshot, TableProblem
    from hardware.lights import LightSignal, SoundSignal

OFF: Final = "off"
GO: Final = "go"
NO: Final = "no"
MAY_COME_NEXT: Final = "think"
ACCEPTED_LIGHT_S = 1.2
"""Seconds for which the light shows an accepted move."""


class LightsState(NamedTuple):
    """What each reader's light shows, and whether the sounder plays `no`."""

    light_by_reader: Mapping[str, LightSignal]
    sounds_no: bool = False


def lights_for(before: Snapshot, after: Snapshot) -> LightsState:
    """The lights after a message; `lights_for(after, after)` is what remains of them later."""
    readers = [zone for zone, how in after.zone_plan.zones.items() if how == "reader"]
    lights: dict[str, LightSignal] = dict.fromkeys(readers, OFF)
    shows: tuple[tuple[LightSignal, Iterable[str]], ...] = (
        (MAY_COME_NEXT, _zones_of_next(after)),
        (GO, _zones_of_accepted(before, after)),
        (NO, _zones_to_clear(after)),
        (OFF, after.readers_down),
    )
    for signal, zones in shows:
        lights |= {zone: signal for zone in zones if zone in lights}
    return LightsState(lights, _has_new_problem(before, after))


def _zones_of_next(snapshot: Snapshot) -> Iterator[str]:
    """The zones where an observation may come next."""
    if snapshot.zone_plan.input_method(pointed_touch_target(snapshot)) == "reader":
        yield pointed_touch_target(snapshot)
    elif snapshot.position.outcome() is None:
        yield from (
            observation.zone for observation in snapshot.next_observations if not is_button_press(observation)
        )


def _zones_of_accepted(before: Snapshot, after: Snapshot) -> Iterator[str]:
    """The zones where the moves of this message were observed."""
    if after.sequence_number == before.sequence_number:
        return
    position = before.position
    for entry in after.new_entries:
        yield from (
            observation.zone
            for observation in _observations_of(position, entry)
            if not is_button_press(observation)
        )
        position = entry.position


def _observations_of(position: Position, entry: AcceptedLine) -> Iterator[Observation]:
    """The observations of a move's words; none where the entry is a correction or an undo."""
    who, *words = entry.text.split()
    try:
        choice = position.choice_tree.choice_for(who)
        for word in words:
            step, choice = choice.follow_word(word)
            yield from step.accepted_observations
    except MoveRefused:
        return


def _zones_to_clear(snapshot: Snapshot) -> Iterator[str]:
    """The zones of observations and tags that have to be removed."""
    if (
        snapshot.refusal_notice is not None
        and snapshot.refusal_notice.offending_observation is not None
        and snapshot.refusal_notice.offending_observation.piece != FINGER
    ):
        yield snapshot.refusal_notice.offending_observation.zone
    yield from filter(None, map(_zone_of_problem, snapshot.problems))


def _zone_of_problem(problem: TableProblem) -> str:
    """The reader that a problem is about, "" where it is about none."""
    match problem.code:
        case "two-cards" | "garbled" | "foreign-card":
            return problem.subject
        case "unknown-tag":
            return problem.detail
    return ""


def _has_new_problem(before: Snapshot, after: Snapshot) -> bool:
    known = before.problems
    return (after.refusal_notice is not None and after.refusal_notice != before.refusal_notice) or any(
        problem not in known for problem in after.problems if _zone_of_problem(problem)
    )


# -- output


class LightsOutput(Protocol):
    """Lights and sounder of the hardware. No method raises."""

    def show_light(self, reader: str, signal: LightSignal) -> None:
        """Show a signal by the light of that reader, if it has one."""
        ...

    def play_sound(self, signal: SoundSignal) -> None:
        """Play a signal by the sounder, if there is one."""
        ...


RunLater = Callable[[float, Callable[[], None]], None]
"""Runs a function after so many seconds, on any thread."""


def run_on_timer(seconds: float, act: Callable[[], None]) -> None:
    """Run a function later on a daemon thread, which does not keep the program from ending."""
    timer = Timer(seconds, act)
    timer.daemon = True
    timer.start()


class TableLights:
    """The lights of one table, following one session after another."""

    def __init__(self, output: LightsOutput, later: RunLater = run_on_timer) -> None:
        self._output, self._later = output, later
        self._snapshot: Snapshot | None = None
        # reader -> sequence number of the message that accepted a move there
        self._going: dict[str, int] = {}
        self._lit: dict[str, LightSignal] = {}
        self._lent = False
        self._lock = Lock()

    def begin_game(self, snapshot: Snapshot) -> None:
        """Show the lights of a new game."""
        with self._lock:
            self._snapshot, self._going = snapshot, {}
            self._show(lights_for(snapshot, snapshot).light_by_reader)

    def update(self, snapshot: Snapshot) -> None:
        """Show the lights after a message; nothing where no game is attached."""
        with self._lock:
            if self._snapshot is None:
                return
            state = lights_for(self._snapshot, snapshot)
            self._snapshot = snapshot
            going = [zone for zone, shows in state.light_by_reader.items() if shows == GO]
            if going:
                self._going |= dict.fromkeys(going, snapshot.sequence_number)
                self._later(ACCEPTED_LIGHT_S, lambda: self._settle(snapshot.sequence_number))
            self._show(state.light_by_reader)
            if state.sounds_no:
                self._output.play_sound(NO)

    def _settle(self, number: int) -> None:
        """End the moment of the move that this message accepted."""
        with self._lock:
            self._going = {zone: since for zone, since in self._going.items() if since != number}
            if self._snapshot is not None:
                self._show(lights_for(self._snapshot, self._snapshot).light_by_reader)

    def end_game(self) -> None:
        """Switch all lights off: the game is over or left."""
        with self._lock:
            self._snapshot, self._going = None, {}
            self._show(dict.fromkeys(self._lit, OFF))

    def lend(self) -> None:
        """Lend the lights to another user: the game shows nothing until they are taken back."""
        with self._lock:
            self._lent = True

    def take_back(self) -> None:
        """The game controls the lights again; they were left off."""
        with self._lock:
            self._lent, self._lit = False, {}
            if self._snapshot is not None:
                self._show(lights_for(self._snapshot, self._snapshot).light_by_reader)

    def _show(self, lights: Mapping[str, LightSignal]) -> None:
        """Send only changes. Removing a card does not shorten the moment of its move."""
        if self._lent:
            return
        down = self._snapshot.readers_down if self._snapshot is not None else {}
        for reader, signal in lights.items():
            if reader in self._going and signal != NO and reader not in down:
                signal = GO
            if self._lit.get(reader, OFF) != signal:
                self._lit[reader] = signal
                self._output.show_light(reader, signal)
