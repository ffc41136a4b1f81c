"""The hubs of a rig, as the doctor has them."""

from __future__ import annotations

from hardware.device_manager import DeviceManager
from hardware.readers.hub.hub_group import HubGroup
from hardware.readers.hub.supervised_hub import HubStatus


def hubs_of(rig: DeviceManager) -> tuple[HubStatus, ...]:
    """How every hub is, in the order of the plan."""
    return next((readers.hub_statuses() for _, readers in rig._readers if isinstance(readers, HubGroup)), ())
