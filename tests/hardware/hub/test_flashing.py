"""A Pico gets its program: the real mpremote, the real MicroPython with a flash of its own, whatever state it is in."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic

import pytest

from companion.start.real_table.wiring_lookup import WIRING_FILE
from hardware.common.link.encoding import encode_hello
from hardware.common.link.frames import encode_frame
from hardware.common.link.hub_settings import HubSettings, encode_settings
from hardware.readers.hub import flashing, repl, staging
from hardware.readers.hub.configuration import settings_from_wiring
from hardware.readers.hub.flashing import KEPT_MAIN_FILE, FlashingError, UsbPico, flash_pico
from hardware.readers.hub.probe import POLL_INTERVAL_S
from hardware.readers.hub.repl import FlashContents, MicroPythonRepl, ReplError
from hardware.readers.hub.wiring_schema import HubWiring
from hardware.readers.serial_ports import RealSerialPorts
from hardware.wiring_plan import parse_plan
from tests.hardware.hub.plugged import Plugged
from tests.long import usually

PLAN = """
[[hub]]
name = "tiles"
reset = 22
port = "{}"
lights = 28
[[hub.reader]]
name = "tile/1"
bus = 0
select = 17
[[hub.reader]]
name = "tile/2"
bus = 1
select = 13
"""
HERALD = (sys.executable, "-m", "companion", "hub")
PATIENCE_S = 60
OLD = b"OLDER = True\n"
SAY_OVER = b"\x03\x01print('over')\x04"
"""To MicroPython's prompt, whatever was said before: Ctrl-C, Ctrl-A for its raw mode, a line, and Ctrl-D to do it."""


def older(*names: str) -> dict[str, bytes]:
    """These files as a program had them before, which runs as well as this one."""
    return {name: staging.staged_content_by_path()[name] + b"# older\n" for name in names}


@pytest.fixture
def plugged(tmp_path: Path) -> Iterator[Plugged]:
    """A Pico with this Herald's program in its flash, without power; it wanders from device to device."""
    pico = Plugged(tmp_path, wanders=True)
    pico.put(dict(staging.staged_content_by_path()))
    yield pico
    pico.unplug()
    assert pico.errors == ""


def on_usb(folder: Path) -> UsbPico:
    """The Pico as a host knows it."""
    ports = RealSerialPorts([f"{folder}/ttyPico*"])
    return UsbPico(ports, lambda found: any(link.startswith(str(folder)) for link in found.links))


def planned(folder: Path) -> HubWiring:
    return parse_plan(PLAN.format(f"{folder}/ttyPico*")).wirings_of(HubWiring)[0]


def flashed(
    folder: Path, settings: bytes | None = None, step: Callable[[str], None] | None = None
) -> list[str]:
    """Flash it; every step that was told."""
    steps: list[str] = []

    def tell(sentence: str) -> None:
        steps.append(sentence)
        if step is not None:
            step(sentence)

    welcome = flash_pico(on_usb(folder), settings, tell)
    assert welcome.program == staging.program_version()
    return steps


def programs(plugged: Plugged) -> dict[str, bytes]:
    """What lies in its flash of a program's."""
    return {name: text for name, text in plugged.files().items() if name.endswith((".py", "version.txt"))}


def herald(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """The command, by a person whose wiring plan lies in this folder."""
    return subprocess.run(
        [*HERALD, *words],
        env={**os.environ, "HERALD_HOME": str(folder)},
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )


# -- the whole command


def test_one_command_makes_a_hub_of_an_empty_pico_and_mends_one_that_runs(tmp_path: Path) -> None:
    (tmp_path / WIRING_FILE).write_text(PLAN.format(f"{tmp_path}/ttyPico*"))
    with Plugged(tmp_path, wanders=True) as pico:
        for reader in planned(tmp_path).readers:
            pico.world.add_reader(reader.bus, reader.select, reset=22)
        none = herald(tmp_path)
        assert none.returncode == 1
        assert f"no hub's program answers; to give it one: herald hub flash --port {pico.path}" in none.stdout

        done = herald(tmp_path, "flash")
        assert (done.stderr, done.returncode) == ("", 0)
        steps = done.stdout.splitlines()
        assert f"  1/{len(staging.staged_content_by_path())} firmware/__init__.py" in steps
        assert steps[-1] == (
            f"Hub tiles at {pico.path} has the program {staging.program_version()} and the settings of wiring.toml."
        )
        assert programs(pico) == staging.staged_content_by_path()

        there = herald(tmp_path)
        assert there.returncode == 0
        assert f"{pico.path}: hub tiles, another board; program {staging.program_version()}" in there.stdout
        assert "(this Herald's); settings as planned; started " in there.stdout

        pico.put(older("hardware/common/debounce.py"))
        again = herald(tmp_path, "flash", "tiles")
        assert (again.stderr, again.returncode) == ("", 0)
        assert again.stdout.splitlines()[1:-1] == [
            f"  the hub's program {staging.program_version()} ends",
            "  1/2 hardware/common/debounce.py",
            "  2/2 main.py",
            "  it is started anew",
        ]
        assert programs(pico) == staging.staged_content_by_path()
        assert pico.errors == ""


def test_a_hub_that_somebody_else_has_open_is_left_alone(plugged: Plugged, tmp_path: Path) -> None:
    plugged.plug()
    line = RealSerialPorts().open(plugged.path)
    for words in ((), ("flash",)):
        done = herald(tmp_path, *words, *(("--port", plugged.path) if words else ()))
        assert done.returncode == (2 if words else 1)
    assert done.stderr == (
        f"herald: {plugged.path} is in use by another program, by a running Herald perhaps: end that (sudo systemctl"
        " stop herald on a kiosk), then say this again\n"
    )
    line.close()
    assert programs(plugged) == staging.staged_content_by_path()


@pytest.mark.long(instead="test_only_what_changed_is_written_and_what_is_no_more_is_removed")
def test_without_a_plan_it_stays_without_a_name_and_that_is_said(plugged: Plugged, tmp_path: Path) -> None:
    plugged.plug()
    done = herald(tmp_path, "flash", "--port", f"{tmp_path}/ttyPico*")
    assert (done.stderr, done.returncode) == ("", 0)
    assert done.stdout.splitlines()[-1] == (
        f"The hub at {plugged.path} has the program {staging.program_version()}; it has no name yet, because no hub is"
        f" planned in {tmp_path}/wiring.toml."
    )


# -- what lies in its flash


def test_only_what_changed_is_written_and_what_is_no_more_is_removed(
    plugged: Plugged, tmp_path: Path
) -> None:
    others = {"settings.bin": b"", "notes.txt": b"mine", "lib/other.py": b"mine too"}
    old = {"firmware/gone.py": OLD, "hardware/old/__init__.py": b"", "hardware/old/gone.py": OLD}
    plugged.put({**others, **old, **older("firmware/tag_requests.py"), "version.txt": b"0.0.9 00000000"})
    plugged.plug()
    steps = [step for step in flashed(tmp_path) if step[0].isdigit()]
    assert steps == ["1/3 firmware/tag_requests.py", "2/3 version.txt", "3/3 main.py"]
    assert plugged.files() == {**others, **staging.staged_content_by_path()} | restarted(plugged)
    assert not (plugged.flash / "hardware/old").exists()


def restarted(plugged: Plugged) -> dict[str, bytes]:
    """The marks that a hub leaves for its next start."""
    return {name: text for name, text in plugged.files().items() if name in ("restarted", "stay")}


def test_a_program_that_is_none_of_ours_is_kept(plugged: Plugged, tmp_path: Path) -> None:
    (plugged.flash / "version.txt").unlink()
    plugged.put({"main.py": b"print('blink')\n"})
    plugged.plug()
    steps = flashed(tmp_path)
    assert f"a program that is none of Herald's is kept as {KEPT_MAIN_FILE}" in steps
    assert programs(plugged) == {**staging.staged_content_by_path(), KEPT_MAIN_FILE: b"print('blink')\n"}


@pytest.mark.long(instead="test_only_what_changed_is_written_and_what_is_no_more_is_removed")
def test_a_program_that_falls_over_at_once_is_replaced(plugged: Plugged, tmp_path: Path) -> None:
    plugged.put({"firmware/hub.py": b"this is no Python\n"})
    plugged.plug()
    assert "1/2 firmware/hub.py" in flashed(tmp_path)


@pytest.mark.long(instead="test_only_what_changed_is_written_and_what_is_no_more_is_removed")
def test_the_settings_of_the_plan_are_sent_and_kept(plugged: Plugged, tmp_path: Path) -> None:
    plugged.put({"settings.bin": encode_settings(settings_from_wiring(planned(tmp_path)))[:-1]})
    plugged.plug()
    settings = encode_settings(settings_from_wiring(planned(tmp_path)))
    assert flashed(tmp_path, settings)[-1] == "its settings are sent"
    assert plugged.files()["settings.bin"] == settings
    assert "its settings are sent" not in flashed(tmp_path, settings)


@pytest.mark.long(instead="test_only_what_changed_is_written_and_what_is_no_more_is_removed")
def test_settings_that_it_refuses_are_told_of(plugged: Plugged, tmp_path: Path) -> None:
    plugged.plug()
    with pytest.raises(
        FlashingError, match=r"has its program and does not take its settings \(a hub's name has 1 to 20"
    ):
        flashed(tmp_path, encode_settings(HubSettings()))


# -- interrupted


@pytest.mark.parametrize("at", usually(["3/4"], ["1/4", "3/4", "4/4"]))
def test_unplugged_while_it_is_written_to_it_is_mended_by_saying_it_again(
    plugged: Plugged, tmp_path: Path, at: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = dict(staging.staged_content_by_path())
    if at == "4/4":  # the last file takes so long that no hand comes too late
        whole["main.py"] += b"#" * 1_000_000 + b"\n"
    monkeypatch.setattr(staging, "staged_content_by_path", lambda: whole)
    plugged.put(
        {**older("firmware/tag_requests.py", "hardware/common/rhythm.py"), "version.txt": b"0.0.9 00000000"}
    )
    plugged.plug()

    def pulled(step: str) -> None:
        if step.startswith(at):
            plugged.unplug()

    with pytest.raises(FlashingError, match="plug it in again, then say this again; nothing is lost"):
        flashed(tmp_path, step=pulled)
    assert plugged.files().get("main.py", b"") != whole["main.py"]
    plugged.plug()
    flashed(tmp_path)
    assert programs(plugged) == staging.staged_content_by_path()


@pytest.mark.long(instead="test_only_what_changed_is_written_and_what_is_no_more_is_removed")
def test_killed_while_it_writes_it_is_mended_by_saying_it_again(plugged: Plugged, tmp_path: Path) -> None:
    changed = ("__init__", "buttons", "lights", "spi_port", "readers", "tag_requests", "session")
    plugged.put(older(*(f"firmware/{name}.py" for name in changed)))
    plugged.plug()
    words = ("flash", "--port", f"{tmp_path}/ttyPico*")
    with subprocess.Popen(
        [*HERALD, *words],
        env={**os.environ, "HERALD_HOME": str(tmp_path)},
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as command:
        assert command.stdout is not None
        for line in command.stdout:
            if "4/" in line:
                os.killpg(command.pid, signal.SIGKILL)
                break
    assert "main.py" not in plugged.files()
    done = herald(tmp_path, *words)
    assert (done.stderr, done.returncode) == ("", 0)
    assert "firmware/__init__.py" not in done.stdout, "what was there already is not written again"
    assert programs(plugged) == staging.staged_content_by_path()


@pytest.mark.long(instead="test_only_what_changed_is_written_and_what_is_no_more_is_removed")
def test_with_power_again_after_a_try_that_was_interrupted_there_is_the_prompt(
    plugged: Plugged, tmp_path: Path
) -> None:
    (plugged.flash / "main.py").unlink()
    plugged.put({"firmware/hub.py": b"half a mod"})
    plugged.plug()
    assert MicroPythonRepl(plugged.path).list_files(staging.OWN_PACKAGES).board != ""


@pytest.mark.long(instead="test_only_what_changed_is_written_and_what_is_no_more_is_removed")
def test_the_prompt_answers_whatever_a_hub_was_asked_there_before(
    plugged: Plugged, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The number of a session is drawn by chance, so any byte may stand in HELLO; Ctrl-D means something there."""
    (plugged.flash / "main.py").unlink()
    plugged.plug()
    hellos = (encode_frame(encode_hello(session, 0)) for session in range(1, 1 << 16))
    unsent = b"".join(2 * each for each in hellos if b"\x04" in each) + SAY_OVER
    line, said = RealSerialPorts().open(plugged.path), b""
    end = monotonic() + PATIENCE_S
    while not said.endswith(b"over\n\x04\x04>") and not plugged.errors and monotonic() < end:
        unsent = unsent[line.write(unsent) :]
        line.wait(POLL_INTERVAL_S)
        said = said[-100:] + line.read()
    line.close()
    monkeypatch.setattr(repl, "SILENCE_TIMEOUT_S", 3)
    assert MicroPythonRepl(plugged.path).list_files(staging.OWN_PACKAGES).board != ""


# -- what goes wrong


@pytest.mark.long(instead="test_only_what_changed_is_written_and_what_is_no_more_is_removed")
def test_a_file_that_the_flash_keeps_otherwise_is_told_of_and_there_is_no_program(
    plugged: Plugged, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plugged.put(older("firmware/tag_requests.py"))
    plugged.plug()
    monkeypatch.setattr(MicroPythonRepl, "copy_files", lambda *_: None)
    with pytest.raises(
        FlashingError, match=r"keeps firmware/tag_requests.py otherwise than it was written: say this again"
    ):
        flashed(tmp_path)
    assert "main.py" not in plugged.files()


def test_where_nobody_answers_that_is_said(
    plugged: Plugged, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def silent(*_: object) -> FlashContents:
        raise ReplError("could not enter raw repl")

    plugged.plug()
    monkeypatch.setattr(flashing, "RESTART_S", 0.1)
    monkeypatch.setattr(MicroPythonRepl, "list_files", silent)
    with pytest.raises(
        FlashingError, match=r"neither a hub's program nor MicroPython's prompt answers \(could not enter"
    ):
        flashed(tmp_path)


@pytest.mark.long(instead="test_only_what_changed_is_written_and_what_is_no_more_is_removed")
def test_a_pico_that_does_not_come_back_is_told_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flashing, "REAPPEAR_TIMEOUT_S", 0.3)
    with pytest.raises(FlashingError, match="has not come back on USB within"):
        on_usb(tmp_path).wait_for_path()


@pytest.mark.long(instead="test_only_what_changed_is_written_and_what_is_no_more_is_removed")
def test_a_program_that_does_not_answer_is_told_of(
    plugged: Plugged, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(flashing, "REAPPEAR_TIMEOUT_S", 2.0)
    (plugged.flash / "main.py").unlink()
    plugged.plug()
    with pytest.raises(FlashingError, match="is on the Pico and does not answer: unplug it"):
        on_usb(tmp_path).wait_for_welcome()
