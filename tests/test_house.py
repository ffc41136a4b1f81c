"""The order of the house: which room may import which, what a module may be, what may stand in the repository."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from measuring.house import SHORT, House, imports, read_house

ROOT = Path(__file__).parents[1]

ROOMS = {
    "companion": set[str](),
    "companion.locale": set[str](),
    "companion.home": set[str](),
    "companion.fault_log": {"companion.home"},
    "companion.rules": set[str](),
    "companion.games": {"companion.rules", "companion.home"},
    "games' rules": {"companion.rules"},
    "companion.table": {"companion.rules", "companion.games", "companion.home"},
    "companion.voice": {"companion.rules", "companion.games", "companion.table"},
    "companion.export": {"companion.rules", "companion.games", "companion.table", "companion.voice"},
    "companion.screen": {
        "companion.rules",
        "companion.games",
        "companion.table",
        "companion.voice",
        "companion.export",
        "companion.home",
    },
    "companion.terminal": {
        "companion.rules",
        "companion.games",
        "companion.table",
        "companion.voice",
    },
    "companion.simulator": {"companion.rules", "companion.games", "companion.table", "companion.voice"},
    "companion.contract": {
        "companion.rules",
        "companion.games",
        "companion.table",
        "companion.voice",
        "companion.screen",
        "companion.simulator",
    },
    "hardware.common": set[str](),
    "hardware.virtual": {"hardware", "hardware.common", "firmware"},
    "hardware": {"hardware.common"},
    "firmware": {"hardware.common"},
}
"""What each room may import besides itself. Only the start-up may import them all: it joins hardware to table."""

ON_THE_SCREEN = {
    "values": set[str](),  # what lies beside the rooms and joins nothing
    "draw": set[str](),
    "display": set[str](),
    "widgets": {"values", "draw"},
    "presenters": {"values", "draw"},
    "default": {"values", "draw", "widgets", "presenters"},
    "overlays": {"values", "draw", "widgets", "presenters", "default"},
    "game_session": {"values", "presenters", "default", "overlays"},
    "pages": {"values", "draw", "widgets", "presenters", "default", "overlays"},
}
"""What each room within companion.screen may import of the others. Only what joins them may import them all."""
JOINS_THE_SCREEN = {"app", "touch_guard", "herald_controller"}

IN_A_GAME = re.compile(r"companion\.games\.\w+\.(\w+)")
PARTS = {
    "rules": "games' rules",
    "voice": "companion.voice",
    "screen": "companion.screen",
    "players": "companion.simulator",
}
"""Folder of a game -> the room it belongs to."""

DOORS = {
    "companion.cli": {*ROOMS, "companion.start"},
    "companion.start": set(ROOMS),  # with all that lies in it
    "companion.__main__": {"companion.cli"},
}

VIRTUAL_TABLES = {
    "companion.cli",  # the faults that `herald simulate` can be told
    "companion.start.virtual_table.virtual_readers",
    "companion.start.commands.doctor",  # `--virtual`
    "companion.start.virtual_table.kit_sensors",
    "companion.start.virtual_table.register_sensors",
    "companion.start.virtual_table.simulated_tables",
    "companion.start.virtual_table.virtual_kit",
    "companion.start.enrolment.virtual_devices",
}
"""What `herald simulate` and `--virtual` start: nothing else knows the readers that are none."""

THEIR_OWN = {
    "companion.start.virtual_table.virtual_readers",  # virtual chips under the real driver
    "companion.start.commands.hub",  # `herald hub` is about hubs
    *(
        f"hardware.readers.hub.{name}" for name in ("doctor", "driver", "wiring_drawing", "wiring_schema")
    ),  # its readers are RC522
}
"""What may name a kind of reader besides itself and virtual tables."""

PURE = ("companion.rules", "games' rules")
"""Rooms."""
OUTER_WORLD = {
    "asyncio", "concurrent", "ctypes", "datetime", "fcntl", "gettext", "glob", "http", "io", "locale", "logging",
    "mmap", "multiprocessing", "os", "pathlib", "platform", "random", "sched", "secrets", "select", "selectors",
    "shelve", "shutil", "signal", "socket", "sqlite3", "ssl", "subprocess", "tempfile", "threading", "time", "urllib",
    "uuid", "zoneinfo",
}  # fmt: skip
"""The standard library's clocks, disks, networks, threads and chance: none of them in a pure room."""
PURE_PACKAGES = {"msgspec", "jsonpointer"}
OUTER_CALLS = {"open", "print", "input", "exec", "eval", "__import__", "breakpoint"}

LONGEST = 800
"""Lines of a module that can still be read in a sitting."""
LONELY = 52
"""Modules of less than `SHORT` lines that only one other imports: they may only become fewer."""

TOP = {
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "LICENSE",
    "README.md",
    "companion",
    "deploy",
    "firmware",
    "hardware",
    "pyproject.toml",
    "tests",
    "wiring.md",
}

SOURCES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for folder in ("companion", "hardware", "firmware")
    for path in sorted((ROOT / folder).rglob("*.py"))
}
"""Every module of the house by its name."""


@cache
def imported(module: str) -> tuple[str, ...]:
    """The modules that a module imports anywhere in it, in functions and for types too."""
    path = SOURCES[module]
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    found = imports(ast.walk(ast.parse(path.read_text())), package)
    return tuple(inner if (inner := f"{origin}.{name}") in SOURCES else origin for origin, name in found)


@pytest.fixture(scope="module")
def house() -> House:
    """Read once, for it takes seconds."""
    return read_house(ROOT)


def on_the_screen(module: str) -> str:
    """The room within companion.screen that a module lies in."""
    name = module.removeprefix("companion.screen").removeprefix(".").partition(".")[0]
    return name if name in ON_THE_SCREEN or name in JOINS_THE_SCREEN else "values"


def within(module: str, room: str) -> bool:
    return module == room or module.startswith(f"{room}.")


def room_of(module: str) -> str:
    """The room or door a module lies in; itself where none is known."""
    if (in_a_game := IN_A_GAME.match(module)) and in_a_game[1] in PARTS:
        return PARTS[in_a_game[1]]
    homes = [room for room in (*ROOMS, *DOORS) if room != "companion" and within(module, room)]
    return homes[0] if homes else module


def committed() -> list[str]:
    """The paths of all files in the repository, as git has them."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True)
    return [name for name in listed.stdout.split("\0") if name and (ROOT / name).exists()]


def test_every_module_stands_in_a_room() -> None:
    homeless = [module for module in SOURCES if room_of(module) not in {*ROOMS, *DOORS}]
    assert homeless == [], "give each a room, or a place in the order"


def test_imports_go_one_way() -> None:
    found = {module: wrong for module in SOURCES if (wrong := imports_against_the_order(module))}
    assert found == {}


def imports_against_the_order(module: str) -> list[str]:
    """The rooms that this module may not import from, and does."""
    room = room_of(module)
    allowed = ROOMS.get(room, set()) | DOORS.get(room, set()) | {room}
    if room != "companion.games" and IN_A_GAME.match(module):
        allowed.add("games' rules")  # what belongs to a game may know its rules
    ours = {
        room_of(name)
        for name in imported(module)
        if any(within(name, top) for top in ("companion", "hardware", "firmware"))
    }
    return sorted(ours - allowed)


def test_imports_within_the_screen_go_one_way() -> None:
    of_the_screen = [module for module in SOURCES if within(module, "companion.screen")]
    found = {module: wrong for module in of_the_screen if (wrong := screen_imports_against_the_order(module))}
    assert found == {}


def screen_imports_against_the_order(module: str) -> list[str]:
    """The rooms of the screen that this module may not import from, and does."""
    room = on_the_screen(module)
    ours = {on_the_screen(name) for name in imported(module) if within(name, "companion.screen")} - {room}
    allowed = {*ON_THE_SCREEN, *JOINS_THE_SCREEN} if room in JOINS_THE_SCREEN else ON_THE_SCREEN[room]
    return sorted(ours - allowed)


def test_only_virtual_tables_know_test_doubles() -> None:
    users = {m for m in SOURCES for name in imported(m) if within(name, "hardware.virtual")}
    assert {user for user in users if not within(user, "hardware.virtual")} == VIRTUAL_TABLES


def test_real_tables_load_no_test_double() -> None:
    real = (
        "companion.start.real_table.real_table_hardware",
        "companion.start.enrolment.real_devices",
        "hardware.doctor.table_examination",
    )
    look = (
        f"import {', '.join(real)}, sys; from hardware.wiring_plan import load_kit\n"
        "from hardware.device_manager import make_device_manager\n"
        "managers = [make_device_manager(load_kit(name), print) for name in ('hub', 'five')]\n"
        "print([name for name in sys.modules if name.startswith(('hardware.virtual', 'companion.simulator'))])"
    )
    done = subprocess.run([sys.executable, "-c", look], cwd=ROOT, check=True, capture_output=True, text=True)
    assert done.stdout == "[]\n"


def test_a_kind_of_reader_is_known_by_its_entry_point_alone() -> None:
    kinds = "hardware.readers.rc522", "hardware.readers.hub", "hardware.readers.pn532"
    for module in SOURCES:
        for name in imported(module):
            known = next((kind for kind in kinds if within(name, kind)), None)
            if known and not within(module, known):
                assert module in THEIR_OWN or within(module, "hardware.virtual"), f"{module} knows {name}"


def test_there_is_one_clock() -> None:
    clocks = {
        f"{module}.{node.name}"
        for module, path in SOURCES.items()
        if within(module, "hardware")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.ClassDef) and node.name.endswith("Clock")
    }
    assert clocks == {
        "hardware.clock.MonotonicClock",
        "hardware.clock.RealClock",
        "hardware.virtual.clock.VirtualClock",
    }


def test_rules_and_games_touch_nothing_of_the_outer_world() -> None:
    pure = [module for module in SOURCES if room_of(module) in PURE]
    assert {module: wrong for module in pure if (wrong := touched_of_the_outer_world(module))} == {}


def touched_of_the_outer_world(module: str) -> list[str]:
    """What this module imports or calls that has to do with disk, clock, chance or screen."""
    harmless = {*((sys.stdlib_module_names | PURE_PACKAGES) - OUTER_WORLD), "companion"} - {"importlib"}
    wrong = [
        name
        for name in imported(module)
        if name not in {"importlib", "importlib.resources"} and name.partition(".")[0] not in harmless
    ]
    nodes = ast.walk(ast.parse(SOURCES[module].read_text()))
    called = {
        node.func.id for node in nodes if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    return [*wrong, *sorted(OUTER_CALLS & called)]


def test_no_modules_import_each_other_in_a_circle() -> None:
    needs = {module: {name for name in imported(module) if name in SOURCES} - {module} for module in SOURCES}
    try:
        TopologicalSorter(needs).prepare()
    except CycleError as error:
        circle = " <- ".join(error.args[1])
        pytest.fail(f"a circle of imports: {circle}")


def test_a_module_can_be_read_in_a_sitting() -> None:
    lengths = {module: len(path.read_text().splitlines()) for module, path in SOURCES.items()}
    assert {module: length for module, length in lengths.items() if length > LONGEST} == {}


def test_modules_that_are_short_and_serve_one_other_only_become_fewer(house: House) -> None:
    count = len(house.lonely)
    assert count <= LONELY, (
        f"a module of less than {SHORT} lines moves in with the only one that imports it: `deploy/size --list`"
    )
    assert count == LONELY, f"there are fewer: LONELY is {count} from now on"


def test_nothing_is_unused(house: House) -> None:
    assert house.unused == {}, "what nothing uses goes"


def test_only_the_known_names_stand_at_the_top() -> None:
    tops = {name.split("/")[0] for name in committed()}
    assert {name for name in tops if not name.startswith(".")} <= TOP


def test_no_committed_file_names_a_package_registry_or_a_path_of_some_machine() -> None:
    # [] hides it from itself
    hosts = rb"py[p]i\.org|python[h]osted\.org|deb\.[d]ebian\.org|npm[j]s\.|pi[w]heels\.org"
    machine = rb"(?<![\w.~-])/(?:work|root|home)/\w"
    forbidden = re.compile(hosts + b"|" + machine)
    for name in committed():
        found = forbidden.search((ROOT / name).read_bytes())
        assert found is None, f"{name}: {found[0]!r}"


def test_no_game_knows_another_one() -> None:
    for module in SOURCES:
        if mine := re.match(r"companion\.games\.\w+\.", module):
            for name in imported(module):
                other = re.match(r"companion\.games\.(?!plugin\b)\w+\.", f"{name}.")
                assert other is None or other[0] == mine[0], f"{module} imports {name}"
