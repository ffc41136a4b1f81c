"""What the readers' lights show, and when the sounder is heard. Pure, but for `TableLights` at the end.

    no      a refusal, at the reader of the sighting that has to go; more than one card, a tag that cannot be read or
            belongs to no piece, at that reader. Until it was read or is well again.
    go      a move was accepted that shows something there. For a moment.
    think   something that may come next can be shown there: what the bag waits for, or what begins a move. While yes
            and no point at the place of a reader, there alone.
    off     anything else, and every reader that does not answer.

The sounder says no once for each new refusal or trouble, and nothing else: an accepted move is spoken.
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
    from companion.table.snapshot import GameLogEntry, Snapshot, TableProblem
    from hardware.lights import LightSignal, SoundSignal

OFF: Final = "off"
GO: Final = "go"
NO: Final = "no"
MAY_COME_NEXT: Final = "think"
ACCEPTED_LIGHT_S = 1.2
"""Seconds for which an accepted move shines."""


class LightsState(NamedTuple):
    """What each reader's light shows, and whether the sounder says no."""

    light_by_reader: Mapping[str, LightSignal]
    sounds_no: bool = False


def lights_for(before: Snapshot, after: Snapshot) -> LightsState:
    """What is to be shown after a message; `lights_for(position_after, position_after)` is what stays of it."""
    readers = [zone for zone, how in after.zone_plan.zones.items() if how == "reader"]
    lights: dict[str, LightSignal] = dict.fromkeys(readers, OFF)
    shows: tuple[tuple[LightSignal, Iterable[str]], ...] = (
        (MAY_COME_NEXT, _zones_of_next(after)),
        (GO, _zones_of_accepted(before, after)),
        (NO, _zones_to_clear(after)),
        (OFF, after.readers_down),
    )
    for show, zones in shows:
        lights |= {zone: show for zone in zones if zone in lights}
    return LightsState(lights, _has_new_problem(before, after))


def _zones_of_next(snapshot: Snapshot) -> Iterator[str]:
    """The zones where something may be shown next."""
    if snapshot.zone_plan.input_method(pointed_touch_target(snapshot)) == "reader":
        yield pointed_touch_target(snapshot)
    elif snapshot.position.outcome() is None:
        yield from (sight.zone for sight in snapshot.next_observations if not is_button_press(sight))


def _zones_of_accepted(before: Snapshot, after: Snapshot) -> Iterator[str]:
    """The zones where the moves of this very message are shown."""
    if after.sequence_number == before.sequence_number:
        return
    position = before.position
    for entry in after.new_entries:
        yield from (sight.zone for sight in _observations_of(position, entry) if not is_button_press(sight))
        position = entry.position_after


def _observations_of(position: Position, entry: GameLogEntry) -> Iterator[Observation]:
    """What the words of a move show; nothing where the line is a correction or takes back."""
    who, *words = entry.text.split()
    try:
        choice = position.choice_tree.choice_for(who)
        for word in words:
            step, choice = choice.follow_word(word)
            yield from step.accepted_observations
    except MoveRefused:
        return


def _zones_to_clear(snapshot: Snapshot) -> Iterator[str]:
    """The zones of what has to go."""
    if (
        snapshot.refusal_notice is not None
        and snapshot.refusal_notice.offending_observation is not None
        and snapshot.refusal_notice.offending_observation.piece != FINGER
    ):
        yield snapshot.refusal_notice.offending_observation.zone
    yield from filter(None, map(_zone_of_problem, snapshot.problems))


def _zone_of_problem(trouble: TableProblem) -> str:
    """The reader that a trouble is about, "" when it is about none."""
    match trouble.code:
        case "two-cards" | "garbled":
            return trouble.subject
        case "unknown-tag":
            return trouble.detail
    return ""


def _has_new_problem(before: Snapshot, after: Snapshot) -> bool:
    known = before.problems
    return (after.refusal_notice is not None and after.refusal_notice != before.refusal_notice) or any(
        trouble not in known for trouble in after.problems if _zone_of_problem(trouble)
    )


# -- carried out


class LightsOutput(Protocol):
    """Lights and sounder, as the hardware has them. None of it raises."""

    def show_light(self, reader: str, signal: LightSignal) -> None:
        """The light of that reader, if it has one, shows off, go, no or think."""
        ...

    def play_sound(self, signal: SoundSignal) -> None:
        """The sounder, if there is one, says no."""
        ...


RunLater = Callable[[float, Callable[[], None]], None]
"""Has something done after so many seconds, on whatever thread."""


def run_on_timer(seconds: float, act: Callable[[], None]) -> None:
    """On a thread of its own, that does not keep the program from ending."""
    timer = Timer(seconds, act)
    timer.daemon = True
    timer.start()


class TableLights:
    """The lights of one table, following one session after another."""

    def __init__(self, lamps: LightsOutput, later: RunLater = run_on_timer) -> None:
        self._lamps, self._later = lamps, later
        self._now: Snapshot | None = None
        self._going: dict[str, int] = {}  # reader -> number of the message that accepted a move there
        self._lit: dict[str, LightSignal] = {}
        self._lent = False
        self._lock = Lock()

    def begin_game(self, snapshot: Snapshot) -> None:
        """A game lies on the table."""
        with self._lock:
            self._now, self._going = snapshot, {}
            self._show(lights_for(snapshot, snapshot).light_by_reader)

    def update(self, snapshot: Snapshot) -> None:
        """Something happened in it; after the game was left, nothing is shown."""
        with self._lock:
            if self._now is None:
                return
            seen = lights_for(self._now, snapshot)
            self._now = snapshot
            going = [zone for zone, shows in seen.light_by_reader.items() if shows == GO]
            if going:
                self._going |= dict.fromkeys(going, snapshot.sequence_number)
                self._later(ACCEPTED_LIGHT_S, lambda: self._settle(snapshot.sequence_number))
            self._show(seen.light_by_reader)
            if seen.sounds_no:
                self._lamps.play_sound(NO)

    def _settle(self, number: int) -> None:
        """The moment of that message is over."""
        with self._lock:
            self._going = {zone: since for zone, since in self._going.items() if since != number}
            if self._now is not None:
                self._show(lights_for(self._now, self._now).light_by_reader)

    def end_game(self) -> None:
        """The game is left."""
        with self._lock:
            self._now, self._going = None, {}
            self._show(dict.fromkeys(self._lit, OFF))

    def lend(self) -> None:
        """Somebody else has the lights: what the game would show is not shown until they are given back."""
        with self._lock:
            self._lent = True

    def take_back(self) -> None:
        """The lights are the game's again; they were left dark."""
        with self._lock:
            self._lent, self._lit = False, {}
            if self._now is not None:
                self._show(lights_for(self._now, self._now).light_by_reader)

    def _show(self, lights: Mapping[str, LightSignal]) -> None:
        """Only what changes is sent. A card that is taken away does not cut short the moment of its move."""
        if self._lent:
            return
        down = self._now.readers_down if self._now is not None else {}
        for reader, shows in lights.items():
            if reader in self._going and shows != NO and reader not in down:
                shows = GO
            if self._lit.get(reader, OFF) != shows:
                self._lit[reader] = shows
                self._lamps.show_light(reader, shows)
