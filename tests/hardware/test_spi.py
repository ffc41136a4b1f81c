"""Ports over the unmodified mfrc522 package: what reaches the chip, how readers are opened, what is said when not."""

from __future__ import annotations

import errno
import logging
import os
import threading
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.common.events import TAG_CAME
from hardware.common.rc522 import registers as reg
from hardware.common.rc522.reader import Rc522Reader
from hardware.common.rc522.register_port import RegisterPort
from hardware.errors import HardwareError, HardwareMissingError, WiringPlanError
from hardware.readers.rc522.spi_modules import SpiDevice, SpiModules
from hardware.readers.rc522.spi_ports import RESET_US, WAKE_US, Mfrc522Port, SpiPorts
from hardware.readers.rc522.wiring_schema import Rc522Wiring
from hardware.virtual.clock import VirtualClock
from hardware.virtual.reader import VirtualReader
from hardware.virtual.spi_board import VirtualGpio, VirtualSpiBoard, VirtualSpiDev
from hardware.virtual.tags import make_ntag213
from hardware.wiring_plan import load_kit
from hardware.wiring_schema import WiringPlan

FIVE = load_kit("five")
RESET = 25
NAMES = tuple(reader.name for reader in FIVE.wirings_of(Rc522Wiring))


def all_opened(ports: SpiPorts) -> tuple[dict[str, Mfrc522Port], dict[str, HardwareError]]:
    """The ports of the readers that could be opened, and why the others could not."""
    opened: dict[str, Mfrc522Port] = {}
    failed: dict[str, HardwareError] = {}
    for name in NAMES:
        try:
            opened[name] = ports.open(name)
        except HardwareError as error:
            failed[name] = error
    return opened, failed


class Traced(VirtualSpiDev):
    """An SPI device that remembers its frames and whether it is open."""

    def __init__(self, board: VirtualSpiBoard) -> None:
        super().__init__(board)
        self.frames: list[list[int]] = []
        self.place: tuple[int, int] | None = None
        self.closed = False

    def open(self, bus: int, device: int) -> None:
        super().open(bus, device)
        self.place = (bus, device)

    def close(self) -> None:
        super().close()
        self.closed = True

    def xfer2(self, values: Sequence[int]) -> list[int]:
        self.frames.append(list(values))
        return super().xfer2(values)


class Bench:
    """A board with the readers of a plan, and every SPI device that was ever made on it."""

    def __init__(self, plan: WiringPlan = FIVE) -> None:
        self.clock = VirtualClock()
        self.board = VirtualSpiBoard(self.clock)
        self.twins: dict[str, VirtualReader] = {
            reader.name: self.board.add_reader(reader.bus, reader.device, reset=plan.reset)
            for reader in plan.wirings_of(Rc522Wiring)
        }
        self.devices: list[Traced] = []
        self.SpiDev: Callable[[], SpiDevice] = self._device
        self.wires = SpiModules(self.board.gpio, self)
        self.ports = SpiPorts(plan, self.wires, self.clock)

    def _device(self) -> Traced:
        self.devices.append(Traced(self.board))
        return self.devices[-1]

    def last(self) -> Traced:
        return self.devices[-1]


@pytest.fixture
def bench() -> Bench:
    return Bench()


# Registers


def test_a_port_is_what_the_driver_asks_for(bench: Bench) -> None:
    port: RegisterPort = bench.ports.open("play")
    assert port.read(reg.VERSION) == 0x92
    before = port.now_us()
    port.wait_us(123)
    assert port.now_us() == before + 123


def test_several_registers_are_read_in_one_frame_in_that_order(bench: Bench) -> None:
    port = bench.ports.open("play")
    bench.last().frames.clear()
    values = port.read_each((reg.VERSION, reg.TX_ASK, reg.MODE))
    assert list(values) == [0x92, 0x40, 0x3D]
    assert bench.last().frames == [[0xEE, 0xAA, 0xA2, 0x00]]


def test_the_fifo_is_filled_in_one_frame_and_emptied_in_another(bench: Bench) -> None:
    port = bench.ports.open("play")
    bench.last().frames.clear()
    port.write_all_to_register(reg.FIFO_DATA, b"\x26\x93\x70")
    assert list(port.read_each((reg.FIFO_LEVEL, *(reg.FIFO_DATA,) * 3))) == [3, 0x26, 0x93, 0x70]
    assert bench.last().frames == [[0x12, 0x26, 0x93, 0x70], [0x94, 0x92, 0x92, 0x92, 0x00]]


@given(
    register=st.integers(0, 0x3F),
    values=st.lists(st.integers(0, 255), max_size=64),
    others=st.lists(st.integers(0, 0x3F), max_size=64),
)
def test_every_frame_carries_the_addresses_of_the_datasheet(
    register: int, values: list[int], others: list[int]
) -> None:
    """Section 8.1.2: bit 7 says read, bits 6 to 1 the register, bit 0 is 0; a read ends with a byte of zeros."""
    frames: list[list[int]] = []

    class Mute:
        max_speed_hz = 0

        def xfer2(self, frame: Sequence[int]) -> list[int]:
            frames.append(list(frame))
            return [0] * len(frame)

    class Package:
        spi = Mute()

    port = Mfrc522Port(Package(), VirtualClock())
    port.write_all_to_register(register, values)
    assert len(port.read_each(others)) == len(others)
    asked = [(other << 1) & 0x7E | 0x80 for other in others]
    written = [[(register << 1) & 0x7E, *part] for part in in_frames(values)]
    assert frames == [*written, *([*part, 0] for part in in_frames(asked))]
    assert max(map(len, frames)) <= 63


def in_frames(values: list[int]) -> list[list[int]]:
    """As many values in each frame as go beside one address."""
    return [values[first : first + 62] for first in range(0, max(1, len(values)), 62)]


def test_a_failing_bus_is_an_os_error(bench: Bench) -> None:
    port = bench.ports.open("play")
    bench.twins["play"].inject_fault("bus-fails")
    calls: list[Callable[[], object]] = [
        lambda: port.read(reg.VERSION),
        lambda: port.read_each((reg.VERSION,)),
        lambda: port.write(reg.MODE, 0x3D),
        lambda: port.write_all_to_register(reg.FIFO_DATA, b"\x26"),
    ]
    for call in calls:
        with pytest.raises(OSError, match="Input/output"):
            call()


def test_a_closed_port_says_so_and_touches_no_chip(bench: Bench) -> None:
    port = bench.ports.open("play")
    port.close()
    with pytest.raises(OSError, match="Bad file descriptor"):
        port.read(reg.VERSION)


# Opening


def test_every_select_is_high_and_rst_has_pulsed_once_before_any_chip_hears_a_frame(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[tuple[list[bool], list[tuple[str | int | None, ...]]]] = []
    transfer = bench.board.transfer

    def watched(reader: VirtualReader, frame: bytes, speed_hz: int) -> list[int]:
        seen.append(([twin.selectable for twin in bench.twins.values()], list(bench.board.gpio.calls)))
        return transfer(reader, frame, speed_hz)

    monkeypatch.setattr(bench.board, "transfer", watched)
    bench.ports.open("tile/9")
    selectable, calls = seen[0]
    assert selectable == [True] * 5
    assert [call for call in calls if call[0] == "output"][:2] == [
        ("output", RESET, 0),
        ("output", RESET, 1),
    ]


def test_rst_is_low_long_enough_and_the_chips_have_time_to_wake(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    moments: list[tuple[int, int]] = []
    output = bench.board.gpio.output

    def watched(channel: int, value: int) -> None:
        moments.append((value, bench.clock.now_us()))
        output(channel, value)

    monkeypatch.setattr(bench.board.gpio, "output", watched)
    bench.ports.open("play")
    (low, fell), (high, rose), *_ = moments
    assert (low, high) == (0, 1)
    assert rose - fell >= RESET_US
    assert moments[2][1] - rose >= WAKE_US


def test_all_readers_share_one_pulse_and_a_later_opening_makes_none(bench: Bench) -> None:
    for name in NAMES:
        bench.ports.open(name)
    for name in NAMES:
        bench.ports.open(name)
    assert bench.board.gpio.calls.count(("output", RESET, 0)) == 1


def test_a_reader_opened_again_leaves_the_others_as_they_are(bench: Bench) -> None:
    reader = Rc522Reader(bench.ports.open("play"))
    bench.ports.open("tile/6")
    tag = make_ntag213(bytes.fromhex("04112233445566"))
    bench.twins["play"].field.put_tag(tag)
    bench.clock.wait_us(10_000)
    assert [said.kind for said in reader.step()] == [TAG_CAME]
    first = bench.devices[-1]
    registers = bytes(bench.twins["play"].chip.registers)
    port = bench.ports.open("tile/6")
    assert first.closed
    assert port.read(reg.VERSION) == 0x92
    assert bytes(bench.twins["play"].chip.registers) == registers
    assert reader.step() == []


def test_pins_are_counted_as_broadcom_does_and_the_plans_reset_pin_is_used() -> None:
    bench = Bench(WiringPlan(reset=17, tables=(Rc522Wiring("play", 0, 0),)))
    bench.ports.open("play")
    assert bench.board.gpio.getmode() == VirtualGpio.BCM
    assert {call[1] for call in bench.board.gpio.calls if call[0] in ("setup", "output")} == {17}


def test_each_reader_has_the_speed_of_its_plan() -> None:
    readers = (Rc522Wiring("play", 0, 0, speed_hz=1_000_000), Rc522Wiring("tile/6", 0, 1))
    bench = Bench(WiringPlan(reset=RESET, tables=readers))
    for reader in readers:
        bench.ports.open(reader.name)
        assert bench.last().place == (reader.bus, reader.device)
        assert bench.last().max_speed_hz == reader.speed_hz


def test_the_handlers_of_the_packages_log_do_not_multiply(bench: Bench) -> None:
    logger = logging.getLogger("mfrc522Logger")
    before = list(logger.handlers)
    for _ in range(20):
        bench.ports.open("play")
    bench.twins["play"].inject_fault("no-device")
    with pytest.raises(HardwareMissingError):
        bench.ports.open("play")
    assert logger.handlers == before


def test_closing_gives_back_every_device_and_no_pin(bench: Bench) -> None:
    for name in NAMES:
        bench.ports.open(name)
    bench.ports.close()
    assert all(device.closed for device in bench.devices)
    assert "cleanup" not in {call[0] for call in bench.board.gpio.calls}
    assert bench.board.gpio.input(RESET) == 1


def test_readers_may_be_opened_by_many_threads_at_once(bench: Bench) -> None:
    together = threading.Barrier(len(NAMES))
    versions: list[int] = []

    def opener(name: str) -> None:
        together.wait(10)
        versions.append(bench.ports.open(name).read(reg.VERSION))

    threads = [threading.Thread(target=opener, args=(name,)) for name in NAMES]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)
    assert versions == [0x92] * len(NAMES)
    assert bench.board.gpio.calls.count(("output", RESET, 0)) == 1


class Waiting(VirtualGpio):
    """A pin that takes so long to set up that another thread would overtake, if it could."""

    def __init__(self, board: VirtualSpiBoard) -> None:
        super().__init__(board)
        self.busy = threading.Event()
        self.overtaken = threading.Event()

    def setup(self, channel: int, direction: int, *more: Any) -> None:
        if self.busy.is_set():
            self.overtaken.set()
        self.busy.set()
        self.overtaken.wait(0.05)
        self.busy.clear()
        super().setup(channel, direction)


def test_no_reader_is_opened_while_the_reset_of_all_is_under_way(bench: Bench) -> None:
    gpio = Waiting(bench.board)
    ports = SpiPorts(FIVE, SpiModules(gpio, bench.board.wires.spidev), bench.clock)
    first = threading.Thread(target=ports.open, args=("play",))
    first.start()
    assert gpio.busy.wait(10)
    ports.open("tile/6")
    first.join(10)
    assert not gpio.overtaken.is_set()


# What cannot be opened


@pytest.mark.parametrize(
    ("fault", "name", "words"),
    [
        ("no-device", "play", ["/dev/spidev0.0", "dtparam=spi=on", "/boot/firmware/config.txt", "reboot"]),
        ("no-device", "tile/9", ["/dev/spidev1.2", "dtoverlay=spi1-3cs", "reboot"]),
        ("no-permission", "tile/6", ["/dev/spidev0.1", "group spi", "usermod -aG spi"]),
    ],
)
def test_what_cannot_be_opened_says_why_and_what_to_do(
    bench: Bench, fault: str, name: str, words: list[str]
) -> None:
    bench.twins[name].inject_fault(fault)
    opened, failed = all_opened(bench.ports)
    assert opened.keys() == set(NAMES) - {name}
    assert {port.read(reg.VERSION) for port in opened.values()} == {0x92}
    assert failed.keys() == {name}
    for word in words:
        assert word in str(failed[name])
    bench.twins[name].clear_fault(fault)
    assert bench.ports.open(name).read(reg.VERSION) == 0x92


class Failing:
    """A module spidev whose devices cannot be opened for this reason."""

    max_speed_hz = 0

    def __init__(self, number: int) -> None:
        self.number = number
        self.SpiDev: Callable[[], SpiDevice] = lambda: self

    def open(self, bus: int, device: int) -> None:
        raise OSError(self.number, os.strerror(self.number))

    def close(self) -> None:
        pass

    def xfer2(self, values: Sequence[int]) -> list[int]:
        raise AssertionError


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.EBUSY, ["another program holds /dev/spidev0.0", "end it"]),
        (errno.ENODEV, ["there is no /dev/spidev0.0"]),
        (errno.EIO, ["/dev/spidev0.0 cannot be opened", "Input/output error", "herald doctor"]),
    ],
)
def test_rarer_reasons_have_their_sentence_too(bench: Bench, number: int, words: list[str]) -> None:
    with pytest.raises(HardwareMissingError) as caught:
        SpiPorts(FIVE, SpiModules(bench.board.gpio, Failing(number)), bench.clock).open("play")
    for word in words:
        assert word in str(caught.value)


class NoPins(VirtualGpio):
    """Pins that cannot be driven until this is taken away."""

    why: Exception | None = None

    def setup(self, channel: int, direction: int, *more: Any) -> None:
        if self.why is not None:
            raise self.why
        super().setup(channel, direction)


@pytest.mark.parametrize(
    ("why", "words"),
    [
        (type("error", (Exception,), {})("'GPIO busy'"), ["BCM 25", "pin 22", "GPIO busy", "holds this pin"]),
        (RuntimeError("can not open gpiochip"), ["BCM 25", "can not open gpiochip", "herald doctor"]),
    ],
)
def test_a_reset_wire_that_cannot_be_driven_is_said_and_tried_anew(
    bench: Bench, why: Exception, words: list[str]
) -> None:
    gpio = NoPins(bench.board)
    gpio.why = why
    ports = SpiPorts(FIVE, SpiModules(gpio, bench.board.wires.spidev), bench.clock)
    with pytest.raises(HardwareMissingError) as caught:
        ports.open("play")
    for word in words:
        assert word in str(caught.value)
    gpio.why = None
    assert ports.open("play").read(reg.VERSION) == 0x92
    assert gpio.calls.count(("output", RESET, 0)) == 1
    gpio.why = why
    with pytest.raises(HardwareMissingError) as caught:
        ports.open("play")
    assert str(caught.value).startswith("BCM 25")


def test_a_program_that_counts_pins_by_their_place_is_told_apart(bench: Bench) -> None:
    bench.board.gpio.setmode(VirtualGpio.BOARD)
    with pytest.raises(HardwareMissingError, match="different mode"):
        bench.ports.open("play")


def test_readers_without_a_reset_pin_are_no_plan(bench: Bench) -> None:
    with pytest.raises(WiringPlanError, match="reset"):
        SpiPorts(WiringPlan(tables=FIVE.wirings_of(Rc522Wiring)), bench.wires, bench.clock)


@given(broken=st.dictionaries(st.sampled_from(NAMES), st.sampled_from(("no-device", "no-permission"))))
def test_whatever_cannot_be_opened_stops_no_other(broken: dict[str, str]) -> None:
    bench = Bench()
    for name, fault in broken.items():
        bench.twins[name].inject_fault(fault)
    opened, failed = all_opened(bench.ports)
    assert failed.keys() == broken.keys()
    assert opened.keys() == set(NAMES) - broken.keys()
