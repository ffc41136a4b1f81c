"""Finds the GPIO chip of the 40-pin header, and opens gpiozero on it.

Kernels renumbered the Pi 5's chips three times (4, 0, 11 to 15), so the number is never assumed: sysfs names
each chip by its label or by the compatible string of its device tree node. On a newer kernel /dev/gpiochip4
may be a link to 0, and on an older one gpiochip0 exists and is a chip inside the board: only the name
identifies it.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

from gpiozero import Factory, GPIOPinInUse

from hardware.errors import HardwareMissingError
from hardware.pi_header import HEADER_POSITIONS, pin_label

HEADER_CHIPS = {
    "pinctrl-rp1": "raspberrypi,rp1-gpio",  # Pi 5, 500, Compute Module 5
    "pinctrl-bcm2711": "brcm,bcm2711-gpio",  # Pi 4, 400, Compute Module 4
    "pinctrl-bcm2835": "brcm,bcm2835-gpio",  # Pi 3 and older, Zero, Zero 2 W
}
"""The chips with the header's pins: label (Linux, drivers/pinctrl) -> compatible (its device trees)."""

SYSFS, DEV = Path("/sys"), Path("/dev")


def header_chip_number(sysfs: Path = SYSFS) -> int:
    """N of the /dev/gpiochipN with the header's pins.

    Raises HardwareMissingError where no chip is one of a Raspberry Pi.
    """
    chips = dict(sorted(_chips(sysfs)))
    for number, chip in chips.items():
        if not HEADER_CHIPS.keys().isdisjoint(_labels(sysfs, number, chip)):
            return number
        if not set(HEADER_CHIPS.values()).isdisjoint(_compatible(chip)):
            return number
    *others, last = HEADER_CHIPS
    there = f"only {_counted(chips)}" if chips else "no chip at all"
    raise HardwareMissingError(
        f"no pin header of a Raspberry Pi is here: {', '.join(others)} or {last} was looked for under "
        f"{sysfs}/bus/gpio/devices, where there is {there}; play by touch, or run Herald on a Raspberry Pi"
    )


def _chips(sysfs: Path) -> Iterator[tuple[int, Path]]:
    for chip in (sysfs / "bus/gpio/devices").glob("gpiochip*"):
        digits = chip.name.removeprefix("gpiochip")
        if digits.isdecimal():
            yield int(digits), chip.resolve()


def _labels(sysfs: Path, number: int, chip: Path) -> Iterator[str]:
    """The labels of a chip in sysfs.

    Since Linux 6.17 they are under its number, before that under the number of its first pin.
    """
    gpio_class = sysfs / "class/gpio"
    yield _text(gpio_class / f"chip{number}" / "label")
    for legacy in gpio_class.glob("gpiochip*"):
        if (legacy / "device").resolve() in (chip, chip.parent):
            yield _text(legacy / "label")


def _compatible(chip: Path) -> Iterator[str]:
    """The compatible strings of a chip's node in the device tree, and of the device that it is part of."""
    for device in (chip, chip.parent):
        yield from _text(device / "of_node/compatible").split("\0")


def _text(file: Path) -> str:
    try:
        return file.read_text(errors="replace").strip()
    except OSError:
        return ""


def _counted(chips: dict[int, Path]) -> str:
    return ", ".join(f"gpiochip{number}" for number in chips)


def load_lgpio() -> ModuleType:
    """The module lgpio, for any working folder of this process.

    Raises HardwareMissingError.

    When it is imported, it makes a pipe in the folder LG_WD or else in the current one, and changes to that
    folder. It gets a folder of its own for that moment: once open, the pipe needs no name. Call this before
    anything imports RPi.GPIO.
    """
    if (loaded := sys.modules.get("lgpio")) is not None:
        return loaded
    before = os.environ.get("LG_WD")
    try:
        with tempfile.TemporaryDirectory(prefix="herald-") as folder, contextlib.chdir(folder):
            os.environ["LG_WD"] = folder
            return importlib.import_module("lgpio")
    except ModuleNotFoundError as error:
        if error.name != "lgpio":
            raise HardwareMissingError(_broken(error)) from error
        raise HardwareMissingError(
            "the package lgpio is not installed, and without it no pin can be used: run deploy/install again, or "
            "install python3-lgpio and use an environment made with --system-site-packages"
        ) from error
    except (ImportError, OSError) as error:
        raise HardwareMissingError(_broken(error)) from error
    finally:
        if before is None:
            os.environ.pop("LG_WD", None)
        else:
            os.environ["LG_WD"] = before


def _broken(error: Exception) -> str:
    return (
        f"the package lgpio cannot be loaded ({error}): make sure that this user may write to "
        f"{os.environ.get('TMPDIR') or '/tmp'}, then run deploy/install again"
    )


def set_rpi_gpio_chip(number: int) -> None:
    """Make rpi-lgpio's RPi.GPIO open this chip.

    By itself it knows two of the three chips by wrong names and takes 0.
    """
    os.environ["RPI_LGPIO_CHIP"] = str(number)


def chip_device_path(number: int, dev: Path = DEV) -> Path:
    """/dev/gpiochip<number>. Raises HardwareMissingError where there is no such device or no permission."""
    device = dev / f"gpiochip{number}"
    if not device.exists():
        raise HardwareMissingError(
            f"{device} does not exist: restart the Raspberry Pi, so that its kernel makes it"
        )
    if not os.access(device, os.R_OK | os.W_OK):
        raise HardwareMissingError(
            f"this user may not use the pins: {device} belongs to the group gpio; "
            'run "sudo usermod -aG gpio $USER", then log in anew'
        )
    return device


def open_pin_factory(number: int, dev: Path = DEV) -> Any:
    """The LGPIOFactory of gpiozero on /dev/gpiochip<number>.

    Raises HardwareMissingError where there is no such device, no permission or no lgpio.
    """
    device = chip_device_path(number, dev)
    load_lgpio()
    try:
        from gpiozero.pins.lgpio import LGPIOFactory  # it imports lgpio: not before load_lgpio

        return LGPIOFactory(chip=number)
    except Exception as error:  # lgpio.error derives from Exception itself
        raise HardwareMissingError(
            f"{device} cannot be opened ({_plain(error)}): restart the Raspberry Pi"
        ) from error


def pin_error_message(what: str, pin: int, pins: Factory, error: Exception) -> str:
    """One sentence about why a pin (BCM number) could not be opened for `what`, with advice."""
    start = f"{what} on {pin_label(pin) if pin in HEADER_POSITIONS else f'BCM {pin}'} cannot be used"
    if isinstance(error, GPIOPinInUse):
        return f"{start}: Herald has this pin in use already; give each its own in the wiring plan"
    if "busy" in str(error).lower():
        by = pin_holder(pins, pin) or "another program or the kernel"
        return f"{start}: {by} holds this pin; stop that, or take another pin in the wiring plan"
    return f"{start}: {_plain(error)}; look at its wires, or take another pin in the wiring plan"


def _plain(error: Exception) -> str:
    """The text of an error without the quotes that lgpio adds."""
    return str(error).strip("'") or type(error).__name__


def pin_holder(pins: Factory, pin: int) -> str:
    """The kernel's name for the user of a pin (BCM number), as "spi0 CS1"; "" where it is unknown."""
    number = getattr(pins, "chip", None)
    if number is None:  # virtual pins
        return ""
    lgpio = load_lgpio()
    try:
        chip = lgpio.gpiochip_open(number)
        try:
            _status, _pin, _flags, _name, user = lgpio.gpio_get_line_info(chip, pin)
        finally:
            lgpio.gpiochip_close(chip)
    except lgpio.error:
        return ""
    return str(user)
