"""Lights and the sounder: signals by colour and rhythm, and by pitch and rhythm.

Pins are only switched on and off: brightness would keep a thread of lgpio busy for each pin, and a resting
table must not use the processor.
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
"""Frequencies in hertz: `go` rises, `no` is the same low tone twice, `ask` is three short tones."""


class _RhythmPlayer:
    """Plays rhythms on one output. `put` is only called when its value changes, and only from `step`."""

    def __init__(self, put: Callable[[int], None], rest: int) -> None:
        self._put, self._shown = put, rest
        self._playing = (Rhythm((), rest), 0)

    def begin(self, rhythm: Rhythm, at_us: int) -> bool:
        """Begin a rhythm unless it is playing already. Any thread may call this."""
        if rhythm.repeats and rhythm is self._playing[0]:
            return False  # a restart would change the rhythm
        self._playing = (rhythm, at_us)
        return True

    def step(self, at_us: int) -> int | None:
        rhythm, since_us = self._playing
        value, left_us = rhythm.value_and_remaining_us_at(max(0, at_us - since_us))
        if value != self._shown:
            self._put(value)
            self._shown = value
        return None if left_us is None else at_us + left_us


class LightPins(Protocol):
    """The pins of a light of three colours (BCM numbers), high while it shines."""

    @property
    def red(self) -> int: ...
    @property
    def green(self) -> int: ...
    @property
    def blue(self) -> int: ...


class Lights:
    """The lights that can be opened, by the name of their reader.

    `faults` has a sentence with advice for each colour that cannot be opened. After `start` a thread of its
    own plays the rhythms; without it, `step` does, called whenever it is due.
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
        """Show a signal until the next one; nothing where the reader has no light. Never waits."""
        if name in self._parts and self._parts[name].begin(LIGHT_RHYTHMS[signal], self._now()):
            self._timed.wake()

    def step(self) -> int | None:
        """Switch the pins that are due; the time of the next call (microseconds), or None."""
        now = self._now()
        dues = [part.step(now) for part in self._parts.values()]
        return min((due for due in dues if due is not None), default=None)

    def start(self) -> None:
        """Play the rhythms from now on, in a thread that sleeps while every light is steady."""
        self._timed.start()

    def close(self) -> None:
        """Switch all lights off and release the pins."""
        self._timed.stop()
        for lamps in self._lamps.values():
            _shine(lamps, DARK)
            for lamp in lamps.values():
                lamp.close()


def _shine(lamps: Mapping[str, Any], colour: int) -> None:
    """Show a colour. A colour without a pin is shown by all others: the rhythm still identifies the signal."""
    lit = {name for name in lamps if colour & COLOUR_BITS[name]}
    if colour and not lit:
        lit = set(lamps)
    for name, lamp in lamps.items():
        lamp.value = name in lit


class Sounder:
    """The passive piezo sounder of the plan; silent where there is none or it cannot be opened.

    `faults` says why it cannot be opened. `is_muted` may be set at any time. Otherwise it is used like
    Lights.
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
        """Play a signal once, instead of the one that is still playing. Never waits."""
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
        """Begin or end a tone; the time of the next call (microseconds), or None."""
        return self._part.step(self._now())

    def start(self) -> None:
        """Play from now on, in a thread that sleeps in silence."""
        self._timed.start()

    def close(self) -> None:
        """Stop the tone and release the pin."""
        self._timed.stop()
        if self._piezo is not None:
            self._piezo.stop()
            self._piezo.close()
