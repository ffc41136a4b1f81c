"""What the kernel says of displays and touchscreens, in the files of sysfs and /dev. Nothing is opened.

`root` is where the file system begins: another one in tests.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

ROOT = Path("/")
TOUCHES = 0x35
"""ABS_MT_POSITION_X: what tells a touchscreen from a mouse (Linux, input-event-codes.h)."""
BUILT_IN = ("DSI", "DPI", "eDP", "LVDS")
"""The kinds of connectors that a panel is built in with; the others are for monitors."""
LONGEST = 65_536
"""Bytes that are read of a file: the kernel's are shorter."""

Usable = Callable[[Path], bool]


class Connector(NamedTuple):
    """Where a panel or a monitor can be connected to a graphics card: DSI-1 of card1."""

    card: str
    name: str
    connected: bool

    @property
    def number(self) -> int:
        """The number of the card, which may be another one after the next start of the computer."""
        return int(self.card.removeprefix("card"))

    def node(self, root: Path = ROOT) -> Path:
        """The card's file."""
        return root / "dev/dri" / self.card


def may_use(device: Path) -> bool:
    """Whether this user may read and write it; False as well where there is none."""
    return os.access(device, os.R_OK | os.W_OK)


def connectors(root: Path = ROOT) -> list[Connector]:
    """All connectors of all graphics cards; those of a card in the order in which SDL tries them."""
    found = []
    for status in (root / "sys/class/drm").glob("card*-*/status"):
        card, _, name = status.parent.name.partition("-")
        # a Writeback connector is the card's own: nobody can plug anything in there
        if card.removeprefix("card").isdecimal() and not name.startswith("Writeback"):
            connector = Connector(card, name, text(status) == "connected")
            place = text(status.parent / "connector_id")  # told by Linux 6 and newer
            found.append((connector.number, place.zfill(9), name, connector))
    return [connector for *_, connector in sorted(found)]


def panel(among: Iterable[Connector]) -> Connector | None:
    """What the picture goes to: the first with something connected, of a card with a built-in panel if there is one.
    None when nothing is connected.
    """
    connected = [connector for connector in among if connector.connected]
    built_in = {connector.card for connector in connected if connector.name.startswith(BUILT_IN)}
    return min(connected, key=lambda connector: connector.card not in built_in, default=None)


def is_touchscreen(event: Path) -> bool:
    """Whether an input device, such as /sys/class/input/event0, tells of fingers by a multi-touch protocol."""
    words = text(event / "device/capabilities/abs").split()
    try:
        bits = sum(int(word, 16) << 64 * place for place, word in enumerate(reversed(words)))
    except ValueError:
        return False
    return bool(bits >> TOUCHES & 1)


def text(file: Path) -> str:
    """What is in a file, without blanks around it; "" when it cannot be read."""
    try:
        with file.open("rb") as opened:
            return opened.read(LONGEST).decode(errors="replace").strip()
    except OSError:
        return ""
