"""Which serial device is the hub's: where the plan says, or the Pico that says its name. No thread and no line of its
own: it says which device to open next, and is told what came of it.
"""

from __future__ import annotations

import errno
from collections.abc import Iterable
from fnmatch import fnmatchcase
from threading import Lock

from msgspec import Struct

from hardware.common.link.words import VERSION, Welcome
from hardware.readers.hub.plan import HubWiring
from hardware.readers.hub.serials import Found, SerialPorts

FIRST_PAUSE_US = 500_000
LONGEST_PAUSE_US = 4_000_000
"""When all devices were asked in vain, they are asked again after half a second, then after twice as long each time."""
LOOK_US = 250_000
"""So often it is looked whether a device was plugged in or out: then all are asked again at once."""
AGAIN_US = 50_000
"""After a line was lost: a device that goes away at once, again and again, is not opened without end."""


GRACE_US = 1_000_000
"""So long a hub that was lost is not missed: until then nobody else asks the device with its USB number. Whoever asks a
hub for a new session ends the one that it is in."""

UDEV_US = 1_000_000
"""So long a device that was just plugged in may refuse: it is root's alone until udev has given it to its group."""


class Known(Struct, frozen=True):
    """What a device answered: the name kept on it ("" for none), of which `version` of the protocol; or it was
    `silent`. `at_us`: when that was."""

    name: str
    version: int
    silent: bool
    at_us: int


class Claims:
    """Which device is whose, among the hubs of one plan; each may seek in a thread of its own."""

    def __init__(self, names: Iterable[str]) -> None:
        """`names` of all hubs of the plan."""
        self.names = frozenset(names)
        self._held: dict[str, str] = {}
        self._known: dict[Found, Known] = {}
        # USB number -> hub, and until when it is waited for
        self._homes: dict[str, tuple[str, int | None]] = {}
        self._lock = Lock()

    @property
    def alone(self) -> bool:
        """Whether only one hub is planned."""
        return len(self.names) == 1

    def take(self, found: Found, name: str) -> bool:
        """Have a device for one hub, unless another one has it."""
        with self._lock:
            return self._held.setdefault(found.path, name) == name

    def free(self, found: Found) -> None:
        """It is not used any more."""
        with self._lock:
            self._held.pop(found.path, None)

    def settle(self, found: Found, name: str) -> None:
        """It is this hub."""
        with self._lock:
            if found.usb:
                self._homes[found.usb] = name, None

    def leave(self, found: Found, name: str, now_us: int) -> None:
        """This hub is not heard there any more."""
        with self._lock:
            if self._homes.get(found.usb, ("", None))[0] == name:
                self._homes[found.usb] = name, now_us + GRACE_US

    def owner(self, found: Found, now_us: int) -> str:
        """The hub that is there, or was there just now; "" for none."""
        name, until_us = self._homes.get(found.usb, ("", None))
        return name if until_us is None or now_us < until_us else ""

    def learn(self, found: Found, known: Known) -> None:
        """What it answered."""
        with self._lock:
            self._known[found] = known

    def known(self, found: Found) -> Known | None:
        """What it answered when it was asked last; None if it never was."""
        return self._known.get(found)

    def told(self, found: Found) -> str:
        """The name that it answered with, to whichever hub's search."""
        known = self._known.get(found)
        return known.name if known is not None else ""

    def present(self, found: Iterable[Found]) -> None:
        """These are there: what is known of others is forgotten."""
        there = set(found)
        with self._lock:
            self._known = {each: known for each, known in self._known.items() if each in there}


class Seek:
    """The search for one hub. `why` says why it is not found, "" before it was looked for; `due_us` when there is
    something to do."""

    def __init__(self, wiring: HubWiring, ports: SerialPorts, claims: Claims, now_us: int) -> None:
        self._wiring, self._ports, self._claims = wiring, ports, claims
        self._called = f"hub {wiring.name}"
        self._flash = f"herald hub flash {wiring.name} --port"
        self._queue: list[Found] = []
        self._under_way = False
        self._seen: tuple[tuple[Found, ...], tuple[Found, ...]] | None = None
        self._round_us = now_us
        self._pause_us = FIRST_PAUSE_US
        self._notes: list[str] = []
        self._nameless: list[Found] = []
        self._unopened = False
        self._early = False  # a device may be opened soon
        self._refused_us: dict[Found, int] = {}  # since when a device may not be opened
        self._wanted: Found | None = None
        self._last: Found | None = None
        self.due_us = now_us
        self.why = ""

    def next(self, now_us: int) -> Found | None:
        """The device to open now, and to be told about; None when there is none to be tried before `due_us`."""
        if not self._under_way and not self._begin(now_us):
            return None
        while self._queue or self._over(now_us):
            found = self._queue.pop(0)
            if self._claims.take(found, self._wiring.name):
                return found
        return None

    def lost(self, found: Found, now_us: int) -> None:
        """The line to it is lost, be it the hub's or one that was just being asked: look for the hub at once."""
        self._claims.free(found)
        self._claims.leave(found, self._wiring.name, now_us)
        self._queue, self._under_way = [], False
        self._seen = None
        self._pause_us = FIRST_PAUSE_US
        self.due_us = now_us + AGAIN_US

    def unopened(self, found: Found, error: OSError, now_us: int) -> None:
        """It cannot be opened."""
        self._claims.free(found)
        if error.errno in (errno.ENOENT, errno.ENODEV, errno.ENXIO):
            return  # unplugged in this moment
        self._unopened = True
        if error.errno in (errno.EACCES, errno.EPERM):
            if now_us - self._refused_us.setdefault(found, now_us) < UDEV_US:
                self._early = True
                return
            advice = 'may not be opened by this user: run "sudo usermod -aG dialout $USER", then log in anew'
        elif error.errno in (errno.EBUSY, errno.EAGAIN):
            advice = "is open in another program: end that, Herald tries again by itself"
        else:
            advice = f"cannot be opened ({error}): unplug it and plug it in again"
        self._notes.append(f"{found.path} {advice}")

    def silent(self, found: Found, now_us: int) -> None:
        """Nobody on it has answered."""
        self._claims.free(found)
        self._claims.leave(found, self._wiring.name, now_us)
        self._claims.learn(found, Known("", VERSION, True, now_us))
        self._note(found, silent=True)

    def met(self, found: Found, welcome: Welcome, now_us: int) -> bool:
        """Who is on it has answered: whether it is this hub."""
        known = Known(welcome.name if welcome.version == VERSION else "", welcome.version, False, now_us)
        self._claims.learn(found, known)
        if known.version == VERSION and self._is_it(found, known.name):
            self._last = found
            self._claims.settle(found, self._wiring.name)
            self._under_way = False
            self.why = ""
            return True
        self._claims.free(found)
        self._claims.leave(found, self._wiring.name, now_us)
        self._judge(found, known)
        return False

    # -- one round over all devices

    def _begin(self, now_us: int) -> bool:
        """Whether it is time to ask again."""
        if now_us < self.due_us:
            return False
        found = self._ports.found()
        self._claims.present(found)
        self._refused_us = {each: since for each, since in self._refused_us.items() if each in found}
        self.due_us = now_us + LOOK_US
        seen = found, tuple(each for each in found if self._claims.told(each) == self._wiring.name)
        if seen == self._seen and now_us < self._round_us:
            return False
        if seen != self._seen:
            self._pause_us = FIRST_PAUSE_US
        self._seen = seen
        self._notes, self._nameless, self._wanted = [], [], None
        self._unopened = self._early = False
        self._queue = [each for each in self._candidates(found) if self._ask(each, now_us)]
        self._under_way = True
        return True

    def _candidates(self, found: Iterable[Found]) -> list[Found]:
        """Those that may be the hub, the likeliest first."""
        wiring = self._wiring
        if wiring.port is not None:
            pattern = wiring.port
            return [
                each for each in found if any(fnmatchcase(path, pattern) for path in (each.path, *each.links))
            ]
        if wiring.usb is not None:
            return [each for each in found if each.usb.lower() == wiring.usb.lower()]
        likely = [each for each in found if each.likely]
        return sorted(likely, key=lambda each: not self._was_here(each))

    def _was_here(self, found: Found) -> bool:
        last = self._last
        return last is not None and (found.usb == last.usb if last.usb else found.path == last.path)

    def _ask(self, found: Found, now_us: int) -> bool:
        """Whether it has to be asked; else what it answered lately is still true."""
        owner = self._claims.owner(found, now_us)
        if owner not in ("", self._wiring.name):
            self._note(found, owner)
            return False
        known = self._claims.known(found)
        if known is None or self._was_here(found):
            return True
        if known.version == VERSION and not known.silent and self._is_it(found, known.name):
            return True
        others = known.name in self._claims.names - {self._wiring.name}
        if not others and now_us - known.at_us >= LONGEST_PAUSE_US:
            return True
        self._judge(found, known)
        return False

    def _is_it(self, found: Found, name: str) -> bool:
        wiring = self._wiring
        if name == wiring.name or wiring.usb is not None or found == self._wanted:
            return True
        return wiring.port is not None and name not in self._claims.names

    def _judge(self, found: Found, known: Known) -> None:
        """It is not this hub."""
        if known.version == VERSION and not known.silent and not known.name:
            self._nameless.append(found)
        else:
            self._note(found, known.name, known.version, known.silent)

    def _over(self, now_us: int) -> bool:
        """All were asked; whether there is one more: the only hub of a plan takes the only one without a name."""
        if self._claims.alone and len(self._nameless) == 1 and not self._unopened and self._wanted is None:
            (self._wanted,) = self._queue = self._nameless[:]
            self._nameless = []
            return True
        for found in self._nameless:
            self._notes.append(
                f"the hub on {found.path} has no name yet: {self._flash} {found.path}"
                + (f', or write usb = "{found.usb}" into wiring.toml' if found.usb else "")
            )
        self._nameless = []
        self.why = f"{self._called} is not found: {'; '.join(self._notes) or self._nowhere()}"
        self._round_us = now_us + (LOOK_US if self._early else self._pause_us)
        if not self._early:
            self._pause_us = min(2 * self._pause_us, LONGEST_PAUSE_US)
        self._under_way = False
        return False

    # -- in words

    def _note(self, found: Found, name: str = "", version: int = VERSION, silent: bool = False) -> None:
        flash = f"{self._flash} {found.path}"
        if silent and self._was_here(found):
            note = f"it does not answer on {found.path}: unplug it and plug it in again; if that is no help, {flash}"
        elif silent:
            note = f"what is on {found.path} does not answer, so there is no hub program on it: {flash}"
        elif version != VERSION:
            note = f"the program of the hub on {found.path} is not made for this Herald: {flash}"
        elif self._wiring.port is not None:
            note = f"on {found.path} is hub {name}: swap the cables, or leave port out of wiring.toml"
        elif name in self._claims.names:
            return
        else:
            note = f'on {found.path} is a hub named "{name}": write that name into wiring.toml, or {flash}'
        self._notes.append(note)

    def _nowhere(self) -> str:
        """What to do when there is nothing to be asked."""
        new = f"a new one is prepared with herald hub flash {self._wiring.name}"
        if self._wiring.port is not None:
            return f"there is no {self._wiring.port}: plug it in, or leave port out of wiring.toml; {new}"
        if self._wiring.usb is not None:
            return f"no USB device has the number {self._wiring.usb}: plug it in; {new}"
        return f"plug its USB cable in; {new}"
