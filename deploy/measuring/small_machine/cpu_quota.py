"""Holds programs to a share of one core by a control group of Linux, version 1 or 2.

https://docs.kernel.org/scheduler/sched-bwc.html and https://docs.kernel.org/admin-guide/cgroup-v2.html#cpu
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

CGROUP_ROOT = Path("/sys/fs/cgroup")
GROUP_PREFIX = "herald-bench-"  # and the process id of the bench
PERIOD_US = 10_000
"""Microseconds in which the share may be used: short, so that the program is slow and does not stand still."""


class NoCpuQuotaError(RuntimeError):
    """No program can be held to a share of a core here; the message says what to do."""


@contextmanager
def limited_cpu(share: float, root: Path = CGROUP_ROOT) -> Iterator[Callable[[], None]]:
    """A function that puts the process that calls it, and its children, under a quota of this share of a core.

    The group is removed at the end, when all its processes must have ended. Raises NoCpuQuotaError.
    """
    parent = _parent_group(root)
    _remove_those_left(parent)
    group = parent / f"{GROUP_PREFIX}{os.getpid()}"
    try:
        group.mkdir()
        _set_quota(group, round(PERIOD_US * share))
    except OSError as wrong:
        if group.is_dir():
            _remove(group)
        raise NoCpuQuotaError(
            f"{wrong.filename}: {wrong.strerror}; say it as root, where the kernel has CFS bandwidth control"
        ) from wrong

    def join() -> None:
        (group / "cgroup.procs").write_text("0")  # the process that writes

    try:
        yield join
    finally:
        _remove(group)


def _parent_group(root: Path) -> Path:
    """The group in which one with a quota can be made. Raises NoCpuQuotaError."""
    if (root / "cpu/cpu.cfs_quota_us").exists() or (root / "cpu/cgroup.procs").exists():
        return root / "cpu"
    controllers = root / "cgroup.controllers"
    if controllers.exists() and "cpu" in controllers.read_text().split():
        enabled = root / "cgroup.subtree_control"
        if "cpu" not in enabled.read_text().split():
            try:
                enabled.write_text("+cpu")
            except OSError as wrong:
                raise NoCpuQuotaError(f"{enabled}: {wrong.strerror}; say it as root") from wrong
        return root
    raise NoCpuQuotaError(
        f"no control groups for the CPU below {root}; mount them: mount -t cgroup2 none {root}"
    )


def _remove_those_left(parent: Path) -> None:
    """Remove the groups of benches that were killed, or whose terminal was closed."""
    for group in parent.glob(f"{GROUP_PREFIX}*"):
        if not Path("/proc", group.name.removeprefix(GROUP_PREFIX)).exists():
            with suppress(OSError):  # somebody else's, or something in it still runs
                _remove(group)


def _set_quota(group: Path, quota_us: int) -> None:
    if (group / "cpu.max").exists() or not (group / "cpu.cfs_quota_us").exists():
        (group / "cpu.max").write_text(f"{quota_us} {PERIOD_US}")
        return
    (group / "cpu.cfs_period_us").write_text(str(PERIOD_US))
    (group / "cpu.cfs_quota_us").write_text(str(quota_us))


def _remove(group: Path) -> None:
    group.rmdir()
