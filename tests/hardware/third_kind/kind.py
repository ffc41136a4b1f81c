"""What registers."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from hardware.readers.driver import INTERFACE_VERSION, ReaderKind
from hardware.wiring_schema import LightWiring, ReaderWiring


class LineWiring(ReaderWiring, frozen=True):
    """A reader that says lines. `port`: its serial device."""

    port: Annotated[str, Meta(min_length=1, description='its serial device, as "/dev/ttyUSB0"')]
    light: LightWiring | None = None

    @property
    def device_paths(self) -> tuple[str, ...]:
        """See Wiring."""
        return (self.port,)


KIND = ReaderKind(
    INTERFACE_VERSION,
    "lines",
    "a reader that says lines",
    LineWiring,
    driver="tests.hardware.third_kind.driver:Lines",
    simulation="tests.hardware.third_kind.simulation:OnPtys",
)
