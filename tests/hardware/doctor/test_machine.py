"""The computer, SPI, pins and who is at them, on file systems as real machines have them."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.doctor.computer import examine_computer
from hardware.doctor.device_holders import busy_finding, examine_gpio_chip, find_device_holders
from hardware.doctor.questions import PersonTask
from hardware.doctor.table_examination import (
    describe_plan,
    examine_prerequisites,
    examine_table,
    examine_with_person,
    read_plan_and_findings,
)
from hardware.events import HardwareEvent
from hardware.finding import Finding
from hardware.readers.rc522.doctor.spi_examination import (
    config_line_by_bus,
    examine_spi,
    is_accessible,
    unreachable_readers,
)
from hardware.readers.rc522.wiring_schema import Rc522Wiring
from hardware.virtual.clock import VirtualClock
from hardware.virtual.device_manager import VirtualDeviceManager
from hardware.virtual.faults import UNPLUGGED
from hardware.virtual.simulations import Rc522Simulation
from hardware.wiring_plan import KIT_NAMES, load_kit
from hardware.wiring_schema import WiringPlan

FIVE = load_kit("five")
CONFIG = "boot/firmware/config.txt"


def write(root: Path, name: str, text: str = "") -> None:
    file = root / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)


def pi(root: Path, *, config: str = "", spidevs: tuple[str, ...] = (), codename: str = "bookworm") -> None:
    """A Raspberry Pi 5 with 64-bit Raspberry Pi OS."""
    write(root, "proc/device-tree/model", "Raspberry Pi 5 Model B Rev 1.0\0")
    write(
        root, "etc/os-release", f'PRETTY_NAME="Debian GNU/Linux ({codename})"\nVERSION_CODENAME={codename}\n'
    )
    write(root, "sys/devices/platform/gpio/gpiochip4/of_node/compatible", "raspberrypi,rp1-gpio\0")
    (root / "sys/bus/gpio/devices").mkdir(parents=True)
    (root / "sys/bus/gpio/devices/gpiochip4").symlink_to(root / "sys/devices/platform/gpio/gpiochip4")
    write(root, "dev/gpiochip4")
    write(root, CONFIG, config)
    for name in spidevs:
        write(root, f"dev/spidev{name}")


ALL_FIVE = ("0.0", "0.1", "1.0", "1.1", "1.2")


def wrong(found: tuple[Finding, ...] | list[Finding]) -> list[Finding]:
    return [finding for finding in found if finding.wrong]


# -- the computer


def test_a_raspberry_pi_says_its_model_and_release(tmp_path: Path) -> None:
    pi(tmp_path)
    told = examine_computer(tmp_path, 64)
    assert not told.wrong
    assert told.found.startswith(
        "Raspberry Pi 5 Model B Rev 1.0, Debian GNU/Linux (bookworm), 64-bit, Python 3."
    )


def test_a_32_bit_system_on_a_raspberry_pi_is_wrong_and_elsewhere_none_of_ours(tmp_path: Path) -> None:
    assert not examine_computer(tmp_path, 32).wrong
    pi(tmp_path)
    assert examine_computer(tmp_path, 32).wrong
    assert "64-bit Raspberry Pi OS" in examine_computer(tmp_path, 32).advice


def test_a_release_that_nobody_tried_is_told(tmp_path: Path) -> None:
    pi(tmp_path, codename="bullseye")
    assert "bookworm and trixie" in examine_computer(tmp_path, 64).advice


# -- the plan


def test_without_a_plan_nothing_is_wired_and_nothing_wrong(tmp_path: Path) -> None:
    plan, (told,) = read_plan_and_findings(tmp_path / "wiring.toml")
    assert plan == WiringPlan()
    assert told.absent
    assert not told.wrong
    assert "wiring.md" in told.advice


def test_everything_wrong_with_a_plan_is_told_at_once(tmp_path: Path) -> None:
    write(
        tmp_path,
        "wiring.toml",
        'buzzer = 0\n[[button]]\nname = "yes"\npin = 99\n[[button]]\nname = "maybe"\npin = 5\n',
    )
    plan, found = read_plan_and_findings(tmp_path / "wiring.toml")
    assert plan is None
    assert len(found) == len(wrong(found)) == 3


def test_a_plan_that_may_not_be_read_is_told(tmp_path: Path) -> None:
    (tmp_path / "wiring.toml").mkdir()
    plan, (told,) = read_plan_and_findings(tmp_path / "wiring.toml")
    assert plan is None
    assert told.wrong


def test_a_plan_says_what_it_holds_and_what_it_costs(tmp_path: Path) -> None:
    path = Path(__file__).parents[3] / "hardware/kits/five.toml"
    plan, found = read_plan_and_findings(path)
    assert plan == FIVE
    assert wrong(found) == []
    assert found[0].found.endswith(": 5 readers, 7 buttons, 2 lights, 1 sounder")
    assert [each.found for each in found[1:]] == list(FIVE.notes())
    assert describe_plan(WiringPlan()) == "nothing"


# -- SPI


def test_on_a_raspberry_pi_that_is_set_up_nothing_is_wrong(tmp_path: Path) -> None:
    pi(tmp_path, config="[all]\ndtparam=spi=on\ndtoverlay=spi1-3cs\n", spidevs=ALL_FIVE)
    write(tmp_path, "wiring.toml", Path(__file__).parents[3].joinpath("hardware/kits/five.toml").read_text())
    here = examine_prerequisites(tmp_path / "wiring.toml", tmp_path)
    assert wrong(here.findings) == []
    assert not here.is_blocked
    assert here.unreachable_readers == frozenset()
    told = [str(each) for each in here.findings]
    assert "ok  SPI bus 0: on (dtparam=spi=on)" in told
    assert "ok  SPI bus 1: on (dtoverlay=spi1-3cs)" in told
    assert "ok  pins: gpiochip4 has those of the header, and may be used" in told


@pytest.mark.parametrize(
    ("config", "advice"),
    [
        ("", "put the line dtoverlay=spi1-3cs under [all] in /boot/firmware/config.txt; then reboot"),
        ("#dtoverlay=spi1-3cs", "put the line dtoverlay=spi1-3cs under [all]"),
        ("[pi4]\ndtoverlay=spi1-3cs", "counts only for [pi4]"),
        ("[pi4]\n[all]\ndtoverlay=spi1-3cs", "reboot"),
        ("dtoverlay=spi1-3cs,cs0_pin=16 # mine", "was not started since: reboot"),
    ],
)
def test_a_bus_that_is_not_there_says_what_to_do_with_config_txt(
    config: str, advice: str, tmp_path: Path
) -> None:
    pi(tmp_path, config=config, spidevs=("0.0", "0.1"))
    (told,) = wrong(list(examine_spi(FIVE, tmp_path)))
    assert told.what == "SPI bus 1"
    assert "there is no /dev/spidev1.0, which reader tile/7 needs" in told.found
    assert advice in told.advice


def test_without_any_config_txt_this_is_no_raspberry_pi(tmp_path: Path) -> None:
    assert [each.what for each in wrong(list(examine_spi(FIVE, tmp_path)))] == ["SPI bus 0", "SPI bus 1"]
    assert all("no config.txt" in each.advice for each in examine_spi(FIVE, tmp_path))


def test_a_driver_that_has_the_place_of_a_reader_is_named(tmp_path: Path) -> None:
    pi(tmp_path, config="dtparam=spi=on", spidevs=("0.1",))
    device = tmp_path / "sys/bus/spi/devices/spi0.0"
    device.mkdir(parents=True)
    (told,) = wrong(list(examine_spi(load_kit("two"), tmp_path)))
    assert "sudo modprobe spidev" in told.advice
    (tmp_path / "sys/bus/spi/drivers/ads7846").mkdir(parents=True)
    (device / "driver").symlink_to(tmp_path / "sys/bus/spi/drivers/ads7846")
    (told,) = wrong(list(examine_spi(load_kit("two"), tmp_path)))
    assert "driver ads7846 has its place" in told.advice


def test_a_device_that_this_user_may_not_use_says_which_group_may(tmp_path: Path) -> None:
    pi(tmp_path, config="dtparam=spi=on", spidevs=("0.0", "0.1"))

    def barred(device: Path) -> bool:
        return device.name != "spidev0.1"

    (told,) = wrong(list(examine_spi(load_kit("two"), tmp_path, barred)))
    assert "may not use /dev/spidev0.1" in told.found
    assert "usermod -aG spi" in told.advice
    assert unreachable_readers(load_kit("two"), tmp_path, barred) == {"tile/6"}


def test_a_reader_without_its_device_is_said_once_and_the_others_are_examined(tmp_path: Path) -> None:
    pi(tmp_path, config="dtparam=spi=on", spidevs=("0.0", "0.1"))
    assert unreachable_readers(FIVE, tmp_path) == {"tile/7", "tile/8", "tile/9"}
    assert is_accessible(tmp_path / "dev/spidev0.0")


@pytest.mark.parametrize(
    ("text", "buses"),
    [
        ("dtparam=spi=on", {0}),
        ("dtparam = spi = on", {0}),
        ("dtparam=i2c_arm=on,spi=on", {0}),
        ("dtparam=spi", {0}),
        ("dtparam=spi=on\ndtparam=spi=off", set()),
        ("dtparam=spi=off", set()),
        ("dtoverlay=spi1-3cs", {1}),
        ("dtoverlay=spi1-1cs", set()),
        ("dtoverlay=vc4-kms-v3d\nspi=on\n[", set()),
    ],
)
def test_config_txt_is_read_as_the_firmware_reads_it(text: str, buses: set[int]) -> None:
    assert config_line_by_bus(text).keys() == buses


@given(st.text("[]#=,\n dtparmovelyspi1-3co", max_size=60))
def test_no_config_txt_is_too_odd_to_read(text: str) -> None:
    assert config_line_by_bus(text).keys() <= {0, 1}


@pytest.mark.parametrize("name", KIT_NAMES)
def test_the_lines_that_a_plan_asks_for_switch_its_buses_on(name: str) -> None:
    plan = load_kit(name)
    assert config_line_by_bus("\n".join(plan.config_txt_lines())).keys() == {
        reader.bus for reader in plan.wirings_of(Rc522Wiring)
    }


# -- pins


def test_pins_that_are_missing_matter_only_where_something_is_wired(tmp_path: Path) -> None:
    assert examine_gpio_chip(tmp_path, wanted=False).absent
    told = examine_gpio_chip(tmp_path, wanted=True)
    assert told.wrong
    assert "no pin header of a Raspberry Pi is here" in told.found


def test_without_the_pins_nothing_is_opened(tmp_path: Path) -> None:
    pi(tmp_path)
    (tmp_path / "dev/gpiochip4").unlink()
    write(tmp_path, "wiring.toml", Path(__file__).parents[3].joinpath("hardware/kits/one.toml").read_text())
    here = examine_prerequisites(tmp_path / "wiring.toml", tmp_path)
    assert here.is_blocked
    assert any("gpiochip4 does not exist" in each.found for each in here.findings)


# -- all of it, on a Raspberry Pi whose wires and pins are virtual


class Nobody:
    """Types Enter at every question."""

    def ask(self, task: PersonTask, name: str, sentence: str) -> None:
        """Does nothing."""

    def typed_line(self) -> str | None:
        return "\n"


@pytest.fixture
def five(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> VirtualDeviceManager:
    """Kit five wired to such a Raspberry Pi."""
    heard: list[HardwareEvent] = []
    rig = VirtualDeviceManager(FIVE, heard.append, VirtualClock())
    monkeypatch.setattr(
        "hardware.doctor.table_examination.make_drivers",
        lambda _plan: [rig.simulation_of(Rc522Simulation).driver],
    )
    monkeypatch.setattr("hardware.doctor.table_examination.own_pin_factory", lambda: rig.panel.pins)
    monkeypatch.setattr("hardware.doctor.table_examination.RealClock", lambda: rig.spi_board.clock)
    monkeypatch.setattr("hardware.doctor.table_examination.make_device_manager", lambda _plan, _heard: rig)
    write(tmp_path, "wiring.toml", Path(__file__).parents[3].joinpath("hardware/kits/five.toml").read_text())
    return rig


def test_a_raspberry_pi_is_examined_and_its_person_asked(five: VirtualDeviceManager, tmp_path: Path) -> None:
    pi(tmp_path, config="dtparam=spi=on\ndtoverlay=spi1-3cs", spidevs=ALL_FIVE)
    five.virtual_readers["tile/9"].inject_fault(UNPLUGGED)
    here = examine_prerequisites(tmp_path / "wiring.toml", tmp_path)
    assert [each.what for each in wrong(list(examine_table(here)))] == ["reader tile/9"]
    assert all(each.found == "not tried" for each in examine_with_person(here, Nobody()))


def test_readers_whose_bus_is_off_are_said_once_and_the_others_examined(
    five: VirtualDeviceManager, tmp_path: Path
) -> None:
    pi(tmp_path, config="dtparam=spi=on", spidevs=("0.0", "0.1"))
    here = examine_prerequisites(tmp_path / "wiring.toml", tmp_path)
    found = [*here.findings, *examine_table(here)]
    assert [each.what for each in wrong(found)] == ["SPI bus 1"]
    assert any(each.what == "reader tile/6, field" for each in found)
    assert not any(each.what.startswith("reader tile/7") for each in found)


def test_where_something_is_in_the_way_nothing_is_opened(five: VirtualDeviceManager, tmp_path: Path) -> None:
    here = examine_prerequisites(tmp_path / "wiring.toml", tmp_path)
    assert here.is_blocked
    assert [*examine_table(here), *examine_with_person(here, Nobody())] == []
    write(tmp_path, "wiring.toml", "bell = 3")
    here = examine_prerequisites(tmp_path / "wiring.toml", tmp_path)
    assert (here.plan, here.is_blocked) == (None, True)
    assert list(examine_table(here)) == []
    assert five.spi_board.transfers == 0


# -- who is at them


def process(root: Path, pid: int, command: tuple[str, ...], *devices: str) -> None:
    write(root, f"proc/{pid}/cmdline", "\0".join(command) + "\0")
    (root / f"proc/{pid}/fd").mkdir()
    for number, device in enumerate(devices):
        (root / f"proc/{pid}/fd/{number}").symlink_to(device)


@pytest.mark.parametrize(
    "command",
    [
        (".venv/bin/python", ".venv/bin/herald", "--rotate", "0"),
        (".venv/bin/herald",),
        ("python", "-m", "companion"),
    ],
)
def test_an_open_herald_is_told_in_place_of_blaming_wires(command: tuple[str, ...], tmp_path: Path) -> None:
    pi(tmp_path, config="dtparam=spi=on", spidevs=("0.0",))
    process(tmp_path, 812, command, "/dev/null", "/dev/gpiochip4", "/dev/spidev0.0")
    told = busy_finding(load_kit("one"), find_device_holders(load_kit("one"), tmp_path))
    assert told is not None
    assert not told.wrong
    assert "Herald is open (process 812)" in told.found
    assert "systemctl stop herald" in told.advice
    write(tmp_path, "wiring.toml", Path(__file__).parents[3].joinpath("hardware/kits/one.toml").read_text())
    assert examine_prerequisites(tmp_path / "wiring.toml", tmp_path).is_blocked


def test_another_program_at_the_bus_is_named(tmp_path: Path) -> None:
    process(tmp_path, 99, ("python3", "read_cards.py"), "/dev/spidev0.0")
    told = busy_finding(load_kit("one"), find_device_holders(load_kit("one"), tmp_path))
    assert told is not None
    assert told.wrong
    assert "process 99, python3 read_cards.py" in told.found


def test_devices_of_nobody_elses_are_no_reason_to_stop(tmp_path: Path) -> None:
    pi(tmp_path)
    process(tmp_path, 7, ("lgd",), "/dev/gpiochip4")  # has pins, and no bus
    process(tmp_path, 8, ("cat",), "/dev/spidev1.0")  # not in this plan
    process(tmp_path, 9, ("herald", "doctor"), "/dev/spidev0.0")  # ourselves
    write(tmp_path, "proc/10/cmdline", "")  # ended meanwhile
    write(tmp_path, "proc/acpi/x")
    assert busy_finding(load_kit("one"), find_device_holders(load_kit("one"), tmp_path, own=9)) is None


def test_a_command_line_of_anything_stays_on_one_line(tmp_path: Path) -> None:
    process(tmp_path, 5, ("\x1b[2J\nok  everything: well",), "/dev/spidev0.0")
    told = str(busy_finding(load_kit("one"), find_device_holders(load_kit("one"), tmp_path)))
    assert told.isprintable()
