"""A kiosk waits for its panel: it has no terminal to fall back to, and nobody who would read one."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from companion.screen.display.devices import ROOT, Connector, Usable, connectors, may_use, panel
from companion.start.watchdog import Watchdog, more_time, status

log = logging.getLogger(__name__)

WAITING = "Waiting for a panel"
"""How what is shown begins while there is none; deploy/install looks for it too."""
LOOK_AGAIN = 0.5
"""Seconds between two looks for a panel."""
PATIENCE = 30
"""Seconds that the service manager is asked for, again and again, while there is none."""
START = 90
"""Seconds that the window gets once there is one."""


def wait_for_panel(
    watchdog: Watchdog,
    root: Path = ROOT,
    usable: Usable = may_use,
    sleep: Callable[[float], None] = time.sleep,
) -> Connector:
    """Wait until something is connected to a graphics card that this user may use, however long that takes: the card
    may come half a second after us, the panel or its supply tomorrow. The service manager shows what is waited for.
    """
    known = connectors(root)
    waiting = ""
    looks = 0
    while (found := panel(each for each in known if usable(each.node(root)))) is None:
        missing = why_none(known, root, usable)
        if missing != waiting:
            watchdog.tell(status(f"{WAITING}: {missing}"))
        if not waiting:
            log.info("%s: %s", WAITING, missing)
        if looks % int(PATIENCE / 3 / LOOK_AGAIN) == 0:
            watchdog.tell(more_time(PATIENCE))
        waiting = missing
        looks += 1
        sleep(LOOK_AGAIN)
        known = connectors(root)
    watchdog.tell(more_time(START))
    watchdog.tell(status(f"The picture goes to {found.card}, {found.name}"))
    log.info("%sThe picture goes to %s, %s", "There is a panel. " if waiting else "", found.card, found.name)
    return found


class Card:
    """The graphics card that the picture goes to. One whose driver went (a monitor at a USB port, a driver that is
    loaded anew) shows nothing of ours any more, even when it comes back: it is another one then, by the same name.
    """

    def __init__(self, shown: Connector, root: Path = ROOT) -> None:
        self._node = shown.node(root)
        self._number = self._inode()

    def gone(self) -> bool:
        """Whether it is no longer there, or another one is there instead."""
        return self._inode() != self._number

    def _inode(self) -> int:
        try:
            return self._node.stat().st_ino
        except OSError:
            return 0


def why_none(known: Iterable[Connector], root: Path = ROOT, usable: Usable = may_use) -> str:
    """Why no panel can be drawn on, in English; `known`: the connectors that there are."""
    if (barred := panel(known)) is not None:
        device = f"/dev/dri/{barred.card}"
        return f"this user may not use {device}" if barred.node(root).exists() else f"there is no {device}"
    names = ", ".join(f"{connector.name} of {connector.card}" for connector in known)
    return f"nothing is connected to {names}" if names else "there is no graphics card"
