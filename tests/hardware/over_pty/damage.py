"""What happens to frames on a bad line."""

from __future__ import annotations

from random import Random


class Damage:
    """One direction of a line. `lost`, `spoilt`, `rubbish`: how likely each frame does not arrive, arrives as something
    else, or comes with bytes that nobody sent; 0 to 1. `delay_s`: it arrives so much later at most.
    """

    def __init__(self, chance: Random) -> None:
        self.lost = self.spoilt = self.rubbish = self.delay_s = 0.0
        self.counts = {"frames": 0, "lost": 0, "spoilt": 0, "rubbish": 0}
        self._chance = chance

    def set(self, lost: float, spoilt: float, rubbish: float = 0.0, delay_s: float = 0.0) -> None:
        self.lost, self.spoilt, self.rubbish, self.delay_s = lost, spoilt, rubbish, delay_s

    def late_s(self) -> float:
        """So much later do the next bytes arrive."""
        return self._chance.random() * self.delay_s

    def worn(self, data: bytes) -> bytes:
        """These frames as they arrive."""
        if not (self.lost or self.spoilt or self.rubbish):
            return data
        return b"\0".join(self._frame(piece) if piece else piece for piece in data.split(b"\0"))

    def _frame(self, piece: bytes) -> bytes:
        self.counts["frames"] += 1
        if self._happens("lost", self.lost):
            return b""
        if self._happens("rubbish", self.rubbish):
            piece = self._noise() + self._chance.choice((b"\0", b"")) + piece
        return self._spoiling(piece) if self._happens("spoilt", self.spoilt) else piece

    def _happens(self, what: str, rate: float) -> bool:
        happens = self._chance.random() < rate
        self.counts[what] += happens
        return happens

    def _noise(self) -> bytes:
        return self._chance.randbytes(self._chance.randrange(1, 40))

    def _spoiling(self, piece: bytes) -> bytes:
        """Bits change, bytes are lost, strange ones come between, the end is missing, it runs into the next one."""
        chance = self._chance
        at = chance.randrange(len(piece))
        match chance.randrange(5):
            case 0:
                changed = bytearray(piece)
                for _ in range(chance.randrange(1, 9)):
                    changed[chance.randrange(len(piece))] ^= 1 << chance.randrange(8)
                return bytes(changed)
            case 1:
                return piece[:at] + piece[at + chance.randrange(1, 5) :]
            case 2:
                return piece[:at] + self._noise() + piece[at:]
            case 3:
                return piece[:at]
            case _:
                return piece + piece[:at]
