"""A Pico that waits for MicroPython: found wherever it is mounted, and given nothing that is not for it."""

from __future__ import annotations

from pathlib import Path
from struct import pack

import pytest

from hardware.errors import HardwareMissingError
from hardware.readers.hub.bootsel import (
    MODELS,
    BootselDrive,
    PicoModel,
    WrongUf2Error,
    uf2_families,
    unmounted_devices,
    waiting_drives,
    write_uf2,
)

RP2040, RP2350, ABSOLUTE = 0xE48BFF56, 0xE48BFF59, 0xE48BFF57
PICO, PICO2 = MODELS
ABOUT = "UF2 Bootloader v3.0\nModel: Raspberry Pi RP2\nBoard-ID: {}\n"


def uf2(*boards: int) -> bytes:
    """A UF2 file with a block for each of these boards, as the format is published."""
    return b"".join(
        pack("<8I", 0x0A324655, 0x9E5D5157, 0x2000, 0x10000000 + 256 * n, 256, n, len(boards), board)
        + bytes(476)
        + pack("<I", 0x0AB16F30)
        for n, board in enumerate(boards)
    )


def mounted(folder: Path, *names: str) -> Path:
    """A list of what is mounted, as Linux keeps it; blanks are written as it writes them."""
    mounts = folder / "mounts"
    places = (str(folder / name).replace(" ", r"\040") for name in names)
    lines = [f"/dev/sda1 {place} vfat rw 0 0" for place in places]
    mounts.write_text("\n".join(["sysfs /sys sysfs rw 0 0", *lines, ""]))
    return mounts


def drive(folder: Path, name: str, board: str) -> Path:
    path = folder / name
    path.mkdir(parents=True)
    (path / "INFO_UF2.TXT").write_text(ABOUT.format(board))
    return path


@pytest.mark.parametrize(("board", "model"), [("RPI-RP2", PICO), ("RP2350", PICO2)])
def test_it_is_found_wherever_it_is_mounted(tmp_path: Path, board: str, model: PicoModel) -> None:
    path = drive(tmp_path, "media/a person/RPI RP2", board)
    (tmp_path / "media/stick").mkdir()
    drive(tmp_path, "not-mounted", board)
    mounts = mounted(tmp_path, "media/stick", "media/a person/RPI RP2")
    assert [(found.path, found.model) for found in waiting_drives(mounts)] == [(path, model)]


def test_another_board_that_takes_such_files_is_none(tmp_path: Path) -> None:
    drive(tmp_path, "other", "SAMD21G18A-Feather-v0")
    assert waiting_drives(mounted(tmp_path, "other")) == ()


def test_one_that_nobody_mounted_is_named(tmp_path: Path) -> None:
    labels = tmp_path / "by-label"
    labels.mkdir()
    (labels / "RPI-RP2").touch()
    (labels / "boot").touch()
    assert unmounted_devices(mounted(tmp_path), labels) == (labels / "RPI-RP2",)
    drive(tmp_path, "media", "RPI-RP2")
    assert unmounted_devices(mounted(tmp_path, "media"), labels) == ()
    assert unmounted_devices(mounted(tmp_path), tmp_path / "nothing") == ()


def test_a_file_says_for_which_boards_it_is(tmp_path: Path) -> None:
    file = tmp_path / "some.uf2"
    file.write_bytes(uf2(ABSOLUTE, RP2350, RP2350))
    assert uf2_families(file) == {ABSOLUTE, RP2350}


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"x" * 512,
        uf2(RP2040)[:-1],
        uf2(RP2040, RP2040)[:-512] + bytes(512),
        uf2(RP2040)[:-1] + b"\0",
        b"<html>not found</html>",
    ],
    ids=["empty", "something", "cut off", "half of it zeros", "its end changed", "a page"],
)
def test_what_is_none_is_refused_before_anything_is_written(tmp_path: Path, content: bytes) -> None:
    path = drive(tmp_path, "media", "RPI-RP2")
    file = tmp_path / "some.uf2"
    file.write_bytes(content)
    with pytest.raises(WrongUf2Error, match=r"some.uf2 is no UF2 file, or was .*: download it again"):
        write_uf2(BootselDrive(path, PICO), file)
    assert [each.name for each in path.iterdir()] == ["INFO_UF2.TXT"]


@pytest.mark.parametrize(("model", "board"), [(PICO, RP2350), (PICO2, RP2040), (PICO2, ABSOLUTE)])
def test_so_is_one_for_another_board(tmp_path: Path, model: PicoModel, board: int) -> None:
    file = tmp_path / "some.uf2"
    file.write_bytes(uf2(board))
    with pytest.raises(
        WrongUf2Error, match=f"not for a {model.display_name}: download the one from {model.download_page}"
    ):
        write_uf2(BootselDrive(tmp_path, model), file)


@pytest.mark.parametrize(("model", "boards"), [(PICO, (RP2040,)), (PICO2, (ABSOLUTE, RP2350))])
def test_the_right_one_is_written_whole(tmp_path: Path, model: PicoModel, boards: tuple[int, ...]) -> None:
    path = drive(tmp_path, "media", "x")
    file = tmp_path / "some.uf2"
    file.write_bytes(uf2(*boards, *boards))
    write_uf2(BootselDrive(path, model), file)
    assert (path / "some.uf2").read_bytes() == file.read_bytes()


def test_a_drive_that_takes_nothing_is_told_of(tmp_path: Path) -> None:
    file = tmp_path / "some.uf2"
    file.write_bytes(uf2(RP2040))
    with pytest.raises(HardwareMissingError, match=r"cannot be written to .*: mount it with -o uid="):
        write_uf2(BootselDrive(tmp_path / "gone", PICO), file)
