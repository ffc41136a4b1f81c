"""Kivy's provider for one touchscreen, which ends with its device; import raises OSError without libmtdev.

Kivy's binding of libmtdev and its touches are used, and not the thread of its provider, which is one function. What
that lacks in Kivy 2.3.1 (`kivy/input/providers/mtdev.py`):

- It asks the kernel for no slot. To a program that opens a device later, as Herald does after a restart, a touch with
  the same X as the one before has no X, and Kivy takes -1. A finger that was down before only leaves, and the next one
  in its slot leaves as it comes.
- When its device is gone, it waits for the same name, and opens whatever has it next: a keyboard, or the touchscreen
  that another provider reads by then. Its fingers stay down.
- Its `update` drops whatever a touch raises.
"""

from __future__ import annotations

import logging
from array import array
from collections import defaultdict, deque
from collections.abc import Callable, Iterator
from fcntl import ioctl
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Any

from kivy.input.provider import MotionEventProvider
from kivy.input.providers.mtdev import MTDMotionEvent
from kivy.lib import mtdev as kivys

log = logging.getLogger(__name__)

ABS_SIZE, IOC_READ = 6, 2 << 30 | ord("E") << 8
"""Numbers in an input_absinfo, whose first three are value, minimum, maximum; _IOC_READ of 'E'
(linux/input.h).
"""
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


KnownSlots = tuple[int, list[int], list[int]]
"""The current slot of a device, and the last X and Y in each slot, in the device's units."""


def read_slots(device: int, ioctl_call: Callable[[int, int, Any], int] = ioctl) -> KnownSlots:
    """What the kernel remembers of an open device's slots.

    Raises OSError if it has no slots, or is gone.
    """
    slot = array("i", [0] * ABS_SIZE)
    # EVIOCGABS
    ioctl_call(device, IOC_READ | len(slot) * slot.itemsize << 16 | 0x40 + kivys.MTDEV_CODE_SLOT, slot)
    current, _, last, *_ = slot

    def each(axis: int) -> list[int]:
        values = array("i", [axis, *[0] * (last + 1)])
        ioctl_call(device, IOC_READ | len(values) * values.itemsize << 16 | 0x0A, values)  # EVIOCGMTSLOTS
        return values[1:].tolist()

    return current, each(kivys.MTDEV_CODE_POSITION_X), each(kivys.MTDEV_CODE_POSITION_Y)


class MtdevTouchscreen(MotionEventProvider):
    """Reads the touchscreen of a device file, such as /dev/input/event0, until it is gone.

    The window rotates picture and touch.
    """

    def __init__(
        self,
        file: str,
        open_device: Callable[[str], Any] = kivys.Device,
        read_slots: Callable[[int], KnownSlots] = read_slots,
    ) -> None:
        super().__init__(Path(file).name, file)
        self.has_ended = False
        """As in companion.screen.display.touchscreen_watcher.TouchscreenProvider."""
        self._file, self._open_device, self._read_slots = file, open_device, read_slots
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
        finally:
            device.close()

    def _slots_told(self, device: Any) -> Iterator[Slot]:
        """Each slot of which the device has told something, once a frame."""
        share_x, share_y = (
            partial(_share, device.get_abs(axis))
            for axis in (kivys.MTDEV_ABS_POSITION_X, kivys.MTDEV_ABS_POSITION_Y)
        )
        current, slots, told = 0, defaultdict[int, Slot](Slot), dict[int, Slot]()
        try:
            # at once: events that come meanwhile are read after these, and are as new or newer
            current, xs, ys = self._read_slots(device._fd)
            slots.update(enumerate(Slot(share_x(x), 1 - share_y(y)) for x, y in zip(xs, ys, strict=True)))
        except OSError as why:  # it is gone, or has no slots and libmtdev tracks its fingers
            log.debug("%s: %s", self._file, why)
        empty_reads = 0
        while empty_reads < MAX_EMPTY_READS:
            if device.idle(IDLE_MS):
                continue
            event = device.get()
            empty_reads = 0 if event else empty_reads + 1
            match event and (event.type, event.code):
                case kivys.MTDEV_TYPE_EV_SYN, _:
                    yield from told.values()
                    told.clear()
                    continue
                case kivys.MTDEV_TYPE_EV_ABS, kivys.MTDEV_CODE_SLOT:
                    current = event.value
                    continue
                case kivys.MTDEV_TYPE_EV_ABS, kivys.MTDEV_CODE_TRACKING_ID:
                    slots[current].new_finger = event.value
                case kivys.MTDEV_TYPE_EV_ABS, kivys.MTDEV_CODE_POSITION_X:
                    slots[current].x = share_x(event.value)
                case kivys.MTDEV_TYPE_EV_ABS, kivys.MTDEV_CODE_POSITION_Y:
                    slots[current].y = 1 - share_y(event.value)
                case _:
                    continue
            told[current] = slots[current]

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


def _share(axis: Any, value: int) -> float:
    return float((value - axis.minimum) / ((axis.maximum - axis.minimum) or 1))
