"""What stops deploy/machine is said in one sentence, with status 2; no program of it goes on, no half disk stays."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from machines import bootable_root, disk_builder, root_folders, virtual_machine
from machines import cache as kept
from machines.errors import MachineError, QemuEnded
from machines.platforms import BootDisk, Platform
from machines.scene_run import SceneRun, run_scene
from machines.virtual_machine import VirtualMachine

KIND = Platform("trixie")


def has(folder: Path, name: str, script: str) -> None:
    """Puts a program there."""
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text(script)
    path.chmod(0o755)


# -- the command


class Command:
    """deploy/machine, on a computer with an empty cache and programs that a test puts before all others."""

    def __init__(self, folder: Path) -> None:
        self.programs, self.cache, self.line = folder / "programs", folder / "cache", folder / "line"
        self.path = f"{self.programs}:{os.environ['PATH']}"
        for name in ("qemu-system-x86_64", "qemu-img", "debootstrap", "cpio"):
            has(self.programs, name, "#!/bin/sh\nexit 1\n")
        has(self.programs, "sudo", '#!/bin/sh\nshift\nexec "$@"\n')  # the real one has a PATH of its own

    def starts(self) -> subprocess.Popen[str]:
        """The command, running."""
        return subprocess.Popen(
            [str(root_folders.REPOSITORY_ROOT / "deploy/machine")],
            env={**os.environ, "PATH": self.path, "XDG_CACHE_HOME": str(self.cache), "LINE": str(self.line)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            # a shell that started the tests in the background has told them to ignore it
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )

    def says(self, running: subprocess.Popen[str]) -> tuple[int, str]:
        """Its exit status and the one line that it says on the way out."""
        with running:
            _, wrong = running.communicate(timeout=60)
        (line,) = wrong.splitlines()
        return running.returncode, line

    @property
    def half_made(self) -> list[str]:
        """What is in the cache beside the locks."""
        return [path.name for path in self.cache.rglob("*") if path.is_file() and path.suffix != ".lock"]


@pytest.fixture
def command(tmp_path: Path) -> Command:
    return Command(tmp_path)


def test_a_program_that_is_missing_is_named_with_what_installs_it(command: Command) -> None:
    (command.programs / "qemu-system-x86_64").unlink()
    for name in ("bash", "dirname", "readlink", "git", "unshare", "dpkg-deb"):
        (command.programs / name).symlink_to(shutil.which(name) or name)
    command.path = str(command.programs)
    status, said = command.says(command.starts())
    assert (status, command.half_made) == (2, [])
    assert said.startswith("deploy/machine: there is no qemu-system-x86_64")
    assert said.endswith("./deploy/setup --tests installs what it may")


def test_packages_that_cannot_be_had_or_unpacked_are_told_by_the_last_word_of_who_tried(
    command: Command,
) -> None:
    broken = (
        "#!/bin/sh\nmkdir -p $4\ntouch $4/some\necho I: trying\necho E: No space left on device >&2\nexit 1\n"
    )
    has(command.programs, "debootstrap", broken)
    status, said = command.says(command.starts())
    assert (status, command.half_made) == (2, [])
    assert said.startswith("deploy/machine: ")
    assert said.endswith("failed: E: No space left on device")


def test_a_cache_that_cannot_be_written_is_told(command: Command) -> None:
    command.cache.write_text("no folder")
    status, said = command.says(command.starts())
    assert status == 2
    assert said.startswith("deploy/machine: ")
    assert str(command.cache) in said


WAITING = """#!/bin/sh
mkdir -p "$4"
touch "$4/some"
exec 3>"$LINE"
echo here >&3
tail -f /dev/null &
wait
"""
"""A debootstrap that holds a line open, it and its child, as long as they run."""


@pytest.mark.long(usual="15")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_stopped_while_it_makes_a_disk_it_ends_what_it_began(command: Command, number: int) -> None:
    has(command.programs, "debootstrap", WAITING)
    os.mkfifo(command.line)
    running = command.starts()
    with command.line.open() as line:
        assert line.readline() == "here\n"
        running.send_signal(number)
        status, said = command.says(running)
        assert line.read() == ""  # nobody holds it any more
    assert (status, command.half_made) == (2, [])
    assert said == "deploy/machine: stopped; no machine is on, and what was half made is gone"


# -- the cache


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache; the computer is there already, and installing writes half a disk."""
    computer = tmp_path / "computer"
    computer.mkdir()
    monkeypatch.setattr(disk_builder, "MACHINES_CACHE", tmp_path / "machines")
    monkeypatch.setattr(kept, "MACHINES_CACHE", tmp_path / "machines")
    monkeypatch.setattr(disk_builder, "build_bare_computer", lambda _kind, _tell: computer)
    monkeypatch.setattr(Platform, "is_native", True)
    return tmp_path / "machines"


def left(cache: Path) -> list[str]:
    """What is in the cache beside the locks."""
    return sorted(path.name for path in cache.iterdir() if path.suffix != ".lock")


def test_no_space_for_the_disk_is_told_and_nothing_half_stays(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = '#!/bin/sh\necho half >"$8"\necho mke2fs: No space left on device >&2\nexit 1\n'
    has(tmp_path / "programs", "mke2fs", full)
    monkeypatch.setattr(bootable_root, "SUDO", [])
    monkeypatch.setitem(
        root_folders.ENVIRONMENT_WITH_SBIN,
        "PATH",
        f"{tmp_path / 'programs'}:{root_folders.ENVIRONMENT_WITH_SBIN['PATH']}",
    )
    monkeypatch.setattr(
        disk_builder,
        "_install",
        lambda _kind, _base, half: bootable_root.make_ext4_image(tmp_path, half / "image"),
    )
    with pytest.raises(MachineError, match=r"^mke2fs .* failed: mke2fs: No space left on device$"):
        disk_builder.build_disk(KIND, print)
    assert left(cache) == []


@pytest.mark.parametrize(
    "fault", [MachineError("deploy/install failed"), KeyboardInterrupt(), OSError(28, "full")]
)
def test_whatever_stops_it_nothing_half_stays(
    cache: Path, monkeypatch: pytest.MonkeyPatch, fault: BaseException
) -> None:
    def install(_kind: Platform, _base: Path, half: Path) -> None:
        (half / "image").write_text("half")
        raise fault

    monkeypatch.setattr(disk_builder, "_install", install)
    with pytest.raises(type(fault)):
        disk_builder.build_disk(KIND, print)
    assert left(cache) == []


def test_the_disk_of_another_version_is_not_taken_and_leaves_when_several_were_used_after_it(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache.mkdir()
    others = [cache / f"trixie-amd64-{number}.img" for number in range(kept.MAX_CACHED_OF_A_KIND)]
    half = cache / "half-disk-trixie-amd64"
    for number, path in enumerate(others):
        path.write_text("another version's")
        os.utime(path, (number, number))
    half.mkdir()
    (half / "image").write_text("of one that was killed")
    monkeypatch.setattr(
        disk_builder, "_install", lambda _kind, _base, half: (half / "image").write_text("this one's")
    )
    disk = disk_builder.build_disk(KIND, print)
    assert disk.image.read_text() == "this one's"
    assert left(cache) == sorted([*(other.name for other in others[1:]), disk.image.name])


# -- the machine


QEMU = f"""#!{sys.executable}
import json, os, re, signal, socket, sys
from pathlib import Path

fault, words = os.environ["FAULT"], " ".join(sys.argv)
if fault == "refuses":
    sys.exit("qemu: info of no use\\nqemu: could not load kernel")
listening = {{}}
for name in ("qmp", "agent"):
    listening[name] = socket.socket(socket.AF_UNIX)
    listening[name].bind(re.search(f"socket,id={{name}},path=([^,]*)", words)[1])
    listening[name].listen()
if fault == "hangs":
    signal.pause()
monitor, _ = listening["qmp"].accept()
said = lambda answer: monitor.sendall(json.dumps(answer).encode() + b"\\n")
version = {{"qemu": {{"micro": 0, "minor": 0, "major": 10}}, "package": ""}}
said({{"QMP": {{"version": version, "capabilities": []}}}})
while heard := monitor.recv(65536):
    asked = json.loads(heard)
    if fault == "panics" and asked["execute"] == "cont":
        log = Path(re.search("-serial file:(\\\\S*)", words)[1])
        log.write_text("[ 1.0] Kernel panic - not syncing: no init\\r\\n")
        sys.exit()
    state = "io-error" if fault == "no space" else "running"
    answer = {{"return": {{"status": state}} if asked["execute"] == "query-status" else {{}}}}
    said(answer | ({{"id": asked["id"]}} if "id" in asked else {{}}))
"""
"""A QEMU whose machine refuses to start, hangs, panics, cannot write its disk, or has an agent that says nothing."""


@pytest.fixture
def computer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> VirtualMachine:
    """A machine in that QEMU."""
    has(tmp_path / "programs", "qemu-system-x86_64", QEMU)
    monkeypatch.setenv("PATH", f"{tmp_path / 'programs'}:{os.environ['PATH']}")
    monkeypatch.setattr("os.access", lambda *_: False)
    for name in ("image", "kernel", "initramfs"):
        (tmp_path / name).touch()
    disk = BootDisk(KIND, tmp_path / "image", tmp_path / "kernel", tmp_path / "initramfs")
    return VirtualMachine(disk, tmp_path / "shown", overlay=tmp_path / "image")


def is_gone(computer: VirtualMachine) -> bool:
    """Whether neither QEMU nor its sockets are there any more."""
    return not computer.is_on and not computer._sockets.exists()


def test_without_kvm_a_machine_is_translated_and_says_why(computer: VirtualMachine) -> None:
    assert computer.accelerator.name == "TCG"
    assert computer.accelerator.why_not_kvm in (
        "there is no /dev/kvm that this user may open",
        "this computer is no amd64",
    )


def test_what_qemu_refuses_is_told_in_its_own_last_words(
    computer: VirtualMachine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAULT", "refuses")
    with pytest.raises(MachineError, match=r"^QEMU did not start: qemu: could not load kernel$"):
        computer.__enter__()
    assert is_gone(computer)


def test_a_qemu_that_does_not_answer_is_ended(
    computer: VirtualMachine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAULT", "hangs")
    monkeypatch.setattr(virtual_machine, "QEMU_MONITOR_TIMEOUT_S", 0.5)
    with pytest.raises(MachineError, match=r"^QEMU did not start: "):
        computer.__enter__()
    assert is_gone(computer)


def test_a_kernel_that_panics_is_told_and_not_waited_for(
    computer: VirtualMachine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAULT", "panics")
    with computer:
        with pytest.raises(MachineError):
            computer.send_qemu_command("cont")
        why = r"it went off before home \(Kernel panic - not syncing: no init, its console: "
        with pytest.raises(MachineError, match=why):
            computer.wait_until(lambda: False, 60, "home")
    assert is_gone(computer)


def test_an_agent_that_is_dead_is_told_after_a_while(
    computer: VirtualMachine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAULT", "says nothing")
    monkeypatch.setattr(virtual_machine, "AGENT_TIMEOUT_MARGIN_S", 0.0)
    with (
        computer,
        pytest.raises(MachineError, match=r"no answer from inside \(its console: .*machine\.log\)$"),
    ):
        computer.run_checked("true", seconds=0.02)
    assert is_gone(computer)


def test_no_space_for_what_a_machine_writes_is_told_at_once(
    computer: VirtualMachine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAULT", "no space")
    monkeypatch.setattr(virtual_machine, "QEMU_CHECK_INTERVAL_S", 0.05)
    with computer, pytest.raises(MachineError, match=r"its disk cannot be written: make room below .*shown$"):
        computer.run_checked("true")
    assert is_gone(computer)


def test_stopped_while_a_machine_is_on_it_is_switched_off(
    computer: VirtualMachine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAULT", "says nothing")
    with pytest.raises(KeyboardInterrupt), computer:
        raise KeyboardInterrupt
    assert is_gone(computer)


# -- a scene


ENDED = "QEMU ended by itself with -11 when it was told screendump"


@pytest.mark.parametrize(("often", "wrong"), [(1, ""), (2, ENDED)])
def test_a_scene_whose_qemu_ended_by_itself_begins_once_more(often: int, wrong: str, tmp_path: Path) -> None:
    began: list[SceneRun] = []
    told: list[str] = []

    def scene(stage: SceneRun) -> None:
        """Something is shown."""
        began.append(stage)
        if len(began) <= often:
            raise QemuEnded(ENDED)

    disk = BootDisk(KIND, tmp_path / "image", tmp_path / "kernel", tmp_path / "initramfs")
    shown = run_scene("any", scene, disk, tmp_path, told.append)
    assert (len(began), shown.failure) == (2, wrong)
    assert sum("begins once more" in line for line in told) == 1
