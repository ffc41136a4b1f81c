"""Writes the hub's program to a Pico in any state.

It may run the program, an older one, have an interrupted installation, or only MicroPython. While files are
written there is no main.py on the Pico: whatever happens then, it starts into MicroPython's prompt, and
another run repairs it.
"""

from __future__ import annotations

import hashlib
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from hardware.clock import now_us
from hardware.common.link.hub_settings import settings_checksum
from hardware.common.link.messages import PROTOCOL_VERSION as LINK
from hardware.common.link.messages import WelcomeMessage
from hardware.errors import HardwareError, HardwareMissingError
from hardware.readers.hub import staging
from hardware.readers.hub.probe import HubProbe
from hardware.readers.hub.repl import FlashContents, MicroPythonRepl, ReplError
from hardware.readers.hub.staging import MAIN_FILE, OWN_PACKAGES, VERSION_FILE
from hardware.readers.serial_ports import SerialDevice, SerialPorts

KEPT_MAIN_FILE = "main.before-herald.py"
"""The name under which another program that was there is kept."""
STAY_MARK = "stay"
"""The file that keeps a hub at the prompt once; if it is left behind, it would do so once more."""
RESTART_S = 1.0
"""Seconds from LEAVE to a prompt that answers: a Pico's USB is away for most of them."""
REAPPEAR_TIMEOUT_S = 15.0
"""Seconds in which a restarted Pico is on USB again and its program answers."""
POLL_INTERVAL_S = 0.1
PROMPT_TRIES = 6
"""A program that always crashes can be stopped in the pause after each crash, if it did not hear HELLO in
that."""

ReportProgress = Callable[[str], None]


class FlashingError(HardwareError, OSError):
    """A Pico's program could not be installed. The text says what to do now."""


class UsbPico:
    """One Pico on USB; it disappears when it restarts, and may come back as another device.

    `is_same_pico` recognises it among the devices.
    """

    def __init__(self, ports: SerialPorts, is_same_pico: Callable[[SerialDevice], bool]) -> None:
        self.ports = ports
        self._is_it = is_same_pico

    def wait_for_path(self) -> str:
        """Wait for its device and return the path. Raises FlashingError where it does not appear."""
        end_us = now_us() + int(REAPPEAR_TIMEOUT_S * 1_000_000)
        while True:
            for found in self.ports.list_devices():
                if self._is_it(found):
                    return found.path
            if now_us() >= end_us:
                raise FlashingError(
                    f"the Pico has not come back on USB within {REAPPEAR_TIMEOUT_S:.0f} s: unplug it, plug"
                    " it in again, then say this again"
                )
            time.sleep(POLL_INTERVAL_S)

    def wait_for_welcome(self) -> WelcomeMessage:
        """Wait for the welcome message of its restarted program.

        Raises FlashingError where it does not answer.
        """
        end_us = now_us() + int(REAPPEAR_TIMEOUT_S * 1_000_000)
        while now_us() < end_us:
            try:
                with HubProbe(self.ports, self.wait_for_path()) as visit:
                    welcome = visit.ask_welcome()
            except OSError:
                welcome = None  # it is still starting
            if welcome is not None:
                return welcome
            time.sleep(POLL_INTERVAL_S)
        raise FlashingError(
            "the hub's program is on the Pico and does not answer: unplug it, plug it in again, and look with"
            " herald hub; if it stays silent, say this again"
        )


def flash_pico(pico: UsbPico, settings: bytes | None, report: ReportProgress) -> WelcomeMessage:
    """Install this Herald's program and, if there are any, these settings; returns the hub's new welcome.

    `report` gets a few words for every step. Raises FlashingError, HardwareMissingError and OSError.
    """
    prompt = _write(pico, report)
    report("it is started anew")
    _restart(prompt)
    welcome = pico.wait_for_welcome()
    if welcome.program != staging.program_version():
        raise FlashingError(
            f"the hub says that its program is {welcome.program}, and {staging.program_version()} was"
            " written: say this again"
        )
    if settings is not None and welcome.settings_checksum != settings_checksum(settings):
        welcome = _store_settings(pico, settings, report)
    return welcome


def _send_away(pico: UsbPico, report: ReportProgress) -> None:
    """End a hub's program, which gives access to the prompt only on request.

    Raises OSError when the line is lost.
    """
    with HubProbe(pico.ports, pico.wait_for_path()) as visit:
        welcome = visit.ask_welcome()
        if welcome is None:
            return
        if welcome.version != LINK:
            raise FlashingError(
                f"the hub speaks version {welcome.version} of the link, and this Herald {LINK}: send it away with the"
                " Herald that it is from (herald hub flash there), or erase the Pico"
            )
        report(f"the hub's program {welcome.program} ends")
        with suppress(OSError):  # it may be away before it could confirm
            visit.send_to_repl()
    time.sleep(RESTART_S)


def _write(pico: UsbPico, report: ReportProgress) -> MicroPythonRepl:
    """Make the Pico's flash equal to the staged files."""
    prompt, there = _open_repl(pico, report)
    staged = staging.staged_content_by_path()
    try:
        prompt.remove([STAY_MARK] if STAY_MARK in there.files else [])
        with tempfile.TemporaryDirectory() as folder:
            staging.stage_program(Path(folder))
            _change(prompt, Path(folder), staged, there, report)
    except ReplError as error:
        raise FlashingError(
            f"the Pico stopped while it was written to ({error}): plug it in again, then say this again; nothing is"
            " lost"
        ) from error
    return prompt


def _open_repl(pico: UsbPico, report: ReportProgress) -> tuple[MicroPythonRepl, FlashContents]:
    """The prompt, with no program running, and the contents of the flash."""
    why = ""
    for n in range(PROMPT_TRIES):
        try:
            if n % 2 == 0:
                _send_away(pico, report)
            prompt = MicroPythonRepl(pico.wait_for_path())
            return prompt, prompt.list_files(OWN_PACKAGES)
        except (HardwareMissingError, FlashingError):
            raise
        except OSError as error:  # nobody is at the prompt, or the Pico is just restarting
            why = str(error)
            report(f"nobody answers yet ({why})")
            time.sleep(RESTART_S)
    raise FlashingError(
        f"neither a hub's program nor MicroPython's prompt answers ({why}): unplug the Pico, plug it in again, then say"
        " this again; if that does not help, give it MicroPython anew (herald hub flash --help says how)"
    )


def _change(
    prompt: MicroPythonRepl,
    folder: Path,
    staged: Mapping[str, bytes],
    there: FlashContents,
    report: ReportProgress,
) -> None:
    """Write the differing files: main.py is removed first, and written when all other files are complete."""
    new = _differing(staged, there.files)
    old = [path for path in sorted(there.files) if path not in staged and path.split("/")[0] in OWN_PACKAGES]
    if not new and not old:
        report("all of its files are this Herald's already")
        return
    if MAIN_FILE in there.files and (VERSION_FILE in there.files or MAIN_FILE not in new):
        prompt.remove([MAIN_FILE])
    elif MAIN_FILE in there.files:
        report(f"a program that is none of Herald's is kept as {KEPT_MAIN_FILE}")
        prompt.rename(MAIN_FILE, KEPT_MAIN_FILE)
    kept = {parent for path in staged for parent in _parents(path)}
    prompt.remove([*old, *sorted(there.folders - kept, reverse=True)])
    paths = [*(path for path in new if path != MAIN_FILE), MAIN_FILE]
    count = iter(range(1, len(paths) + 1))

    def report_file(path: str) -> None:
        report(f"{next(count)}/{len(paths)} {path}")

    prompt.copy_files(folder, paths[:-1], there.folders, report_file)
    wrong = [path for path in _differing(staged, prompt.list_files(OWN_PACKAGES).files) if path != MAIN_FILE]
    if wrong:
        raise FlashingError(
            f"the Pico keeps {wrong[0]} otherwise than it was written: say this again, and take another Pico if that"
            " does not help"
        )
    prompt.copy_files(folder, [MAIN_FILE], there.folders, report_file)


def _differing(staged: Mapping[str, bytes], there: Mapping[str, str]) -> list[str]:
    """The paths that are missing or differ, in the order in which they are written."""
    return [
        path for path, content in staged.items() if there.get(path) != hashlib.sha256(content).hexdigest()
    ]


def _parents(path: str) -> Sequence[str]:
    parts = path.split("/")[:-1]
    return ["/".join(parts[: n + 1]) for n in range(len(parts))]


def _restart(prompt: MicroPythonRepl) -> None:
    try:
        prompt.restart()
    except ReplError:
        return  # it may be gone before mpremote has released it; the wait for it will show


def _store_settings(pico: UsbPico, settings: bytes, report: ReportProgress) -> WelcomeMessage:
    """Send the hub its planned settings."""
    report("its settings are sent")
    with HubProbe(pico.ports, pico.wait_for_path()) as visit:
        why = visit.store_settings(settings) if visit.ask_welcome() is not None else "it did not answer"
    if why:
        raise FlashingError(f"the hub has its program and does not take its settings ({why}): say this again")
    time.sleep(RESTART_S)
    welcome = pico.wait_for_welcome()
    if welcome.settings_checksum != settings_checksum(settings):
        raise FlashingError("the hub has its program and does not keep its settings: say this again")
    return welcome
