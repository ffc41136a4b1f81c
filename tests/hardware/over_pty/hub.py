"""A hub as it comes: the staged firmware in a real MicroPython with its own flash, virtual readers, and a cable."""

from __future__ import annotations

import os
import signal
import time
from collections import deque
from collections.abc import Callable, Iterable
from itertools import pairwise
from pathlib import Path
from random import Random
from types import TracebackType

from firmware.lights import BRIGHTNESS
from hardware.clock import RealClock
from hardware.common.events import TAG_CAME, TAG_LEFT
from hardware.common.link import decoding
from hardware.common.link.hub_settings import encode_settings
from hardware.common.link.messages import SAID
from hardware.common.rc522.iso14443 import EXPECTED_WAKE_UPS
from hardware.readers.hub.configuration import settings_from_wiring
from hardware.readers.hub.staging import stage_program
from hardware.readers.hub.wiring_schema import HubButton, HubReader, HubWiring
from hardware.virtual.button_contact import ButtonContact
from hardware.virtual.tags import TagReply, VirtualTag, make_ntag213
from hardware.virtual.unix_port.pico_world import PicoWorld
from hardware.virtual.unix_port.process import MICROPYTHON_PATH, MicroPythonProcess
from tests.hardware.over_pty.cable import Cable

SELECTS = (17, 20, 21, 9, 8, 7, 6, 5, 4, 3, 2, 1)
LIGHTS, YES, RESET = 28, 26, 22
HEAP = "192K"
"""What a Pico has for MicroPython, where everything is half as long as here."""
FAST_READ, FAST_READ_BITS = 0x3A, 40
"""An NTAG21x: some pages of its memory are wanted (its datasheet, 10.3)."""
BOOT_S = 0.2
"""From its start until it is on USB again."""
LOOKS = (1 + 3) * EXPECTED_WAKE_UPS
"""A reader says that a tag has left after three scans that did not find it; one more was under way."""
GONE_S = 0.45
SETTLED = 4
"""After so many looks, `LOOK_US` apart each, a level has been the same for longer than `SETTLE_US`."""
COLOURS = {
    (0, 0, 0): "dark",
    (BRIGHTNESS, 0, 0): "red",
    (0, BRIGHTNESS, 0): "green",
    (0, 0, BRIGHTNESS): "blue",
}


def wiring(name: str = "tiles", count: int = 3, *, button: str = "yes") -> HubWiring:
    """A hub with so many readers, a light for each and a button."""
    readers = tuple(HubReader(f"{name}/{n}", n % 2, SELECTS[n]) for n in range(count))
    return HubWiring(name, RESET, readers, LIGHTS, (HubButton(button, YES),))


def uid(number: int) -> bytes:
    return bytes((0x04, number >> 8, number & 0xFF, 1, 2, 3, 0x80))


class Ear(VirtualTag):
    """Lies in every field and says nothing. `looks`: how often the reader looked who is there; `reads`: how often it
    read a tag's memory, as it only does to ask one that it knows whether it is still there.
    """

    __slots__ = ("looks", "reads")

    def __init__(self) -> None:
        super().__init__(bytes(4))
        self.looks = self.reads = 0

    def receive(self, frame: bytes, bits: int) -> TagReply | None:
        self.looks += bits == 7
        self.reads += bits == FAST_READ_BITS and frame[0] == FAST_READ
        return None


class Pico(PicoWorld):
    """`haste`: its watchdog bites so many times sooner than it is asked to, where nobody wants to wait 8 s for it.
    `looked_us`: when it looked at its button, the last few times.
    """

    haste = 1

    def __init__(self, unique_id: bytes, seed: int) -> None:
        super().__init__(RealClock(), unique_id=unique_id, seed=seed)
        self.looked_us = deque[int](maxlen=SETTLED)

    def read_input(self, pin: int, pull: int) -> bool:
        if pin == YES:
            self.looked_us.append(self.clock.now_us())
        return super().read_input(pin, pull)

    def start_watchdog(self, patience_ms: int) -> None:
        super().start_watchdog(patience_ms // self.haste)


class Hub:
    """`world`: what it is wired to; `pico`: its process; `program`: its version. `lies`: the tags by socket, as hands
    have it; `ever`: those that ever lay there.
    """

    def __init__(
        self,
        folder: Path,
        wired: HubWiring,
        *,
        number: int = 1,
        seed: int = 0,
        usb_stays: bool = False,
    ) -> None:
        """`folder`: with flashes and devices. `wired`: what hangs on it; its settings are in its flash. `number`: its
        own, on USB. `usb_stays`: no restart of the program takes the line away.
        """
        self.wired = wired
        self.flash = folder / wired.name
        self.program = stage_program(self.flash)
        self.keep(encode_settings(settings_from_wiring(wired)))
        self._devices = folder
        self._at = folder / "ttyACM0"
        self.world = Pico(b"virtual" + bytes((0x30 + number,)), seed)
        self.pico = MicroPythonProcess(
            self.world,
            self.flash,
            ends=self._starts,
            python=(str(MICROPYTHON_PATH), "-X", f"heapsize={HEAP}"),
        )
        self.cable = Cable(Random(f"{seed} {number}"))
        self.readers = [self.world.add_reader(reader.bus, reader.select) for reader in wired.readers]
        self.ears = [Ear() for _ in self.readers]
        for reader, ear in zip(self.readers, self.ears, strict=True):
            reader.field.put_tag(ear)
        self.lies: dict[int, list[VirtualTag]] = {n: [] for n in range(len(self.readers))}
        self.ever: dict[int, set[bytes]] = {n: set() for n in range(len(self.readers))}
        self._usb_stays = usb_stays

    def keep(self, settings: bytes) -> None:
        """Settings for its flash."""
        (self.flash / "settings.bin").write_bytes(settings)

    def kept(self) -> bytes:
        """What is in its flash."""
        return (self.flash / "settings.bin").read_bytes()

    # -- the cable

    def __enter__(self) -> Hub:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.thaw()
        self.pico.__exit__(kind, error, trace)
        self.cable.close()

    def plug(self, at: str = "ttyACM0") -> None:
        """Into a socket: power, and a device."""
        self._at = self._devices / at
        if self._usb_stays:
            self.cable.plug(self._at)
        self.pico.power_on()

    def unplug(self) -> None:
        """Power and line gone, whatever it does: its process gets no time for anything."""
        self.cable.hang_up()
        self.pico.power_off()

    def cut(self) -> None:
        """The line is away, and it keeps its power."""
        self.cable.hang_up()

    def mend(self, at: str = "ttyACM0") -> None:
        """The line is there again."""
        self._at = self._devices / at
        self.cable.plug(self._at)

    def _starts(self) -> tuple[int, int]:
        """It starts: its USB begins anew."""
        ends = self.cable.ends()
        if not self._usb_stays:
            self.cable.plug(self._at, BOOT_S)
        return ends

    def freeze(self) -> None:
        """Its program hangs."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """It goes on as if nothing had been."""
        self._signal(signal.SIGCONT)

    def _signal(self, which: signal.Signals) -> None:
        process = self.pico._process
        if process is not None:
            os.kill(process.pid, which)

    # -- hands

    @property
    def button(self) -> ButtonContact:
        return self.world.button_contact(YES)

    def let_go(self, bounce: str = "clean") -> Callable[[], bool]:
        """The finger leaves the button; whether the hub must have seen that, however seldom it gets to look."""
        done_us = self.button.release(bounce)
        return lambda: len(self.world.looked_us) == SETTLED and self.world.looked_us[0] > done_us

    def lay(self, n: int, number: int) -> VirtualTag:
        """A tag onto a reader."""
        tag = make_ntag213(uid(number))
        self.ever[n].add(tag.uid)
        self.lies[n].append(tag)
        self.readers[n].field.put_tag(tag)
        return tag

    def take(self, n: int) -> VirtualTag:
        """The tag that was laid there first."""
        tag = self.lies[n].pop(0)
        self.readers[n].field.take_tag(tag)
        return tag

    def noticing(self, came: Iterable[int] = (), left: Iterable[int] = ()) -> Callable[[], bool]:
        """Whether the readers must have seen what hands just did at these sockets, by what is on the air alone: who
        was laid there was asked whether it is still there, and who was taken was looked for often enough.
        """
        reads = {n: self.ears[n].reads for n in came}
        looks = {n: self.ears[n].looks + LOOKS for n in left}
        until_s = time.monotonic() + GONE_S if looks else 0.0
        return lambda: (
            time.monotonic() >= until_s
            and all(self.ears[n].reads > before for n, before in reads.items())
            and all(self.ears[n].looks >= wanted for n, wanted in looks.items())
        )

    # -- lights

    def shown(self, light: int) -> str:
        """The colour of a light now."""
        chain = self.world.chains.get(LIGHTS, [])
        return COLOURS[chain[-1].lights[light]] if chain else "dark"

    def lit(self, light: int) -> int:
        """How often a light has come on."""
        chain = [any(shown.lights[light]) for shown in self.world.chains.get(LIGHTS, [])]
        return sum(after and not before for before, after in pairwise([False, *chain]))

    # -- what it really says, before the line

    @property
    def session(self) -> int:
        """The one that it speaks in."""
        return self.cable.to_host.tap.said[-1].session

    def told(self, since: int = 0) -> list[tuple[int, str, bytes]]:
        """Tags that came and left: socket, what, UID."""
        every = [
            decoding.decode_reader_event(frame.body)
            for frame in self.cable.to_host.tap.said[since:]
            if frame.kind == SAID
        ]
        return [
            (socket, said.kind, said.uid) for socket, said, _ in every if said.kind in (TAG_CAME, TAG_LEFT)
        ]

    def free(self) -> list[int]:
        """Bytes of memory that are free, as its heartbeats had it."""
        return [decoding.decode_heartbeat(frame.body).free_bytes for frame in self.cable.to_host.tap.beats]
