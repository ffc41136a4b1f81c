"""PN532 readers in a wiring plan."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.errors import WiringPlanError
from hardware.readers.pn532.wiring_schema import Pn532Wiring
from hardware.wiring_drawing import draw_wiring
from hardware.wiring_plan import parse_plan
from hardware.wiring_schema import LightWiring

READER = '[[reader]]\nname = "{}"\nkind = "pn532"\nport = "{}"\n'
HUB = '[[hub]]\nname = "tiles"\nreset = 22\nport = "{}"\n[[hub.reader]]\nname = "tile/1"\nbus = 0\nselect = 17\n'


def faults_of(plan: str) -> tuple[str, ...]:
    with pytest.raises(WiringPlanError) as told:
        parse_plan(plan)
    return told.value.faults


def test_it_has_a_name_a_port_and_perhaps_a_light() -> None:
    light = "light = { red = 5, green = 6, blue = 13 }\n"
    plan = parse_plan(READER.format("play", "/dev/serial/by-id/usb-a") + light)
    assert plan.tables == (Pn532Wiring("play", "/dev/serial/by-id/usb-a", LightWiring(5, 6, 13)),)
    assert plan.readers_with_light == ("play",)


@pytest.mark.parametrize("port", ["ttyUSB0", "/dev/tty\\u0000", "", "/"])
def test_a_port_that_is_no_path_is_refused_with_where_to_look(port: str) -> None:
    (fault,) = faults_of(READER.format("play", port))
    assert "write the path of its serial port" in fault
    assert "ls /dev/serial/by-id" in fault


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ('port = "/dev/a"', "port is missing; write the path of its serial port"),
        ('name = "play"', "name is missing; write a name"),
        ('kind = "pn532"', 'kind cannot be "pn533"; known kinds are pn532, rc522'),
    ],
)
def test_a_plan_without_its_port_or_name_or_with_a_kind_that_is_not_there_is_refused_in_one_sentence(
    wrong: str, told: str
) -> None:
    plan = READER.format("play", "/dev/a")
    assert wrong in plan
    (fault,) = faults_of(plan.replace(wrong, 'kind = "pn533"' if "kind" in wrong else ""))
    assert told in fault


def test_two_readers_on_one_port_are_refused_in_one_sentence_by_whatever_names(tmp_path: Path) -> None:
    port, stable = tmp_path / "ttyUSB0", tmp_path / "usb-a"
    stable.symlink_to(port)
    for second in (port, stable):
        assert faults_of(READER.format("play", stable) + READER.format("bank", second)) == (
            f'reader "bank": is on {port}, as reader "play" is; give each its own',
        )


@pytest.mark.parametrize("hub_port", ["/dev/ttyACM0", "/dev/ttyACM*"])
def test_a_port_where_a_hub_is_looked_for_is_refused(hub_port: str) -> None:
    assert faults_of(READER.format("play", "/dev/ttyACM0") + HUB.format(hub_port)) == (
        f'reader "play": is on /dev/ttyACM0, where hub "tiles" is looked for ({hub_port});'
        " give each its own port, or leave that of the hub out",
    )


def test_a_hub_beside_it_on_another_port_is_welcome() -> None:
    plan = parse_plan(READER.format("play", "/dev/ttyUSB0") + HUB.format("/dev/ttyACM*"))
    assert plan.reader_names == ("play", "tile/1")


def test_the_drawing_shows_it_with_its_cable() -> None:
    drawing = draw_wiring(parse_plan(READER.format("play", "/dev/ttyUSB0")))
    assert "PN532" in drawing
    assert "USB" in drawing
