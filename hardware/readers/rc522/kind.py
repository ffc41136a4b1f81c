"""What registers: RC522 readers on a Raspberry Pi's own SPI."""

from hardware.readers.driver import INTERFACE, Kind
from hardware.readers.rc522.plan import ReaderWiring

KIND = Kind(
    INTERFACE,
    "rc522",
    "RC522 on the Raspberry Pi",
    ReaderWiring,
    driver="hardware.readers.rc522.driver:Rc522",
    simulation="hardware.virtual.on_wires:OnWires",
)
