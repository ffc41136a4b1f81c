"""The FIFO of the virtual chip (MFRC522 datasheet 8.3, 9.3.1.10 to 9.3.1.12)."""

from __future__ import annotations

import pytest

from hardware.virtual import registers as r
from tests.hardware.virtual.host import Host


def test_it_gives_back_what_it_got_in_that_order() -> None:
    host = Host()
    host.write(r.FIFO_DATA, *range(64))
    assert host.read(r.FIFO_LEVEL) == 64
    assert host.fifo() == bytes(range(64))
    assert host.read(r.FIFO_LEVEL) == 0


def test_the_65th_byte_is_lost_and_said_to_be() -> None:
    host = Host()
    host.write(r.FIFO_DATA, *range(65))
    assert host.read(r.ERROR) == r.BUFFER_OVFL
    assert host.irq() & r.ERR_IRQ
    assert host.fifo() == bytes(range(64))


def test_flushing_empties_it_and_forgets_the_overflow() -> None:
    host = Host()
    host.write(r.FIFO_DATA, *range(70))
    host.write(r.FIFO_LEVEL, 0x80)
    assert (host.read(r.FIFO_LEVEL), host.read(r.ERROR)) == (0, 0)


@pytest.mark.parametrize(
    ("water", "level"), [(8, 0), (8, 8), (8, 9), (8, 55), (8, 56), (20, 44), (20, 21), (63, 30)]
)
def test_alerts_are_told_at_the_water_level(water: int, level: int) -> None:
    host = Host()
    host.write(r.WATER_LEVEL, water)
    host.write(r.FIFO_DATA, *bytes(level))
    high, low = 64 - level <= water, level <= water
    assert host.read(r.STATUS1) & 0x03 == high << 1 | low


def test_an_alert_stays_as_an_interrupt_bit() -> None:
    host = Host()
    host.write(r.FIFO_DATA, *bytes(60))
    host.fifo()
    assert host.irq() & r.HI_ALERT_IRQ
    assert not host.read(r.STATUS1) & 0x02
