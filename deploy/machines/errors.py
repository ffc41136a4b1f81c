"""What goes wrong around a machine."""

from __future__ import annotations


class MachineError(RuntimeError):
    """A machine could not be built, started or reached, or did not show what it was asked for."""


class QemuEnded(MachineError):
    """QEMU itself ended though nobody pulled the plug: that says nothing of Herald."""
