"""Where a scene is shown: it makes machines, and keeps what was seen for the page."""

from __future__ import annotations

import shutil
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from machines.errors import MachineError, QemuEnded
from machines.kinds import Disk, Tell
from machines.machine import Machine
from machines.picture import Picture


class NotShown(MachineError, AssertionError):
    """A machine did not do what the scene is to show."""


class Shown(NamedTuple):
    """How a scene went: its sentences and pictures in the order in which they were told; `wrong`: "" if it is shown."""

    name: str
    title: str
    seconds: float
    told: tuple[str | Path, ...]
    wrong: str


class Stage:
    """A folder of its own for one scene, made here, and the disk that its machines start from."""

    def __init__(self, name: str, disk: Disk, folder: Path, tell: Tell = print) -> None:
        self.name, self.disk, self.folder = name, disk, folder
        folder.mkdir(parents=True, exist_ok=True)
        self._tell = tell
        self.told: list[str | Path] = []

    def machine(self, name: str = "machine", disk: Disk | None = None, **how: Any) -> Machine:
        """A computer that starts when it is entered (`with`), from another `disk` if need be; `how` as for Machine."""
        return Machine(disk or self.disk, self.folder, name=name, **how)

    def tell(self, sentence: str) -> None:
        """What was seen, for the page and for whoever waits."""
        self._tell(f"    {sentence}")
        self.told.append(sentence)

    def keep(self, picture: Picture) -> Picture:
        """A picture for the page."""
        self.told.append(picture.path)
        return picture

    def expect(self, so: object, sentence: str) -> None:
        """It is so, and said; raises NotShown if it is not."""
        if not so:
            raise NotShown(f"not so: {sentence}")
        self.tell(sentence)


Scene = Callable[[Stage], None]

KEPT = (".png", ".log", ".wav")
"""What of a scene's files stays: pictures, logs, sound. Disks go, however it ended."""


def _clear(folder: Path) -> None:
    for path in folder.iterdir():
        if path.is_dir():
            shutil.rmtree(path)
        elif path.suffix not in KEPT:
            path.unlink()


def _where(fault: Exception) -> str:
    last = traceback.extract_tb(fault.__traceback__)[-1]
    return f"{Path(last.filename).name}, line {last.lineno}"


def show(name: str, scene: Scene, disk: Disk, folder: Path, tell: Tell = print) -> Shown:
    """Show one scene; what goes wrong is in the answer, and no machine stays on."""
    title = (scene.__doc__ or name).split("\n\n")[0].replace("\n    ", " ")
    tell(f"{name}: {title}")
    shutil.rmtree(folder / name, ignore_errors=True)  # pictures of an earlier run
    stage, began, wrong = Stage(name, disk, folder / name, tell), time.monotonic(), ""
    try:
        try:
            scene(stage)
        except QemuEnded as fault:
            tell(f"    {fault}: the scene begins once more")
            _clear(stage.folder)
            stage = Stage(name, disk, folder / name, tell)
            scene(stage)
    except MachineError as fault:
        wrong = str(fault)
    except Exception as fault:  # a scene that did not expect what it met; the others are shown all the same
        wrong = f"{type(fault).__name__}: {fault}, {_where(fault)}"
    finally:
        _clear(stage.folder)
    if wrong:
        tell(f"    NOT SHOWN: {wrong}")
    return Shown(name, title, time.monotonic() - began, tuple(stage.told), wrong)
