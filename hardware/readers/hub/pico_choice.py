"""Chooses a Pico: by its name in the wiring plan, by its serial device, or because there is only one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fnmatch import fnmatchcase

from msgspec import Struct

from hardware.common.link.messages import PROTOCOL_VERSION, WelcomeMessage
from hardware.errors import HardwareMissingError
from hardware.readers.hub.probe import HubProbe
from hardware.readers.hub.wiring_schema import HubWiring
from hardware.readers.serial_ports import SerialDevice, SerialPorts

NO_PICO_MESSAGE = (
    "there is no Pico on USB: plug it in with a cable that carries data; a new one needs MicroPython first (hold its"
    " BOOTSEL button while you plug it in, then herald hub flash --uf2 FILE)"
)


class ProbedDevice(Struct, frozen=True):
    """A device and the hub on it.

    `welcome` is None when no hub answers; `why` says why the device could not be probed.
    """

    device: SerialDevice
    welcome: WelcomeMessage | None = None
    why: str = ""

    @property
    def hub_name(self) -> str:
        """The hub's name stored on it, "" for none."""
        return (
            self.welcome.name if self.welcome is not None and self.welcome.version == PROTOCOL_VERSION else ""
        )

    def __str__(self) -> str:
        return f"{self.device.path} ({self.hub_name or 'no name'})"


class ChosenPico(Struct, frozen=True):
    """The chosen device, the test that recognises it again, and the hub of the plan that it is or becomes."""

    device: SerialDevice
    is_same_pico: Callable[[SerialDevice], bool]
    wiring: HubWiring | None


def probe_device(ports: SerialPorts, device: SerialDevice) -> ProbedDevice:
    """Probe a device for a hub."""
    try:
        with HubProbe(ports, device.path) as visit:
            return ProbedDevice(device, visit.ask_welcome())
    except OSError as wrong:
        return ProbedDevice(device, why=str(wrong))


def is_where_planned(wiring: HubWiring, device: SerialDevice) -> bool:
    """Whether a device may be this hub's by its `port` or `usb` in the plan; without these, any Pico may."""
    if wiring.port is not None:
        return matches_path(wiring.port, device)
    if wiring.usb is not None:
        return device.usb_serial.lower() == wiring.usb.lower()
    return device.is_likely_pico


def matches_path(pattern: str, device: SerialDevice) -> bool:
    """Whether a device has a path of this pattern; `*` stands for anything."""
    return any(fnmatchcase(path, pattern) for path in (device.path, *device.links))


def choose_pico(ports: SerialPorts, hubs: Sequence[HubWiring], name: str, port: str) -> ChosenPico:
    """The one Pico that is meant; `hub_name` and `port` may be empty.

    Raises HardwareMissingError where there is none or not only one.
    """
    wiring = _wiring(hubs, name)
    found = _candidates(ports, wiring, port)
    if len(found) > 1 or (len(hubs) > 1 and not (name and port)):
        one = _choose_among(ports, found, wiring, hubs)
        wiring = wiring or _named(hubs, one.hub_name)
        if wiring is None and hubs:
            raise HardwareMissingError(
                f"which hub of the wiring plan is {one}? Say its name, as in herald hub flash {hubs[0].name}"
            )
        found = [one.device]
    return ChosenPico(found[0], _known_again(found[0], port or (wiring.port if wiring else None)), wiring)


def _wiring(hubs: Sequence[HubWiring], name: str) -> HubWiring | None:
    if not name:
        return hubs[0] if len(hubs) == 1 else None
    wiring = _named(hubs, name)
    if wiring is None:
        known = ", ".join(hub.name for hub in hubs)
        raise HardwareMissingError(
            f"the wiring plan has no hub {name}: it has {known}"
            if known
            else f"no wiring plan has a hub {name}: leave the name out, and the Pico stays without one"
        )
    return wiring


def _named(hubs: Sequence[HubWiring], name: str) -> HubWiring | None:
    return next((hub for hub in hubs if hub.name == name), None)


def _candidates(ports: SerialPorts, wiring: HubWiring | None, port: str) -> list[SerialDevice]:
    everything = ports.list_devices()
    if port:
        found = [each for each in everything if matches_path(port, each)]
        if not found:
            raise HardwareMissingError(
                f"there is no serial device {port}: herald hub lists those that there are"
            )
        return found
    if wiring is not None:
        found = [each for each in everything if is_where_planned(wiring, each)]
        if not found and (wiring.port or wiring.usb):
            where = f"at {wiring.port}" if wiring.port else f"with the USB number {wiring.usb}"
            raise HardwareMissingError(
                f"hub {wiring.name} should be {where} by the wiring plan, and is not: plug it in, or say where the"
                " Pico is, with --port"
            )
    else:
        found = [each for each in everything if each.is_likely_pico]
    if not found:
        raise HardwareMissingError(NO_PICO_MESSAGE)
    return found


def _choose_among(
    ports: SerialPorts, found: Sequence[SerialDevice], wiring: HubWiring | None, hubs: Sequence[HubWiring]
) -> ProbedDevice:
    """The device that answers with the name, or the only one that is no other planned hub."""
    probed = [probe_device(ports, each) for each in found]
    if wiring is not None:
        named = [each for each in probed if each.hub_name == wiring.name]
        others = {hub.name for hub in hubs} - {wiring.name}
        probed = named or [each for each in probed if each.hub_name not in others]
        if not probed:
            raise HardwareMissingError(
                f"hub {wiring.name} is not here, only other hubs of the plan are: plug it in, or say with --port which"
                " Pico shall become it"
            )
    if len(probed) > 1:
        raise HardwareMissingError(
            f"there are several Picos: {', '.join(map(str, probed))}; say which one, with --port"
        )
    return probed[0]


def _known_again(found: SerialDevice, pattern: str | None) -> Callable[[SerialDevice], bool]:
    """A test that recognises the device by its USB number, or otherwise by its path."""
    if found.usb_serial:
        return lambda other: other.usb_serial == found.usb_serial
    return lambda other: matches_path(pattern, other) if pattern else other.path == found.path
