"""The mfrc522 package over the wires it is given, and one sentence when the real ones are not there."""

from __future__ import annotations

import importlib
import sys
from types import ModuleType

import pytest

from hardware.errors import HardwareError, HardwareMissingError
from hardware.readers.rc522 import spi_modules
from hardware.readers.rc522.spi_modules import load_mfrc522, real_spi_modules
from hardware.virtual.clock import VirtualClock
from hardware.virtual.spi_board import VirtualSpiBoard


def board(version: int) -> VirtualSpiBoard:
    made = VirtualSpiBoard(VirtualClock())
    made.add_reader(0, 0, version=version)
    return made


def test_two_sets_of_wires_live_in_one_process() -> None:
    boards = [board(0x91), board(0x92)]
    packages = [load_mfrc522(made.wires) for made in boards]
    readers = [package.MFRC522(0, 0, 1_000_000, pin_mode=11, pin_rst=25) for package in packages]
    assert [reader.Read_MFRC522(0x37) for reader in readers] == [0x91, 0x92]
    assert packages[0].MFRC522 is not packages[1].MFRC522
    assert all(made.transfers for made in boards)


def test_loading_leaves_no_module_behind_and_takes_none_away() -> None:
    before = dict(sys.modules)
    load_mfrc522(board(0x92).wires)
    assert set(sys.modules) == set(before)
    assert not {"RPi", "RPi.GPIO", "spidev", "mfrc522"} & set(sys.modules)


def test_the_packages_other_imports_are_the_ordinary_ones() -> None:
    package = load_mfrc522(board(0x92).wires)
    assert package.time is sys.modules["time"]
    assert package.logging is sys.modules["logging"]


def test_without_the_package_it_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spi_modules, "find_spec", lambda name: None)
    with pytest.raises(HardwareMissingError, match="mfrc522 is not installed"):
        load_mfrc522(board(0x92).wires)


def stand(monkeypatch: pytest.MonkeyPatch, name: str, **names: object) -> ModuleType:
    """A module of this name, as if it were installed."""
    module = ModuleType(name)
    vars(module).update(names)
    monkeypatch.setitem(sys.modules, name, module)
    return module


def test_here_is_no_raspberry_pi_and_it_is_said_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "RPi.GPIO", None)
    with pytest.raises(
        HardwareMissingError, match=r"RPi\.GPIO cannot be imported .* install rpi-lgpio"
    ) as raised:
        real_spi_modules()
    assert isinstance(raised.value, HardwareError)
    assert isinstance(raised.value, OSError)


def test_rpi_lgpio_and_spidev_are_the_real_wires(monkeypatch: pytest.MonkeyPatch) -> None:
    gpio = stand(monkeypatch, "RPi.GPIO", lgpio=object())
    stand(monkeypatch, "RPi", GPIO=gpio)
    spidev = stand(monkeypatch, "spidev")
    assert real_spi_modules() == (gpio, spidev)


def test_the_old_rpi_gpio_is_told_from_rpi_lgpio(monkeypatch: pytest.MonkeyPatch) -> None:
    stand(monkeypatch, "RPi", GPIO=stand(monkeypatch, "RPi.GPIO"))
    with pytest.raises(HardwareMissingError, match=r"old package .* rpi-lgpio alone"):
        real_spi_modules()


def test_spidev_may_be_missing_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    stand(monkeypatch, "RPi", GPIO=stand(monkeypatch, "RPi.GPIO", lgpio=object()))
    monkeypatch.setitem(sys.modules, "spidev", None)
    with pytest.raises(HardwareMissingError, match="spidev cannot be imported"):
        real_spi_modules()


def test_an_rpi_gpio_that_refuses_this_computer_is_missing_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses(name: str) -> ModuleType:
        raise RuntimeError("This module can only be run on a Raspberry Pi!")

    monkeypatch.setattr(importlib, "import_module", refuses)
    with pytest.raises(HardwareMissingError, match="need a Raspberry Pi with rpi-lgpio"):
        real_spi_modules()
