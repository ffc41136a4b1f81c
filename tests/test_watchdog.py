"""A kiosk's service manager hears that the screen is there and moves, over the very socket systemd would listen on."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from itertools import dropwhile, islice
from pathlib import Path

import pytest

from companion.start.kiosk_service.service_notifier import ALIVE_MESSAGE, READY_MESSAGE, ServiceNotifier

A_WINDOW = """
from companion.start import run_touchscreen, touchscreen
from companion.start.kiosk_service.service_notifier import ServiceNotifier

def watched(watchdog):
    from kivy.clock import Clock
    from kivy.core.window import Window

    def flip():
        swap()
        watchdog.send("FLIP=1" if frames[0] < 10 else "LATE=1")
        frames[0] = 0

    def rests(_passed):
        frames[0] += 1
        if frames[0] > 60 and not begun:
            begun.append(True)
            watchdog.send("RESTS=1")
            report(watchdog)
            Window.canvas.ask_update()
            frames[0] = 0

    begun = []
    frames = [0]
    swap, Window.flip = Window.flip, flip
    Clock.schedule_interval(rests, 0)

report, touchscreen.report_ready_and_alive = touchscreen.report_ready_and_alive, watched
run_touchscreen('en', '800x480', True, 'offscreen')
"""
"""Tells as well whenever a picture was presented. What is looked at begins once nothing is drawn of itself any more:
with one picture, as if it were the first. LATE is one that came by itself later."""


@pytest.fixture(params=["a file", "a name without a file"])
def manager(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[socket.socket]:
    address = str(tmp_path / "notify") if request.param == "a file" else f"\0herald-{os.getpid()}-{tmp_path}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(address)
        listening.settimeout(10)
        yield listening


def address_of(manager: socket.socket) -> str:
    """As systemd writes it in NOTIFY_SOCKET."""
    name = manager.getsockname()
    return name if isinstance(name, str) else os.fsdecode(name).replace("\0", "@", 1)


def test_a_word_arrives_as_one_datagram(manager: socket.socket) -> None:
    ServiceNotifier({"NOTIFY_SOCKET": address_of(manager)}).send(READY_MESSAGE)
    assert manager.recv(100) == b"READY=1"


@pytest.fixture
def told(manager: socket.socket, tmp_path: Path) -> Iterator[Iterator[bytes]]:
    """What a window tells its service manager, word by word."""
    environment = {
        **os.environ,
        "HERALD_HOME": str(tmp_path / "home"),
        "NOTIFY_SOCKET": address_of(manager),
        "WATCHDOG_USEC": "30000",
    }
    environment.pop("WATCHDOG_PID", None)
    manager.settimeout(60)
    with subprocess.Popen([sys.executable, "-c", A_WINDOW], env=environment) as herald:
        try:
            yield iter(lambda: manager.recv(100), b"")
        finally:
            herald.terminate()


def after_rest(told: Iterator[bytes]) -> Iterator[bytes]:
    return islice(dropwhile(lambda word: word != b"RESTS=1", told), 1, None)


def test_the_window_is_ready_when_its_second_picture_was_presented_for_the_first_is_lost_on_a_console(
    told: Iterator[bytes],
) -> None:
    assert list(islice(after_rest(told), 3)) == [b"FLIP=1", b"FLIP=1", b"READY=1"]


def test_the_window_that_is_ready_says_that_it_lives(told: Iterator[bytes]) -> None:
    words = (word for word in after_rest(told) if word != b"FLIP=1")
    assert list(islice(words, 3)) == [b"READY=1", b"WATCHDOG=1", b"WATCHDOG=1"]


@pytest.mark.parametrize("address", ["", "nonsense", "/nowhere/notify", "@herald-nobody-listens", "@"])
def test_without_anybody_who_listens_nothing_happens(address: str) -> None:
    watchdog = ServiceNotifier({"NOTIFY_SOCKET": address} if address else {})
    watchdog.send(READY_MESSAGE)
    watchdog.send(ALIVE_MESSAGE)


def test_signs_of_life_are_three_times_as_frequent_as_asked_for() -> None:
    assert ServiceNotifier({"WATCHDOG_USEC": "60000000"}).interval == 20
    assert ServiceNotifier({"WATCHDOG_USEC": "60000000", "WATCHDOG_PID": str(os.getpid())}).interval == 20


@pytest.mark.parametrize("asked", ["", "0", "-5", "soon", "\N{SUPERSCRIPT TWO}"])
def test_no_signs_of_life_are_sent_where_none_are_asked_for(asked: str) -> None:
    assert ServiceNotifier({"WATCHDOG_USEC": asked}).interval is None
    assert ServiceNotifier({}).interval is None


def test_signs_of_life_asked_of_another_process_are_not_ours_to_send() -> None:
    assert ServiceNotifier({"WATCHDOG_USEC": "60000000", "WATCHDOG_PID": "1"}).interval is None
