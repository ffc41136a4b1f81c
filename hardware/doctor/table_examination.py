"""The findings about a wiring plan, and the examination of a real table with all that its plan needs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from hardware.clock import RealClock
from hardware.device_manager import make_device_manager, own_pin_factory
from hardware.doctor.computer import examine_computer
from hardware.doctor.device_holders import busy_finding, examine_gpio_chip, find_device_holders
from hardware.doctor.examination import examine_pi_parts, examine_readers_beside_pi
from hardware.doctor.questions import ExaminationWithPerson, Person
from hardware.errors import WiringPlanError
from hardware.events import HardwareEvent
from hardware.finding import Finding
from hardware.readers.installed_kinds import installed_kinds, make_drivers
from hardware.wiring_plan import load_plan
from hardware.wiring_schema import UnusableReader, WiringPlan

EMPTY_PLAN = WiringPlan()
LoadPlan = Callable[[Path], WiringPlan]


def read_plan_and_findings(
    path: Path, load: LoadPlan = load_plan
) -> tuple[WiringPlan | None, tuple[Finding, ...]]:
    """The plan in that file, read by `load`, and the findings about it; None where the plan cannot be used.

    Without a file the plan is empty.
    """
    what = "wiring plan"
    try:
        plan = load(path)
    except FileNotFoundError:
        advice = "wiring.md shows how to wire readers, if you want some"
        found = f"none ({path}), so everything is touched"
        return EMPTY_PLAN, (Finding(what, found, absent=True, advice=advice),)
    except WiringPlanError as wrong:
        return None, tuple(Finding(f"{what} {path.name}", fault, True) for fault in wrong.faults)
    except OSError as wrong:
        return None, (
            Finding(
                what,
                f"{path} cannot be read ({wrong.strerror})",
                True,
                "It has to be a file that this user can read",
            ),
        )
    return plan, plan_findings(str(path), plan)


def plan_findings(name: str, plan: WiringPlan) -> tuple[Finding, ...]:
    """The findings about a valid plan: its contents, and notes about it."""
    notes = (Finding("wiring plan", note) for note in plan.notes())
    return Finding("wiring plan", f"{name}: {describe_plan(plan)}"), *notes


def describe_plan(plan: WiringPlan) -> str:
    """The contents of a plan in words."""
    boards = Counter(table.board_name for table in plan.tables if table.board_name)
    counted = (
        (len(plan.reader_names), "reader"),
        (len(plan.button_names), "button"),
        (len(plan.readers_with_light), "light"),
        (int(plan.buzzer is not None), "sounder"),
        *((number, board) for board, number in boards.items()),
    )
    return (
        ", ".join(f"{number} {name}{'s' * (number != 1)}" for number, name in counted if number) or "nothing"
    )


def unusable_kind_findings(plan: WiringPlan) -> Iterator[Finding]:
    """The findings about installed kinds of readers that cannot be used.

    A kind whose reason a planned reader shows is left out.
    """
    reported = {table.why for table in plan.wirings_of(UnusableReader)}
    for kind in installed_kinds():
        if kind.reason and kind.reason not in reported:
            advice = f"Nothing needs it; otherwise update or remove the package {kind.package}"
            yield Finding(f"readers of the kind {kind.name}", kind.reason, absent=True, advice=advice)


class ExaminationPrerequisites(NamedTuple):
    """What an examination needs to know.

    `plan` is None where it cannot be read; `is_blocked`: something prevents the use of all that is wired to
    the Raspberry Pi; `is_herald_open`: Herald runs, and uses the hubs too; `unreachable_readers`: those whose
    devices cannot be opened.
    """

    plan: WiringPlan | None
    is_blocked: bool
    is_herald_open: bool
    unreachable_readers: frozenset[str]
    findings: tuple[Finding, ...]


def examine_prerequisites(path: Path, root: Path, load: LoadPlan = load_plan) -> ExaminationPrerequisites:
    """Examine the computer, the plan as `load` reads it, SPI and pins."""
    found = [examine_computer(root)]
    plan, plan_results = read_plan_and_findings(path, load)
    found += plan_results
    if plan is None:
        return ExaminationPrerequisites(None, True, False, frozenset(), tuple(found))
    found += unusable_kind_findings(plan)
    drivers = make_drivers(plan)
    for driver in drivers:
        found += driver.examine_host(plan, root)
    chip = examine_gpio_chip(root, bool(plan.pin_uses()))
    found.append(chip)
    holders = find_device_holders(plan, root)
    busy = busy_finding(plan, holders)
    if busy is not None:
        found.append(busy)
    barred = chip.wrong or busy is not None
    is_open = any(each.is_herald for each in holders)
    unreachable = frozenset().union(*(driver.unreachable_readers(plan, root) for driver in drivers))
    return ExaminationPrerequisites(plan, barred, is_open, unreachable, tuple(found))


def examine_table(here: ExaminationPrerequisites) -> Iterator[Finding]:
    """Examine everything that is wired at a real table."""
    plan, clock = here.plan, RealClock()
    if plan is None:
        return
    drivers = make_drivers(plan)
    if plan.pin_uses() and not here.is_blocked:
        yield from examine_pi_parts(plan, drivers, own_pin_factory, clock, here.unreachable_readers)
    if not here.is_herald_open:
        yield from examine_readers_beside_pi(plan, drivers, clock, here.unreachable_readers)


def examine_with_person(here: ExaminationPrerequisites, person: Person) -> Iterator[Finding]:
    """Ask a person about a real table; only about parts beside the Pi where nothing on it can be opened."""
    plan = here.plan
    if plan is None or here.is_herald_open:
        return
    if here.is_blocked:
        plan = plan.without_pi_pins()
    if plan.pin_uses() or plan.tables:
        events: list[HardwareEvent] = []
        devices = make_device_manager(plan, events.append)
        yield from ExaminationWithPerson(plan, devices, events, person, RealClock()).examine()
