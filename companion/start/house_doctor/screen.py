"""Where the picture comes, and what is touched there."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Iterator
from pathlib import Path

from companion.screen.display.devices import (
    Connector,
    Usable,
    connectors,
    is_touchscreen,
    may_use,
    panel,
    text,
)
from companion.start.house_doctor.files import admission, group
from companion.start.kiosk import why_none
from hardware.finding import Finding

MTDEV = "libmtdev.so.1"

LOOK = "Look at its cable and its supply"
NO_CARD = "In /boot/firmware/config.txt a Raspberry Pi needs dtoverlay=vc4-kms-v3d"
WAITS = "The kiosk waits for it"
TERMINAL = "The game is told in the terminal"


def screen(root: Path, where: str | None, kiosk: bool, usable: Usable = may_use) -> Iterator[Finding]:
    """Where the window comes, as `companion.screen.display.window.display` says; on a console also what touches it.

    kiosk: whether Herald is the service of this computer, which has no terminal and waits for what it needs.
    """
    if where == "desktop":
        yield Finding("display", "a desktop")
        return
    yield _console(root, kiosk, usable)
    if kiosk or any((root / "dev/dri").glob("card*")):
        yield from _touch(root, kiosk, usable)


def _console(root: Path, kiosk: bool, usable: Usable) -> Finding:
    """What a kiosk would choose, by the same rule."""
    found = connectors(root)
    shown = panel(each for each in found if usable(each.node(root)))
    barred = [device for device in sorted((root / "dev/dri").glob("*")) if device.name[:4] in ("card", "rend")
              and not usable(device)]  # fmt: skip
    if barred:
        told = f"this user may not use /dev/dri/{barred[0].name}"
        advice = admission(barred[0], "video" if barred[0].name.startswith("card") else "render")
        return Finding("display", f"{_told(shown, found)}; {told}" if shown else told, True, advice)
    if shown is None:
        what, instead = LOOK if found else NO_CARD, WAITS if kiosk else TERMINAL
        return Finding("display", why_none(found, root, usable), absent=True, advice=f"{what}. {instead}")
    others = [f"{each.name} of {each.card}" for each in found if each.connected and each != shown]
    advice = f"Herald shows nothing on {', '.join(others)}, which is connected too" if others else ""
    return Finding("display", _told(shown, found), advice=advice)


def _told(shown: Connector, found: Iterable[Connector]) -> str:
    """The connector that is drawn on, and the cards that have nothing to draw on."""
    used = {each.card for each in found if each.connected}
    empty = dict.fromkeys(each.card for each in found if each.card not in used)
    return f"{shown.name} of {shown.card}" + "".join(f"; {card} has nothing connected" for card in empty)


def _touch(root: Path, kiosk: bool, usable: Usable) -> Iterator[Finding]:
    """Every touchscreen, and whether Herald may read it."""
    nodes = [
        node for node in sorted((root / "sys/class/input").glob("event*"), key=_order) if is_touchscreen(node)
    ]
    if not nodes:
        instead = (
            "it may be plugged in at any time"
            if kiosk
            else "without touch, play in the terminal: herald --terminal"
        )
        advice = f"Look at the panel's USB or ribbon cable; {instead}"
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
