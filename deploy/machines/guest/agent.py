"""Runs commands as root inside a machine and simulates a finger on a touchscreen, by a virtio port.

It is started by agent.service, with the machine's own Python and nothing else. Requests and answers are one
JSON object a line:

  {"do": "run", "command": "uptime", "seconds": 30}            -> {"status": 0, "said": "..."}; status null: timed out
  {"do": "plug", "width": 800, "height": 480, "fingers": 10}   -> {}    a panel of uinput appears, for many fingers or 1
  {"do": "unplug"}                                             -> {}    and disappears
  {"do": "touch", "x": 400, "y": 240, "seconds": 0.1}          -> {}    a finger comes down and goes up again
                                                                        (seconds null: it stays)

Errors are answered as {"wrong": "..."}.
"""

from __future__ import annotations

import fcntl
import json
import os
import signal
import socket
import struct
import subprocess
import time
from io import RawIOBase
from pathlib import Path
from typing import Any

VIRTIO_PORT = Path("/dev/virtio-ports/agent")

# linux/uinput.h
UI_SET_EVBIT, UI_SET_KEYBIT, UI_SET_ABSBIT, UI_SET_PROPBIT = 0x40045564, 0x40045565, 0x40045567, 0x4004556E
UI_DEV_CREATE, UI_DEV_DESTROY = 0x5501, 0x5502
# linux/input-event-codes.h
EV_SYN, EV_KEY, EV_ABS = 0, 1, 3
BTN_TOUCH, INPUT_PROP_DIRECT = 0x14A, 1
ABS_X, ABS_Y, ABS_MT_SLOT, ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_MT_TRACKING_ID = (
    0,
    1,
    0x2F,
    0x35,
    0x36,
    0x39,
)
BUS_USB, ABS_COUNT = 3, 64


class SimulatedTouchscreen:
    """A touchscreen whose axes are pixels."""

    def __init__(self, width: int, height: int, fingers: int) -> None:
        self._has_slots = fingers > 1
        self._device = os.open("/dev/uinput", os.O_WRONLY | os.O_NONBLOCK)
        for kind in (EV_KEY, EV_ABS):
            fcntl.ioctl(self._device, UI_SET_EVBIT, kind)
        fcntl.ioctl(self._device, UI_SET_KEYBIT, BTN_TOUCH)
        fcntl.ioctl(self._device, UI_SET_PROPBIT, INPUT_PROP_DIRECT)
        most = {ABS_X: width - 1, ABS_Y: height - 1}
        if self._has_slots:
            most |= {ABS_MT_SLOT: fingers - 1, ABS_MT_TRACKING_ID: 65535}
            most |= {ABS_MT_POSITION_X: width - 1, ABS_MT_POSITION_Y: height - 1}
        for axis in most:
            fcntl.ioctl(self._device, UI_SET_ABSBIT, axis)
        limits = struct.pack(f"{ABS_COUNT}i", *(most.get(axis, 0) for axis in range(ABS_COUNT)))
        name = b"machine touchscreen".ljust(80, b"\0")
        os.write(
            self._device, name + struct.pack("4HI", BUS_USB, 1, 1, 1, 0) + limits + bytes(3 * 4 * ABS_COUNT)
        )
        fcntl.ioctl(self._device, UI_DEV_CREATE)
        self._touches = 0

    def unplug(self) -> None:
        """Remove the touchscreen."""
        fcntl.ioctl(self._device, UI_DEV_DESTROY)
        os.close(self._device)

    def touch(self, x: int, y: int, seconds: float | None) -> None:
        """Press a finger down there for so many seconds; None: it stays."""
        self._touches += 1
        in_slot = ((EV_ABS, ABS_MT_SLOT, 0), (EV_ABS, ABS_MT_TRACKING_ID, self._touches),
                   (EV_ABS, ABS_MT_POSITION_X, x), (EV_ABS, ABS_MT_POSITION_Y, y)) * self._has_slots  # fmt: skip
        self._say(*in_slot, (EV_KEY, BTN_TOUCH, 1), (EV_ABS, ABS_X, x), (EV_ABS, ABS_Y, y))
        if seconds is None:
            return
        time.sleep(seconds)
        self._say(*((EV_ABS, ABS_MT_TRACKING_ID, -1),) * self._has_slots, (EV_KEY, BTN_TOUCH, 0))

    def _say(self, *events: tuple[int, int, int]) -> None:
        for kind, code, value in (*events, (EV_SYN, 0, 0)):
            os.write(self._device, struct.pack("llHHi", 0, 0, kind, code, value))


class GuestAgent:
    """Carries out requests."""

    def __init__(self) -> None:
        self._panel: SimulatedTouchscreen | None = None

    def execute(self, request: dict[str, Any]) -> dict[str, Any]:
        """The answer to one request."""
        match request:
            case {"do": "run", "command": command, "seconds": seconds}:
                return run_shell(command, seconds)
            case {"do": "plug", "width": width, "height": height, "fingers": fingers} if self._panel is None:
                self._panel = SimulatedTouchscreen(width, height, fingers)
            case {"do": "unplug"} if self._panel is not None:
                self._panel.unplug()
                self._panel = None
            case {"do": "touch", "x": x, "y": y, "seconds": seconds} if self._panel is not None:
                self._panel.touch(x, y, seconds)
            case _:
                return {"wrong": f"not now: {request}"}
        return {}


def run_shell(command: str, seconds: float) -> dict[str, Any]:
    """Run a shell command; its child processes end with it."""
    with subprocess.Popen(
        ["bash", "-c", command],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    ) as shell:
        try:
            said, _ = shell.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            os.killpg(shell.pid, signal.SIGKILL)
            said, _ = shell.communicate()
            return {"status": None, "said": said.decode(errors="replace")}
    return {"status": shell.returncode, "said": said.decode(errors="replace")}


def notify_systemd_ready() -> None:
    """Notify systemd: units that start after the agent find the panel."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as out:
        out.sendto(b"READY=1", os.environ["NOTIFY_SOCKET"])


def send_all(port: RawIOBase, answer: bytes) -> None:
    """Send all bytes: a virtio port takes 32 kB at once."""
    while answer:
        answer = answer[port.write(answer) or 0 :]


def main() -> None:
    """Handle requests until the machine is off."""
    agent = GuestAgent()
    subprocess.run(["modprobe", "uinput"], check=True)
    words = dict(word.split("=", 1) for word in Path("/proc/cmdline").read_text().split() if "=" in word)
    if "machine.touch" in words:
        width, height = words["machine.touch"].split("x")
        agent.execute({"do": "plug", "width": int(width), "height": int(height), "fingers": 10})
    notify_systemd_ready()
    while not VIRTIO_PORT.exists():
        time.sleep(0.1)
    with VIRTIO_PORT.open("r+b", buffering=0) as port:
        rest = b""
        while True:
            rest += port.read(65536) or b""
            if not rest:
                time.sleep(0.05)  # nobody has opened the other end yet
            while b"\n" in rest:
                line, rest = rest.split(b"\n", 1)
                try:
                    answer = agent.execute(json.loads(line))
                except (OSError, ValueError) as wrong:
                    answer = {"wrong": str(wrong)}
                send_all(port, json.dumps(answer).encode() + b"\n")


if __name__ == "__main__":
    main()
