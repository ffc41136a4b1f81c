"""The edges of a Raspberry Pi Pico, which a hub's readers, lights and buttons are wired to: `pico.toml` as values."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files

import msgspec
from msgspec import Struct

from hardware.pin_layout import PinLayout


class PicoPin(Struct, frozen=True, forbid_unknown_fields=True):
    """One of the 40: `number` is its place on the board; `gp` the number programs use, None for a supply and for what
    steers the board itself.
    """

    number: int
    gp: int | None = None
    supply: str = ""
    function: str = ""


class PicoSpiBus(Struct, frozen=True, forbid_unknown_fields=True):
    """An SPI bus and where it is. Role -> GP number."""

    bus: int
    pins: Mapping[str, int]


class InternalPin(Struct, frozen=True, forbid_unknown_fields=True):
    """A pin of the chip that leads to no edge of the board, and what it does there."""

    gp: int
    does: str


class PicoPinout(Struct, frozen=True, forbid_unknown_fields=True):
    """The board as data; the sources stand in the file."""

    pins: tuple[PicoPin, ...]
    buses: tuple[PicoSpiBus, ...]
    internal: tuple[InternalPin, ...]
    debug: tuple[str, ...]


PINOUT = msgspec.toml.decode(
    files("hardware.readers.hub").joinpath("pico.toml").read_bytes(), type=PicoPinout
)

SPI_BUSES: Mapping[int, PicoSpiBus] = {bus.bus: bus for bus in PINOUT.buses}
"""SPI bus -> where it is."""

PICO_LAYOUT = PinLayout(
    "GP",
    {pin.gp: pin.number for pin in PINOUT.pins if pin.gp is not None},
    {pin.gp: f"is not on the Pico's edge: it {pin.does}" for pin in PINOUT.internal},
    "place",
)
"""Which pins there are, and which of them cannot be had. In a plan `pin` is the GP number, so the number on the edge is
called otherwise."""
