"""Whatever is raised, wherever in handling a message: the move is wholly there or not at all, and people are told."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest

from companion.table.storage import evenings
from tests import long
from tests.ours import GAMES
from tests.table.raised.raising import Select, everywhere, in_write_path
from tests.table.raised.scenes import SCENES, Scene, raise_everywhere, random_scene

KINDS = (MemoryError, KeyboardInterrupt, RuntimeError, SystemExit, RecursionError)
"""Every kind: those that a program survives, and those that end it."""
USUAL_STEPS, LONG_STEPS = 40, 600 * long.LONG
"""So many steps are tried of a message, or all where it has fewer: HERALD_LONG=50 leaves none out."""

each_scene = pytest.mark.parametrize("scene", SCENES)


def raised(
    scene: Scene,
    folder: Path,
    select: Select,
    steps: int,
    kinds: tuple[type[BaseException], ...] = KINDS,
) -> int:
    """Raise at so many steps of a message, at each one where there are not more."""
    # on a thread of its own: an exception that is raised between two instructions of a handler is never cleared there
    with ThreadPoolExecutor(1) as other_thread:
        return other_thread.submit(raise_everywhere, scene, folder, kinds, select, steps).result()


@pytest.fixture(autouse=True)
def _quiet(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    caplog.set_level("CRITICAL", "companion")
    # what is raised between opening a lock and holding it leaves it open: nobody else is here to be waited for
    monkeypatch.setattr(evenings, "LOCK_PATIENCE_SECONDS", 0)


@pytest.mark.long(
    usual=("in_write_path-a?line", "everywhere-the?touch?that?completes?a?move", "in_write_path-an?undo")
)
@each_scene
@pytest.mark.parametrize("select", [in_write_path, everywhere])
def test_history_journal_snapshot_and_screen_agree_whatever_is_raised(
    scene: str, select: Select, tmp_path: Path
) -> None:
    assert raised(SCENES[scene], tmp_path, select, USUAL_STEPS) >= USUAL_STEPS


@pytest.mark.long(instead="test_history_journal_snapshot_and_screen_agree_whatever_is_raised")
@each_scene
@pytest.mark.parametrize("select", [in_write_path, everywhere])
def test_they_agree_at_every_step(scene: str, select: Select, tmp_path: Path) -> None:
    # every kind at each instruction of the write path, one after another elsewhere
    for kinds in [(kind,) for kind in KINDS] if select is in_write_path else [KINDS]:
        assert raised(SCENES[scene], tmp_path, select, LONG_STEPS, kinds) > USUAL_STEPS


@pytest.mark.long(usual="louis-xiv")
@pytest.mark.parametrize("name", GAMES)
def test_they_agree_in_the_middle_of_any_game(name: str, tmp_path: Path) -> None:
    for number in range(long.LONG if long.ALL else 1):
        scene = random_scene(name, Random(number))
        steps = LONG_STEPS if long.ALL else USUAL_STEPS // 2
        assert raised(scene, tmp_path, in_write_path, steps) >= USUAL_STEPS // 2
        assert raised(scene, tmp_path, everywhere, steps) >= USUAL_STEPS // 2
