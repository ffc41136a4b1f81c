"""The wiring plan: what Herald's own plans say, and that everything wrong with anybody's is told at once."""

from __future__ import annotations

import re
from collections import Counter
from importlib.resources import files
from pathlib import Path

import pytest
from gpiozero.pins.data import SPI_HARDWARE_PINS
from gpiozero.pins.pi import PiBoardInfo
from hypothesis import given
from hypothesis import strategies as st

from hardware.errors import HardwareError, WiringPlanError
from hardware.pi_header import HEADER, HEADER_POSITIONS, SPI_OVERLAYS, pin_label
from hardware.readers.hub.pico_pinout import PICO_LAYOUT
from hardware.readers.hub.wiring_schema import HubButton, HubReader, HubWiring
from hardware.readers.rc522.wiring_schema import Rc522Wiring
from hardware.struct_validation import MAX_FAULTS
from hardware.wiring_plan import KIT_NAMES, MAX_PLAN_BYTES, load_kit, load_plan, parse_plan
from hardware.wiring_schema import ButtonWiring, LightWiring, WiringPlan

READER = '[[reader]]\nname = "play"\nbus = 0\ndevice = 0\n'
WELL = "reset = 25\n" + READER

READER_OF_HUB = '[[hub.reader]]\nname = "tile/1"\nbus = 0\nselect = 0\n'
HUB = '[[hub]]\nname = "tiles"\nreset = 22\n' + READER_OF_HUB

TWO_HUBS = HUB + HUB.replace('"tiles"', '"more"').replace("tile/1", "tile/2")
MANY = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 17)
LEFT_OF_HUB = "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 17, 20, 21, 22, 26, 27, 28"
"""Without tile/1 on bus 0, selected by GP0."""

TABLES = (
    "a table that there may be several of begins in double brackets, as [[reader]], [[hub]] and below it "
    "[[hub.reader]]; compare with one of the kits in hardware/kits"
)

WRONG = {
    # what was written, and the sentences it earns
    "reset = 99": [
        "reset cannot be 99; write the BCM number of the pin that is wired to RST of all readers, 2 to 27"
    ],
    "buzzer = true": ["buzzer cannot be true; write a BCM number, 2 to 27"],
    "buzzer = 4.0": ["buzzer cannot be 4.0; write a BCM number, 2 to 27"],
    'buzzer = "4"': ['buzzer cannot be "4"; write a BCM number, 2 to 27'],
    f"buzzer = 0x{'f' * 6000}": ["buzzer cannot be so large a number; write a BCM number, 2 to 27"],
    "buzzer = -1": ["buzzer cannot be -1; write a BCM number, 2 to 27"],
    "buzer = 4": ["buzer is not known; did you mean buzzer?"],
    "zzz = 4": ["zzz is not known; known here: reset, buzzer, reader, button, hub"],
    "buzzer = 1": [
        "BCM 1 (pin 28): wanted by buzzer, but belongs to the ID EEPROM of add-on boards; "
        f"free are BCM {', '.join(str(n) for n in range(2, 28))}"
    ],
    READER: ["reset is missing; write the pin that is wired to RST of all readers, as in reset = 25"],
    "reader = 3": ["reader cannot be 3; begin each reader with a line [[reader]]"],
    "[reader]": [
        "reader cannot be a table; begin each reader with a line [[reader]]",
    ],
    "button = [3]": ["button 1: cannot be 3; write a table"],
    'reset = 25\n[[reader]]\nname = "play"': [
        'reader "play": bus is missing; write 0 or 1; the Pi\'s other buses need pins that are taken',
        'reader "play": device is missing; write 0, 1 or 2: the number after CE',
    ],
    "reset = 25\n[[reader]]\nbus = 0\ndevice = 0": [
        'reader 1: name is missing; write a name of 1 to 40 characters without blanks, as "play" or "tile/6"'
    ],
    WELL.replace('"play"', '"my table"'): [
        'reader "my table": name cannot be "my table"; '
        'write a name of 1 to 40 characters without blanks, as "play" or "tile/6"'
    ],
    WELL.replace('"play"', '""'): [
        'reader "": name cannot be ""; '
        'write a name of 1 to 40 characters without blanks, as "play" or "tile/6"'
    ],
    WELL.replace("bus = 0", "bus = 3"): [
        'reader "play": bus cannot be 3; write 0 or 1; the Pi\'s other buses need pins that are taken'
    ],
    WELL.replace("device = 0", "device = 7"): [
        'reader "play": device cannot be 7; write 0, 1 or 2: the number after CE'
    ],
    WELL.replace("device = 0", "device = 2"): [
        'reader "play": bus 0 has the devices 0 to 1 only; write one of them'
    ],
    WELL + "gain_db = 40": [
        'reader "play": gain_db cannot be 40; write 18, 23, 33, 38, 43 or 48; 33 is a good start'
    ],
    WELL + "gian_db = 33": ['reader "play": gian_db is not known; did you mean gain_db?'],
    WELL + "speed_hz = 99_999": [
        'reader "play": speed_hz cannot be 99999; '
        "write 100_000 to 10_000_000; 4_000_000 is usual, 1_000_000 good for long wires"
    ],
    WELL + "speed_hz = 10_000_001": [
        'reader "play": speed_hz cannot be 10000001; '
        "write 100_000 to 10_000_000; 4_000_000 is usual, 1_000_000 good for long wires"
    ],
    WELL + "light = 5": ['reader "play", light: cannot be 5; write a table'],
    WELL + "light = { red = 5, green = 6, blau = 12 }": [
        'reader "play", light: blau is not known; did you mean blue?',
        'reader "play", light: blue is missing; write a BCM number, 2 to 27',
    ],
    WELL + READER.replace("device = 0", "device = 1"): [
        'reader "play": has the name of another reader; give each its own'
    ],
    WELL + READER.replace("play", "bank"): [
        'reader "bank": is on the chip select of another; give each its own bus and device'
    ],
    "hub = 3": ["hub cannot be 3; begin each hub with a line [[hub]]"],
    "[[hub]]": [
        'hub 1: name is missing; write a name of 1 to 20 of a-z, 0-9 and -, as "tiles"',
        "hub 1: reset is missing; write the GP number of the pin that is wired to RST of all its readers",
        "hub 1: reader is missing; write 1 to 16 readers, each after a line [[hub.reader]]",
    ],
    HUB.replace('"tiles"', '"The tiles"'): [
        'hub "The tiles": name cannot be "The tiles"; write a name of 1 to 20 of a-z, 0-9 and -, as "tiles"'
    ],
    HUB.replace('"tiles"', f'"{"t" * 21}"'): [
        f'hub "{"t" * 21}": name cannot be "{"t" * 21}"; '
        'write a name of 1 to 20 of a-z, 0-9 and -, as "tiles"'
    ],
    HUB.replace("22", "30"): [
        'hub "tiles": reset cannot be 30; write the GP number of the pin that is wired to RST of all its readers'
    ],
    HUB.replace("reset = 22", "reset = 22\nlights = true"): [
        'hub "tiles": lights cannot be true; '
        "write the GP number of the data wire of a chain of WS2812, one for each reader"
    ],
    HUB.replace("reset = 22", 'reset = 22\nusb = "e66 7"\nport = ""'): [
        'hub "tiles": usb cannot be "e66 7"; write its USB number, as "e6614103e7174b2c"',
        'hub "tiles": port cannot be ""; write its serial device, as "/dev/ttyACM*"',
    ],
    '[[hub]]\nname = "tiles"\nreset = 22\nreader = []': [
        'hub "tiles": reader cannot be there 0 times; write 1 to 16 readers, each after a line [[hub.reader]]'
    ],
    '[[hub]]\nname = "tiles"\nreset = 22\nreader = 3': [
        'hub "tiles": reader cannot be 3; begin each reader with a line [[hub.reader]]'
    ],
    '[[hub]]\nname = "tiles"\nreset = 28\n'
    + "".join(READER_OF_HUB.replace("tile/1", f"r{n}").replace("ct = 0", f"ct = {n}") for n in MANY): [
        'hub "tiles": reader cannot be there 17 times; '
        "write 1 to 16 readers, each after a line [[hub.reader]]"
    ],
    HUB.replace("bus = 0", "bus = 2").replace("select = 0", "selct = 0"): [
        'hub "tiles", reader "tile/1": selct is not known; did you mean select?',
        'hub "tiles", reader "tile/1": bus cannot be 2; '
        "write 0 (MISO GP16, SCK GP18, MOSI GP19) or 1 (GP12, GP10, GP11)",
        'hub "tiles", reader "tile/1": select is missing; write a GP number of the Pico, 0 to 22 or 26 to 28',
    ],
    HUB + "gain_db = 40\nspeed_hz = 5": [
        'hub "tiles", reader "tile/1": gain_db cannot be 40; '
        "write 18, 23, 33, 38, 43 or 48; 33 is a good start",
        'hub "tiles", reader "tile/1": speed_hz cannot be 5; '
        "write 100_000 to 10_000_000; 4_000_000 is usual, 1_000_000 good for long wires",
    ],
    HUB + "[[hub.button]]\npin = 30": [
        'hub "tiles", button 1: name is missing; write "yes", "no", "undo", "off", "player/1" to "player/6", '
        'or a thing of a game by its number, as "column/2"',
        'hub "tiles", button 1: pin cannot be 30; write a GP number of the Pico, 0 to 22 or 26 to 28',
    ],
    HUB + READER_OF_HUB.replace("ct = 0", "ct = 1"): [
        'hub "tiles", reader "tile/1": has the name of another reader; give each its own'
    ],
    WELL + HUB.replace("tile/1", "play"): [
        'hub "tiles", reader "play": has the name of another reader; give each its own'
    ],
    HUB + HUB.replace('"tiles"', '"more"'): [
        'hub "more", reader "tile/1": has the name of another reader; give each its own'
    ],
    HUB + HUB.replace("tile/1", "tile/2"): ['hub "tiles": has the name of another hub; give each its own'],
    '[[button]]\nname = "yes"\npin = 4\n' + HUB + '[[hub.button]]\nname = "yes"\npin = 26': [
        'hub "tiles", button "yes": is there twice; one button for each is enough'
    ],
    TWO_HUBS.replace("reset = 22", 'reset = 22\nusb = "e66"'): [
        'hub "more": has the USB number of another hub; each Pico has its own'
    ],
    TWO_HUBS.replace("reset = 22", 'reset = 22\nport = "/dev/ttyACM0"'): [
        'hub "more": is on the serial device of another hub; leave port out, and each is found by its name'
    ],
    HUB.replace("22", "23"): [
        'hub "tiles", GP23: wanted by reset, '
        "but is not on the Pico's edge: it switches the board's power supply or its radio; "
        f"free are GP {LEFT_OF_HUB.replace(', 23', '')}"
    ],
    HUB.replace("select = 0", "select = 16"): [
        'hub "tiles", GP16 (place 21): wanted by SPI bus 0 (MISO) and reader tile/1 (select); '
        f"free are GP 0, {LEFT_OF_HUB.replace(', 22', '')}"
    ],
    HUB.replace("reset = 22", "reset = 22\nlights = 22"): [
        'hub "tiles", GP22 (place 29): wanted by reset and lights; '
        f"free are GP {LEFT_OF_HUB.replace(', 22', '')}"
    ],
    '[hub]\nport = "/dev/ttyACM0"\nreaders = ["tile/1"]': [
        "hub: is written in another way since it has a program: begin with a line [[hub]] and give it name and reset, "
        "then write for each of its readers a line [[hub.reader]] with name, bus and select; "
        "hardware/kits/hub.toml shows a whole one"
    ],
    '[[button]]\nname = "yess"\npin = 4': [
        'button "yess": name cannot be "yess"; write "yes", "no", "undo", "off", "player/1" to "player/6", '
        'or a thing of a game by its number, as "column/2"'
    ],
    '[[button]]\nname = "yes"\npin = 4\n[[button]]\nname = "yes"\npin = 5': [
        'button "yes": is there twice; one button for each is enough'
    ],
    "reset = [": [f"not readable as TOML: Invalid value (at end of document); {TABLES}"],
    "a = " + "[" * 9000: [
        f"not readable as TOML: maximum recursion depth exceeded while calling a Python object; {TABLES}"
    ],
    "#" * (MAX_PLAN_BYTES + 1): [
        "longer than 32768 bytes; no plan is: begin again from one of the kits in hardware/kits"
    ],
}


def faults(text: bytes | str) -> tuple[str, ...]:
    try:
        parse_plan(text)
    except WiringPlanError as wrong:
        return wrong.faults
    return ()


@pytest.mark.parametrize("text", WRONG)
def test_each_fault_is_told_with_its_place_and_what_to_write_instead(text: str) -> None:
    told = [
        re.sub("depth exceeded.*?;", "depth exceeded while calling a Python object;", said)
        for said in faults(text)
    ]
    assert told == WRONG[text]


def test_everything_wrong_is_told_at_once() -> None:
    told = faults(
        """
        reset = 9
        buzer = 4
        [[reader]]
        name = "play"
        bus = 0
        device = 2
        gain_db = 40
        light = { red = 0, green = 9, blue = 28 }
        [[button]]
        name = "jes"
        pin = 10
        """
    )
    assert [said.partition(";")[0] for said in told] == [
        "buzer is not known",
        'reader "play": gain_db cannot be 40',
        'reader "play", light: blue cannot be 28',
        'button "jes": name cannot be "jes"',
        'reader "play": bus 0 has the devices 0 to 1 only',
        "BCM 0 (pin 27): wanted by light of play (red), but belongs to the ID EEPROM of add-on boards",
        "BCM 9 (pin 21): wanted by SPI bus 0 (MISO) and reset and light of play (green)",
        "BCM 10 (pin 19): wanted by SPI bus 0 (MOSI) and button without a name",
    ]


def test_a_fault_of_a_plan_is_an_error_of_ours_and_a_value_error_and_says_all_of_it() -> None:
    with pytest.raises(WiringPlanError) as caught:
        parse_plan("buzer = 4\nreset = 99")
    assert isinstance(caught.value, HardwareError | ValueError)
    assert str(caught.value) == "\n".join(caught.value.faults)
    assert len(caught.value.faults) == 2


def test_who_sends_thousands_of_faults_hears_the_first_of_them() -> None:
    told = faults("\n".join(f"wrong{number} = 1" for number in range(2000)))
    assert len(told) == MAX_FAULTS + 1
    assert told[-1] == "and more; these first"


def test_a_clash_names_the_pins_that_are_still_free_or_says_that_none_is() -> None:
    five = files("hardware").joinpath("kits", "five.toml").read_text(encoding="utf-8")
    assert faults(five.replace("pin = 27", "pin = 6")) == (
        "BCM 6 (pin 31): wanted by button no and button undo; free are BCM 27",
    )
    assert faults(five + '[[button]]\nname = "player/5"\npin = 16\n') == (
        "BCM 16 (pin 36): wanted by SPI bus 1 (CE2) and button player/5; no pin is free",
    )


def test_every_pin_of_a_bus_is_taken_by_it_used_or_not() -> None:
    for bus, overlay in SPI_OVERLAYS.items():
        for wire, bcm in overlay.pins.items():
            text = f'reset = 25\nbuzzer = {bcm}\n[[reader]]\nname = "x"\nbus = {bus}\ndevice = 0\n'
            assert [said.partition(";")[0] for said in faults(text)] == [
                f"{pin_label(bcm)}: wanted by SPI bus {bus} ({wire}) and buzzer"
            ]


pins = st.integers(0, 27)
buttons = st.lists(
    st.tuples(st.sampled_from(["player/1", "player/2", "player/3", "yes", "no", "undo", "off"]), pins),
    unique_by=lambda button: button[0],
)
readers = st.lists(
    st.tuples(
        st.sampled_from([(0, 0), (0, 1), (1, 0), (1, 1), (1, 2)]),
        st.none() | st.tuples(pins, pins, pins),
    ),
    unique_by=lambda reader: reader[0],
)


@given(reset=pins, buzzer=st.none() | pins, readers=readers, buttons=buttons)
def test_two_users_of_a_pin_are_always_found(
    reset: int,
    buzzer: int | None,
    readers: list[tuple[tuple[int, int], tuple[int, int, int] | None]],
    buttons: list[tuple[str, int]],
) -> None:
    text = f"reset = {reset}\n"
    wanted = [reset]
    if buzzer is not None:
        text += f"buzzer = {buzzer}\n"
        wanted.append(buzzer)
    for (bus, device), light in readers:
        text += f'[[reader]]\nname = "r{bus}{device}"\nbus = {bus}\ndevice = {device}\n'
        if light:
            text += "light = {{ red = {}, green = {}, blue = {} }}\n".format(*light)
            wanted += light
    for name, pin in buttons:
        text += f'[[button]]\nname = "{name}"\npin = {pin}\n'
        wanted.append(pin)
    if any(bus == 0 for (bus, _), _ in readers):
        wanted += [7, 8, 9, 10, 11]
    if any(bus == 1 for (bus, _), _ in readers):
        wanted += [16, 17, 18, 19, 20, 21]
    clashing = {pin for pin, users in Counter(wanted).items() if users > 1 or pin in (0, 1)}
    told = faults(text)
    assert {int(said.split()[1]) for said in told} == clashing
    if not clashing:
        plan = parse_plan(text)
        assert sorted(use.pin for use in plan.pin_uses()) == sorted(wanted)
        assert set(plan.free_pins()) == set(range(2, 28)) - set(wanted)


bus_pins = {0: (16, 18, 19), 1: (12, 10, 11)}
on_hub = st.lists(st.tuples(st.sampled_from([0, 1]), st.integers(0, 29)), min_size=1, max_size=16)
hub_buttons = st.lists(
    st.tuples(st.sampled_from(["player/1", "player/2", "yes", "no", "undo", "off"]), st.integers(0, 29)),
    unique_by=lambda button: button[0],
)


@given(
    reset=st.integers(0, 29),
    lights=st.none() | st.integers(0, 29),
    readers=on_hub,
    buttons=hub_buttons,
)
def test_two_users_of_a_pin_of_a_hub_and_pins_it_has_not_are_always_found(
    reset: int, lights: int | None, readers: list[tuple[int, int]], buttons: list[tuple[str, int]]
) -> None:
    text = f'[[hub]]\nname = "tiles"\nreset = {reset}\n'
    wanted = [reset]
    if lights is not None:
        text += f"lights = {lights}\n"
        wanted.append(lights)
    for number, (bus, select) in enumerate(readers):
        text += f'[[hub.reader]]\nname = "r{number}"\nbus = {bus}\nselect = {select}\n'
        wanted.append(select)
    for name, pin in buttons:
        text += f'[[hub.button]]\nname = "{name}"\npin = {pin}\n'
        wanted.append(pin)
    for bus in {bus for bus, _ in readers}:
        wanted += bus_pins[bus]
    clashing = {pin for pin, users in Counter(wanted).items() if users > 1 or pin in (23, 24, 25, 29)}
    told = faults(text)
    assert {int(re.findall(r"^hub \"tiles\", GP(\d+)", said)[0]) for said in told} == clashing
    if not clashing:
        (hub,) = parse_plan(text).wirings_of(HubWiring)
        assert sorted(use.pin for use in hub.pin_uses()) == sorted(wanted)
        assert set(hub.free_pins()) == {*range(23), 26, 27, 28} - set(wanted)


@given(st.binary(max_size=300) | st.text(max_size=300))
def test_any_text_is_a_plan_or_a_fault_and_nothing_else(text: bytes | str) -> None:
    told = faults(text)
    assert all(told) or parse_plan(text)


@given(st.data())
def test_a_kit_scratched_anywhere_is_a_plan_or_a_fault_and_nothing_else(data: st.DataObject) -> None:
    text = files("hardware").joinpath("kits", data.draw(st.sampled_from(KIT_NAMES)) + ".toml").read_bytes()
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(start + 30, len(text))))
    patch = data.draw(
        st.sampled_from(
            [b"", b"0", b"-", b"[", b"{}", b'"', b"\n", b"nan", b"1979-05-27", b"=", b"1e400", b"\xf0"]
        )
        | st.binary(max_size=8)
    )
    told = faults(text[:start] + patch + text[end:])
    assert all(told)


KEYS = [
    "reset",
    "buzzer",
    "reader",
    "button",
    "hub",
    "name",
    "bus",
    "device",
    "light",
    "red",
    "pin",
    "port",
    "usb",
    "select",
    "lights",
    "at",
]
values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-2, 30)
    | st.floats()
    | st.sampled_from(["play", "yes", "", "a b"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=4),
    max_leaves=12,
)


def toml(value: object) -> str:
    """A value as TOML has it; what TOML has not becomes a date."""
    match value:
        case None:
            return "1979-05-27T07:32:00Z"
        case dict():
            return "{" + ", ".join(f"{key} = {toml(inner)}" for key, inner in value.items()) + "}"
        case list():
            return "[" + ", ".join(map(toml, value)) + "]"
        case bool():
            return str(value).lower()
        case str():
            return f'"{value}"'
        case _:
            return str(value)


@given(st.dictionaries(st.sampled_from(KEYS), values, max_size=5))
def test_known_keys_with_any_values_are_a_plan_or_a_fault_and_nothing_else(raw: dict[str, object]) -> None:
    text = "\n".join(f"{key} = {toml(value)}" for key, value in raw.items())
    told = faults(text)
    assert all(told)
    assert not any("not readable as TOML" in said for said in told)


def test_an_empty_plan_has_nothing_and_needs_nothing() -> None:
    assert parse_plan("") == WiringPlan()
    assert (WiringPlan().config_txt_lines(), WiringPlan().notes(), WiringPlan().pin_uses()) == ((), (), ())


def test_a_plan_says_what_was_written_and_what_is_usual() -> None:
    text = WELL + "gain_db = 38\nspeed_hz = 1_000_000\nlight = { red = 22, green = 23, blue = 24 }\n"
    plan = parse_plan(text.replace("reset", "buzzer = 4\nreset") + '[[button]]\nname = "player/5"\npin = 6')
    assert plan == WiringPlan(
        reset=25,
        buzzer=4,
        tables=(Rc522Wiring("play", 0, 0, 38, 1_000_000, LightWiring(22, 23, 24)),),
        buttons=(ButtonWiring("player/5", 6),),
    )
    assert parse_plan(WELL).wirings_of(Rc522Wiring) == (
        Rc522Wiring("play", 0, 0, gain_db=33, speed_hz=4_000_000, light=None),
    )


def test_a_plan_written_by_an_editor_that_begins_files_with_a_mark_is_read() -> None:
    assert parse_plan(b"\xef\xbb\xbf" + WELL.replace("\n", "\r\n").encode()) == parse_plan(WELL)


def test_a_plan_is_read_from_a_file_and_a_missing_file_is_an_os_error(tmp_path: Path) -> None:
    (tmp_path / "wiring.toml").write_text(WELL, encoding="utf-8")
    assert load_plan(tmp_path / "wiring.toml") == parse_plan(WELL)
    with pytest.raises(FileNotFoundError):
        load_plan(tmp_path / "none.toml")
    (tmp_path / "long.toml").write_bytes(b"#" * (MAX_PLAN_BYTES + 1))
    with pytest.raises(WiringPlanError, match="longer than"):
        load_plan(tmp_path / "long.toml")


@pytest.mark.parametrize(
    ("name", "on_the_pi"), [("one", 1), ("two", 2), ("five", 5), ("hub", 1), ("columns", 1)]
)
def test_each_kit_has_its_readers_a_sounder_and_the_buttons_of_four_players(
    name: str, on_the_pi: int
) -> None:
    plan = load_kit(name)
    assert len(plan.wirings_of(Rc522Wiring)) == on_the_pi
    assert plan.wirings_of(Rc522Wiring)[0].name == "play"
    assert plan.buzzer is not None
    off = ["off"] if name != "five" else []  # its pin is a reader's there
    columns = [f"column/{number}" for number in range(1, 7)] if name == "columns" else []
    assert [button.name for button in plan.buttons] == [
        "player/1", "player/2", "player/3", "player/4", "yes", "no", "undo", *off, *columns,
    ]  # fmt: skip


def test_the_kits_of_one_and_two_have_a_light_for_each_reader_and_five_as_many_as_there_are_pins() -> None:
    assert all(
        reader.light
        for name in ("one", "two", "hub", "columns")
        for reader in load_kit(name).wirings_of(Rc522Wiring)
    )
    five = load_kit("five")
    assert len([reader for reader in five.wirings_of(Rc522Wiring) if reader.light]) == 2
    assert len(five.free_pins()) < 3, "there is room for one light more"


@pytest.mark.parametrize(
    ("small", "large"), [("one", "two"), ("two", "five"), ("one", "hub"), ("one", "columns")]
)
def test_whoever_buys_more_readers_moves_no_wire_but_that_of_off_to_kit_five(small: str, large: str) -> None:
    moved = {(use.pin, str(use)) for use in load_kit(small).pin_uses()} - {
        (use.pin, str(use)) for use in load_kit(large).pin_uses()
    }
    assert moved == ({(17, "button off")} if large == "five" else set())


def test_each_kit_names_the_lines_of_config_txt_for_its_buses() -> None:
    assert {name: load_kit(name).config_txt_lines() for name in KIT_NAMES} == {
        "usb": (),
        "one": ("dtparam=spi=on",),
        "two": ("dtparam=spi=on",),
        "five": ("dtparam=spi=on", "dtoverlay=spi1-3cs"),
        "hub": ("dtparam=spi=on",),
        "columns": ("dtparam=spi=on",),
    }


def test_pins_with_a_price_are_noted_with_what_is_lost() -> None:
    plan = parse_plan(WELL + '[[button]]\nname = "yes"\npin = 3')
    assert plan.notes() == (
        "I2C is given up (BCM 3 (pin 5) for button yes): "
        "an I2C clock, sensor or display board can no longer be added",
    )
    assert parse_plan(WELL).notes() == ()


def test_a_hub_with_more_readers_than_a_pico_feeds_is_noted() -> None:
    assert load_kit("hub").notes()[-1] == (
        "Hub tiles has 12 readers, and its Pico feeds 2: they need a 3.3 V regulator of their own"
    )
    two = READER_OF_HUB.replace("tile/1", "tile/2").replace("ct = 0", "ct = 1")
    assert parse_plan(HUB + two).notes() == ()


def test_a_hub_says_what_was_written_and_what_is_usual() -> None:
    plan = parse_plan(
        WELL
        + '[[button]]\nname = "yes"\npin = 4\n'
        + HUB.replace("reset", 'lights = 28\nusb = "e66"\nport = "/dev/ttyACM*"\nreset')
        + "gain_db = 38\nspeed_hz = 1_000_000\n"
        + '[[hub.button]]\nname = "no"\npin = 26\n'
        + HUB.replace("tiles", "two").replace("tile/1", "tile/2").replace("bus = 0", "bus = 1")
    )
    assert plan.wirings_of(HubWiring) == (
        HubWiring(
            "tiles", 22, (HubReader("tile/1", 0, 0, 38, 1_000_000),), 28, (HubButton("no", 26),), "e66",
            "/dev/ttyACM*",
        ),
        HubWiring("two", 22, (HubReader("tile/2", 1, 0, gain_db=33, speed_hz=4_000_000),)),
    )  # fmt: skip
    assert plan.reader_names == ("play", "tile/1", "tile/2")
    assert plan.readers_with_light == ("tile/1",)
    assert plan.button_names == ("yes", "no")
    assert [sorted(use.pin for use in hub.pin_uses()) for hub in plan.wirings_of(HubWiring)] == [
        [0, 16, 18, 19, 22, 26, 28],
        [0, 10, 11, 12, 22],
    ]
    assert not set(plan.wirings_of(HubWiring)[0].free_pins()) & {
        use.pin for use in plan.wirings_of(HubWiring)[0].pin_uses()
    }


def test_two_hubs_may_be_somewhere_among_the_same_serial_devices() -> None:
    assert (
        len(
            parse_plan(TWO_HUBS.replace("reset = 22", 'reset = 22\nport = "/dev/ttyACM*"')).wirings_of(
                HubWiring
            )
        )
        == 2
    )


def test_a_plan_may_have_nothing_on_a_pi() -> None:
    plan = parse_plan(HUB)
    assert (plan.wirings_of(Rc522Wiring), plan.pin_uses(), plan.config_txt_lines(), plan.reader_names) == (
        (),
        (),
        (),
        ("tile/1",),
    )


def test_the_hub_of_the_kit_has_a_reader_for_each_tile_in_the_order_of_the_places_on_the_pico() -> None:
    (hub,) = load_kit("hub").wirings_of(HubWiring)
    assert [reader.name for reader in hub.readers] == [f"tile/{n}" for n in range(1, 13)]
    assert [reader.bus for reader in hub.readers] == [0] * 6 + [1] * 6
    places = [PICO_LAYOUT.positions[reader.select] for reader in hub.readers]
    assert places == sorted(places)
    assert max(places) <= 20, "they leave the left edge"
    assert hub.lights is not None
    assert len(hub.free_pins()) >= 3, "there is no room for buttons"


def test_a_hub_has_room_for_sixteen_readers_their_lights_and_two_buttons() -> None:
    selects = [
        gp for gp in sorted(PICO_LAYOUT.positions) if gp not in (10, 11, 12, 16, 18, 19, 22, 26, 27, 28)
    ]
    text = '[[hub]]\nname = "tiles"\nreset = 22\nlights = 28\n'
    for number, gp in enumerate(selects):
        text += f'[[hub.reader]]\nname = "r{number}"\nbus = {number % 2}\nselect = {gp}\n'
    text += '[[hub.button]]\nname = "yes"\npin = 26\n[[hub.button]]\nname = "no"\npin = 27\n'
    (hub,) = parse_plan(text).wirings_of(HubWiring)
    assert len(hub.readers) == 16
    assert hub.free_pins() == ()


def test_no_button_hangs_on_a_pin_that_the_serial_console_would_drive() -> None:
    for name in KIT_NAMES:  # a press joins the pin to ground
        assert 14 not in {button.pin for button in load_kit(name).buttons}


def test_the_header_has_forty_pins_and_every_program_number_once() -> None:
    assert [pin.number for pin in HEADER.pins] == list(range(1, 41))
    assert sorted(HEADER_POSITIONS) == list(range(28))
    assert all((pin.bcm is None) == bool(pin.supply) for pin in HEADER.pins)
    assert Counter(pin.supply for pin in HEADER.pins if pin.supply) == {"3.3 V": 2, "5 V": 2, "ground": 8}


@pytest.mark.parametrize("revision", [0xD04170, 0xC03111, 0xA020D3], ids=["Pi 5", "Pi 4", "Pi 3B+"])
def test_the_header_is_the_one_that_gpiozero_knows(revision: int) -> None:
    names = {"3.3 V": "3V3", "5 V": "5V", "ground": "GND"}
    known = PiBoardInfo.from_revision(revision).headers["J8"].pins
    for pin in HEADER.pins:
        assert known[pin.number].name == (names[pin.supply] if pin.supply else f"GPIO{pin.bcm}")


def test_the_first_bus_is_on_the_pins_that_gpiozero_knows() -> None:
    known = SPI_HARDWARE_PINS[0]
    wires = {"SCLK": known["clock"], "MOSI": known["mosi"], "MISO": known["miso"]}
    wires |= {f"CE{device}": name for device, name in enumerate(known["select"])}
    assert {wire: f"GPIO{bcm}" for wire, bcm in SPI_OVERLAYS[0].pins.items()} == wires


def test_each_bus_takes_the_pins_that_the_header_gives_it() -> None:
    said = {pin.function: pin.bcm for pin in HEADER.pins if pin.function.startswith("SPI")}
    assert said == {
        f"SPI{bus} {wire}": bcm for bus in SPI_OVERLAYS for wire, bcm in SPI_OVERLAYS[bus].pins.items()
    }
    assert [SPI_OVERLAYS[bus].devices for bus in (0, 1)] == [2, 3]
