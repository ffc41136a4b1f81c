"""The touchscreens of a console: each works whenever it is plugged in, and again after it was pulled out.

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
