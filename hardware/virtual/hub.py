"""A virtual reader hub: the hub's own program on a virtual Pico, at the end of a virtual USB cable.

It is used without a thread:

    hub = VirtualHub(clock, uid=b"tiles001")
    ports = VirtualSerialPorts([hub])         # in place of this computer's serial ports
    hub.plug("/dev/ttyACM0")
    hub.run_pending()                         # whenever it is due
    # once settings with that reader have come, or after add_reader(0, 17)
    hub.readers[0, 17].field.put_tag(tag)
"""

from __future__ import annotations

import errno
import os
import threading
from collections.abc import Mapping, Sequence
from random import Random

from firmware.hub import HubProgram
from hardware.clock import MonotonicClock
from hardware.readers.serial_ports import SerialDevice
from hardware.virtual import faults
from hardware.virtual.pico import PicoRestarted, VirtualPico
from hardware.virtual.reader import VirtualReader
from hardware.virtual.serial_cable import TRANSIT_US, CableDirection

BOOT_US = 700_000
"""Microseconds from power or a reset until it is on USB and its program runs."""
WATCHDOG_US = 8_000_000
LOSSY, NOISY = 0.02, 0.01
"""The rates that the faults `line-loss` and `line-noise` set, for each byte."""
IDLE_US = 1_000_000

POWER, WATCHDOG, RESTART = 0, 1, 2
"""The cause of its start: indices of hardware.common.link.messages.START_CAUSES."""


class VirtualHub:
    """A virtual hub.

    `board`: its Pico. `to_host`, `to_hub`: the two directions of its cable, with their rates of faults.
    `starts`: how often its program has begun.
    """

    def __init__(
        self, clock: MonotonicClock, *, uid: bytes = b"virtual1", settings: bytes = b"", seed: int = 0
    ) -> None:
        """`settings`: those stored in its flash (hardware.common.link.hub_settings).

        It is not plugged in yet.
        """
        chance = Random(f"{seed} {uid.hex()}")
        self.to_host = CableDirection(clock, chance)
        self.to_hub = CableDirection(clock, chance)
        self.board = VirtualPico(clock, uid, seed, self.to_hub, self._send_to_host)
        self.board.flash = settings
        self.starts = 0
        self._clock = clock
        self._afflicted: dict[str, None] = {}
        self._path = ""
        self._powered = False
        self._cut = False
        self._frozen = False
        self._stays = False
        self._program: HubProgram | None = None
        self._boots_us = 0
        self._serial: VirtualSerialConnection | None = None

    # -- a person's actions

    def plug(self, path: str) -> None:
        """Plug it into USB: it gets power, boots, and is then at this path."""
        self._path = path
        self._powered = True
        self._start(POWER)

    def unplug(self) -> None:
        """Unplug it: power and line are lost in the middle of whatever it does."""
        self._powered = False
        self._stop()

    def restart(self) -> None:
        """Restart it, as by the button RUN."""
        if self._powered:
            self._start(POWER)

    def cut(self) -> None:
        """Cut the line; it keeps its power and goes on."""
        self._cut = True
        self._hang_up()

    def mend(self) -> None:
        """Restore the line at the same path."""
        self._cut = False

    def freeze(self) -> None:
        """Let the program hang until the watchdog restarts it."""
        self._frozen = True

    def thaw(self) -> None:
        """Let the program go on as if it had not hung."""
        self._frozen = False

    def crash(self, words: str) -> None:
        """End the program with an error, and restart it with this text of the error."""
        self.board.words = words
        self._start(RESTART)

    @property
    def active_faults(self) -> frozenset[str]:
        """The faults of faults.HUB_FAULTS that it has until they are cleared."""
        return frozenset(self._afflicted)

    def inject_fault(self, fault: str) -> None:
        """Give it a fault of faults.HUB_FAULTS. Raises KeyError for another name."""
        faults.HUB_FAULTS[fault]
        if fault == faults.HUB_RESTART:
            self.restart()
            return
        self._afflicted[fault] = None
        if fault == faults.HUB_UNPLUGGED:
            self.unplug()
        elif fault == faults.LINE_CUT:
            self.cut()
        elif fault == faults.LINE_LOSS:
            self.to_host.loss_rate = self.to_hub.loss_rate = LOSSY
        else:
            for way in (self.to_host, self.to_hub):
                way.change_rate = way.rubbish_rate = NOISY

    def clear_faults(self) -> None:
        """Clear all faults; it is plugged in where it was."""
        for way in (self.to_host, self.to_hub):
            way.loss_rate = way.change_rate = way.rubbish_rate = 0.0
        self.mend()
        if not self._powered:
            self.plug(self._path)
        self._afflicted.clear()

    def press(self, pin: int, bounce: str = "usual") -> int:
        """Press the button at a pin (GP number) and hold it; the time of its last change."""
        return self.board.contacts[pin].press(bounce)

    def release(self, pin: int, bounce: str = "usual") -> int:
        """Release it."""
        return self.board.contacts[pin].release(bounce)

    def tap(self, pin: int, bounce: str = "usual", held_us: int = 90_000) -> int:
        """Press and release it as people do."""
        return self.board.contacts[pin].tap(bounce, held_us)

    def graze(self, pin: int) -> int:
        """Touch it without pressing it."""
        return self.board.contacts[pin].graze()

    def light_signal(self, socket: int) -> str:
        """The signal that the light of the reader at a socket shows: go, no, think or off."""
        return self.board.light_signal(socket)

    def add_reader(self, bus: int, select: int) -> VirtualReader:
        """Wire a reader to it (GP number of its chip select), unless it is wired already; the reader."""
        return self.board.add_reader(bus, select)

    @property
    def reader_by_bus_and_select(self) -> Mapping[tuple[int, int], VirtualReader]:
        """The readers by bus and chip select."""
        return self.board.spi_board.readers

    # -- its work

    def run_pending(self) -> int:
        """Do what is due now; the time when more is due, on either end of the line."""
        now = self._clock.now_us()
        if not self._powered:
            return now + IDLE_US
        fed_us = self.board.fed_us
        if self._frozen and fed_us is not None and now - fed_us >= WATCHDOG_US:
            self._start(WATCHDOG)
        if now < self._boots_us:
            return self._boots_us
        due = min(self._run(), now + IDLE_US)
        if (arrives_us := self._arrives_us()) is not None:
            due = min(due, arrives_us)
        if (taken_us := self.to_host.due_us()) is not None:
            # the host need not take what has arrived
            due = min(due, max(taken_us, self._clock.now_us() + TRANSIT_US))
        return due

    def _run(self) -> int:
        """Let the program do what is due; the time when it is due next."""
        now = self._clock.now_us()
        if self._stays:
            return now + IDLE_US
        if self._frozen:
            return now + IDLE_US if self.board.fed_us is None else self.board.fed_us + WATCHDOG_US
        try:
            if self._program is None:
                self.starts += 1
                self._program = HubProgram(self.board)
            return self._program.run_pending()
        except PicoRestarted as restarted:
            self._start(RESTART)
            self._stays = restarted.stay
            return self._boots_us

    def _arrives_us(self) -> int | None:
        return None if self._frozen or self._stays else self.to_hub.due_us()

    def _start(self, cause: int) -> None:
        self._stop()
        self.board.cause = cause
        self._frozen = False
        self._stays = False
        self._boots_us = self._clock.now_us() + BOOT_US

    def _stop(self) -> None:
        self._program = None
        self.board.release_pins()
        self._hang_up()

    # -- its cable

    @property
    def is_connected(self) -> bool:
        """Whether a computer sees it."""
        return self._powered and not self._cut and self._clock.now_us() >= self._boots_us

    @property
    def path(self) -> str:
        """The path where it was plugged in last."""
        return self._path

    def open(self) -> VirtualSerialConnection:
        """The computer's end of the line. Raises OSError where it is not connected, or open already."""
        if not self.is_connected:
            raise OSError(errno.ENOENT, os.strerror(errno.ENOENT), self._path)
        if self._serial is not None:
            raise OSError(errno.EBUSY, os.strerror(errno.EBUSY), self._path)
        self.to_host.drop_in_transit()
        self._serial = VirtualSerialConnection(self, self._clock)
        return self._serial

    def on_host_closed(self, serial: VirtualSerialConnection) -> None:
        """Handle the close of the computer's end."""
        if self._serial is serial:
            self._serial = None

    def _hang_up(self) -> None:
        serial, self._serial = self._serial, None
        self.to_host.drop_in_transit()
        self.to_hub.drop_in_transit()
        if serial is not None:
            serial.lose()

    def _send_to_host(self, data: bytes) -> None:
        """Send bytes to the host; they are lost where its end is not open."""
        serial = self._serial
        if serial is not None:
            self.to_host.send(data)
            serial.wake()


class VirtualSerialConnection:
    """The computer's end of the line (a hardware.readers.serial_ports.SerialConnection)."""

    def __init__(self, hub: VirtualHub, clock: MonotonicClock) -> None:
        self._hub = hub
        self._clock = clock
        self._lost = False
        self._woken = threading.Event()

    def read(self) -> bytes:
        self._check()
        return self._hub.to_host.receive()

    def write(self, data: bytes) -> int:
        self._check()
        return self._hub.to_hub.send(data)

    def wait(self, seconds: float) -> None:
        self._check()
        due = self._hub.to_host.due_us()
        if due is not None:
            seconds = min(seconds, max(0, due - self._clock.now_us()) / 1_000_000)
        self._woken.wait(seconds)
        self._woken.clear()

    def wake(self) -> None:
        self._woken.set()

    def lose(self) -> None:
        """End the line for good."""
        self._lost = True
        self.wake()

    def close(self) -> None:
        self._lost = True
        self._hub.on_host_closed(self)

    def _check(self) -> None:
        if self._lost:
            raise OSError(errno.EIO, os.strerror(errno.EIO))


class VirtualSerialPorts:
    """The serial ports of a computer with these hubs (hardware.readers.serial_ports.SerialPorts)."""

    def __init__(self, hubs: Sequence[VirtualHub]) -> None:
        self.hubs = tuple(hubs)

    def list_devices(self) -> tuple[SerialDevice, ...]:
        return tuple(
            SerialDevice(hub.path, hub.board.uid.hex(), True) for hub in self.hubs if hub.is_connected
        )

    def open(self, path: str) -> VirtualSerialConnection:
        """Open the device at that path. Raises OSError where there is none."""
        for hub in self.hubs:
            if hub.is_connected and hub.path == path:
                return hub.open()
        raise OSError(errno.ENOENT, os.strerror(errno.ENOENT), path)
