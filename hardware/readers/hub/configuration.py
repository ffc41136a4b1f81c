"""The settings of a hub: made from the plan, and sent to a hub that has others."""

from __future__ import annotations

from hardware.common.link.hub_settings import (
    NO_PIN,
    HubSettings,
    ReaderSocket,
    encode_settings,
    settings_checksum,
)
from hardware.readers.hub.wiring_schema import HubWiring

MAX_SENDS = 3
SEND_WINDOW_US = 30_000_000
"""The limit of sends within the window, for a hub that does not keep its settings."""
RESTART_US = 5_000_000
"""Microseconds in which a hub has restarted with its settings."""


def settings_from_wiring(wiring: HubWiring) -> HubSettings:
    """The settings of a planned hub."""
    return HubSettings(
        wiring.name,
        wiring.reset,
        NO_PIN if wiring.lights is None else wiring.lights,
        tuple(
            ReaderSocket(reader.bus, reader.select, reader.gain_db, reader.speed_hz // 1000)
            for reader in wiring.readers
        ),
        tuple(button.pin for button in wiring.buttons),
    )


class HubConfiguration:
    """The settings of one hub. `state`: "" before anything is known, then "kept", "sent" or "refused"."""

    def __init__(self, wiring: HubWiring) -> None:
        self.data = encode_settings(settings_from_wiring(wiring))
        self.state = ""
        self._name = wiring.name
        self._sent_us: list[int] = []
        self._refused = ""

    def matches(self, checksum: int) -> bool:
        """Whether a hub with this checksum of its settings has these settings."""
        if checksum != settings_checksum(self.data):
            return False
        self._sent_us, self._refused = [], ""
        self.state = self.state or "kept"
        return True

    def mark_sent_if_allowed(self, now_us: int) -> bool:
        """Whether to send the settings now; no more than MAX_SENDS times to a hub that does not keep them."""
        self._sent_us = [at_us for at_us in self._sent_us if now_us - at_us < SEND_WINDOW_US]
        self._refused = ""
        if len(self._sent_us) >= MAX_SENDS:
            self._refused = "it does not keep them"
            return False
        self._sent_us.append(now_us)
        self.state = "sent"
        return True

    def on_stored(self, why: str) -> None:
        """Handle the hub's answer: it stored the settings, or `why` it did not."""
        if why:
            self.state, self._refused = "refused", why

    def why_not_ready(self, now_us: int) -> str:
        """Why the hub does not work yet, as far as its settings are the reason; "" otherwise."""
        if self._refused:
            return (
                f"hub {self._name} does not take the settings of wiring.toml ({self._refused}):"
                f" herald hub flash {self._name}"
            )
        if self._sent_us and now_us - self._sent_us[-1] < RESTART_US:
            return f"hub {self._name} takes its settings and starts anew"
        return ""
