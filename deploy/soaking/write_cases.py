"""The cases of the write path: a scene with a kill, with an error, or with the power cut, and what is found afterwards.

What may be found follows from a run without any fault. After each of its calls the files are looked at as the next
start finds them (`TriedScene.views`). Whenever people were told anything, all stands that stood then, and whatever that
announced (`WriteScene.announced`); so a run that was cut off between two calls has to leave one of the views from the
last thing told on to the cut, and no other.
"""

from __future__ import annotations

import errno
import re
import shutil
import signal
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from soaking.block_model import DiskOrder, Files, ModelDisk, write_files
from soaking.kept_view import KeptView, look_at
from soaking.watched_calls import KILL, SHORT_WRITE, CallFault
from soaking.watched_runs import WatchedRun, run_watched
from soaking.write_scenes import TOP, scene_named

NOT_KEPT: Final = ("Not all of this evening could be kept", "herald: ")
"""How people are told that something is not on the disk."""
FOR_EVER: Final = 1 << 30


class Verdict(NamedTuple):
    """What was lost or wrong in a case, with what repeats it; "" where nothing was."""

    lost: str = ""
    wrong: str = ""


class ErrorKind(NamedTuple):
    """What a failing disk answers, the classes of calls that may get that answer, and whether it goes on so."""

    what: int
    kinds: str
    may_last: bool


ERRORS: Final[Mapping[str, ErrorKind]] = {
    "full": ErrorKind(errno.ENOSPC, "cwn", True),
    "failing": ErrorKind(errno.EIO, "ocwstnumxr", True),
    "read-only": ErrorKind(errno.EROFS, "cwtnum", True),
    "interrupted": ErrorKind(errno.EINTR, "ocwstl", False),
    "short": ErrorKind(SHORT_WRITE, "w", False),
}


class TriedScene:
    """A scene as it goes without any fault, and a place to try it again."""

    def __init__(self, name: str, folder: Path) -> None:
        self.name = name
        self._scene = scene_named(name)
        self._template, self._top, self._log = folder / f"{name}-before", folder / "top", folder / "calls.log"
        self._template.mkdir()
        self._scene.prepare(self._template)
        self._looked: dict[frozenset[tuple[str, bytes | None]], KeptView] = {}

    def run(self, fault: CallFault | None = None) -> WatchedRun:
        """Run it from its beginning."""
        self._begin()
        return self._run(fault)

    def look(self) -> KeptView:
        """What the last run has left."""
        return look_at(self._top)

    def has_logged_fault(self) -> bool:
        """Whether the last run has met something that nobody thought of."""
        log = self._top / "home" / "herald.log"
        return log.exists() and b"Traceback" in log.read_bytes()

    def _begin(self) -> None:
        shutil.rmtree(self._top, ignore_errors=True)
        shutil.copytree(self._template, self._top)

    def _run(self, fault: CallFault | None = None) -> WatchedRun:
        arguments = [word.replace(TOP, str(self._top)) for word in self._scene.arguments]
        return run_watched(arguments, self._scene.typed, self._top, self._log, fault)

    @cached_property
    def usual(self) -> WatchedRun:
        """The run without any fault."""
        return self.run()

    @cached_property
    def views(self) -> tuple[KeptView, ...]:
        """What is found after so many calls of the usual run, if the computer goes on."""
        return tuple(self.look_at_files(disk.as_it_is()) for disk in self.disks("weakest"))

    def disks(self, order: DiskOrder) -> Iterator[ModelDisk]:
        """The disk before the first call of a run, and after each."""
        self._begin()
        disk = ModelDisk(self._top)
        run = self._run()
        yield disk
        for call in run.counted_calls:
            disk.apply(call, order)
            yield disk

    def look_at_files(self, files: Files) -> KeptView:
        """What is found of these files; the same ones are looked at once."""
        key = frozenset(files.items())
        if key not in self._looked:
            shutil.rmtree(self._top, ignore_errors=True)
            write_files(files, self._top)
            self._looked[key] = look_at(self._top)
        return self._looked[key]

    def unkept(self, said: str, found: KeptView) -> str:
        """What people read is kept, and is not; "" where all is."""
        announced = len(re.findall(self._scene.announced, said))
        stands = self._scene.stands(found) - self._scene.stands(self.views[0])
        return f"announced {announced}, kept {stands}" if stands < announced else ""

    def judge(self, found: KeptView, run: WatchedRun, done: int, what: str) -> Verdict:
        """The verdict on what is found when a run was cut off after so many calls."""
        missing = self.unkept(run.said_before(done), found)
        promised = run.promised_before(done)
        if found in self.views[promised : done + 1]:
            wrong = f"{what}: {found.troubles}" if found.troubles else ""
            return Verdict(f"{what}: {missing}" if missing else "", wrong)
        missing = missing or self.views[promised].what_is_missing_in(found)
        if missing:
            return Verdict(lost=f"{what}: {missing}; {found.troubles}")
        return Verdict(wrong=f"{what}: nobody made this: {found}")


# -- kills


def kill_cases(scene: TriedScene) -> Iterator[int]:
    """The calls before which it is killed."""
    yield from range(1, len(scene.usual.counted_calls) + 1)


def try_kill(scene: TriedScene, number: int) -> Verdict:
    """Kill it before that call, and start again."""
    what = f"{scene.name}, killed before call {number}"
    run = scene.run(CallFault(KILL, number, number))
    if run.status != -signal.SIGKILL or len(run.counted_calls) != number - 1:
        return Verdict(
            wrong=f"{what}: it was not, or did other things: {run.status}, {len(run.counted_calls)}"
        )
    return scene.judge(scene.look(), run, number - 1, what)


# -- errors


class ErrorCase(NamedTuple):
    """The error that a call gets, and all that follow if it lasts."""

    error: str
    number: int
    lasts: bool


def error_cases(scene: TriedScene) -> Iterator[ErrorCase]:
    """Every error at every call that may get it; what is read does not fail once only: a disk does not do that."""
    for number, call in enumerate(scene.usual.counted_calls, 1):
        for name, error in ERRORS.items():
            if call.kind in error.kinds:
                if call.kind not in "or":
                    yield ErrorCase(name, number, False)
                if error.may_last:
                    yield ErrorCase(name, number, True)


def try_error(scene: TriedScene, case: ErrorCase) -> Verdict:
    """Let a call fail: people are told what is not kept, and all else is there."""
    what = f"{scene.name}, {case.error} at call {case.number}{' and on' if case.lasts else ''}"
    error = ERRORS[case.error]
    last = FOR_EVER if case.lasts else case.number
    run = scene.run(CallFault(error.what, case.number, last, error.kinds))
    if run.status < 0 or "Traceback" in run.said or scene.has_logged_fault():
        return Verdict(wrong=f"{what}: status {run.status}: {run.said[-300:]!r}")
    found = scene.look()
    if found.troubles:
        return Verdict(wrong=f"{what}: {found.troubles}")
    if found == scene.views[-1]:
        return Verdict()
    if not any(words in run.said for words in NOT_KEPT):
        return Verdict(
            lost=f"{what}: nobody is told that only this is kept: {found}; said: {run.said[-300:]!r}"
        )
    # a backup of what can be read names what cannot
    if found._replace(backups=()) not in [view._replace(backups=()) for view in scene.views]:
        return Verdict(wrong=f"{what}: nobody made this: {found}")
    return Verdict()


# -- power cuts


def try_cuts(scene: TriedScene, order: DiskOrder, limit: int, seed: int, part: slice) -> Iterator[Verdict]:
    """Cut the power after each call, and open so many of the disks that may be left; `part`: of the calls."""
    views, run = scene.views, scene.usual
    left = [
        list(disk.after_power_cut(order, limit, Random(f"{seed} {scene.name} {order} {after}")))
        for after, disk in enumerate(scene.disks(order))
    ]
    assert len(left) == len(views)
    for after in range(len(left))[part]:
        for number, files in enumerate(left[after]):
            what = f"{scene.name}, {order}, power cut after call {after}, disk {number} of seed {seed}"
            yield scene.judge(scene.look_at_files(files), run, after, what)
