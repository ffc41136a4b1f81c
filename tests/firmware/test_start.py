"""The whole firmware in a real MicroPython: how it starts, ends, falls and keeps what it is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.common.events import TAG_CAME, TAG_LEFT
from hardware.common.link import decoding, encoding
from hardware.common.link.frames import encode_frame
from hardware.common.link.hub_settings import HubSettings, ReaderSocket, encode_settings, settings_checksum
from hardware.common.link.messages import LEAVE, LIGHT, PRESSED, SAID, SETTINGS, STATE, STORED, TROUBLE
from hardware.virtual.clock import VirtualClock
from hardware.virtual.tags import make_ntag213
from hardware.virtual.unix_port.pico_world import PicoWorld
from tests.firmware.host import LIGHTS, YES, uid, wired
from tests.firmware.real import RealHub

ROUND_US = 1 << 30
LAMPS = """
import time


class LightChain:
    def __init__(self, board, pin, count):
        self.steps = 0

    def step(self, now_us, lit):
        self.steps += lit
        while self.steps > 40:
            {what}

    def off(self):
        pass
"""
"""Lights with a fault: it shows when a host has been there for a moment."""
FALLS = LAMPS.format(what="1 // 0")
HANGS = LAMPS.format(what="time.sleep_ms(50)")


def said(hub: RealHub) -> list[tuple[int, str, bytes]]:
    every = [decoding.decode_reader_event(body) for kind, body in hub.told if kind == SAID]
    return [(socket, told.kind, told.uid) for socket, told, _ in every]


def texts(hub: RealHub, wanted: int) -> list[str]:
    return [decoding.decode_text(body) for kind, body in hub.told if kind == wanted]


@pytest.mark.parametrize("ticks_us", [0, ROUND_US - 1_500_000])
def test_it_boots_greets_and_tells_what_its_readers_and_buttons_do(tmp_path: Path, ticks_us: int) -> None:
    world = PicoWorld(VirtualClock(), ticks_us=ticks_us)
    with RealHub(tmp_path, wired(3), world=world) as hub:
        welcome = hub.meet()
        assert (welcome.name, welcome.program) == ("tiles", hub.program)
        assert welcome.uid == world.unique_id
        assert (welcome.board, welcome.start_cause) == (0, 0)
        hub.run(600)
        tag = make_ntag213(uid(1))
        world.board.readers[1, 20].field.put_tag(tag)
        hub.run(300)
        world.board.readers[1, 20].field.take_tag(tag)
        hub.run(1_000)
        assert said(hub) == [(1, TAG_CAME, uid(1)), (1, TAG_LEFT, uid(1))]
        world.button_contact(YES).tap("worn")
        hub.run(300)
        assert [decoding.decode_button_event(body) for kind, body in hub.told if kind == PRESSED] == [
            (0, "pressed")
        ]
        assert len([kind for kind, _ in hub.told if kind == STATE]) == 3
        assert hub.pico.error_output == ""


def test_lights_get_green_before_red(tmp_path: Path) -> None:
    with RealHub(tmp_path, wired(3)) as hub:
        hub.meet()
        hub.put(LIGHT, bytes((2, 1)))
        hub.run(200)
        shown = [lights for _, lights in hub.world.chains[LIGHTS]]
        assert shown[0] == [(0, 0, 0)] * 3, "dark at first, whatever they showed before"
        assert [[place for place in range(3) if each[place]] for each in shown[-1]] == [[], [], [1]]


def test_settings_are_kept_over_a_restart_and_a_loss_of_power(tmp_path: Path) -> None:
    wanted = encode_settings(wired(2))
    with RealHub(tmp_path) as hub:
        (hub.flash / "settings.new").write_bytes(wanted[:7])  # the power went while it was written
        assert hub.meet().settings_checksum == 0
        hub.put(SETTINGS, wanted)
        hub.run(1_000)
        assert texts(hub, STORED) == [""]
        assert hub.world.starts == [1, 3]
        welcome = hub.meet()
        assert (welcome.settings_checksum, welcome.start_cause) == (settings_checksum(wanted), 2)
        hub.pico.power_off()
        hub.pico.power_on()
        welcome = hub.meet()
        assert (welcome.settings_checksum, welcome.start_cause) == (settings_checksum(wanted), 0)
        assert sorted(path.name for path in hub.flash.iterdir() if path.is_file()) == [
            "main.py", "settings.bin", "version.txt",
        ]  # fmt: skip


def test_sent_away_it_leaves_the_prompt_to_others_for_once(tmp_path: Path) -> None:
    with RealHub(tmp_path, wired(1)) as hub:
        hub.meet()
        hub.put(LEAVE, b"")
        hub.run(500)
        assert hub.world.starts == [1, 3]
        assert hub.pico.status == 0
        hub.pico.power_off()
        hub.pico.power_on()
        assert hub.meet().name == "tiles"


def test_a_program_that_falls_starts_anew_and_says_why(tmp_path: Path) -> None:
    with RealHub(tmp_path, wired(1), instead={"firmware/lights.py": FALLS}) as hub:
        hub.meet()
        hub.run(8_000)
        assert hub.world.starts[:2] == [1, 3]
        assert hub.meet().start_cause == 2
        hub.run(100)
        (words,) = texts(hub, TROUBLE)
        assert words.startswith("the hub's program stopped: ZeroDivisionError")
        assert 'File "firmware/lights.py", line 12' in words


CANNOT = {"firmware/hub.py": "def HubProgram(board):\n    1 // 0\n"}


@pytest.mark.parametrize("keys", [b"\x03", b"\r\x03"])
def test_a_program_that_always_falls_can_be_stopped_with_ctrl_c(tmp_path: Path, keys: bytes) -> None:
    with RealHub(tmp_path, wired(1), instead=CANNOT) as hub:
        hub.run(8_000)
        assert hub.world.starts == [1, 3, 3]
        hub.send(keys)
        hub.run(3_000)
        assert hub.pico.status == 0
        assert hub.world.starts == [1, 3, 3, 3]


def test_a_program_that_is_not_whole_leaves_the_prompt_to_who_mends_it(tmp_path: Path) -> None:
    with RealHub(tmp_path, wired(1), instead={"firmware/pico.py": "import nothing\n"}) as hub:
        hub.run(1_000)
        assert hub.pico.status == 1
        assert "no module named 'nothing'" in hub.pico.error_output


def test_a_host_that_looks_for_a_hub_does_not_stop_its_program(tmp_path: Path) -> None:
    with RealHub(tmp_path, wired(1), instead=CANNOT) as hub:
        for session in range(1, 40):
            hub.send(encode_frame(encoding.encode_hello(session, 0)))
            hub.run(200)
        assert b"\x03" in encode_frame(encoding.encode_hello(1, 0))
        assert hub.pico.status is None
        assert len(hub.world.starts) == 3


def test_a_program_that_hangs_is_started_anew_by_the_watchdog(tmp_path: Path) -> None:
    with RealHub(tmp_path, wired(1), instead={"firmware/lights.py": HANGS}) as hub:
        hub.meet()
        hub.run(10_000)
        assert hub.world.starts == [1, 3]
        assert hub.meet().start_cause == 1


class Speeds(PicoWorld):
    """Notes how fast each frame was on each bus."""

    def exchange_spi(self, bus: int, data: bytes, speed_hz: int) -> bytes:
        self.speeds: set[tuple[int, int]] = {*getattr(self, "speeds", ()), (bus, speed_hz)}
        return super().exchange_spi(bus, data, speed_hz)


def test_a_bus_is_as_fast_as_its_slowest_reader(tmp_path: Path) -> None:
    world = Speeds(VirtualClock())
    sockets = (
        ReaderSocket(0, 17, 33, 4_000), ReaderSocket(0, 20, 33, 1_000),
        ReaderSocket(0, 21, 33, 2_000), ReaderSocket(1, 9, 33, 8_000),
    )  # fmt: skip
    with RealHub(tmp_path, HubSettings("tiles", 22, 28, sockets), world=world) as hub:
        hub.meet()
        hub.run(1_000)
        states = [decoding.decode_socket_state(body).state for kind, body in hub.told if kind == STATE]
        assert {*states} <= {"starting", "well"}
    assert world.speeds == {(0, 1_000_000), (1, 8_000_000)}
