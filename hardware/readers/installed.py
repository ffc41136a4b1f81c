"""Which kinds of readers are installed: all that register, those that cannot be used with the reason.

Python's own packaging says who registers (https://packaging.python.org/specifications/entry-points/): an entry point
of the group `herald.readers` names a `Kind`. Herald's own two register in its pyproject.toml like anybody's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pkgutil import resolve_name
from typing import Any, NamedTuple

from hardware.errors import Missing
from hardware.readers.driver import INTERFACE, Driver, Kind
from hardware.readers.guarded import Guarded
from hardware.readers.without import Without
from hardware.wiring import Unusable, Wiring, WiringPlan

GROUP = "herald.readers"
OURS = "herald"
"""The package whose kinds come with Herald."""
USUAL = "rc522"
"""The kind of a reader that does not say its kind."""

READER = "reader"
"""The table that readers of most kinds have."""
TAKEN = ("reset", "buzzer", "button")
"""What a plan has besides tables of readers."""


class Installed(NamedTuple):
    """A kind that registers; `package` and `version` are those of who brings it. `reason` says why it cannot be used:
    then there is no `kind`, else ""."""

    name: str
    package: str
    version: str
    kind: Kind | None
    reason: str = ""


@cache
def installed() -> tuple[Installed, ...]:
    """All that register: Herald's own first, then by name. Found once in the life of the program."""
    found: dict[str, Installed] = {}
    twice = []
    for entry in sorted(entry_points(group=GROUP), key=lambda each: (_package(each) != OURS, each.name)):
        each = _read(entry)
        if (first := found.setdefault(each.name, each)) is not each:
            each = each._replace(kind=None, reason=f"the name {each.name} is taken by {first.package}")
            twice.append(each)
        elif each.kind is not None and (reason := _claimed(each.kind, found.values())):
            found[each.name] = each._replace(kind=None, reason=reason)
    return (*found.values(), *twice)


def kinds() -> tuple[Kind, ...]:
    """Those that can be used; what is wired to the Pi's own pins comes first."""
    found = (each.kind for each in installed() if each.kind is not None)
    return tuple(sorted(found, key=lambda kind: not kind.wiring.on_pins))


def drivers(plan: WiringPlan) -> tuple[Driver, ...]:
    """What opens the readers of a plan on this machine, kind by kind. Never raises: a driver that cannot be
    imported or made has its readers down, and the others work."""
    return tuple(_drivers(plan))


def _drivers(plan: WiringPlan) -> Iterator[Driver]:
    for kind in kinds():
        if not plan.of(kind.wiring):
            continue
        try:
            yield Guarded(kind, made(kind.driver))
        except Missing as wrong:
            yield Without(kind.wiring, f"{kind.called} cannot be used: {wrong}")
    if plan.of(Unusable):
        yield Without(Unusable, "")


def part(named: str) -> Any:
    """What a reference of a kind (`module:NAME`) stands for. Raises Missing with the reason."""
    try:
        return resolve_name(named)
    except (Exception, SystemExit) as wrong:  # a stranger's module may raise anything
        raise Missing(f"{named} cannot be imported: {type(wrong).__name__}: {wrong}") from wrong


def made(named: str, *given: object) -> Any:
    """What a class or a function that a kind refers to makes of what it is given. Raises Missing with the reason."""
    maker = part(named)
    try:
        return maker(*given)
    except (Exception, SystemExit) as wrong:
        raise Missing(f"{named} fails: {type(wrong).__name__}: {wrong}") from wrong


def _claimed(kind: Kind, there: Iterable[Installed]) -> str:
    """Why a kind cannot stand beside those that are there: two would open the same tables of a plan."""
    for other in (each.kind for each in there if each.kind is not None and each.kind is not kind):
        if kind.wiring is other.wiring:
            return f"its wiring is that of the kind {other.name}: write one of its own"
        if kind.table == other.table != READER:
            return f"its table {kind.table} is that of the kind {other.name}"
    return ""


def _package(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist is not None else ""


def _read(entry: EntryPoint) -> Installed:
    version = entry.dist.version if entry.dist is not None else ""
    found = Installed(entry.name, _package(entry), version, None)
    try:
        kind = part(entry.value)
    except Missing as wrong:
        return found._replace(reason=str(wrong))
    reason = _unfit(entry, kind)
    return found._replace(reason=reason) if reason else found._replace(kind=kind)


def _unfit(entry: EntryPoint, kind: object) -> str:
    """Why what registers there is no kind of reader that can be used."""
    if not isinstance(kind, Kind):
        return f"{entry.value} is no hardware.readers.driver.Kind"
    if kind.interface != INTERFACE:
        return f"made for interface {kind.interface}, this Herald has {INTERFACE}: update the older of them"
    if kind.name != entry.name:
        return f"registers as {entry.name!r} and calls itself {kind.name!r}: one name"
    wiring: object = kind.wiring  # a stranger may write anything
    if not (isinstance(wiring, type) and issubclass(wiring, Wiring)):
        return "its wiring is no hardware.wiring.Wiring"
    if kind.table in TAKEN or not str(kind.table).isidentifier():
        return f"its table {kind.table} is none of readers"
    return ""
