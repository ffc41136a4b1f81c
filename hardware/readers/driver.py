"""What a kind of reader is to everything else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, runtime_checkable

from msgspec import Struct

from hardware.common.events import Said


class Reader(Protocol):
    """One reader that was opened. It never sleeps: it says when it wants to be stepped next."""

    @property
    def due_us(self) -> int:
        """When that is, by the clock it was opened with."""
        ...

    @property
    def state(self) -> str:
        """STARTING, WELL or DOWN, of hardware.common.events."""
        ...

    @property
    def version(self) -> int:
        """What its chip calls itself, as a number; 0 while, or where, that is not known."""
        ...

    @property
    def tally(self) -> Mapping[str, int]:
        """How often a scan found what, by the words of hardware.common.events; empty where nobody counts."""
        ...

    def step(self) -> list[Said]:
        """Look once, without waiting: what there is to say of it. Raises HardwareError or OSError when it cannot look
        any more; then it is closed, and another one opened after a pause."""
        ...

    def close(self) -> None:
        """Give back what it has."""
        ...


@runtime_checkable
class Memory(Protocol):
    """A reader that can read and write the memory of tags; one that cannot has no such methods."""

    def read_user_memory(self, uid: bytes) -> bytes:
        """All user bytes of the tag with this UID. Raises TagGone, Forbidden, OSError."""
        ...

    def write_user_memory(self, uid: bytes, data: bytes) -> None:
        """Write the beginning of the tag's user memory. Raises TagGone, Forbidden, OSError."""
        ...


class State(Struct, frozen=True):
    """One reader as screens and the doctor show it.

    `state` is starting, well or down (then `why` is a sentence); `version` is its chip's (datasheet 9.3.4.8), 0 while
    not known; `tally` says how often a scan found what; `since_us` is when `state` last changed.
    """

    name: str
    state: str
    why: str
    version: int
    tally: Mapping[str, int]
    since_us: int
