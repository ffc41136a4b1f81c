"""deploy/planted and its faults: each can still be planted, and what saw it is told truly."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest

from planting.faults import PlantedFault, load_faults, planting_problems
from planting.running import RunCancelled, RunTimedOut, run_program
from tests.ours import GAMES

ROOT = Path(__file__).parents[1]
FILES = load_faults(ROOT)
FAULTS = [fault for each in FILES.values() for fault in each]
STRANGER = "by_a_stranger.toml"
"""Written by somebody who had not read the tests."""
AT_LEAST = 40

AREAS = {
    "the rules of Louis XIV": ("companion/games/louis_xiv/rules/",),
    "the rules of Kabale und Hiebe": ("companion/games/kabale/rules/",),
    "the rules of The Princes of Florence": ("companion/games/florence/rules/",),
    "judge and search": (
        "companion/table/interpretation/free_walk.py",
        "companion/table/interpretation/judge.py",
        "companion/table/interpretation/search.py",
    ),
    "journal": (
        "companion/table/storage/journal.py",
        "companion/table/storage/journal.py",
        "companion/table/storage/disk.py",
        "companion/table/storage/disk.py",
    ),
    "redaction": ("companion/table/redaction.py", "companion/table/interpretation/touch_only.py"),
    "undo": ("companion/table/undo.py", "companion/table/guesses.py", "companion/table/session.py"),
    "enrolment": (
        "companion/table/tags/enrolment.py",
        "companion/table/tags/deck_store.py",
        "companion/start/enrol",
    ),
    "screen": ("companion/screen/", *(f"companion/games/{game}/screen/" for game in GAMES.values())),
    "voice": ("companion/voice/", *(f"companion/games/{game}/voice/" for game in GAMES.values())),
    "simulator": ("companion/simulator/",),
    "link": ("hardware/common/link/",),
    "driver": ("hardware/common/rc522/",),
    "hub": ("hardware/readers/hub/",),
    "firmware": ("firmware/",),
    "doctor": ("hardware/doctor/", "hardware/readers/rc522/doctor/", "companion/start/doctor/"),
}
"""What of Herald has faults, and where it lies."""


def test_each_can_be_planted() -> None:
    found = {fault.name: list(planting_problems(fault, ROOT)) for fault in FAULTS}
    assert {name: problems for name, problems in found.items() if problems} == {}


def test_no_two_have_the_same_name() -> None:
    assert [name for name, times in Counter(fault.name for fault in FAULTS).items() if times > 1] == []


def test_there_are_enough_and_half_are_by_somebody_who_had_not_read_the_tests() -> None:
    assert len(FAULTS) >= AT_LEAST
    assert 2 * len(FILES[STRANGER]) >= len(FAULTS)


@pytest.mark.parametrize("area", AREAS)
def test_every_part_of_herald_has_some(area: str) -> None:
    assert any(fault.path.startswith(AREAS[area]) for fault in FAULTS)


def a_fault(**different: object) -> PlantedFault:
    told = {
        "name": "a",
        "harm": "b",
        "path": "LICENSE",
        "old": "MIT License",
        "new": "BSD",
        "tests": ("tests/test_planted.py",),
    }
    return PlantedFault(**(told | different))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("fault", "problem"),
    [
        (a_fault(), None),
        (a_fault(path="LICENCE"), "No such file"),
        (a_fault(old="GPL"), "LICENSE has the text of `old` 0 times instead of once"),
        (a_fault(old="e"), "times instead of once"),
        (a_fault(new="MIT License"), "the same"),
        (a_fault(path="companion/cli.py", old="def make_parser", new="def"), "invalid syntax"),
        (a_fault(path="pyproject.toml", old="[project]", new="[project"), "line"),
        (a_fault(path="tests/conftest.py", old="deadline=None", new="deadline=1"), "is a test"),
        (a_fault(tests=()), "names none"),
        (a_fault(tests=("tests/test_plants.py",)), "tests/test_plants.py of `tests` is not there"),
        (a_fault(tests=("companion",)), "companion of `tests` is not there"),
        (a_fault(tests=("tests/conftest.py::test_a",)), "tests/conftest.py::test_a of `tests` is not there"),
    ],
)
def test_what_stands_in_the_way_of_planting_one_is_told(fault: PlantedFault, problem: str | None) -> None:
    found = list(planting_problems(fault, ROOT))
    assert len(found) == (problem is not None)
    assert problem is None or problem in found[0]


# -- the command, in a project of one module and three tests

FIRST, OTHER = "tests/test_first.py", "tests/test_other.py"
TINY = {
    "tiny.py": "ONE = 1\nTWO = 2\n",
    FIRST: "import tiny\n\ndef test_one():\n    assert tiny.ONE == 1\n",
    OTHER: "import tiny\n\ndef test_two():\n    assert tiny.TWO == 2\n",
    "tests/test_planted.py": "def test_itself():\n    assert 'TWO = 2' in open('tiny.py').read()\n",
    "pyproject.toml": '[tool.pytest.ini_options]\npythonpath = ["."]\n',
    ".gitignore": ".venv\n__pycache__\n",
    "deploy/setup": f"""#!/bin/sh
        mkdir -p .venv/bin
        printf '#!/bin/sh\\nexec {sys.executable} "$@"\\n' >.venv/bin/python
        printf '#!/bin/sh\\nexec {sys.executable} -m pytest "$@"\\n' >.venv/bin/pytest
        chmod +x .venv/bin/*
    """,
}
TINY_FAULTS = {
    "by-its-own-test": ("ONE = 1", "ONE = 2"),
    "by-another-test": ("TWO = 2", "TWO = 3"),
    "cannot-be-imported": ("ONE = 1", "import four"),
}


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project that has deploy/planted, committed."""
    folder = tmp_path_factory.mktemp("tiny")
    for name in ("planted", "planting/__init__.py", "planting/checkout.py", "planting/faults.py"):
        write(folder / "deploy" / name, (ROOT / "deploy" / name).read_text())
    write(folder / "deploy/planting/running.py", (ROOT / "deploy/planting/running.py").read_text())
    for name, text in TINY.items():
        write(folder / name, text)
    for name, (old, new) in TINY_FAULTS.items():
        text = f'path = "tiny.py"\nold = "{old}"\nnew = "{new}"\ntests = ["{FIRST}"]\nharm = "wrong"\n'
        write(folder / f"tests/planted/{name}.toml", f'[[fault]]\nname = "{name}"\n{text}')
    for script in ("planted", "setup"):
        (folder / "deploy" / script).chmod(0o755)
    for words in ("init --quiet", "add --all", "-c user.name=a -c user.email=a@b commit --quiet -m tiny"):
        subprocess.run(["git", *words.split()], cwd=folder, check=True)
    subprocess.run(["deploy/setup"], cwd=folder, check=True)
    return folder


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def planted(tiny: Path, *words: str) -> subprocess.CompletedProcess[str]:
    temporary = tiny / ".venv" / "tmp"
    temporary.mkdir(exist_ok=True)
    environment = {**os.environ, "TMPDIR": str(temporary)}
    done = subprocess.run(
        [tiny / "deploy" / "planted", *words], capture_output=True, text=True, env=environment, check=False
    )
    assert list(temporary.iterdir()) == []
    return done


def table(done: subprocess.CompletedProcess[str]) -> list[tuple[str, str]]:
    """What the table at the end says: the name of each fault, and what saw it."""
    lines = done.stdout.split("\n\n")[-2].splitlines()
    return [(name, seen) for name, _, _, seen in (line.split(maxsplit=3) for line in lines)]


def test_it_says_which_fault_its_own_tests_do_not_see_and_leaves_nothing_behind(tiny: Path) -> None:
    done = planted(tiny, "--only-first", "--jobs=1", "by-its-own-test", "cannot-be-imported")
    assert table(done) == [
        ("by-its-own-test", f"{FIRST}::test_one"),
        ("cannot-be-imported", "NOT SEEN"),
    ]
    assert "No module named 'four'" in done.stdout
    assert done.stdout.endswith(": 1 not seen\n")
    assert (done.returncode, done.stderr) == (1, "")


def test_what_its_own_tests_do_not_see_is_shown_to_the_whole_suite(tiny: Path) -> None:
    done = planted(tiny, "by-another-test")
    assert table(done) == [("by-another-test", f"whole suite: {OTHER}::test_two")]
    assert done.stdout.endswith(": none not seen\n")
    assert (done.returncode, done.stderr) == (0, "")


def test_it_lists_what_there_is_and_refuses_what_there_is_not(tiny: Path) -> None:
    listed = planted(tiny, "--list").stdout.splitlines()
    assert [line.split() for line in listed] == [[name, "wrong"] for name in sorted(TINY_FAULTS)]
    refused = planted(tiny, "by-nobody")
    assert (refused.returncode, "has no by-nobody" in refused.stderr) == (2, True)


def test_checking_tells_which_cannot_be_planted(tiny: Path) -> None:
    assert planted(tiny, "--check").returncode == 0
    text = (tiny / "tiny.py").read_text()
    (tiny / "tiny.py").write_text(text.replace("TWO", "SECOND"))
    try:
        checked = planted(tiny, "--check")
    finally:
        (tiny / "tiny.py").write_text(text)
    assert checked.stderr == "by-another-test: tiny.py has the text of `old` 0 times instead of once\n"
    assert checked.returncode == 1


# -- what it runs


@pytest.fixture
def output(tmp_path: Path) -> Iterator[Path]:
    """The file for what a program says; nothing that was started may be there at the end."""
    yield tmp_path / "output"
    assert not [
        path
        for path in Path("/proc").glob("[0-9]*/environ")
        if os.access(path, os.R_OK) and str(tmp_path / "output") in environment(path)
    ]


def environment(path: Path) -> str:
    try:
        return path.read_bytes().decode(errors="replace")
    except OSError:
        return ""


CHILDREN = "sleep 1000 & setsid sleep 1000 &"


def test_the_exit_status_is_told_and_what_it_started_is_ended(tmp_path: Path, output: Path) -> None:
    script = f"{CHILDREN} echo said; exit 3"
    assert run_program(["sh", "-c", script], tmp_path, output, os.environ, patience=60, stop=Event()) == 3
    assert output.read_text() == "said\n"


def test_what_says_nothing_for_too_long_is_stuck(tmp_path: Path, output: Path) -> None:
    with pytest.raises(RunTimedOut):
        run_program(
            ["sh", "-c", f"{CHILDREN} wait"], tmp_path, output, os.environ, patience=0.2, stop=Event()
        )


def test_what_nobody_wants_any_more_is_ended(tmp_path: Path, output: Path) -> None:
    stop = Event()
    stop.set()
    with pytest.raises(RunCancelled):
        run_program(["sh", "-c", f"{CHILDREN} wait"], tmp_path, output, os.environ, patience=60, stop=stop)
