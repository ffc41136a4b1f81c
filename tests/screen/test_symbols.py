import pytest

from companion.screen.draw.raster import coverage
from companion.screen.draw.signs import PLAYER_SIGNS
from companion.screen.draw.symbols import drawings, symbol
from companion.screen.draw.theme import AROUND, INK, ON_PLAYER, PANEL, PLAYERS, RAISED, Colour


@pytest.mark.parametrize("name", drawings())
def test_every_layer_of_every_symbol_can_be_seen_when_small(name: str) -> None:
    for layer in symbol(name):
        assert max(coverage(layer.outlines, 18)) > 100


def test_players_differ_by_shape_not_only_by_colour() -> None:
    shapes = {bytes(coverage(symbol(f"{colour}/flat")[0].outlines, 20)) for colour in PLAYER_SIGNS}
    assert len(shapes) == len(PLAYER_SIGNS)


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
    kinds = [
        tuple((layer.colour, bytes(coverage(layer.outlines, 20))) for layer in symbol(f"arms{n}"))
        for n in range(1, 7)
    ]
    assert len(set(kinds)) == 6


def test_an_unknown_symbol_is_named_with_those_there_are() -> None:
    with pytest.raises(KeyError, match=r"no symbol 'sword' is drawn; there are alchemy, .*arms,"):
        symbol("sword")
