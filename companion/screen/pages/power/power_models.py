"""Shut-down and restart of the computer, for the screen and as Herald's exit status."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from msgspec import Struct

ANSWER_DELAY_SECONDS: Final = 1.0
"""Seconds before an answer counts: a finger that slips, or a second press by mistake, comes sooner."""


class PowerAction(IntEnum):
    """What the computer does once Herald has ended.

    The value is the exit status by which Herald asks for it: a service may not do it itself, so
    `deploy/pi/herald.service` has the same two numbers.
    """

    POWEROFF = 90
    REBOOT = 91
    RESTORED = 0
    """Nothing: Herald only ends, as everything that it has read is another one now. Its service starts it anew."""


class PowerPromptModel(Struct, frozen=True):
    """The question whether to shut down, while its page is open.

    `is_ready`: whether it has been visible long enough for an answer to count. `has_off_button`: whether this
    table has a button `off`, and so buttons to answer by.
    """

    is_ready: bool = False
    has_off_button: bool = False
