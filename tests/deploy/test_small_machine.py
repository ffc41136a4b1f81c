"""The bench holds programs to a share of a core and takes files out of the page cache, or says that it cannot."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from measuring.bench_lines import EFFORTS
from measuring.small_machine import cold_start, cpu_quota
from measuring.small_machine.cpu_quota import NoCpuQuotaError, limited_cpu
from measuring.small_machine.page_cache import evict, files_below, resident_bytes


@pytest.fixture
def groups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of control groups that are plain files: a kernel removes a group with all its files."""

    def remove(group: Path) -> None:
        for file in group.iterdir():
            file.unlink()
        group.rmdir()

    monkeypatch.setattr(cpu_quota, "_remove", remove)
    return tmp_path


def test_with_control_groups_of_version_1_a_fifth_is_a_quota_and_its_period(
    groups: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (groups / "cpu").mkdir()
    (groups / "cpu/cpu.cfs_quota_us").touch()
    made = groups / f"cpu/herald-bench-{os.getpid()}"
    mkdir = Path.mkdir

    def kernel_mkdir(path: Path) -> None:
        mkdir(path)
        (path / "cpu.cfs_quota_us").touch()
        (path / "cpu.cfs_period_us").touch()

    monkeypatch.setattr(Path, "mkdir", kernel_mkdir)
    with limited_cpu(0.2, groups) as join:
        quota, period = (int((made / f"cpu.cfs_{name}_us").read_text()) for name in ("quota", "period"))
        assert quota / period == 0.2
        join()
        assert (made / "cgroup.procs").read_text() == "0", "the process that writes"
    assert not made.exists()


def test_with_control_groups_of_version_2_the_controller_is_enabled_and_the_quota_set(groups: Path) -> None:
    (groups / "cgroup.controllers").write_text("cpuset cpu io\n")
    (groups / "cgroup.subtree_control").write_text("io\n")
    made = groups / f"herald-bench-{os.getpid()}"
    with limited_cpu(0.2, groups) as join:
        assert (groups / "cgroup.subtree_control").read_text() == "+cpu"
        quota, period = (made / "cpu.max").read_text().split()
        assert int(quota) / int(period) == 0.2
        join()
        assert (made / "cgroup.procs").read_text() == "0"
    assert not made.exists()


def test_the_group_of_a_bench_that_was_killed_is_removed_by_the_next_one(groups: Path) -> None:
    (groups / "cgroup.controllers").write_text("cpu\n")
    (groups / "cgroup.subtree_control").write_text("cpu\n")
    nobody = int(Path("/proc/sys/kernel/pid_max").read_text()) + 1
    killed, running = groups / f"herald-bench-{nobody}", groups / f"herald-bench-{os.getppid()}"
    killed.mkdir()
    running.mkdir()
    with limited_cpu(0.2, groups):
        assert not killed.exists()
        assert running.exists()


def test_without_control_groups_it_is_refused_with_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(NoCpuQuotaError, match="mount -t cgroup2"), limited_cpu(0.2, tmp_path):
        raise AssertionError("nothing may run without a quota")


def test_a_refused_quota_is_a_line_that_failed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cold_start, "limited_cpu", lambda share: limited_cpu(share, tmp_path))
    (line,) = cold_start.measure_cold_start(EFFORTS["tiny"])
    assert re.search(r"not measured .* mount -t cgroup2 .* MISSED$", str(line))


def test_a_file_that_was_read_lies_in_the_page_cache_until_it_is_evicted() -> None:
    file = Path("/var/tmp", f"herald-evicted-{os.getpid()}")  # /tmp may be no disk
    file.write_bytes(bytes(1 << 20))
    try:
        assert resident_bytes([file]) == 1 << 20
        evict([file])
        assert resident_bytes([file]) < 1 << 20
    finally:
        file.unlink()


def test_files_that_are_empty_or_gone_count_nothing(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep/empty").touch()
    assert [*files_below(tmp_path)] == [tmp_path / "deep/empty"]
    assert resident_bytes([*files_below(tmp_path), tmp_path / "gone"]) == 0
    evict([tmp_path / "gone"])
