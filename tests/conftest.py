"""How the suite runs: hypothesis without a clock, the same cases in every run, and what is long only when asked for.

At its end it names the usual tests that took more than `TOLD_SECONDS` of processor time; more than `MOST_SECONDS` is a
failure. Nothing else is held to a clock: a busy computer takes longer, and works no more.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from companion.table.storage.kept_files import take_untold_problems
from companion.voice import language
from tests.long import ALL, QUICK, SLOW, SLOW_NAMES, is_long
from tests.pseudo import LANG, pseudo_catalogue, write_language

# What is found while tests are collected lives until the end: to look through it again and again took a sixth of the
# suite's time.
gc.disable()

# A loaded machine is no fault of the house, and a red run must be red again when somebody looks.
settings.register_profile(
    "house", deadline=None, derandomize=True, max_examples=15 if QUICK else 60 if ALL else 25
)
settings.load_profile("house")

ROOT = Path(__file__).parents[1]

LONG_TESTS = pytest.StashKey[list[pytest.Function]]()
USUAL_TESTS = pytest.StashKey[list[pytest.Function]]()
"""The tests that were found, before anybody chose among them."""

TOLD_SECONDS, MOST_SECONDS = 1.0, 3.0
"""Of processor time that a usual test takes: itself, its fixtures that are made for each test, and its children."""
COST = "processor seconds"
"""The property of a test's report with that time."""
COSTS: dict[str, float] = {}
"""That time of each usual test that has run, by its name."""
BEGUN = pytest.StashKey[float]()
SHARED_SECONDS = pytest.StashKey[float]()
"""What the fixtures that more tests share took while this one was set up."""


def processor_seconds() -> float:
    """Of this process and the children it has waited for."""
    return sum(os.times()[:4])


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(
    fixturedef: pytest.FixtureDef[object], request: pytest.FixtureRequest
) -> Generator[None, object, object]:
    """What more tests share is not the cost of the one that asks first, nor what it asks for itself."""
    stash, begun = request.config.stash, processor_seconds()
    before = stash[SHARED_SECONDS]
    try:
        return (yield)
    finally:
        if fixturedef.scope != "function":
            stash[SHARED_SECONDS] = before + processor_seconds() - begun


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    item.config.stash[SHARED_SECONDS] = 0.0
    item.stash[BEGUN] = processor_seconds()
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    try:
        return (yield)
    finally:
        if not is_long(item):
            took = processor_seconds() - item.stash[BEGUN] - item.config.stash[SHARED_SECONDS]
            item.user_properties.append((COST, took))


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Told by the process that ran the test to the one that started them all."""
    for name, took in report.user_properties:
        if name == COST:
            COSTS[report.nodeid] = float(str(took))


def dear_tests(least: float) -> dict[str, float]:
    """The usual tests that took more, the dearest first."""
    return {name: took for name, took in sorted(COSTS.items(), key=lambda each: -each[1]) if took > least}


def is_held_to_costs(config: pytest.Config) -> bool:
    """Whether a test may be too dear: in the whole usual suite, where the first of a room does not pay for imports."""
    return not ALL and config.args_source is pytest.Config.ArgsSource.TESTPATHS


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    is_green = session.exitstatus == pytest.ExitCode.OK
    if is_green and is_held_to_costs(session.config) and dear_tests(MOST_SECONDS):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if not ALL and (dear := dear_tests(TOLD_SECONDS)):
        terminalreporter.section(f"usual tests that took more than {TOLD_SECONDS:.0f} s of processor time")
        for name, took in dear.items():
            is_too_dear = took > MOST_SECONDS and is_held_to_costs(config)
            too_much = f", and may take {MOST_SECONDS:.0f}: FAILED" * is_too_dear
            terminalreporter.line(f"{took:.1f} s {name}{too_much}")


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Where one is in a hurry, what would be left out anyway is not even imported."""
    name = collection_path.relative_to(ROOT).as_posix()
    return True if QUICK and name.startswith(SLOW) else None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    found = [item for item in items if isinstance(item, pytest.Function)]
    config.stash[LONG_TESTS] = [test for test in found if is_long(test)]
    config.stash[USUAL_TESTS] = [test for test in found if not is_long(test)]
    left = set[pytest.Item]()
    if not ALL:
        left.update(item for item in items if is_long(item))
    if QUICK:
        left.update(not_quick(config.stash[USUAL_TESTS]))
    if left:
        config.hook.pytest_deselected(items=[item for item in items if item in left])
        items[:] = [item for item in items if item not in left]


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)  # as Herald itself (companion.cli)
    gc.enable()


def not_quick(tests: list[pytest.Function]) -> Iterator[pytest.Function]:
    """All but the first case of each test that is not slow."""
    met = set[str]()
    for test in tests:
        name = test.nodeid.partition("[")[0]
        if name.startswith(SLOW) or SLOW_NAMES.search(name) or name in met:
            yield test
        met.add(name)


@pytest.fixture(autouse=True)
def _nothing_left_to_tell() -> Iterator[None]:
    """What is wrong with the files of one test is not told in the next one."""
    yield
    take_untold_problems()


@pytest.fixture(scope="session")
def locale(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A locale folder with the languages there are and the pseudo-language of the tests."""
    folder = tmp_path_factory.mktemp("locale")
    write_language(folder, LANG, pseudo_catalogue())
    return folder


@pytest.fixture
def other_language(locale: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """That language, which Herald speaks while a test lasts."""
    monkeypatch.setattr(language, "LOCALE_FOLDER", locale)
    return LANG
