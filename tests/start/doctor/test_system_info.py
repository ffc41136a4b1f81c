"""What the kernel's small files say, and what programs print."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from companion.screen.display.sysfs import MAX_FILE_BYTES, read_text
from companion.start.doctor.system_info import (
    access_advice,
    device_group,
    read_command_properties,
    read_number,
    run_and_capture,
)
from tests.start.doctor import GARBAGE, prints, write


@pytest.mark.parametrize(
    ("written", "meant"),
    [("12\n", 12), ("0x0b\n", 11), ("0X10", 16), ("0", 0), ("12 13", None), ("1_0", None)],
)
def test_numbers_are_read_as_the_kernel_writes_them(written: str, meant: int | None, tmp_path: Path) -> None:
    write(tmp_path, "number", written)
    assert read_number(tmp_path / "number") == meant


@pytest.mark.parametrize("garbage", GARBAGE)
def test_garbage_is_no_number_and_is_not_read_to_its_end(garbage: bytes, tmp_path: Path) -> None:
    write(tmp_path, "garbage", garbage)
    assert read_number(tmp_path / "garbage") is None
    assert len(read_text(tmp_path / "garbage")) <= MAX_FILE_BYTES
    assert read_text(tmp_path) == read_text(tmp_path / "missing") == ""


def test_a_program_that_is_not_there_or_fails_says_nothing(tmp_path: Path) -> None:
    write(tmp_path, "garbage", GARBAGE[1])
    assert run_and_capture(["no-such-program-anywhere"]) == ""
    assert run_and_capture(["false"]) == ""
    assert run_and_capture(["echo", "so"]) == "so\n"
    assert run_and_capture(["cat", str(tmp_path / "garbage")]) != ""


def test_properties_are_lines_with_a_name_and_a_value() -> None:
    assert read_command_properties(prints(show="A=1\nrubbish\nB=x=y\nC=\n"), "show") == {
        "A": "1",
        "B": "x=y",
        "C": "",
    }


def test_a_device_that_udev_gave_to_no_group_is_told_apart(tmp_path: Path) -> None:
    write(tmp_path, "event1")
    assert device_group(tmp_path / "missing") == ""
    assert "udevadm trigger --action=add" in access_advice(tmp_path / "missing", "input")
    os.chown(tmp_path / "event1", -1, os.getgid())
    own = device_group(tmp_path / "event1")
    assert ("udevadm trigger --action=add" if own == "root" else f"-aG {own} ") in access_advice(
        tmp_path / "event1", "input"
    )
