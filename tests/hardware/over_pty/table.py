"""Herald's end: the real rig with the real pyserial, and hubs on cables."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from threading import Condition
from types import TracebackType
from typing import NoReturn

from hardware.clock import RealClock
from hardware.common.events import READER_BACK, READER_DOWN, TAG_CAME, TAG_LEFT
from hardware.device_manager import DeviceManager
from hardware.events import ButtonPressed, HardwareEvent, HardwareProblem, ReaderReported
from hardware.readers.hub.driver import HubDriver
from hardware.readers.hub.event_filter import SETTLE_US
from hardware.readers.hub.supervised_hub import HubStatus
from hardware.readers.hub.wiring_schema import HubWiring
from hardware.readers.serial_ports import RealSerialPorts, SerialConnection, SerialDevice
from hardware.wiring_schema import WiringPlan
from tests.hardware.hubs_of import hubs_of
from tests.hardware.over_pty.hub import Hub

PATIENCE_S = 20
"""On a machine that has other things to do; nothing here takes more than a second or two on one that has not."""
LOOK_S = 0.005


class Ptys:
    """Pseudo terminals are in no list of USB devices, so that this one is given; they are opened as all others are."""

    def __init__(self, hubs: Sequence[Hub]) -> None:
        self._hubs = hubs
        self._real = RealSerialPorts()

    def list_devices(self) -> tuple[SerialDevice, ...]:
        """What is plugged in now."""
        plugged = ((hub, hub.cable.path) for hub in self._hubs)
        return tuple(
            SerialDevice(str(path), hub.world.unique_id.hex(), True) for hub, path in plugged if path
        )

    def open(self, path: str) -> SerialConnection:
        return self._real.open(path)


class Table:
    """`heard`: all that was told, in order. `lies`: the tags by reader as it was told, `down`: the readers that are;
    `wrong`: what must never be told.
    """

    def __init__(self, hubs: Iterable[Hub], plan: Iterable[HubWiring] | None = None) -> None:
        self.hubs = tuple(hubs)
        self.plan = tuple(plan) if plan is not None else tuple(hub.wired for hub in self.hubs)
        self._sockets = {
            reader.name: (hub, n) for hub in self.hubs for n, reader in enumerate(hub.wired.readers)
        }
        self.heard: list[HardwareEvent] = []
        self._news = Condition()
        self.begin()

    def begin(self) -> None:
        """A new host, who knows nothing."""
        names = [reader.name for wired in self.plan for reader in wired.readers]
        self.lies: dict[str, list[bytes]] = {name: [] for name in names}
        self.down: set[str] = set()
        self.wrong: list[str] = []
        self.rig = DeviceManager(
            WiringPlan(tables=self.plan),
            [HubDriver(lambda _plan: Ptys(self.hubs))],
            nothing,
            self._hear,
            RealClock(),
        )
        self.rig.open()
        self.rig.start()

    def __enter__(self) -> Table:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.rig.close()
        if kind is None:
            assert self.wrong == []

    def _hear(self, heard: HardwareEvent) -> None:
        with self._news:
            self.heard.append(heard)
            if isinstance(heard, ReaderReported):
                self._judge(heard)
            self._news.notify_all()

    def _judge(self, heard: ReaderReported) -> None:
        """DOWN and BACK in turns, a tag CAME and LEFT in turns, nothing while it is down, and no tag from nowhere."""
        name, said, lies = heard.reader, heard.event, self.lies[heard.reader]
        down = name in self.down
        if down != (said.kind == READER_BACK):
            self.wrong.append(f"{heard} while down: {down}")
        if said.kind == READER_DOWN:
            self.down.add(name)
        elif said.kind == READER_BACK:
            self.down.discard(name)
        elif said.kind == TAG_CAME:
            hub, n = self._sockets[name]
            if said.uid in lies or said.uid not in hub.ever[n]:
                self.wrong.append(f"{heard} where {lies} lie and {hub.ever[n]} ever lay")
            lies.append(said.uid)
        elif said.kind == TAG_LEFT:
            if said.uid not in lies:
                self.wrong.append(f"{heard} where {lies} lie")
            else:
                lies.remove(said.uid)

    # -- waiting

    def until(self, done: Callable[[], object], what: str = "") -> None:
        """Wait for it."""
        end = time.monotonic() + PATIENCE_S
        with self._news:
            while not done():
                assert time.monotonic() < end, f"{what}: it never came to that\n{self.story()}"
                self._news.wait(LOOK_S)

    def story(self) -> str:
        """What happened so far, for whoever has to find out why."""
        hubs = "\n".join(f"{hub.wired.name}: {hub.cable.path} {hub.pico.error_output}" for hub in self.hubs)
        last = "\n".join(str(heard) for heard in self.heard[-30:])
        return f"{hubs}\n{last}\n{hubs_of(self.rig)}\n{self.rig.problems()}\n{self.wrong}"

    def settles(self, *but: Hub) -> None:
        """Wait until the host has exactly what lies on every antenna, and every reader works; `but` these hubs' are
        all down.
        """
        self.until(lambda: all(self.agrees(hub, hub in but) for hub in self.hubs), "settles")

    def sure(self) -> None:
        """`settles`, and readers have looked for so long that what is laid from now on was not there before."""
        self.settles()
        sure_s = time.monotonic() + SETTLE_US / 1_000_000
        self.until(lambda: time.monotonic() > sure_s)

    def agrees(self, hub: Hub, away: bool = False) -> bool:
        """Whether it is so for one hub."""
        names = [reader.name for reader in hub.wired.readers]
        if away:
            return self.down.issuperset(names)
        states = {state.name: state.state for state in self.rig.reader_health()}
        return all(
            states[name] == "well" and sorted(self.lies[name]) == sorted(tag.uid for tag in hub.lies[n])
            for n, name in enumerate(names)
        )

    # -- what was told

    def said(self, since: int = 0) -> list[tuple[str, str, bytes, bool]]:
        """What readers said: which, what, UID, whether it was found."""
        every = [heard for heard in self.heard[since:] if isinstance(heard, ReaderReported)]
        return [(each.reader, each.event.kind, each.event.uid, each.already_there) for each in every]

    def tags(self, hub: Hub, since: int = 0) -> list[tuple[int, str, bytes]]:
        """Tags that came and left, by their sockets on one hub."""
        places = {reader.name: n for n, reader in enumerate(hub.wired.readers)}
        told = self.said(since)
        return [(places[name], kind, uid) for name, kind, uid, _ in told if name in places and uid]

    def pressed(self, since: int = 0) -> list[str]:
        return [heard.button for heard in self.heard[since:] if isinstance(heard, ButtonPressed)]

    def troubles(self, since: int = 0) -> list[str]:
        return [heard.sentence for heard in self.heard[since:] if isinstance(heard, HardwareProblem)]

    def about(self, n: int = 0) -> HubStatus:
        return hubs_of(self.rig)[n]


def wait(done: Callable[[], object]) -> None:
    """Wait for what no host knows."""
    end = time.monotonic() + PATIENCE_S
    while not done():
        assert time.monotonic() < end, "it never came to that"
        time.sleep(LOOK_S)


def nothing() -> NoReturn:
    raise AssertionError("all of this hangs on hubs")
