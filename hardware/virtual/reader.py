"""A virtual reader: chip, antenna, and its place on the wires, with its faults."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from random import Random

from hardware.clock import MonotonicClock
from hardware.virtual import faults
from hardware.virtual.chip import VirtualChip
from hardware.virtual.field import VirtualField
from hardware.virtual.tags import VirtualTag, make_ntag213

NOISE_RATE = 0.4
FAR_FACTOR = 0.3
LOSS_RATE = 0.2
"""The values that the faults `noise` and `edge-of-field` set."""


class VirtualReader:
    """The reader at SPI `bus`, `device`.

    `reset`: the board's pin (BCM number) at its RST; None: it is at 3.3 V.
    """

    def __init__(
        self,
        bus: int,
        device: int,
        clock: MonotonicClock,
        *,
        version: int = 0x92,
        reset: int | None = 25,
        chance: Random | None = None,
        changed: Callable[[], None] = lambda: None,
        lock: AbstractContextManager[object] | None = None,
    ) -> None:
        """`changed` is called when something about its place on the wires has changed.

        `lock` is held during a frame, so that a fault from another thread waits for its end.
        """
        self.bus = bus
        self.device = device
        self.reset = reset
        self.field = VirtualField(clock, chance)
        self.chip = VirtualChip(self.field, clock, version, chance)
        self.selectable = False
        self.spoken = False
        self._version = version
        self._level = True
        self._changed = changed
        self._lock = lock or nullcontext()
        self._afflicted: dict[str, tuple[VirtualTag, ...]] = {}

    @property
    def active_faults(self) -> frozenset[str]:
        """The present faults; a reset of the chip clears a wedged receiver."""
        over = () if self.chip.wedged else (faults.WEDGED_RECEIVER,)
        return frozenset(self._afflicted).difference(over)

    def has_injected_fault(self, fault: str) -> bool:
        return fault in self._afflicted

    def inject_fault(self, fault: str) -> None:
        """Give it a fault of faults.FAULTS, until it is cleared. Raises KeyError for another name."""
        faults.FAULTS[fault]
        with self._lock:
            self._afflict(fault)

    def _afflict(self, fault: str) -> None:
        if fault == faults.BROWN_OUT:
            self._power()
            return
        added: tuple[VirtualTag, ...] = ()
        if fault == faults.WEDGED_RECEIVER:
            self.chip.wedged = True
        elif fault in faults.CLONE_FAULTS:
            self._become(faults.CLONE_FAULTS[fault])
        else:
            added = afflict_field(self.field, fault)
        self._afflicted[fault] = self._afflicted.get(fault, ()) + added
        if fault == faults.UNPLUGGED:
            self._power()
        self._changed()

    def clear_fault(self, fault: str) -> None:
        """Clear a fault; nothing where it does not have it. Raises KeyError for an unknown name."""
        faults.FAULTS[fault]
        with self._lock:
            if fault in self._afflicted:
                self._cure(fault)

    def _cure(self, fault: str) -> None:
        for tag in self._afflicted.pop(fault):
            self.field.take_tag(tag)
        if fault == faults.WEDGED_RECEIVER:
            self.chip.wedged = False
        elif fault in faults.CLONE_FAULTS:
            self._become(self._version)
        elif fault == faults.UNPLUGGED:
            self._power()
        else:
            cure_field(self.field, fault)
        self._changed()

    def set_reset_pin(self, level: bool) -> None:
        """Set the level of RST: low is power-down, and the rise a reset (8.8.1)."""
        if level != self._level:
            self._level = level
            self._power()
            self._changed()

    def _power(self) -> None:
        """The supply was off, or is off: the chip starts anew where it has one."""
        self.spoken = False
        self.chip.set_power(self._level and not self.has_injected_fault(faults.UNPLUGGED))

    def _become(self, version: int) -> None:
        self.chip.version = self.chip.registers[0x37] = version


def afflict_field(field: VirtualField, fault: str) -> tuple[VirtualTag, ...]:
    """Give a field that fault, if it is one of a field; the tags that were laid there for it."""
    if fault == faults.NOISE:
        field.noise = NOISE_RATE
    elif fault == faults.EDGE_OF_FIELD:
        field.fading = FAR_FACTOR
    elif fault == faults.WEAK_TAGS:
        field.lost_commands = field.lost_answers = LOSS_RATE
    elif fault == faults.TWO_TAGS:
        added = tuple(make_ntag213(bytes((0x04, 0xF0 + n, *range(5)))) for n in range(2 - len(field.tags)))
        for tag in added:
            field.put_tag(tag)
        return added
    return ()


def cure_field(field: VirtualField, fault: str) -> None:
    """Clear such a fault; the tags that were laid there for it stay."""
    if fault == faults.NOISE:
        field.noise = 0.0
    elif fault == faults.EDGE_OF_FIELD:
        field.fading = 1.0
    elif fault == faults.WEAK_TAGS:
        field.lost_commands = field.lost_answers = 0.0
