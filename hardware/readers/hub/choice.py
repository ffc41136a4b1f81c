"""Which Pico is meant: by its name in the wiring plan, by its serial device, or because there is only one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fnmatch import fnmatchcase

from msgspec import Struct

from hardware.common.link.words import VERSION, Welcome
from hardware.errors import Missing
from hardware.readers.hub.plan import HubWiring
from hardware.readers.hub.serials import Found, SerialPorts
from hardware.readers.hub.visit import Visit

NONE = (
    "there is no Pico on USB: plug it in with a cable that carries data; a new one needs MicroPython first (hold its"
    " BOOTSEL button while you plug it in, then herald hub flash --uf2 FILE)"
)


class Seen(Struct, frozen=True):
    """A device, and who is on it: `welcome` is None when no hub's program answers, `why` says why it could not be
    asked."""

    found: Found
    welcome: Welcome | None = None
    why: str = ""

    @property
    def name(self) -> str:
        """The name kept on it, "" for none."""
        return self.welcome.name if self.welcome is not None and self.welcome.version == VERSION else ""

    def __str__(self) -> str:
        return f"{self.found.path} ({self.name or 'no name'})"


class Meant(Struct, frozen=True):
    """The device that is meant, how it is known again, and the hub of the plan that it is or becomes."""

    found: Found
    is_it: Callable[[Found], bool]
    wiring: HubWiring | None


def seen(ports: SerialPorts, found: Found) -> Seen:
    """Ask who is there."""
    try:
        with Visit(ports, found.path) as visit:
            return Seen(found, visit.meet())
    except OSError as wrong:
        return Seen(found, why=str(wrong))


def planned_at(wiring: HubWiring, found: Found) -> bool:
    """Whether a device may be this hub's by what the plan says of it; always, if it says nothing and it is a Pico."""
    if wiring.port is not None:
        return is_at(wiring.port, found)
    if wiring.usb is not None:
        return found.usb.lower() == wiring.usb.lower()
    return found.likely


def is_at(pattern: str, found: Found) -> bool:
    """Whether a device is there; `*` stands for anything."""
    return any(fnmatchcase(path, pattern) for path in (found.path, *found.links))


def meant(ports: SerialPorts, hubs: Sequence[HubWiring], name: str, port: str) -> Meant:
    """The one Pico that is meant; `name` and `port` may be empty. Raises Missing."""
    wiring = _wiring(hubs, name)
    found = _candidates(ports, wiring, port)
    if len(found) > 1 or (len(hubs) > 1 and not (name and port)):
        one = _asked(ports, found, wiring, hubs)
        wiring = wiring or _named(hubs, one.name)
        if wiring is None and hubs:
            raise Missing(
                f"which hub of the wiring plan is {one}? Say its name, as in herald hub flash {hubs[0].name}"
            )
        found = [one.found]
    return Meant(found[0], _known_again(found[0], port or (wiring.port if wiring else None)), wiring)


def _wiring(hubs: Sequence[HubWiring], name: str) -> HubWiring | None:
    if not name:
        return hubs[0] if len(hubs) == 1 else None
    wiring = _named(hubs, name)
    if wiring is None:
        known = ", ".join(hub.name for hub in hubs)
        raise Missing(
            f"the wiring plan has no hub {name}: it has {known}"
            if known
            else f"no wiring plan has a hub {name}: leave the name out, and the Pico stays without one"
        )
    return wiring


def _named(hubs: Sequence[HubWiring], name: str) -> HubWiring | None:
    return next((hub for hub in hubs if hub.name == name), None)


def _candidates(ports: SerialPorts, wiring: HubWiring | None, port: str) -> list[Found]:
    everything = ports.found()
    if port:
        found = [each for each in everything if is_at(port, each)]
        if not found:
            raise Missing(f"there is no serial device {port}: herald hub lists those that there are")
        return found
    if wiring is not None:
        found = [each for each in everything if planned_at(wiring, each)]
        if not found and (wiring.port or wiring.usb):
            where = f"at {wiring.port}" if wiring.port else f"with the USB number {wiring.usb}"
            raise Missing(
                f"hub {wiring.name} should be {where} by the wiring plan, and is not: plug it in, or say where the"
                " Pico is, with --port"
            )
    else:
        found = [each for each in everything if each.likely]
    if not found:
        raise Missing(NONE)
    return found


def _asked(
    ports: SerialPorts, found: Sequence[Found], wiring: HubWiring | None, hubs: Sequence[HubWiring]
) -> Seen:
    """The one that answers with the name, else the only one that has no other planned hub's."""
    there = [seen(ports, each) for each in found]
    if wiring is not None:
        named = [each for each in there if each.name == wiring.name]
        others = {hub.name for hub in hubs} - {wiring.name}
        there = named or [each for each in there if each.name not in others]
        if not there:
            raise Missing(
                f"hub {wiring.name} is not here, only other hubs of the plan are: plug it in, or say with --port which"
                " Pico shall become it"
            )
    if len(there) > 1:
        raise Missing(f"there are several Picos: {', '.join(map(str, there))}; say which one, with --port")
    return there[0]


def _known_again(found: Found, pattern: str | None) -> Callable[[Found], bool]:
    """By its USB number wherever it comes back; else where it was looked for."""
    if found.usb:
        return lambda other: other.usb == found.usb
    return lambda other: is_at(pattern, other) if pattern else other.path == found.path
