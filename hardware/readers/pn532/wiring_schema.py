"""The schema of a PN532 on a serial port in a wiring plan."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Annotated, ClassVar

from msgspec import Meta

from hardware.pin_layout import Wire
from hardware.struct_validation import format_value
from hardware.svg_drawing import PartBox
from hardware.wiring_schema import LightWiring, PlainTable, ReaderWiring, WiringPlan

SerialPortPath = Annotated[
    str,
    Meta(
        max_length=200,
        pattern=r"\A/[^\x00-\x1f\x7f]+\Z",
        description='the path of its serial port, as "/dev/serial/by-id/usb-..."; ls /dev/serial/by-id shows the names'
        " that stay the same, and ls /dev/serial/by-path those of the sockets, for two adapters of one name",
    ),
]
"""The path of a serial port. A number as in /dev/ttyUSB0 may be another one after the next start."""


class Pn532Wiring(ReaderWiring, frozen=True):
    """One PN532 on a serial port.

    `name` is the zone that it watches; `port` is its serial port, best by a name that stays the same.
    """

    port: SerialPortPath
    light: LightWiring | None = None

    is_on_cable: ClassVar[bool] = True

    @property
    def device_paths(self) -> tuple[str, ...]:
        """The device file to which its port leads now: two names of one port are one device."""
        return (os.path.realpath(self.port),)

    @classmethod
    def contradictions(cls, tables: Sequence[PlainTable], plan: PlainTable) -> Iterator[tuple[str, str]]:
        """Place and sentence of each reader on a port where a hub of the plan is looked for.

        Two readers on one port are found by their `device_paths`.
        """
        hubs = plan.get("hub")
        hub_ports = [
            (hub.get("name"), hub["port"])
            for hub in (hubs if isinstance(hubs, list) else ())
            if isinstance(hub, Mapping) and isinstance(hub.get("port"), str)
        ]
        for table in tables:
            port = table.get("port", "")
            for hub_name, hub_port in hub_ports:
                if any(fnmatchcase(path, hub_port) for path in (port, os.path.realpath(port))):
                    yield (
                        table["at"],
                        f"is on {port}, where hub {format_value(hub_name)} is looked for ({hub_port});"
                        " give each its own port, or leave that of the hub out",
                    )

    @classmethod
    def reader_and_other_boxes(
        cls, plan: WiringPlan, wires: Sequence[Wire]
    ) -> tuple[list[PartBox], list[PartBox]]:
        """A card for each reader, which has a cable and no wires."""
        return [
            PartBox(reader.name, "PN532", (("cable", "", "USB"),), has_antenna=True)
            for reader in plan.wirings_of(cls)
        ], []
