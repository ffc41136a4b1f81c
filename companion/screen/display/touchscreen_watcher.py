"""The touchscreens of a console: each is felt whenever it comes, and again when its plug was pulled and put back.

Kivy's own probesysfs looks for them once, at the start, and takes every mouse and keyboard of a Pi for one.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Protocol

from companion.screen.display.sysfs import (
    FILESYSTEM_ROOT,
    AccessCheck,
    is_accessible,
    is_touchscreen,
    read_text,
)

log = logging.getLogger(__name__)

SCAN_INTERVAL = 1.0
"""Seconds between two looks at what is plugged in."""
SCANS_BEFORE_WARNING = 10
"""Looks after which a touchscreen that we may not open is told of: udev needs about one to give us a new device."""

DeviceIdentity = tuple[str, int]
"""The name of a device's file and its inode: whatever is plugged in next may get the name, and not the inode."""


class TouchscreenProvider(Protocol):
    """What Kivy hears a touchscreen by, an input provider of its own."""

    has_ended: bool
    """Whether its device is gone or could not be opened, and every finger has been told to have left."""


class TouchscreenWatcher:
    """Looks for touchscreens and has one provider for each: with two, each tap would count twice."""

    def __init__(
        self,
        add: Callable[[str], TouchscreenProvider],
        remove: Callable[[TouchscreenProvider], None],
        root: Path = FILESYSTEM_ROOT,
        usable: AccessCheck = is_accessible,
    ) -> None:
        """`add` begins to hear the device of a file, `remove` ends that; `root` is where the file system begins."""
        self._add, self._remove, self._root, self._usable = add, remove, root, usable
        self._heard: dict[DeviceIdentity, TouchscreenProvider] = {}
        self._told: set[DeviceIdentity] = set()
        self._others: set[DeviceIdentity] = set()
        self._barred: dict[DeviceIdentity, int] = {}

    def scan(self) -> None:
        """Hear what is new, and let go what is gone. A provider that ended while its device is there is replaced."""
        there = dict(self._input_devices())
        for device, provider in list(self._heard.items()):
            if provider.has_ended:
                self._remove(self._heard.pop(device))
        for name, _ in self._told - there.keys():
            log.info("The touchscreen /dev/input/%s is gone", name)
        self._told &= there.keys()
        self._others &= there.keys()
        self._barred = {device: looks for device, looks in self._barred.items() if device in there}
        for device in there.keys() - self._heard.keys() - self._others:
            self._add_device(device, there[device])

    def _add_device(self, device: DeviceIdentity, file: Path) -> None:
        sysfs = self._root / "sys/class/input" / device[0]
        if not is_touchscreen(sysfs):
            self._others.add(device)
        elif self._usable(file):
            self._barred.pop(device, None)
            self._heard[device] = self._add(str(file))
            if device not in self._told:
                log.info(
                    "The touchscreen /dev/input/%s is there: %s", device[0], read_text(sysfs / "device/name")
                )
            self._told.add(device)
        else:
            self._barred[device] = self._barred.get(device, 0) + 1
            if self._barred[device] == SCANS_BEFORE_WARNING:
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
    """Add Kivy's providers from now on, one for each touchscreen, and remove them; the window must be settled."""
    from kivy.base import EventLoop
    from kivy.clock import Clock

    try:
        from companion.screen.display.mtdev import MtdevTouchscreen
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
