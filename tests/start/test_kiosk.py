"""A kiosk waits for its panel and says so; it never falls back to the terminal."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.cli import main
from companion.screen.display.sysfs import DisplayConnector
from companion.start.kiosk_service.panel_wait import (
    PANEL_POLL_S,
    WAITING_EXTENSION_S,
    GraphicsCard,
    wait_for_panel,
)
from companion.start.kiosk_service.service_notifier import ServiceNotifier


class Manager(ServiceNotifier):
    """Writes down what it is told."""

    def __init__(self) -> None:
        super().__init__({})
        self.told: list[str] = []

    def send(self, word: str) -> None:
        self.told.append(word)

    @property
    def states(self) -> list[str]:
        return [word.removeprefix("STATUS=") for word in self.told if word.startswith("STATUS=")]


class Pi:
    """A computer to which things happen while Herald sleeps."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.manager = Manager()
        self.barred: set[str] = set()
        self.slept = 0.0
        self.happens: dict[float, Callable[[], None]] = {}

    def connector(self, name: str, status: str, number: int = 0) -> None:
        folder = self.root / "sys/class/drm" / name
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "status").write_text(f"{status}\n")
        (folder / "connector_id").write_text(f"{number}\n")

    def node(self, card: str) -> None:
        (self.root / "dev/dri").mkdir(parents=True, exist_ok=True)
        (self.root / "dev/dri" / card).touch()

    def _usable(self, device: Path) -> bool:
        return device.exists() and device.name not in self.barred

    def _sleep(self, seconds: float) -> None:
        self.slept += seconds
        for moment in [moment for moment in self.happens if moment <= self.slept]:
            self.happens.pop(moment)()

    def waited(self) -> DisplayConnector:
        return wait_for_panel(self.manager, self.root, self._usable, self._sleep)


@pytest.fixture
def pi(tmp_path: Path) -> Pi:
    return Pi(tmp_path)


def test_a_panel_that_is_there_is_not_waited_for(pi: Pi) -> None:
    pi.node("card0")
    pi.connector("card0-DSI-1", "connected")
    assert pi.waited() == DisplayConnector("card0", "DSI-1", True)
    assert pi.slept == 0
    assert pi.manager.states == ["The picture goes to card0, DSI-1"]


def test_the_card_may_come_after_herald_and_be_given_us_later_still(
    pi: Pi, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    pi.barred = {"card1"}
    pi.happens = {
        1: lambda: pi.connector("card1-DSI-1", "connected"),
        2: lambda: pi.node("card1"),
        3: pi.barred.clear,
    }
    assert pi.waited().card == "card1"
    assert pi.manager.states == [
        "Waiting for a panel: there is no graphics card",
        "Waiting for a panel: there is no /dev/dri/card1",
        "Waiting for a panel: this user may not use /dev/dri/card1",
        "The picture goes to card1, DSI-1",
    ]
    assert caplog.messages == [
        "Waiting for a panel: there is no graphics card",
        "There is a panel. The picture goes to card1, DSI-1",
    ]


def test_a_monitor_may_be_switched_on_an_hour_later_and_the_manager_is_asked_for_patience_in_time(
    pi: Pi,
) -> None:
    pi.node("card0")
    pi.connector("card0-HDMI-A-1", "disconnected")
    pi.connector("card0-Writeback-1", "unknown")
    pi.happens = {3600: lambda: pi.connector("card0-HDMI-A-1", "connected")}
    assert pi.waited().name == "HDMI-A-1"
    assert pi.manager.states[0] == "Waiting for a panel: nothing is connected to HDMI-A-1 of card0"
    asked = [word for word in pi.manager.told if word == f"EXTEND_TIMEOUT_USEC={WAITING_EXTENSION_S}000000"]
    assert len(asked) == pytest.approx(3600 / (WAITING_EXTENSION_S / 3), rel=0.01)
    assert pi.manager.told[-2] == "EXTEND_TIMEOUT_USEC=90000000"  # for the window


def test_waiting_costs_two_looks_a_second(pi: Pi) -> None:
    pi.node("card0")
    pi.happens = {60: lambda: pi.connector("card0-DSI-1", "connected")}
    pi.waited()
    assert pi.slept / PANEL_POLL_S == 120


def test_the_panel_that_is_built_in_goes_before_a_monitor(pi: Pi) -> None:
    for card, name in (("card0", "HDMI-A-1"), ("card1", "DSI-1")):
        pi.node(card)
        pi.connector(f"{card}-{name}", "connected")
    assert pi.waited() == DisplayConnector("card1", "DSI-1", True)


def test_of_one_cards_connectors_the_kernels_first_is_told_as_sdl_takes_it(pi: Pi) -> None:
    pi.node("card0")
    pi.connector("card0-DSI-1", "connected", 42)
    pi.connector("card0-HDMI-A-1", "connected", 33)
    assert pi.waited().name == "HDMI-A-1"


def test_a_kiosk_never_chooses_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bool] = []

    def on_screen(*_words: object, kiosk: bool, **_named: object) -> int:
        asked.append(kiosk)
        return 0

    monkeypatch.setattr("companion.screen.display.kivy_config.detect_display_kind", lambda: None)
    monkeypatch.setattr("companion.start.run_touchscreen", on_screen)
    assert main(["--kiosk"]) == 0
    assert asked == [True]


def test_a_kiosk_in_the_terminal_is_a_contradiction(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--kiosk", "--terminal"])
    assert "not allowed with" in capsys.readouterr().err


KIOSK = """
import os
from companion.screen.display import sysfs
from companion.start import run_touchscreen, touchscreen

def wait_for_panel(watchdog):
    return sysfs.DisplayConnector("card7", "DSI-1", True)

def configure_kivy(size, where, **named):
    os.environ["ASKED"] = where
    configured(size, where, **named)
    os.environ["SDL_VIDEODRIVER"] = "offscreen"  # nobody has this card

from companion.screen.display import kivy_config as screen
configured, screen.configure_kivy = screen.configure_kivy, configure_kivy
touchscreen.wait_for_panel = wait_for_panel
run_touchscreen("en", "800x480", True, max_frames=2, kiosk=True)
print(os.environ["ASKED"], os.environ["SDL_KMSDRM_DEVICE_INDEX"])
"""


def test_a_kiosks_picture_goes_to_the_card_that_has_the_panel(tmp_path: Path) -> None:
    environment = os.environ | {
        "HERALD_HOME": str(tmp_path),
        "DISPLAY": ":0",
        "SDL_KMSDRM_DEVICE_INDEX": "0",
        "SDL_AUDIODRIVER": "dummy",
    }
    done = subprocess.run(
        [sys.executable, "-c", KIOSK],
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "console 7\n", "")


def test_a_card_is_gone_when_its_device_is_and_stays_gone_when_another_comes_by_its_name(
    tmp_path: Path,
) -> None:
    device = tmp_path / "dev/dri/card0"
    device.parent.mkdir(parents=True)
    device.touch()
    card = GraphicsCard(DisplayConnector("card0", "HDMI-A-1", True), tmp_path)
    assert not card.is_gone()
    other = device.with_name("card1")
    other.touch()
    device.unlink()
    assert card.is_gone()
    other.rename(device)
    assert card.is_gone()
