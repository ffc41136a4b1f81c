"""Runs a scene: makes its machines, and keeps sentences and pictures for the page."""

from __future__ import annotations

import shutil
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from machines.errors import MachineError, QemuEnded
from machines.platforms import BootDisk, ReportProgress
from machines.screenshot import Screenshot
from machines.virtual_machine import VirtualMachine


class SceneFailed(MachineError, AssertionError):
    """A machine did not do what the scene is to show."""


class SceneResult(NamedTuple):
    """The result of a scene.

    It has its sentences and pictures in order; `failure` is "" where the scene was shown.
    """

    name: str
    title: str
    seconds: float
    report_items: tuple[str | Path, ...]
    failure: str


class SceneRun:
    """The folder of one scene, made here, and the disk from which its machines start."""

    def __init__(self, name: str, disk: BootDisk, folder: Path, tell: ReportProgress = print) -> None:
        self.name, self.disk, self.folder = name, disk, folder
        folder.mkdir(parents=True, exist_ok=True)
        self._tell = tell
        self.report_items: list[str | Path] = []

    def start_machine(
        self, name: str = "machine", disk: BootDisk | None = None, **how: Any
    ) -> VirtualMachine:
        """A computer that starts when it is entered (`with`); `how` as for VirtualMachine.

        It starts from another `disk` where one is given.
        """
        return VirtualMachine(disk or self.disk, self.folder, name=name, **how)

    def report(self, sentence: str) -> None:
        """Keep a sentence for the page, and print it."""
        self._tell(f"    {sentence}")
        self.report_items.append(sentence)

    def keep_screenshot(self, picture: Screenshot) -> Screenshot:
        """Keep a picture for the page."""
        self.report_items.append(picture.path)
        return picture

    def expect(self, so: object, sentence: str) -> None:
        """Report the sentence. Raises SceneFailed where `so` is false."""
        if not so:
            raise SceneFailed(f"not so: {sentence}")
        self.report(sentence)


SceneFunction = Callable[[SceneRun], None]

KEPT_SUFFIXES = (".png", ".log", ".wav")
"""Suffixes of a scene's files that are kept: pictures, logs, sound. Disks are removed in any case."""


def _clear(folder: Path) -> None:
    for path in folder.iterdir():
        if path.is_dir():
            shutil.rmtree(path)
        elif path.suffix not in KEPT_SUFFIXES:
            path.unlink()


def _where(fault: Exception) -> str:
    last = traceback.extract_tb(fault.__traceback__)[-1]
    return f"{Path(last.filename).name}, line {last.lineno}"


def run_scene(
    name: str, scene: SceneFunction, disk: BootDisk, folder: Path, tell: ReportProgress = print
) -> SceneResult:
    """Run one scene; a failure is in the result, and no machine stays on."""
    title = (scene.__doc__ or name).split("\n\n")[0].replace("\n    ", " ")
    tell(f"{name}: {title}")
    shutil.rmtree(folder / name, ignore_errors=True)  # pictures of an earlier run
    stage, began, wrong = SceneRun(name, disk, folder / name, tell), time.monotonic(), ""
    try:
        try:
            scene(stage)
        except QemuEnded as fault:
            tell(f"    {fault}: the scene begins once more")
            _clear(stage.folder)
            stage = SceneRun(name, disk, folder / name, tell)
            scene(stage)
    except MachineError as fault:
        wrong = str(fault)
    except Exception as fault:  # a scene that did not expect what it met; the others are shown all the same
        wrong = f"{type(fault).__name__}: {fault}, {_where(fault)}"
    finally:
        _clear(stage.folder)
    if wrong:
        tell(f"    NOT SHOWN: {wrong}")
    return SceneResult(name, title, time.monotonic() - began, tuple(stage.report_items), wrong)
