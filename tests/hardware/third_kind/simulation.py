"""The readers without hardware: the driver itself over a pseudo-terminal for each, and somebody at its other end."""

from __future__ import annotations

import os
import select
import tty

from msgspec.structs import replace

from hardware.clock import MonotonicClock
from hardware.virtual.reader_simulation import ReaderSimulation
from hardware.virtual.tags import VirtualTag
from hardware.wiring_schema import WiringPlan
from tests.hardware.third_kind.driver import Lines
from tests.hardware.third_kind.kind import LineWiring

DEADLINE_S = 10.0


class Pty:
    """A reader's end of its cable; `path` is the computer's."""

    def __init__(self) -> None:
        self._reader, self._computer = os.openpty()
        tty.setraw(self._computer)
        self.path = os.ttyname(self._computer)

    def say(self, uid: bytes) -> None:
        """One line."""
        os.write(self._reader, uid.hex().encode() + b"\n")

    def arrived(self) -> None:
        """Wait until what was said last has come, where nobody reads it meanwhile."""
        ready, _, _ = select.select([self._computer], [], [], DEADLINE_S)
        assert ready, "the line does not come"

    def unplug(self) -> None:
        """The device goes away."""
        os.close(self._computer)
        os.close(self._reader)


class OnPtys(ReaderSimulation):
    """`ptys`: by reader."""

    def __init__(self, plan: WiringPlan, clock: MonotonicClock, transfer_us: float, seed: int) -> None:
        super().__init__(plan, clock, transfer_us, seed)
        self.ptys = {wiring.name: Pty() for wiring in plan.wirings_of(LineWiring)}
        self.driver = Lines()

    def simulated_plan(self, plan: WiringPlan) -> WiringPlan:
        return replace(
            plan,
            tables=tuple(
                replace(each, port=self.ptys[each.name].path) if isinstance(each, LineWiring) else each
                for each in plan.tables
            ),
        )

    def put_tag(self, reader: str, tag: VirtualTag) -> None:
        self._say(reader, tag.uid)

    def take_tag(self, reader: str, tag: VirtualTag) -> None:
        self._say(reader, b"")

    def _say(self, reader: str, uid: bytes) -> None:
        self.ptys[reader].say(uid)
        self.ptys[reader].arrived()
