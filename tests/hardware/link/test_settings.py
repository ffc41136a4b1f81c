"""What a hub is wired to: the same bytes on the wire and on its flash, and nothing that cannot be carried out."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.common.link.crc16 import crc16
from hardware.common.link.hub_settings import (
    BUS_PINS,
    GAINS_DB,
    NAME_LETTERS,
    NO_PIN,
    USABLE_PINS,
    HubSettings,
    ReaderSocket,
    decode_settings,
    encode_settings,
    settings_checksum,
    used_pins,
)
from tests.long import examples

SIX = tuple(ReaderSocket(0, select) for select in range(6))
TILES = HubSettings("tiles", 22, 28, SIX, (26, 27))


@st.composite
def wired(draw: st.DrawFn) -> HubSettings:
    """Settings that can be carried out: every part with pins of its own."""
    buses = draw(st.lists(st.sampled_from((0, 1)), min_size=1, max_size=16))
    taken = {pin for bus in set(buses) for pin in BUS_PINS[bus]}
    pins = draw(st.permutations([pin for pin in USABLE_PINS if pin not in taken]))
    buses = buses[: len(pins) - 2]
    sockets = tuple(
        ReaderSocket(bus, pins.pop(), draw(st.sampled_from(GAINS_DB)), draw(st.integers(1, 10_000)))
        for bus in buses
    )
    reset, lights = pins.pop(), draw(st.sampled_from((NO_PIN, pins.pop())))
    buttons = tuple(pins[: draw(st.integers(0, len(pins)))])
    return HubSettings(draw(st.text(NAME_LETTERS, min_size=1, max_size=20)), reset, lights, sockets, buttons)


def plain(settings: HubSettings) -> tuple[object, ...]:
    sockets = tuple((one.bus, one.select, one.gain_db, one.speed_khz) for one in settings.sockets)
    return settings.name, settings.reset, settings.lights, sockets, settings.buttons


@given(wired())
def test_what_is_told_is_read(settings: HubSettings) -> None:
    data = encode_settings(settings)
    assert plain(decode_settings(data)) == plain(settings)
    assert len(data) <= 132


@given(st.binary(max_size=60).map(lambda rest: b"\x01" + rest) | st.binary(max_size=200))
@settings(max_examples=examples(400))
def test_whatever_comes_is_refused_or_tells_itself_again(data: bytes) -> None:
    try:
        settings = decode_settings(data)
    except ValueError:
        return
    assert encode_settings(settings) == data


def spoilt_settings() -> st.SearchStrategy[bytes]:
    """True ones with a byte or two changed, cut off, or with more behind them; some are still true."""

    def changed(wired: HubSettings, at: int, new: bytes, cut: bool) -> bytes:
        data = encode_settings(wired)
        at %= len(data) + 1
        return data[:at] + new + (b"" if cut else data[at + len(new) :])

    return st.builds(changed, wired(), st.integers(0, 200), st.binary(max_size=2), st.booleans())


@given(spoilt_settings())
@settings(max_examples=examples(400))
def test_so_is_what_comes_spoilt(spoilt: bytes) -> None:
    try:
        settings = decode_settings(spoilt)
    except ValueError:
        return
    assert encode_settings(settings) == spoilt
    assert len(set(used_pins(settings))) == len(used_pins(settings))


def test_every_change_has_another_number() -> None:
    data = encode_settings(TILES)
    others = {
        settings_checksum(data[:at] + bytes((data[at] ^ 1,)) + data[at + 1 :]) for at in range(len(data))
    }
    assert settings_checksum(data) not in others
    assert len(others) == len(data)


def test_only_no_settings_at_all_have_the_number_0() -> None:
    assert settings_checksum(b"") == 0
    data = encode_settings(TILES)
    sums_to_0 = data + crc16(data).to_bytes(2, "big")
    assert crc16(sums_to_0) == 0
    assert settings_checksum(sums_to_0) != 0


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        (HubSettings("", 22, NO_PIN, SIX), "1 to 20 characters"),
        (HubSettings("x" * 21, 22, NO_PIN, SIX), "1 to 20 characters"),
        (HubSettings("Tiles", 22, NO_PIN, SIX), "only a to z, 0 to 9 and -"),
        (HubSettings("dlaždice", 22, NO_PIN, SIX), "only a to z, 0 to 9 and -"),
        (HubSettings("tiles", 22, NO_PIN, ()), "1 to 16 readers"),
        (HubSettings("tiles", NO_PIN, NO_PIN, SIX), "GP255 is no pin"),
        (HubSettings("tiles", 23, NO_PIN, SIX), "GP23 is no pin"),
        (HubSettings("tiles", 5, NO_PIN, SIX), "GP5 is wanted twice"),
        (HubSettings("tiles", 18, NO_PIN, SIX), "GP18 is wanted twice"),
        (HubSettings("tiles", 22, 22, SIX), "GP22 is wanted twice"),
        (HubSettings("tiles", 22, 28, SIX, (28,)), "GP28 is wanted twice"),
        (HubSettings("tiles", 22, NO_PIN, (ReaderSocket(2, 0),)), "that there is not"),
        (HubSettings("tiles", 22, NO_PIN, (ReaderSocket(0, 0, 34),)), "that there is not"),
        (HubSettings("tiles", 22, NO_PIN, (ReaderSocket(0, 0, 33, 10_001),)), "that there is not"),
        (HubSettings("tiles", 22, NO_PIN, (ReaderSocket(0, 0, 33, 0),)), "that there is not"),
    ],
)
def test_what_cannot_be_carried_out_says_why(settings: HubSettings, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        decode_settings(encode_settings(settings))


def test_pins_of_a_bus_that_is_not_used_are_free() -> None:
    decode_settings(encode_settings(HubSettings("tiles", 10, 11, SIX, (12,))))
