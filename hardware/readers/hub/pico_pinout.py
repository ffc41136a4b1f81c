"""The values of `pico.toml`: the pins of a Raspberry Pi Pico, to which a hub's parts are wired."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files

import msgspec
from msgspec import Struct

from hardware.pin_layout import PinLayout


class PicoPin(Struct, frozen=True, forbid_unknown_fields=True):
    """One of the 40 pins on the edge.

    `number` is its position on the board; `gp` the number that programs use, None for a supply and for a
    control pin of the board itself.
    """

    number: int
    gp: int | None = None
    supply: str = ""
    function: str = ""


class PicoSpiBus(Struct, frozen=True, forbid_unknown_fields=True):
    """An SPI bus and its pins. Role -> GP number."""

    bus: int
    pins: Mapping[str, int]


class InternalPin(Struct, frozen=True, forbid_unknown_fields=True):
    """A pin of the chip that leads to no edge of the board, and its function there."""

    gp: int
    does: str


class PicoPinout(Struct, frozen=True, forbid_unknown_fields=True):
    """The board as data; the file names the sources."""

    pins: tuple[PicoPin, ...]
    buses: tuple[PicoSpiBus, ...]
    internal: tuple[InternalPin, ...]
    debug: tuple[str, ...]


PINOUT = msgspec.toml.decode(
    files("hardware.readers.hub").joinpath("pico.toml").read_bytes(), type=PicoPinout
)

SPI_BUSES: Mapping[int, PicoSpiBus] = {bus.bus: bus for bus in PINOUT.buses}
"""SPI bus -> its pins."""

PICO_LAYOUT = PinLayout(
    "GP",
    {pin.gp: pin.number for pin in PINOUT.pins if pin.gp is not None},
    {pin.gp: f"is not on the Pico's edge: it {pin.does}" for pin in PINOUT.internal},
    "place",
)
"""The pins of the board, and which of them cannot be used. In a plan `pin` is the GP number, so the position
on the edge has another name."""
