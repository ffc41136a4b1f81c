"""Every symbol is a file, and each can be seen, told from the others, and drawn in the colour it is asked for in."""

from __future__ import annotations

from functools import cache
from io import BytesIO
from pathlib import Path
from runpy import run_path

import pytest
from PIL import Image

from companion.screen.draw import symbols
from companion.screen.draw.rasteriser import rasterised
from companion.screen.draw.signs import PLAYER_SIGNS
from companion.screen.draw.symbols import Symbol, drawings, symbol
from companion.screen.draw.theme import (
    AROUND,
    CHALK,
    INK,
    ON_PLAYER,
    PANEL,
    PLAYERS,
    RAISED,
    SEPIA,
    Colour,
    rgb,
)
from companion.screen.presenters.faces import Faces
from companion.voice.voice import Voice
from tests.ours import GAMES

ROOT = Path(__file__).parents[2]
SMALL, LARGE = 12, 125
"""Pixels of 2.4 mm and of 24 mm at the two panels' densities."""
DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1">{}</svg>'
LEFT = '<path fill="currentColor" d="M0 0h1v1h-1z"/>'
RIGHT = '<path fill="#102030" d="M1 0h1v1h-1z"/>'


def drawn(name: str, pixels: int, colour: Colour = CHALK) -> Image.Image:
    svg, _ = symbol(name).painted(colour)
    return Image.open(BytesIO(rasterised(svg, pixels)))


@pytest.mark.parametrize("name", drawings())
def test_every_symbol_can_be_seen_small_and_large(name: str) -> None:
    for pixels in (SMALL, LARGE):
        found = drawn(name, pixels)
        assert found.size == (pixels, pixels)
        assert max(found.getchannel("A").tobytes()) > 100


@pytest.mark.parametrize("name", [name for name in drawings() if name.endswith("/flat")])
def test_a_flat_symbol_has_the_colour_that_is_asked_for_and_no_other(name: str) -> None:
    assert symbol(name).painted(rgb("#123456"))[1] == rgb("#123456")


def test_players_differ_by_shape_not_only_by_colour() -> None:
    shapes = {drawn(f"{colour}/flat", 20).getchannel("A").tobytes() for colour in PLAYER_SIGNS}
    assert len(shapes) == len(PLAYER_SIGNS)


@pytest.mark.parametrize("colour", PLAYERS)
def test_every_players_sign_has_the_players_colour(colour: str) -> None:
    code = "#" + "".join(f"{round(part * 255):02x}" for part in PLAYERS[colour][:3])
    assert code in symbol(colour).svg


def test_every_player_has_colour_sign_and_something_to_write_with() -> None:
    assert PLAYER_SIGNS.keys() == PLAYERS.keys() == ON_PLAYER.keys()


def test_every_players_colour_stands_out_from_what_lies_behind() -> None:
    for who, colour in PLAYERS.items():
        seen = AROUND.get(who, colour)
        assert all(contrast(seen, night) > 3 for night in (INK, PANEL, RAISED)), who
        assert contrast(colour, ON_PLAYER[who]) > 2.5, who


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
        symbol("sword")


def test_two_games_that_bring_a_symbol_of_one_name_show_each_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    two = [*GAMES][:2]
    for name in two:
        (tmp_path / name).mkdir()
        (tmp_path / name / "coin.svg").write_text(DRAWING.format(f"<!-- {name} -->"))
    monkeypatch.setattr(symbols, "symbol_folder", lambda name: tmp_path / name if name in two else None)
    monkeypatch.setattr(symbols, "drawings", cache(symbols.drawings.__wrapped__))
    monkeypatch.setattr(symbols, "symbol", cache(symbol.__wrapped__))
    for name in two:
        face = Faces(Voice(name, {}, "en")).face("coin")
        assert name in symbols.symbol(face.symbol).svg
    assert Faces(Voice(two[0], {}, "en")).face("coin").symbol == "coin"
    with pytest.raises(KeyError, match=r"no symbol 'coin@nobody'"):
        symbols.symbol("coin@nobody")


def test_the_sheet_shows_each_symbol_on_the_night_and_on_parchment() -> None:
    made = run_path(str(ROOT / "deploy" / "art"))["sheet"](["disc", "dot"], [12, 20])
    for half, asked in ((0, CHALK), (1, SEPIA)):
        x = made.width // 2 * half
        seen = {colour for _, colour in made.crop((x, 0, x + made.width // 2, made.height)).getcolors(10_000)}
        for colour in (PLAYERS["blue"], asked):
            assert tuple(round(part * 255) for part in colour[:3]) in seen


# -- colours


def seen(shapes: str, colour: Colour) -> tuple[object, object, Colour]:
    """The pixel at the left, the one at the right, and the colour that both are drawn in."""
    svg, shade = Symbol(DRAWING.format(shapes)).painted(colour)
    found = Image.open(BytesIO(rasterised(svg, 10)))
    return found.getpixel((2, 2)), found.getpixel((7, 2)), shade


def test_a_symbol_of_the_asked_colour_alone_is_one_white_picture_for_all_colours() -> None:
    for colour in (rgb("#aabbcc"), rgb("#112233", 0.4)):
        assert seen(LEFT, colour) == ((255, 255, 255, 255), (0, 0, 0, 0), colour)


def test_a_symbol_of_its_own_colours_keeps_them_and_fades() -> None:
    assert seen(RIGHT, rgb("#aabbcc", 0.4)) == ((0, 0, 0, 0), (0x10, 0x20, 0x30, 255), (1, 1, 1, 0.4))


def test_of_both_each_has_its_own() -> None:
    assert seen(LEFT + RIGHT, rgb("#aabbcc", 0.4)) == (
        (0xAA, 0xBB, 0xCC, 255),
        (0x10, 0x20, 0x30, 255),
        (1, 1, 1, 0.4),
    )
