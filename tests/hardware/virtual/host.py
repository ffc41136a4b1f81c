"""A host that speaks to one virtual chip by plain SPI frames, as a datasheet would have it: no package, no driver."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

from hardware.virtual import registers as r
from hardware.virtual.clock import VirtualClock
from hardware.virtual.crc import crc_a
from hardware.virtual.reader import VirtualReader
from hardware.virtual.tags import VirtualTag

BIT_US = 128 / 13.56
"""One bit at 106 kbit/s."""
REQA, WUPA = 0x26, 0x52
POWER_UP_US = 5_000


class Host:
    """One chip, spoken to without the time that wires take."""

    def __init__(self, *, version: int = 0x92, seed: int = 0) -> None:
        self.clock = VirtualClock()
        self.reader = VirtualReader(0, 0, self.clock, version=version, chance=Random(seed))
        self.field = self.reader.field
        self.chip = self.reader.chip

    def write(self, register: int, *values: int) -> None:
        self.chip.exchange_spi(bytes((register << 1, *values)))

    def read(self, register: int) -> int:
        return self.chip.exchange_spi(bytes((register << 1 | 0x80, 0)))[1]

    def fifo(self) -> bytes:
        return bytes(self.read(r.FIFO_DATA) for _ in range(self.read(r.FIFO_LEVEL)))

    def wait(self, us: float) -> None:
        self.clock.wait_us(us)

    def field_on(self, *tags: VirtualTag) -> None:
        """100 % ASK, antenna on, tags laid down and powered."""
        self.write(r.TX_ASK, 0x40)
        self.write(r.TX_CONTROL, 0x83)
        for tag in tags:
            self.field.put_tag(tag)
        self.wait(POWER_UP_US)

    def begin(self, frame: bytes, last_bits: int = 0, rx_align: int = 0) -> None:
        """Transceive: the frame goes out now."""
        self.write(r.COMMAND, r.IDLE)
        self.write(r.FIFO_LEVEL, 0x80)
        self.write(r.COM_IRQ, 0x7F)
        self.write(r.BIT_FRAMING, 0)
        self.write(r.FIFO_DATA, *frame)
        self.write(r.COMMAND, r.TRANSCEIVE)
        self.write(r.BIT_FRAMING, 0x80 | rx_align << 4 | last_bits)

    def exchange(self, frame: bytes, last_bits: int = 0, rx_align: int = 0, wait_us: float = 12_000) -> bytes:
        """Transceive and wait; what the FIFO has then."""
        self.begin(frame, last_bits, rx_align)
        self.wait(wait_us)
        return self.fifo()

    def wake(self, code: int = WUPA) -> bytes:
        return self.exchange(bytes((code,)), 7)

    def identify(self, code: int = WUPA) -> bytes:
        """The UID of the only tag there, through all its cascade levels."""
        self.wake(code)
        uid = b""
        for level in (0x93, 0x95, 0x97):
            part = self.exchange(bytes((level, 0x20)))
            sak = self.exchange(with_crc(bytes((level, 0x70)) + part))
            if not sak[0] & 0x04:
                return uid + part[:4]
            uid += part[1:4]
        raise AssertionError("a fourth cascade level")

    def command(self, *command: int) -> bytes:
        """A command of an NTAG with its CRC."""
        return self.exchange(with_crc(bytes(command)))

    def irq(self) -> int:
        return self.read(r.COM_IRQ)

    def until_irq(self, bits: int, most_us: int = 100_000) -> int:
        """Microseconds until one of these bits of ComIrqReg is set."""
        for us in range(most_us):
            if self.irq() & bits:
                return us
            self.wait(1)
        raise AssertionError("it never came")


def with_crc(data: bytes) -> bytes:
    return data + crc_a(data)


def enumerated(host: Host) -> list[bytes]:
    """The UIDs of all tags there, by the algorithm of ISO 14443-3, 6.5.3: at a collision the way of the 1 is taken,
    the tag that is left alone is selected and halted, and whoever still answers REQA is next.
    """
    return list(_one_after_another(host))


def _one_after_another(host: Host) -> Iterator[bytes]:
    for _ in range(64):
        if not host.wake(REQA) and not host.wake(REQA):
            return
        uid = b""
        for level in (0x93, 0x95, 0x97):
            part = _resolved(host, level)
            sak = host.exchange(with_crc(bytes((level, 0x70)) + part))
            if not sak[0] & 0x04:
                yield uid + part[:4]
                break
            uid += part[1:4]
        host.exchange(with_crc(b"\x50\x00"))


def _resolved(host: Host, level: int) -> bytes:
    """The five bytes of one tag at a cascade level."""
    known, count = 0, 0
    for _ in range(33):
        whole, rest = divmod(count, 8)
        nvb = (2 + whole) << 4 | rest
        bits = known.to_bytes(5, "little")[: whole + (1 if rest else 0)]
        host.write(r.COLL, 0x00)
        heard = host.exchange(bytes((level, nvb)) + bits, rest, rest)
        value = known | int.from_bytes(heard, "little") << 8 * whole
        if not host.read(r.ERROR) & r.COLL_ERR:
            return value.to_bytes(5, "little")
        place = host.read(r.COLL) & 0x3F
        assert place < 0x20, "a collision where a UID has no bits"
        count = 8 * whole + (place or 32)
        known = value & (1 << count - 1) - 1 | 1 << count - 1
    raise AssertionError("more collisions than a UID has bits")


def hexes(uids: Iterable[bytes]) -> list[str]:
    return sorted(uid.hex() for uid in uids)
