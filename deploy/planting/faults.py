"""The planted faults of tests/planted/*.toml, and whether each can be planted in a checkout."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

import msgspec

FAULTS_FOLDER = Path("tests/planted")
CATALOGUE_TEST = Path("tests/test_planted.py")
"""The test that every fault can be planted, which fails while one is."""


class PlantedFault(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A change that breaks Herald: in the file `path` the text `old`, which occurs once, becomes `new`.

    `harm` is what somebody at the table would suffer; `tests` are those that should see it, as arguments of
    pytest: a file, a folder, or one test of a file (`tests/table/test_undo.py::test_...`) where the others
    take their time.
    """

    name: str
    harm: str
    path: str
    old: str
    new: str
    tests: tuple[str, ...]


class PlantedFaultFile(msgspec.Struct, forbid_unknown_fields=True):
    """A file of planted faults."""

    fault: list[PlantedFault]


def load_faults(root: Path) -> dict[str, list[PlantedFault]]:
    """Name of the file -> its faults, in a checkout.

    Raises msgspec.ValidationError or tomllib.TOMLDecodeError, a ValueError, with the file's name, where one
    is invalid.
    """
    found = {}
    for path in sorted((root / FAULTS_FOLDER).glob("*.toml")):
        try:
            found[path.name] = msgspec.toml.decode(path.read_bytes(), type=PlantedFaultFile).fault
        except ValueError as error:
            error.args = (f"{path}: {error}",)
            raise
    return found


def text_with_fault(fault: PlantedFault, root: Path) -> str:
    """The text of its file with the fault in it. Raises ValueError where `old` does not occur exactly once."""
    text = (root / fault.path).read_text(encoding="utf-8")
    if (times := text.count(fault.old)) != 1:
        raise ValueError(f"{fault.path} has the text of `old` {times} times instead of once")
    return text.replace(fault.old, fault.new)


def planting_problems(fault: PlantedFault, root: Path) -> Iterator[str]:
    """All reasons why it cannot be planted; none when it can."""
    try:
        _compile(fault.path, text_with_fault(fault, root))
    except (OSError, ValueError, SyntaxError) as error:
        yield str(error)
    if fault.old == fault.new:
        yield "`old` and `new` are the same"
    if fault.path.startswith("tests/"):
        yield f"{fault.path} is a test, and a fault in a test harms nobody"
    if not fault.tests:
        yield "`tests` names none"
    for test in fault.tests:
        if not _is_there(test, root):
            yield f"{test} of `tests` is not there"


def _is_there(test: str, root: Path) -> bool:
    path, _, name = test.partition("::")
    there = path.startswith("tests/") and (root / path).exists()
    return there and (not name or f"def {name}(" in (root / path).read_text(encoding="utf-8"))


def _compile(path: str, text: str) -> None:
    """Compile a text. Raises SyntaxError or TOMLDecodeError where it is invalid."""
    match Path(path).suffix:
        case ".py":
            compile(text, path, "exec")
        case ".toml":
            tomllib.loads(text)
