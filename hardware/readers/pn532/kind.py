"""The installed kind: PN532 readers on serial ports."""

from hardware.readers.driver import INTERFACE_VERSION, ReaderKind
from hardware.readers.pn532.wiring_schema import Pn532Wiring

KIND = ReaderKind(
    INTERFACE_VERSION,
    "pn532",
    "PN532 on USB",
    Pn532Wiring,
    driver="hardware.readers.pn532.driver:Pn532Driver",
    simulation="hardware.virtual.simulations:Pn532Simulation",
)
