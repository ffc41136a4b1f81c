"""The values of `header.toml`: the Pi's 40-pin header, and lines of config.txt that occupy its pins."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files

import msgspec
from msgspec import Struct

from hardware.pin_layout import PinLayout


class HeaderPin(Struct, frozen=True, forbid_unknown_fields=True):
    """One of the 40 pins: `number` is its position, `bcm` the number of programs, None for a supply."""

    number: int
    bcm: int | None = None
    supply: str = ""
    function: str = ""


class SpiOverlay(Struct, frozen=True, forbid_unknown_fields=True):
    """A line of config.txt that makes an SPI bus and occupies all its pins, used or not.

    `pins`: role -> BCM number.
    """

    line: str
    bus: int
    devices: int
    pins: Mapping[str, int]


class CostlyPins(Struct, frozen=True, forbid_unknown_fields=True):
    """Pins that can be used at the price of a function that is `lost`."""

    bcm: tuple[int, ...]
    name: str
    lost: str


class ReservedPins(Struct, frozen=True, forbid_unknown_fields=True):
    """Pins that the Pi needs for itself."""

    bcm: tuple[int, ...]
    name: str


class Header(Struct, frozen=True, forbid_unknown_fields=True):
    """The header as data; the file names the sources."""

    pins: tuple[HeaderPin, ...]
    overlays: tuple[SpiOverlay, ...]
    priced: tuple[CostlyPins, ...]
    refused: tuple[ReservedPins, ...]


HEADER = msgspec.toml.decode(files("hardware").joinpath("header.toml").read_bytes(), type=Header)

PI_LAYOUT = PinLayout(
    "BCM ",
    {pin.bcm: pin.number for pin in HEADER.pins if pin.bcm is not None},
    {bcm: f"belongs to the {each.name} of add-on boards" for each in HEADER.refused for bcm in each.bcm},
)
"""The pins of the header, and which of them cannot be used."""

HEADER_POSITIONS: Mapping[int, int] = PI_LAYOUT.positions
"""BCM number -> position on the header."""

SPI_OVERLAYS: Mapping[int, SpiOverlay] = {overlay.bus: overlay for overlay in HEADER.overlays}
"""SPI bus -> the overlay that makes it."""


def pin_label(bcm: int) -> str:
    """Both names of a pin, as `BCM 25 (pin 22)`: people count positions, programs use BCM numbers."""
    return PI_LAYOUT.pin_label(bcm)
