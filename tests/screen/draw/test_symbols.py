"""Every symbol is a file, and each can be seen, told from the others, and drawn in the colour it is asked for in."""

from __future__ import annotations

from functools import cache
from io import BytesIO
from itertools import product
from pathlib import Path
from runpy import run_path

import pytest
from PIL import Image

from companion.screen.draw import symbols
from companion.screen.draw.rasteriser import rasterise
from companion.screen.draw.symbols import Symbol, load_symbol, symbol_file_by_name
from companion.screen.draw.theme import (
    CHALK,
    NIGHT,
    PANEL,
    PLAYER_COLOURS,
    PLAYER_OUTLINES,
    PLAYER_SIGNS,
    RAISED_PANEL,
    SEPIA,
    TEXT_ON_PLAYER_COLOURS,
    Colour,
    parse_colour,
)
from companion.screen.presenters.table_presenter import AppearanceLookup
from companion.voice.voice import Voice
from tests.ours import GAMES

ROOT = Path(__file__).parents[3]
SMALL, LARGE = 12, 125
"""Pixels of 2.4 mm and of 24 mm at the two panels' densities."""
DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1">{}</svg>'
LEFT = '<path fill="currentColor" d="M0 0h1v1h-1z"/>'
RIGHT = '<path fill="#102030" d="M1 0h1v1h-1z"/>'


def drawn(name: str, pixels: int, colour: Colour = CHALK) -> Image.Image:
    svg, _ = load_symbol(name).svg_and_colour(colour)
    return Image.open(BytesIO(rasterise(svg, pixels)))


def test_every_symbol_can_be_seen_small_and_large() -> None:
    for name, pixels in product(symbol_file_by_name(), (SMALL, LARGE)):
        found = drawn(name, pixels)
        assert found.size == (pixels, pixels), name
        assert max(found.getchannel("A").tobytes()) > 100, name


@pytest.mark.parametrize("name", [name for name in symbol_file_by_name() if name.endswith("/flat")])
def test_a_flat_symbol_has_the_colour_that_is_asked_for_and_no_other(name: str) -> None:
    assert load_symbol(name).svg_and_colour(parse_colour("#123456"))[1] == parse_colour("#123456")


def test_players_differ_by_shape_not_only_by_colour() -> None:
    shapes = {drawn(f"{colour}/flat", 20).getchannel("A").tobytes() for colour in PLAYER_SIGNS}
    assert len(shapes) == len(PLAYER_SIGNS)


@pytest.mark.parametrize("colour", PLAYER_COLOURS)
def test_every_players_sign_has_the_players_colour(colour: str) -> None:
    code = "#" + "".join(f"{round(part * 255):02x}" for part in PLAYER_COLOURS[colour][:3])
    assert code in load_symbol(colour).svg


def test_every_player_has_colour_sign_and_something_to_write_with() -> None:
    assert PLAYER_SIGNS.keys() == PLAYER_COLOURS.keys() == TEXT_ON_PLAYER_COLOURS.keys()


def test_every_players_colour_stands_out_from_what_lies_behind() -> None:
    for who, colour in PLAYER_COLOURS.items():
        seen = PLAYER_OUTLINES.get(who, colour)
        assert all(contrast(seen, night) > 3 for night in (NIGHT, PANEL, RAISED_PANEL)), who
        assert contrast(colour, TEXT_ON_PLAYER_COLOURS[who]) >= 4.5, who


def contrast(one: Colour, other: Colour) -> float:
    """How much lighter the lighter one is (WCAG 2.2)."""

    def light(colour: Colour) -> float:
        shares = (0.2126, 0.7152, 0.0722)
        return sum(
            share * (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4)
            for share, part in zip(shares, colour[:3], strict=True)
        )

    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


def test_the_six_kinds_of_arms_differ() -> None:
    assert len({drawn(f"arms{n}", 20).tobytes() for n in range(1, 7)}) == 6


def test_an_unknown_symbol_is_named_with_those_there_are() -> None:
    with pytest.raises(KeyError, match=r"no symbol 'sword' is drawn; there are alchemy, .*arms,"):
        load_symbol("sword")


def test_two_games_that_bring_a_symbol_of_one_name_show_each_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    two = [*GAMES][:2]
    for name in two:
        (tmp_path / name).mkdir()
        (tmp_path / name / "coin.svg").write_text(DRAWING.format(f"<!-- {name} -->"))
    monkeypatch.setattr(symbols, "symbol_folder", lambda name: tmp_path / name if name in two else None)
    monkeypatch.setattr(symbols, "symbol_file_by_name", cache(symbols.symbol_file_by_name.__wrapped__))
    monkeypatch.setattr(symbols, "load_symbol", cache(load_symbol.__wrapped__))
    for name in two:
        face = AppearanceLookup(Voice(name, {}, "en")).piece_appearance("coin")
        assert name in symbols.load_symbol(face.symbol).svg
    assert AppearanceLookup(Voice(two[0], {}, "en")).piece_appearance("coin").symbol == "coin"
    with pytest.raises(KeyError, match=r"no symbol 'coin@nobody'"):
        symbols.load_symbol("coin@nobody")


def test_the_sheet_shows_each_symbol_on_the_night_and_on_parchment() -> None:
    made = run_path(str(ROOT / "deploy" / "art"))["sheet"](["disc", "dot"], [12, 20])
    for half, asked in ((0, CHALK), (1, SEPIA)):
        x = made.width // 2 * half
        seen = {colour for _, colour in made.crop((x, 0, x + made.width // 2, made.height)).getcolors(10_000)}
        for colour in (PLAYER_COLOURS["blue"], asked):
            assert tuple(round(part * 255) for part in colour[:3]) in seen


# -- colours


def seen(shapes: str, colour: Colour) -> tuple[object, object, Colour]:
    """The pixel at the left, the one at the right, and the colour that both are drawn in."""
    svg, shade = Symbol(DRAWING.format(shapes)).svg_and_colour(colour)
    found = Image.open(BytesIO(rasterise(svg, 10)))
    return found.getpixel((2, 2)), found.getpixel((7, 2)), shade


def test_a_symbol_of_the_asked_colour_alone_is_one_white_picture_for_all_colours() -> None:
    for colour in (parse_colour("#aabbcc"), parse_colour("#112233", 0.4)):
        assert seen(LEFT, colour) == ((255, 255, 255, 255), (0, 0, 0, 0), colour)


def test_a_symbol_of_its_own_colours_keeps_them_and_fades() -> None:
    assert seen(RIGHT, parse_colour("#aabbcc", 0.4)) == (
        (0, 0, 0, 0),
        (0x10, 0x20, 0x30, 255),
        (1, 1, 1, 0.4),
    )


def test_of_both_each_has_its_own() -> None:
    assert seen(LEFT + RIGHT, parse_colour("#aabbcc", 0.4)) == (
        (0xAA, 0xBB, 0xCC, 255),
        (0x10, 0x20, 0x30, 255),
        (1, 1, 1, 0.4),
    )
