"""What registers: reader hubs, each with up to sixteen RC522 readers."""

from hardware.readers.driver import INTERFACE, Kind
from hardware.readers.hub.plan import HubWiring

KIND = Kind(
    INTERFACE,
    "hub",
    "reader hub",
    HubWiring,
    driver="hardware.readers.hub.driver:HubDriver",
    simulation="hardware.virtual.on_hubs:OnHubs",
    table="hub",
)
