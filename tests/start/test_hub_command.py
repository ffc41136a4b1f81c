"""`herald run_hub`: what it says of every hub, of a Pico that waits for MicroPython, and of what is missing."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest

from companion.cli import main
from companion.start.commands import hub
from companion.start.commands.hub import describe_device
from companion.start.real_table.wiring_lookup import WIRING_FILE
from hardware.common.link.hub_settings import encode_settings, settings_checksum
from hardware.common.link.messages import PROTOCOL_VERSION, WelcomeMessage
from hardware.readers.hub import bootsel, staging
from hardware.readers.hub.bootsel import MODELS, BootselDrive
from hardware.readers.hub.configuration import settings_from_wiring
from hardware.readers.hub.pico_choice import ProbedDevice
from hardware.readers.hub.wiring_schema import HubWiring
from hardware.readers.serial_ports import RealSerialPorts, SerialDevice
from hardware.wiring_plan import load_kit
from tests.hardware.hub.plugged import Plugged
from tests.hardware.hub.test_bootsel import RP2040, RP2350, uf2

HUBS = load_kit("hub").wirings_of(HubWiring)
FOUND = SerialDevice("/dev/ttyACM0", "e6614103e7174b2c", True)
REALLY_FOUND = RealSerialPorts.list_devices
PLANNED = settings_checksum(encode_settings(settings_from_wiring(HUBS[0])))


@pytest.fixture(autouse=True)
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A computer without Picos and without a wiring plan."""
    monkeypatch.setenv("HERALD_HOME", str(tmp_path))
    monkeypatch.setattr(RealSerialPorts, "list_devices", lambda _: ())
    monkeypatch.setattr(bootsel, "waiting_drives", lambda: ())
    monkeypatch.setattr(bootsel, "unmounted_devices", lambda: ())


def run_hub(**about: object) -> WelcomeMessage:
    """A hub as it is planned, with this Herald's program."""
    welcome = WelcomeMessage(
        PROTOCOL_VERSION, 1, PLANNED, 1, 0, 7_500, b"12345678", HUBS[0].name, staging.program_version()
    )
    for name, value in about.items():
        setattr(welcome, name, value)
    return welcome


# -- a hub in a line


def test_a_hub_as_it_is_planned() -> None:
    assert describe_device(ProbedDevice(FOUND, run_hub()), HUBS) == (
        "/dev/ttyACM0 (USB number e6614103e7174b2c): hub tiles, Raspberry Pi Pico; program"
        f" {staging.program_version()} (this Herald's); settings as planned; started 2 hours ago (power)"
    )


@pytest.mark.parametrize(
    ("about", "hubs", "words"),
    [
        ({"name": ""}, (), "a hub without a name, Raspberry Pi Pico"),
        ({"program": "0.0.9 00000000"}, HUBS, "program 0.0.9 00000000 (this Herald's is "),
        ({"settings_checksum": 7}, HUBS, "other settings than planned; Herald sends them"),
        ({"settings_checksum": 0}, HUBS, "no settings yet"),
        ({"name": "columns"}, HUBS, "not in the wiring plan"),
        ({}, (), "no wiring plan to compare its settings with"),
        ({"start_cause": 1, "uptime_s": 59}, HUBS, "started 59 seconds ago (watchdog)"),
        ({"uptime_s": 200_000}, HUBS, "started 2 days ago"),
        ({"version": 9}, HUBS, f"a hub that speaks version 9 of the link, this Herald {PROTOCOL_VERSION}"),
    ],
)  # fmt: skip
def test_what_is_otherwise_is_said(about: dict[str, object], hubs: tuple[HubWiring, ...], words: str) -> None:
    assert words in describe_device(ProbedDevice(FOUND, run_hub(**about)), hubs)


def test_where_nobody_answers_and_where_nobody_may_ask() -> None:
    assert describe_device(ProbedDevice(SerialDevice("/dev/ttyACM0")), ()).endswith(
        "herald hub flash --port /dev/ttyACM0"
    )
    busy = ProbedDevice(SerialDevice("/dev/ttyACM0"), why="/dev/ttyACM0 is in use by another program")
    assert describe_device(busy, ()) == "/dev/ttyACM0: is in use by another program"


# -- the command


def test_nothing_at_all(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hub"]) == 1
    assert "there is no Pico on USB: plug it in" in capsys.readouterr().out
    assert main(["hub", "flash"]) == 2
    assert "there is no Pico on USB: plug it in" in capsys.readouterr().err


def test_a_hub_that_is_planned_and_not_here(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / WIRING_FILE).write_bytes(files("hardware").joinpath("kits/hub.toml").read_bytes())
    assert main(["hub"]) == 1
    assert capsys.readouterr().out == (
        "hub tiles: in the wiring plan, and not found: plug its USB cable in; a new one is prepared with herald"
        " hub flash tiles\n"
    )


def test_a_plan_that_cannot_be_read_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / WIRING_FILE).write_text("[[hub]]\nname = 'TILES'\n")
    assert main(["hub", "flash"]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"herald: {tmp_path / WIRING_FILE}: ")
    assert "reset is missing" in said
    assert said.count("\n") == 1


# -- a Pico that waits


@pytest.fixture
def drive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> BootselDrive:
    """A Pico that waits, as a folder."""
    place = tmp_path / "RPI-RP2"
    place.mkdir()
    drive = BootselDrive(place, MODELS[0])
    monkeypatch.setattr(bootsel, "waiting_drives", lambda: (drive,) if place.exists() else ())
    return drive


def test_it_is_told_how_micropython_gets_there(
    drive: BootselDrive, capsys: pytest.CaptureFixture[str]
) -> None:
    expected = (
        f"{drive.path}: a Raspberry Pi Pico waits for MicroPython: download the UF2 file from"
        " micropython.org/download/RPI_PICO, then say herald hub flash --uf2 FILE\n"
    )
    assert main(["hub"]) == 1
    assert capsys.readouterr().out == expected
    assert main(["hub", "flash"]) == 2
    assert capsys.readouterr().err == f"herald: {expected}"


def test_one_that_nobody_mounted(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(bootsel, "unmounted_devices", lambda: (Path("/dev/disk/by-label/RPI-RP2"),))
    for words in (["hub", "flash"], ["hub", "flash", "--uf2", "some.uf2"]):
        assert main(words) == 2
        assert "sudo mount -o uid=$(id -u) /dev/disk/by-label/RPI-RP2 /mnt" in capsys.readouterr().err


def test_none_waits(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hub", "flash", "--uf2", "some.uf2"]) == 2
    assert "no Pico waits in BOOTSEL: hold its BOOTSEL button" in capsys.readouterr().err


def test_a_file_for_another_board(
    drive: BootselDrive, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "some.uf2"
    file.write_bytes(uf2(RP2350))
    assert main(["hub", "flash", "--uf2", str(file)]) == 2
    assert "some.uf2 is not for a Raspberry Pi Pico: download the one from" in capsys.readouterr().err
    assert main(["hub", "flash", "--uf2", str(tmp_path / "nowhere.uf2")]) == 2
    assert f"{tmp_path}/nowhere.uf2: No such file" in capsys.readouterr().err


def test_one_that_does_not_come_back(
    drive: BootselDrive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(hub, "MICROPYTHON_TIMEOUT_S", 0.3)
    file = tmp_path / "some.uf2"
    file.write_bytes(uf2(RP2040))
    assert main(["hub", "flash", "--uf2", str(file)]) == 2
    assert "has not come back with MicroPython" in capsys.readouterr().err


@pytest.fixture
def boots(drive: BootselDrive, tmp_path: Path) -> Iterator[Plugged]:
    """Once it has a file it is no drive any more, and starts into MicroPython; most of our files lie there already."""
    pico = Plugged(tmp_path / "pico")
    pico.put({name: text for name, text in staging.staged_content_by_path().items() if name != "main.py"})
    over = threading.Event()

    def boot() -> None:
        while not over.wait(0.05):
            if (drive.path / "some.uf2").exists():
                time.sleep(0.2)
                (drive.path / "some.uf2").unlink()
                drive.path.rmdir()
                pico.plug()
                return

    thread = threading.Thread(target=boot)
    thread.start()
    yield pico
    over.set()
    thread.join()
    pico.unplug()


def test_it_gets_micropython_and_then_the_hubs_program(
    drive: BootselDrive,
    boots: Plugged,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(RealSerialPorts, "list_devices", REALLY_FOUND)
    file = tmp_path / "some.uf2"
    file.write_bytes(uf2(RP2040))
    port = f"{tmp_path}/pico/ttyPico*"
    assert main(["hub", "flash", "--uf2", str(file), "--port", port]) == 0, capsys.readouterr().err
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"{drive.path}: MicroPython is written to the Raspberry Pi Pico"
    assert lines[2:4] == ["  1/1 main.py", "  it is started anew"]
    assert lines[-1].startswith(
        f"The hub at {boots.path} has the program {staging.program_version()}; it has no name yet"
    )
