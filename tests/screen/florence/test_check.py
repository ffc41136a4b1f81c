"""The table check of the Princes of Florence: what differs is touched, and written down as a correction."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.florence.rules.grid import PALAZZO, bits, spots
from companion.games.florence.rules.printed import TILES
from companion.games.florence.screen.as_set import as_set, place_code, tiles
from companion.games.florence.screen.asides import CardsCheck, PrincipalityCheck
from companion.games.florence.screen.checking import check, pairs
from companion.games.florence.screen.ground import Squares
from companion.rules.account import Account
from companion.rules.record import Head
from companion.screen.overlays.layers import Layers
from companion.voice.language import translation
from tests.games.florence.tables import paper
from tests.screen.conftest import Sit
from tests.screen.driver import Driver
from tests.screen.florence.over import OVER
from tests.screen.florence.scenes import GAME, Evening, played, scene, setup
from tests.screen.stage import Alone

PEOPLE: Mapping[str, Mapping[str, Any]] = {
    "blue": {
        "points": 52,
        "grid": ["forest d1 r0", "tower a7 r0"],
        "hand": {"poet": 1, "?": 2},
        "table": ["painter", "recruiting"],
        "freedoms": ["travel"],
        "bonus": {"each-lake": 1},
        "used": ["each-park"],
        "prestige": {"most-lakes": 1},
    },
    "green": {"jesters": 2, "table": ["lawyer"]},
    "orange": {},
}


def begun(people: Mapping[str, Mapping[str, Any]] = PEOPLE, **facts: Any) -> Evening:
    """Three people in the actions of the third round."""
    position = paper("actions", list(people), people, **({"round": 3} | facts))
    return Evening(Account.of(Head("florence", setup(len(people)), position, 1), GAME))


def checked(evening: Evening, *things: str) -> Any:
    """The table check opened, and touched."""
    return evening.tap("menu", "check", *things)


# -- what is believed


@pytest.mark.parametrize("players", [2, 5])
def test_what_is_believed_is_right_and_nothing_is_to_be_written(players: int) -> None:
    for lines in (1, 20, 60):
        now = scene(played(players, 3, lines))
        for who in (*now.now.names, "profession", "bonus"):
            value = check(who, {}, now)
            assert not value.wrong
            assert not value.changed
            assert pairs({}, now) == ()


def test_a_principality_is_shown_with_the_figure_on_the_track() -> None:
    value = checked(begun())
    assert isinstance(value, PrincipalityCheck)
    assert {each.thing: each.number for each in value.counters} == {
        "money": 35,
        "points": 52,
        "builders": 0,
        "jesters": 0,
        "hand": 3,
        "bonus": 1,
        "prestige": 1,
        "recruiting": 0,
        "left": 1,
    }
    assert "Figure on the track: 2" in value.sums
    assert [(each.there, each.differs) for each in value.freedoms] == [
        (True, False),
        (False, False),
        (False, False),
    ]
    assert [tile.laid.name for tile in value.tiles] == ["forest", "tower"]


def test_cards_that_lie_face_up_are_shown_with_whom() -> None:
    value = checked(begun(), "of/profession")
    assert isinstance(value, CardsCheck)
    assert {card.name: card.owner for card in value.cards if card.owner} == {
        "Painter": "blue",
        "Lawyer": "green",
    }
    value = checked(begun(), "of/bonus")
    assert [card.owner for card in value.cards if card.owner] == ["blue"]


# -- what was touched


def test_counts_freedoms_and_cards_are_written_down_together() -> None:
    evening = begun()
    value = checked(evening, "count/money=12", "count/hand=4", "count/left=0", "count/freedom/opinion=1")
    assert value.differs == {"money", "hand", "left"}
    assert value.changed
    evening.tap("count/freedom/travel=0", "of/green", "count/jesters=1", "of/profession")
    evening.tap("count/painter=2", "count/lawyer=0", "of/bonus", "count/each-jester=3", "write-down")
    blue, green, orange = evening.position.players.values()
    assert (blue.money, blue.hand, blue.table, blue.freedoms) == (
        1200,
        {"poet": 1, "?": 3},  # what only the referee knows stays known
        (),
        ("opinion",),
    )
    assert (green.jesters, green.table) == (1, ("painter",))
    assert orange.used == ("each-jester",)
    assert evening.session.snapshot.standing[-1].startswith("table correct")


def test_a_tile_is_taken_away_put_back_and_put_elsewhere() -> None:
    evening = begun()
    (forest, tower) = checked(evening, "count/tile/0=0").tiles
    assert (forest.gone, tower.gone) == (True, False)
    (forest, tower) = evening.tap(forest.thing).tiles
    assert not forest.gone
    adding = evening.tap(tower.thing, "count/adding=12").adding
    assert adding.placing.tile == "tower"
    spot = adding.placing.at(("d4", "r1"))
    assert spot is not None
    evening.tap(f"{adding.there}{place_code('tower', spot)}", adding.keep, "write-down")
    assert [str(tile) for tile in evening.position.players["blue"].grid] == ["forest d1 r0", "tower d4 r1"]


def test_a_tile_that_was_put_there_by_mistake_goes_by_a_touch() -> None:
    evening = begun()
    value = checked(evening, "count/more/0=0")
    value = evening.tap(value.tiles[-1].thing)
    assert len(value.tiles) == 2
    assert not value.changed


def test_what_cannot_be_is_told_and_refused() -> None:
    evening = begun()
    before = evening.position
    adding = checked(evening, "count/adding=4").adding
    assert any(adding.placing.why.values())
    (touching,) = [
        spot
        for spot in spots(before.house.outlines["university"])
        if (spot.square, spot.turn) == ("a4", "r0")
    ]
    value = evening.tap(f"count/more/0={place_code('university', touching)}", "count/adding=0")
    assert value.wrong
    evening.tap("write-down")
    no = evening.session.snapshot.no
    assert no is not None
    assert evening.position == before


@pytest.mark.parametrize("tile", TILES)
def test_every_place_of_every_tile_has_a_number_of_its_own(tile: str) -> None:
    position = begun({"blue": {}, "green": {}}).position
    places = spots(position.house.outlines[tile])
    codes = [place_code(tile, spot) for spot in places]
    assert len(set(codes)) == len(codes)
    touched = {("blue", f"more/{at}"): code for at, code in enumerate(codes)}
    lying = [each for _, each in tiles(position, "blue", touched) if each is not None]
    assert [(each.name, each.square, each.turn, each.squares) for each in lying] == [
        (tile, spot.square, spot.turn, spot.squares) for spot in places
    ]
    assert as_set(position, touched) != position


# -- by touch


def before(sit: Sit, value: Any) -> tuple[Driver, list[str]]:
    """A person before it, and what it hears."""
    heard: list[str] = []
    shown = Layers(heard.append, lambda: translation("cs"))
    return sit(Alone(lambda: shown.of(value))), heard


def at(person: Driver, bit: int) -> tuple[float, float]:
    """The middle of a square of the grid."""
    ground = person.find("ground").widget
    return Squares(ground.rect).square(bit).center


def test_tiles_are_touched_on_the_grid_and_where_nothing_lies_one_is_chosen(sit: Sit) -> None:
    value = OVER["florence-check"]
    person, heard = before(sit, value)
    forest, lake = (value.tiles[at].laid.squares for at in (0, 1))
    person.tap_at(*at(person, min(bits(forest))))
    person.tap_at(*at(person, min(bits(lake))))
    person.tap("more/money")
    person.tap("count/freedom/travel=1")
    assert heard == ["count/tile/0=0", "count/tile/1=1", "count/money=36", "count/freedom/travel=1"]
    taken = PALAZZO | sum(tile.laid.squares for tile in value.tiles)
    person.tap_at(*at(person, next(bit for bit in range(49) if not taken >> bit & 1)))
    assert person.faults() == []
    person.tap("keep")
    assert "ground" in person.things()
    person.tap("add")
    person.tap("count/adding=13")
    assert heard[-1] == "count/adding=13"


def test_a_tile_is_put_there_or_not(sit: Sit) -> None:
    value = OVER["florence-adding"]
    person, heard = before(sit, value)
    person.tap("cancel")
    assert heard == ["count/adding=0"]
    person.tap("lay")
    assert heard[1].startswith("count/more/0=")
    assert heard[2:] == ["count/adding=0"]


def test_it_is_said_at_whom_a_card_lies(sit: Sit) -> None:
    person, heard = before(sit, OVER["florence-works"])
    person.tap("card/1")
    assert person.faults() == []
    person.tap("keep")
    person.tap("card/1")
    person.tap("count/theologian=5")
    person.tap("card/0")
    person.tap("count/mathematician=0")
    assert heard == ["count/theologian=5", "count/mathematician=0"]


def test_another_player_begins_with_his_grid(sit: Sit) -> None:
    value = OVER["florence-check"]
    heard: list[str] = []
    shown = Layers(heard.append, lambda: translation("cs"))
    person = sit(Alone(lambda: shown.of(value)))
    person.tap("add")
    shown.of(replace(value, who="red", differs=frozenset()))
    person.rest()
    assert "ground" in person.things()
