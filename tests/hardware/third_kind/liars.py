"""What registers as a kind of reader and is none, or cannot be used."""

from __future__ import annotations

from typing import Any

from hardware.wiring import Wiring
from tests.hardware.third_kind.kind import KIND


class UndrivenWiring(Wiring, frozen=True):
    """Of a kind whose driver is not there."""

    port: str


NO_KIND = "a kind"
OLD = KIND._replace(interface=0, name="old")
TAKER = KIND._replace(name="taker", table="button")
RENAMED = KIND._replace(name="renamed")
STRANGE: Any = KIND._replace(name="strange", wiring=str)  # type: ignore[arg-type]
NO_DRIVER = KIND._replace(
    name="no-driver", wiring=UndrivenWiring, driver="tests.hardware.third_kind.nowhere:Driver"
)
NO_SIMULATION = KIND._replace(name="no-simulation", simulation="")
