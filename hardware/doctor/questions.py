"""Asks a person which reader sees a tag, which button was pressed, and what is seen and heard.

Swapped wires of working readers show nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, Literal, Protocol

from hardware.clock import MonotonicClock
from hardware.common.events import (
    FOREIGN_CARD,
    NOISE,
    READER_DOWN,
    SEVERAL_TAGS,
    TAG_CAME,
    TAG_LEFT,
    TROUBLE_OVER,
    TROUBLES,
    ReaderEvent,
)
from hardware.device_manager import DeviceManager
from hardware.events import ButtonPressed, HardwareEvent, ReaderReported
from hardware.finding import Finding
from hardware.pi_header import pin_label
from hardware.wiring_schema import ReaderLocation, ReaderWiring, WiringPlan

PersonTask = Literal["lay", "take", "press", "go", "no", "think", "listen"]
"""Lay a tag down, take it away, press a button, say whether a light shows go, no or think, or the sounder was
heard."""

ANSWER_TIMEOUT_US = 30_000_000
"""Microseconds for which a tag or a press is awaited; a typed line ends the wait at once."""
STEP_US = 10_000

LIGHT_QUESTIONS: tuple[tuple[Literal["go", "no", "think"], str], ...] = (
    ("go", "green, steadily"),
    ("no", "red, blinking"),
    ("think", "blue, blinking slowly"),
)

LEGS_ADVICE = (
    "Compare its legs with the wiring plan: two may be swapped, or it is one with a common anode (plus);"
    " it needs a common cathode, at ground"
)
CHAIN_ADVICE = (
    "The lights of a hub are one chain in the order of its readers: look where it ends, and whether DOUT of each goes"
    " to DIN of the next"
)


HEARD: Final = {
    SEVERAL_TAGS: "more than one",
    NOISE: "something it cannot read",
    FOREIGN_CARD: "a bank card, a pass or a phone",
}
"""What lies on a reader instead of a single tag."""


class Person(Protocol):
    """Somebody at the table."""

    def ask(self, task: PersonTask, name: str, sentence: str) -> None:
        """Ask the person to do or to answer something about a reader, button or light."""
        ...

    def typed_line(self) -> str | None:
        """A line that was typed since the last call, "" at the end of the input; None when there is none.

        Never waits.
        """
        ...


class ExaminationWithPerson:
    """One round of questions about everything in a plan."""

    def __init__(
        self,
        plan: WiringPlan,
        rig: DeviceManager,
        heard: list[HardwareEvent],
        person: Person,
        clock: MonotonicClock,
    ) -> None:
        """`rig` is not open yet; its events are appended to the list `heard`."""
        self._plan, self._devices, self._events, self._person, self._clock = plan, rig, heard, person, clock

    def examine(self) -> Iterator[Finding]:
        """Ask, and yield the findings; the devices are closed at the end."""
        try:
            self._devices.open()
            self._run_for(
                max((table.startup_us for table in self._plan.tables), default=ReaderWiring.startup_us)
            )
            down = {state.name for state in self._devices.reader_health() if state.state == READER_DOWN}
            for reader in self._plan.reader_names:
                if reader not in down:
                    yield self._reader(reader)
            unheard = {button for board in self._devices.absent_boards() for button in board.buttons}
            for button in self._plan.button_names:
                if button not in unheard:
                    yield self._button(button)
            for reader in self._plan.readers_with_light:
                if reader not in down or reader in self._plan.pi_light_by_reader:
                    yield self._light(reader)
            if self._plan.buzzer is not None:
                yield self._sounder()
        finally:
            self._devices.close()

    def _reader(self, name: str) -> Finding:
        what = f"reader {name}, a tag laid on it"
        self._give_task("lay", name, f"Lay any tag on reader {name}, where nothing lies")
        line = self._until(lambda: self._event_kinds() & {TAG_CAME, SEVERAL_TAGS})
        came = [by for by, event in self._reader_events() if event.kind == TAG_CAME]
        others = [(by, event.kind) for by, event in self._reader_events() if event.kind in TROUBLES]
        if line is not None and not came:
            return Finding(what, "not tried", absent=True)
        if came:
            finding = self._seen(what, name, came[0])
        elif others:
            by, kind = others[0]
            heard = HEARD[kind]
            advice = "Lay down a single one, an NTAG sticker or card, right on the antenna"
            finding = Finding(what, f"{by} notices {heard}", True, advice)
        else:
            advice = (
                "Try an NTAG sticker in the middle of its antenna, with nothing between; if it is never seen while the"
                " reader is well above, its antenna is broken: exchange it"
            )
            return Finding(what, "no reader has noticed any", True, advice)
        self._give_task("take", name, "Take it away again")
        self._until(lambda: self._event_kinds() & {TAG_LEFT, TROUBLE_OVER})
        return finding

    def _seen(self, what: str, name: str, by: str) -> Finding:
        if by == name:
            return Finding(what, f"was seen by {by}")
        place, other = self._place(name), self._place(by)
        if place.board != other.board:
            advice = "They are wired to different boards: swap the two readers, or their names in wiring.toml"
        elif place.bus == other.bus:
            advice = (
                f"Swap their chip selects: {place.select} goes to the board of {name}, {other.select} to that of {by};"
                " or swap the names in wiring.toml"
            )
        else:
            advice = "They are on different SPI buses: swap the two boards, or their names in wiring.toml"
        return Finding(what, f"was seen by {by}", True, advice)

    def _place(self, name: str) -> ReaderLocation:
        """Where a reader is wired."""
        return next(table.reader_location(name) for table in self._plan.tables if name in table.reader_names)

    def _button(self, name: str) -> Finding:
        what = f"button {name}, pressed"
        pins = {str(button.name): pin_label(button.pin) for button in self._plan.buttons}
        for table in self._plan.tables:
            pins |= {each: table.button_location(each) for each in table.button_names}
        self._give_task("press", name, f"Press button {name}")
        line = self._until(self._pressed_buttons)
        if pressed := self._pressed_buttons():
            if pressed[0] == name:
                return Finding(what, "was noticed")
            other = pressed[0]
            advice = f"Swap their wires: {pins[name]} is that of {name}, {pins[other]} that of {other}"
            return Finding(what, f"was noticed as {other}", True, advice)
        if line is not None:
            return Finding(what, "not tried", absent=True)
        advice = f"One of its legs goes to {pins[name]}, the other, which it joins when pressed, to ground"
        return Finding(what, "was not noticed", True, advice)

    def _light(self, name: str) -> Finding:
        what = f"light of {name}, seen"
        wrong = []
        for signal, appearance in LIGHT_QUESTIONS:
            self._devices.show_light(name, signal)
            answer = self._answer(signal, name, f"Is the light of {name} now {appearance}? (y/n)")
            if answer is None:
                self._devices.show_light(name, "off")
                return Finding(what, "not tried", absent=True)
            if not answer:
                wrong.append(appearance.partition(",")[0])
        self._devices.show_light(name, "off")
        if wrong:
            advice = LEGS_ADVICE if name in self._plan.pi_light_by_reader else CHAIN_ADVICE
            return Finding(what, f"was not {' and not '.join(wrong)}", True, advice)
        return Finding(what, "was green, red and blue")

    def _sounder(self) -> Finding:
        self._devices.play_sound("go")
        answer = self._answer(
            "listen", "sounder", "Did you hear two short tones, the second one higher? (y/n)"
        )
        if answer is None:
            return Finding("sounder, heard", "not tried", absent=True)
        if answer:
            return Finding("sounder, heard", "was heard")
        advice = "It has to be a passive piezo; one leg goes to its pin, the other to ground"
        return Finding("sounder, heard", "was not heard", True, advice)

    # -- asking and waiting

    def _give_task(self, ask: PersonTask, name: str, sentence: str) -> None:
        self._events.clear()
        self._person.ask(ask, name, sentence)

    def _answer(self, ask: PersonTask, name: str, sentence: str) -> bool | None:
        """Yes or no; None without an answer."""
        self._give_task(ask, name, sentence)
        line = self._until(lambda: False) or ""
        return line.strip().lower().startswith("y") if line.strip() else None

    def _until(self, over: Callable[[], object]) -> str | None:
        """Run the devices until a condition holds, the time is over, or a line is typed, which is returned."""
        end = self._clock.now_us() + ANSWER_TIMEOUT_US
        while not over() and self._clock.now_us() < end:
            self._run_for(STEP_US)
            if (line := self._person.typed_line()) is not None:
                return line
        return None

    def _run_for(self, us: int) -> None:
        """Run the devices for so many microseconds."""
        end = self._clock.now_us() + us
        while (now := self._clock.now_us()) < end:
            due = min(self._devices.run_pending(), end)
            self._clock.wait_us(max(1, due - now))

    def _event_kinds(self) -> set[str]:
        return {event.kind for _, event in self._reader_events()}

    def _reader_events(self) -> list[tuple[str, ReaderEvent]]:
        return [(event.reader, event.event) for event in self._events if isinstance(event, ReaderReported)]

    def _pressed_buttons(self) -> list[str]:
        return [event.button for event in self._events if isinstance(event, ButtonPressed)]
