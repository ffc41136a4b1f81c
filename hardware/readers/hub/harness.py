"""Every wire of a hub from end to end, supplies and ground too: what wiring.md's tables and drawings show of it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from hardware.boards import REGULATOR, Wire
from hardware.harness import Groups
from hardware.readers.hub.pico import BUSES, PICO
from hardware.readers.hub.plan import FED_BY_A_PICO, HubReader, HubWiring

READER_SUPPLY, USB_SUPPLY = 36, 40
GROUNDS = {0: 23, 1: 18}
"""Of what is on each SPI bus: the ground nearest to the bus's own pins."""
LIGHT_GROUND, BUTTON_GROUND = 38, 28
"""Places on the Pico."""

SUPPLY, MINUS = "5 V plus", "5 V minus"
"""The two ends of the supply that a regulator brings with it: what it takes is more than USB gives."""
DIODE, RESISTOR = "diode", "330 Ω"
"""WS2812 wants 0.7 of its own supply as the high level of its data (its datasheet, "Electrical characteristics"): 3.5 V
at 5 V, which 3.3 V is not. A silicon diode in its supply leaves it about 4.3 V, and 3.0 V will do."""


def regulated(hub: HubWiring) -> bool:
    """Whether its readers need a regulator of their own."""
    return len(hub.readers) > FED_BY_A_PICO


def wires(hub: HubWiring) -> tuple[Wire, ...]:
    """All of them, part by part. Places are those of the Pico."""
    return (*_readers(hub), *_regulator(hub), *_lights(hub), *_buttons(hub))


def groups(hub: HubWiring) -> Groups:
    """What its readers are called together."""
    called = {"all readers": frozenset(reader.name for reader in hub.readers)}
    for bus in buses(hub):
        called[f"all on bus {bus}"] = frozenset(each.name for each in hub.readers if each.bus == bus)
    return called


def buses(hub: HubWiring) -> tuple[int, ...]:
    """The SPI buses that its readers are on."""
    return tuple(sorted({reader.bus for reader in hub.readers}))


def _readers(hub: HubWiring) -> Iterator[Wire]:
    for reader in hub.readers:
        part = f"reader {reader.name}"
        yield Wire(PICO.places[reader.select], part, "SDA")
        for role in ("SCK", "MOSI", "MISO"):
            yield Wire(PICO.places[BUSES[reader.bus].pins[role]], part, role)
        yield Wire(PICO.places[hub.reset], part, "RST")
        yield Wire(None if regulated(hub) else GROUNDS[reader.bus], part, "GND")
        yield Wire(None if regulated(hub) else READER_SUPPLY, part, "3.3V")


def _regulator(hub: HubWiring) -> Iterator[Wire]:
    """Its ground meets the Pico's beside each bus, so that the signals have it near."""
    if regulated(hub):
        yield Wire(None, REGULATOR, "IN", source=SUPPLY)
        yield Wire(None, REGULATOR, "GND", source=MINUS)
        for bus in buses(hub):
            yield Wire(GROUNDS[bus], REGULATOR, "GND")


def light_of(reader: HubReader) -> str:
    """What its light in the chain is called."""
    return f"light of {reader.name}"


def _lights(hub: HubWiring) -> Iterator[Wire]:
    """The chain, light by light: each hands on to the next what is not for itself."""
    if hub.lights is None:
        return
    own, first = regulated(hub), light_of(hub.readers[0])
    yield Wire(None if own else USB_SUPPLY, first, "5V", DIODE, SUPPLY)
    yield Wire(None if own else LIGHT_GROUND, first, "GND", source=MINUS)
    yield Wire(PICO.places[hub.lights], first, "DIN", RESISTOR)
    for before, reader in pairwise(hub.readers):
        yield Wire(None, light_of(reader), "5V", source=f"5V of {before.name}")
        yield Wire(None, light_of(reader), "GND", source=f"GND of {before.name}")
        yield Wire(None, light_of(reader), "DIN", source=f"DOUT of {before.name}")


def _buttons(hub: HubWiring) -> Iterator[Wire]:
    for button in hub.buttons:
        yield Wire(PICO.places[button.pin], f"button {button.name}", "one leg")
        yield Wire(BUTTON_GROUND, f"button {button.name}", "other leg")
