"""Finds the serial device of a hub: at the place in the plan, or the Pico that answers with the hub's name.

It has no thread and no open line of its own: it says which device to open next, and is told the result.
"""

from __future__ import annotations

import errno
from collections.abc import Iterable
from fnmatch import fnmatchcase
from threading import Lock

from msgspec import Struct

from hardware.common.link.messages import PROTOCOL_VERSION, WelcomeMessage
from hardware.readers.hub.wiring_schema import HubWiring
from hardware.readers.serial_ports import SerialDevice, SerialPorts

FIRST_RETRY_US = 500_000
LONGEST_RETRY_US = 4_000_000
"""When no device was the hub, all are probed again after half a second, and then after twice as long each
time."""
POLL_INTERVAL_US = 250_000
"""Microseconds between two checks whether a device was plugged in or out: then all are probed again at once.
"""
REOPEN_PAUSE_US = 50_000
"""Microseconds after a lost line, so that a device that disappears again and again is not opened without end.
"""


ABSENCE_GRACE_US = 1_000_000
"""Microseconds in which a lost hub does not count as absent: nobody else probes the device with its USB
number until then. A probe asks for a new session, and that ends the session of the hub."""

UDEV_GRACE_US = 1_000_000
"""Microseconds in which a new device may refuse: it belongs to root until udev has given it to its group."""


class DeviceAnswer(Struct, frozen=True):
    """The answer of a device.

    `name` is the hub's name stored on it ("" for none), `version` that of its protocol; or it was `silent`.
    `at_us`: the time of the answer.
    """

    name: str
    version: int
    silent: bool
    at_us: int


class DeviceClaims:
    """The devices claimed by the hubs of one plan, whose searches may run in threads of their own."""

    def __init__(self, names: Iterable[str]) -> None:
        """`names`: of all hubs of the plan."""
        self.names = frozenset(names)
        self._held: dict[str, str] = {}
        self._known: dict[SerialDevice, DeviceAnswer] = {}
        # USB number -> hub, and until when it is waited for
        self._homes: dict[str, tuple[str, int | None]] = {}
        self._lock = Lock()

    @property
    def is_single_hub(self) -> bool:
        """Whether only one hub is planned."""
        return len(self.names) == 1

    def claim(self, found: SerialDevice, name: str) -> bool:
        """Claim a device for one hub; False where another hub has claimed it."""
        with self._lock:
            return self._held.setdefault(found.path, name) == name

    def release(self, found: SerialDevice) -> None:
        """Release the claim on a device."""
        with self._lock:
            self._held.pop(found.path, None)

    def is_elsewhere(self, name: str, found: SerialDevice) -> bool:
        """Whether that hub has claimed another device, so that it is not on this one any more."""
        with self._lock:
            return any(holder == name and path != found.path for path, holder in self._held.items())

    def confirm_hub(self, found: SerialDevice, name: str) -> None:
        """Note that a device is this hub."""
        with self._lock:
            if found.usb_serial:
                self._homes[found.usb_serial] = name, None

    def on_hub_lost(self, found: SerialDevice, name: str, now_us: int) -> None:
        """Note that this hub does not answer on a device any more."""
        with self._lock:
            if self._homes.get(found.usb_serial, ("", None))[0] == name:
                self._homes[found.usb_serial] = name, now_us + ABSENCE_GRACE_US

    def owner(self, found: SerialDevice, now_us: int) -> str:
        """The hub that is on a device, or was a moment ago; "" for none."""
        name, until_us = self._homes.get(found.usb_serial, ("", None))
        return name if until_us is None or now_us < until_us else ""

    def remember_answer(self, found: SerialDevice, known: DeviceAnswer) -> None:
        """Keep the answer of a device."""
        with self._lock:
            self._known[found] = known

    def last_answer(self, found: SerialDevice) -> DeviceAnswer | None:
        """The last answer of a device; None where it was never probed."""
        return self._known.get(found)

    def answered_name(self, found: SerialDevice) -> str:
        """The name that the device answered with in any hub's search."""
        known = self._known.get(found)
        return known.name if known is not None else ""

    def forget_absent_devices(self, found: Iterable[SerialDevice]) -> None:
        """Forget the answers of all other devices."""
        there = set(found)
        with self._lock:
            self._known = {each: known for each, known in self._known.items() if each in there}


class HubDiscovery:
    """The search for one hub.

    `why` says why it is not found, "" before the first round; `due_us` is the next action.
    """

    def __init__(self, wiring: HubWiring, ports: SerialPorts, claims: DeviceClaims, now_us: int) -> None:
        self._wiring, self._ports, self._claims = wiring, ports, claims
        self._called = f"hub {wiring.name}"
        self._flash = f"herald hub flash {wiring.name} --port"
        self._queue: list[SerialDevice] = []
        self._under_way = False
        self._seen: tuple[tuple[SerialDevice, ...], tuple[SerialDevice, ...]] | None = None
        self._round_us = now_us
        self._pause_us = FIRST_RETRY_US
        self._notes: list[str] = []
        self._unnamed: list[SerialDevice] = []
        self._unopened = False
        self._early = False  # a device may soon be allowed to open
        self._refused_us: dict[SerialDevice, int] = {}  # time since when opening a device is refused
        self._wanted: SerialDevice | None = None
        self._last: SerialDevice | None = None
        self.due_us = now_us
        self.why = ""

    def next_device(self, now_us: int) -> SerialDevice | None:
        """The device to open now, whose result is to be reported; None where none is due before `due_us`."""
        if not self._under_way and not self._begin_round(now_us):
            return None
        while self._queue or self._end_round(now_us):
            found = self._queue.pop(0)
            if self._claims.claim(found, self._wiring.name):
                return found
        return None

    def on_lost(self, found: SerialDevice, now_us: int) -> None:
        """The line to a device, the hub's or a probed one, is lost: search for the hub at once."""
        self._claims.release(found)
        self._claims.on_hub_lost(found, self._wiring.name, now_us)
        self._queue, self._under_way = [], False
        self._seen = None
        self._pause_us = FIRST_RETRY_US
        self.due_us = now_us + REOPEN_PAUSE_US

    def on_open_failed(self, found: SerialDevice, error: OSError, now_us: int) -> None:
        """The device cannot be opened."""
        self._claims.release(found)
        if error.errno in (errno.ENOENT, errno.ENODEV, errno.ENXIO):
            return  # it was unplugged a moment ago
        self._unopened = True
        if error.errno in (errno.EACCES, errno.EPERM):
            if now_us - self._refused_us.setdefault(found, now_us) < UDEV_GRACE_US:
                self._early = True
                return
            advice = 'may not be opened by this user: run "sudo usermod -aG dialout $USER", then log in anew'
        elif error.errno in (errno.EBUSY, errno.EAGAIN):
            advice = "is open in another program: end that, Herald tries again by itself"
        else:
            advice = f"cannot be opened ({error}): unplug it and plug it in again"
        self._notes.append(f"{found.path} {advice}")

    def on_no_answer(self, found: SerialDevice, now_us: int) -> None:
        """No hub answered on the device."""
        self._claims.release(found)
        self._claims.on_hub_lost(found, self._wiring.name, now_us)
        self._claims.remember_answer(found, DeviceAnswer("", PROTOCOL_VERSION, True, now_us))
        self._note(found, silent=True)

    def on_welcome(self, found: SerialDevice, welcome: WelcomeMessage, now_us: int) -> bool:
        """A hub answered on the device; whether it is this hub."""
        known = DeviceAnswer(
            welcome.name if welcome.version == PROTOCOL_VERSION else "", welcome.version, False, now_us
        )
        self._claims.remember_answer(found, known)
        if known.version == PROTOCOL_VERSION and self._is_it(found, known.name):
            self._last = found
            self._claims.confirm_hub(found, self._wiring.name)
            self._under_way = False
            self.why = ""
            return True
        self._claims.release(found)
        self._claims.on_hub_lost(found, self._wiring.name, now_us)
        self._note_other_hub(found, known)
        return False

    # -- one round over all devices

    def _begin_round(self, now_us: int) -> bool:
        """Whether a new round of probes begins."""
        if now_us < self.due_us:
            return False
        found = self._ports.list_devices()
        self._claims.forget_absent_devices(found)
        self._refused_us = {each: since for each, since in self._refused_us.items() if each in found}
        self.due_us = now_us + POLL_INTERVAL_US
        seen = found, tuple(each for each in found if self._claims.answered_name(each) == self._wiring.name)
        if seen == self._seen and now_us < self._round_us:
            return False
        if seen != self._seen:
            self._pause_us = FIRST_RETRY_US
        self._seen = seen
        self._notes, self._unnamed, self._wanted = [], [], None
        self._unopened = self._early = False
        self._queue = [each for each in self._candidates(found) if self._must_ask(each, now_us)]
        self._under_way = True
        return True

    def _candidates(self, found: Iterable[SerialDevice]) -> list[SerialDevice]:
        """The devices that may be the hub, the likeliest first."""
        wiring = self._wiring
        if wiring.port is not None:
            pattern = wiring.port
            return [
                each for each in found if any(fnmatchcase(path, pattern) for path in (each.path, *each.links))
            ]
        if wiring.usb is not None:
            return [each for each in found if each.usb_serial.lower() == wiring.usb.lower()]
        likely = [each for each in found if each.is_likely_pico]
        return sorted(likely, key=lambda each: not self._was_last_device(each))

    def _was_last_device(self, found: SerialDevice) -> bool:
        last = self._last
        return last is not None and (
            found.usb_serial == last.usb_serial if last.usb_serial else found.path == last.path
        )

    def _must_ask(self, found: SerialDevice, now_us: int) -> bool:
        """Whether to probe the device; otherwise its last answer still holds."""
        owner = self._claims.owner(found, now_us)
        if owner not in ("", self._wiring.name):
            self._note(found, owner)
            return False
        known = self._claims.last_answer(found)
        if known is None or self._was_last_device(found):
            return True
        if known.version == PROTOCOL_VERSION and not known.silent and self._is_it(found, known.name):
            return True
        is_other_hub = known.name in self._claims.names - {self._wiring.name}
        others = is_other_hub and not self._claims.is_elsewhere(known.name, found)
        if not others and now_us - known.at_us >= LONGEST_RETRY_US:
            return True
        self._note_other_hub(found, known)
        return False

    def _is_it(self, found: SerialDevice, name: str) -> bool:
        wiring = self._wiring
        if name == wiring.name or wiring.usb is not None or found == self._wanted:
            return True
        return wiring.port is not None and name not in self._claims.names

    def _note_other_hub(self, found: SerialDevice, known: DeviceAnswer) -> None:
        """Note why the device is not this hub."""
        if known.version == PROTOCOL_VERSION and not known.silent and not known.name:
            self._unnamed.append(found)
        else:
            self._note(found, known.name, known.version, known.silent)

    def _end_round(self, now_us: int) -> bool:
        """End a round; whether there is one more probe.

        The only hub of a plan takes the only hub without a name.
        """
        if (
            self._claims.is_single_hub
            and len(self._unnamed) == 1
            and not self._unopened
            and self._wanted is None
        ):
            (self._wanted,) = self._queue = self._unnamed[:]
            self._unnamed = []
            return True
        for found in self._unnamed:
            self._notes.append(
                f"the hub on {found.path} has no name yet: {self._flash} {found.path}"
                + (f', or write usb = "{found.usb_serial}" into wiring.toml' if found.usb_serial else "")
            )
        self._unnamed = []
        self.why = f"{self._called} is not found: {'; '.join(self._notes) or self._not_found_advice()}"
        self._round_us = now_us + (POLL_INTERVAL_US if self._early else self._pause_us)
        if not self._early:
            self._pause_us = min(2 * self._pause_us, LONGEST_RETRY_US)
        self._under_way = False
        return False

    # -- in words

    def _note(
        self, found: SerialDevice, name: str = "", version: int = PROTOCOL_VERSION, silent: bool = False
    ) -> None:
        flash = f"{self._flash} {found.path}"
        if silent and self._was_last_device(found):
            note = f"it does not answer on {found.path}: unplug it and plug it in again; if that is no help, {flash}"
        elif silent:
            note = f"what is on {found.path} does not answer, so there is no hub program on it: {flash}"
        elif version != PROTOCOL_VERSION:
            note = f"the program of the hub on {found.path} is not made for this Herald: {flash}"
        elif self._wiring.port is not None:
            note = f"on {found.path} is hub {name}: swap the cables, or leave port out of wiring.toml"
        elif name in self._claims.names:
            return
        else:
            note = f'on {found.path} is a hub named "{name}": write that name into wiring.toml, or {flash}'
        self._notes.append(note)

    def _not_found_advice(self) -> str:
        """The advice where there is no device to probe."""
        new = f"a new one is prepared with herald hub flash {self._wiring.name}"
        if self._wiring.port is not None:
            return f"there is no {self._wiring.port}: plug it in, or leave port out of wiring.toml; {new}"
        if self._wiring.usb is not None:
            return f"no USB device has the number {self._wiring.usb}: plug it in; {new}"
        return f"plug its USB cable in; {new}"
