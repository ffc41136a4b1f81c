"""Faults by name: what each looks like from the wires, and that it is over when it is cured."""

from __future__ import annotations

import pytest

from hardware.readers.rc522.spi_modules import SpiDevice
from hardware.virtual import faults
from hardware.virtual import registers as r
from hardware.virtual.clock import VirtualClock
from hardware.virtual.reader import VirtualReader
from hardware.virtual.spi_board import VirtualSpiBoard
from hardware.virtual.tags import make_ntag213

UID = bytes.fromhex("04112233445566")


class Table:
    """Two readers on one bus and one on another, all opened and set up."""

    def __init__(self, seed: int = 0) -> None:
        self.clock = VirtualClock()
        self.board = VirtualSpiBoard(self.clock, seed=seed)
        self.readers = [self.board.add_reader(0, 0), self.board.add_reader(0, 1), self.board.add_reader(1, 0)]
        self.devices = [self._open(reader) for reader in self.readers]
        for n in range(3):
            self.set_up(n)

    def _open(self, reader: VirtualReader) -> SpiDevice:
        spi = self.board.wires.spidev.SpiDev()
        spi.open(reader.bus, reader.device)
        spi.max_speed_hz = 1_000_000
        return spi

    def read(self, n: int, register: int) -> int:
        return self.devices[n].xfer2([register << 1 | 0x80, 0])[1]

    def write(self, n: int, register: int, *values: int) -> None:
        self.devices[n].xfer2([register << 1, *values])

    def set_up(self, n: int) -> None:
        self.write(n, r.TX_ASK, 0x40)
        self.write(n, r.TX_CONTROL, 0x83)
        self.clock.wait_us(6_000)

    def versions(self) -> list[int]:
        return [self.read(n, r.VERSION) for n in range(3)]

    def poll(self, n: int) -> tuple[int, int]:
        """WUPA: ComIrqReg and ErrorReg after it."""
        self.write(n, r.COMMAND, r.IDLE)
        self.write(n, r.FIFO_LEVEL, 0x80)
        self.write(n, r.COM_IRQ, 0x7F)
        self.write(n, r.FIFO_DATA, 0x52)
        self.write(n, r.COMMAND, r.TRANSCEIVE)
        self.write(n, r.BIT_FRAMING, 0x87)
        self.clock.wait_us(1_000)
        return self.read(n, r.COM_IRQ) & 0x63, self.read(n, r.ERROR)


SENT, HEARD = r.TX_IRQ, r.TX_IRQ | r.RX_IRQ


def test_every_fault_has_a_name_a_sentence_and_a_cure() -> None:
    for fault, sentence in faults.FAULTS.items():
        table = Table()
        before = sentence and table.versions()
        for reader in table.readers:
            reader.inject_fault(fault)
            reader.clear_fault(fault)
            assert reader.active_faults == frozenset()
        table.clock.wait_us(50_000)
        assert table.versions() == before
        for n in range(3):
            table.set_up(n)
        table.readers[0].field.put_tag(make_ntag213(UID))
        table.clock.wait_us(6_000)
        assert table.poll(0) == (HEARD, 0), fault
        assert table.poll(1) == (SENT, 0), fault


def test_a_fault_that_is_none_has_no_effect_but_an_error() -> None:
    reader = VirtualSpiBoard(VirtualClock()).add_reader(0, 0)
    with pytest.raises(KeyError):
        reader.inject_fault("gremlins")
    with pytest.raises(KeyError):
        reader.clear_fault("gremlins")
    reader.clear_fault(faults.NOISE)


def test_a_brown_out_puts_the_registers_back_and_the_antenna_off() -> None:
    table = Table()
    table.readers[0].inject_fault(faults.BROWN_OUT)
    table.clock.wait_us(50_000)
    assert table.versions() == [0x92, 0x92, 0x92]
    assert (table.read(0, r.TX_CONTROL), table.read(1, r.TX_CONTROL)) == (0x80, 0x83)
    assert table.read(0, r.TX_ASK) == 0
    assert not table.readers[0].field.on


def test_a_wedged_receiver_shows_nothing_until_it_is_reset() -> None:
    table = Table()
    table.readers[0].field.put_tag(make_ntag213(UID))
    table.clock.wait_us(6_000)
    table.readers[0].inject_fault(faults.WEDGED_RECEIVER)
    for _ in range(4):
        assert table.poll(0) == (SENT, 0)
    table.write(0, r.COMMAND, r.SOFT_RESET)
    table.clock.wait_us(50_000)
    table.set_up(0)
    assert {table.poll(0) for _ in range(2)} == {(HEARD, 0), (SENT, 0)}
    assert table.readers[0].active_faults == frozenset()


@pytest.mark.parametrize(("fault", "level"), [(faults.MISO_LOW, 0x00), (faults.MISO_HIGH, 0xFF)])
def test_a_stuck_miso_line_is_the_whole_bus_and_no_other(fault: str, level: int) -> None:
    table = Table()
    table.readers[1].inject_fault(fault)
    assert table.versions() == [level, level, 0x92]


def test_an_unplugged_reader_reads_as_ones_and_comes_back_like_new() -> None:
    table = Table()
    table.readers[0].inject_fault(faults.UNPLUGGED)
    assert table.versions() == [0xFF, 0x92, 0x92]
    assert not table.readers[0].field.on
    table.readers[0].clear_fault(faults.UNPLUGGED)
    table.clock.wait_us(50_000)
    assert table.versions() == [0x92, 0x92, 0x92]
    assert table.read(0, r.TX_CONTROL) == 0x80


def test_an_unplugged_reader_stays_so_through_a_reset_of_all() -> None:
    table = Table()
    table.readers[0].inject_fault(faults.UNPLUGGED)
    table.board.set_reset_pin(25, False)
    table.board.set_reset_pin(25, True)
    table.clock.wait_us(50_000)
    assert table.versions() == [0xFF, 0x92, 0x92]


@pytest.mark.parametrize(("fault", "version"), faults.CLONE_FAULTS.items())
def test_a_clone_works_and_says_its_version(fault: str, version: int) -> None:
    table = Table()
    table.readers[0].inject_fault(fault)
    table.readers[0].field.put_tag(make_ntag213(UID))
    table.clock.wait_us(6_000)
    assert table.read(0, r.VERSION) == version
    assert table.poll(0) == (HEARD, 0)
    table.write(0, r.COMMAND, r.SOFT_RESET)
    table.clock.wait_us(50_000)
    assert table.read(0, r.VERSION) == version


def test_a_chip_that_holds_miso_works_alone_and_not_beside_another() -> None:
    table = Table()
    table.readers[0].inject_fault(faults.MISO_NOT_RELEASED)
    assert table.read(1, r.VERSION) == 0x92, "it has not been spoken to yet"
    assert table.read(0, r.VERSION) == 0x92
    assert table.read(1, r.VERSION) == 0x00
    assert table.read(2, r.VERSION) == 0x92


def test_noise_spoils_empty_and_full_fields_but_not_always() -> None:
    table = Table()
    table.board.inject_fault_into_all(faults.NOISE)
    table.readers[0].field.put_tag(make_ntag213(UID))
    table.clock.wait_us(6_000)
    empty = [table.poll(1) for _ in range(100)]
    assert 20 < sum(irq & r.RX_IRQ > 0 and error > 0 for irq, error in empty) < 60
    assert 20 < empty.count((SENT, 0)) < 80
    full = [table.poll(0) for _ in range(100)]
    assert full.count((HEARD, 0)) > 10
    assert sum(error > 0 for _, error in full) > 10


def test_at_the_edge_of_the_field_answers_come_and_fail() -> None:
    table = Table()
    table.readers[0].field.put_tag(make_ntag213(UID))
    table.clock.wait_us(6_000)
    table.readers[0].inject_fault(faults.EDGE_OF_FIELD)
    polls = [table.poll(0)[0] for _ in range(100)]
    assert min(polls.count(HEARD), polls.count(SENT)) > 20
    assert table.poll(1) == (SENT, 0)


@pytest.mark.parametrize("own", [0, 1])
def test_two_tags_lie_there_and_go_again(own: int) -> None:
    table = Table()
    field = table.readers[0].field
    for _ in range(own):
        field.put_tag(make_ntag213(UID))
    table.readers[0].inject_fault(faults.TWO_TAGS)
    assert len({tag.uid for tag in field.tags}) == 2
    table.readers[0].clear_fault(faults.TWO_TAGS)
    assert [tag.uid for tag in field.tags] == [UID] * own


def test_a_failing_bus_raises_at_every_transfer() -> None:
    table = Table()
    table.readers[0].inject_fault(faults.BUS_FAILS)
    for _ in range(3):
        with pytest.raises(OSError, match="Input/output"):
            table.read(0, r.VERSION)
    assert table.read(1, r.VERSION) == 0x92
    table.readers[0].clear_fault(faults.BUS_FAILS)
    assert table.versions() == [0x92, 0x92, 0x92]


def test_the_same_seed_gives_the_same_luck() -> None:
    def story(seed: int) -> list[tuple[int, int]]:
        table = Table(seed)
        table.board.inject_fault_into_all(faults.NOISE)
        return [table.poll(0) for _ in range(30)]

    assert story(1) == story(1) != story(2)
