"""A kind of reader whose driver does what none may do: its own readers are down, or odd, and all the others work."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from hardware.common.events import READER_DOWN, READER_WELL, TAG_CAME
from hardware.device_manager import DeviceManager
from hardware.doctor.table_examination import ExaminationPrerequisites, examine_prerequisites, examine_table
from hardware.errors import WiringPlanError
from hardware.events import HardwareEvent, ReaderReported
from hardware.readers.installed_kinds import make_drivers
from hardware.readers.supervised_reader import LONGEST_RETRY_US
from hardware.virtual.clock import VirtualClock
from hardware.virtual.device_manager import VirtualDeviceManager
from hardware.wiring_plan import parse_plan
from tests.hardware.third_kind.liars import HERE
from tests.hardware.third_kind.registered import registered

PLAN = """
[[reader]]
name = "bank"
kind = "lines"
port = "/dev/ttyLINES"
"""
TOLD = {
    "RAISING": "a reader that says lines cannot be opened: KeyError: 'open'",
    "UNMADE": f"a reader that says lines cannot be used: {HERE}:Unmade fails: SystemExit: 3",
}

Install = Callable[[str], AbstractContextManager[None]]


@pytest.fixture
def install(tmp_path: Path) -> Install:
    return lambda liar: registered(tmp_path / "site", lines=f"{HERE}:{liar}")


def opened(heard: Callable[[HardwareEvent], None], clock: VirtualClock) -> DeviceManager:
    plan = parse_plan(PLAN)
    rig = DeviceManager(plan, make_drivers(plan), lambda: pytest.fail("nothing is on pins"), heard, clock)
    rig.open()
    return rig


@pytest.mark.parametrize("liar", TOLD)
def test_its_readers_are_down_with_the_reason(install: Install, liar: str) -> None:
    heard: list[HardwareEvent] = []
    with install(liar):
        rig = opened(heard.append, VirtualClock())
        rig.run_pending()
        (said,) = (each.event for each in heard if isinstance(each, ReaderReported))
        assert (said.kind, said.why) == (READER_DOWN, TOLD[liar])
        assert [(state.state, state.why) for state in rig.reader_health()] == [(READER_DOWN, TOLD[liar])]
        rig.close()


def test_the_doctor_goes_on_and_names_it(install: Install, tmp_path: Path) -> None:
    path = tmp_path / "wiring.toml"
    path.write_text(PLAN)
    with install("RAISING"):
        here = examine_prerequisites(path, tmp_path)
        found = [
            each
            for each in (*here.findings, *examine_table(here))
            if each.what == "readers of the kind lines"
        ]
    assert [(each.found, each.wrong) for each in found] == [
        ("cannot be examined: KeyError: 'ground'", True),
        ("cannot be examined: KeyError: 'examine'", True),
    ]


def test_one_that_cannot_be_made_is_down_to_the_doctor_too(install: Install) -> None:
    with install("UNMADE"):
        (found,) = examine_table(ExaminationPrerequisites(parse_plan(PLAN), True, False, frozenset(), ()))
    assert (found.what, found.wrong, found.found) == ("reader bank", True, TOLD["UNMADE"])


def test_it_speaks_for_its_own_readers_alone_and_one_that_does_not_tell_how_it_is_sees_tags(
    install: Install,
) -> None:
    heard: list[HardwareEvent] = []
    clock = VirtualClock()
    with install("STRANGER"):
        rig = opened(heard.append, clock)
        due = rig.run_pending()
        assert [(each.reader, each.event.kind) for each in heard if isinstance(each, ReaderReported)] == [
            ("bank", TAG_CAME)
        ]
        assert due <= clock.now_us() + LONGEST_RETRY_US
        assert [(state.state, state.version, state.chip_origin) for state in rig.reader_health()] == [
            (READER_WELL, 0, "unknown")
        ]
        rig.close()


def test_at_a_virtual_table_it_is_down_where_it_cannot_be_simulated(install: Install) -> None:
    with install("STRANGER"):
        rig = VirtualDeviceManager(parse_plan(PLAN), lambda _: None, VirtualClock())
        rig.open()
        rig.run_pending()
        why = (
            f"a reader that says lines cannot be simulated: {HERE}:Unsimulated fails: KeyError: 'simulation'"
        )
        assert [(state.state, state.why) for state in rig.reader_health()] == [(READER_DOWN, why)]
        rig.close()


def test_a_plan_that_its_wiring_cannot_read_is_a_fault_that_names_the_package(install: Install) -> None:
    with install("UNREADABLE"), pytest.raises(WiringPlanError) as wrong:
        parse_plan(PLAN)
    assert wrong.value.faults == (
        "cannot be read with the kinds of readers that more-readers brings (KeyError: 'contradictions'):"
        " update it or remove it",
    )
