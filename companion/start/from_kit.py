"""The senses of a virtual table that is wired as a plan says: everything that people say goes through its readers and
buttons, and through the program's own table, which says what a press means. Where the plan has the buttons `yes` and
`refusal_notice`, nobody touches the screen.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from companion.rules.moves import FINGER, Observation
from companion.simulator.faults import MISSED_READ, READER_DEAD, FaultInjector
from companion.simulator.virtual_sensors import PersonMessage, SessionInput
from companion.start.buttons import meant
from companion.start.hands import Hands, copies
from companion.start.virtual_kit import VirtualKit
from companion.table.input_events import SeatButtonPressed
from companion.table.interpretation.evidence import is_button_press
from companion.table.interpretation.judge import Ambiguous
from companion.table.interpretation.touch_only import WORDS_BY_SHARED_BUTTON
from companion.table.messages import (
    ChooseAnswer,
    ClearPendingInput,
    FinishMove,
    ReportInput,
    SessionMessage,
    Touch,
)
from companion.table.pointer import (
    ANSWER_PREFIX,
    CLEAR_TARGET,
    DONE_TARGET,
    button_player,
    button_role,
    presses_to_reach,
)
from companion.table.session import Session
from companion.table.snapshot import Snapshot
from companion.table.tags.deck import Deck
from companion.table.zones import ZonePlan
from hardware.virtual.faults import UNPLUGGED
from hardware.wiring import WiringPlan

MOST_PRESSES: Final = 200
"""After so many nobody goes on: the longest way to a thing has far fewer."""
MOST_IN_VAIN: Final = 4
"""After so many in a row that nothing came of, people see that the buttons are dead: their hub may be away."""
READ: Final = "yes"
"""The button that people press when they have read what was wrong."""


class FromKit:
    """The `Senses` of companion.simulator.virtual_sensors, at a table of this plan. `path`: of its file. `kit`: that
    table."""

    def __init__(
        self, path: Path, wiring: WiringPlan, deck: Deck, plan: ZonePlan, luck: FaultInjector
    ) -> None:
        self.deck, self.plan = deck, plan
        self.fingers = not WORDS_BY_SHARED_BUTTON.keys() <= set(wiring.button_names)
        self._luck = luck
        self.kit = VirtualKit(path, wiring, (tag for each in copies(deck).values() for tag in each))
        self._hands = Hands(deck, self.kit, luck)
        self._session: Session | None = None

    # -- the program

    def join(self, session: Session) -> Iterator[SessionInput]:
        """See Senses."""
        self._session = session
        self.kit.switch_on(session)
        yield from self.kit.said()

    def wake(self, session: Session) -> Iterator[SessionInput]:
        """See Senses. What lies on a reader is known to lie there, and is no move."""
        self.kit.cut_power()
        yield from self.join(session)

    @property
    def _now(self) -> Snapshot:
        """The screen that people see."""
        if self._session is None:
            raise LookupError("nobody has joined this table")
        return self._session.snapshot

    # -- what people show and say

    def reads(self, sight: Observation) -> bool:
        """See Senses. A reader works for people until the screen says that it does not."""
        if is_button_press(sight):
            return not self.fingers and any(
                button_role(sight) in words for words in WORDS_BY_SHARED_BUTTON.values()
            )
        return self._now.zone_status.has_working_reader(sight.zone) and self._hands.has(sight.piece)

    def ready(self, sight: Observation) -> bool:
        """See Senses."""
        if self.fingers or not (is_button_press(sight) or sight.piece == FINGER):
            return True
        now = _read(self._now)
        return way(now, _meant(sight), _thing(now, sight), self.kit.buttons) is not None

    def say(self, what: PersonMessage) -> Iterator[SessionInput]:
        """See Senses."""
        if self.fingers:
            yield what
        else:
            yield from self._press_for(what)

    def plainly(self, sight: Observation) -> Iterator[SessionInput]:
        """See Senses."""
        if is_button_press(sight) or sight.piece == FINGER:
            yield from self._touched(sight)
        else:
            yield from self._hands.show(sight)

    def do(self, sight: Observation) -> Iterator[SessionInput]:
        """See Senses."""
        if is_button_press(sight) or sight.piece == FINGER:
            yield from self._touched(sight)
        else:
            yield from self._hands.try_to_show(sight)

    def catch_up(self) -> Iterator[SessionInput]:
        """See Senses."""
        yield from self._hands.collect()

    # -- what goes wrong

    def afflict(self, zone: str, fault: str) -> Iterator[SessionInput]:
        """See Senses. Nothing happens where there is no reader."""
        if zone in self.kit.zones:
            self.kit.afflict(zone, UNPLUGGED if fault == READER_DEAD else fault)
        yield from self.kit.said()

    def recover(self) -> Iterator[SessionInput]:
        """See Senses."""
        self.kit.cure()
        yield from self.kit.said()

    # -- by buttons

    def _touched(self, sight: Observation) -> Iterator[SessionInput]:
        """What a finger would say on the screen, or a button of one's own."""
        if self.fingers:
            yield Touch(sight.zone)
        else:
            yield from self._press_for(_meant(sight), sight)

    def _press_for(self, wanted: SessionMessage, sight: Observation | None = None) -> Iterator[SessionInput]:
        """Look at the screen and press, again and again, until that is said or nothing says it."""
        in_vain = 0
        for _ in range(MOST_PRESSES):
            if in_vain >= MOST_IN_VAIN:
                return
            yield from self.kit.said()
            now = self._now
            first = must_be_read(now)
            ahead = (READ,) if first else way(now, wanted, _thing(now, sight or wanted), self.kit.buttons)
            if ahead is None:
                return
            in_vain += 1
            for told in self._pressed(ahead[0]):
                in_vain = in_vain if isinstance(told, SessionMessage) else 0
                yield told
            if not (in_vain or first or len(ahead) > 1):
                return

    def _pressed(self, button: str) -> Iterator[SessionInput]:
        """What the table makes of a press, beside all else it says. At times it is none, or nobody notices it."""
        if self._luck.should_happen(MISSED_READ):
            self.kit.graze(button)
        else:
            self.kit.press(button)
        yield from self.kit.said()


# -- which buttons say what


def must_be_read(now: Snapshot) -> bool:
    """Whether a press says that it was read, before anything else."""
    return now.refusal_notice is not None or any(not trouble.is_lasting for trouble in now.problems)


def _read(now: Snapshot) -> Snapshot:
    """The screen when that was read."""
    if not must_be_read(now):
        return now
    lasting = tuple(trouble for trouble in now.problems if trouble.is_lasting)
    return replace(now, refusal_notice=None, problems=lasting)


def way(
    now: Snapshot, wanted: SessionMessage, thing: str, buttons: Collection[str]
) -> tuple[str, ...] | None:
    """The presses that say it: of a button that says just that, or of the two that go to the thing; None: there are
    none now."""
    for button in buttons:
        if meant(now, button) == wanted:
            return (button,)
    return presses_to_reach(now, thing) if thing else None


def _meant(sight: Observation) -> SessionMessage:
    """What a session hears of a finger on a thing, or of a button of the game."""
    return (
        ReportInput(SeatButtonPressed(button_player(sight), button_role(sight)))
        if is_button_press(sight)
        else Touch(sight.zone)
    )


def _thing(now: Snapshot, what: Observation | SessionMessage) -> str:
    """What two buttons would point at to say it; "" where there is nothing."""
    match what:
        case FinishMove():
            return DONE_TARGET
        case ClearPendingInput():
            return CLEAR_TARGET
        case ChooseAnswer(option):
            options = now.interpretation.question.options if isinstance(now.interpretation, Ambiguous) else ()
            return f"{ANSWER_PREFIX}{options.index(option)}" if option in options else ""
        case Touch(thing):
            return thing
        case Observation() if is_button_press(what):
            return next(
                (
                    step.touch_target
                    for step in now.steps_by_touch_target.values()
                    if what in step.accepted_observations
                ),
                "",
            )
        case Observation():
            return what.zone
    return ""
