"""Kivy's provider for one touchscreen, which ends with its device; import raises OSError without libmtdev."""

from __future__ import annotations

import logging
import os
from array import array
from collections import deque
from collections.abc import Callable, Iterator
from fcntl import ioctl
from pathlib import Path
from typing import Any, NamedTuple

from kivy.input.providers import mtdev as kivys

log = logging.getLogger(__name__)

ABS_SIZE, IOC_READ = 6, 2 << 30 | ord("E") << 8
"""Numbers in an input_absinfo, whose first three are value, minimum, maximum; _IOC_READ of 'E'
(linux/input.h).
"""

NO_FINGER = -1
"""The tracking id of a slot without a finger."""


class SlotState(NamedTuple):
    """The last position of the finger in each slot, in the device's units, and the current slot."""

    current_slot: int
    x: list[int]
    y: list[int]


class MtdevEvent(NamedTuple):
    """An event of a device, as Kivy's thread reads it."""

    type: int
    code: int
    value: int


def read_slot_state(device: int, ioctl_call: Callable[[int, int, Any], int] = ioctl) -> SlotState:
    """What the kernel remembers of an open device's slots.

    Raises OSError if it has none or is gone.
    """
    slot = array("i", [0] * ABS_SIZE)
    # EVIOCGABS
    ioctl_call(device, IOC_READ | len(slot) * slot.itemsize << 16 | 0x40 + kivys.MTDEV_CODE_SLOT, slot)
    current, _, last, *_ = slot

    def each(axis: int) -> list[int]:
        values = array("i", [axis, *[0] * (last + 1)])
        ioctl_call(device, IOC_READ | len(values) * values.itemsize << 16 | 0x0A, values)  # EVIOCGMTSLOTS
        return values[1:].tolist()

    return SlotState(current, each(kivys.MTDEV_CODE_POSITION_X), each(kivys.MTDEV_CODE_POSITION_Y))


class SlotRestoringDevice:
    """An open device that first repeats each slot's last position, and drops fingers that only leave.

    The kernel reports only changes. To a program that opened the device later, as Herald does after a
    restart, a touch with the same X as the previous one has no X: Kivy's thread takes -1 for it, and the
    touch misses. And a finger that was down before only leaves: the thread applies that to the slot's next
    finger, which would leave as it comes.
    """

    def __init__(
        self,
        name: os.PathLike[str],
        opened: Callable[[os.PathLike[str]], Any] = kivys.Device,
        slots: Callable[[int], SlotState] = read_slot_state,
    ) -> None:
        """Open the device. Raises what `opened` raises."""
        self._device = opened(name)
        self.get_abs, self.idle, self.close = self._device.get_abs, self._device.idle, self._device.close
        try:
            # at once: events that come meanwhile are read after these, and are as new or newer
            self._known = deque(_events_for_slots(slots(self._device._fd)))
        except OSError as wrong:  # it is gone, or has no slots and libmtdev tracks its fingers
            log.debug("%s: %s", name, wrong)
            self._known = deque()
        self._slot = 0
        self._came: set[int] = set()

    def get(self) -> Any:
        """The next event, None if there is none."""
        event = self._next()
        while event is not None and self._leaves_unmet(event):
            event = self._next()
        return event

    def _next(self) -> Any:
        return self._known.popleft() if self._known else self._device.get()

    def _leaves_unmet(self, event: Any) -> bool:
        if event.type == kivys.MTDEV_TYPE_EV_ABS and event.code == kivys.MTDEV_CODE_SLOT:
            self._slot = event.value
        elif event.type == kivys.MTDEV_TYPE_EV_ABS and event.code == kivys.MTDEV_CODE_TRACKING_ID:
            if event.value == NO_FINGER:
                return self._slot not in self._came
            self._came.add(self._slot)
        return False


def _events_for_slots(slots: SlotState) -> Iterator[MtdevEvent]:
    """Events that set the positions of the slots; by these no finger comes or goes."""
    for slot, (x, y) in enumerate(zip(slots.x, slots.y, strict=True)):
        yield MtdevEvent(kivys.MTDEV_TYPE_EV_ABS, kivys.MTDEV_CODE_SLOT, slot)
        yield MtdevEvent(kivys.MTDEV_TYPE_EV_ABS, kivys.MTDEV_CODE_POSITION_X, x)
        yield MtdevEvent(kivys.MTDEV_TYPE_EV_ABS, kivys.MTDEV_CODE_POSITION_Y, y)
    yield MtdevEvent(kivys.MTDEV_TYPE_EV_ABS, kivys.MTDEV_CODE_SLOT, slots.current_slot)


kivys.Device = (
    # Kivy's thread opens what has this name, and is one function that takes no other
    SlotRestoringDevice
)


class OpenOncePath(os.PathLike[str]):
    """The path of a device that can be opened only once.

    When its device is gone, Kivy's thread waits for the same name and opens whatever has it next: a keyboard,
    or the touchscreen that another provider handles by then. It asks here for the name, gets a file that is
    no touchscreen, closes the old one and ends. The same happens where it would ask again and again, without
    pause and for three seconds, whether the device may be opened by now.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._opened = False

    def __fspath__(self) -> str:
        if self._opened:
            return os.devnull
        self._opened = True
        return self._name

    def __str__(self) -> str:
        return self._name


class MtdevTouchscreen(kivys.MTDMotionEventProvider):
    """Reads the touchscreen of a device file, such as /dev/input/event0.

    The window rotates picture and touch.
    """

    def __init__(self, file: str) -> None:
        super().__init__(Path(file).name, file)
        self.input_fn = OpenOncePath(file)
        self.has_ended = False
        """As in companion.screen.display.touchscreen_watcher.TouchscreenProvider."""
        self._ended = False
        self._down: list[Any] = []

    def _thread_run(self, **kwargs: Any) -> None:
        try:
            super()._thread_run(**kwargs)
        except Exception as ended:  # Kivy raises nothing narrower where a device cannot be opened
            log.debug("%s: %s", kwargs["input_fn"], ended)
        finally:
            self._ended = True

    def update(self, dispatch_fn: Callable[[str, Any], None]) -> None:
        """Dispatch what fingers did.

        A finger on a device that is gone has left it: no button stays pressed.
        """
        ended = self._ended  # read first: what the thread put into the queue before is dispatched below
        while self.queue:
            action, touch = self.queue.popleft()
            if action == "begin":
                self._down.append(touch)
            elif action == "end" and touch in self._down:
                self._down.remove(touch)
            dispatch_fn(action, touch)
        if ended and not self.has_ended:
            for touch in self._down:
                touch.update_time_end()
                dispatch_fn("end", touch)
            self.has_ended = True
