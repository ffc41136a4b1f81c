"""What a hub is wired to: the same bytes on the wire and on its flash, and nothing that cannot be carried out."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.common.link.crc16 import crc16
from hardware.common.link.settings import (
    BUS_PINS,
    GAINS,
    LETTERS,
    NOTHING,
    PINS,
    Settings,
    Socket,
    check,
    pins_of,
    read_settings,
    settings_bytes,
)
from tests.long import examples

SIX = tuple(Socket(0, select) for select in range(6))
TILES = Settings("tiles", 22, 28, SIX, (26, 27))


@st.composite
def wired(draw: st.DrawFn) -> Settings:
    """Settings that can be carried out: every part with pins of its own."""
    buses = draw(st.lists(st.sampled_from((0, 1)), min_size=1, max_size=16))
    taken = {pin for bus in set(buses) for pin in BUS_PINS[bus]}
    pins = draw(st.permutations([pin for pin in PINS if pin not in taken]))
    buses = buses[: len(pins) - 2]
    sockets = tuple(
        Socket(bus, pins.pop(), draw(st.sampled_from(GAINS)), draw(st.integers(1, 10_000))) for bus in buses
    )
    reset, lights = pins.pop(), draw(st.sampled_from((NOTHING, pins.pop())))
    buttons = tuple(pins[: draw(st.integers(0, len(pins)))])
    return Settings(draw(st.text(LETTERS, min_size=1, max_size=20)), reset, lights, sockets, buttons)


def plain(settings: Settings) -> tuple[object, ...]:
    sockets = tuple((one.bus, one.select, one.gain_db, one.speed_khz) for one in settings.sockets)
    return settings.name, settings.reset, settings.lights, sockets, settings.buttons


@given(wired())
def test_what_is_told_is_read(settings: Settings) -> None:
    data = settings_bytes(settings)
    assert plain(read_settings(data)) == plain(settings)
    assert len(data) <= 132


@given(st.binary(max_size=60).map(lambda rest: b"\x01" + rest) | st.binary(max_size=200))
@settings(max_examples=examples(400))
def test_whatever_comes_is_refused_or_tells_itself_again(data: bytes) -> None:
    try:
        settings = read_settings(data)
    except ValueError:
        return
    assert settings_bytes(settings) == data


def spoilt_settings() -> st.SearchStrategy[bytes]:
    """True ones with a byte or two changed, cut off, or with more behind them; some are still true."""

    def changed(wired: Settings, at: int, new: bytes, cut: bool) -> bytes:
        data = settings_bytes(wired)
        at %= len(data) + 1
        return data[:at] + new + (b"" if cut else data[at + len(new) :])

    return st.builds(changed, wired(), st.integers(0, 200), st.binary(max_size=2), st.booleans())


@given(spoilt_settings())
@settings(max_examples=examples(400))
def test_so_is_what_comes_spoilt(spoilt: bytes) -> None:
    try:
        settings = read_settings(spoilt)
    except ValueError:
        return
    assert settings_bytes(settings) == spoilt
    assert len(set(pins_of(settings))) == len(pins_of(settings))


def test_every_change_has_another_number() -> None:
    data = settings_bytes(TILES)
    others = {check(data[:at] + bytes((data[at] ^ 1,)) + data[at + 1 :]) for at in range(len(data))}
    assert check(data) not in others
    assert len(others) == len(data)


def test_only_no_settings_at_all_have_the_number_0() -> None:
    assert check(b"") == 0
    data = settings_bytes(TILES)
    sums_to_0 = data + crc16(data).to_bytes(2, "big")
    assert crc16(sums_to_0) == 0
    assert check(sums_to_0) != 0


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        (Settings("", 22, NOTHING, SIX), "1 to 20 characters"),
        (Settings("x" * 21, 22, NOTHING, SIX), "1 to 20 characters"),
        (Settings("Tiles", 22, NOTHING, SIX), "only a to z, 0 to 9 and -"),
        (Settings("dlaždice", 22, NOTHING, SIX), "only a to z, 0 to 9 and -"),
        (Settings("tiles", 22, NOTHING, ()), "1 to 16 readers"),
        (Settings("tiles", NOTHING, NOTHING, SIX), "GP255 is no pin"),
        (Settings("tiles", 23, NOTHING, SIX), "GP23 is no pin"),
        (Settings("tiles", 5, NOTHING, SIX), "GP5 is wanted twice"),
        (Settings("tiles", 18, NOTHING, SIX), "GP18 is wanted twice"),
        (Settings("tiles", 22, 22, SIX), "GP22 is wanted twice"),
        (Settings("tiles", 22, 28, SIX, (28,)), "GP28 is wanted twice"),
        (Settings("tiles", 22, NOTHING, (Socket(2, 0),)), "that there is not"),
        (Settings("tiles", 22, NOTHING, (Socket(0, 0, 34),)), "that there is not"),
        (Settings("tiles", 22, NOTHING, (Socket(0, 0, 33, 10_001),)), "that there is not"),
        (Settings("tiles", 22, NOTHING, (Socket(0, 0, 33, 0),)), "that there is not"),
    ],
)
def test_what_cannot_be_carried_out_says_why(settings: Settings, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        read_settings(settings_bytes(settings))


def test_pins_of_a_bus_that_is_not_used_are_free() -> None:
    read_settings(settings_bytes(Settings("tiles", 10, 11, SIX, (12,))))
