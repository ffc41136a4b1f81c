"""How QEMU runs another computer here: by KVM where that is of use, else by translation (TCG), slow and true."""

from __future__ import annotations

import os
import platform
import subprocess
from functools import cache
from pathlib import Path
from typing import NamedTuple

from machines.kinds import PROCESSORS, SERIAL

QUICK = 10.0
"""Seconds in which a kernel under KVM must have said hello. Where the host emulates a guest's kernel instruction by
instruction, as some clouds do, it takes minutes, and TCG is quicker."""
HELLO = "machine: hello"
"""What the initramfs says and then switches off, when the kernel is told the same with a dot: `machine.hello`."""

PROGRAMS = {"amd64": "qemu-system-x86_64", "arm64": "qemu-system-aarch64"}
BOARDS = {"amd64": ("-M", "q35"), "arm64": ("-M", "virt")}
SLOWNESS = 5.0
"""How many times longer to wait for TCG than for a computer. What is waited for is generous by itself."""
TRANSLATED = ("-accel", "tcg,thread=multi,tb-size=512", "-smp", "2")
CORES = {"amd64": "max", "arm64": "cortex-a72"}
"""What TCG plays: all that it can, and the core of a Raspberry Pi 4."""


class Accelerator(NamedTuple):
    """The beginning of QEMU's command line; how many times longer to wait; why it is not KVM, if it is not."""

    name: str
    command: tuple[str, ...]
    slowness: float
    why: str = ""


@cache
def accelerator(architecture: str, kernel: Path, initramfs: Path) -> Accelerator:
    """What runs a computer of that processor best here."""
    board = (PROGRAMS[architecture], *BOARDS[architecture])
    by_kvm = Accelerator("KVM", (*board, "-accel", "kvm", "-cpu", "host", "-smp", "2"), 1.0)
    why = _why_not_kvm(architecture, by_kvm, kernel, initramfs)
    if not why:
        return by_kvm
    return Accelerator("TCG", (*board, "-cpu", CORES[architecture], *TRANSLATED), SLOWNESS, why)


def _why_not_kvm(architecture: str, by_kvm: Accelerator, kernel: Path, initramfs: Path) -> str:
    if platform.machine() != PROCESSORS[architecture]:
        return f"this computer is no {architecture}"
    if not os.access("/dev/kvm", os.R_OK | os.W_OK):
        return "there is no /dev/kvm that this user may open"
    words = ("-m", "512", "-display", "none", "-nodefaults", "-nic", "none", "-no-reboot", "-serial", "stdio")
    start = (
        "-kernel",
        str(kernel),
        "-initrd",
        str(initramfs),
        "-append",
        f"console={SERIAL[architecture]} quiet machine.hello",
    )
    try:
        done = subprocess.run(
            [*by_kvm.command, *words, *start],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=QUICK,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return f"a kernel under KVM said nothing within {QUICK:.0f} s: this host emulates it"
    if HELLO in done.stdout:
        return ""
    said = done.stderr.strip().splitlines()
    return f"KVM does not work here: {said[0] if said else done.stdout[-200:].strip()}"
