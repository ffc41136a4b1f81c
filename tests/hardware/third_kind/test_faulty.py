"""A kind of reader whose driver does what none may do: its own readers are down, or odd, and all the others work."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from hardware.common.events import CAME, DOWN, WELL
from hardware.doctor.wiring import Ground, ground, table
from hardware.errors import PlanFault
from hardware.heard import Heard, ReaderSaid
from hardware.plan import read
from hardware.readers.installed import drivers
from hardware.readers.ward import LONGEST_PAUSE_US
from hardware.rig import Rig
from hardware.virtual.clock import VirtualClock
from hardware.virtual.rig import VirtualRig
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


def opened(heard: Callable[[Heard], None], clock: VirtualClock) -> Rig:
    plan = read(PLAN)
    rig = Rig(plan, drivers(plan), lambda: pytest.fail("nothing is on pins"), heard, clock)
    rig.open()
    return rig


@pytest.mark.parametrize("liar", TOLD)
def test_its_readers_are_down_with_the_reason(install: Install, liar: str) -> None:
    heard: list[Heard] = []
    with install(liar):
        rig = opened(heard.append, VirtualClock())
        rig.turn()
        (said,) = (each.said for each in heard if isinstance(each, ReaderSaid))
        assert (said.kind, said.why) == (DOWN, TOLD[liar])
        assert [(state.state, state.why) for state in rig.states()] == [(DOWN, TOLD[liar])]
        rig.close()


def test_the_doctor_goes_on_and_names_it(install: Install, tmp_path: Path) -> None:
    path = tmp_path / "wiring.toml"
    path.write_text(PLAN)
    with install("RAISING"):
        here = ground(path, tmp_path)
        found = [each for each in (*here.found, *table(here)) if each.what == "readers of the kind lines"]
    assert [(each.found, each.wrong) for each in found] == [
        ("cannot be examined: KeyError: 'ground'", True),
        ("cannot be examined: KeyError: 'examine'", True),
    ]


def test_one_that_cannot_be_made_is_down_to_the_doctor_too(install: Install) -> None:
    with install("UNMADE"):
        (found,) = table(Ground(read(PLAN), True, False, frozenset(), ()))
    assert (found.what, found.wrong, found.found) == ("reader bank", True, TOLD["UNMADE"])


def test_it_speaks_for_its_own_readers_alone_and_one_that_does_not_tell_how_it_is_sees_tags(
    install: Install,
) -> None:
    heard: list[Heard] = []
    clock = VirtualClock()
    with install("STRANGER"):
        rig = opened(heard.append, clock)
        due = rig.turn()
        assert [(each.reader, each.said.kind) for each in heard if isinstance(each, ReaderSaid)] == [
            ("bank", CAME)
        ]
        assert due <= clock.now_us() + LONGEST_PAUSE_US
        assert [(state.state, state.version, state.make) for state in rig.states()] == [(WELL, 0, "unknown")]
        rig.close()


def test_at_a_virtual_table_it_is_down_where_it_cannot_be_simulated(install: Install) -> None:
    with install("STRANGER"):
        rig = VirtualRig(read(PLAN), lambda _: None, VirtualClock())
        rig.open()
        rig.turn()
        why = (
            f"a reader that says lines cannot be simulated: {HERE}:Unsimulated fails: KeyError: 'simulation'"
        )
        assert [(state.state, state.why) for state in rig.states()] == [(DOWN, why)]
        rig.close()


def test_a_plan_that_its_wiring_cannot_read_is_a_fault_that_names_the_package(install: Install) -> None:
    with install("UNREADABLE"), pytest.raises(PlanFault) as wrong:
        read(PLAN)
    assert wrong.value.faults == (
        "cannot be read with the kinds of readers that more-readers brings (KeyError: 'contradictions'):"
        " update it or remove it",
    )
