"""The sensors of a virtual table that is wired by a plan.

All input goes through its readers and buttons, and through the program's own table, which decides what a
press means. Where the plan has the buttons `yes` and `no`, nobody touches the screen.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from companion.rules.moves import FINGER, Observation
from companion.simulator.faults import MISSED_READ, READER_DEAD, FaultInjector
from companion.simulator.virtual_sensors import PersonMessage, SessionInput, VirtualSensors
from companion.start.real_table.button_presses import message_for_button
from companion.start.virtual_table.simulated_hands import SimulatedHands, tags_by_piece_word
from companion.start.virtual_table.virtual_kit import VirtualKit
from companion.table.interpretation.evidence import is_button_press
from companion.table.interpretation.judge import Ambiguous
from companion.table.interpretation.touch_only import WORDS_BY_SHARED_BUTTON
from companion.table.messages import (
    ChooseAnswer,
    ClearPendingInput,
    FinishMove,
    ReportInput,
    SeatButtonPressed,
    SessionMessage,
    Touch,
)
from companion.table.pointer import (
    ANSWER_PREFIX,
    CLEAR_TARGET,
    DONE_TARGET,
    pressed_button_player,
    pressed_button_role,
    presses_to_reach,
)
from companion.table.session import Session
from companion.table.snapshot import Snapshot
from companion.table.tags.deck import Deck
from companion.table.zones import ZonePlan
from hardware.virtual.faults import UNPLUGGED
from hardware.wiring_schema import WiringPlan

MAX_PRESSES: Final = 200
"""Presses after which simulated people give up: the longest way to a target is far shorter."""
MAX_VAIN_PRESSES: Final = 4
"""Ineffective presses in a row after which people see that the buttons are dead: their hub may be away."""
ACKNOWLEDGE_BUTTON: Final = "yes"
"""The button that people press when they have read a message."""


class KitSensors(VirtualSensors):
    """Virtual readers and buttons at a table with this plan.

    `path`: the file of the plan. `kit`: the virtual table itself.
    """

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
        """Start the program with this session, and yield its first messages."""
        self._session = session
        self.kit.switch_on(session)
        yield from self.kit.new_messages()

    def reattach_session(self, session: Session) -> Iterator[SessionInput]:
        """Restart the program after a power cut.

        A tag that rests on a reader is known to rest there, and is no move.
        """
        self.kit.cut_power()
        yield from self.attach_session(session)

    @property
    def _now(self) -> Snapshot:
        """The state that people see on the screen."""
        if self._session is None:
            raise LookupError("nobody has joined this table")
        return self._session.snapshot

    # -- input of people

    def can_report(self, observation: Observation) -> bool:
        """Whether this would be reported: a button, or a tag at a reader that the screen shows as working."""
        if is_button_press(observation):
            return not self.has_touch and any(
                pressed_button_role(observation) in words for words in WORDS_BY_SHARED_BUTTON.values()
            )
        return self._now.zone_status.has_working_reader(observation.zone) and self._hands.has_tagged_piece(
            observation.piece
        )

    def can_report_now(self, observation: Observation) -> bool:
        """Whether the buttons can say that now; a piece can be laid down at any time."""
        if self.has_touch or not (is_button_press(observation) or observation.piece == FINGER):
            return True
        now = _acknowledged(self._now)
        return (
            presses_to_send(
                now, _message_for(observation), _pointer_target(now, observation), self.kit.buttons
            )
            is not None
        )

    def session_messages_from_person(self, what: PersonMessage) -> Iterator[SessionInput]:
        """Say that by a finger or by buttons; nothing where buttons cannot say it now."""
        if self.has_touch:
            yield what
        else:
            yield from self._press_for(what)

    def messages_without_faults(self, observation: Observation) -> Iterator[SessionInput]:
        """The session's messages when hands do that and nothing goes wrong."""
        if is_button_press(observation) or observation.piece == FINGER:
            yield from self._touch_or_press(observation)
        else:
            yield from self._hands.show_piece(observation)

    def messages_with_faults(self, observation: Observation) -> Iterator[SessionInput]:
        """The session's messages when hands do that and faults strike at random."""
        if is_button_press(observation) or observation.piece == FINGER:
            yield from self._touch_or_press(observation)
        else:
            yield from self._hands.show_piece_with_faults(observation)

    def late_removal_messages(self) -> Iterator[SessionInput]:
        """The messages about pieces that were forgotten on a reader and are now taken away."""
        yield from self._hands.pick_up_forgotten()

    # -- faults

    def start_reader_fault(self, zone: str, fault: str) -> Iterator[SessionInput]:
        """Give the reader of the zone that fault; nothing happens where there is no reader."""
        if zone in self.kit.zones:
            self.kit.inject_fault(zone, UNPLUGGED if fault == READER_DEAD else fault)
        yield from self.kit.new_messages()

    def end_reader_faults(self) -> Iterator[SessionInput]:
        """Clear all faults of all readers."""
        self.kit.clear_faults()
        yield from self.kit.new_messages()

    # -- by buttons

    def _touch_or_press(self, observation: Observation) -> Iterator[SessionInput]:
        """Touch the target on the screen, or say it by buttons."""
        if self.has_touch:
            yield Touch(observation.zone)
        else:
            yield from self._press_for(_message_for(observation), observation)

    def _press_for(self, wanted: SessionMessage, sight: Observation | None = None) -> Iterator[SessionInput]:
        """Press buttons as the screen suggests, until the message is sent or no button leads to it."""
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
                else presses_to_send(now, wanted, _pointer_target(now, sight or wanted), self.kit.buttons)
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
        """The messages that follow a press. At random a press is too light to be noticed."""
        if self._luck.should_happen(MISSED_READ):
            self.kit.graze_button(button)
        else:
            self.kit.press_button(button)
        yield from self.kit.new_messages()


# -- which buttons send which message


def needs_acknowledgement(snapshot: Snapshot) -> bool:
    """Whether a message on the screen has to be acknowledged by a press first."""
    return snapshot.refusal_notice is not None or any(not trouble.is_lasting for trouble in snapshot.problems)


def _acknowledged(snapshot: Snapshot) -> Snapshot:
    """The snapshot after the acknowledgement."""
    if not needs_acknowledgement(snapshot):
        return snapshot
    lasting = tuple(trouble for trouble in snapshot.problems if trouble.is_lasting)
    return replace(snapshot, refusal_notice=None, problems=lasting)


def presses_to_send(
    snapshot: Snapshot, wanted: SessionMessage, thing: str, buttons: Collection[str]
) -> tuple[str, ...] | None:
    """The presses that send the message; None where there are none now.

    They are one press of a button that means it, or two buttons that move the pointer to `thing`.
    """
    for button in buttons:
        if message_for_button(snapshot, button) == wanted:
            return (button,)
    return presses_to_reach(snapshot, thing) if thing else None


def _message_for(observation: Observation) -> SessionMessage:
    """The message of a finger on a touch target, or of a button of the game."""
    return (
        ReportInput(SeatButtonPressed(pressed_button_player(observation), pressed_button_role(observation)))
        if is_button_press(observation)
        else Touch(observation.zone)
    )


def _pointer_target(snapshot: Snapshot, what: Observation | SessionMessage) -> str:
    """The touch target that the pointer would need to reach; "" where there is none."""
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
                    for step in snapshot.step_by_touch_target.values()
                    if what in step.accepted_observations
                ),
                "",
            )
        case Observation():
            return what.zone
    return ""
