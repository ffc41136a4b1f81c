"""The senses of a virtual table that is wired as a plan says: everything that people say goes through its readers and
buttons, and through the program's own table, which says what a press means. Where the plan has the buttons `yes` and
`no`, nobody touches the screen.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from companion.rules.moves import FINGER, Observation
from companion.simulator.faults import MISSED_READ, READER_DEAD, Luck
from companion.simulator.senses import Said, Told
from companion.start.buttons import meant
from companion.start.hands import Hands, copies
from companion.start.virtual_kit import VirtualKit
from companion.table.evidence import is_button
from companion.table.judge import Ask
from companion.table.messages import Choose, Clear, Finish, Message, Notice, Touch
from companion.table.pieces import Deck
from companion.table.pointing import ANSWER, CLEAR, DONE, presses, role, whose
from companion.table.session import Session
from companion.table.sightings import Pressed
from companion.table.snapshot import Snapshot
from companion.table.untold import SAYS
from companion.table.zones import Plan
from hardware.virtual.faults import UNPLUGGED
from hardware.wiring import WiringPlan

MOST_PRESSES: Final = 200
"""After so many nobody goes on: the longest way to a thing has far fewer."""
MOST_IN_VAIN: Final = 4
"""After so many in a row that nothing came of, people see that the buttons are dead: their hub may be away."""
READ: Final = "yes"
"""The button that people press when they have read what was wrong."""


class FromKit:
    """The `Senses` of companion.simulator.senses, at a table of this plan. `path`: of its file. `kit`: that table."""

    def __init__(self, path: Path, wiring: WiringPlan, deck: Deck, plan: Plan, luck: Luck) -> None:
        self.deck, self.plan = deck, plan
        self.fingers = not SAYS.keys() <= set(wiring.button_names)
        self._luck = luck
        self.kit = VirtualKit(path, wiring, (tag for each in copies(deck).values() for tag in each))
        self._hands = Hands(deck, self.kit, luck)
        self._session: Session | None = None

    # -- the program

    def join(self, session: Session) -> Iterator[Told]:
        """See Senses."""
        self._session = session
        self.kit.switch_on(session)
        yield from self.kit.said()

    def wake(self, session: Session) -> Iterator[Told]:
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
        if is_button(sight):
            return not self.fingers and any(role(sight) in words for words in SAYS.values())
        return self._now.watched.reads(sight.zone) and self._hands.has(sight.piece)

    def ready(self, sight: Observation) -> bool:
        """See Senses."""
        if self.fingers or not (is_button(sight) or sight.piece == FINGER):
            return True
        now = _read(self._now)
        return way(now, _meant(sight), _thing(now, sight), self.kit.buttons) is not None

    def say(self, what: Said) -> Iterator[Told]:
        """See Senses."""
        if self.fingers:
            yield what
        else:
            yield from self._press_for(what)

    def plainly(self, sight: Observation) -> Iterator[Told]:
        """See Senses."""
        if is_button(sight) or sight.piece == FINGER:
            yield from self._touched(sight)
        else:
            yield from self._hands.show(sight)

    def do(self, sight: Observation) -> Iterator[Told]:
        """See Senses."""
        if is_button(sight) or sight.piece == FINGER:
            yield from self._touched(sight)
        else:
            yield from self._hands.try_to_show(sight)

    def catch_up(self) -> Iterator[Told]:
        """See Senses."""
        yield from self._hands.collect()

    # -- what goes wrong

    def afflict(self, zone: str, fault: str) -> Iterator[Told]:
        """See Senses. Nothing happens where there is no reader."""
        if zone in self.kit.zones:
            self.kit.afflict(zone, UNPLUGGED if fault == READER_DEAD else fault)
        yield from self.kit.said()

    def recover(self) -> Iterator[Told]:
        """See Senses."""
        self.kit.cure()
        yield from self.kit.said()

    # -- by buttons

    def _touched(self, sight: Observation) -> Iterator[Told]:
        """What a finger would say on the screen, or a button of one's own."""
        if self.fingers:
            yield Touch(sight.zone)
        else:
            yield from self._press_for(_meant(sight), sight)

    def _press_for(self, wanted: Message, sight: Observation | None = None) -> Iterator[Told]:
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
                in_vain = in_vain if isinstance(told, Message) else 0
                yield told
            if not (in_vain or first or len(ahead) > 1):
                return

    def _pressed(self, button: str) -> Iterator[Told]:
        """What the table makes of a press, beside all else it says. At times it is none, or nobody notices it."""
        if self._luck.strikes(MISSED_READ):
            self.kit.graze(button)
        else:
            self.kit.press(button)
        yield from self.kit.said()


# -- which buttons say what


def must_be_read(now: Snapshot) -> bool:
    """Whether a press says that it was read, before anything else."""
    return now.no is not None or any(not trouble.lasting for trouble in now.troubles)


def _read(now: Snapshot) -> Snapshot:
    """The screen when that was read."""
    if not must_be_read(now):
        return now
    lasting = tuple(trouble for trouble in now.troubles if trouble.lasting)
    return replace(now, no=None, troubles=lasting)


def way(now: Snapshot, wanted: Message, thing: str, buttons: Collection[str]) -> tuple[str, ...] | None:
    """The presses that say it: of a button that says just that, or of the two that go to the thing; None: there are
    none now."""
    for button in buttons:
        if meant(now, button) == wanted:
            return (button,)
    return presses(now, thing) if thing else None


def _meant(sight: Observation) -> Message:
    """What a session hears of a finger on a thing, or of a button of the game."""
    return Notice(Pressed(whose(sight), role(sight))) if is_button(sight) else Touch(sight.zone)


def _thing(now: Snapshot, what: Observation | Message) -> str:
    """What two buttons would point at to say it; "" where there is nothing."""
    match what:
        case Finish():
            return DONE
        case Clear():
            return CLEAR
        case Choose(option):
            options = now.verdict.question.options if isinstance(now.verdict, Ask) else ()
            return f"{ANSWER}{options.index(option)}" if option in options else ""
        case Touch(thing):
            return thing
        case Observation() if is_button(what):
            return next(
                (step.touch_target for step in now.glowing.values() if what in step.accepted_observations), ""
            )
        case Observation():
            return what.zone
    return ""
