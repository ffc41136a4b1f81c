"""The voice in a window: what is said at which level, and whether anything can be heard."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.screen.game_session.speaker import Speaker
from companion.screen.herald_controller import HeraldController
from companion.start.virtual_table.virtual_table import VirtualDealerAndDeckFactory
from companion.voice.narration import NarrationLine
from companion.voice.sound_player import PlaybackFailed, SoundDevicesState
from companion.voice.speech import SpeechQueue
from tests.screen.conftest import Sit
from tests.screen.harness.driver import Driver
from tests.screen.harness.stage import Alone

NO_SOUND = "No sound: what the voice would say is on the screen."
LATER = 100_000


class Loudspeaker:
    """A player with a loudspeaker that can be plugged in and pulled out."""

    def __init__(self, plugged: bool) -> None:
        self.plugged = plugged

    def play(self, sound: Path, seconds: float) -> None:
        if not self.plugged:
            raise PlaybackFailed("none")

    def stop(self) -> None:
        """Nothing here lasts."""

    def devices(self) -> SoundDevicesState:
        return (("pcmC0D0p", 1),) if self.plugged else ()


@pytest.fixture
def person(sit: Sit) -> Driver:
    from companion.screen.draw.canvas_widget import CanvasWidget

    return sit(Alone(CanvasWidget))


def test_the_first_page_says_that_there_is_no_sound_until_a_loudspeaker_is_plugged_in(
    person: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from companion.screen.app_state import AppState

    monkeypatch.setenv("HERALD_HOME", str(tmp_path))
    loudspeaker, model = Loudspeaker(plugged=False), AppState()
    speaker = Speaker("short", SpeechQueue(loudspeaker, look=loudspeaker.devices))
    program = HeraldController(VirtualDealerAndDeckFactory(), True, speaker)
    program.attach(model)
    try:
        for plugged in (False, True, False, True):
            loudspeaker.plugged = plugged
            person.until(lambda: (model.status_notice == NO_SOUND) is not loudspeaker.plugged, LATER)
            assert speaker.has_sound_problem is not plugged
    finally:
        program.shut_down()


def test_a_voice_that_is_off_misses_no_sound_and_tries_none(
    person: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from companion.screen.app_state import AppState
    from companion.screen.settings import UserSettings

    monkeypatch.setenv("HERALD_HOME", str(tmp_path))
    loudspeaker, model = Loudspeaker(plugged=False), AppState()
    program = HeraldController(
        VirtualDealerAndDeckFactory(),
        True,
        Speaker("short", SpeechQueue(loudspeaker, look=loudspeaker.devices)),
    )
    program.attach(model)
    try:
        person.until(lambda: bool(model.status_notice == NO_SOUND), LATER)
        model.settings = UserSettings(voice="off")
        assert model.status_notice != NO_SOUND
        model.settings = UserSettings(voice="short")
        assert model.status_notice == NO_SOUND
    finally:
        program.shut_down()


def test_the_level_decides_what_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    speaker = Speaker("short")
    monkeypatch.setattr(speaker._speech, "say", lambda text, topic="": said.append(text))
    lines = (NarrationLine("short"), NarrationLine("long", at_short_level=False))
    speaker.speak_events(lines, "prompt")
    assert said == ["short"]
    speaker.set_speech_level("full")
    speaker.speak_events(lines, "prompt")
    assert said == ["short", "short", "long", "prompt"]
    speaker.set_speech_level("off")
    speaker.speak_events(lines, "prompt")
    speaker.speak_pointed("take?")
    assert len(said) == 4
    speaker.close()


def test_what_is_pointed_at_is_said_in_place_of_what_was_pointed_at_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said: list[tuple[str, str]] = []
    speaker = Speaker("short")
    monkeypatch.setattr(speaker._speech, "say", lambda text, topic="": said.append((text, topic)))
    speaker.speak_pointed("take?")
    speaker.speak_pointed("four?")
    assert said == [("take?", "pointed"), ("four?", "pointed")]
    speaker.close()
