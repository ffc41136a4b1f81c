"""What the kernel says of displays and touchscreens, in the files of sysfs and /dev; no device is opened.

`root` is the root of the file system: another one in tests.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

FILESYSTEM_ROOT = Path("/")
INPUT_PROP_POINTER, INPUT_PROP_DIRECT = 0x00, 0x01
ABS_X, ABS_Y, ABS_MT_POSITION_X = 0x00, 0x01, 0x35
BTN_TOOL_PEN, BTN_TOOL_FINGER, BTN_TOUCH = 0x140, 0x145, 0x14A
"""Bits by which the kernel describes an input device (linux/input-event-codes.h)."""
BUILT_IN_CONNECTORS = ("DSI", "DPI", "eDP", "LVDS")
"""The kinds of connectors of built-in panels; the others are for monitors."""
MAX_FILE_BYTES = 65_536
"""Bytes that are read of a file: the kernel's are shorter."""

AccessCheck = Callable[[Path], bool]


class DisplayConnector(NamedTuple):
    """A connector of a graphics card for a panel or a monitor: DSI-1 of card1."""

    card: str
    name: str
    is_connected: bool

    @property
    def card_number(self) -> int:
        """The number of the card, which may be another one after the next start of the computer."""
        return int(self.card.removeprefix("card"))

    def device_file(self, root: Path = FILESYSTEM_ROOT) -> Path:
        """The card's device file."""
        return root / "dev/dri" / self.card


def is_accessible(device: Path) -> bool:
    """Whether this user may read and write it; False as well where there is none."""
    return os.access(device, os.R_OK | os.W_OK)


def list_connectors(root: Path = FILESYSTEM_ROOT) -> list[DisplayConnector]:
    """All connectors of all graphics cards; those of a card in the order in which SDL tries them."""
    found = []
    for status in (root / "sys/class/drm").glob("card*-*/status"):
        card, _, name = status.parent.name.partition("-")
        # a Writeback connector is the card's own: nobody can plug anything in there
        if card.removeprefix("card").isdecimal() and not name.startswith("Writeback"):
            connector = DisplayConnector(card, name, read_text(status) == "connected")
            place = read_text(status.parent / "connector_id")  # given by Linux 6 and newer
            found.append((connector.card_number, place.zfill(9), name, connector))
    return [connector for *_, connector in sorted(found)]


def choose_connector(connectors: Iterable[DisplayConnector]) -> DisplayConnector | None:
    """The connector for the picture: the first connected one, preferably of a card with a built-in panel.

    None when nothing is connected.
    """
    connected = [connector for connector in connectors if connector.is_connected]
    built_in = {connector.card for connector in connected if connector.name.startswith(BUILT_IN_CONNECTORS)}
    return min(connected, key=lambda connector: connector.card not in built_in, default=None)


def is_touchscreen(event: Path) -> bool:
    """Whether an input device, such as /sys/class/input/event0, is a touchscreen, for one finger or for many.

    As Linux says it (Documentation/input/event-codes.rst): what is touched where the picture is has the property
    DIRECT, what moves a pointer, as a touchpad, has POINTER; where there is neither, the events that it may send tell.
    """
    properties, axes, keys = (
        _bits(event / "device" / file) for file in ("properties", "capabilities/abs", "capabilities/key")
    )
    if INPUT_PROP_POINTER in properties:
        return False
    if INPUT_PROP_DIRECT not in properties and not keys.isdisjoint((BTN_TOOL_PEN, BTN_TOOL_FINGER)):
        return False  # a tablet or touchpad whose driver is older than the properties
    return ABS_MT_POSITION_X in axes or ({ABS_X, ABS_Y} <= axes and BTN_TOUCH in keys)


def _bits(file: Path) -> frozenset[int]:
    """The bits that are set in a file of sysfs: words of 64 bits in hexadecimal, the highest first."""
    words = reversed(read_text(file).split())
    try:
        number = sum(int(word, 16) << 64 * place for place, word in enumerate(words))
    except ValueError:
        return frozenset()
    return frozenset(bit for bit in range(number.bit_length()) if number >> bit & 1)


def read_text(file: Path) -> str:
    """The content of a file, without blanks around it; "" when it cannot be read."""
    try:
        with file.open("rb") as opened:
            return opened.read(MAX_FILE_BYTES).decode(errors="replace").strip()
    except OSError:
        return ""
