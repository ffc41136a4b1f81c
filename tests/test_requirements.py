"""The pinned lists hold exactly the closure of what the house asks for, for every Python and machine it runs on."""

from __future__ import annotations

import ast
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from importlib.metadata import distribution, packages_distributions
from itertools import chain, combinations
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
LISTS = ROOT / "deploy" / "requirements"

LEFT_OUT = {"mfrc522": {"rpi-gpio", "spidev"}}
"""What a package asks for and is not given, on purpose. mfrc522 asks for RPi.GPIO, which does not work on a Pi 5 and
writes the same module as rpi-lgpio, and for spidev, which no other computer has: on a Pi pi.txt brings both."""

INSTALLS_HERALD = {"setuptools"}
"""Needed by `pip install --editable .`, so by no package that could name it."""

COMPUTERS = [
    {
        "implementation_name": "cpython",
        "platform_machine": machine,
        "platform_python_implementation": "CPython",
        "platform_system": "Linux",
        "os_name": "posix",
        "sys_platform": "linux",
        "python_version": python,
        "python_full_version": f"{python}.0",
        "extra": "",
    }
    for python in ("3.11", "3.12", "3.13")
    for machine in ("x86_64", "aarch64")
]


def pins(name: str) -> dict[str, Requirement]:
    """The requirements of one list, by their canonical names."""
    lines = [line.split("#")[0].strip() for line in (LISTS / name).read_text().splitlines()]
    wanted = [Requirement(line) for line in lines if line]
    assert len({canonicalize_name(want.name) for want in wanted}) == len(wanted), (
        f"{name} names a package twice"
    )
    return {canonicalize_name(want.name): want for want in wanted}


def version(pin: Requirement) -> str:
    """The one version that a pin allows."""
    (exact,) = pin.specifier
    return exact.version


def needed_by(name: str, computer: Mapping[str, str]) -> Iterator[Requirement]:
    """What an installed package asks for on such a computer, without its extras and without what is left out."""
    for text in distribution(name).requires or ():
        want = Requirement(text)
        wanted_here = want.marker is None or want.marker.evaluate(dict(computer))
        if wanted_here and canonicalize_name(want.name) not in LEFT_OUT.get(name, ()):
            yield want


def closure(names: Iterable[str]) -> set[str]:
    """The packages and all that they need on any of the computers."""
    found, fresh = set[str](), set(names)
    while fresh:
        found |= fresh
        wants = (want for name in fresh for computer in COMPUTERS for want in needed_by(name, computer))
        fresh = {str(canonicalize_name(want.name)) for want in wants} - found
    return found


def asked_for(group: str | None = None) -> set[str]:
    """What pyproject.toml asks for: to run, or under the name of an extra."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wants = project["dependencies"] if group is None else project["optional-dependencies"][group]
    return {canonicalize_name(Requirement(want).name) for want in wants}


OF_A_GAME = {"plugins", "template"}
"""Folders of packages that say themselves what they need: games from outside, and the one that `new-game` writes."""


def imports(*folders: str) -> set[str]:
    """The top-level names of all modules that the Python files in the folders import."""
    names = set[str]()
    for path in (path for folder in folders for path in (ROOT / folder).rglob("*.py")):
        if not OF_A_GAME & {*path.parts}:
            for node in statements(ast.parse(path.read_text())):
                if isinstance(node, ast.Import):
                    names.update(alias.name for alias in node.names)
                elif isinstance(node, ast.ImportFrom) and not node.level:
                    names.add(node.module or "")
    return {name.partition(".")[0] for name in names}


def statements(within: ast.AST) -> Iterator[ast.AST]:
    """All statements in it, without a look into their expressions, which are most of a module."""
    for part in ("body", "orelse", "finalbody", "handlers", "cases"):
        inner = getattr(within, part, ())
        for each in inner if isinstance(inner, list) else ():
            yield each
            yield from statements(each)


@pytest.mark.parametrize("name", ["run.txt", "campaigns.txt", "dev.txt", "pi.txt"])
def test_every_requirement_is_one_exact_version_and_no_address(name: str) -> None:
    for pin in pins(name).values():
        assert pin.url is None
        assert [part.operator for part in pin.specifier] == ["=="], f"{name}: {pin} is not pinned"
    options = [
        line for line in (LISTS / name).read_text().splitlines() if line.startswith("-") or "://" in line
    ]
    assert options == []


def test_no_package_stands_in_two_lists() -> None:
    lists = [pins(f"{name}.txt").keys() for name in ("run", "campaigns", "dev")]
    for one, other in combinations(lists, 2):
        assert not one & other
    assert not (lists[0] | lists[2]) & pins("pi.txt").keys()


@pytest.mark.parametrize(
    "computer", COMPUTERS, ids=lambda c: f"{c['python_version']}-{c['platform_machine']}"
)
def test_whatever_a_pinned_package_needs_is_pinned_too_in_a_version_it_takes(
    computer: Mapping[str, str],
) -> None:
    run = pins("run.txt")
    campaigns = run | pins("campaigns.txt")
    for allowed in (run, campaigns, campaigns | pins("dev.txt")):
        for name in allowed:
            for want in needed_by(name, computer):
                pin = allowed.get(canonicalize_name(want.name))
                assert pin, f"{name} needs {want}, which no list holds"
                assert want.specifier.contains(version(pin), prereleases=True), (
                    f"{name} needs {want}, not {pin}"
                )


def test_only_the_pins_that_have_no_place_off_a_raspberry_pi_are_left_out() -> None:
    for name, missing in LEFT_OUT.items():
        asked = {canonicalize_name(Requirement(text).name) for text in distribution(name).requires or ()}
        assert missing <= asked
        assert not missing & pins("run.txt").keys()


def test_no_pin_is_there_that_nothing_needs() -> None:
    run = closure(asked_for() | INSTALLS_HERALD)
    assert pins("run.txt").keys() == run
    campaigns = closure(asked_for("campaigns")) - run
    assert pins("campaigns.txt").keys() == campaigns
    assert pins("dev.txt").keys() == closure(asked_for("dev")) - run - campaigns
    assert pins("pi.txt").keys() == asked_for("pi")


def test_the_versions_that_are_installed_are_the_pinned_ones() -> None:
    lists = (pins(f"{name}.txt").items() for name in ("run", "campaigns", "dev"))
    for name, pin in chain.from_iterable(lists):
        assert distribution(name).version == version(pin), f"{name}: run deploy/setup --tests"


OURS = {
    "companion",
    "firmware",
    "hardware",
    "machines",
    "measuring",
    "nine_mens_morris",
    "planting",
    "soaking",
    "tests",
    "tiny",
}  # tiny: beside the script that MicroPython runs
OF_A_PICO = {"machine", "micropython", "pico_select", "pico_time"}
"""What MicroPython brings on a Pico; the unix port gets its own from hardware/virtual/unix_port/modules."""


def test_the_house_imports_only_what_pyproject_asks_for() -> None:
    owners = packages_distributions()

    def strangers(names: set[str], allowed: set[str]) -> set[str]:
        foreign = names - sys.stdlib_module_names - OURS - OF_A_PICO
        return {n for n in foreign if not {canonicalize_name(o) for o in owners.get(n, [])} & allowed}

    extras = asked_for("pi") | asked_for("campaigns")
    assert strangers(imports("companion", "firmware", "hardware"), asked_for() | extras) == set()
    tested = asked_for() | asked_for("campaigns") | asked_for("dev")
    assert strangers(imports("tests", "deploy"), tested) == set()
