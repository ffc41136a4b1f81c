"""What can be wrong with readers, buttons and lights: each error is ours and the natural builtin."""


class HardwareError(Exception):
    """Something about the hardware. The text says what, where, and what to do now, in one sentence."""


class WiringPlanError(HardwareError, ValueError):
    """The wiring plan cannot be carried out as it is written: `faults` says everything wrong, a sentence each."""

    def __init__(self, *faults: str) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


class HardwareMissingError(HardwareError, OSError):
    """A device, a package or a permission is not there."""
