"""A console's touchscreens come late, go and come back; Kivy's own thread hears them, on a device that is played."""

from __future__ import annotations

import errno
import logging
from array import array
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from kivy.lib import mtdev as kivys

from companion.screen.display.touchscreen_watcher import (
    SCANS_BEFORE_WARNING,
    Axes,
    Axis,
    Fingers,
    MtdevTouchscreen,
    TouchscreenWatcher,
    read_axes,
)

TOUCH = "260800000000003"  # ABS_MT_SLOT, _TRACKING_ID, _POSITION_X and _Y as the 7 inch panel has them
POINTER = "3"  # ABS_X and ABS_Y
BTN_TOUCH = "400 0 0 0 0 0"


class Provider:
    """Stands in for Kivy's."""

    def __init__(self, file: str) -> None:
        self.name = Path(file).name
        self.has_ended = False


class Computer:
    """A file system with input devices, and the providers that Kivy has."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.providers: list[Any] = []
        self.barred: set[str] = set()
        self.touchscreens = TouchscreenWatcher(self._add, self.providers.remove, root, self._usable)

    def _add(self, file: str) -> Provider:
        provider = Provider(file)
        self.providers.append(provider)
        return provider

    def _usable(self, file: Path) -> bool:
        return file.name not in self.barred

    def plug(self, name: str, abilities: str = TOUCH, keys: str = "0", properties: str = "0") -> None:
        for file, text in (
            (f"sys/class/input/{name}/device/capabilities/abs", abilities),
            (f"sys/class/input/{name}/device/capabilities/key", keys),
            (f"sys/class/input/{name}/device/properties", properties),
            (f"dev/input/{name}", ""),
        ):
            (self.root / file).parent.mkdir(parents=True, exist_ok=True)
            (self.root / file).write_text(text)

    def pull(self, name: str) -> None:
        """The plug is pulled: what hears it ends."""
        # kept under another name, as a device that somebody has open: the inode is not given to the next
        (self.root / "dev/input" / name).rename(self.root / f"{name}-{len(list(self.root.iterdir()))}")
        for provider in self.providers:
            provider.has_ended |= provider.name == name

    def heard(self) -> list[str]:
        """The devices that Kivy hears after one more look."""
        self.touchscreens.scan()
        return [provider.name for provider in self.providers]


@pytest.fixture
def computer(tmp_path: Path) -> Computer:
    return Computer(tmp_path)


def test_a_touchscreen_is_heard_once_however_often_is_looked(computer: Computer) -> None:
    computer.plug("event0")
    assert [computer.heard() for _ in range(3)] == [["event0"]] * 3


@pytest.mark.parametrize(
    ("abilities", "keys", "properties"),
    [
        ("0", "0", "0"),
        (POINTER, "ff0000 0 0 0 0", "0"),  # the tablet of a virtual machine: BTN_LEFT and so on
        (POINTER, "401 0 0 0 0 0", "1"),  # a drawing tablet: BTN_TOOL_PEN, BTN_TOUCH, POINTER
        (POINTER, "401 0 0 0 0 0", "0"),  # an older one
        (TOUCH, "e520 10000 0 0 0 0", "5"),  # a touchpad: BTN_TOOL_FINGER, BTN_TOUCH, POINTER, BUTTONPAD
        (TOUCH, "420 10000 0 0 0 0", "0"),  # an older one
        ("nonsense", "nonsense", ""),
    ],
)
def test_mice_keyboards_tablets_and_touchpads_are_no_touchscreens(
    abilities: str, keys: str, properties: str, computer: Computer
) -> None:
    computer.plug("event0", abilities, keys, properties)
    assert computer.heard() == []


@pytest.mark.parametrize(
    ("abilities", "keys", "properties"),
    [
        (TOUCH, BTN_TOUCH, "2"),  # the 7 inch panel: DIRECT
        (TOUCH, "420 0 0 0 0 0", "2"),  # BTN_TOOL_FINGER, too
        (POINTER, BTN_TOUCH, "2"),  # a resistive panel
        ("1000003", BTN_TOUCH, "0"),  # an older one, with ABS_PRESSURE
        (TOUCH, "0", "0"),
    ],
)
def test_a_touchscreen_may_feel_many_fingers_or_one_and_have_no_property(
    abilities: str, keys: str, properties: str, computer: Computer
) -> None:
    computer.plug("event0", abilities, keys, properties)
    assert computer.heard() == ["event0"]


def test_a_touchscreen_that_is_plugged_in_later_is_heard(computer: Computer) -> None:
    assert computer.heard() == []  # there is not even /dev/input
    computer.plug("event3")
    assert computer.heard() == ["event3"]


@pytest.mark.parametrize("again", ["event0", "event7"])
def test_a_touchscreen_that_was_pulled_and_is_back_is_heard_once(again: str, computer: Computer) -> None:
    computer.plug("event0")
    computer.heard()
    computer.pull("event0")
    assert computer.heard() == []
    computer.plug(again)
    assert [computer.heard() for _ in range(2)] == [[again]] * 2


def test_it_may_have_been_pulled_and_put_back_between_two_looks(computer: Computer) -> None:
    computer.plug("event0")
    computer.heard()
    computer.pull("event0")
    computer.plug("event0")
    assert computer.heard() == ["event0"]
    assert not computer.providers[0].has_ended


def test_a_touchscreen_that_gets_the_name_of_a_keyboard_is_heard(computer: Computer) -> None:
    computer.plug("event0", "0")
    assert computer.heard() == []
    computer.pull("event0")
    computer.plug("event0")
    assert computer.heard() == ["event0"]


def test_a_touchscreen_that_udev_has_not_given_us_yet_is_heard_when_it_has(computer: Computer) -> None:
    computer.barred = {"event0"}
    computer.plug("event0")
    assert computer.heard() == []
    computer.barred.clear()
    assert computer.heard() == ["event0"]


def test_a_touchscreen_that_is_never_given_us_is_told_of_once(
    computer: Computer, caplog: pytest.LogCaptureFixture
) -> None:
    computer.barred = {"event0"}
    computer.plug("event0")
    for _ in range(3 * SCANS_BEFORE_WARNING):
        computer.heard()
    assert caplog.messages == ["This user may not use the touchscreen /dev/input/event0"]


def test_a_provider_that_ended_while_its_device_is_there_is_replaced_without_a_word(
    computer: Computer, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    computer.plug("event0")
    computer.heard()
    computer.providers[0].has_ended = True
    assert computer.heard() == ["event0"]
    assert not computer.providers[0].has_ended
    assert [line.partition(" is ")[0] for line in caplog.messages] == ["The touchscreen /dev/input/event0"]


def test_coming_and_going_is_logged(computer: Computer, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    computer.plug("event0")
    computer.heard()
    computer.pull("event0")
    computer.heard()
    assert caplog.messages == [
        "The touchscreen /dev/input/event0 is there: ",
        "The touchscreen /dev/input/event0 is gone",
    ]


# -- Kivy's thread


class Played:
    """A touchscreen as Kivy's thread sees one: it tells its events, then it is dead."""

    events: tuple[tuple[int, int, int], ...] = ()
    opened: list[str] = []  # noqa: RUF012
    closed = 0
    wrong: OSError | None = None
    slots: tuple[int, list[int], list[int]] = 0, [], []  # the current one; X and Y that the kernel remembers
    fingers: Fingers = "in slots"
    _fd = 3

    def __init__(self, name: Any) -> None:
        if self.wrong is not None:
            raise self.wrong
        self.opened.append(name)
        self._left = list(self.events)

    def has_slot(self) -> bool:
        return self.fingers == "in slots"

    def has_mtdata(self) -> bool:
        return self.fingers != "one"

    def idle(self, _ms: int) -> bool:
        assert not self._is_read_in_part, (
            "libmtdev would wait for the kernel, with the rest of a frame in its hands"
        )
        return False

    _is_read_in_part = False

    def get(self) -> SimpleNamespace | None:
        self._is_read_in_part = bool(self._left)
        if not self._left:
            return None
        kind, code, value = self._left.pop(0)
        return SimpleNamespace(type=kind, code=code, value=value)

    def close(self) -> None:
        type(self).closed += 1


@pytest.fixture
def played() -> type[Played]:
    class Fresh(Played):
        opened: list[str] = []  # noqa: RUF012

    return Fresh


def touchscreen(played: type[Played], file: str = "/dev/input/event0") -> MtdevTouchscreen:
    """The provider of a device that is played."""

    def axes(device: int, fingers: Fingers) -> Axes:
        assert (device, fingers) == (Played._fd, played.fingers)
        current, xs, ys = played.slots
        return Axis(0, 100, xs), Axis(0, 100, ys), current

    return MtdevTouchscreen(file, played, axes)


def told(provider: Any) -> list[tuple[str, float, float]]:
    """What fingers did on a touchscreen that died."""
    provider.start()
    provider.thread.join(10)
    assert not provider.thread.is_alive()
    heard: list[tuple[str, float, float]] = []
    dispatch: Callable[[str, Any], None] = lambda action, touch: heard.append((action, touch.sx, touch.sy))  # noqa: E731
    for _ in range(2):
        provider.update(dispatch)
    return heard


DOWN = (
    (kivys.MTDEV_TYPE_EV_ABS, kivys.MTDEV_CODE_TRACKING_ID, 5),
    (kivys.MTDEV_TYPE_EV_ABS, kivys.MTDEV_CODE_POSITION_X, 25),
    (kivys.MTDEV_TYPE_EV_ABS, kivys.MTDEV_CODE_POSITION_Y, 100),
    (kivys.MTDEV_TYPE_EV_SYN, 0, 0),
)
UP = (
    (kivys.MTDEV_TYPE_EV_ABS, kivys.MTDEV_CODE_TRACKING_ID, -1),
    (kivys.MTDEV_TYPE_EV_SYN, 0, 0),
)


def test_the_thread_of_a_device_that_is_gone_closes_it_and_ends(played: type[Played], tmp_path: Path) -> None:
    (tmp_path / "event0").touch()  # whatever got its name since
    provider = touchscreen(played, str(tmp_path / "event0"))
    assert told(provider) == []
    assert provider.has_ended
    assert (played.opened, played.closed) == ([str(tmp_path / "event0")], 1)


def test_fingers_are_told_once_and_where_they_are(played: type[Played]) -> None:
    played.events = (*DOWN, *UP)
    assert told(touchscreen(played))[0] == ("begin", 0.25, 0.0)


def test_a_finger_on_a_device_that_is_gone_has_left_it(played: type[Played]) -> None:
    played.events = DOWN
    provider = touchscreen(played)
    assert [action for action, *_ in told(provider)] == ["begin", "end"]
    assert provider.has_ended


@pytest.mark.parametrize("number", [errno.EACCES, errno.ENOENT, errno.ENODEV])
def test_a_device_that_cannot_be_opened_after_all_ends_its_provider(
    number: int, played: type[Played]
) -> None:
    played.wrong = OSError(number, "no")
    provider = touchscreen(played)
    assert told(provider) == []
    assert provider.has_ended


def test_what_is_no_touchscreen_is_given_up_by_libmtdev_too(tmp_path: Path) -> None:
    (tmp_path / "event0").touch()
    provider = MtdevTouchscreen(str(tmp_path / "event0"))
    assert told(provider) == []
    assert provider.has_ended


SLOT_0, SLOT_1, SLOT_11 = ((kivys.MTDEV_TYPE_EV_ABS, kivys.MTDEV_CODE_SLOT, slot) for slot in (0, 1, 11))
FINGER, X, Y, DONE = DOWN


def test_a_coordinate_that_nobody_told_is_nowhere_to_kivy(played: type[Played]) -> None:
    """Why slots are asked for."""
    played.events = (FINGER, Y, DONE, *UP)
    assert told(touchscreen(played))[0] == ("begin", -1, 0.0)


@pytest.mark.parametrize("changed", [(), (X,), (Y,), (X, Y)])
def test_a_finger_is_where_the_one_before_herald_was_started_was(
    changed: tuple[tuple[int, int, int], ...], played: type[Played]
) -> None:
    played.slots = (0, [25], [100])
    played.events = (FINGER, *changed, DONE, *UP)
    assert told(touchscreen(played)) == [("begin", 0.25, 0.0), ("end", 0.25, 0.0)]


def test_it_stays_there_while_it_moves_along_one_axis(played: type[Played]) -> None:
    played.slots = (0, [25], [100])
    played.events = (FINGER, DONE, (*Y[:2], 50), DONE, *UP)
    heard = told(touchscreen(played))
    assert [action for action, *_ in heard] == ["begin", "update", "end"]
    assert heard[-1] == ("end", 0.25, 0.5)


def test_each_slot_has_its_own_place_and_a_device_may_have_many(played: type[Played]) -> None:
    played.slots = (1, [*range(12)], [*range(100, 88, -1)])
    played.events = (FINGER, DONE, SLOT_11, (*FINGER[:2], 6), DONE, *UP, SLOT_1, *UP)
    heard = [(action, round(x * 100), round(y * 100)) for action, x, y in told(touchscreen(played))]
    assert heard == [("begin", 1, 1), ("begin", 11, 11), ("end", 11, 11), ("end", 1, 1)]


def test_no_finger_is_felt_by_what_slots_remember(played: type[Played]) -> None:
    played.slots = (0, [25, 50], [100, 50])
    assert told(touchscreen(played)) == []


def test_the_finger_after_one_that_was_down_before_herald_was_started_is_felt(played: type[Played]) -> None:
    played.slots = (1, [0, 25], [0, 100])
    played.events = (*UP, (*FINGER[:2], 6), DONE, *UP)
    assert told(touchscreen(played)) == [("begin", 0.25, 0.0), ("end", 0.25, 0.0)]


def test_a_panel_for_one_finger_is_felt_and_each_tap_counts_once(played: type[Played]) -> None:
    """A resistive panel: the kernel tells no coordinate that is the same as before."""
    played.fingers, played.slots = "one", (0, [25], [0])
    down, up = (kivys.MTDEV_TYPE_EV_KEY, 0x14A, 1), (kivys.MTDEV_TYPE_EV_KEY, 0x14A, 0)
    x, y = (kivys.MTDEV_TYPE_EV_ABS, 0, 75), (kivys.MTDEV_TYPE_EV_ABS, 1, 100)
    played.events = (y, down, DONE, up, DONE, down, DONE, x, DONE, up, DONE)
    assert told(touchscreen(played)) == [
        ("begin", 0.25, 0.0),
        ("end", 0.25, 0.0),
        ("begin", 0.75, 0.0),  # both were told before the window asked
        ("update", 0.75, 0.0),
        ("end", 0.75, 0.0),
    ]


def test_what_a_panel_for_many_fingers_tells_of_its_first_one_counts_no_second_time(
    played: type[Played],
) -> None:
    one = (
        (kivys.MTDEV_TYPE_EV_KEY, 0x14A, 1),
        (kivys.MTDEV_TYPE_EV_ABS, 0, 25),
        (kivys.MTDEV_TYPE_EV_ABS, 1, 100),
    )
    played.events = (*DOWN[:-1], *one, DONE, UP[0], (kivys.MTDEV_TYPE_EV_KEY, 0x14A, 0), DONE)
    assert told(touchscreen(played)) == [("begin", 0.25, 0.0), ("end", 0.25, 0.0)]


@pytest.mark.parametrize(
    ("fingers", "x", "y", "asked"),
    [
        # EVIOCGABS of ABS_MT_SLOT, ABS_MT_POSITION_X and _Y, EVIOCGMTSLOTS for 12 slots and the axis
        ("in slots", [*range(5300, 5312)], [*range(5400, 5412)], [0x6F, 0x75, 0x0A, 0x76, 0x0A]),
        ("many", [], [], [0x6F, 0x75, 0x76]),
        ("one", [7], [7], [0x6F, 0x40, 0x41]),
    ],
)
def test_the_kernel_is_asked_for_ranges_and_for_what_it_remembers(
    fingers: Fingers, x: list[int], y: list[int], asked: list[int]
) -> None:
    requests: list[int] = []

    def kernel(device: int, request: int, room: array[int]) -> int:
        assert (device, request >> 16, request >> 8 & 0xFF) == (7, 0x8000 | 4 * len(room), ord("E"))
        requests.append(request & 0xFF)
        if request & 0xFF == 0x0A:
            room[1:] = array("i", [room[0] * 100 + slot for slot in range(12)])
        else:
            room[:] = array("i", [3, 0, 11, 0, 0, 0] if request & 0xFF == 0x6F else [7, 1, 4095, 0, 0, 0])
        return 0

    assert read_axes(7, fingers, kernel) == (Axis(1, 4095, x), Axis(1, 4095, y), 3)
    assert requests == asked


def test_a_device_that_is_gone_before_it_is_asked_says_so(tmp_path: Path) -> None:
    with (tmp_path / "event0").open("w") as file, pytest.raises(OSError, match="ioctl"):
        read_axes(file.fileno(), "in slots")
