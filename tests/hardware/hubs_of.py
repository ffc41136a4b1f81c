"""The hubs of a rig, as the doctor has them."""

from __future__ import annotations

from hardware.readers.hub.hub import About
from hardware.readers.hub.hubs import Hubs
from hardware.rig import Rig


def hubs_of(rig: Rig) -> tuple[About, ...]:
    """How every hub is, in the order of the plan."""
    return next((readers.about() for _, readers in rig._readers if isinstance(readers, Hubs)), ())
