"""What the readers' lights show, and when the sounder is heard. Pure, but for `Lights` at the end.

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
    from hardware.lights import Show, Sound

OFF: Final = "off"
GO: Final = "go"
NO: Final = "no"
THINK: Final = "think"
MOMENT = 1.2
"""Seconds for which an accepted move shines."""


class Shown(NamedTuple):
    """What each reader's light shows, and whether the sounder says no."""

    lights: Mapping[str, Show]
    sound: bool = False


def shown(before: Snapshot, after: Snapshot) -> Shown:
    """What is to be shown after a message; `shown(position_after, position_after)` is what stays of it."""
    readers = [zone for zone, how in after.zone_plan.zones.items() if how == "reader"]
    lights: dict[str, Show] = dict.fromkeys(readers, OFF)
    shows: tuple[tuple[Show, Iterable[str]], ...] = (
        (THINK, _next(after)),
        (GO, _accepted(before, after)),
        (NO, _wrong(after)),
        (OFF, after.readers_down),
    )
    for show, zones in shows:
        lights |= {zone: show for zone in zones if zone in lights}
    return Shown(lights, _newly_wrong(before, after))


def _next(now: Snapshot) -> Iterator[str]:
    """The zones where something may be shown next."""
    if now.zone_plan.input_method(pointed_touch_target(now)) == "reader":
        yield pointed_touch_target(now)
    elif now.position.outcome() is None:
        yield from (sight.zone for sight in now.next_observations if not is_button_press(sight))


def _accepted(before: Snapshot, after: Snapshot) -> Iterator[str]:
    """The zones where the moves of this very message are shown."""
    if after.sequence_number == before.sequence_number:
        return
    position = before.position
    for entry in after.new_entries:
        yield from (sight.zone for sight in _shown_by(position, entry) if not is_button_press(sight))
        position = entry.position_after


def _shown_by(position: Position, entry: GameLogEntry) -> Iterator[Observation]:
    """What the words of a move show; nothing where the line is a correction or takes back."""
    who, *words = entry.text.split()
    try:
        choice = position.choice_tree.choice_for(who)
        for word in words:
            step, choice = choice.follow_word(word)
            yield from step.accepted_observations
    except MoveRefused:
        return


def _wrong(now: Snapshot) -> Iterator[str]:
    """The zones of what has to go."""
    if (
        now.refusal_notice is not None
        and now.refusal_notice.offending_observation is not None
        and now.refusal_notice.offending_observation.piece != FINGER
    ):
        yield now.refusal_notice.offending_observation.zone
    yield from filter(None, map(_zone, now.problems))


def _zone(trouble: TableProblem) -> str:
    """The reader that a trouble is about, "" when it is about none."""
    match trouble.code:
        case "two-cards" | "garbled":
            return trouble.subject
        case "unknown-tag":
            return trouble.detail
    return ""


def _newly_wrong(before: Snapshot, after: Snapshot) -> bool:
    known = before.problems
    return (after.refusal_notice is not None and after.refusal_notice != before.refusal_notice) or any(
        trouble not in known for trouble in after.problems if _zone(trouble)
    )


# -- carried out


class Lamps(Protocol):
    """Lights and sounder, as the hardware has them. None of it raises."""

    def light(self, reader: str, shows: Show) -> None:
        """The light of that reader, if it has one, shows off, go, no or think."""
        ...

    def sound(self, what: Sound) -> None:
        """The sounder, if there is one, says no."""
        ...


Later = Callable[[float, Callable[[], None]], None]
"""Has something done after so many seconds, on whatever thread."""


def by_timer(seconds: float, act: Callable[[], None]) -> None:
    """On a thread of its own, that does not keep the program from ending."""
    timer = Timer(seconds, act)
    timer.daemon = True
    timer.start()


class Lights:
    """The lights of one table, following one session after another."""

    def __init__(self, lamps: Lamps, later: Later = by_timer) -> None:
        self._lamps, self._later = lamps, later
        self._now: Snapshot | None = None
        self._going: dict[str, int] = {}  # reader -> number of the message that accepted a move there
        self._lit: dict[str, Show] = {}
        self._lent = False
        self._lock = Lock()

    def begin(self, now: Snapshot) -> None:
        """A game lies on the table."""
        with self._lock:
            self._now, self._going = now, {}
            self._show(shown(now, now).lights)

    def follow(self, now: Snapshot) -> None:
        """Something happened in it; after the game was left, nothing is shown."""
        with self._lock:
            if self._now is None:
                return
            seen = shown(self._now, now)
            self._now = now
            going = [zone for zone, shows in seen.lights.items() if shows == GO]
            if going:
                self._going |= dict.fromkeys(going, now.sequence_number)
                self._later(MOMENT, lambda: self._settle(now.sequence_number))
            self._show(seen.lights)
            if seen.sound:
                self._lamps.sound(NO)

    def _settle(self, number: int) -> None:
        """The moment of that message is over."""
        with self._lock:
            self._going = {zone: since for zone, since in self._going.items() if since != number}
            if self._now is not None:
                self._show(shown(self._now, self._now).lights)

    def end(self) -> None:
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
                self._show(shown(self._now, self._now).lights)

    def _show(self, lights: Mapping[str, Show]) -> None:
        """Only what changes is sent. A card that is taken away does not cut short the moment of its move."""
        if self._lent:
            return
        down = self._now.readers_down if self._now is not None else {}
        for reader, shows in lights.items():
            if reader in self._going and shows != NO and reader not in down:
                shows = GO
            if self._lit.get(reader, OFF) != shows:
                self._lit[reader] = shows
                self._lamps.light(reader, shows)
