"""Lights and the sounder: what a reader or the table answers, by colour and rhythm, by pitch and rhythm.

Pins are only switched on and off: brightness would keep a thread of lgpio's busy for each pin, and a resting table is
to cost nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Literal, Protocol

from gpiozero import LED, Factory, TonalBuzzer
from gpiozero.tones import Tone

from hardware.clock import now_us
from hardware.common.rhythm import BLUE, DARK, GREEN, LIGHT_RHYTHMS, RED, Rhythm
from hardware.gpio_chip import pin_error_message
from hardware.worker_thread import WorkerThread

LightSignal = Literal["go", "no", "think", "off"]
SoundSignal = Literal["go", "no", "ask"]

COLOUR_BITS = {"red": RED, "green": GREEN, "blue": BLUE}


SILENCE_HZ = 0
SOUND_RHYTHMS: Mapping[SoundSignal, Rhythm] = {
    "go": Rhythm(((880, 80_000), (1320, 120_000)), SILENCE_HZ),
    "no": Rhythm(((523, 200_000), (SILENCE_HZ, 60_000), (523, 200_000)), SILENCE_HZ),
    "ask": Rhythm(((1047, 60_000), (SILENCE_HZ, 80_000)) * 3, SILENCE_HZ),
}
"""Hertz. Up is go, the same twice and low is no, three short ones ask for somebody."""


class _RhythmPlayer:
    """One thing that plays rhythms. `put` is only called when its value changes, and only from `step`."""

    def __init__(self, put: Callable[[int], None], rest: int) -> None:
        self._put, self._shown = put, rest
        self._playing = (Rhythm((), rest), 0)

    def begin(self, rhythm: Rhythm, at_us: int) -> bool:
        """Begin, unless it is being played already. Any thread may call this."""
        if rhythm.repeats and rhythm is self._playing[0]:
            return False  # from the beginning again would be another rhythm
        self._playing = (rhythm, at_us)
        return True

    def step(self, at_us: int) -> int | None:
        rhythm, since_us = self._playing
        value, left_us = rhythm.value_at(max(0, at_us - since_us))
        if value != self._shown:
            self._put(value)
            self._shown = value
        return None if left_us is None else at_us + left_us


class LightPins(Protocol):
    """A light of three colours: the pin of each (BCM number), high when it shines."""

    @property
    def red(self) -> int: ...
    @property
    def green(self) -> int: ...
    @property
    def blue(self) -> int: ...


class Lights:
    """The lights that can be opened, by the name of their reader.

    `faults` says of each colour that cannot be opened why, and what to do. After `start` a thread of its own keeps the
    rhythms; without it, `step` does, as often as it asks for.
    """

    def __init__(
        self, wirings: Mapping[str, LightPins], pins: Factory, now: Callable[[], int] = now_us
    ) -> None:
        self._now = now
        self._timed = WorkerThread("lights", self.step, now)
        self.faults: list[str] = []
        self._lamps = {name: self._open(name, wiring, pins) for name, wiring in wirings.items()}
        self._parts = {
            name: _RhythmPlayer(partial(_shine, lamps), DARK) for name, lamps in self._lamps.items()
        }

    def _open(self, name: str, wiring: LightPins, pins: Factory) -> dict[str, Any]:
        lamps = {}
        for colour, pin in (("red", wiring.red), ("green", wiring.green), ("blue", wiring.blue)):
            try:
                lamps[colour] = LED(pin, pin_factory=pins)
            except Exception as error:  # lgpio.error derives from Exception itself
                self.faults.append(pin_error_message(f"light of {name} ({colour})", pin, pins, error))
        return lamps

    def show(self, name: str, signal: LightSignal) -> None:
        """Show it until told otherwise. A reader that has no light shows nothing. Never waits."""
        if name in self._parts and self._parts[name].begin(LIGHT_RHYTHMS[signal], self._now()):
            self._timed.wake()

    def step(self) -> int | None:
        """Switch what is to be switched; when to be called next (microseconds), or None."""
        now = self._now()
        dues = [part.step(now) for part in self._parts.values()]
        return min((due for due in dues if due is not None), default=None)

    def start(self) -> None:
        """Keep the rhythms from now on, from a thread that sleeps while every light is steady."""
        self._timed.start()

    def close(self) -> None:
        """Switch all lights off and give the pins back."""
        self._timed.stop()
        for lamps in self._lamps.values():
            _shine(lamps, DARK)
            for lamp in lamps.values():
                lamp.close()


def _shine(lamps: Mapping[str, Any], colour: int) -> None:
    """A colour that has no pin is shown by all others: the rhythm still tells what is meant."""
    lit = {name for name in lamps if colour & COLOUR_BITS[name]}
    if colour and not lit:
        lit = set(lamps)
    for name, lamp in lamps.items():
        lamp.value = name in lit


class Sounder:
    """The passive piezo sounder, if the plan has one and it can be opened; else it plays to nobody.

    `faults` says why it cannot. `is_muted` may be set at any time. Used like Lights.
    """

    def __init__(self, pin: int | None, pins: Factory, now: Callable[[], int] = now_us) -> None:
        self._now = now
        self._timed = WorkerThread("buzzer", self.step, now)
        self.is_muted = False
        self.faults: list[str] = []
        self._piezo: Any = None
        self._part = _RhythmPlayer(self._put, SILENCE_HZ)
        if pin is not None:
            try:
                self._piezo = TonalBuzzer(pin, mid_tone=Tone("A5"), octaves=1, pin_factory=pins)
            except Exception as error:  # lgpio.error derives from Exception itself
                self.faults.append(pin_error_message("buzzer", pin, pins, error))

    def play(self, signal: SoundSignal) -> None:
        """Play it once, in place of what is still being played. Never waits."""
        if (
            self._piezo is not None
            and not self.is_muted
            and self._part.begin(SOUND_RHYTHMS[signal], self._now())
        ):
            self._timed.wake()

    def _put(self, hertz: int) -> None:
        if hertz == SILENCE_HZ:
            self._piezo.stop()
        else:
            self._piezo.play(Tone.from_frequency(hertz))

    def step(self) -> int | None:
        """Begin or end a tone; when to be called next (microseconds), or None."""
        return self._part.step(self._now())

    def start(self) -> None:
        """Play from now on, from a thread that sleeps in silence."""
        self._timed.start()

    def close(self) -> None:
        """Be silent and give the pin back."""
        self._timed.stop()
        if self._piezo is not None:
            self._piezo.stop()
            self._piezo.close()
