"""Examines whether a Raspberry Pi gets enough power and stays cool."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from companion.screen.display.sysfs import read_text
from companion.start.doctor.system_info import RunCommand, parse_number, read_number
from hardware.finding import Finding

LOW, SLOWED, HOT = 1 << 0, 1 << 2, 1 << 3
"""Bits of `vcgencmd get_throttled` for the present: under-voltage, throttled, soft temperature limit."""
SINCE_START_SHIFT = 16
"""The same bits, shifted by so many places, tell of any time since the start."""

POWER_SUPPLY_ADVICE = (
    "Use the supply made for this Raspberry Pi with its own cable (27 W for a Pi 5, 15 W for a Pi 4), and give readers"
    " and lights their own; otherwise the computer may stop and its card be spoilt"
)
COOLING_ADVICE = "Give it air or a fan: it runs slower to stay whole"


def examine_power_and_heat(root: Path, run_command: RunCommand) -> Iterator[Finding]:
    """The state of voltage and temperature; no finding on a computer that does not measure them."""
    bits = _throttled(run_command)
    alarm = _voltage_alarm(root)
    if bits is None and alarm is None:
        return
    now, before = bits or 0, (bits or 0) >> SINCE_START_SHIFT
    if now & LOW or alarm:
        yield Finding("supply", "the 5 V are too low now", True, POWER_SUPPLY_ADVICE)
    elif before & LOW:
        yield Finding("supply", "the 5 V were too low since the start", True, POWER_SUPPLY_ADVICE)
    else:
        yield Finding("supply", "the 5 V are well")
    if bits is None:
        return
    if now & HOT or (now & SLOWED and not now & LOW):
        yield Finding("heat", "too hot now, slowed down", True, COOLING_ADVICE)
    elif before & HOT or (before & SLOWED and not before & LOW):
        yield Finding("heat", "was too hot since the start, cool now", advice=COOLING_ADVICE)


def _throttled(run: RunCommand) -> int | None:
    name, _, value = run(("vcgencmd", "get_throttled")).strip().partition("=")
    return parse_number(value) if name == "throttled" else None


def _voltage_alarm(root: Path) -> bool | None:
    """Whether the kernel noticed under-voltage in the last seconds; None where it does not measure it."""
    for chip in sorted((root / "sys/class/hwmon").glob("hwmon*")):
        if read_text(chip / "name") == "rpi_volt":
            alarm = read_number(chip / "in0_lcrit_alarm")
            return None if alarm is None else alarm != 0
    return None
