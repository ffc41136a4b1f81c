"""A kind of reader that cannot be used is named with its reason, and all the others work."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.start.real_table.real_table_hardware import RealTableHardware
from hardware.clock import RealClock
from hardware.common.events import CAME, DOWN
from hardware.doctor.wiring import NOTHING, Ground, table, told_plan, unusable
from hardware.heard import Heard, ReaderSaid
from hardware.plan import read
from hardware.readers.installed import drivers, installed
from hardware.readers.rc522.plan import ReaderWiring
from hardware.virtual.clock import VirtualClock
from hardware.virtual.rig import VirtualRig
from hardware.virtual.tags import ntag213
from tests.hardware.third_kind.liars import Rc522Like
from tests.hardware.third_kind.registered import registered

LIARS = "tests.hardware.third_kind.liars"
REASONS = {
    "gone": "tests.hardware.third_kind.nowhere:KIND cannot be imported: ModuleNotFoundError: "
    "No module named 'tests.hardware.third_kind.nowhere'",
    "no-kind": f"{LIARS}:NO_KIND is no hardware.readers.driver.Kind",
    "old": "made for interface 0, this Herald has 1: update the older of them",
    "another": "registers as 'another' and calls itself 'renamed': one name",
    "taker": "its table button is none of readers",
    "same": "its wiring is that of the kind rc522: write one of its own",
    "hubs": "its table hub is that of the kind hub",
    "spaced": "its table my readers is none of readers",
    "strange": "its wiring is no hardware.wiring.Wiring",
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
    assert {each.name: each.reason for each in installed() if each.reason} == REASONS
    assert {each.package for each in installed() if each.reason} == {"more-readers"}
    assert {each.name for each in installed() if each.kind is not None} == {
        "rc522", "hub", "no-driver", "no-simulation", "derived",
    }  # fmt: skip


def test_the_doctor_names_them_where_nothing_needs_them() -> None:
    found = {finding.what.removeprefix("readers of the kind "): finding for finding in unusable(NOTHING)}
    assert {name: finding.found for name, finding in found.items()} == REASONS
    assert not any(finding.wrong for finding in found.values())
    planned = [finding.what for finding in unusable(read(PLAN.format("old")))]
    assert planned == [f"readers of the kind {name}" for name in found if name != "old"]


def test_what_the_doctor_tells_is_not_told_by_the_log_too(caplog: pytest.LogCaptureFixture) -> None:
    plan = read(PLAN.format("no-driver"))
    here = Ground(plan, True, False, frozenset(), ())
    assert [*unusable(plan), *table(here)]
    assert caplog.text == ""


def test_a_table_that_is_opened_has_it_in_the_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    opened = RealTableHardware(
        tmp_path / "none.toml", lambda plan, heard: VirtualRig(plan, heard, RealClock())
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
    plan = read(PLAN.format(kind))
    assert next(driver.wiring for driver in drivers(plan)) is ReaderWiring
    (finding,) = table(Ground(plan, True, False, frozenset(), ()))
    assert (finding.what, finding.wrong) == ("reader bank", True)
    assert finding.found.startswith(why)
    assert told_plan("wiring.toml", plan)[0].found == "wiring.toml: 2 readers"


@pytest.mark.parametrize(
    ("kind", "why"),
    [("old", REASONS["old"]), ("no-simulation", "a reader that says lines cannot be simulated")],
)
def test_at_a_virtual_table_the_others_work_too(kind: str, why: str) -> None:
    heard: list[Heard] = []
    rig = VirtualRig(read(PLAN.format(kind)), heard.append, VirtualClock())
    rig.open()
    rig.put("play", ntag213(bytes.fromhex("04a1b2c3d4e5f6")))
    rig.run(1_000_000)
    said = [(each.reader, each.said.kind, each.said.why) for each in heard if isinstance(each, ReaderSaid)]
    assert sorted(said) == [("bank", DOWN, why), ("play", CAME, "")]
    assert {state.name: state.why for state in rig.states()} == {"play": "", "bank": why}
    rig.close()


def test_a_reader_whose_table_was_derived_from_another_kinds_is_not_opened_by_both() -> None:
    plan = read(PLAN.format("derived").replace('port = "/dev/ttyLINES"', "bus = 1\ndevice = 0"))
    assert [table.name for table in plan.of(ReaderWiring)] == ["play"]
    assert [(type(table), table.name) for driver in drivers(plan) for table in plan.of(driver.wiring)] == [
        (ReaderWiring, "play"),
        (Rc522Like, "bank"),
    ]
