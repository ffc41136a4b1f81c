"""Shows a loudspeaker that is connected, removed and connected again, and records what Herald says."""

from __future__ import annotations

import base64
from pathlib import Path

from machines.kiosk_driver import (
    HOME_BUTTON,
    NEW_GAME_BUTTON,
    read_journals,
    start_virtual_game,
    tap_and_wait,
    wait_for_home,
    wait_for_resume_card,
    wait_for_stable_picture,
)
from machines.scene_run import SceneRun
from machines.screenshot import Screenshot
from machines.sound_recording import SoundRecording
from machines.virtual_machine import VirtualMachine

NOTICE, LONGER = (20, 367, 450, 387), (455, 367, 500, 387)
"""Where home says how it is with the table: "No sound: what the voice would say is on the screen." fills the first and
leaves the second dark. "No reader is connected. Everything can be played by touch." comes in its place, and fills both.
"""
LETTER_BRIGHTNESS = 110
"""The brightness that letters exceed, and their ground does not."""
NOTICE_TIMEOUT_S = 15.0
"""Seconds until Herald has noticed a loudspeaker, on a computer; it checks every five."""

PROMPT_BOX = (200, 6, 720, 80)
"""The area where the table says what to do."""
MAX_PAUSE_S = 2.0
"""The longest pause between two sentences in seconds, on a computer."""

FIRST_CARD, TAKE_STONES_BACK = (62, 443), (440, 443)
"""Positions in a hand of Louis XIV; after the second touch the first move is over, whatever the cards are."""
MOVE_LINE_PREFIX = "blue inf"
"""The beginning of the line of that move; at a virtual table lines of dealt cards come before it."""
TAKE_BACK, THE_LAST = (759, 443), (657, 130)
"""The positions that lead to taking moves back, and there to the last move."""

MIN_CORRELATION = 0.9
"""The least correlation between a played sentence and the same one made anew. Different sentences reach 0.7.
"""

LOG_SENTENCES_SCRIPT = r"""
cat >/usr/local/bin/espeak-ng <<'END'
#!/bin/sh
said=$(cat)
printf '%s\n' "$said" | systemd-cat --identifier=said
printf '%s' "$said" | exec /usr/bin/espeak-ng "$@"
END
chmod 755 /usr/local/bin/espeak-ng
"""
"""Makes the voice also log each of its sentences."""

SYNTHESISE_SCRIPT = """
espeak-ng -v en -s 165 -b 1 -w /tmp/said.wav --stdin <<'END'
{sentence}
END
base64 /tmp/said.wav
"""


class UsbLoudspeaker:
    """A USB loudspeaker of a machine, and the recording since it was plugged in last."""

    def __init__(self, stage: SceneRun) -> None:
        self._file = stage.folder / "loudspeaker.wav"
        self._pulled = 0
        self.words = ("-device", "qemu-xhci,id=usb", "-audiodev", f"wav,id=ear,path={self._file}")

    @property
    def recorded_bytes(self) -> int:
        """The size of the recording in bytes; it grows while sound is played."""
        return self._file.stat().st_size

    def plug(self, machine: VirtualMachine) -> None:
        """Plug it into the machine; its recording begins anew."""
        machine.send_qemu_command("device_add", driver="usb-audio", id="loudspeaker", audiodev="ear")

    def unplug(self, machine: VirtualMachine) -> SoundRecording:
        """Unplug it; the recording until now."""
        machine.send_qemu_command("device_del", id="loudspeaker")
        machine.wait_until(
            lambda: "no soundcards" in machine.run_checked("cat /proc/asound/cards"), 10, "no sound card"
        )
        self._pulled += 1
        return SoundRecording(self._file.rename(self._file.with_stem(f"loudspeaker-{self._pulled}")))


def show_sound(stage: SceneRun) -> None:
    """Without a loudspeaker home says so; one that is plugged in, also after it was unplugged, can be heard."""
    loudspeaker = UsbLoudspeaker(stage)
    with stage.start_machine(more=loudspeaker.words) as machine:
        wait_for_home(machine)
        machine.wait_until(
            lambda: _says_no_sound(machine.take_screenshot("now")), NOTICE_TIMEOUT_S, "a notice of no sound"
        )
        silent = stage.keep_screenshot(wait_for_stable_picture(machine))
        stage.expect(_says_no_sound(silent), "no sound device: home says that there is no sound")
        machine.run_checked(LOG_SENTENCES_SCRIPT)
        _plugged(stage, machine, loudspeaker)

        start_virtual_game(machine)
        _heard(stage, machine, loudspeaker, already=())
        _goes_on(stage, machine)
        machine.touch(*HOME_BUTTON)
        wait_for_resume_card(machine)
        machine.wait_until(
            lambda: _says_no_sound(machine.take_screenshot("now")), NOTICE_TIMEOUT_S, "the notice again"
        )
        stage.keep_screenshot(machine.take_screenshot("silent-again"))
        stage.report("home says again that there is no sound")
        already = _said(machine)

        _plugged(stage, machine, loudspeaker)
        wait_for_resume_card(machine)
        tap_and_wait(machine, NEW_GAME_BUTTON)
        _next(machine, TAKE_BACK)
        machine.touch(*THE_LAST)
        _heard(stage, machine, loudspeaker, already=already)


def _plugged(stage: SceneRun, machine: VirtualMachine, loudspeaker: UsbLoudspeaker) -> None:
    """Plug the loudspeaker in at home, where the notice disappears."""
    loudspeaker.plug(machine)
    began = machine.seconds_since_power_on
    gone = machine.wait_until(
        lambda: _says_no_reader(machine.take_screenshot("now")), NOTICE_TIMEOUT_S, "no notice of sound"
    )
    stage.report(f"a USB loudspeaker was plugged in: home says so no more after {gone - began:.0f} s")
    stage.keep_screenshot(wait_for_stable_picture(machine))


def _goes_on(stage: SceneRun, machine: VirtualMachine) -> None:
    """Make a move at the table, without sound."""
    before = read_journals(machine)
    _next(machine, FIRST_CARD)
    machine.touch(*TAKE_STONES_BACK)
    machine.wait_until(lambda: MOVE_LINE_PREFIX in _lately(machine, before), 10, "a move")
    told = _lately(machine, before)
    stage.expect(
        MOVE_LINE_PREFIX in told,
        f"it was pulled out, and the game goes on: {told[told.index(MOVE_LINE_PREFIX) :].splitlines()[0]}",
    )
    stage.keep_screenshot(wait_for_stable_picture(machine))


def _lately(machine: VirtualMachine, before: dict[str, str]) -> str:
    """The lines of the journal after those that were there before."""
    ((name, lines),) = read_journals(machine).items()
    return lines[len(before[name]) :]


def _next(machine: VirtualMachine, spot: tuple[int, int]) -> None:
    """Touch there, and wait until the table's prompt changes."""
    before = machine.take_screenshot("before").pixels_in(*PROMPT_BOX)
    machine.touch(*spot)
    machine.wait_until(
        lambda: machine.take_screenshot("now").pixels_in(*PROMPT_BOX) != before,
        10,
        f"another word after {spot}",
    )
    wait_for_stable_picture(machine)


def _heard(
    stage: SceneRun, machine: VirtualMachine, loudspeaker: UsbLoudspeaker, already: tuple[str, ...]
) -> None:
    """Wait until all is said, remove the loudspeaker, and find each sentence in its recording."""
    machine.wait_until(lambda: len(_said(machine)) > len(already), 20, "a sentence")
    _until_silent(machine, loudspeaker)
    played = loudspeaker.unplug(machine)
    stage.expect(
        played.audible_duration_s > 1,
        f"{played.duration_s:.1f} s were played, {played.audible_duration_s:.1f} s of it not silent",
    )
    for sentence in _said(machine)[len(already) :]:
        made = _made(machine, sentence, stage.folder / "made.wav")
        found = played.find_best_match(made)
        stage.expect(
            found.correlation > MIN_CORRELATION,
            f"heard from {found.at_seconds:.1f} s on, for {made.duration_s:.1f} s, {found.correlation:.2f}"
            f' alike: "{sentence}"',
        )
    never = played.find_best_match(_made(machine, UNSPOKEN_SENTENCE, stage.folder / "made.wav"))
    stage.expect(
        never.correlation < MIN_CORRELATION,
        f'not heard, {never.correlation:.2f} alike: "{UNSPOKEN_SENTENCE}"',
    )


UNSPOKEN_SENTENCE = "Nobody at this table has ever said this."


def _until_silent(machine: VirtualMachine, loudspeaker: UsbLoudspeaker) -> None:
    """Wait until no sentence and no sound was added for some time: synthesis takes its time."""
    last, since = (-1, 0), machine.seconds_since_power_on

    def silent() -> bool:
        nonlocal last, since
        now = loudspeaker.recorded_bytes, len(_said(machine))
        if now != last:
            last, since = now, machine.seconds_since_power_on
        return machine.seconds_since_power_on - since > MAX_PAUSE_S * machine.accelerator.slowness

    machine.wait_until(silent, 90, "silence", interval=1)


def _said(machine: VirtualMachine) -> tuple[str, ...]:
    """All sentences of the voice, from the log."""
    return tuple(machine.run_checked("journalctl --identifier=said --output=cat --no-pager").splitlines())


def _made(machine: VirtualMachine, sentence: str, to: Path) -> SoundRecording:
    """A sentence made by the machine's own voice."""
    to.write_bytes(
        base64.b64decode(
            machine.run_checked("PATH=/usr/bin:/bin" + SYNTHESISE_SCRIPT.format(sentence=sentence))
        )
    )
    return SoundRecording(to)


def _says_no_sound(picture: Screenshot) -> bool:
    """Whether home shows that there is no sound."""
    return (
        max(picture.pixels_in(*NOTICE)) > LETTER_BRIGHTNESS
        and max(picture.pixels_in(*LONGER)) < LETTER_BRIGHTNESS
    )


def _says_no_reader(picture: Screenshot) -> bool:
    """Whether home shows the notice that comes where there is sound."""
    return (
        max(picture.pixels_in(*NOTICE)) > LETTER_BRIGHTNESS
        and max(picture.pixels_in(*LONGER)) > LETTER_BRIGHTNESS
    )
