"""Which serial device is the hub's: where the plan says, or the Pico that says its name. No thread and no line of its
own: it says which device to open next, and is told what came of it.
"""

from __future__ import annotations

import errno
from collections.abc import Iterable
from fnmatch import fnmatchcase
from threading import Lock

from msgspec import Struct

from hardware.common.link.messages import PROTOCOL_VERSION, WelcomeMessage
from hardware.readers.hub.serial_ports import SerialDevice, SerialPorts
from hardware.readers.hub.wiring_schema import HubWiring

FIRST_RETRY_US = 500_000
LONGEST_RETRY_US = 4_000_000
"""When all devices were asked in vain, they are asked again after half a second, then after twice as long each time."""
POLL_INTERVAL_US = 250_000
"""So often it is looked whether a device was plugged in or out: then all are asked again at once."""
REOPEN_PAUSE_US = 50_000
"""After a line was lost: a device that goes away at once, again and again, is not opened without end."""


ABSENCE_GRACE_US = 1_000_000
"""So long a hub that was lost is not missed: until then nobody else asks the device with its USB number. Whoever asks a
hub for a new session ends the one that it is in."""

UDEV_GRACE_US = 1_000_000
"""So long a device that was just plugged in may refuse: it is root's alone until udev has given it to its group."""


class DeviceAnswer(Struct, frozen=True):
    """What a device answered: the name kept on it ("" for none), of which `version` of the protocol; or it was
    `on_no_answer`. `at_us`: when that was."""

    name: str
    version: int
    silent: bool
    at_us: int


class DeviceClaims:
    """Which device is whose, among the hubs of one plan; each may seek in a thread of its own."""

    def __init__(self, names: Iterable[str]) -> None:
        """`names` of all hubs of the plan."""
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
        """Have a device for one hub, unless another one has it."""
        with self._lock:
            return self._held.setdefault(found.path, name) == name

    def release(self, found: SerialDevice) -> None:
        """It is not used any more."""
        with self._lock:
            self._held.pop(found.path, None)

    def confirm_hub(self, found: SerialDevice, name: str) -> None:
        """It is this hub."""
        with self._lock:
            if found.usb_serial:
                self._homes[found.usb_serial] = name, None

    def on_hub_lost(self, found: SerialDevice, name: str, now_us: int) -> None:
        """This hub is not heard there any more."""
        with self._lock:
            if self._homes.get(found.usb_serial, ("", None))[0] == name:
                self._homes[found.usb_serial] = name, now_us + ABSENCE_GRACE_US

    def owner(self, found: SerialDevice, now_us: int) -> str:
        """The hub that is there, or was there just now; "" for none."""
        name, until_us = self._homes.get(found.usb_serial, ("", None))
        return name if until_us is None or now_us < until_us else ""

    def remember_answer(self, found: SerialDevice, known: DeviceAnswer) -> None:
        """What it answered."""
        with self._lock:
            self._known[found] = known

    def last_answer(self, found: SerialDevice) -> DeviceAnswer | None:
        """What it answered when it was asked last; None if it never was."""
        return self._known.get(found)

    def answered_name(self, found: SerialDevice) -> str:
        """The name that it answered with, to whichever hub's search."""
        known = self._known.get(found)
        return known.name if known is not None else ""

    def keep_present(self, found: Iterable[SerialDevice]) -> None:
        """These are there: what is known of others is forgotten."""
        there = set(found)
        with self._lock:
            self._known = {each: known for each, known in self._known.items() if each in there}


class HubDiscovery:
    """The search for one hub. `why` says why it is not found, "" before it was looked for; `due_us` when there is
    something to do."""

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
        self._nameless: list[SerialDevice] = []
        self._unopened = False
        self._early = False  # a device may be opened soon
        self._refused_us: dict[SerialDevice, int] = {}  # since when a device may not be opened
        self._wanted: SerialDevice | None = None
        self._last: SerialDevice | None = None
        self.due_us = now_us
        self.why = ""

    def next_device(self, now_us: int) -> SerialDevice | None:
        """The device to open now, and to be told about; None when there is none to be tried before `due_us`."""
        if not self._under_way and not self._begin_round(now_us):
            return None
        while self._queue or self._end_round(now_us):
            found = self._queue.pop(0)
            if self._claims.claim(found, self._wiring.name):
                return found
        return None

    def on_lost(self, found: SerialDevice, now_us: int) -> None:
        """The line to it is lost, be it the hub's or one that was just being asked: look for the hub at once."""
        self._claims.release(found)
        self._claims.on_hub_lost(found, self._wiring.name, now_us)
        self._queue, self._under_way = [], False
        self._seen = None
        self._pause_us = FIRST_RETRY_US
        self.due_us = now_us + REOPEN_PAUSE_US

    def on_open_failed(self, found: SerialDevice, error: OSError, now_us: int) -> None:
        """It cannot be opened."""
        self._claims.release(found)
        if error.errno in (errno.ENOENT, errno.ENODEV, errno.ENXIO):
            return  # unplugged in this moment
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
        """Nobody on it has answered."""
        self._claims.release(found)
        self._claims.on_hub_lost(found, self._wiring.name, now_us)
        self._claims.remember_answer(found, DeviceAnswer("", PROTOCOL_VERSION, True, now_us))
        self._note(found, silent=True)

    def on_welcome(self, found: SerialDevice, welcome: WelcomeMessage, now_us: int) -> bool:
        """Who is on it has answered: whether it is this hub."""
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
        """Whether it is time to ask again."""
        if now_us < self.due_us:
            return False
        found = self._ports.list_devices()
        self._claims.keep_present(found)
        self._refused_us = {each: since for each, since in self._refused_us.items() if each in found}
        self.due_us = now_us + POLL_INTERVAL_US
        seen = found, tuple(each for each in found if self._claims.answered_name(each) == self._wiring.name)
        if seen == self._seen and now_us < self._round_us:
            return False
        if seen != self._seen:
            self._pause_us = FIRST_RETRY_US
        self._seen = seen
        self._notes, self._nameless, self._wanted = [], [], None
        self._unopened = self._early = False
        self._queue = [each for each in self._candidates(found) if self._must_ask(each, now_us)]
        self._under_way = True
        return True

    def _candidates(self, found: Iterable[SerialDevice]) -> list[SerialDevice]:
        """Those that may be the hub, the likeliest first."""
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
        """Whether it has to be asked; else what it answered lately is still true."""
        owner = self._claims.owner(found, now_us)
        if owner not in ("", self._wiring.name):
            self._note(found, owner)
            return False
        known = self._claims.last_answer(found)
        if known is None or self._was_last_device(found):
            return True
        if known.version == PROTOCOL_VERSION and not known.silent and self._is_it(found, known.name):
            return True
        others = known.name in self._claims.names - {self._wiring.name}
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
        """It is not this hub."""
        if known.version == PROTOCOL_VERSION and not known.silent and not known.name:
            self._nameless.append(found)
        else:
            self._note(found, known.name, known.version, known.silent)

    def _end_round(self, now_us: int) -> bool:
        """All were asked; whether there is one more: the only hub of a plan takes the only one without a name."""
        if (
            self._claims.is_single_hub
            and len(self._nameless) == 1
            and not self._unopened
            and self._wanted is None
        ):
            (self._wanted,) = self._queue = self._nameless[:]
            self._nameless = []
            return True
        for found in self._nameless:
            self._notes.append(
                f"the hub on {found.path} has no name yet: {self._flash} {found.path}"
                + (f', or write usb = "{found.usb_serial}" into wiring.toml' if found.usb_serial else "")
            )
        self._nameless = []
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
        """What to do when there is nothing to be asked."""
        new = f"a new one is prepared with herald hub flash {self._wiring.name}"
        if self._wiring.port is not None:
            return f"there is no {self._wiring.port}: plug it in, or leave port out of wiring.toml; {new}"
        if self._wiring.usb is not None:
            return f"no USB device has the number {self._wiring.usb}: plug it in; {new}"
        return f"plug its USB cable in; {new}"
