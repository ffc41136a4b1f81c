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
from companion.start.real_table.button_presses import message_for_button
from companion.start.virtual_table.simulated_hands import SimulatedHands, tags_by_piece_word
from companion.start.virtual_table.virtual_kit import VirtualKit
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
from hardware.wiring_schema import WiringPlan

MAX_PRESSES: Final = 200
"""After so many nobody goes on: the longest way to a thing has far fewer."""
MAX_VAIN_PRESSES: Final = 4
"""After so many in a row that nothing came of, people see that the buttons are dead: their hub may be away."""
ACKNOWLEDGE_BUTTON: Final = "yes"
"""The button that people press when they have read what was wrong."""


class KitSensors:
    """The `Senses` of companion.simulator.virtual_sensors, at a table of this plan. `path`: of its file. `kit`: that
    table."""

    def __init__(
        self, path: Path, wiring: WiringPlan, deck: Deck, zone_plan: ZonePlan, fault_injector: FaultInjector
    ) -> None:
        self.deck, self.zone_plan = deck, zone_plan
        self.has_touch = not WORDS_BY_SHARED_BUTTON.keys() <= set(wiring.button_names)
        self._luck = fault_injector
        self.kit = VirtualKit(
            path, wiring, (tag for each in tags_by_piece_word(deck).values() for tag in each)
        )
        self._hands = SimulatedHands(deck, self.kit, fault_injector)
        self._session: Session | None = None

    # -- the program

    def attach_session(self, session: Session) -> Iterator[SessionInput]:
        """See Senses."""
        self._session = session
        self.kit.switch_on(session)
        yield from self.kit.new_messages()

    def reattach_session(self, session: Session) -> Iterator[SessionInput]:
        """See Senses. What lies on a reader is known to lie there, and is no move."""
        self.kit.cut_power()
        yield from self.attach_session(session)

    @property
    def _now(self) -> Snapshot:
        """The screen that people see."""
        if self._session is None:
            raise LookupError("nobody has joined this table")
        return self._session.snapshot

    # -- what people show and say

    def can_report(self, observation: Observation) -> bool:
        """See Senses. A reader works for people until the screen says that it does not."""
        if is_button_press(observation):
            return not self.has_touch and any(
                button_role(observation) in words for words in WORDS_BY_SHARED_BUTTON.values()
            )
        return self._now.zone_status.has_working_reader(observation.zone) and self._hands.has_tagged_piece(
            observation.piece
        )

    def can_be_done_now(self, observation: Observation) -> bool:
        """See Senses."""
        if self.has_touch or not (is_button_press(observation) or observation.piece == FINGER):
            return True
        now = _acknowledged(self._now)
        return (
            presses_to_say(
                now, _message_for(observation), _pointer_target(now, observation), self.kit.buttons
            )
            is not None
        )

    def messages_for_person(self, what: PersonMessage) -> Iterator[SessionInput]:
        """See Senses."""
        if self.has_touch:
            yield what
        else:
            yield from self._press_for(what)

    def messages_without_faults(self, observation: Observation) -> Iterator[SessionInput]:
        """See Senses."""
        if is_button_press(observation) or observation.piece == FINGER:
            yield from self._touch_or_press(observation)
        else:
            yield from self._hands.show_piece(observation)

    def messages_with_faults(self, observation: Observation) -> Iterator[SessionInput]:
        """See Senses."""
        if is_button_press(observation) or observation.piece == FINGER:
            yield from self._touch_or_press(observation)
        else:
            yield from self._hands.show_piece_with_faults(observation)

    def late_messages(self) -> Iterator[SessionInput]:
        """See Senses."""
        yield from self._hands.pick_up_forgotten()

    # -- what goes wrong

    def start_reader_fault(self, zone: str, fault: str) -> Iterator[SessionInput]:
        """See Senses. Nothing happens where there is no reader."""
        if zone in self.kit.zones:
            self.kit.inject_fault(zone, UNPLUGGED if fault == READER_DEAD else fault)
        yield from self.kit.new_messages()

    def end_reader_faults(self) -> Iterator[SessionInput]:
        """See Senses."""
        self.kit.clear_faults()
        yield from self.kit.new_messages()

    # -- by buttons

    def _touch_or_press(self, observation: Observation) -> Iterator[SessionInput]:
        """What a finger would say on the screen, or a button of one's own."""
        if self.has_touch:
            yield Touch(observation.zone)
        else:
            yield from self._press_for(_message_for(observation), observation)

    def _press_for(self, wanted: SessionMessage, sight: Observation | None = None) -> Iterator[SessionInput]:
        """Look at the screen and press, again and again, until that is said or nothing says it."""
        in_vain = 0
        for _ in range(MAX_PRESSES):
            if in_vain >= MAX_VAIN_PRESSES:
                return
            yield from self.kit.new_messages()
            now = self._now
            first = needs_acknowledgement(now)
            ahead = (
                (ACKNOWLEDGE_BUTTON,)
                if first
                else presses_to_say(now, wanted, _pointer_target(now, sight or wanted), self.kit.buttons)
            )
            if ahead is None:
                return
            in_vain += 1
            for told in self._press(ahead[0]):
                in_vain = in_vain if isinstance(told, SessionMessage) else 0
                yield told
            if not (in_vain or first or len(ahead) > 1):
                return

    def _press(self, button: str) -> Iterator[SessionInput]:
        """What the table makes of a press, beside all else it says. At times it is none, or nobody notices it."""
        if self._luck.should_happen(MISSED_READ):
            self.kit.graze_button(button)
        else:
            self.kit.press_button(button)
        yield from self.kit.new_messages()


# -- which buttons say what


def needs_acknowledgement(snapshot: Snapshot) -> bool:
    """Whether a press says that it was read, before anything else."""
    return snapshot.refusal_notice is not None or any(not trouble.is_lasting for trouble in snapshot.problems)


def _acknowledged(snapshot: Snapshot) -> Snapshot:
    """The screen when that was read."""
    if not needs_acknowledgement(snapshot):
        return snapshot
    lasting = tuple(trouble for trouble in snapshot.problems if trouble.is_lasting)
    return replace(snapshot, refusal_notice=None, problems=lasting)


def presses_to_say(
    snapshot: Snapshot, wanted: SessionMessage, thing: str, buttons: Collection[str]
) -> tuple[str, ...] | None:
    """The presses that say it: of a button that says just that, or of the two that go to the thing; None: there are
    none now."""
    for button in buttons:
        if message_for_button(snapshot, button) == wanted:
            return (button,)
    return presses_to_reach(snapshot, thing) if thing else None


def _message_for(observation: Observation) -> SessionMessage:
    """What a session hears of a finger on a thing, or of a button of the game."""
    return (
        ReportInput(SeatButtonPressed(button_player(observation), button_role(observation)))
        if is_button_press(observation)
        else Touch(observation.zone)
    )


def _pointer_target(snapshot: Snapshot, what: Observation | SessionMessage) -> str:
    """What two buttons would point at to say it; "" where there is nothing."""
    match what:
        case FinishMove():
            return DONE_TARGET
        case ClearPendingInput():
            return CLEAR_TARGET
        case ChooseAnswer(option):
            options = (
                snapshot.interpretation.question.options
                if isinstance(snapshot.interpretation, Ambiguous)
                else ()
            )
            return f"{ANSWER_PREFIX}{options.index(option)}" if option in options else ""
        case Touch(thing):
            return thing
        case Observation() if is_button_press(what):
            return next(
                (
                    step.touch_target
                    for step in snapshot.steps_by_touch_target.values()
                    if what in step.accepted_observations
                ),
                "",
            )
        case Observation():
            return what.zone
    return ""
