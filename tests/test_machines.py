"""What deploy/machine is made of, as far as it needs no machine."""

from __future__ import annotations

import wave
from array import array
from collections.abc import Sequence
from io import RawIOBase
from math import sin
from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from machines.guest.agent import send_all
from machines.screenshot import Screenshot
from machines.sound_recording import SoundRecording

RATE = 8000


class Port(RawIOBase):
    """Takes so much at once and no more, as a virtio port."""

    MOST = 32_768

    def __init__(self) -> None:
        self.taken = b""

    def write(self, data: object) -> int:
        assert isinstance(data, bytes)
        self.taken += data[: self.MOST]
        return min(len(data), self.MOST)


@pytest.mark.parametrize("length", [0, 1, 32_768, 100_000])
def test_an_answer_longer_than_a_port_takes_arrives_whole(length: int) -> None:
    port = Port()
    send_all(port, b"." * length)
    assert port.taken == b"." * length


def recorded(path: Path, syllables: Sequence[float], rate: int = RATE, channels: int = 1) -> SoundRecording:
    """A recording of syllables of these seconds, each followed by as much silence."""
    samples = array("h")
    for seconds in syllables:
        for place in range(int(seconds * rate)):
            samples.extend([round(20_000 * sin(place * 2000 / rate))] * channels)
        samples.extend([0] * int(seconds * rate) * channels)
    with wave.open(str(path), "wb") as file:
        file.setparams((channels, 2, rate, 0, "NONE", ""))
        file.writeframes(samples.tobytes())
    return SoundRecording(path)


def test_a_sentence_is_found_where_it_was_played_at_another_rate_and_in_stereo(tmp_path: Path) -> None:
    sentence = (0.2, 0.1, 0.3, 0.1)
    played = recorded(tmp_path / "played.wav", (0.15, 0.25, *sentence, 0.2, 0.2), rate=11_025, channels=2)
    found = played.find_best_match(recorded(tmp_path / "made.wav", sentence))
    assert found.at_seconds == pytest.approx(0.8, abs=0.02)
    assert found.correlation > 0.95


def test_what_was_not_played_is_less_alike(tmp_path: Path) -> None:
    played = recorded(tmp_path / "played.wav", (0.3, 0.05, 0.3, 0.05, 0.3))
    assert played.find_best_match(recorded(tmp_path / "made.wav", (0.1, 0.2, 0.1, 0.2))).correlation < 0.8


def test_silence_is_not_audible_and_like_nothing(tmp_path: Path) -> None:
    silence = recorded(tmp_path / "silence.wav", ())
    assert silence.audible_duration_s == 0
    played = recorded(tmp_path / "played.wav", (0.5,))
    assert played.duration_s == pytest.approx(1)
    assert played.audible_duration_s == pytest.approx(0.5, abs=0.02)
    assert silence.find_best_match(played).correlation == -1


PICTURES = sorted((Path(__file__).parent / "pictures").glob("*.png"))


def test_every_page_is_known_for_heralds() -> None:
    assert len(PICTURES) > 20
    assert [path.name for path in PICTURES if not Screenshot(path).is_herald_page] == []


@pytest.mark.parametrize("ground", ["black", "white", "grey", (16, 14, 24)])
def test_a_console_and_an_empty_screen_are_nobodys_page(
    ground: str | tuple[int, int, int], tmp_path: Path
) -> None:
    screen = Image.new("RGB", (800, 480), ground)
    for written in ("", "herald login: "):
        ImageDraw.Draw(screen).text((8, 8), written, fill=(168, 168, 168))
        screen.save(tmp_path / "screen.png")
        assert not Screenshot(tmp_path / "screen.png").is_herald_page
