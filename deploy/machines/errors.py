"""Errors of machines."""

from __future__ import annotations


class MachineError(RuntimeError):
    """A machine could not be built, started or reached, or did not do what was asked."""


class QemuEnded(MachineError):
    """QEMU itself ended though nobody cut the power: that says nothing of Herald."""
