"""What hubs of a wiring plan take of their Picos, and what is wrong between parts that are each well. Works on plain
tables, as they were written, whole or in parts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hardware.boards import Use
from hardware.readers.hub.pico import BUSES, PICO
from hardware.shapes import told, twice


def uses(hub: Mapping[str, Any]) -> Iterator[Use]:
    """Every pin of a hub's Pico that is taken."""
    readers = hub.get("reader", ())
    for bus in sorted({reader["bus"] for reader in readers if "bus" in reader}):
        for wire, gp in BUSES[bus].pins.items():
            yield Use(gp, f"SPI bus {bus}", wire)
    for part in ("reset", "lights"):
        if hub.get(part) is not None:
            yield Use(hub[part], part)
    for reader in readers:
        if "select" in reader:
            yield Use(reader["select"], f"reader {reader.get('name', 'without a name')}", "select")
    for button in hub.get("button", ()):
        if "pin" in button:
            yield Use(button["pin"], f"button {button.get('name', 'without a name')}")


def contradictions(hubs: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, str]]:
    """Place and sentence of everything that two parts want, on one hub or on two."""
    yield from twice(told(hubs, "name"), "has the name of another hub; give each its own")
    yield from twice(told(hubs, "usb"), "has the USB number of another hub; each Pico has its own")
    ports = [(at, port) for at, port in told(hubs, "port") if "*" not in str(port)]
    yield from twice(
        ports, "is on the serial device of another hub; leave port out, and each is found by its name"
    )
    for hub in hubs:
        for pin, sentence in PICO.clashes(uses(hub)):
            yield f"{hub['at']}, {pin}", sentence
