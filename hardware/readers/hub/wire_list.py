"""Every wire of a hub from end to end, with supplies and ground, as wiring.md's tables and drawings show it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from hardware.pin_layout import REGULATOR, Wire
from hardware.readers.hub.pico_pinout import PICO_LAYOUT, SPI_BUSES
from hardware.readers.hub.wiring_schema import MAX_READERS_ON_PICO_SUPPLY, HubReader, HubWiring
from hardware.wire_list import GroupNames

READER_SUPPLY, USB_SUPPLY = 36, 40
BUS_GROUNDS = {0: 23, 1: 18}
"""SPI bus -> the ground nearest to the bus's own pins."""
LIGHT_GROUND, BUTTON_GROUND = 38, 28
"""Positions on the Pico."""

SUPPLY, MINUS = "5 V plus", "5 V minus"
"""The two ends of the supply that a regulator needs: it takes more than USB gives."""
DIODE, RESISTOR = "diode", "330 Ω"
"""WS2812 needs 0.7 of its own supply as the high level of its data (its datasheet, "Electrical
characteristics"): 3.5 V at 5 V, which 3.3 V is not. A silicon diode in its supply leaves it about 4.3 V, and
then 3.0 V suffices."""


def needs_regulator(hub: HubWiring) -> bool:
    """Whether its readers need a regulator of their own."""
    return len(hub.readers) > MAX_READERS_ON_PICO_SUPPLY


def list_wires(hub: HubWiring) -> tuple[Wire, ...]:
    """All wires, part by part. Positions are those of the Pico."""
    return (*_readers(hub), *_regulator(hub), *_lights(hub), *_buttons(hub))


def group_names(hub: HubWiring) -> GroupNames:
    """The names of groups of its readers."""
    called = {"all readers": frozenset(reader.name for reader in hub.readers)}
    for bus in used_buses(hub):
        called[f"all on bus {bus}"] = frozenset(each.name for each in hub.readers if each.bus == bus)
    return called


def used_buses(hub: HubWiring) -> tuple[int, ...]:
    """The SPI buses that its readers are on."""
    return tuple(sorted({reader.bus for reader in hub.readers}))


def _readers(hub: HubWiring) -> Iterator[Wire]:
    for reader in hub.readers:
        part = f"reader {reader.name}"
        yield Wire(PICO_LAYOUT.positions[reader.select], part, "SDA")
        for role in ("SCK", "MOSI", "MISO"):
            yield Wire(PICO_LAYOUT.positions[SPI_BUSES[reader.bus].pins[role]], part, role)
        yield Wire(PICO_LAYOUT.positions[hub.reset], part, "RST")
        yield Wire(None if needs_regulator(hub) else BUS_GROUNDS[reader.bus], part, "GND")
        yield Wire(None if needs_regulator(hub) else READER_SUPPLY, part, "3.3V")


def _regulator(hub: HubWiring) -> Iterator[Wire]:
    """The wires of the regulator. Its ground joins the Pico's beside each bus, near the signals."""
    if needs_regulator(hub):
        yield Wire(None, REGULATOR, "IN", source=SUPPLY)
        yield Wire(None, REGULATOR, "GND", source=MINUS)
        for bus in used_buses(hub):
            yield Wire(BUS_GROUNDS[bus], REGULATOR, "GND")


def light_label(reader: HubReader) -> str:
    """The name of a reader's light in the chain."""
    return f"light of {reader.name}"


def _lights(hub: HubWiring) -> Iterator[Wire]:
    """The chain, light by light: each passes the data for the others on to the next."""
    if hub.lights is None:
        return
    own, first = needs_regulator(hub), light_label(hub.readers[0])
    yield Wire(None if own else USB_SUPPLY, first, "5V", DIODE, SUPPLY)
    yield Wire(None if own else LIGHT_GROUND, first, "GND", source=MINUS)
    yield Wire(PICO_LAYOUT.positions[hub.lights], first, "DIN", RESISTOR)
    for before, reader in pairwise(hub.readers):
        yield Wire(None, light_label(reader), "5V", source=f"5V of {before.name}")
        yield Wire(None, light_label(reader), "GND", source=f"GND of {before.name}")
        yield Wire(None, light_label(reader), "DIN", source=f"DOUT of {before.name}")


def _buttons(hub: HubWiring) -> Iterator[Wire]:
    for button in hub.buttons:
        yield Wire(PICO_LAYOUT.positions[button.pin], f"button {button.name}", "one leg")
        yield Wire(BUTTON_GROUND, f"button {button.name}", "other leg")
