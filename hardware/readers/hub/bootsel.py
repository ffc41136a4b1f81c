"""Picos that wait for MicroPython.

With BOOTSEL held while it is plugged in, a Pico appears as a drive, which takes one UF2 file and restarts
with it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from struct import unpack_from

from msgspec import Struct

from hardware.errors import HardwareError, HardwareMissingError

MOUNTS = Path("/proc/mounts")
LABELS = Path("/dev/disk/by-label")
INFO_FILE = "INFO_UF2.TXT"
BLOCK_BYTES = 512
BEGINS, GOES_ON, ENDS = 0x0A324655, 0x9E5D5157, 0x0AB16F30
HAS_FAMILY_FLAG = 0x2000
"""Magic numbers and a flag of the UF2 format."""


class PicoModel(Struct, frozen=True):
    """A model of the Pico.

    `label` is its label as a drive and in INFO_UF2.TXT, `families` are the families of UF2 files that it
    accepts, and `download_page` has MicroPython for it.
    """

    label: str
    display_name: str
    families: frozenset[int]
    download_page: str

    def __str__(self) -> str:
        return self.display_name


MODELS = (
    PicoModel("RPI-RP2", "Raspberry Pi Pico", frozenset({0xE48BFF56}), "micropython.org/download/RPI_PICO"),
    PicoModel(
        "RP2350",
        "Raspberry Pi Pico 2",
        frozenset({0xE48BFF59, 0xE48BFF5A}),
        "micropython.org/download/RPI_PICO2",
    ),
)
"""A Pico W or Pico 2 W accepts these too."""


class BootselDrive(Struct, frozen=True):
    """The mounted drive of a Pico in BOOTSEL."""

    path: Path
    model: PicoModel


class WrongUf2Error(HardwareError, ValueError):
    """A file with which no Pico can start."""


def waiting_drives(mounts: Path = MOUNTS) -> tuple[BootselDrive, ...]:
    """All Picos in BOOTSEL that are mounted anywhere."""
    found = (_drive(path) for path in _mounted(mounts))
    return tuple(drive for drive in found if drive is not None)


def unmounted_devices(mounts: Path = MOUNTS, labels: Path = LABELS) -> tuple[Path, ...]:
    """The devices of Picos in BOOTSEL that are not mounted, as on a Pi without a desktop."""
    there = {drive.model.label for drive in waiting_drives(mounts)}
    paths = (labels / model.label for model in MODELS if model.label not in there)
    return tuple(path for path in paths if path.exists())


def uf2_families(uf2: Path) -> frozenset[int]:
    """The board families of a UF2 file. Raises WrongUf2Error where it is none, and OSError."""
    content = uf2.read_bytes()
    if not content or len(content) % BLOCK_BYTES:
        raise WrongUf2Error(f"{uf2} is no UF2 file, or was cut off: download it again")
    found = set()
    for at in range(0, len(content), BLOCK_BYTES):
        begins, goes_on, flags = unpack_from("<III", content, at)
        if (begins, goes_on, unpack_from("<I", content, at + BLOCK_BYTES - 4)[0]) != (BEGINS, GOES_ON, ENDS):
            raise WrongUf2Error(f"{uf2} is no UF2 file, or was damaged: download it again")
        if flags & HAS_FAMILY_FLAG:
            found.add(unpack_from("<I", content, at + 28)[0])
    return frozenset(found)


def write_uf2(drive: BootselDrive, uf2: Path) -> None:
    """Write the file to the waiting Pico, which restarts with it.

    Raises WrongUf2Error, HardwareMissingError and OSError.
    """
    if not uf2_families(uf2) & drive.model.families:
        raise WrongUf2Error(
            f"{uf2} is not for a {drive.model}: download the one from {drive.model.download_page}"
        )
    content = uf2.read_bytes()
    try:
        file = os.open(drive.path / uf2.name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    except OSError as wrong:
        raise HardwareMissingError(
            f"{drive.path} cannot be written to ({wrong.strerror}): mount it with -o uid=$(id -u)"
        ) from wrong
    try:
        while content:
            content = content[os.write(file, content) :]
        with suppress(OSError):  # after the last block the Pico restarts, and is no drive any more
            os.fsync(file)
    finally:
        with suppress(OSError):
            os.close(file)


def _mounted(mounts: Path) -> Iterator[Path]:
    """The mount points; blanks in their names are written as octal numbers."""
    for line in mounts.read_text(errors="surrogateescape").splitlines():
        fields = line.split(" ")
        if len(fields) > 1:
            yield Path(fields[1].replace("\\040", " ").replace("\\134", "\\"))


def _drive(path: Path) -> BootselDrive | None:
    try:
        about = (path / INFO_FILE).read_text(errors="replace")
    except OSError:
        return None
    return next((BootselDrive(path, model) for model in MODELS if f"Board-ID: {model.label}" in about), None)
