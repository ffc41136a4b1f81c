"""The installed kind: RC522 readers on a Raspberry Pi's own SPI."""

from hardware.readers.driver import INTERFACE_VERSION, ReaderKind
from hardware.readers.rc522.wiring_schema import Rc522Wiring

KIND = ReaderKind(
    INTERFACE_VERSION,
    "rc522",
    "RC522 on the Raspberry Pi",
    Rc522Wiring,
    driver="hardware.readers.rc522.driver:Rc522Driver",
    simulation="hardware.virtual.simulations:Rc522Simulation",
)
