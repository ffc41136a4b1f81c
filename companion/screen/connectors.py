"""Where a picture can go: the connectors of the graphics cards (Linux, DRM), and what is connected.

A Raspberry Pi 5 has a card for HDMI and another one for a DSI panel, in an order that changes from start to start.
"""

from __future__ import annotations

import re
from pathlib import Path

from msgspec import Struct

CONNECTOR = re.compile(r"card(\d{1,4})-(.+)")


class Connector(Struct, frozen=True):
    """One connector. `card`: the number in /dev/dri/card1, which is what SDL_KMSDRM_DEVICE_INDEX wants; `name`: as in
    "HDMI-A-1"; `status`: "connected", "disconnected" or "unknown".
    """

    card: int
    name: str
    status: str

    @property
    def connected(self) -> bool:
        """Whether a panel or monitor hangs there."""
        return self.status == "connected"


def connectors(root: Path = Path("/")) -> tuple[Connector, ...]:
    """Every connector of every graphics card, by card and name."""
    found = (
        Connector(int(match[1]), match[2], _status(folder / "status"))
        for folder in (root / "sys/class/drm").glob("card*-*")
        if (match := CONNECTOR.fullmatch(folder.name))
    )
    return tuple(sorted(found, key=lambda each: (each.card, each.name)))


def chosen(found: tuple[Connector, ...]) -> Connector | None:
    """The one that the picture goes to: the first that is connected; None when none is."""
    return next((each for each in found if each.connected), None)


def _status(file: Path) -> str:
    try:
        return file.read_text(errors="replace")[:20].strip() or "unknown"
    except OSError:
        return "unknown"
