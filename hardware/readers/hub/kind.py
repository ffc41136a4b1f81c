"""The installed kind: reader hubs, each with up to sixteen RC522 readers."""

from hardware.readers.driver import INTERFACE_VERSION, ReaderKind
from hardware.readers.hub.wiring_schema import HubWiring

KIND = ReaderKind(
    INTERFACE_VERSION,
    "hub",
    "reader hub",
    HubWiring,
    driver="hardware.readers.hub.driver:HubDriver",
    simulation="hardware.virtual.simulations:HubSimulation",
    table_name="hub",
)
