"""One open RC522 on the Raspberry Pi's own SPI."""

from __future__ import annotations

from hardware.common.rc522.presence import PresenceFilter
from hardware.common.rc522.reader import Rc522Reader
from hardware.readers.rc522.spi_ports import Mfrc522Port


class SpiRc522Reader(Rc522Reader):
    """The reader for both Pythons over a port of this machine, which it closes with itself."""

    __slots__ = ("_port_to_close",)

    def __init__(self, port: Mfrc522Port, gain_db: int = 33, presence: PresenceFilter | None = None) -> None:
        """`presence`: the filter of the reader before this one, which knows the tags that rest there."""
        super().__init__(port, gain_db=gain_db, presence=presence)
        self._port_to_close = port

    def close(self) -> None:
        """Close the port."""
        self._port_to_close.close()
