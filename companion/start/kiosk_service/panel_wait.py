"""A kiosk waits for its panel: it has no terminal to fall back to, and nobody who would read one."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from companion.screen.display.sysfs import (
    FILESYSTEM_ROOT,
    AccessCheck,
    DisplayConnector,
    choose_connector,
    is_accessible,
    list_connectors,
)
from companion.start.kiosk_service.service_notifier import (
    ServiceNotifier,
    extend_timeout_message,
    status_message,
)

log = logging.getLogger(__name__)

WAITING_STATUS = "Waiting for a panel"
"""How what is shown begins while there is none; deploy/install looks for it too."""
PANEL_POLL_S = 0.5
"""Seconds between two looks for a panel."""
WAITING_EXTENSION_S = 30
"""Seconds that the service manager is asked for, again and again, while there is none."""
WINDOW_START_EXTENSION_S = 90
"""Seconds that the window gets once there is one."""


def wait_for_panel(
    watchdog: ServiceNotifier,
    root: Path = FILESYSTEM_ROOT,
    is_usable: AccessCheck = is_accessible,
    sleep: Callable[[float], None] = time.sleep,
) -> DisplayConnector:
    """Wait until something is connected to a graphics card that this user may use, however long that takes: the card
    may come half a second after us, the panel or its supply tomorrow. The service manager shows what is waited for.
    """
    known = list_connectors(root)
    waiting = ""
    looks = 0
    while (found := choose_connector(each for each in known if is_usable(each.device_file(root)))) is None:
        missing = explain_no_panel(known, root, is_usable)
        if missing != waiting:
            watchdog.send(status_message(f"{WAITING_STATUS}: {missing}"))
        if not waiting:
            log.info("%s: %s", WAITING_STATUS, missing)
        if looks % int(WAITING_EXTENSION_S / 3 / PANEL_POLL_S) == 0:
            watchdog.send(extend_timeout_message(WAITING_EXTENSION_S))
        waiting = missing
        looks += 1
        sleep(PANEL_POLL_S)
        known = list_connectors(root)
    watchdog.send(extend_timeout_message(WINDOW_START_EXTENSION_S))
    watchdog.send(status_message(f"The picture goes to {found.card}, {found.name}"))
    log.info("%sThe picture goes to %s, %s", "There is a panel. " if waiting else "", found.card, found.name)
    return found


class GraphicsCard:
    """The graphics card that the picture goes to. One whose driver went (a monitor at a USB port, a driver that is
    loaded anew) shows nothing of ours any more, even when it comes back: it is another one then, by the same name.
    """

    def __init__(self, shown: DisplayConnector, root: Path = FILESYSTEM_ROOT) -> None:
        self._node = shown.device_file(root)
        self._number = self._inode()

    def is_gone(self) -> bool:
        """Whether it is no longer there, or another one is there instead."""
        return self._inode() != self._number

    def _inode(self) -> int:
        try:
            return self._node.stat().st_ino
        except OSError:
            return 0


def explain_no_panel(
    connectors: Iterable[DisplayConnector],
    root: Path = FILESYSTEM_ROOT,
    is_usable: AccessCheck = is_accessible,
) -> str:
    """Why no panel can be drawn on, in English; `connectors`: the connectors that there are."""
    if (barred := choose_connector(connectors)) is not None:
        device = f"/dev/dri/{barred.card}"
        return (
            f"this user may not use {device}"
            if barred.device_file(root).exists()
            else f"there is no {device}"
        )
    names = ", ".join(f"{connector.name} of {connector.card}" for connector in connectors)
    return f"nothing is connected to {names}" if names else "there is no graphics card"
