"""The zone plan of a table, and the readers that work."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Literal, Self

import msgspec
from msgspec import Struct

from companion.rules.errors import InvalidFile
from companion.table.storage.disk import write_atomically

InputMethod = Literal["reader", "touch"]
MAX_ZONE_PLAN_BYTES = 1 << 16


class ZonePlan(Struct, frozen=True, forbid_unknown_fields=True):
    """What watches each zone (`play`, `tile/6`, `seat/blue`); a zone that is not named is for touch."""

    zones: Mapping[str, InputMethod] = {}

    def input_method(self, zone: str) -> InputMethod:
        """The input method of that zone."""
        return self.zones.get(zone, "touch")

    def save(self, path: Path) -> None:
        """Write it completely or not at all; raises OSError."""
        write_atomically(path, msgspec.json.format(msgspec.json.encode(self), indent=2) + b"\n")

    @classmethod
    def load(cls, path: Path) -> Self:
        """The plan in a file; raises InvalidFile with the place, OSError when there is no such file."""
        with path.open("rb") as stream:
            raw = stream.read(MAX_ZONE_PLAN_BYTES + 1)
        if len(raw) > MAX_ZONE_PLAN_BYTES:
            raise InvalidFile(f"longer than {MAX_ZONE_PLAN_BYTES} bytes; no plan is", path.name)
        try:
            return msgspec.json.decode(raw, type=cls)
        except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as wrong:
            raise InvalidFile(f"{wrong}; each zone is `reader` or `touch`", path.name) from wrong


TOUCH_ONLY_PLAN = ZonePlan()


class ZoneStatus(Struct, frozen=True):
    """How the zones of a table are watched now. `readers_down`: zone -> why its reader does not work."""

    zone_plan: ZonePlan
    readers_down: Mapping[str, str]

    def would_report(self, zone: str) -> bool:
        """Whether the reader of the zone (a touch, where it is for touch) would have reported."""
        return self.zone_plan.input_method(zone) == "touch" or zone not in self.readers_down

    def has_working_reader(self, zone: str) -> bool:
        """Whether a reader watches the zone and works."""
        return self.zone_plan.input_method(zone) == "reader" and zone not in self.readers_down


class ZoneTracker:
    """What is known of the readers: which are down and why, and where each tag rests."""

    def __init__(self, zone_plan: ZonePlan) -> None:
        self.zone_plan = zone_plan
        self.readers_down: dict[str, str] = {}
        self._resting: dict[str, str] = {}  # uid -> zone

    @property
    def status(self) -> ZoneStatus:
        """How the zones are watched now."""
        return ZoneStatus(self.zone_plan, dict(self.readers_down))

    def add_tag(self, zone: str, uid: str) -> bool:
        """Note the tag; return whether it is newly there. A tag that rests is reported again and again."""
        new = self._resting.get(uid) != zone
        self._resting[uid] = zone
        return new

    def remove_tag(self, zone: str, uid: str) -> None:
        """Note that the tag was taken away."""
        if self._resting.get(uid) == zone:
            del self._resting[uid]
