"""The wiring plan as the doctor tells it, and a real table examined with all that its plan needs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from hardware.clock import RealClock
from hardware.doctor.ask import Person, Questions
from hardware.doctor.computer import computer
from hardware.doctor.examine import beside, examine
from hardware.doctor.pins import holders, others, pins
from hardware.errors import PlanFault
from hardware.finding import Finding
from hardware.heard import Heard
from hardware.plan import load
from hardware.readers.installed import drivers, installed
from hardware.rig import own_pins, real_rig
from hardware.wiring import Unusable, WiringPlan

NOTHING = WiringPlan()


def wiring(path: Path) -> tuple[WiringPlan | None, tuple[Finding, ...]]:
    """The plan in that file, and what there is to say about it; no plan where it cannot be used. Without a file there
    is nothing wired."""
    what = "wiring plan"
    try:
        plan = load(path)
    except FileNotFoundError:
        advice = "wiring.md shows how to wire readers, if you want some"
        found = f"none ({path}), so everything is touched"
        return NOTHING, (Finding(what, found, absent=True, advice=advice),)
    except PlanFault as wrong:
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
    return plan, told_plan(str(path), plan)


def told_plan(name: str, plan: WiringPlan) -> tuple[Finding, ...]:
    """A plan that can be used, and what it costs."""
    notes = (Finding("wiring plan", note) for note in plan.notes())
    return Finding("wiring plan", f"{name}: {holds(plan)}"), *notes


def holds(plan: WiringPlan) -> str:
    """What is in a plan, in words."""
    boards = Counter(table.board for table in plan.tables if table.board)
    counted = (
        (len(plan.reader_names), "reader"),
        (len(plan.button_names), "button"),
        (len(plan.lit_readers), "light"),
        (int(plan.buzzer is not None), "sounder"),
        *((number, board) for board, number in boards.items()),
    )
    return (
        ", ".join(f"{number} {name}{'s' * (number != 1)}" for number, name in counted if number) or "nothing"
    )


def unusable(plan: WiringPlan) -> Iterator[Finding]:
    """The kinds of readers that register and cannot be used; whose readers are planned is told of each of those."""
    told = {table.why for table in plan.of(Unusable)}
    for kind in installed():
        if kind.reason and kind.reason not in told:
            advice = f"Nothing needs it; otherwise update or remove the package {kind.package}"
            yield Finding(f"readers of the kind {kind.name}", kind.reason, absent=True, advice=advice)


class Ground(NamedTuple):
    """What an examination stands on: the plan, None where it cannot be read; whether something is in the way of all
    that is wired to the Raspberry Pi, and whether Herald is open, which has the hubs too; the readers whose SPI device
    is not to be had."""

    plan: WiringPlan | None
    barred: bool
    open: bool
    unreachable: frozenset[str]
    found: tuple[Finding, ...]


def ground(path: Path, root: Path) -> Ground:
    """The computer, the plan, SPI and pins."""
    found = [computer(root)]
    plan, told = wiring(path)
    found += told
    if plan is None:
        return Ground(None, True, False, frozenset(), tuple(found))
    found += unusable(plan)
    at_hand = drivers(plan)
    for driver in at_hand:
        found += driver.ground(plan, root)
    chip = pins(root, bool(plan.uses()))
    found.append(chip)
    held = holders(plan, root)
    at_work = others(plan, held)
    if at_work is not None:
        found.append(at_work)
    barred = chip.wrong or at_work is not None
    is_open = any(each.is_herald for each in held)
    unreachable = frozenset().union(*(driver.unreachable(plan, root) for driver in at_hand))
    return Ground(plan, barred, is_open, unreachable, tuple(found))


def table(here: Ground) -> Iterator[Finding]:
    """Everything that is wired at a real table."""
    plan, clock = here.plan, RealClock()
    if plan is None:
        return
    at_hand = drivers(plan)
    if plan.uses() and not here.barred:
        yield from examine(plan, at_hand, own_pins, clock, here.unreachable)
    if not here.open:
        yield from beside(plan, at_hand, clock, here.unreachable)


def asked(here: Ground, person: Person) -> Iterator[Finding]:
    """What a person at a real table can tell of it: where nothing on the Raspberry Pi can be had, of the rest alone."""
    plan = here.plan
    if plan is None or here.open:
        return
    if here.barred:
        plan = plan.off_pins()
    if plan.uses() or plan.tables:
        heard: list[Heard] = []
        rig = real_rig(plan, heard.append)
        yield from Questions(plan, rig, heard, person, RealClock()).findings()
