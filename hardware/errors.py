"""Errors of readers, buttons and lights; each is also the natural builtin error."""


class HardwareError(Exception):
    """A fault of the hardware. The text says what, where, and what to do now, in one sentence."""


class WiringPlanError(HardwareError, ValueError):
    """The wiring plan cannot be used as it is written: `faults` has a sentence for each fault."""

    def __init__(self, *faults: str) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


class HardwareMissingError(HardwareError, OSError):
    """A device, a package or a permission is missing."""
