"""Reads and checks a wiring plan: the owner's `wiring.toml` or a kit, before anything is opened.

`hardware.wiring_schema` defines what a plan may contain; each kind of reader defines its tables beside its
driver.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
from msgspec import defstruct

from hardware.errors import WiringPlanError
from hardware.pi_header import PI_LAYOUT
from hardware.readers.installed_kinds import (
    DEFAULT_KIND,
    OWN_PACKAGE,
    READER_TABLE,
    InstalledKind,
    installed_kinds,
    usable_kinds,
)
from hardware.struct_validation import (
    FaultList,
    duplicate_faults,
    format_value,
    validate_toml_table,
    values_with_places,
)
from hardware.wiring_schema import (
    ButtonWiring,
    PlainTable,
    ReaderWiring,
    UnusableReader,
    WiringPlan,
    pin_uses,
)

MAX_PLAN_BYTES = 1 << 15
"""The largest size of a plan in bytes; the longest kit has a tenth of it."""

KIT_NAMES = ("one", "two", "five", "hub", "columns", "usb")
"""The plans that come with Herald, named after their number of readers; `hub` has one on the Pi and twelve on
a hub, `columns` is `one` with a button for each of six columns, `usb` has one on a cable and
no wires."""

KIND_KEY = "kind"
"""The key with the kind of a table in READER_TABLE; without it the table is of DEFAULT_KIND."""


def load_plan(path: Path) -> WiringPlan:
    """The plan in a file. Raises WiringPlanError with all its faults, OSError when it cannot be opened."""
    with path.open("rb") as stream:
        return parse_plan(stream.read(MAX_PLAN_BYTES + 1))


def load_kit(name: str) -> WiringPlan:
    """One of `KIT_NAMES`."""
    return parse_plan(files("hardware").joinpath("kits", f"{name}.toml").read_bytes())


def parse_plan(text: bytes | str) -> WiringPlan:
    """The plan in any TOML text. Raises WiringPlanError with all its faults at once."""
    try:
        return _plan(_parsed(text))
    except WiringPlanError:
        raise
    except Exception as wrong:  # a kind of reader from outside may raise anything when its tables are read
        foreign = sorted(
            {each.package for each in installed_kinds() if each.kind is not None} - {OWN_PACKAGE}
        )
        if not foreign:
            raise
        raise WiringPlanError(
            f"cannot be read with the kinds of readers that {', '.join(foreign)} brings"
            f" ({type(wrong).__name__}: {wrong}): update it or remove it"
        ) from wrong


def _plan(raw: dict[str, Any]) -> WiringPlan:
    faults = FaultList()
    shapes = {READER_TABLE: ReaderWiring} | {
        each.table_name: each.wiring_type for each in usable_kinds() if each.table_name != READER_TABLE
    }
    for key, shape in shapes.items():
        if key in raw and (message := shape.outdated_message(raw[key])):
            faults.add(key, message)
            del raw[key]
    found = validate_toml_table(_form(shapes), raw, "", faults, chosen=_chosen)
    tables: dict[type[ReaderWiring], list[PlainTable]] = {}
    for key, shape in shapes.items():
        for table, one in zip(_listed(raw.get(key)), found.get(key, ()), strict=False):
            tables.setdefault(_wiring(shape, table), []).append(one)
    for place, sentence in _contradictions(tables, found, raw):
        faults.add(place, sentence)
    faults.raise_any()
    made = tuple(_table(shape, each) for key, shape in shapes.items() for each in raw.pop(key, ()))
    for place, sentence in _shared(made):
        faults.add(place, sentence)
    faults.raise_any()
    return msgspec.structs.replace(msgspec.convert(raw, WiringPlan), tables=made)


def _listed(raw: object) -> list[Any]:
    """The value if it is a list, as readers are to be written; otherwise an empty one."""
    return raw if isinstance(raw, list) else []


def _form(shapes: Mapping[str, type[ReaderWiring]]) -> type[msgspec.Struct]:
    """The Struct of a whole plan as it may be written, with the tables of every kind."""
    whole = {each.encode_name: each for each in msgspec.structs.fields(WiringPlan)}
    known: list[tuple[str, Any, Any]] = [(name, whole[name].type, None) for name in ("reset", "buzzer")]
    known += [(key, tuple[shape, ...], ()) for key, shape in shapes.items()]  # type: ignore[valid-type]
    known.insert(3, ("button", tuple[ButtonWiring, ...], ()))
    return defstruct("Plan", known)


def _chosen(
    shape: type[msgspec.Struct], raw: PlainTable, place: str, faults: FaultList
) -> tuple[Any, PlainTable] | None:
    """The Struct of a table's kind, and the table without its kind; None where no such kind exists.

    A missing kind is added to `faults`.
    """
    if shape is not ReaderWiring:
        return shape, raw
    kind = raw.get(KIND_KEY, DEFAULT_KIND)
    found = _installed(kind)
    if found is None:
        known = dict.fromkeys(
            each.name for each in installed_kinds() if not each.kind or each.kind.table_name == READER_TABLE
        )
        faults.add(
            place,
            f"kind cannot be {format_value(kind)}; known kinds are {', '.join(known)}{_elsewhere(kind)}",
        )
        return None
    rest = {key: value for key, value in raw.items() if key != KIND_KEY}
    return (
        (found.kind.wiring_type, rest)
        if found.kind
        else (ReaderWiring, {k: v for k, v in rest.items() if k == "name"})
    )


def _installed(kind: object) -> InstalledKind | None:
    """The installed kind of that name whose tables are in READER_TABLE."""
    return next(
        (
            each
            for each in installed_kinds()
            if each.name == kind and (not each.kind or each.kind.table_name == READER_TABLE)
        ),
        None,
    )


def _elsewhere(kind: object) -> str:
    """The hint for a kind that has a table of its own."""
    table = next((each.table_name for each in usable_kinds() if each.name == kind), "")
    return f"; begin each {kind} with a line [[{table}]]" if table else ""


def _wiring(shape: type[ReaderWiring], raw: object) -> type[ReaderWiring]:
    """The class of a table; the common one where its kind is not known."""
    if shape is not ReaderWiring or not isinstance(raw, Mapping):
        return shape
    found = _installed(raw.get(KIND_KEY, DEFAULT_KIND))
    return ReaderWiring if found is None else found.kind.wiring_type if found.kind else UnusableReader


def _table(shape: type[ReaderWiring], raw: PlainTable) -> ReaderWiring:
    """The Struct of a checked table."""
    kind = _wiring(shape, raw)
    if kind is UnusableReader:
        found = _installed(raw.get(KIND_KEY, DEFAULT_KIND))
        return UnusableReader(raw["name"], found.reason if found is not None else "")
    rest = {key: value for key, value in raw.items() if key != KIND_KEY} if shape is ReaderWiring else raw
    return msgspec.convert(rest, kind)


def _parsed(text: bytes | str) -> dict[str, Any]:
    if len(text) > MAX_PLAN_BYTES:
        raise WiringPlanError(
            f"longer than {MAX_PLAN_BYTES} bytes; no plan is: begin again from one of the kits in hardware/kits"
        )
    try:
        return tomllib.loads(text if isinstance(text, str) else text.decode("utf-8-sig"))
    except (ValueError, RecursionError) as wrong:
        raise WiringPlanError(
            f"not readable as TOML: {wrong}; a table that there may be several of begins in double brackets, as"
            " [[reader]], [[hub]] and below it [[hub.reader]]; compare with one of the kits in hardware/kits"
        ) from wrong


def _shared(tables: Iterable[ReaderWiring]) -> Iterator[tuple[str, str]]:
    """Place and sentence of each device that two tables, of one kind or of two, need for themselves."""
    taken: dict[str, str] = {}
    for table in tables:
        at = f"{table.board_name or READER_TABLE} {format_value(table.name)}"
        for device in table.device_paths:
            if (first := taken.setdefault(device, at)) != at:
                yield at, f"is on {device}, as {first} is; give each its own"


def _contradictions(
    tables: Mapping[type[ReaderWiring], list[PlainTable]], found: PlainTable, raw: PlainTable
) -> Iterator[tuple[str, str]]:
    """Place and sentence of each contradiction between parts that are valid by themselves."""
    readers = [reader for kind, each in tables.items() for reader in kind.reader_tables(each)]
    on_boards = (button for kind, each in tables.items() for button in kind.button_tables(each))
    yield from duplicate_faults(
        values_with_places(readers, "name"), "has the name of another reader; give each its own"
    )
    yield from duplicate_faults(
        values_with_places([*found.get("button", ()), *on_boards], "name"),
        "is there twice; one button for each is enough",
    )
    for kind, each in tables.items():
        yield from kind.contradictions(each, raw)
    yield from PI_LAYOUT.conflicts(pin_uses(tables, found))
