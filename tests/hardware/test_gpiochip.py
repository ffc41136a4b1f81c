"""The chip of the header, found on sysfs trees as real machines have them, and one sentence for what is missing.

The trees follow what gpiodetect, ls and udev show there: raspberrypi/linux pull request 6144 (chip 4 becomes 0, the
inner chips go to 10 and up), WiringPi issue 280 (both, and a Pi 4) and Adafruit_Blinka issue 1119 (11 to 15).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import gpiozero.pins.local
import pytest
from gpiozero import DigitalInputDevice, Factory
from gpiozero.pins.mock import MockFactory

from hardware import gpio_chip
from hardware.errors import HardwareError, HardwareMissingError
from hardware.gpio_chip import (
    header_chip_number,
    load_lgpio,
    open_pin_factory,
    pin_error_message,
    set_rpi_gpio_chip,
)


class Chip(NamedTuple):
    number: int
    base: int
    label: str
    compatible: str
    device: str


def rp1(number: int, base: int) -> Chip:
    return Chip(number, base, "pinctrl-rp1", "raspberrypi,rp1-gpio", "axi/1000120000.pcie/1f000d0000.gpio")


def inner(number: int, base: int, device: str, bank: str) -> Chip:
    """One of the Pi 5's own chips: two of them are parts of one device."""
    return Chip(
        number, base, f"gpio-brcmstb@{bank}", "brcm,bcm7445-gpio\0brcm,brcmstb-gpio", f"soc/{device}.gpio"
    )


def inners(*numbers: int, base: int) -> list[Chip]:
    devices = ("107d508500", "107d508500", "107d517c00", "107d517c00")
    banks = ("107d508500", "107d508520", "107d517c00", "107d517c20")
    bases = (base, base + 32, base + 36, base + 53)
    return [inner(n, b, d, bank) for n, b, d, bank in zip(numbers, bases, devices, banks, strict=True)]


def expander(number: int, base: int) -> Chip:
    return Chip(number, base, "raspberrypi-exp-gpio", "raspberrypi,firmware-gpio", "soc/soc:firmware:gpio")


BCM2835 = Chip(0, 512, "pinctrl-bcm2835", "brcm,bcm2835-gpio", "soc/3f200000.gpio")
BCM2711 = Chip(0, 512, "pinctrl-bcm2711", "brcm,bcm2711-gpio", "soc/fe200000.gpio")

MACHINES = {
    "Pi 3, Linux 6.1": ([BCM2835._replace(base=0), expander(1, 504)], 0),
    "Pi Zero 2 W, Linux 6.12": ([BCM2835, expander(1, 566)], 0),
    "Pi 4, Linux 6.6": ([BCM2711, expander(1, 570)], 0),
    "Pi 5, Linux 6.6.20": ([*inners(0, 1, 2, 3, base=512), rp1(4, 571)], 4),
    "Pi 5, Linux 6.6.47": ([rp1(0, 569), *inners(10, 11, 12, 13, base=512)], 0),
    "Pi 5, Linux 6.12.96": ([*inners(11, 12, 13, 14, base=512), rp1(15, 571)], 15),
    "Pi 5, header first": ([rp1(11, 512), *inners(12, 13, 14, 15, base=566)], 11),
}


def write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)


def grow(sysfs: Path, chips: list[Chip], *, labels: str = "legacy", tree: bool = True) -> None:
    """A sysfs with these chips, whose `labels` are told as kernels did or do: "legacy", "own", "6.17" or ""; with or
    without a device tree.
    """
    (sysfs / "bus/gpio/devices").mkdir(parents=True)
    for number, base, label, compatible, place in chips:
        device = sysfs / "devices/platform" / place
        chip = device / f"gpiochip{number}"
        write(chip / "dev", f"254:{number}\n")
        if tree:
            node = sysfs / "firmware/devicetree/base" / place
            write(node / "compatible", compatible + "\0")
            (chip / "of_node").symlink_to(node)
        (sysfs / "bus/gpio/devices" / chip.name).symlink_to(chip)
        if labels in ("legacy", "own"):
            told = device / "gpio" / f"gpiochip{base}"
            write(told / "label", label + "\n")
            (told / "device").symlink_to(device if labels == "legacy" else chip)
            (sysfs / "class/gpio").mkdir(parents=True, exist_ok=True)
            (sysfs / "class/gpio" / told.name).symlink_to(told)
        elif labels:
            write(sysfs / "class/gpio" / f"chip{number}" / "label", label + "\n")


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize(
    ("labels", "tree"),
    [("legacy", True), ("legacy", False), ("own", False), ("6.17", False), ("", True)],
)
def test_the_chip_of_the_header_is_found_by_label_or_by_device_tree(
    machine: str, labels: str, tree: bool, tmp_path: Path
) -> None:
    chips, number = MACHINES[machine]
    grow(tmp_path, chips, labels=labels, tree=tree)
    assert header_chip_number(tmp_path) == number


def test_the_device_tree_node_may_hang_on_the_device_and_not_on_the_chip(tmp_path: Path) -> None:
    grow(tmp_path, [expander(1, 570), BCM2711], labels="", tree=True)
    chip = tmp_path / "devices/platform/soc/fe200000.gpio/gpiochip0"
    (chip / "of_node").rename(chip.parent / "of_node")
    assert header_chip_number(tmp_path) == 0


def test_a_label_under_the_number_of_a_first_pin_is_not_taken_for_a_chips_number(tmp_path: Path) -> None:
    grow(tmp_path, [*inners(0, 1, 2, 3, base=0), rp1(4, 59)], tree=False)
    assert header_chip_number(tmp_path) == 4


def test_where_no_chip_is_a_raspberry_pis_the_sentence_says_what_was_looked_for(tmp_path: Path) -> None:
    grow(tmp_path, [Chip(0, 512, "INTC1055:00", "", "INTC1055:00"), expander(2, 0)], tree=False)
    with pytest.raises(HardwareMissingError) as missing:
        header_chip_number(tmp_path)
    assert str(missing.value) == (
        "no pin header of a Raspberry Pi is here: pinctrl-rp1, pinctrl-bcm2711 or pinctrl-bcm2835 was looked for under "
        f"{tmp_path}/bus/gpio/devices, where there is only gpiochip0, gpiochip2; play by touch, or run Herald on a "
        "Raspberry Pi"
    )
    assert isinstance(missing.value, OSError)
    assert isinstance(missing.value, HardwareError)


def test_where_there_are_no_chips_at_all_the_sentence_says_so(tmp_path: Path) -> None:
    with pytest.raises(HardwareMissingError, match="where there is no chip at all; play by touch"):
        header_chip_number(tmp_path)


LGPIO = """
import os
os.chdir(os.environ.get("LG_WD", "."))  # as the real one does, to stay there
open(".lgd-nfy0", "w").close()
class error(Exception):
    def __str__(self):
        return repr(self.args[0])
SET_PULL_NONE = SET_PULL_UP = SET_PULL_DOWN = 0
BOTH_EDGES = RISING_EDGE = FALLING_EDGE = 0
opened = []
def gpiochip_open(number):
    if number != 15:
        raise error("can not open gpiochip")
    opened.append(number)
    return len(opened) - 1
def gpiochip_close(handle):
    opened[handle] = None
def gpio_claim_input(handle, pin, flags=0):
    if pin in (7, 8):
        raise error("GPIO busy")
def gpio_get_line_info(handle, pin):
    if pin == 8:
        raise error("bad GPIO number")
    return [0, pin, 1, "SPI_CE1_N", "spi0 CS1"]
"""
"""What is used of lgpio, with the real one's manners: it leaves the folder when imported, and quotes its errors."""


@pytest.fixture
def lgpio(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A computer with the module lgpio, its source in the file given; and with nothing of it in memory afterwards."""
    source = tmp_path / "site/lgpio.py"
    write(source, LGPIO)
    monkeypatch.syspath_prepend(source.parent)
    monkeypatch.setattr(gpiozero.pins.local, "get_pi_revision", lambda: 0xC04170)
    yield source
    for module in ("lgpio", "gpiozero.pins.lgpio"):
        sys.modules.pop(module, None)


def test_lgpio_leaves_this_process_where_it_stands_and_no_file_behind(
    lgpio: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("LG_WD", "somebody's")
    monkeypatch.setenv("TMPDIR", str(tmp_path / "temporary"))
    monkeypatch.setattr("tempfile.tempdir", None)
    (tmp_path / "temporary").mkdir()
    before = Path.cwd()
    module = load_lgpio()
    assert module.__file__ == str(lgpio)
    assert load_lgpio() is module
    assert Path.cwd() == before
    assert os.environ["LG_WD"] == "somebody's"
    assert not list((tmp_path / "temporary").iterdir())


def test_a_missing_lgpio_is_named_with_what_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LG_WD", raising=False)
    monkeypatch.setitem(sys.modules, "lgpio", None)  # as if it were nowhere, even where it is
    with pytest.raises(
        HardwareMissingError, match=r"the package lgpio is not installed.*run deploy/install again"
    ):
        load_lgpio()
    assert "LG_WD" not in os.environ


def test_an_lgpio_that_lacks_a_library_is_named_with_what_it_lacks(lgpio: Path) -> None:
    lgpio.write_text("raise ImportError('liblgpio.so.1: cannot open shared object file')")
    with pytest.raises(
        HardwareMissingError, match=r"cannot be loaded \(liblgpio.so.1: cannot open shared object file\)"
    ):
        load_lgpio()
    lgpio.write_text("import lgpio_of_yesterday")
    with pytest.raises(HardwareMissingError, match=r"cannot be loaded.*lgpio_of_yesterday"):
        load_lgpio()


def test_without_a_folder_to_write_to_the_sentence_says_which_one(
    lgpio: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(*_args: object, **_more: object) -> None:
        raise FileNotFoundError(2, "No usable temporary directory found")

    monkeypatch.setenv("TMPDIR", "/tiny")
    monkeypatch.setattr("tempfile.TemporaryDirectory", none)
    with pytest.raises(
        HardwareMissingError,
        match=r"No usable temporary directory.*make sure that this user may write to /tiny",
    ):
        load_lgpio()


@pytest.fixture
def dev(tmp_path: Path) -> Path:
    write(tmp_path / "dev/gpiochip15", "")
    write(tmp_path / "dev/gpiochip0", "")
    return tmp_path / "dev"


@pytest.fixture
def pins(lgpio: Path, dev: Path) -> Iterator[Factory]:
    opened = open_pin_factory(15, dev)
    yield opened
    opened.close()


def test_gpiozero_is_opened_on_the_chip_that_was_found(pins: Any) -> None:
    assert pins.chip == 15
    assert sys.modules["lgpio"].opened == [15]


def test_what_keeps_gpiozero_from_opening_is_said_in_one_sentence(
    lgpio: Path, dev: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(HardwareMissingError, match="gpiochip4 does not exist: restart the Raspberry Pi"):
        open_pin_factory(4, dev)
    with pytest.raises(
        HardwareMissingError, match=r"gpiochip0 cannot be opened \(can not open gpiochip\): restart"
    ):
        open_pin_factory(0, dev)
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(
        HardwareMissingError,
        match=r"may not use the pins: .*gpiochip0 belongs to the group gpio; run .*usermod",
    ):
        open_pin_factory(0, dev)


def test_a_busy_pin_is_told_with_who_holds_it(pins: Factory) -> None:
    with pytest.raises(Exception, match="GPIO busy") as busy:
        DigitalInputDevice(7, pull_up=True, pin_factory=pins)
    assert pin_error_message("button yes", 7, pins, busy.value) == (
        "button yes on BCM 7 (pin 26) cannot be used: spi0 CS1 holds this pin; stop that, or take another pin in the "
        "wiring plan"
    )
    assert "another program or the kernel holds" in pin_error_message("button yes", 8, pins, busy.value)
    assert sys.modules["lgpio"].opened == [15, None, None], "what asks for the holder closes the chip again"


def test_a_pin_that_fails_for_another_reason_is_told_with_that_reason() -> None:
    virtual = MockFactory()
    taken = DigitalInputDevice(5, pin_factory=virtual)
    with pytest.raises(gpiozero.GPIOPinInUse) as twice:
        DigitalInputDevice(5, pin_factory=virtual)
    assert "Herald has this pin in use already" in pin_error_message("button no", 5, virtual, twice.value)
    assert "button no on BCM 99 cannot be used: odd;" in pin_error_message(
        "button no", 99, virtual, ValueError("odd")
    )
    assert "another program or the kernel" in pin_error_message("light", 6, virtual, ValueError("GPIO busy"))
    taken.close()


def test_rpi_lgpio_is_led_to_the_same_chip(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RPI_LGPIO_CHIP", "0")
    set_rpi_gpio_chip(15)
    assert os.environ["RPI_LGPIO_CHIP"] == "15"


def test_every_chip_of_a_header_has_a_machine_here() -> None:
    known = {(chip.label, chip.compatible) for chips, _ in MACHINES.values() for chip in chips}
    assert set(gpio_chip.HEADER_CHIPS.items()) <= known
