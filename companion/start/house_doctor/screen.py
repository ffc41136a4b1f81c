"""Where the picture comes, and what is touched there."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from pathlib import Path

from companion.start.house_doctor.files import Usable, may_use, text
from hardware.finding import Finding

TOUCHES = 0x35
"""ABS_MT_POSITION_X: what tells a touchscreen from a mouse (Linux, input-event-codes.h)."""
MTDEV = "libmtdev.so.1"


def screen(root: Path, where: str | None, usable: Usable = may_use) -> Iterator[Finding]:
    """Where the window comes, as `companion.screen.window.display` says; on a console also what touches it."""
    if where == "desktop":
        yield Finding("display", "a desktop")
    elif where is None:
        yield Finding("display", "none", absent=True, advice="The game is told in the terminal")
    else:
        yield _console(root, usable)
        yield _touch(root, usable)


def _console(root: Path, usable: Usable) -> Finding:
    barred = [device.name for device in sorted((root / "dev/dri").glob("*")) if device.name[:4] in ("card", "rend")
              and not usable(device)]  # fmt: skip
    if barred:
        advice = 'Run "sudo usermod -aG video,render $USER", then log in anew'
        return Finding("display", f"this user may not use /dev/dri/{barred[0]}", True, advice)
    states = {
        file.parent.name: text(file) for file in sorted((root / "sys/class/drm").glob("card*-*/status"))
    }
    panels = [name.partition("-")[2] for name, state in states.items() if state == "connected"]
    if states and not panels:
        advice = (
            "Look at its cable and its supply, then start the computer anew. The game is told in the terminal"
        )
        return Finding("display", "no panel is connected", absent=True, advice=advice)
    return Finding("display", f"a screen without a desktop{': ' if panels else ''}{', '.join(panels)}")


def _touch(root: Path, usable: Usable) -> Finding:
    devices = [node for node in sorted((root / "sys/class/input").glob("event*")) if _is_touch(node)]
    if not devices:
        advice = (
            "Look at the panel's USB or ribbon cable; without touch, play in the terminal: herald --terminal"
        )
        return Finding("touch", "no touchscreen", absent=True, advice=advice)
    name = text(devices[0] / "device/name") or devices[0].name
    if not usable(root / "dev/input" / devices[0].name):
        advice = 'Run "sudo usermod -aG input $USER", then log in anew'
        return Finding("touch", f"this user may not use {name} (/dev/input/{devices[0].name})", True, advice)
    try:
        ctypes.CDLL(MTDEV)
    except OSError:
        return Finding("touch", f"{name}, but {MTDEV} is missing", True, "Install the package libmtdev1")
    return Finding("touch", name)


def _is_touch(node: Path) -> bool:
    words = text(node / "device/capabilities/abs").split()
    try:
        bits = sum(int(word, 16) << 64 * place for place, word in enumerate(reversed(words)))
    except ValueError:
        return False
    return bool(bits >> TOUCHES & 1)
