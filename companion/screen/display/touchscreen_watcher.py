"""The touchscreens of a console: each works whenever it is plugged in, and again after it was pulled out.

Kivy's own probesysfs looks for them once, at the start, and takes every mouse and keyboard of a Pi for one.

Kivy's binding of libmtdev and its touches are used, and not the thread of its provider, which is one function. What
that lacks in Kivy 2.3.1 (`kivy/input/providers/mtdev.py`):

- It knows no panel for one finger, as a resistive one.
- It asks the kernel for no slot. To a program that opens a device later, as Herald does after a restart, a touch with
  the same X as the one before has no X, and Kivy takes -1. A finger that was down before only leaves, and the next one
  in its slot leaves as it comes.
- When its device is gone, it waits for the same name, and opens whatever has it next: a keyboard, or the touchscreen
  that another provider reads by then. Its fingers stay down.
- Its `update` drops whatever a touch raises.
"""

from __future__ import annotations

import logging
import os
from array import array
from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Sequence
from fcntl import ioctl
from pathlib import Path
from threading import Thread
from typing import Any, Literal, NamedTuple, Protocol

from kivy.input.provider import MotionEventProvider
from kivy.input.providers.mtdev import MTDMotionEvent
from kivy.lib import mtdev as kivys

from companion.screen.display.sysfs import (
    FILESYSTEM_ROOT,
    AccessCheck,
    is_accessible,
    is_touchscreen,
    read_text,
)

log = logging.getLogger(__name__)

# -- Kivy's provider for one touchscreen, which ends with its device

ABS_SIZE, IOC_READ = 6, 2 << 30 | ord("E") << 8
"""Numbers in an input_absinfo, whose first three are value, minimum, maximum; _IOC_READ of 'E' (linux/input.h)."""
EV_KEY, BTN_TOUCH = 1, 0x14A
AXES_OF_ONE = (0, 1)
"""ABS_X and ABS_Y (linux/input-event-codes.h): what a panel for one finger tells, and others of their first one too."""
AXES_OF_MANY = (kivys.MTDEV_CODE_POSITION_X, kivys.MTDEV_CODE_POSITION_Y)
Fingers = Literal["one", "many", "in slots"]
"""What a device tells apart: older ones tell of many fingers without slots, and libmtdev numbers them."""
NO_FINGER = -1
"""The tracking id of a slot without a finger."""
NOWHERE = -1.0
"""A coordinate that nobody has told: beside the window."""
IDLE_MS = 1000
"""Milliseconds to wait for a finger, before it is waited for again."""
MAX_EMPTY_READS = 1000
"""So often in a row there is nothing to read although there should be: the device is gone (as Kivy has it)."""


class Slot:
    """A place for one finger: where it is as Kivy counts, from 0 in the lower left to 1, and its touch."""

    def __init__(self, x: float = NOWHERE, y: float = NOWHERE) -> None:
        self.x, self.y = x, y
        self.touch: Any = None
        self.new_finger: int | None = None
        """The tracking id of the finger that has come, or `NO_FINGER` when one has left; None: the same as before."""


class Axis(NamedTuple):
    """The range of an axis, and the last value in each slot, where the kernel remembers it; in the device's units."""

    minimum: int
    maximum: int
    values: Sequence[int]

    def share_of(self, value: int) -> float:
        """A value as a share of the range."""
        return (value - self.minimum) / ((self.maximum - self.minimum) or 1)


Axes = tuple[Axis, Axis, int]
"""X and Y of a device, and its current slot."""


def read_axes(device: int, fingers: Fingers, ioctl_call: Callable[[int, int, Any], int] = ioctl) -> Axes:
    """What the kernel knows of the axes of an open device; raises OSError if it is gone."""

    def about(code: int) -> list[int]:
        answer = array("i", [0] * ABS_SIZE)
        ioctl_call(device, IOC_READ | len(answer) * answer.itemsize << 16 | 0x40 + code, answer)  # EVIOCGABS
        return answer.tolist()

    def axis(code: int) -> Axis:
        value, minimum, maximum, *_ = about(code)
        if fingers != "in slots":
            return Axis(minimum, maximum, [value] if fingers == "one" else [])
        answer = array("i", [code, *[0] * (last_slot + 1)])
        ioctl_call(device, IOC_READ | len(answer) * answer.itemsize << 16 | 0x0A, answer)  # EVIOCGMTSLOTS
        return Axis(minimum, maximum, answer[1:].tolist())

    slot, _, last_slot, *_ = about(kivys.MTDEV_CODE_SLOT)
    x, y = AXES_OF_ONE if fingers == "one" else AXES_OF_MANY
    return axis(x), axis(y), slot


class MtdevTouchscreen(MotionEventProvider):
    """Reads the touchscreen of a device file, such as /dev/input/event0, until it is gone.

    The window rotates picture and touch.
    """

    def __init__(
        self,
        file: str,
        open_device: Callable[[str], Any] = kivys.Device,
        read_axes: Callable[[int, Fingers], Axes] = read_axes,
    ) -> None:
        super().__init__(Path(file).name, file)
        self.has_ended = False
        """As in companion.screen.display.touchscreen_watcher.TouchscreenProvider."""
        self._file, self._open_device, self._read_axes = file, open_device, read_axes
        self._queue: deque[tuple[str, Any]] = deque()
        self._down: list[Any] = []
        self.thread = Thread(target=self._read, name=type(self).__name__, daemon=True)

    def start(self) -> None:
        """Begin to read."""
        self.thread.start()

    def update(self, dispatch_fn: Callable[[str, Any], None]) -> None:
        """Dispatch what fingers did.

        A finger on a device that is gone has left it: no button stays pressed.
        """
        ended = not self.thread.is_alive()  # asked first: what the thread said before is dispatched below
        while self._queue:
            action, touch = self._queue.popleft()
            if action == "begin":
                self._down.append(touch)
            elif action == "end":
                self._down.remove(touch)
            dispatch_fn(action, touch)
        if ended and not self.has_ended:
            for touch in self._down:
                touch.update_time_end()
                dispatch_fn("end", touch)
            self.has_ended = True

    # -- in the thread

    def _read(self) -> None:
        try:
            device = self._open_device(self._file)
        except Exception as why:  # Kivy raises nothing narrower where a device cannot be opened
            log.debug("%s: %s", self._file, why)
            return
        try:
            for slot in self._slots_told(device):
                self._tell(slot)
        except OSError as why:
            log.debug("%s: %s", self._file, why)
        finally:
            device.close()

    def _slots_told(self, device: Any) -> Iterator[Slot]:
        """Each slot of which the device has told something, once a frame."""
        fingers: Fingers = "in slots" if device.has_slot() else "many" if device.has_mtdata() else "one"
        # at once: events that come meanwhile are read after these, and are as new or newer
        x_axis, y_axis, current = self._read_axes(device._fd, fingers)
        x_code, y_code = AXES_OF_ONE if fingers == "one" else AXES_OF_MANY
        slots, told = defaultdict[int, Slot](Slot), dict[int, Slot]()
        for number, (x, y) in enumerate(zip(x_axis.values, y_axis.values, strict=True)):
            slots[number] = Slot(x_axis.share_of(x), 1 - y_axis.share_of(y))
        for event in _events(device):
            kind, code, value = event.type, event.code, event.value
            if kind == kivys.MTDEV_TYPE_EV_SYN:
                yield from told.values()
                told.clear()
                continue
            if kind == kivys.MTDEV_TYPE_EV_ABS and code == kivys.MTDEV_CODE_SLOT:
                current = value
                continue
            slot = slots[current]
            if kind == kivys.MTDEV_TYPE_EV_ABS and code == x_code:
                slot.x = x_axis.share_of(value)
            elif kind == kivys.MTDEV_TYPE_EV_ABS and code == y_code:
                slot.y = 1 - y_axis.share_of(value)
            elif kind == kivys.MTDEV_TYPE_EV_ABS and code == kivys.MTDEV_CODE_TRACKING_ID:
                slot.new_finger = value
            elif fingers == "one" and kind == EV_KEY and code == BTN_TOUCH:
                slot.new_finger = value or NO_FINGER
            else:
                continue
            told[current] = slot

    def _tell(self, slot: Slot) -> None:
        """Put into the queue what the finger of a slot did."""
        finger, slot.new_finger = slot.new_finger, None
        if slot.touch is not None and finger in (None, NO_FINGER):
            slot.touch.move({"x": slot.x, "y": slot.y})
        if slot.touch is not None and finger is None:
            self._queue.append(("update", slot.touch))
        elif slot.touch is not None:
            slot.touch.update_time_end()
            self._queue.append(("end", slot.touch))
            slot.touch = None
        if finger is not None and finger != NO_FINGER:
            slot.touch = MTDMotionEvent(self.device, finger, {"x": slot.x, "y": slot.y})
            self._queue.append(("begin", slot.touch))


def _events(device: Any) -> Iterator[Any]:
    """Whatever the device says, until it is gone."""
    empty_reads = 0
    while empty_reads < MAX_EMPTY_READS:
        if device.idle(IDLE_MS):
            continue
        empty_reads += 1
        # all that libmtdev has: `idle` waits for the kernel, also where something is left here
        while (event := device.get()) is not None:
            empty_reads = 0
            yield event


# -- the watcher

SCAN_INTERVAL = 1.0
"""Seconds between two scans of what is plugged in."""
SCANS_BEFORE_WARNING = 10
"""Scans after which a touchscreen without permission is logged: udev needs about one for a new device."""

DeviceIdentity = tuple[str, int]
"""The name of a device's file and its inode: the next device may get the same name, but not the inode."""


class TouchscreenProvider(Protocol):
    """Kivy's input provider for one touchscreen."""

    has_ended: bool
    """Whether its device is gone or could not be opened, and every finger has been reported to have left."""


class TouchscreenWatcher:
    """Looks for touchscreens and has one provider for each: with two, each tap would count twice."""

    def __init__(
        self,
        add: Callable[[str], TouchscreenProvider],
        remove: Callable[[TouchscreenProvider], None],
        root: Path = FILESYSTEM_ROOT,
        usable: AccessCheck = is_accessible,
    ) -> None:
        """Watch with these callbacks.

        `add` adds a provider for a device file, `remove` removes it; `root` is the root of the file system.
        """
        self._add, self._remove, self._root, self._usable = add, remove, root, usable
        self._providers: dict[DeviceIdentity, TouchscreenProvider] = {}
        self._announced: set[DeviceIdentity] = set()
        self._others: set[DeviceIdentity] = set()
        self._denied_scans: dict[DeviceIdentity, int] = {}

    def scan(self) -> None:
        """Add new touchscreens, remove those that are gone, replace providers that ended before their device."""
        there = dict(self._input_devices())
        for device, provider in list(self._providers.items()):
            if provider.has_ended:
                self._remove(self._providers.pop(device))
        for name, _ in self._announced - there.keys():
            log.info("The touchscreen /dev/input/%s is gone", name)
        self._announced &= there.keys()
        self._others &= there.keys()
        self._denied_scans = {
            device: scans for device, scans in self._denied_scans.items() if device in there
        }
        for device in there.keys() - self._providers.keys() - self._others:
            self._add_device(device, there[device])

    def _add_device(self, device: DeviceIdentity, file: Path) -> None:
        sysfs = self._root / "sys/class/input" / device[0]
        if not is_touchscreen(sysfs):
            self._others.add(device)
        elif self._usable(file):
            self._denied_scans.pop(device, None)
            self._providers[device] = self._add(str(file))
            if device not in self._announced:
                log.info(
                    "The touchscreen /dev/input/%s is there: %s", device[0], read_text(sysfs / "device/name")
                )
            self._announced.add(device)
        else:
            self._denied_scans[device] = self._denied_scans.get(device, 0) + 1
            if self._denied_scans[device] == SCANS_BEFORE_WARNING:
                log.warning("This user may not use the touchscreen /dev/input/%s", device[0])

    def _input_devices(self) -> Iterator[tuple[DeviceIdentity, Path]]:
        try:
            with os.scandir(self._root / "dev/input") as entries:
                for entry in entries:
                    if entry.name.startswith("event"):
                        yield (entry.name, entry.inode()), Path(entry.path)
        except FileNotFoundError:  # nothing is plugged in
            return


def watch_touchscreens() -> None:
    """Keep one Kivy provider for each touchscreen from now on; the window must be settled."""
    from kivy.base import EventLoop
    from kivy.clock import Clock

    try:
        from companion.screen.display.touchscreen_watcher import MtdevTouchscreen
    except OSError as wrong:
        log.warning("No touchscreen can be felt: %s", wrong)  # libmtdev is not installed
        return

    def add(file: str) -> Any:
        provider = MtdevTouchscreen(file)
        EventLoop.add_input_provider(provider)
        provider.start()
        return provider

    touchscreens = TouchscreenWatcher(add, EventLoop.remove_input_provider)
    # Only from the clock, which ticks once the event loop has started: that starts the providers which it has by then.
    Clock.schedule_once(lambda _passed: touchscreens.scan())
    Clock.schedule_interval(lambda _passed: touchscreens.scan(), SCAN_INTERVAL)
