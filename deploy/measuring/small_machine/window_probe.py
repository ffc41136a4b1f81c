"""Runs within a measured Herald, beside it: touches its window, and prints when which frame was drawn.

Python imports it at its start, before anything of Herald (`probed_herald`). A thread looks for Kivy's window, and from
then on Kivy's own loop is counted: a frame's time is that of its round of the loop, in seconds of a core on Kivy's
thread, without the wait for the next one.

Each line begins with PREFIX and is a JSON object with `what`; all times are seconds since 1970.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

PREFIX = "probe "
TASK_VARIABLE = "HERALD_BENCH_TASK"
"""The environment's variable with the task, in JSON: `touches` (None: the first frame is all), `rest_seconds`."""
LOOK_SECONDS = 0.02
STILL_SECONDS = 1.0
"""Seconds without a frame after which the screen is at rest, and a finger that looks at it touches it.

Longer than `companion.screen.touch_guard.ANOTHER_PERSON`: an earlier touch is none.
"""
GIVE_UP_SECONDS = 20.0
"""Seconds that a screen may take to be at rest."""
TABLE_SECONDS = 120.0
"""Seconds that a table may take to be shown; the measurement fails after them."""
NO_MOVES = ("home", "menu", "undo", "clear", "overrule", "settings")
"""Touch targets of the table that lead away from it."""


def begin() -> None:
    """Start looking for the window, if this process is to be measured."""
    if task := os.environ.get(TASK_VARIABLE):
        threading.Thread(target=_look, args=(json.loads(task),), name="probe", daemon=True).start()


def _look(task: dict[str, Any]) -> None:
    while (window := getattr(sys.modules.get("kivy.core.window"), "Window", None)) is None:
        time.sleep(LOOK_SECONDS)
    WindowProbe(window, task)


def tell(what: str, **facts: Any) -> None:
    """Print one line of the measurement."""
    print(PREFIX + json.dumps({"what": what, **facts}), flush=True)


class WindowProbe:
    """Follows the loop of one window."""

    def __init__(self, window: Any, task: dict[str, Any]) -> None:
        from kivy.base import EventLoop

        self._window, self._task, self._loop = window, task, EventLoop
        self._flip, self._idle = window.flip, EventLoop.idle
        self._drawn_at = 0.0
        self._flips = 0
        self._frame_ms: list[float] = []
        self._script = self._steps()
        window.flip, EventLoop.idle = self._on_flip, self._on_round

    def _on_flip(self) -> None:
        self._flip()
        self._drawn_at = time.time()
        self._flips += 1

    def _on_round(self) -> None:
        flips, begun = self._flips, time.thread_time()
        self._idle()
        if self._flips > flips:
            self._frame_ms.append((time.thread_time() - begun) * 1e3)
        try:
            next(self._script, None)
        except Exception as fault:  # Kivy's loop belongs to Herald, which would set it aside
            tell("failed", why=f"{type(fault).__name__}: {fault}")

    def _steps(self) -> Iterator[None]:
        """What is done; each step is a round of the loop."""
        while not self._flips:
            yield
        tell("first-frame", at=self._drawn_at, cpu_seconds=time.process_time())
        if self._task["touches"] is not None:
            yield from self._play(self._task["touches"])
        tell("end")

    def _play(self, touches: int) -> Iterator[None]:
        from kivy.app import App

        self._app = App.get_running_app()
        while not self._is_painted("go-on"):
            yield
        tell("saved-game", at=self._drawn_at, cpu_seconds=time.process_time())
        yield from self._rest()
        begun, cpu = time.time(), time.process_time()
        yield from self._touch("go-on", at_once=True)
        while not any(map(self._is_painted, self._table_targets())):
            if time.time() - begun > TABLE_SECONDS:
                raise TimeoutError(f"no table in {TABLE_SECONDS:.0f} s after the touch on the saved game")
            yield
        tell("table", seconds=self._drawn_at - begun, cpu_seconds=time.process_time() - cpu)
        yield from self._rest()
        tell("memory", when="table", **memory_kib())
        chance = Random(5)
        for _ in range(touches):
            self._frame_ms.clear()
            choices = self._table_targets()
            target = chance.choice(choices)
            yield from self._touch(target)
            yield from self._rest()
            tell("touch", target=target, frame_ms=self._frame_ms)
        tell("memory", when="played", **memory_kib())
        yield from self._count_at_rest(self._task["rest_seconds"])

    def _is_painted(self, target: str) -> bool:
        """Whether it was painted, and so drawn in the last round at the latest."""
        widget = self._targets().get(target)
        return widget is not None and bool(widget.painted_texts)

    def _rest(self) -> Iterator[None]:
        """Until nothing has been drawn for a while."""
        begun = time.time()
        while time.time() - max(begun, self._drawn_at) < STILL_SECONDS:
            if time.time() - begun > GIVE_UP_SECONDS:
                tell("never-at-rest")
                return
            yield

    def _count_at_rest(self, seconds: float) -> Iterator[None]:
        flips, begun, cpu = self._flips, time.time(), time.process_time()
        while time.time() - begun < seconds:
            yield
        passed = time.time() - begun
        tell("rest", frames=self._flips - flips, seconds=passed, cpu_seconds=time.process_time() - cpu)

    def _touch(self, target: str, at_once: bool = False) -> Iterator[None]:
        """A finger on a target for a round of the loop; `at_once`: for none, so that no slow round makes it a hold."""
        from kivy.input.motionevent import MotionEvent

        class Finger(MotionEvent):  # type: ignore[misc]  # Kivy comes without types
            """A finger on the panel."""

            def depack(self, args: tuple[float, float]) -> None:
                self.sx, self.sy = args
                super().depack(args)

        widget = self._targets()[target]
        x, y = widget.to_window(*widget.center)
        width, height = self._window.size
        finger = Finger(
            "probe", self._flips, (x / (width - 1), y / (height - 1)), is_touch=True, type_id="touch"
        )
        finger.profile = ["pos"]
        self._loop.post_dispatch_input("begin", finger)
        if not at_once:
            yield
        finger.update_time_end()
        self._loop.post_dispatch_input("end", finger)
        yield

    def _targets(self) -> dict[str, Any]:
        """What can be touched on the page shown, by its touch target; beneath a modal widget nothing can."""

        def walk(widget: Any) -> Iterator[Any]:
            if widget.opacity == 0:
                return
            for child in widget.children:
                yield from walk(child)
                if getattr(child, "is_modal", False):
                    break
            yield widget

        return {
            widget.touch_target: widget
            for root in self._window.children
            for widget in walk(root)
            if getattr(widget, "touch_target", "") and widget.enabled
        }

    def _table_targets(self) -> list[str]:
        """What can be touched to go on with the game."""
        if self._app.page_history[-1] != "table":
            return []
        return sorted(target for target in self._targets() if target not in NO_MOVES)


def memory_kib(pid: str = "self") -> dict[str, int]:
    """KiB of a process: `anonymous`, and `file`, what it has mapped of files.

    https://docs.kernel.org/filesystems/proc.html, smaps_rollup
    """
    with Path("/proc", pid, "smaps_rollup").open() as rollup:
        fields = {line.split(":")[0]: line.split()[1] for line in list(rollup)[1:]}
    anonymous = int(fields["Anonymous"])
    return {"anonymous": anonymous, "file": int(fields["Rss"]) - anonymous}
