"""A computer in QEMU: it is started, observed, touched, commanded, and cut off from power, all from outside.

A person's actions go through QEMU's monitor (pictures, keys, plugs, the power), touches and a root shell
through the agent in the machine. Nothing of it stays when the machine is closed.
"""

from __future__ import annotations

import json
import re
import shutil
import socket
import subprocess
import time
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import mkdtemp
from types import TracebackType
from typing import Any, NamedTuple

from qemu.qmp import QMPError
from qemu.qmp.legacy import QEMUMonitorProtocol

from machines.accelerator import Accelerator, choose_accelerator
from machines.errors import MachineError, QemuEnded
from machines.platforms import SERIAL_DEVICES, BootDisk
from machines.root_folders import run_checked
from machines.screenshot import Screenshot

WIDTH, HEIGHT = 800, 480
"""The size of the panel in pixels."""

MEMORY_MB = 1024
"""Megabytes of memory, as in the smallest Raspberry Pi 4 and 5."""

KERNEL_COMMAND_LINE = "console=tty1 root=/dev/vda rw rootwait panic=-1"
"""The options of a Lite's kernel for its console and its disk; the serial line comes before them. The machine
goes off when the kernel panics."""

PANEL_DEVICE = (f"virtio-gpu-pci,id=panel,xres={WIDTH},yres={HEIGHT}",)

LOOK_S = 0.7
"""Seconds for which people look at what has come before they touch it: an earlier touch counts for nothing."""
QEMU_MONITOR_TIMEOUT_S = 20.0
"""Seconds within which QEMU answers, before the machine has begun to start."""

POWERED_OFF, RESTARTED = "guest-shutdown", "guest-reset"
"""QEMU's reasons for a machine that ended by itself. A restart ends it too: it is on for one start only."""

READ_LOG_COMMAND = "journalctl --boot --unit=herald --no-pager | tail --bytes=200000"

QEMU_CHECK_INTERVAL_S = 2.0
"""Seconds between two checks whether QEMU still runs, while an agent's answer is awaited."""

AGENT_TIMEOUT_MARGIN_S = 60.0
"""Seconds that an agent has beyond a command's time, multiplied by the machine's slowness."""


class CommandResult(NamedTuple):
    """The exit status of a command in a machine, None where it did not end in time, and its output."""

    status: int | None
    output: str


def _second_disk(image: Path) -> tuple[str, ...]:
    """QEMU's options for a read-only disk."""
    drive = f"file={image},format=raw,readonly=on,if=none,id=modules"
    return "-drive", drive, "-device", "virtio-blk-pci,drive=modules"


class VirtualMachine:
    """One computer, from power-on (`with`) to the end."""

    def __init__(
        self,
        disk: BootDisk,
        folder: Path,
        *,
        devices: Sequence[str] = PANEL_DEVICE,
        words: str = f"machine.touch={WIDTH}x{HEIGHT}",
        more: Sequence[str] = (),
        overlay: Path | None = None,
        writes: Path | None = None,
        clock: str = "utc",
        name: str = "machine",
    ) -> None:
        """`folder` keeps pictures and logs.

        `words`: additions to the kernel's command line; `more`: to QEMU's; `overlay`: the disk of an earlier
        machine, to start from where its power was cut; `writes`: a file that also receives all writes to the
        disk, in order.
        """
        self.disk, self.folder, self.name = disk, folder, name
        self.folder.mkdir(parents=True, exist_ok=True)
        self.log = folder / f"{name}.log"
        self.overlay = overlay or self._overlay()
        self.accelerator: Accelerator = choose_accelerator(
            disk.platform.architecture, disk.kernel, disk.initramfs
        )
        self._devices, self._words, self._more, self._clock = devices, words, more, clock
        self._writes = writes
        self._rest = b""
        self._deaf = False

    def _overlay(self) -> Path:
        overlay = self.folder / f"{self.name}.qcow2"
        overlay.unlink(missing_ok=True)
        image = str(self.disk.image)
        run_checked(["qemu-img", "create", "-q", "-f", "qcow2", "-F", "raw", "-b", image, str(overlay)])
        return overlay

    def __enter__(self) -> VirtualMachine:
        self._sockets = Path(mkdtemp(prefix="machine-"))  # a socket's name may have 107 bytes
        self._agent: socket.socket | None = None
        try:
            with (self._sockets / "said").open("wb") as said:
                self._process = subprocess.Popen(self._command(), stdin=subprocess.DEVNULL, stderr=said)
            self.began = time.monotonic()
            try:
                self._qmp = self._monitor()
            except BaseException:
                self._end()
                raise
        except BaseException:
            shutil.rmtree(self._sockets, ignore_errors=True)
            raise
        return self

    def _command(self) -> list[str]:
        monitor, port = self._sockets / "qmp", self._sockets / "agent"
        architecture = self.disk.platform.architecture
        words = f"console={SERIAL_DEVICES[architecture]},115200 {KERNEL_COMMAND_LINE} {self._words}"
        modules = self.disk.modules
        if modules is not None:
            words += " machine.modules"
        return [
            *self.accelerator.qemu_command,
            *(
                "-m",
                str(MEMORY_MB),
                "-display",
                "none",
                "-vga",
                "none",
                "-nic",
                "none",
                "-no-reboot",
                "-nodefaults",
            ),
            *("-kernel", str(self.disk.kernel), "-initrd", str(self.disk.initramfs), "-append", words),
            *("-drive", f"{self._card()},if=none,id=card,cache=writeback,discard=unmap"),
            *("-device", "virtio-blk-pci,drive=card", "-device", "virtio-rng-pci"),
            *(_second_disk(modules) if modules is not None else ()),
            *("-rtc", f"base={self._clock}", "-serial", f"file:{self.log}"),
            *("-device", "virtio-serial-pci", "-chardev", f"socket,id=agent,path={port},server=on,wait=off"),
            *("-device", "virtserialport,chardev=agent,name=agent"),
            *(
                "-chardev",
                f"socket,id=qmp,path={monitor},server=on,wait=off",
                "-mon",
                "chardev=qmp,mode=control",
            ),
            *(word for device in self._devices for word in ("-device", device)),
            *self._more,
        ]

    def _monitor(self) -> QEMUMonitorProtocol:
        last = time.monotonic() + QEMU_MONITOR_TIMEOUT_S
        while True:
            wire = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            try:
                wire.settimeout(QEMU_MONITOR_TIMEOUT_S)
                wire.connect(str(self._sockets / "qmp"))
                wire.recv(1, socket.MSG_PEEK)
                monitor = QEMUMonitorProtocol(wire)
                monitor.connect()
                return monitor
            except (QMPError, OSError) as wrong:
                wire.close()
                if not self.is_on:
                    told = (self._sockets / "said").read_text(errors="replace")
                    why = told.strip().rpartition("\n")[2]
                    raise MachineError(f"QEMU did not start: {why or 'it says nothing of it'}") from wrong
                if time.monotonic() > last:
                    raise MachineError(f"QEMU did not start: {wrong}") from wrong
                time.sleep(0.05)

    def _card(self) -> str:
        if self._writes is None:
            return f"file={self.overlay},format=qcow2"
        self._writes.write_bytes(b"")
        log = f"log.driver=file,log.filename={self._writes}"
        return f"driver=blklogwrites,file.driver=qcow2,file.file.filename={self.overlay},{log}"

    def __exit__(
        self, kind: type[BaseException] | None, wrong: BaseException | None, where: TracebackType | None
    ) -> None:
        if isinstance(wrong, Exception) and self.is_on and self._agent is not None and not self._deaf:
            with suppress(MachineError):  # for the search for the cause
                (self.folder / f"{self.name}-herald.log").write_text(
                    self.run_command(READ_LOG_COMMAND).output
                )
        self.pull_the_plug()

    @property
    def seconds_since_power_on(self) -> float:
        """Seconds since power-on."""
        return time.monotonic() - self.began

    @property
    def is_on(self) -> bool:
        """Whether it has power and did not shut itself down."""
        return self._process.poll() is None

    def pull_the_plug(self) -> None:
        """Cut the power at once: data that was not flushed to the disk is lost."""
        self._end()
        if self._agent is not None:
            self._agent.close()
            self._agent = None
        with suppress(QMPError, EOFError, OSError):  # it may have gone off by itself
            self._qmp.close()
        shutil.rmtree(self._sockets, ignore_errors=True)

    def _end(self) -> None:
        self._process.kill()
        self._process.wait()

    # -- through the monitor

    def send_qemu_command(self, command: str, **words: object) -> Any:
        """Send a command to QEMU's monitor; its answer. Raises MachineError and QemuEnded."""
        try:
            return self._qmp.cmd(command, **{name.replace("_", "-"): value for name, value in words.items()})
        except (QMPError, OSError) as wrong:
            with suppress(subprocess.TimeoutExpired):
                status = self._process.wait(2)
                raise QemuEnded(f"QEMU ended by itself with {status} when it was told {command}") from wrong
            raise MachineError(f"{command}: {wrong}") from wrong

    def take_screenshot(self, name: str = "", **of: object) -> Screenshot:
        """A PNG of the panel. `of`: device and head, where there are several."""
        path = self.folder / f"{self.name}-{name or f'{self.seconds_since_power_on:05.1f}'}.png"
        self.send_qemu_command("screendump", filename=str(path), format="png", **of)
        return Screenshot(path)

    def press_keys(self, *names: str) -> None:
        """Type on the keyboard: letters, digits, and `ret`, by QEMU's names of keys."""
        for name in names:
            self.send_qemu_command("send-key", keys=[{"type": "qcode", "data": name}])

    # -- through the agent

    def run_command(self, command: str, seconds: float = 60) -> CommandResult:
        """Run a shell command as root. `seconds`: its time on a computer; a slow machine gets more."""
        longer = seconds * self.accelerator.slowness
        answer = self._ask({"do": "run", "command": command, "seconds": longer}, longer)
        return CommandResult(answer["status"], answer["said"])

    def run_checked(self, command: str, seconds: float = 60) -> str:
        """Run a shell command as root; its output. Raises MachineError where it fails."""
        done = self.run_command(command, seconds)
        if done.status != 0:
            said = self.folder / f"{self.name}-failed.log"
            said.write_text(f"{command}\n\n{done.output}")
            first, last = command.strip().partition("\n")[0], done.output.strip().rpartition("\n")[2]
            raise MachineError(
                f"{self.name}: {first} ended with {done.status}: {last or 'it said nothing'} (all of it: {said})"
            )
        return done.output

    def write_file(self, path: str, data: str | bytes) -> None:
        """Write a file in the machine that belongs to root and that all may read and run."""
        text = b64encode(data.encode() if isinstance(data, str) else data).decode()
        self.run_checked(f"base64 --decode <<<'{text}' | install -D -m 755 /dev/stdin '{path}'")

    def touch(self, x: int, y: int, seconds: float | None = 0.1) -> None:
        """Look as people do, and touch the panel at these pixels for so many seconds; None: the finger stays."""
        time.sleep(LOOK_S)
        self._ask({"do": "touch", "x": x, "y": y, "seconds": seconds})

    def plug_touchscreen(self, width: int = WIDTH, height: int = HEIGHT, fingers: int = 10) -> None:
        """Plug a touchscreen in that feels so many fingers; a resistive one feels one."""
        self._ask({"do": "plug", "width": width, "height": height, "fingers": fingers})

    def unplug_touchscreen(self) -> None:
        """Unplug the touchscreen."""
        self._ask({"do": "unplug"})

    def _ask(self, request: Mapping[str, object], seconds: float = 1) -> dict[str, Any]:
        try:
            if self._agent is None:
                self._agent = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
                self._agent.connect(str(self._sockets / "agent"))
            self._agent.settimeout(seconds + AGENT_TIMEOUT_MARGIN_S * self.accelerator.slowness)
            self._agent.sendall(json.dumps(request).encode() + b"\n")
            last = time.monotonic() + seconds + AGENT_TIMEOUT_MARGIN_S * self.accelerator.slowness
            while b"\n" not in self._rest:
                self._rest += self._hear(self._agent, last)
        except OSError as wrong:
            self._deaf = True
            raise MachineError(f"{self.name}: no answer from inside{self._last_words()}") from wrong
        line, self._rest = self._rest.split(b"\n", 1)
        answer: dict[str, Any] = json.loads(line)
        if "wrong" in answer:
            raise MachineError(f"{self.name}: {answer['wrong']}")
        return answer

    def _hear(self, agent: socket.socket, last: float) -> bytes:
        agent.settimeout(min(QEMU_CHECK_INTERVAL_S, max(last - time.monotonic(), 0.001)))
        try:
            more = agent.recv(65536)
        except TimeoutError:
            if self.send_qemu_command("query-status").get("status") == "io-error":
                raise MachineError(
                    f"{self.name}: its disk cannot be written: make room below {self.folder}"
                ) from None
            if time.monotonic() > last:
                raise
            return b""
        if not more:
            raise MachineError(f"{self.name}: it went off{self._last_words()}")
        return more

    def _last_words(self) -> str:
        said = self.log.read_text(errors="replace") if self.log.exists() else ""
        found = re.search(r"Kernel panic - [^\r\n]*|machine: no disk", said)
        return f" ({found[0] + ', ' if found else ''}its console: {self.log})"

    # -- waiting

    def wait_until(
        self, condition: Callable[[], bool], seconds: float, description: str, interval: float = 0.25
    ) -> float:
        """Wait until a condition holds; seconds since power-on.

        Raises MachineError if it does not hold within `seconds` (of a computer).
        """
        last = time.monotonic() + seconds * self.accelerator.slowness
        while not condition():
            if not self.is_on:
                raise MachineError(f"{self.name}: it went off before {description}{self._last_words()}")
            if time.monotonic() > last:
                raise MachineError(
                    f"{self.name}: not within {seconds * self.accelerator.slowness:.0f} s:"
                    f" {description}{self._last_words()}"
                )
            time.sleep(interval)
        return self.seconds_since_power_on

    def wait_until_off(self, seconds: float) -> float:
        """Wait until the machine has shut itself down; seconds since power-on.

        Raises MachineError if it stays on.
        """
        try:
            self._process.wait(seconds * self.accelerator.slowness)
        except subprocess.TimeoutExpired as late:
            raise MachineError(f"{self.name}: it is still on") from late
        return self.seconds_since_power_on

    def power_off_reason(self) -> str:
        """QEMU's reason why the machine ended: POWERED_OFF, RESTARTED, or another one.

        Raises MachineError when QEMU gave none, as when somebody ended it.
        """
        event: Mapping[str, Any] = {}
        try:
            while event.get("event") != "SHUTDOWN":
                event = self._qmp.pull_event(QEMU_MONITOR_TIMEOUT_S) or {}
        except (QMPError, OSError) as wrong:  # TimeoutError is an OSError
            raise MachineError(f"{self.name}: QEMU did not say why it is off") from wrong
        return str(event["data"]["reason"])
