"""One RC522 on the Raspberry Pi's own SPI, opened."""

from __future__ import annotations

from hardware.common.rc522.presence import PresenceFilter
from hardware.common.rc522.reader import Rc522Reader
from hardware.readers.rc522.spi_ports import Mfrc522Port


class SpiRc522Reader(Rc522Reader):
    """The driver of both Pythons over a port of this machine, which it gives back when it is closed."""

    __slots__ = ("_given",)

    def __init__(self, port: Mfrc522Port, gain_db: int = 33, presence: PresenceFilter | None = None) -> None:
        """`presence`: what lies there by the reader before this one; see Reader."""
        super().__init__(port, gain_db=gain_db, presence=presence)
        self._given = port

    def close(self) -> None:
        """See hardware.readers.driver.Reader."""
        self._given.close()
