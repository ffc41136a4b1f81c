"""Where the picture comes, and what is touched there."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from pathlib import Path

from companion.screen.connectors import chosen, connectors
from companion.start.house_doctor.files import Usable, admission, group, may_use, text
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
        yield from _touch(root, usable)


def _console(root: Path, usable: Usable) -> Finding:
    barred = [device.name for device in sorted((root / "dev/dri").glob("*")) if device.name[:4] in ("card", "rend")
              and not usable(device)]  # fmt: skip
    if barred:
        advice = 'Run "sudo usermod -aG video,render $USER", then log in anew'
        return Finding("display", f"this user may not use /dev/dri/{barred[0]}", True, advice)
    found = connectors(root)
    panel = chosen(found)
    if found and panel is None:
        advice = (
            "Look at its cable and its supply, then start the computer anew. The game is told in the terminal"
        )
        return Finding("display", "no panel is connected", absent=True, advice=advice)
    if panel is None:
        return Finding("display", "a screen without a desktop")
    others = sorted({each.card for each in found} - {each.card for each in found if each.connected})
    empty = "".join(f"; card{number} has nothing connected" for number in others)
    more = [each for each in found if each.connected and each != panel]
    advice = (
        f"Another is connected at card{more[0].card}, {more[0].name}: pull it out to be sure" if more else ""
    )
    return Finding("display", f"card{panel.card}, {panel.name}{empty}", advice=advice)


def _touch(root: Path, usable: Usable) -> Iterator[Finding]:
    """Every touchscreen, and whether Herald may read it."""
    nodes = [
        node for node in sorted((root / "sys/class/input").glob("event*"), key=_order) if _is_touch(node)
    ]
    if not nodes:
        advice = (
            "Look at the panel's USB or ribbon cable; without touch, play in the terminal: herald --terminal"
        )
        yield Finding("touch", "no touchscreen", absent=True, advice=advice)
        return
    for node in nodes:
        yield _touchscreen(root, node, usable)
    try:
        ctypes.CDLL(MTDEV)
    except OSError:
        yield Finding("touch", f"{MTDEV} is missing", True, "Install the package libmtdev1")


def _touchscreen(root: Path, node: Path, usable: Usable) -> Finding:
    device = root / "dev/input" / node.name
    owner = group(device)
    told = f"{text(node / 'device/name') or node.name} (/dev/input/{node.name}"
    if not owner:
        advice = "Unplug it and plug it in again, or start the computer anew"
        return Finding("touch", f"{told}) has no device", True, advice)
    told += f", of the group {owner})"
    if usable(device):
        return Finding("touch", told)
    return Finding("touch", f"this user may not use {told}", True, admission(device, "input"))


def _order(node: Path) -> tuple[int, str]:
    return len(node.name), node.name


def _is_touch(node: Path) -> bool:
    words = text(node / "device/capabilities/abs").split()
    if any(len(word) > 16 for word in words):  # 64 bits, in hexadecimal
        return False
    try:
        bits = sum(int(word, 16) << 64 * place for place, word in enumerate(reversed(words)))
    except ValueError:
        return False
    return bool(bits >> TOUCHES & 1)
