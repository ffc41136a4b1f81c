"""A virtual serial line: bytes arrive with a delay, and on a bad line some are lost, changed, or added."""

from __future__ import annotations

from collections import deque
from random import Random
from threading import Lock

from hardware.clock import MonotonicClock

TRANSIT_US = 1_000
"""The duration of a frame of USB in microseconds."""
BUFFER_BYTES = 4096
"""Bytes that the buffers on the way hold."""


class CableDirection:
    """One direction of the line.

    `sent_bytes` counts the bytes that were sent.

    `loss_rate`, `change_rate`, `rubbish_rate`: the probability that a byte is lost, has a bit changed, or
    follows one that nobody sent; 0 to 1.
    """

    def __init__(self, clock: MonotonicClock, chance: Random) -> None:
        self.loss_rate = self.change_rate = self.rubbish_rate = 0.0
        self.sent_bytes = 0
        self._clock = clock
        self._chance = chance
        self._flying: deque[tuple[int, bytes]] = deque()
        self._lock = Lock()

    @property
    def free_bytes(self) -> int:
        """The number of bytes that can be sent now."""
        return max(0, BUFFER_BYTES - sum(len(data) for _, data in list(self._flying)))

    def send(self, data: bytes) -> int:
        """Send the bytes for which there is room; their number."""
        data = data[: self.free_bytes]
        if data:
            self.sent_bytes += len(data)
            self._flying.append((self._clock.now_us() + TRANSIT_US, self._worn(data)))
        return len(data)

    def receive(self, most: int = BUFFER_BYTES) -> bytes:
        """The bytes that have arrived, at most so many."""
        taken = bytearray()
        now = self._clock.now_us()
        with self._lock:
            while self._flying and self._flying[0][0] <= now and len(taken) < most:
                at_us, data = self._flying.popleft()
                space = most - len(taken)
                taken += data[:space]
                if data[space:]:
                    self._flying.appendleft((at_us, data[space:]))
        return bytes(taken)

    def due_us(self) -> int | None:
        """The time when bytes arrive; None where none are under way."""
        flying = list(self._flying)
        return flying[0][0] if flying else None

    def drop_in_transit(self) -> None:
        """Lose the bytes that are under way."""
        with self._lock:
            self._flying.clear()

    def _worn(self, data: bytes) -> bytes:
        if not (self.loss_rate or self.change_rate or self.rubbish_rate):
            return data
        chance, worn = self._chance, bytearray()
        for byte in data:
            if chance.random() < self.rubbish_rate:
                worn += chance.randbytes(chance.randrange(1, 9))
            if chance.random() < self.loss_rate:
                continue
            worn.append(byte ^ 1 << chance.randrange(8) if chance.random() < self.change_rate else byte)
        return bytes(worn)
