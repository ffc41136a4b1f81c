"""Installing takes its time: each release once for all tests of all processes."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from machines.root_folders import PYTHON_BY_SUITE, remove_root
from tests.deploy.installed import Installed, install

collect_ignore = [] if os.environ.get("HERALD_MACHINE") else ["test_machine.py"]
"""A machine wants both cores for itself: deploy/test starts it after the other tests."""


@pytest.fixture(scope="session")
def ground(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that all processes of this run share."""
    own = tmp_path_factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


@pytest.fixture(scope="session", params=PYTHON_BY_SUITE)
def installed(request: pytest.FixtureRequest, ground: Path) -> Installed:
    """A root of each release with Herald installed, to be looked at and not changed."""
    return install(request.param, ground / str(request.param))


@pytest.fixture(scope="session")
def one(ground: Path) -> Installed:
    """A root of one release, for what is the same on both."""
    return install("bookworm", ground / "bookworm")


Copies = Callable[[Installed], Installed]


@pytest.fixture
def copies(tmp_path: Path) -> Iterator[Copies]:
    """Makes a copy that the test may change, and takes it away after the test: it is large."""
    made: list[Path] = []

    def copy(installed: Installed) -> Installed:
        made.append(tmp_path / f"{installed.suite}-{len(made)}")
        return installed.copy(made[-1])

    yield copy
    for root in made:
        remove_root(root)


@pytest.fixture
def own(one: Installed, copies: Copies) -> Installed:
    """A root of one release that the test may change."""
    return copies(one)
