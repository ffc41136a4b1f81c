"""Chooses how QEMU runs another computer: by KVM where that helps, else by translation (TCG), slowly."""

from __future__ import annotations

import os
import platform
import subprocess
from functools import cache
from pathlib import Path
from typing import NamedTuple

from machines.platforms import KERNEL_ARCHITECTURES, SERIAL_DEVICES

KVM_BOOT_TIMEOUT_S = 10.0
"""Seconds in which a kernel under KVM must have started. Where the host emulates a guest's kernel instruction
by instruction, as some clouds do, it takes minutes, and TCG is quicker."""
BOOT_GREETING = "machine: hello"
"""The line that the initramfs prints before it switches off, when the kernel is told `machine.hello`."""

QEMU_PROGRAMS = {"amd64": "qemu-system-x86_64", "arm64": "qemu-system-aarch64"}
QEMU_BOARD_OPTIONS = {"amd64": ("-M", "q35"), "arm64": ("-M", "virt")}
TCG_SLOWNESS = 5.0
"""How many times longer to wait for TCG than for a computer; time-outs are generous already."""
TCG_OPTIONS = ("-accel", "tcg,thread=multi,tb-size=512", "-smp", "2")
TCG_CPU_MODELS = {"amd64": "max", "arm64": "cortex-a72"}
"""The processors that TCG emulates: all features, and the core of a Raspberry Pi 4."""


class Accelerator(NamedTuple):
    """The beginning of QEMU's command line, the factor of time-outs, and why it is not KVM, if it is not."""

    name: str
    qemu_command: tuple[str, ...]
    slowness: float
    why_not_kvm: str = ""


@cache
def choose_accelerator(architecture: str, kernel: Path, initramfs: Path) -> Accelerator:
    """The best way to run a computer of that processor here."""
    board = (QEMU_PROGRAMS[architecture], *QEMU_BOARD_OPTIONS[architecture])
    by_kvm = Accelerator("KVM", (*board, "-accel", "kvm", "-cpu", "host", "-smp", "2"), 1.0)
    why = _why_not_kvm(architecture, by_kvm, kernel, initramfs)
    if not why:
        return by_kvm
    return Accelerator("TCG", (*board, "-cpu", TCG_CPU_MODELS[architecture], *TCG_OPTIONS), TCG_SLOWNESS, why)


def _why_not_kvm(architecture: str, by_kvm: Accelerator, kernel: Path, initramfs: Path) -> str:
    if platform.machine() != KERNEL_ARCHITECTURES[architecture]:
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
        f"console={SERIAL_DEVICES[architecture]} quiet machine.hello",
    )
    try:
        done = subprocess.run(
            [*by_kvm.qemu_command, *words, *start],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=KVM_BOOT_TIMEOUT_S,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return f"a kernel under KVM said nothing within {KVM_BOOT_TIMEOUT_S:.0f} s: this host emulates it"
    if BOOT_GREETING in done.stdout:
        return ""
    said = done.stderr.strip().splitlines()
    return f"KVM does not work here: {said[0] if said else done.stdout[-200:].strip()}"
