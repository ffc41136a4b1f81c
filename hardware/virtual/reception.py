"""One answer in the receiver: when its bits arrive, which bytes enter the FIFO, which errors it has."""

from __future__ import annotations

from hardware.virtual import registers as r
from hardware.virtual.crc import has_valid_crc
from hardware.virtual.field import BIT_NS, FieldAnswer

REPLY_BITS = 8.5
"""From the end of the reader's frame to the tag's first bit: (9 x 128 + 84)/fc after its last pause (ISO
14443-3)."""
TIMER_STOP_BITS = 5
"""The timer stops after the start bit and four data bits (TModeReg, TAuto)."""


class AnswerReception:
    """The reception of one answer.

    `fifo`: the bytes for the FIFO, the last of which may be incomplete. `errors`: bits of ErrorReg.
    `last_bits`: RxLastBits. `collision`: the low six bits of CollReg. Step 0 is the fifth bit, then each
    whole byte is a step, then the end.
    """

    __slots__ = ("_align", "_begins_ns", "collision", "errors", "fifo", "last_bits", "length", "steps")

    def __init__(self, heard: FieldAnswer, sent_ns: int, values: bytearray) -> None:
        """`sent_ns`: end of the reader's frame. `values`: the chip's registers at that time."""
        align = values[r.BIT_FRAMING] >> 4 & 0x07
        self._align = align
        self.length = heard.bits
        self._begins_ns = sent_ns + heard.delay_ns + int(REPLY_BITS * BIT_NS)
        self.errors = heard.errors
        self.collision = 0x20
        value = heard.value
        if heard.offset != align:
            self.errors |= r.PARITY_ERR
        if heard.collision >= 0:
            value = self._collide(heard, values[r.COLL])
        if values[r.MF_RX] & 0x10:
            self.errors &= ~r.PARITY_ERR
        total = align + heard.bits
        self.last_bits = total % 8
        data = (value << align).to_bytes((total + 7) // 8, "little")
        if values[r.RX_MODE] & 0x80:
            if self.last_bits or not has_valid_crc(data):
                self.errors |= r.CRC_ERR
            data = data[:-2]
        self.fifo = data
        self.steps = 1 + len(data) - (1 if self.last_bits and data else 0)

    def _collide(self, heard: FieldAnswer, coll: int) -> int:
        """Set CollErr and CollPos (9.3.1.15); without ValuesAfterColl, clear the bits after the collision."""
        self.errors = self.errors & ~r.PARITY_ERR | r.COLL_ERR
        place = self._align + heard.collision + 1
        if place <= 32:
            self.collision = place & 0x1F
        return heard.value if coll & 0x80 else heard.value & (1 << heard.collision) - 1

    def due_ns(self, step: int) -> int:
        """The time when a step is due."""
        if step >= self.steps:
            bits = 2 + self.length + (self._align + self.length) // 8
        elif step:
            bits = max(TIMER_STOP_BITS, 1 + 9 * step - self._align)
        else:
            bits = TIMER_STOP_BITS
        return self._begins_ns + int(bits * BIT_NS)
