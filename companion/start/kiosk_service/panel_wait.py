"""Lets a kiosk wait for its panel: it has no terminal to fall back to."""

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
"""The beginning of the status while there is no panel; deploy/install looks for it too."""
PANEL_POLL_S = 0.5
"""Seconds between two checks for a panel."""
WAITING_EXTENSION_S = 30
"""Seconds by which the start time-out is extended, again and again, while there is no panel."""
WINDOW_START_EXTENSION_S = 90
"""Seconds that the window may take to appear once there is a panel."""


def wait_for_panel(
    watchdog: ServiceNotifier,
    root: Path = FILESYSTEM_ROOT,
    is_usable: AccessCheck = is_accessible,
    sleep: Callable[[float], None] = time.sleep,
) -> DisplayConnector:
    """Wait, without limit, until a display is connected to a graphics card that this user may use.

    The card may appear half a second after the program starts, the panel or its supply a day later. The
    status of the service says what is missing.
    """
    known = list_connectors(root)
    waiting = ""
    checks = 0
    while (found := choose_connector(each for each in known if is_usable(each.device_file(root)))) is None:
        missing = explain_no_panel(known, root, is_usable)
        if missing != waiting:
            watchdog.send(status_message(f"{WAITING_STATUS}: {missing}"))
        if not waiting:
            log.info("%s: %s", WAITING_STATUS, missing)
        if checks % int(WAITING_EXTENSION_S / 3 / PANEL_POLL_S) == 0:
            watchdog.send(extend_timeout_message(WAITING_EXTENSION_S))
        waiting = missing
        checks += 1
        sleep(PANEL_POLL_S)
        known = list_connectors(root)
    watchdog.send(extend_timeout_message(WINDOW_START_EXTENSION_S))
    watchdog.send(status_message(f"The picture goes to {found.card}, {found.name}"))
    log.info("%sThe picture goes to %s, %s", "There is a panel. " if waiting else "", found.card, found.name)
    return found


class GraphicsCard:
    """The graphics card that the picture goes to.

    When its driver is unloaded (a monitor at a USB port is unplugged, a driver is loaded anew) the picture is
    lost, even where a card of the same name appears again.
    """

    def __init__(self, shown: DisplayConnector, root: Path = FILESYSTEM_ROOT) -> None:
        self._node = shown.device_file(root)
        self._number = self._inode()

    def is_gone(self) -> bool:
        """Whether the card has disappeared or been replaced by another."""
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
    """The reason, in English, why none of these connectors can be drawn on."""
    if (barred := choose_connector(connectors)) is not None:
        device = f"/dev/dri/{barred.card}"
        return (
            f"this user may not use {device}"
            if barred.device_file(root).exists()
            else f"there is no {device}"
        )
    names = ", ".join(f"{connector.name} of {connector.card}" for connector in connectors)
    return f"nothing is connected to {names}" if names else "there is no graphics card"
