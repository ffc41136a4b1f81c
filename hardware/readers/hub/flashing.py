"""Giving a Pico the hub's program, from whatever state it is in: the program runs, an older one does, a first try was
interrupted, or there is nothing but MicroPython.

While files are written there is no main.py on the Pico: whatever happens then, it starts into MicroPython's prompt, and
saying the same again mends it.
"""

from __future__ import annotations

import hashlib
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from hardware.clock import now_us
from hardware.common.link.settings import check
from hardware.common.link.words import VERSION as LINK
from hardware.common.link.words import Welcome
from hardware.errors import HardwareError, Missing
from hardware.readers.hub import staging
from hardware.readers.hub.prompt import Flash, NoPrompt, Prompt
from hardware.readers.hub.serials import Found, SerialPorts
from hardware.readers.hub.staging import MAIN, OURS, VERSION
from hardware.readers.hub.visit import Visit

KEPT = "main.before-herald.py"
"""Somebody else's program that lay there is not lost."""
STAY = "stay"
"""The mark that a hub sent away starts without its program by; left behind, it would do so once more."""
RESTART_S = 1.0
"""From LEAVE to a prompt that can be asked: a Pico's USB is away for most of it."""
COMES_S = 15.0
"""A Pico that was started anew is on USB again by then, and its program speaks."""
LOOK_S = 0.1
TRIES = 6
"""A program that always falls can be stopped in the pause after each fall, if it did not hear HELLO in that."""

Tell = Callable[[str], None]


class Unflashed(HardwareError, OSError):
    """A Pico could not be given its program. The text says what to do now."""


class Pico:
    """One Pico on USB, wherever it is: it goes away when it restarts, and may come back at another device.

    `is_it` knows it again among the devices that are there.
    """

    def __init__(self, ports: SerialPorts, is_it: Callable[[Found], bool]) -> None:
        self.ports = ports
        self._is_it = is_it

    def path(self) -> str:
        """Its device now; waits until there is one. Raises Unflashed."""
        end_us = now_us() + int(COMES_S * 1_000_000)
        while True:
            for found in self.ports.found():
                if self._is_it(found):
                    return found.path
            if now_us() >= end_us:
                raise Unflashed(
                    f"the Pico has not come back on USB within {COMES_S:.0f} s: unplug it, plug it in again, then"
                    " say this again"
                )
            time.sleep(LOOK_S)

    def welcome(self) -> Welcome:
        """What its program says that was just started. Raises Unflashed."""
        end_us = now_us() + int(COMES_S * 1_000_000)
        while now_us() < end_us:
            try:
                with Visit(self.ports, self.path()) as visit:
                    welcome = visit.meet()
            except OSError:
                welcome = None  # it was still on its way
            if welcome is not None:
                return welcome
            time.sleep(LOOK_S)
        raise Unflashed(
            "the hub's program is on the Pico and does not answer: unplug it, plug it in again, and look with"
            " herald hub; if it stays silent, say this again"
        )


def flash(pico: Pico, settings: bytes | None, tell: Tell) -> Welcome:
    """Give it this Herald's program and, if there are any, these settings; what it says of itself then. `tell` gets a
    sentence or two words for every step. Raises Unflashed, Missing, OSError."""
    prompt = _write(pico, tell)
    tell("it is started anew")
    _restart(prompt)
    welcome = pico.welcome()
    if welcome.program != staging.version():
        raise Unflashed(
            f"the hub says that its program is {welcome.program}, and {staging.version()} was written: say this again"
        )
    if settings is not None and welcome.check != check(settings):
        welcome = _settled(pico, settings, tell)
    return welcome


def _send_away(pico: Pico, tell: Tell) -> None:
    """A hub's program lets nobody at the prompt but who asks for it. Raises OSError when the line is lost meanwhile."""
    with Visit(pico.ports, pico.path()) as visit:
        welcome = visit.meet()
        if welcome is None:
            return
        if welcome.version != LINK:
            raise Unflashed(
                f"the hub speaks version {welcome.version} of the link, and this Herald {LINK}: send it away with the"
                " Herald that it is from (herald hub flash there), or erase the Pico"
            )
        tell(f"the hub's program {welcome.program} ends")
        with suppress(OSError):  # it may be away before it could say that it has understood
            visit.leave()
    time.sleep(RESTART_S)


def _write(pico: Pico, tell: Tell) -> Prompt:
    """Make the Pico's flash what is staged."""
    prompt, there = _asked(pico, tell)
    staged = staging.files()
    try:
        prompt.remove([STAY] if STAY in there.files else [])
        with tempfile.TemporaryDirectory() as folder:
            staging.stage(Path(folder))
            _change(prompt, Path(folder), staged, there, tell)
    except NoPrompt as error:
        raise Unflashed(
            f"the Pico stopped while it was written to ({error}): plug it in again, then say this again; nothing is"
            " lost"
        ) from error
    return prompt


def _asked(pico: Pico, tell: Tell) -> tuple[Prompt, Flash]:
    """The prompt, where no program runs any more, and what lies in its flash."""
    why = ""
    for n in range(TRIES):
        try:
            if n % 2 == 0:
                _send_away(pico, tell)
            prompt = Prompt(pico.path())
            return prompt, prompt.look(OURS)
        except (Missing, Unflashed):
            raise
        except OSError as error:  # nobody is at the prompt, or the Pico is just starting anew
            why = str(error)
            tell(f"nobody answers yet ({why})")
            time.sleep(RESTART_S)
    raise Unflashed(
        f"neither a hub's program nor MicroPython's prompt answers ({why}): unplug the Pico, plug it in again, then say"
        " this again; if that does not help, give it MicroPython anew (herald hub flash --help says how)"
    )


def _change(prompt: Prompt, folder: Path, staged: Mapping[str, bytes], there: Flash, tell: Tell) -> None:
    """main.py goes first, and comes when all the rest is there as it should be."""
    new = _differing(staged, there.files)
    old = [path for path in sorted(there.files) if path not in staged and path.split("/")[0] in OURS]
    if not new and not old:
        tell("all of its files are this Herald's already")
        return
    if MAIN in there.files and (VERSION in there.files or MAIN not in new):
        prompt.remove([MAIN])
    elif MAIN in there.files:
        tell(f"a program that is none of Herald's is kept as {KEPT}")
        prompt.rename(MAIN, KEPT)
    kept = {parent for path in staged for parent in _parents(path)}
    prompt.remove([*old, *sorted(there.folders - kept, reverse=True)])
    paths = [*(path for path in new if path != MAIN), MAIN]
    count = iter(range(1, len(paths) + 1))

    def begun(path: str) -> None:
        tell(f"{next(count)}/{len(paths)} {path}")

    prompt.write(folder, paths[:-1], there.folders, begun)
    wrong = [path for path in _differing(staged, prompt.look(OURS).files) if path != MAIN]
    if wrong:
        raise Unflashed(
            f"the Pico keeps {wrong[0]} otherwise than it was written: say this again, and take another Pico if that"
            " does not help"
        )
    prompt.write(folder, [MAIN], there.folders, begun)


def _differing(staged: Mapping[str, bytes], there: Mapping[str, str]) -> list[str]:
    """What is not there as it should be, in the order in which it is written."""
    return [
        path for path, content in staged.items() if there.get(path) != hashlib.sha256(content).hexdigest()
    ]


def _parents(path: str) -> Sequence[str]:
    parts = path.split("/")[:-1]
    return ["/".join(parts[: n + 1]) for n in range(len(parts))]


def _restart(prompt: Prompt) -> None:
    try:
        prompt.restart()
    except NoPrompt:
        return  # it may be gone before mpremote has let go of it; whoever waits for it will see


def _settled(pico: Pico, settings: bytes, tell: Tell) -> Welcome:
    """The hub is set up as it is planned."""
    tell("its settings are sent")
    with Visit(pico.ports, pico.path()) as visit:
        why = visit.settle(settings) if visit.meet() is not None else "it did not answer"
    if why:
        raise Unflashed(f"the hub has its program and does not take its settings ({why}): say this again")
    time.sleep(RESTART_S)
    welcome = pico.welcome()
    if welcome.check != check(settings):
        raise Unflashed("the hub has its program and does not keep its settings: say this again")
    return welcome
