"""A kiosk waits for its panel: it has no terminal to fall back to, and nobody who would read one."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from companion.screen.display.devices import ROOT, Connector, Usable, connectors, may_use, panel
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
    root: Path = ROOT,
    is_usable: Usable = may_use,
    sleep: Callable[[float], None] = time.sleep,
) -> Connector:
    """Wait until something is connected to a graphics card that this user may use, however long that takes: the card
    may come half a second after us, the panel or its supply tomorrow. The service manager shows what is waited for.
    """
    known = connectors(root)
    waiting = ""
    looks = 0
    while (found := panel(each for each in known if is_usable(each.node(root)))) is None:
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
        known = connectors(root)
    watchdog.send(extend_timeout_message(WINDOW_START_EXTENSION_S))
    watchdog.send(status_message(f"The picture goes to {found.card}, {found.name}"))
    log.info("%sThe picture goes to %s, %s", "There is a panel. " if waiting else "", found.card, found.name)
    return found


class GraphicsCard:
    """The graphics card that the picture goes to. One whose driver went (a monitor at a USB port, a driver that is
    loaded anew) shows nothing of ours any more, even when it comes back: it is another one then, by the same name.
    """

    def __init__(self, shown: Connector, root: Path = ROOT) -> None:
        self._node = shown.node(root)
        self._number = self._inode()

    def is_gone(self) -> bool:
        """Whether it is no longer there, or another one is there instead."""
        return self._inode() != self._number

    def _inode(self) -> int:
        try:
            return self._node.stat().st_ino
        except OSError:
            return 0


def explain_no_panel(connectors: Iterable[Connector], root: Path = ROOT, is_usable: Usable = may_use) -> str:
    """Why no panel can be drawn on, in English; `connectors`: the connectors that there are."""
    if (barred := panel(connectors)) is not None:
        device = f"/dev/dri/{barred.card}"
        return f"this user may not use {device}" if barred.node(root).exists() else f"there is no {device}"
    names = ", ".join(f"{connector.name} of {connector.card}" for connector in connectors)
    return f"nothing is connected to {names}" if names else "there is no graphics card"
