"""The Raspberry Pi's 40-pin header and the lines of config.txt that take pins of it: `header.toml` as values."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files

import msgspec
from msgspec import Struct

from hardware.pin_layout import PinLayout


class HeaderPin(Struct, frozen=True, forbid_unknown_fields=True):
    """One of the 40: `number` is its place on the header; `bcm` the number programs use, None for a supply."""

    number: int
    bcm: int | None = None
    supply: str = ""
    function: str = ""


class SpiOverlay(Struct, frozen=True, forbid_unknown_fields=True):
    """A line of config.txt that makes an SPI bus: all its pins are taken, used or not. Role -> BCM number."""

    line: str
    bus: int
    devices: int
    pins: Mapping[str, int]


class CostlyPins(Struct, frozen=True, forbid_unknown_fields=True):
    """Pins that can be used, and what is lost with them."""

    bcm: tuple[int, ...]
    name: str
    lost: str


class ReservedPins(Struct, frozen=True, forbid_unknown_fields=True):
    """Pins that the Pi needs for itself."""

    bcm: tuple[int, ...]
    name: str


class Header(Struct, frozen=True, forbid_unknown_fields=True):
    """The header as data; the sources stand in the file."""

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
"""Which pins there are, and which of them cannot be had."""

HEADER_POSITIONS: Mapping[int, int] = PI_LAYOUT.positions
"""BCM number -> place on the header."""

SPI_OVERLAYS: Mapping[int, SpiOverlay] = {overlay.bus: overlay for overlay in HEADER.overlays}
"""SPI bus -> what makes it."""


def pin_label(bcm: int) -> str:
    """`BCM 25 (pin 22)`: both ways to call a pin, because people count and programs do not."""
    return PI_LAYOUT.pin_label(bcm)
