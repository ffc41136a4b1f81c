"""What registers."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from hardware.readers.driver import INTERFACE, Kind
from hardware.wiring import Light, Wiring


class LineWiring(Wiring, frozen=True):
    """A reader that says lines. `port`: its serial device."""

    port: Annotated[str, Meta(min_length=1, description='its serial device, as "/dev/ttyUSB0"')]
    light: Light | None = None

    @property
    def devices(self) -> tuple[str, ...]:
        """See Wiring."""
        return (self.port,)


KIND = Kind(
    INTERFACE,
    "lines",
    "a reader that says lines",
    LineWiring,
    driver="tests.hardware.third_kind.driver:Lines",
    simulation="tests.hardware.third_kind.simulation:OnPtys",
)
