"""Power and heat, as the kernel and the firmware of a Raspberry Pi tell them."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.start.doctor.power_supply import examine_power_and_heat
from tests.start.doctor import GARBAGE, prints, write


def alarm(root: Path, value: str | bytes) -> None:
    write(root, "sys/class/hwmon/hwmon1/name", "cpu_thermal\n")
    write(root, "sys/class/hwmon/hwmon2/name", "rpi_volt\n")
    write(root, "sys/class/hwmon/hwmon2/in0_lcrit_alarm", value)


def told(root: Path, throttled: str = "") -> list[str]:
    return [str(each).partition(".")[0] for each in examine_power_and_heat(root, prints(vcgencmd=throttled))]


def test_another_computer_tells_nothing(tmp_path: Path) -> None:
    assert told(tmp_path) == []


@pytest.mark.parametrize(
    ("value", "line"),
    [("0\n", "ok  supply: the 5 V are well"), ("1\n", "!!  supply: the 5 V are too low now")],
)
def test_the_kernel_tells_of_low_voltage_without_the_firmwares_program(
    value: str, line: str, tmp_path: Path
) -> None:
    alarm(tmp_path, value)
    assert told(tmp_path) == [line]


WELL = "ok  supply: the 5 V are well"


@pytest.mark.parametrize(
    ("bits", "lines"),
    [
        (0, [WELL]),
        (0x1, ["!!  supply: the 5 V are too low now"]),
        (0x50005, ["!!  supply: the 5 V are too low now"]),
        (0x50000, ["!!  supply: the 5 V were too low since the start"]),
        (0x8, [WELL, "!!  heat: too hot now, slowed down"]),
        (0x4, [WELL, "!!  heat: too hot now, slowed down"]),
        (0x80000, [WELL, "ok  heat: was too hot since the start, cool now"]),
        (0xD0008, ["!!  supply: the 5 V were too low since the start", "!!  heat: too hot now, slowed down"]),
    ],
)
def test_each_bit_of_the_firmware_is_told(bits: int, lines: list[str], tmp_path: Path) -> None:
    assert told(tmp_path, f"throttled={bits:#x}\n") == lines


def test_low_voltage_says_which_supply_is_right(tmp_path: Path) -> None:
    (found,) = examine_power_and_heat(tmp_path, prints(vcgencmd="throttled=0x1"))
    assert found.wrong
    assert "27 W for a Pi 5" in found.advice


@pytest.mark.parametrize("garbage", GARBAGE)
def test_garbage_tells_nothing(garbage: bytes, tmp_path: Path) -> None:
    alarm(tmp_path, garbage)
    assert told(tmp_path, garbage.decode(errors="replace")) == []
    assert told(tmp_path, f"throttled={garbage.decode(errors='replace')}") == []
