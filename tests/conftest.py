"""How the suite runs: hypothesis without a clock, the same cases in every run, and what is long only when asked for."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from companion.table.storage.side_file import take_untold_problems
from companion.voice import language
from tests.long import ALL, QUICK, SLOW, SLOW_NAMES
from tests.pseudo import LANG, pseudo_catalogue, write_language

# A loaded machine is no fault of the house, and a red run must be red again when somebody looks.
settings.register_profile("house", deadline=None, derandomize=True, max_examples=15 if QUICK else 60)
settings.load_profile("house")

ROOT = Path(__file__).parents[1]

LONG_TESTS = pytest.StashKey[list[pytest.Function]]()
USUAL_TESTS = pytest.StashKey[list[pytest.Function]]()
"""The tests that were found, before anybody chose among them."""


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Where one is in a hurry, what would be left out anyway is not even imported."""
    name = collection_path.relative_to(ROOT).as_posix()
    return True if QUICK and name.startswith(SLOW) else None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    found = [item for item in items if isinstance(item, pytest.Function)]
    config.stash[LONG_TESTS] = [test for test in found if test.get_closest_marker("long")]
    config.stash[USUAL_TESTS] = [test for test in found if not test.get_closest_marker("long")]
    left = set[pytest.Item]()
    if not ALL:
        left.update(item for item in items if item.get_closest_marker("long"))
    if QUICK:
        left.update(not_quick(config.stash[USUAL_TESTS]))
    if left:
        config.hook.pytest_deselected(items=[item for item in items if item in left])
        items[:] = [item for item in items if item not in left]


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
