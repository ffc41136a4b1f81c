"""The wires of a virtual board: chip selects, RST, MISO, and the stand-ins for RPi.GPIO and spidev."""

from __future__ import annotations

import errno
from concurrent.futures import ThreadPoolExecutor

import pytest

from hardware.clock import RealClock
from hardware.readers.rc522.spi_modules import SpiDevice
from hardware.virtual import faults
from hardware.virtual import registers as r
from hardware.virtual.clock import VirtualClock
from hardware.virtual.spi_board import VirtualSpiBoard, VirtualSpiDev

RST = 25


def opened(board: VirtualSpiBoard, bus: int = 0, device: int = 0, hz: int = 1_000_000) -> SpiDevice:
    spi = board.wires.spidev.SpiDev()
    spi.open(bus, device)
    spi.max_speed_hz = hz
    return spi


def read(spi: SpiDevice, register: int) -> int:
    return spi.xfer2([register << 1 | 0x80, 0])[1]


def write(spi: SpiDevice, register: int, value: int) -> None:
    spi.xfer2([register << 1, value])


@pytest.fixture
def board() -> VirtualSpiBoard:
    return VirtualSpiBoard(VirtualClock())


@pytest.mark.parametrize(("hz", "us"), [(1_000_000, 9 + 16), (4_000_000, 9 + 4), (10_000_000, 9 + 1.6)])
def test_a_transfer_takes_its_cost_and_its_bits(board: VirtualSpiBoard, hz: int, us: float) -> None:
    board.add_reader(0, 0)
    spi = opened(board, hz=hz)
    begun = board.clock.now_ns()
    for _ in range(10):
        assert read(spi, r.VERSION) == 0x92
    assert board.clock.now_ns() - begun == pytest.approx(10_000 * us)
    assert (board.transfers, board.bytes) == (10, 20)


def test_a_device_that_is_not_there_cannot_be_opened(board: VirtualSpiBoard) -> None:
    board.add_reader(0, 0)
    with pytest.raises(FileNotFoundError, match=r"spidev0\.1"):
        opened(board, 0, 1)


@pytest.mark.parametrize(
    ("fault", "number"), [(faults.NO_PERMISSION, errno.EACCES), (faults.NO_DEVICE, errno.ENOENT)]
)
def test_a_device_may_be_kept_from_us(board: VirtualSpiBoard, fault: str, number: int) -> None:
    board.add_reader(0, 0).inject_fault(fault)
    with pytest.raises(OSError, match=r"spidev0\.0") as raised:
        opened(board)
    assert raised.value.errno == number
    board.clear_fault_of_all(fault)
    assert read(opened(board), r.VERSION) == 0x92


def test_a_closed_device_transfers_nothing(board: VirtualSpiBoard) -> None:
    board.add_reader(0, 0)
    spi = opened(board)
    spi.close()
    with pytest.raises(OSError, match="file descriptor"):
        read(spi, r.VERSION)


@pytest.mark.parametrize("hz", [10_000_001, 125_000_000])
def test_above_ten_megahertz_nothing_can_be_read(board: VirtualSpiBoard, hz: int) -> None:
    board.add_reader(0, 0)
    assert read(opened(board, hz=hz), r.VERSION) != 0x92


def test_a_chip_whose_select_floats_hears_what_is_meant_for_another(board: VirtualSpiBoard) -> None:
    first, second = board.add_reader(0, 0), board.add_reader(0, 1)
    spi = opened(board, 0, 0)
    write(spi, r.TX_CONTROL, 0x83)
    assert (first.field.on, second.field.on) == (True, True)
    other = opened(board, 0, 1)
    write(spi, r.TX_CONTROL, 0x80)
    assert (first.field.on, second.field.on) == (False, True)
    assert (read(spi, r.TX_CONTROL), read(other, r.TX_CONTROL)) == (0x80, 0x83)


def test_two_chips_that_answer_at_once_garble_each_other(board: VirtualSpiBoard) -> None:
    board.add_reader(0, 0, version=0x92)
    board.add_reader(0, 1, version=0x88)
    assert read(opened(board, 0, 0), r.VERSION) == 0x92 & 0x88


def test_chips_of_another_bus_hear_nothing(board: VirtualSpiBoard) -> None:
    board.add_reader(0, 0)
    other = board.add_reader(1, 0)
    write(opened(board, 0, 0), r.TX_CONTROL, 0x83)
    assert not other.field.on


def pulse(board: VirtualSpiBoard, pin: int = RST) -> None:
    gpio = board.wires.gpio
    gpio.setmode(gpio.BCM)
    gpio.setup(pin, gpio.OUT)
    gpio.output(pin, gpio.LOW)
    board.clock.wait_us(100)
    gpio.output(pin, gpio.HIGH)
    board.clock.wait_us(50_000)


def test_one_pulse_of_rst_resets_every_reader_wired_to_it(board: VirtualSpiBoard) -> None:
    readers = [board.add_reader(0, 0), board.add_reader(0, 1), board.add_reader(1, 0, reset=24)]
    devices = [opened(board, reader.bus, reader.device) for reader in readers]
    for spi in devices:
        write(spi, r.T_RELOAD_L, 0x77)
    pulse(board)
    assert [read(spi, r.T_RELOAD_L) for spi in devices] == [0, 0, 0x77]


def test_held_in_reset_a_chip_lets_go_of_miso(board: VirtualSpiBoard) -> None:
    board.add_reader(0, 0)
    spi = opened(board)
    gpio = board.wires.gpio
    gpio.setmode(gpio.BCM)
    gpio.setup(RST, gpio.OUT)
    gpio.output(RST, gpio.LOW)
    assert read(spi, r.VERSION) == 0xFF
    gpio.output(RST, gpio.HIGH)
    board.clock.wait_us(50_000)
    assert read(spi, r.VERSION) == 0x92


def test_pins_can_be_counted_by_their_place_too(board: VirtualSpiBoard) -> None:
    reader = board.add_reader(0, 0)
    gpio = board.wires.gpio
    gpio.setmode(gpio.BOARD)
    gpio.setup(22, gpio.OUT)
    gpio.output(22, gpio.LOW)
    assert not reader.chip.driving


def test_rpi_gpio_says_what_is_wrong(board: VirtualSpiBoard) -> None:
    gpio = board.gpio
    with pytest.raises(RuntimeError, match="setmode"):
        gpio.setup(RST, gpio.OUT)
    gpio.setmode(gpio.BCM)
    with pytest.raises(ValueError, match="different mode"):
        gpio.setmode(gpio.BOARD)
    with pytest.raises(RuntimeError, match="output"):
        gpio.output(RST, gpio.HIGH)
    with pytest.raises(ValueError, match="invalid"):
        gpio.setup(99, gpio.OUT)
    assert gpio.getmode() == gpio.BCM


def test_cleaning_up_takes_every_pin_of_the_process(board: VirtualSpiBoard) -> None:
    gpio = board.gpio
    gpio.setmode(gpio.BCM)
    for pin in (RST, 17):
        gpio.setup(pin, gpio.OUT)
        gpio.output(pin, gpio.LOW)
    assert (gpio.input(RST), gpio.input(17)) == (0, 0)
    gpio.cleanup()
    assert gpio.getmode() is None
    assert gpio.calls[-1] == ("cleanup", None)
    gpio.setmode(gpio.BCM)
    with pytest.raises(RuntimeError, match="output"):
        gpio.output(17, gpio.HIGH)


def test_bytes_with_the_select_released_between_them_say_nothing(board: VirtualSpiBoard) -> None:
    board.add_reader(0, 0)
    spi = VirtualSpiDev(board)
    spi.open(0, 0)
    spi.max_speed_hz = 1_000_000
    assert spi.xfer2([r.VERSION << 1 | 0x80, 0]) == [0, 0x92]
    assert spi.xfer([r.VERSION << 1 | 0x80, 0]) == [0, 0]


def test_in_another_spi_mode_than_0_nothing_can_be_read(board: VirtualSpiBoard) -> None:
    board.add_reader(0, 0)
    spi = VirtualSpiDev(board)
    spi.open(0, 0)
    spi.max_speed_hz = 1_000_000
    spi.mode = 3
    assert read(spi, r.VERSION) != 0x92


@pytest.mark.parametrize("floating", [0x00, 0xFF])
def test_a_line_that_nobody_drives_reads_as_it_is_pulled(floating: int) -> None:
    board = VirtualSpiBoard(VirtualClock(), floating=floating)
    board.add_reader(0, 0).inject_fault(faults.UNPLUGGED)
    assert read(opened(board), r.VERSION) == floating


def test_each_reader_may_have_its_own_thread() -> None:
    board = VirtualSpiBoard(VirtualClock())
    readers = [board.add_reader(bus, device) for bus, device in ((0, 0), (0, 1), (1, 0), (1, 1), (1, 2))]
    devices = [opened(board, reader.bus, reader.device) for reader in readers]

    def work(n: int) -> bool:
        good = True
        for value in range(200):
            write(devices[n], r.T_RELOAD_L, value ^ n)
            readers[n].inject_fault(faults.NOISE)
            good &= read(devices[n], r.T_RELOAD_L) == value ^ n
            readers[n].clear_fault(faults.NOISE)
        return good

    with ThreadPoolExecutor(5) as pool:
        assert all(pool.map(work, range(5)))
    assert board.transfers == 5 * 200 * 2
    assert board.clock.now_us() == board.transfers * (9 + 16)


def test_it_runs_on_the_computers_own_clock_too() -> None:
    board = VirtualSpiBoard(RealClock())
    board.add_reader(0, 0)
    spi = opened(board)
    write(spi, r.T_RELOAD_L, 19)
    write(spi, r.T_PRESCALER, 0xA9)
    write(spi, r.CONTROL, 0x40)
    begun = board.clock.now_us()
    board.clock.wait_us(600)
    assert board.clock.now_us() - begun >= 600
    assert read(spi, r.COM_IRQ) & r.TIMER_IRQ
