"""A kind of reader that cannot be used is named with its reason, and all the others work."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.start.real_table.real_table_hardware import RealTableHardware
from hardware.clock import RealClock
from hardware.common.events import READER_DOWN, TAG_CAME
from hardware.doctor.table_examination import (
    EMPTY_PLAN,
    ExaminationPrerequisites,
    examine_table,
    plan_findings,
    unusable_kind_findings,
)
from hardware.events import HardwareEvent, ReaderReported
from hardware.readers.installed_kinds import installed_kinds, make_drivers
from hardware.readers.rc522.wiring_schema import Rc522Wiring
from hardware.virtual.clock import VirtualClock
from hardware.virtual.device_manager import VirtualDeviceManager
from hardware.virtual.tags import make_ntag213
from hardware.wiring_plan import parse_plan
from tests.hardware.third_kind.liars import Rc522Like
from tests.hardware.third_kind.registered import registered

LIARS = "tests.hardware.third_kind.liars"
REASONS = {
    "gone": "tests.hardware.third_kind.nowhere:KIND cannot be imported: ModuleNotFoundError: "
    "No module named 'tests.hardware.third_kind.nowhere'",
    "no-kind": f"{LIARS}:NO_KIND is no hardware.readers.driver.ReaderKind",
    "old": "made for interface 0, this Herald has 2: update the older of them",
    "first": "made for interface 1, this Herald has 2: update the older of them",
    "another": "registers as 'another' and calls itself 'renamed': one name",
    "taker": "its table button is none of readers",
    "same": "its wiring is that of the kind rc522: write one of its own",
    "hubs": "its table hub is that of the kind hub",
    "spaced": "its table my readers is none of readers",
    "strange": "its wiring is no hardware.wiring_schema.ReaderWiring",
    "rc522": "the name rc522 is taken by herald",
}
PLAN = """
reset = 25
[[reader]]
name = "play"
bus = 0
device = 0
[[reader]]
name = "bank"
kind = "{}"
port = "/dev/ttyLINES"
"""


@pytest.fixture(autouse=True)
def there(tmp_path: Path) -> Iterator[None]:
    """All of them are installed."""
    liars = {
        "gone": "tests.hardware.third_kind.nowhere:KIND",
        "no-kind": f"{LIARS}:NO_KIND",
        "old": f"{LIARS}:OLD",
        "first": f"{LIARS}:FIRST",
        "another": f"{LIARS}:RENAMED",
        "taker": f"{LIARS}:TAKER",
        "strange": f"{LIARS}:STRANGE",
        "same": f"{LIARS}:SAME",
        "hubs": f"{LIARS}:HUBS",
        "spaced": f"{LIARS}:SPACED",
        "derived": f"{LIARS}:DERIVED",
        "no-driver": f"{LIARS}:NO_DRIVER",
        "no-simulation": f"{LIARS}:NO_SIMULATION",
        "rc522": "tests.hardware.third_kind.kind:KIND",
    }
    with registered(tmp_path, **liars):
        yield


def test_each_is_named_with_its_reason_and_the_package_that_brings_it() -> None:
    assert {each.name: each.reason for each in installed_kinds() if each.reason} == REASONS
    assert {each.package for each in installed_kinds() if each.reason} == {"more-readers"}
    assert {each.name for each in installed_kinds() if each.kind is not None} == {
        "rc522", "hub", "pn532", "no-driver", "no-simulation", "derived",
    }  # fmt: skip


def test_the_doctor_names_them_where_nothing_needs_them() -> None:
    found = {
        finding.what.removeprefix("readers of the kind "): finding
        for finding in unusable_kind_findings(EMPTY_PLAN)
    }
    assert {name: finding.found for name, finding in found.items()} == REASONS
    assert not any(finding.wrong for finding in found.values())
    planned = [finding.what for finding in unusable_kind_findings(parse_plan(PLAN.format("old")))]
    assert planned == [f"readers of the kind {name}" for name in found if name != "old"]


def test_what_the_doctor_tells_is_not_told_by_the_log_too(caplog: pytest.LogCaptureFixture) -> None:
    plan = parse_plan(PLAN.format("no-driver"))
    here = ExaminationPrerequisites(plan, True, False, frozenset(), ())
    assert [*unusable_kind_findings(plan), *examine_table(here)]
    assert caplog.text == ""


def test_a_table_that_is_opened_has_it_in_the_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    opened = RealTableHardware(
        tmp_path / "none.toml", lambda plan, heard: VirtualDeviceManager(plan, heard, RealClock())
    )
    opened.open(lambda: None)
    opened.close()
    assert f"readers of the kind old (more-readers): {REASONS['old']}" in caplog.text


@pytest.mark.parametrize(
    ("kind", "why"),
    [
        ("old", REASONS["old"]),
        ("no-driver", "a reader that says lines cannot be used: tests.hardware.third_kind.nowhere:Driver"),
    ],
)
def test_its_readers_are_down_with_the_reason_and_the_others_work(kind: str, why: str) -> None:
    plan = parse_plan(PLAN.format(kind))
    assert next(driver.wiring_type for driver in make_drivers(plan)) is Rc522Wiring
    (finding,) = examine_table(ExaminationPrerequisites(plan, True, False, frozenset(), ()))
    assert (finding.what, finding.wrong) == ("reader bank", True)
    assert finding.found.startswith(why)
    assert plan_findings("wiring.toml", plan)[0].found == "wiring.toml: 2 readers"


@pytest.mark.parametrize(
    ("kind", "why"),
    [("old", REASONS["old"]), ("no-simulation", "a reader that says lines cannot be simulated")],
)
def test_at_a_virtual_table_the_others_work_too(kind: str, why: str) -> None:
    heard: list[HardwareEvent] = []
    rig = VirtualDeviceManager(parse_plan(PLAN.format(kind)), heard.append, VirtualClock())
    rig.open()
    rig.put_tag("play", make_ntag213(bytes.fromhex("04a1b2c3d4e5f6")))
    rig.run_for(1_000_000)
    said = [
        (each.reader, each.event.kind, each.event.why) for each in heard if isinstance(each, ReaderReported)
    ]
    assert sorted(said) == [("bank", READER_DOWN, why), ("play", TAG_CAME, "")]
    assert {state.name: state.why for state in rig.reader_health()} == {"play": "", "bank": why}
    rig.close()


def test_a_reader_whose_table_was_derived_from_another_kinds_is_not_opened_by_both() -> None:
    plan = parse_plan(PLAN.format("derived").replace('port = "/dev/ttyLINES"', "bus = 1\ndevice = 0"))
    assert [table.name for table in plan.wirings_of(Rc522Wiring)] == ["play"]
    assert [
        (type(table), table.name)
        for driver in make_drivers(plan)
        for table in plan.wirings_of(driver.wiring_type)
    ] == [
        (Rc522Wiring, "play"),
        (Rc522Like, "bank"),
    ]
