"""Examines the display and the touchscreens."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from companion.screen.display.kivy_config import can_open_window, named_displays
from companion.screen.display.sysfs import (
    AccessCheck,
    DisplayConnector,
    choose_connector,
    choose_rotation,
    is_accessible,
    is_touchscreen,
    list_connectors,
    read_text,
)
from companion.screen.settings import Rotation
from companion.start.doctor.system_info import access_advice, device_group
from companion.start.kiosk_service.panel_wait import explain_no_panel
from hardware.finding import Finding

MTDEV_LIBRARY = "libmtdev.so.1"

CHECK_CABLE_ADVICE = "Look at its cable and its supply"
NO_GRAPHICS_CARD_ADVICE = "In /boot/firmware/config.txt a Raspberry Pi needs dtoverlay=vc4-kms-v3d"
KIOSK_WAITS = "The kiosk waits for it"
UPSIDE_DOWN_ADVICE = "If the picture is upside down: Settings, Turn the picture"
NAMED_ROTATION_ADVICE = "deploy/install --rotate says so; with --rotate auto Herald turns it by itself"
TERMINAL_FALLBACK = "The game is told in the terminal"


class WantedRotation(NamedTuple):
    """How the picture is to be turned: what `--rotate` of the service says, None without it; else what was chosen."""

    named: int | None = None
    chosen: Rotation = "auto"

    def degrees_on(self, shown: DisplayConnector, root: Path) -> int:
        """The degrees by which the picture is turned there; 0 also where nothing tells how large it is."""
        if self.named is not None:
            return self.named
        size = shown.preferred_mode(root)
        return choose_rotation(size, self.chosen, root) if size is not None else 0


BY_ITSELF = WantedRotation()
"""Where nobody said anything."""


def examine_display(
    root: Path,
    display: str | None,
    kiosk: bool,
    is_usable: AccessCheck = is_accessible,
    rotation: WantedRotation = BY_ITSELF,
    opens_window: Callable[[], bool] = can_open_window,
) -> Iterator[Finding]:
    """Where the window appears, and on a console which touchscreens there are.

    `display` is what `companion.screen.display.kivy_config.detect_display_kind` returns. `kiosk`: whether Herald
    is the service of this computer, which has no terminal and waits for what it needs.
    """
    if display == "desktop":
        if opens_window():
            yield Finding("display", "a desktop")
        else:
            advice = f"Start Herald on that desktop, as its user. {TERMINAL_FALLBACK}"
            yield Finding("display", f"no window can be opened on {named_displays()}", True, advice)
        return
    yield _console(root, kiosk, is_usable, rotation)
    if kiosk or any((root / "dev/dri").glob("card*")):
        yield from _touch(root, kiosk, is_usable)


def _console(root: Path, kiosk: bool, usable: AccessCheck, rotation: WantedRotation) -> Finding:
    """The connector that a kiosk would choose, by the same rule."""
    found = list_connectors(root)
    shown = choose_connector(each for each in found if usable(each.device_file(root)))
    barred = [device for device in sorted((root / "dev/dri").glob("*")) if device.name[:4] in ("card", "rend")
              and not usable(device)]  # fmt: skip
    if barred:
        barred_text = f"this user may not use /dev/dri/{barred[0].name}"
        advice = access_advice(barred[0], "video" if barred[0].name.startswith("card") else "render")
        return Finding(
            "display",
            f"{_described(shown, found, root, rotation)}; {barred_text}" if shown else barred_text,
            True,
            advice,
        )
    if shown is None:
        what, instead = (
            CHECK_CABLE_ADVICE if found else NO_GRAPHICS_CARD_ADVICE,
            KIOSK_WAITS if kiosk else TERMINAL_FALLBACK,
        )
        return Finding(
            "display", explain_no_panel(found, root, usable), absent=True, advice=f"{what}. {instead}"
        )
    others = [f"{each.name} of {each.card}" for each in found if each.is_connected and each != shown]
    hints = [f"Herald shows nothing on {', '.join(others)}, which is connected too"] if others else []
    if rotation.degrees_on(shown, root):
        hints.append(UPSIDE_DOWN_ADVICE if rotation.named is None else NAMED_ROTATION_ADVICE)
    return Finding("display", _described(shown, found, root, rotation), advice=". ".join(hints))


def _described(
    shown: DisplayConnector, found: Iterable[DisplayConnector], root: Path, rotation: WantedRotation
) -> str:
    """The connector that is drawn on, its panel, and the cards to which nothing is connected."""
    used = {each.card for each in found if each.is_connected}
    empty = dict.fromkeys(each.card for each in found if each.card not in used)
    panel = ", {} x {}".format(*size) if (size := shown.preferred_mode(root)) is not None else ""
    if turned := rotation.degrees_on(shown, root):
        panel += f", turned by {turned} degrees"
    return f"{shown.name} of {shown.card}{panel}" + "".join(
        f"; {card} has nothing connected" for card in empty
    )


def _touch(root: Path, kiosk: bool, usable: AccessCheck) -> Iterator[Finding]:
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
        ctypes.CDLL(MTDEV_LIBRARY)
    except OSError:
        yield Finding("touch", f"{MTDEV_LIBRARY} is missing", True, "Install the package libmtdev1")


def _touchscreen(root: Path, node: Path, usable: AccessCheck) -> Finding:
    device = root / "dev/input" / node.name
    owner = device_group(device)
    found = f"{read_text(node / 'device/name') or node.name} (/dev/input/{node.name}"
    if not owner:
        advice = "Unplug it and plug it in again, or start the computer anew"
        return Finding("touch", f"{found}) has no device", True, advice)
    found += f", of the group {owner})"
    if usable(device):
        return Finding("touch", found)
    return Finding("touch", f"this user may not use {found}", True, access_advice(device, "input"))


def _order(node: Path) -> tuple[int, str]:
    return len(node.name), node.name
