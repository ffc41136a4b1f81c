"""What the kernel says of displays and touchscreens, in the files of sysfs and /dev; no device is opened.

`root` is the root of the file system: another one in tests.
"""

from __future__ import annotations

import os
import re
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

    def preferred_mode(self, root: Path = FILESYSTEM_ROOT) -> tuple[int, int] | None:
        """Width and height in pixels of what is connected, which may be higher than wide; None where it is not told."""
        first = read_text(root / "sys/class/drm" / f"{self.card}-{self.name}" / "modes").partition("\n")[0]
        found = re.match("([0-9]{1,5})x([0-9]{1,5})", first)
        return (int(found[1]), int(found[2])) if found is not None else None


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


def choose_rotation(size: tuple[int, int], chosen: object = "auto", root: Path = FILESYSTEM_ROOT) -> int:
    """Degrees by which a picture is turned anticlockwise, so that it is wider than high on a panel of `size` pixels.

    What a person has `chosen` holds where it makes it so, then what the kernel tells of the panel, then 0 or 90.
    """
    lying = (0, 180) if size[0] >= size[1] else (90, 270)
    return next((turn for turn in (chosen, _console_rotation(root)) if turn in lying), lying[0])


def _console_rotation(root: Path) -> int | None:
    """Degrees by which the kernel turns the text of its console anticlockwise; None where there is none.

    It does so as the panel's orientation says, or `video=` or `fbcon=rotate:` on its command line. 1 is a quarter turn
    clockwise (Documentation/fb/fbcon.rst; drm_setup_crtcs_fb in drivers/gpu/drm/drm_fb_helper.c).
    """
    return {"0": 0, "1": 270, "2": 180, "3": 90}.get(read_text(root / "sys/class/graphics/fbcon/rotate"))


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
