"""Whatever is raised, wherever in handling a message: the move is wholly there or not at all, and people are told."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest

from tests import long
from tests.ours import GAMES
from tests.table.raised.raising import Select, everywhere, in_write_path
from tests.table.raised.scenes import SCENES, Scene, raise_everywhere, random_scene

KINDS = (MemoryError, KeyboardInterrupt, RuntimeError, SystemExit, RecursionError)
"""Every kind: those that a program survives, and those that end it."""
USUAL_STEPS, LONG_STEPS = 40, 20_000
"""So many steps at most are tried of a message."""

each_scene = pytest.mark.parametrize("scene", SCENES)


def raised(scene: Scene, folder: Path, select: Select, steps: int) -> int:
    """Raise at so many steps of a message, at each one where there are not more."""
    # on a thread of its own: an exception that is raised between two instructions of a handler is never cleared there
    with ThreadPoolExecutor(1) as other_thread:
        return other_thread.submit(raise_everywhere, scene, folder, KINDS, select, steps).result()


@pytest.fixture(autouse=True)
def _quiet(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("CRITICAL", "companion")


@each_scene
@pytest.mark.parametrize("select", [in_write_path, everywhere])
def test_history_journal_snapshot_and_screen_agree_whatever_is_raised(
    scene: str, select: Select, tmp_path: Path
) -> None:
    assert raised(SCENES[scene], tmp_path, select, USUAL_STEPS) >= USUAL_STEPS


@pytest.mark.long(instead="test_history_journal_snapshot_and_screen_agree_whatever_is_raised")
@each_scene
@pytest.mark.parametrize("select", [in_write_path, everywhere])
@pytest.mark.parametrize("kind", KINDS)
def test_they_agree_at_every_step_and_for_every_kind(
    scene: str, select: Select, kind: type[BaseException], tmp_path: Path
) -> None:
    with ThreadPoolExecutor(1) as other_thread:
        other_thread.submit(raise_everywhere, SCENES[scene], tmp_path, [kind], select, LONG_STEPS).result()


@pytest.mark.parametrize("name", GAMES)
def test_they_agree_in_the_middle_of_any_game(name: str, tmp_path: Path) -> None:
    for number in range(long.LONG if long.ALL else 1):
        scene = random_scene(name, Random(number))
        steps = LONG_STEPS if long.ALL else USUAL_STEPS // 2
        assert raised(scene, tmp_path, in_write_path, steps) >= USUAL_STEPS // 2
        assert raised(scene, tmp_path, everywhere, steps) >= USUAL_STEPS // 2
