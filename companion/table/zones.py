"""The zone plan of a table, and which of its readers work."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Literal, Self

import msgspec
from msgspec import Struct

from companion.rules.errors import Unreadable
from companion.table.disk import write_whole

How = Literal["reader", "touch"]
LONGEST_PLAN = 1 << 16  # bytes


class Plan(Struct, frozen=True, forbid_unknown_fields=True):
    """What each zone (`play`, `tile/6`, `seat/blue`) is watched by; a zone not named is for touch."""

    zones: Mapping[str, How] = {}

    def by(self, zone: str) -> How:
        """How that zone is watched."""
        return self.zones.get(zone, "touch")

    def save(self, path: Path) -> None:
        """Write it, wholly or not at all; raises OSError."""
        write_whole(path, msgspec.json.format(msgspec.json.encode(self), indent=2) + b"\n")

    @classmethod
    def load(cls, path: Path) -> Self:
        """The plan in a file; raises Unreadable with the place, OSError when there is no such file."""
        with path.open("rb") as stream:
            raw = stream.read(LONGEST_PLAN + 1)
        if len(raw) > LONGEST_PLAN:
            raise Unreadable(f"longer than {LONGEST_PLAN} bytes; no plan is", path.name)
        try:
            return msgspec.json.decode(raw, type=cls)
        except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as wrong:
            raise Unreadable(f"{wrong}; each zone is `reader` or `touch`", path.name) from wrong


TOUCH_ONLY = Plan()


class Watched(Struct, frozen=True):
    """How the zones of a table are watched just now. `down`: zone -> why its reader does not work."""

    plan: Plan
    down: Mapping[str, str]

    def working(self, zone: str) -> bool:
        """Whether the reader of the zone (the finger, where it is for touch) would have reported."""
        return self.plan.by(zone) == "touch" or zone not in self.down

    def reads(self, zone: str) -> bool:
        """Whether a reader watches the zone and works."""
        return self.plan.by(zone) == "reader" and zone not in self.down


class Zones:
    """What is known of the readers: which are down and why, and which tag rests where."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.down: dict[str, str] = {}
        self._resting: dict[str, str] = {}  # uid -> zone

    @property
    def watched(self) -> Watched:
        """How they are watched as it is now."""
        return Watched(self.plan, self.down)

    def arrived(self, zone: str, uid: str) -> bool:
        """Whether the tag is newly there; a tag that rests is confirmed again and again."""
        new = self._resting.get(uid) != zone
        self._resting[uid] = zone
        return new

    def left(self, zone: str, uid: str) -> None:
        """The tag was taken away."""
        if self._resting.get(uid) == zone:
            del self._resting[uid]
