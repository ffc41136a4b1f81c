"""wiring.md and its drawings: that they say what the program opens, and that a person can read them."""

from __future__ import annotations

import re
import subprocess
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

from companion.table.tags.deck_store import all_pieces_in_box
from hardware.pi_header import HEADER, HEADER_POSITIONS, SPI_OVERLAYS
from hardware.pin_layout import Wire
from hardware.readers.hub import wire_list as hub_harness
from hardware.readers.hub.pico_pinout import PICO_LAYOUT, PINOUT
from hardware.readers.hub.wiring_drawing import draw_hub
from hardware.readers.hub.wiring_schema import HubWiring
from hardware.readers.pn532.wiring_schema import Pn532Wiring
from hardware.readers.rc522.wiring_schema import PRINTED_TERMINALS, Rc522Wiring, needs_regulator
from hardware.wire_list import list_wires
from hardware.wiring_drawing import draw_wiring
from hardware.wiring_plan import KIT_NAMES, load_kit, parse_plan
from hardware.wiring_schema import WiringPlan
from tests.ours import GAMES

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "wiring.md").read_text(encoding="utf-8")
HUBS = {f"{name}-{hub.name}": hub for name in KIT_NAMES for hub in load_kit(name).wirings_of(HubWiring)}
WIRED = [name for name in KIT_NAMES if list_wires(load_kit(name))]
"""The kits with wires."""
DRAWINGS = {f"{name}.svg": draw_wiring(load_kit(name)) for name in WIRED} | {
    f"{name}.svg": draw_hub(hub) for name, hub in HUBS.items()
}
SVG = "{http://www.w3.org/2000/svg}"


def part(name: str) -> str:
    """What stands on the page in one of its made parts."""
    found = re.search(rf"<!-- deploy/wiring: {name} -->\n(.*?)<!-- end -->", PAGE, re.DOTALL)
    assert found, f"the page has no part {name}"
    return found[1]


def rows(text: str) -> list[list[str]]:
    """The rows of the tables in a text, without heads."""
    cells = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line[:1] == "|"
    ]
    heads = [number - 1 for number, row in enumerate(cells) if set(row) == {"---"}]
    return [row for number, row in enumerate(cells) if number not in heads and number - 1 not in heads]


def test_the_page_and_its_drawings_are_fresh() -> None:
    done = subprocess.run(
        [str(ROOT / "deploy" / "wiring"), "--check"], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_every_wire_is_bought_with_the_ends_that_it_needs() -> None:
    bought = {row[0]: dict(zip(KIT_NAMES, row[1:-1], strict=True)) for row in rows(part("buy"))}
    assert set(KIT_NAMES) - set(WIRED) == {"usb"}
    own, others = (bought[f"jumper wire, socket to {end}, 20 cm at most"] for end in ("socket", "pin"))
    for name in KIT_NAMES:
        plan = load_kit(name)
        boards = [list_wires(plan), *map(hub_harness.list_wires, plan.wirings_of(HubWiring))]
        single, meeting = 0, 0
        for board in boards:
            to_readers: dict[tuple[int | str, str], set[str]] = {}
            for wire in board:
                if wire.part.startswith("reader "):
                    to_readers.setdefault((wire.origin, wire.terminal), set()).add(wire.part)
            single += sum(len(parts) == 1 for parts in to_readers.values())
            meeting += sum(len(parts) + 1 for parts in to_readers.values() if len(parts) > 1)
        loose = sum(not wire.part.startswith("reader ") for board in boards for wire in board)
        assert (own[name], others[name]) == tuple(str(n or "–") for n in (single, meeting + loose)), name


@pytest.mark.parametrize("game", GAMES)
def test_the_page_says_how_many_stickers_a_box_takes(game: str, tmp_path: Path) -> None:
    count = len(all_pieces_in_box(game, tmp_path))
    assert f"has {count}" in PAGE or f" {count}," in PAGE or f"\n  Florence {count}." in PAGE


def test_what_is_not_fresh_is_named(tmp_path: Path) -> None:
    for name in ("deploy", "hardware"):
        (tmp_path / name).mkdir()
    (tmp_path / "hardware" / "kits").mkdir()
    for name in ("deploy/wiring", "deploy/parts.toml", "wiring.md"):
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    (tmp_path / "wiring.md").write_text(
        PAGE.replace("| RC522 reader board | 1 |", "| RC522 reader board | 2 |")
    )
    script = (
        "import runpy, sys; from pathlib import Path; sys.argv = ['wiring', '--check'];"
        f"runpy.run_path({str(tmp_path / 'deploy' / 'wiring')!r}, run_name='__main__')"
    )
    python = ROOT / ".venv" / "bin" / "python"
    done = subprocess.run(
        [str(python), "-c", script], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    drawings = {"hardware/kits/" + name for name in DRAWINGS}
    said = [line.split()[0] for line in done.stderr.splitlines()]
    assert (done.returncode, set(said), len(said)) == (
        len(drawings) + 1,
        drawings | {"wiring.md"},
        done.returncode,
    )


@pytest.mark.parametrize("name", WIRED)
def test_the_pin_table_of_a_kit_has_every_pin_the_program_opens_and_no_other(name: str) -> None:
    plan = load_kit(name)
    said = {int(place): (what, end) for place, what, end in rows(part(f"kit-{name}"))}
    for pin in HEADER.pins:
        if pin.number in said:
            assert said[pin.number][0] == (pin.supply or f"BCM {pin.bcm}")
    opened = {HEADER_POSITIONS[plan.reset or 0]: "RST of ", HEADER_POSITIONS[plan.buzzer or 0]: "sounder"}
    for button in plan.buttons:
        opened[HEADER_POSITIONS[button.pin]] = f"button {button.name}"
    for reader in plan.wirings_of(Rc522Wiring):
        bus = SPI_OVERLAYS[reader.bus].pins
        opened[HEADER_POSITIONS[bus[f"CE{reader.device}"]]] = f"SDA of {reader.name}"
        opened |= {HEADER_POSITIONS[bus[role]]: f"{print_} of " for role, print_ in (
            ("MOSI", "MOSI"), ("MISO", "MISO"), ("SCLK", "SCK"))}  # fmt: skip
        if reader.light:
            for colour in ("red", "green", "blue"):
                opened[HEADER_POSITIONS[getattr(reader.light, colour)]] = f"light of {reader.name}, {colour}"
    signals = {place: end for place, (what, end) in said.items() if what.startswith("BCM")}
    assert signals.keys() == opened.keys()
    assert all(signals[place].startswith(begins) for place, begins in opened.items())


@pytest.mark.parametrize("name", WIRED)
def test_a_drawing_says_at_both_ends_of_a_wire_what_it_joins(name: str) -> None:
    plan = load_kit(name)
    root = ElementTree.fromstring((ROOT / "hardware" / "kits" / f"{name}.svg").read_text(encoding="utf-8"))
    texts = [text.text or "" for text in root.iter(f"{SVG}text")]
    numbers = [int(text) for text in texts if text.isdecimal()]
    for pin in HEADER.pins:
        here = [wire for wire in list_wires(plan) if wire.place == pin.number]
        shared = all(wire.part.startswith("button ") for wire in here)  # one line for all buttons' ground
        assert numbers.count(pin.number) == 1 + (min(len(here), 1) if shared else len(here)), pin
    for reader in plan.wirings_of(Rc522Wiring):
        assert reader.name in texts
    for end in PRINTED_TERMINALS:
        assert texts.count(end) >= len(plan.wirings_of(Rc522Wiring))


@pytest.mark.parametrize("name", DRAWINGS)
def test_no_label_of_a_drawing_leaves_the_paper_and_none_is_too_small_to_read(name: str) -> None:
    root = ElementTree.fromstring(DRAWINGS[name])
    width, height = (float(number) for number in root.attrib["viewBox"].split()[2:])
    for text in root.iter(f"{SVG}text"):
        size = float(text.attrib["font-size"])
        x, y = float(text.attrib["x"]), float(text.attrib["y"])
        long = 0.68 * size * len(text.text or "")  # a wide bold letter
        left = x - {"start": 0.0, "middle": long / 2, "end": long}[text.attrib["text-anchor"]]
        assert size >= 11
        assert left >= 0, text.text
        assert left + long <= width, text.text
        assert size <= y <= height


@pytest.mark.parametrize("name", DRAWINGS)
def test_no_label_of_a_drawing_stands_on_another(name: str) -> None:
    lines: dict[int, list[tuple[float, float, str]]] = {}
    for text in ElementTree.fromstring(DRAWINGS[name]).iter(f"{SVG}text"):
        said, x = text.text or "", float(text.attrib["x"])
        long = 0.62 * float(text.attrib["font-size"]) * len(said)
        left = x - {"start": 0.0, "middle": long / 2, "end": long}[text.attrib["text-anchor"]]
        lines.setdefault(round(float(text.attrib["y"]) / 3), []).append((left, left + long, said))
    for labels in lines.values():
        ordered = sorted(labels)
        assert all(end <= begin for (_, end, _), (begin, _, _) in pairwise(ordered)), ordered


def test_a_name_with_signs_of_its_own_is_drawn_as_it_is() -> None:
    plan = parse_plan('reset = 25\n[[reader]]\nname = "<&\\">"\nbus = 0\ndevice = 0\n')
    texts = [text.text for text in ElementTree.fromstring(draw_wiring(plan)).iter(f"{SVG}text")]
    assert '<&">' in texts


def signals(plan: WiringPlan) -> set[tuple[int | None, str, str]]:
    """The wires that are no supply."""
    return {
        (wire.place, wire.part, wire.terminal)
        for wire in list_wires(plan)
        if wire.terminal not in ("3.3V", "GND")
    }


def test_the_page_is_right_that_kits_grow() -> None:
    def all_of(plan: WiringPlan) -> set[Wire]:
        return set(list_wires(plan))

    assert all_of(load_kit("one")) <= all_of(load_kit("two"))
    assert all_of(load_kit("one")) <= all_of(load_kit("hub"))
    assert all_of(load_kit("one")) <= all_of(load_kit("columns"))
    assert {part for _, part, _ in signals(load_kit("two")) - signals(load_kit("five"))} == {"button off"}


@pytest.mark.parametrize("name", KIT_NAMES)
def test_every_part_has_its_supply_and_every_signal_a_pin_of_the_plan(name: str) -> None:
    plan = load_kit(name)
    supplies = {pin.number: pin.supply for pin in HEADER.pins if pin.supply}
    taken = {HEADER_POSITIONS[use.pin] for use in plan.pin_uses()}
    for wire in list_wires(plan):
        match wire.terminal:
            case "3.3V":
                assert wire.place is None if needs_regulator(plan) else supplies[wire.place or 0] == "3.3 V"
            case "GND" | "common leg" | "other leg":
                assert wire.place is None or supplies[wire.place] == "ground"
            case "IN":
                assert supplies[wire.place or 0] == "5 V"
            case _:
                assert wire.place in taken
    assert needs_regulator(plan) == (len(plan.wirings_of(Rc522Wiring)) > 2)


def test_what_is_bought_is_what_a_kit_has() -> None:
    counts = {
        row[0]: dict(zip(KIT_NAMES, row[1 : 1 + len(KIT_NAMES)], strict=True)) for row in rows(part("buy"))
    }
    for name in KIT_NAMES:
        plan = load_kit(name)
        lights = len([reader for reader in plan.wirings_of(Rc522Wiring) if reader.light])
        on_cables = len(plan.wirings_of(Pn532Wiring))
        assert counts["PN532 reader with a USB socket"][name] == str(on_cables or "–")
        assert counts["RC522 reader board"][name] == str(len(plan.reader_names) - on_cables or "–")
        assert counts["push button that closes while it is pressed"][name] == str(
            len(plan.button_names) or "–"
        )
        assert counts["RGB light, 5 mm, common cathode"][name] == str(lights or "–")
        every_wire = [
            *list_wires(plan),
            *(wire for hub in plan.wirings_of(HubWiring) for wire in hub_harness.list_wires(hub)),
        ]
        through = [wire.through for wire in every_wire]
        for ohms in ("330 Ω", "100 Ω"):
            assert counts[f"resistor, {ohms}"][name] == str(through.count(ohms) or "–")
        assert counts["silicon diode, 1 A, as 1N4001"][name] == str(through.count("diode") or "–")
        chained = len(plan.readers_with_light) - lights
        assert counts["WS2812 light, one of a strip or on a small board"][name] == str(chained or "–")
        assert counts["Raspberry Pi Pico or Pico 2"][name] == str(len(plan.wirings_of(HubWiring)) or "–")
        fed = [hub for hub in plan.wirings_of(HubWiring) if len(hub.readers) > 2]
        assert counts["step-down board, 5 V in, 3.3 V out, 2 A or more"][name] == str(len(fed) or "–")
        regulator = counts["regulator board, 5 V in, 3.3 V out, 1 A or more"][name]
        assert regulator == ("1" if needs_regulator(plan) else "–")


BUS_PLACES = {0: {"SCK": 24, "MOSI": 25, "MISO": 21}, 1: {"SCK": 14, "MOSI": 15, "MISO": 16}}
"""Of the Pico's two buses, as the plan of hubs has them."""


@pytest.mark.parametrize("name", HUBS)
def test_the_tables_of_a_hub_have_every_pin_the_program_opens_and_no_other(name: str) -> None:
    hub = HUBS[name]
    found = rows(part(f"hub-{name}"))
    by_place = {int(row[0]): (row[1], row[2]) for row in found if len(row) == 3}
    for pin in PINOUT.pins:
        if pin.number in by_place:
            assert by_place[pin.number][0] == (pin.supply or f"GP{pin.gp}")
    opened = {PICO_LAYOUT.positions[hub.reset]: "RST of all readers"}
    if hub.lights is not None:
        opened[PICO_LAYOUT.positions[hub.lights]] = f"light of {hub.readers[0].name}, DIN"
    for button in hub.buttons:
        opened[PICO_LAYOUT.positions[button.pin]] = f"button {button.name}"
    for reader in hub.readers:
        opened[PICO_LAYOUT.positions[reader.select]] = f"SDA of {reader.name}"
        opened |= {
            place: f"{role} of all on bus {reader.bus}" for role, place in BUS_PLACES[reader.bus].items()
        }
    assert {place: end for place, (what, end) in by_place.items() if what.startswith("GP")} == opened
    by_reader = [row for row in found if len(row) == 9]
    assert by_reader == [
        [
            reader.name, str(reader.bus), str(PICO_LAYOUT.positions[reader.select]),
            *(str(place) for place in BUS_PLACES[reader.bus].values()),
            "regulator", str(PICO_LAYOUT.positions[hub.reset]), "regulator",
        ]
        for reader in hub.readers
    ]  # fmt: skip


@pytest.mark.parametrize("name", HUBS)
def test_a_drawing_of_a_hub_says_at_both_ends_of_a_wire_what_it_joins(name: str) -> None:
    hub = HUBS[name]
    root = ElementTree.fromstring((ROOT / "hardware" / "kits" / f"{name}.svg").read_text(encoding="utf-8"))
    texts = [text.text or "" for text in root.iter(f"{SVG}text")]
    bus_of = {f"reader {reader.name}": f"bus {reader.bus}" for reader in hub.readers}
    for pin in PINOUT.pins:
        here = [wire for wire in hub_harness.list_wires(hub) if wire.place == pin.number]
        # what the readers of a bus share is drawn once for all of them
        drawn = {
            (bus_of.get(w.part, w.part), w.part if w.terminal == "SDA" else "", w.terminal) for w in here
        }
        assert texts.count(str(pin.number)) == 1 + len(drawn), pin
    for reader in hub.readers:
        assert f"SDA of {reader.name}" in texts
    assert [each for each in texts if each.startswith("from tile/")] == [
        f"from {reader.name}" for reader in hub.readers[:-1]
    ]


SMALL = """
[[hub]]
name = "table"
reset = 22
lights = 28
[[hub.reader]]
name = "play"
bus = 0
select = 0
[[hub.reader]]
name = "bank"
bus = 1
select = 1
[[hub.button]]
name = "yes"
pin = 26
[[hub.button]]
name = "no"
pin = 27
"""


@pytest.mark.parametrize(
    "hub", [*HUBS.values(), *parse_plan(SMALL).wirings_of(HubWiring)], ids=lambda hub: str(hub.name)
)
def test_every_part_of_a_hub_has_its_supply_and_every_signal_a_pin_of_the_plan(hub: HubWiring) -> None:
    supplies = {pin.number: pin.supply for pin in PINOUT.pins if pin.supply}
    taken = {PICO_LAYOUT.positions[use.pin] for use in hub.pin_uses()}
    own = len(hub.readers) > 2
    assert hub_harness.needs_regulator(hub) == own
    for wire in hub_harness.list_wires(hub):
        match wire.terminal:
            case "3.3V":
                assert (wire.origin == "regulator") if own else (supplies[wire.place or 0] == "3.3 V")
            case "GND" | "other leg" if wire.place is not None:
                assert supplies[wire.place] == "ground"
            case "GND":
                assert str(wire.origin).startswith(
                    ("regulator", "5 V minus", "GND of ") if own else "GND of "
                )
            case "5V" | "IN" if wire.place is not None:
                assert supplies[wire.place] == "5 V"
                assert not own
            case "5V" | "IN":
                assert str(wire.origin).startswith(("5 V plus", "5V of ") if own else "5V of ")
            case "DIN" if wire.place is None:
                assert str(wire.origin).startswith("DOUT of ")
            case _:
                assert wire.place in taken
    ends = {(wire.part, wire.terminal) for wire in hub_harness.list_wires(hub)}
    for reader in hub.readers:
        assert {(f"reader {reader.name}", each) for each in PRINTED_TERMINALS if each != "IRQ"} <= ends
        assert {(f"light of {reader.name}", each) for each in ("5V", "GND", "DIN")} <= ends


def test_what_is_more_than_a_row_of_parts_is_drawn_below() -> None:
    (hub,) = parse_plan(
        (ROOT / "hardware" / "kits" / "hub.toml").read_text(encoding="utf-8")
        + '[[hub.button]]\nname = "player/5"\npin = 26\n'
    ).wirings_of(HubWiring)
    texts = [text.text for text in ElementTree.fromstring(draw_hub(hub)).iter(f"{SVG}text")]
    assert {"player/5", "all other legs", "button player/5"} <= set(texts)


def test_every_plan_on_the_page_can_be_used_but_the_one_that_shows_faults() -> None:
    hub = (ROOT / "hardware" / "kits" / "hub.toml").read_text(encoding="utf-8")
    plans = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    faulty = [text for text in plans if text in part("wrong")]
    assert len(faulty) == 1
    pieces = [text for text in plans if text.startswith("[[hub.")]
    assert len(pieces) == 1
    for text in plans:
        if text not in faulty:
            plan = parse_plan(hub + text if text in pieces else text)
            assert {type(each) for each in plan.tables} & {HubWiring, Pn532Wiring}


def test_every_key_that_may_be_written_stands_on_the_page() -> None:
    keys = {(row[0], row[1].strip("`")) for row in rows(part("keys"))}
    assert keys == {
        ("the top", "reset"), ("the top", "buzzer"),
        *(("`[[reader]]`", key) for key in ("name", "bus", "device", "gain_db", "speed_hz")),
        *(('`[[reader]]`, `kind = "pn532"`', key) for key in ("name", "port")),
        *(("a reader's `light`", key) for key in ("red", "green", "blue")),
        ("`[[button]]`", "name"), ("`[[button]]`", "pin"),
        *(("`[[hub]]`", key) for key in ("name", "reset", "reader", "lights", "usb", "port")),
        *(("`[[hub.reader]]`", key) for key in ("name", "bus", "select", "gain_db", "speed_hz")),
        ("`[[hub.button]]`", "name"), ("`[[hub.button]]`", "pin"),
    }  # fmt: skip


def test_every_kit_is_on_the_page_with_its_plan_to_copy() -> None:
    assert set(re.findall(r"<!-- deploy/wiring: kit-(\w+) -->", PAGE)) == set(KIT_NAMES)
    assert {path.stem for path in (ROOT / "hardware" / "kits").glob("*.toml")} == set(KIT_NAMES)
    assert {path.name for path in (ROOT / "hardware" / "kits").glob("*.svg")} == set(DRAWINGS)
    assert set(re.findall(r"<!-- deploy/wiring: hub-([\w-]+) -->", PAGE)) == set(HUBS)


def test_every_program_and_file_that_the_page_tells_to_use_is_there() -> None:
    named = set(re.findall(r"(?<![\w./~])((?:deploy|hardware)/[\w/.-]*\w)", PAGE))
    assert {"deploy/install", "hardware/kits/two.toml"} <= named
    assert [name for name in sorted(named) if not (ROOT / name).exists()] == []
    assert set(re.findall(r"--kit (\w+)", PAGE)) <= set(KIT_NAMES)
