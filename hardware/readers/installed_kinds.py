"""The installed kinds of readers; those that cannot be used have the reason.

Entry points of the group `herald.readers` name a `ReaderKind`
(https://packaging.python.org/specifications/entry-points/). Herald's own three are registered in its
pyproject.toml like any other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pkgutil import resolve_name
from typing import Any, NamedTuple

from hardware.errors import HardwareMissingError
from hardware.readers.driver import INTERFACE_VERSION, ReaderDriver, ReaderKind
from hardware.readers.guarded_driver import GuardedDriver
from hardware.readers.unavailable_driver import UnavailableDriver
from hardware.wiring_schema import ReaderWiring, UnusableReader, WiringPlan

ENTRY_POINT_GROUP = "herald.readers"
OWN_PACKAGE = "herald"
"""The package whose kinds come with Herald."""
DEFAULT_KIND = "rc522"
"""The kind of a reader whose table names none."""

READER_TABLE = "reader"
"""The table that readers of most kinds have."""
RESERVED_KEYS = ("reset", "buzzer", "button")
"""The keys of a plan that are no tables of readers."""


class InstalledKind(NamedTuple):
    """An installed kind, with the `package` and `version` that bring it.

    `reason` says why it cannot be used, and `kind` is None then; otherwise `reason` is "".
    """

    name: str
    package: str
    version: str
    kind: ReaderKind | None
    reason: str = ""


@cache
def installed_kinds() -> tuple[InstalledKind, ...]:
    """All installed kinds: Herald's own first, then by name. They are found once in the life of the program."""
    found: dict[str, InstalledKind] = {}
    twice = []
    for entry in sorted(
        entry_points(group=ENTRY_POINT_GROUP), key=lambda each: (_package(each) != OWN_PACKAGE, each.name)
    ):
        each = _read(entry)
        if (first := found.setdefault(each.name, each)) is not each:
            each = each._replace(kind=None, reason=f"the name {each.name} is taken by {first.package}")
            twice.append(each)
        elif each.kind is not None and (reason := _claimed(each.kind, found.values())):
            found[each.name] = each._replace(kind=None, reason=reason)
    return (*found.values(), *twice)


def usable_kinds() -> tuple[ReaderKind, ...]:
    """The kinds that can be used; those on the Pi's own pins come first."""
    found = (each.kind for each in installed_kinds() if each.kind is not None)
    return tuple(sorted(found, key=lambda kind: not kind.wiring_type.is_on_pi_pins))


def make_drivers(plan: WiringPlan) -> tuple[ReaderDriver, ...]:
    """The drivers for the readers of a plan on this machine, kind by kind.

    Never raises: the readers of a driver that cannot be imported or made are down, and the others work.
    """
    return tuple(_drivers(plan))


def _drivers(plan: WiringPlan) -> Iterator[ReaderDriver]:
    for kind in usable_kinds():
        if not plan.wirings_of(kind.wiring_type):
            continue
        try:
            yield GuardedDriver(kind, call_reference(kind.driver))
        except HardwareMissingError as wrong:
            yield UnavailableDriver(kind.wiring_type, f"{kind.display_name} cannot be used: {wrong}")
    if plan.wirings_of(UnusableReader):
        yield UnavailableDriver(UnusableReader, "")


def resolve_reference(reference: str) -> Any:
    """The object of a kind's reference (`module:NAME`). Raises HardwareMissingError with the reason."""
    try:
        return resolve_name(reference)
    except (Exception, SystemExit) as wrong:  # a module from outside may raise anything
        raise HardwareMissingError(
            f"{reference} cannot be imported: {type(wrong).__name__}: {wrong}"
        ) from wrong


def call_reference(reference: str, *given: object) -> Any:
    """Call the class or function of a kind's reference. Raises HardwareMissingError with the reason."""
    maker = resolve_reference(reference)
    try:
        return maker(*given)
    except (Exception, SystemExit) as wrong:
        raise HardwareMissingError(f"{reference} fails: {type(wrong).__name__}: {wrong}") from wrong


def _claimed(kind: ReaderKind, there: Iterable[InstalledKind]) -> str:
    """Why a kind conflicts with the others: two would open the same tables of a plan."""
    for other in (each.kind for each in there if each.kind is not None and each.kind is not kind):
        if kind.wiring_type is other.wiring_type:
            return f"its wiring is that of the kind {other.name}: write one of its own"
        if kind.table_name == other.table_name != READER_TABLE:
            return f"its table {kind.table_name} is that of the kind {other.name}"
    return ""


def _package(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist is not None else ""


def _read(entry: EntryPoint) -> InstalledKind:
    version = entry.dist.version if entry.dist is not None else ""
    found = InstalledKind(entry.name, _package(entry), version, None)
    try:
        kind = resolve_reference(entry.value)
    except HardwareMissingError as wrong:
        return found._replace(reason=str(wrong))
    reason = _unfit(entry, kind)
    return found._replace(reason=reason) if reason else found._replace(kind=kind)


def _unfit(entry: EntryPoint, kind: object) -> str:
    """Why the object of an entry point is no kind of reader that can be used."""
    if not isinstance(kind, ReaderKind):
        return f"{entry.value} is no hardware.readers.driver.ReaderKind"
    if kind.interface_version != INTERFACE_VERSION:
        return (
            f"made for interface {kind.interface_version}, this Herald has {INTERFACE_VERSION}:"
            " update the older of them"
        )
    if kind.name != entry.name:
        return f"registers as {entry.name!r} and calls itself {kind.name!r}: one name"
    wiring: object = kind.wiring_type  # a package from outside may hold anything
    if not (isinstance(wiring, type) and issubclass(wiring, ReaderWiring)):
        return "its wiring is no hardware.wiring_schema.ReaderWiring"
    if kind.table_name in RESERVED_KEYS or not str(kind.table_name).isidentifier():
        return f"its table {kind.table_name} is none of readers"
    return ""
