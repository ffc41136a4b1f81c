"""The wiring plan as it is written: the owner's `wiring.toml` or a kit, read and checked whole before anything is
opened. What it may hold stands in hardware.wiring, and of each kind of reader beside its driver.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
from msgspec import defstruct

from hardware.errors import PlanFault
from hardware.pins import PI
from hardware.readers.installed import OURS, READER, USUAL, Installed, installed, kinds
from hardware.shapes import Faults, readable, shown, told, twice
from hardware.wiring import ButtonWiring, Plain, Unusable, Wiring, WiringPlan, uses

LONGEST = 1 << 15
"""Bytes of a plan that are read; the longest kit has a tenth of that."""

KITS = ("one", "two", "five", "hub", "columns")
"""The plans that come with Herald, by how many readers they have; `hub` has one on the Pi and twelve on a hub,
`columns` is `one` with a button for each of six columns."""

KIND = "kind"
"""Which kind a table of READER is of; one that does not say so is of the usual kind."""


def load(path: Path) -> WiringPlan:
    """The plan in a file; raises PlanFault with everything wrong in it, OSError when it cannot be opened."""
    with path.open("rb") as stream:
        return read(stream.read(LONGEST + 1))


def kit(name: str) -> WiringPlan:
    """One of `KITS`."""
    return read(files("hardware").joinpath("kits", f"{name}.toml").read_bytes())


def read(text: bytes | str) -> WiringPlan:
    """The plan in a text of TOML, whatever it is; raises PlanFault with everything wrong in it at once."""
    try:
        return _plan(_parsed(text))
    except PlanFault:
        raise
    except Exception as wrong:  # what a stranger's kind of reader says of its tables may raise anything
        strange = sorted({each.package for each in installed() if each.kind is not None} - {OURS})
        if not strange:
            raise
        raise PlanFault(
            f"cannot be read with the kinds of readers that {', '.join(strange)} brings"
            f" ({type(wrong).__name__}: {wrong}): update it or remove it"
        ) from wrong


def _plan(raw: dict[str, Any]) -> WiringPlan:
    faults = Faults()
    shapes = {READER: Wiring} | {each.table: each.wiring for each in kinds() if each.table != READER}
    for key, shape in shapes.items():
        if key in raw and (said := shape.outdated(raw[key])):
            faults.add(key, said)
            del raw[key]
    found = readable(_form(shapes), raw, "", faults, chosen=_chosen)
    tables: dict[type[Wiring], list[Plain]] = {}
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
    """What is a list, as readers are to be written."""
    return raw if isinstance(raw, list) else []


def _form(shapes: Mapping[str, type[Wiring]]) -> type[msgspec.Struct]:
    """A whole plan as it may be written, with the tables of every kind."""
    whole = {each.encode_name: each for each in msgspec.structs.fields(WiringPlan)}
    known: list[tuple[str, Any, Any]] = [(name, whole[name].type, None) for name in ("reset", "buzzer")]
    known += [(key, tuple[shape, ...], ()) for key, shape in shapes.items()]  # type: ignore[valid-type]
    known.insert(3, ("button", tuple[ButtonWiring, ...], ()))
    return defstruct("Plan", known)


def _chosen(shape: type[msgspec.Struct], raw: Plain, place: str, faults: Faults) -> tuple[Any, Plain] | None:
    """Which kind a table is of, and the table without what says so; None, and a fault, where there is no such kind."""
    if shape is not Wiring:
        return shape, raw
    kind = raw.get(KIND, USUAL)
    found = _installed(kind)
    if found is None:
        known = dict.fromkeys(each.name for each in installed() if not each.kind or each.kind.table == READER)
        faults.add(
            place, f"kind cannot be {shown(kind)}; known kinds are {', '.join(known)}{_elsewhere(kind)}"
        )
        return None
    rest = {key: value for key, value in raw.items() if key != KIND}
    return (
        (found.kind.wiring, rest) if found.kind else (Wiring, {k: v for k, v in rest.items() if k == "name"})
    )


def _installed(kind: object) -> Installed | None:
    """What registers under that name and stands in the usual table."""
    return next(
        (each for each in installed() if each.name == kind and (not each.kind or each.kind.table == READER)),
        None,
    )


def _elsewhere(kind: object) -> str:
    """What is said of a kind that has a table of its own."""
    table = next((each.table for each in kinds() if each.name == kind), "")
    return f"; begin each {kind} with a line [[{table}]]" if table else ""


def _wiring(shape: type[Wiring], raw: object) -> type[Wiring]:
    """The class of a table; the common one where its kind is not known."""
    if shape is not Wiring or not isinstance(raw, Mapping):
        return shape
    found = _installed(raw.get(KIND, USUAL))
    return Wiring if found is None else found.kind.wiring if found.kind else Unusable


def _table(shape: type[Wiring], raw: Plain) -> Wiring:
    """A table that was checked."""
    kind = _wiring(shape, raw)
    if kind is Unusable:
        found = _installed(raw.get(KIND, USUAL))
        return Unusable(raw["name"], found.reason if found is not None else "")
    rest = {key: value for key, value in raw.items() if key != KIND} if shape is Wiring else raw
    return msgspec.convert(rest, kind)


def _parsed(text: bytes | str) -> dict[str, Any]:
    if len(text) > LONGEST:
        raise PlanFault(
            f"longer than {LONGEST} bytes; no plan is: begin again from one of the kits in hardware/kits"
        )
    try:
        return tomllib.loads(text if isinstance(text, str) else text.decode("utf-8-sig"))
    except (ValueError, RecursionError) as wrong:
        raise PlanFault(
            f"not readable as TOML: {wrong}; a table that there may be several of begins in double brackets, as"
            " [[reader]], [[hub]] and below it [[hub.reader]]; compare with one of the kits in hardware/kits"
        ) from wrong


def _shared(tables: Iterable[Wiring]) -> Iterator[tuple[str, str]]:
    """Devices that two tables need for themselves alone, of one kind or of two: place and sentence."""
    taken: dict[str, str] = {}
    for table in tables:
        at = f"{table.board or READER} {shown(table.name)}"
        for device in table.devices:
            if (first := taken.setdefault(device, at)) != at:
                yield at, f"is on {device}, as {first} is; give each its own"


def _contradictions(
    tables: Mapping[type[Wiring], list[Plain]], found: Plain, raw: Plain
) -> Iterator[tuple[str, str]]:
    """What is wrong between parts that are each well: place and sentence. Knows nothing of parts that are not."""
    readers = [reader for kind, each in tables.items() for reader in kind.readers_in(each)]
    on_boards = (button for kind, each in tables.items() for button in kind.buttons_in(each))
    yield from twice(told(readers, "name"), "has the name of another reader; give each its own")
    yield from twice(
        told([*found.get("button", ()), *on_boards], "name"), "is there twice; one button for each is enough"
    )
    for kind, each in tables.items():
        yield from kind.contradictions(each, raw)
    yield from PI.clashes(uses(tables, found))
