"""The wiring plan: which reader, button, light and sounder is wired to which pins. Read from the owner's `wiring.toml`,
checked whole before anything is opened: no fault is found by opening a pin.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta, Struct

from hardware.errors import PlanFault

LONGEST = 1 << 16
"""Bytes of a plan that are read."""

KITS = ("one", "two", "five", "hub")
"""The plans that come with Herald, by how many readers they have; `hub` has one on the Pi and more on a hub."""

Gpio = Annotated[int, Meta(ge=0, le=27)]
"""A pin by its BCM number, 0 to 27; where it is on the header stands in `hardware.pins`."""
Name = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"\A[^\s\x00-\x1f\x7f]+\Z")]
"""A word of one to forty characters without blanks."""
Gain = Literal[18, 23, 33, 38, 43, 48]
"""What the receiver can be set to, in dB (MFRC522 datasheet, section 9.3.3.6, RFCfgReg)."""
Button = Literal["player/1", "player/2", "player/3", "player/4", "player/5", "yes", "no", "undo"]
"""What a button is for; players are counted in the order of their seats."""


class Light(Struct, frozen=True, forbid_unknown_fields=True):
    """A light of three colours with a common ground: the pin of each colour, high when it shines."""

    red: Gpio
    green: Gpio
    blue: Gpio


class ReaderWiring(Struct, frozen=True, forbid_unknown_fields=True):
    """One reader on the Pi's own SPI. `name` is the zone it watches; `bus` and `device` are those of
    `/dev/spidev<bus>.<device>`; `speed_hz` is the SPI clock: less for long wires.
    """

    name: Name
    bus: Annotated[int, Meta(ge=0, le=1)]
    device: Annotated[int, Meta(ge=0, le=2)]
    gain_db: Gain = 33
    speed_hz: Annotated[int, Meta(ge=100_000, le=10_000_000)] = 4_000_000
    light: Light | None = None


class ButtonWiring(Struct, frozen=True, forbid_unknown_fields=True):
    """One button between its pin and ground; the Pi's own resistor pulls the pin up while it is not pressed."""

    name: Button
    pin: Gpio


class HubWiring(Struct, frozen=True, forbid_unknown_fields=True):
    """A reader hub on USB: the serial device (a pattern as of a shell may stand for it) and the names of its readers
    in the order of their sockets.
    """

    port: str
    readers: tuple[Name, ...]


class WiringPlan(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that is wired. `reset` is the pin of the one wire to RST of all readers, None only when there are
    none; `buzzer` the pin of a passive piezo sounder. Made by `load` and `read`, which check it.
    """

    readers: tuple[ReaderWiring, ...] = ()
    reset: Gpio | None = None
    buttons: tuple[ButtonWiring, ...] = ()
    buzzer: Gpio | None = None
    hub: HubWiring | None = None


def load(path: Path) -> WiringPlan:
    """The plan in a file; raises PlanFault with everything wrong in it, OSError when it cannot be opened."""
    with path.open("rb") as stream:
        return read(stream.read(LONGEST + 1))


def kit(name: str) -> WiringPlan:
    """One of `KITS`."""
    return read(files("hardware").joinpath("kits", f"{name}.toml").read_bytes())


def read(text: bytes | str) -> WiringPlan:
    """The plan in a text of TOML, whatever it is; raises PlanFault with everything wrong in it at once."""
    raise PlanFault("plans are not read yet")
