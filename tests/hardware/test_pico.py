"""The Pico's edges as the program has them, against the maker's pinout as it was read, place by place."""

from __future__ import annotations

from hardware.common.link.hub_settings import BUS_PINS, USABLE_PINS
from hardware.pin_layout import PinUse
from hardware.readers.hub.pico_pinout import PICO_LAYOUT, PINOUT, SPI_BUSES

LEFT = """
GP0 GP1 ground GP2 GP3 GP4 GP5 ground GP6 GP7
GP8 GP9 ground GP10 GP11 GP12 GP13 ground GP14 GP15
"""
"""Down the left edge, the USB socket up."""
RIGHT = """
VBUS VSYS ground 3V3_EN 3V3(OUT) ADC_VREF GP28 ground GP27 GP26
RUN GP22 ground GP21 GP20 GP19 GP18 ground GP17 GP16
"""
"""Down the right edge: places 40 to 21."""

CALLED = {"VBUS": "5 V", "3V3(OUT)": "3.3 V"}


def test_every_place_is_what_the_makers_drawing_has_there() -> None:
    said = [pin.supply or f"GP{pin.gp}" for pin in PINOUT.pins]
    assert said == [CALLED.get(name, name) for name in (*LEFT.split(), *reversed(RIGHT.split()))]
    assert [pin.number for pin in PINOUT.pins] == list(range(1, 41))


def test_a_place_is_a_pin_of_the_program_or_something_of_the_boards_own() -> None:
    assert all((pin.gp is None) == bool(pin.supply) for pin in PINOUT.pins)
    assert sorted([*PICO_LAYOUT.positions, *(pin.gp for pin in PINOUT.internal)]) == list(range(30))


def test_pins_inside_are_refused_with_what_they_do_there() -> None:
    assert sorted(PICO_LAYOUT.forbidden) == [23, 24, 25, 29]
    for gp, why in PICO_LAYOUT.forbidden.items():
        ((pin, sentence),) = PICO_LAYOUT.conflicts([PinUse(gp, "reset")])
        assert pin == f"GP{gp}"
        assert sentence.startswith(f"wanted by reset, but {why}; free are GP 0, 1, ")


def test_the_buses_are_where_the_chip_can_have_them() -> None:
    """RP2040 and RP2350: each SPI bus goes round every sixteen pins as RX, CSn, SCK, TX, twice eight for each bus."""
    for bus, has in SPI_BUSES.items():
        for role, gp in has.pins.items():
            assert gp // 8 % 2 == bus
            assert ("MISO", "select", "SCK", "MOSI")[gp % 4] == role
    said = {pin.function: pin.gp for pin in PINOUT.pins if pin.function.startswith("SPI")}
    assert said == {f"SPI{bus} {role}": gp for bus, has in SPI_BUSES.items() for role, gp in has.pins.items()}


def test_a_hub_believes_the_same_of_its_pins() -> None:
    assert sorted(PICO_LAYOUT.positions) == sorted(USABLE_PINS)
    for bus, pins in enumerate(BUS_PINS):
        assert tuple(SPI_BUSES[bus].pins[role] for role in ("SCK", "MOSI", "MISO")) == tuple(pins)
