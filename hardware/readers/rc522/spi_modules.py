"""The two modules under the `mfrc522` package, RPi.GPIO and spidev: the real ones, or stand-ins.

The package imports both by name. Here it gets the two that it is given, and `sys.modules` stays unchanged: so
real and virtual readers can live in one process, and nothing else ever sees the stand-ins.
"""

from __future__ import annotations

import builtins
import importlib
from collections.abc import Callable, Mapping, Sequence
from importlib.machinery import PathFinder
from importlib.util import find_spec, module_from_spec
from types import ModuleType, SimpleNamespace
from typing import Any, NamedTuple, Protocol

from hardware.errors import HardwareMissingError


class GpioModule(Protocol):
    """The used part of RPi.GPIO; pins are numbered as `setmode` says."""

    BOARD: int
    BCM: int
    OUT: int
    IN: int
    HIGH: int
    LOW: int

    def setmode(self, mode: int, /) -> None: ...

    def getmode(self) -> int | None: ...

    def setup(self, channel: int, direction: int, /) -> None: ...

    def output(self, channel: int, value: int, /) -> None: ...

    def cleanup(self, channel: int, /) -> None: ...


class SpiDevice(Protocol):
    """The used part of a spidev.SpiDev."""

    max_speed_hz: int

    def open(self, bus: int, device: int, /) -> None: ...

    def close(self) -> None: ...

    def xfer2(self, values: Sequence[int], /) -> list[int]: ...


class SpidevModule(Protocol):
    """The used part of spidev."""

    SpiDev: Callable[[], SpiDevice]


class SpiModules(NamedTuple):
    """The two modules, or two stand-ins for them."""

    gpio: GpioModule
    spidev: SpidevModule


def load_mfrc522(wires: SpiModules) -> ModuleType:
    """A fresh module `mfrc522.MFRC522` of the installed, unmodified package, bound to these wires.

    Only its two imports are answered from here; every load has its own class `MFRC522` over its own wires.
    Raises HardwareMissingError where the package is not installed.
    """
    package = find_spec("mfrc522")
    spec = package and PathFinder.find_spec("mfrc522.MFRC522", package.submodule_search_locations)
    if spec is None or spec.loader is None:
        raise HardwareMissingError("the package mfrc522 is not installed: run deploy/install again")
    module = module_from_spec(spec)
    module.__dict__["__builtins__"] = {**vars(builtins), "__import__": _importer(wires)}
    spec.loader.exec_module(module)
    return module


def _importer(wires: SpiModules) -> Callable[..., Any]:
    """An `__import__` for the package's source, which answers its imports of RPi.GPIO and spidev.

    `import RPi.GPIO as GPIO` takes the attribute GPIO of the result.
    """
    ours = {"RPi.GPIO": SimpleNamespace(__name__="RPi", GPIO=wires.gpio), "spidev": wires.spidev}

    def answer(
        name: str,
        scope: Mapping[str, object] | None = None,
        names: Mapping[str, object] | None = None,
        wanted: Sequence[str] = (),
        level: int = 0,
    ) -> Any:
        return ours[name] if name in ours else builtins.__import__(name, scope, names, wanted, level)

    return answer


def real_spi_modules() -> SpiModules:
    """RPi.GPIO of rpi-lgpio, and spidev. Raises HardwareMissingError with the missing package and advice."""
    gpio = _imported("RPi.GPIO", "rpi-lgpio")
    if not hasattr(gpio, "lgpio"):
        raise HardwareMissingError(
            "RPi.GPIO is the old package of that name, which does not work on a Raspberry Pi 5: "
            "uninstall RPi.GPIO and rpi-lgpio, then install rpi-lgpio alone"
        )
    return SpiModules(gpio, _imported("spidev", "spidev"))


def _imported(module: str, package: str) -> Any:
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise HardwareMissingError(
            f"{module} cannot be imported ({error}): on a Raspberry Pi install {package}"
        ) from error
    except (RuntimeError, OSError) as error:
        raise HardwareMissingError(
            f"{module} does not work here ({error}): readers need a Raspberry Pi with {package}, and not RPi.GPIO"
        ) from error
