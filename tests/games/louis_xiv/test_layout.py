"""The layout of Louis XIV: nothing is lost, nothing hidden is named, and faults are counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from companion.games import game_rules
from companion.games.louis_xiv.rules.pieces import NEUTRAL
from companion.games.louis_xiv.rules.position import LouisXIVPosition
from companion.rules.errors import InvalidRecord
from companion.rules.game import EditionLine, GameSetup
from companion.rules.layout import PlacedPieces, inventory_faults
from tests.contract.corpus import table
from tests.games.louis_xiv.damage import damaged, named
from tests.games.louis_xiv.plain_count import lying, miscounted, on_the_table
from tests.long import LONG, examples
from tests.tables import louis, paper, read, setup

GAME = game_rules("louis-xiv")
CARDS = ("3:1", "4:1", "3:2", "4:2", "4:3", "5:3", "5:4", "5:4")
at_every_count = pytest.mark.parametrize("players", [2, 3, 4])


def known(players: int, many: int) -> Iterator[tuple[GameSetup, dict[str, Any], Random]]:
    """Tables of whole games in JSON: cards in hands named or not, the copy's money cards known or not."""
    chance = Random(f"louis {players}")
    everywhere = list(table(GAME.name, players).sample_positions(min(many, 400)))
    for _ in range(many):
        whole, position = chance.choice(everywhere)
        at, sat = position.to_json(), whole.setup
        if chance.random() < 0.5:
            at = named(at, chance)
        if chance.random() < 0.3:
            sat = replace(sat, edition_lines=(EditionLine(("money", *CARDS)),))
            at["turned"] = sorted(chance.sample(CARDS, at["round"]))
        yield sat, at, chance


# -- where everything lies


@at_every_count
def test_every_piece_lies_where_the_position_says(players: int) -> None:
    for sat, at, _ in known(players, examples(800)):
        assert lying(GAME.layout(GAME.position_from_json(at, sat))) == on_the_table(at)


def test_equal_tables_have_equal_layouts_whatever_was_counted_first() -> None:
    facts: dict[str, Any] = {
        "chips": {"ring": 1, "crown": 2},
        "influence": {"joker": 1, "inf6": 1},
        "intrigue": {"7": 1, "12": 1},
        "hand": {"mid": 1, "light": 2},
        "shown": {},
    }
    other = {key: dict(reversed(counts.items())) for key, counts in facts.items()}
    stones, enots = {"blue": 1, "red": 2}, {"red": 2, "blue": 1}
    first = read(paper("missions", stones={6: stones}, people={"blue": facts}, played={"inf1": 1, "inf2": 1}))
    second = read(paper("missions", stones={6: enots}, people={"blue": other}, played={"inf2": 1, "inf1": 1}))
    assert first == second
    assert GAME.layout(first) == GAME.layout(second)


def test_a_tile_tells_the_condition_that_lies_up() -> None:
    at = louis("missions", back=[4], king=4)
    places = {place.id: place for place in GAME.layout(at.position)}
    assert places["tile/4"].pieces == (PlacedPieces("tile/4", face="down"), PlacedPieces("king"))
    assert places["tile/4"].facts == {"condition": str(at.position.condition(4))}
    assert places["tile/3"].facts == {"condition": str(at.position.condition(3))}


def test_the_rest_of_every_family_has_a_place_of_its_own() -> None:
    ids = {place.id for place in GAME.layout(louis("influence").position)}
    assert {stock.rest_place for stock in GAME.inventory(setup()) if stock.rest_place} <= ids


# -- what happens


@pytest.mark.long(usual="2")
@at_every_count
def test_after_every_event_all_pieces_are_there(players: int) -> None:
    for whole in table(GAME.name, players).sample_games[: 1 + LONG]:
        box = GAME.inventory(whole.setup)
        position: Any = whole.start.initial_position
        for events in (whole.start.opening_events, *(each.events for each in whole.played_moves)):
            for event in events:
                position = event.apply_to(position)
                layout = GAME.layout(position)
                assert list(inventory_faults(box, layout)) == [], event
                assert all(each.count > 0 for place in layout for each in place.pieces), event
                assert lying(layout) == on_the_table(position.to_json())


# -- what everybody may know


@at_every_count
def test_a_public_layout_names_no_card_in_a_hand(players: int) -> None:
    for sat, at, chance in known(players, examples(400)):
        one, other = (GAME.position_from_json(named(unnamed(at), chance), sat) for _ in range(2))
        public = GAME.layout(one.to_public())
        assert (
            public == GAME.layout(other.to_public()) == GAME.layout(GAME.position_from_json(unnamed(at), sat))
        )
        hidden = [each.piece for place in public for each in place.pieces if each.face == "down"]
        assert all(piece.endswith("/?") or piece.startswith("tile/") for piece in hidden)


def unnamed(at: dict[str, Any]) -> dict[str, Any]:
    """The same table with no card in a hand known."""
    players = {}
    for who, player in at["players"].items():
        backs = {
            hand: {"?": sum(player[hand].values())} if player[hand] else {}
            for hand in ("influence", "intrigue")
        }
        players[who] = {**player, **backs}
    return {**at, "players": players}


def test_the_referee_knows_what_a_position_names() -> None:
    at = louis("influence", people={"blue": {"influence": {"inf6": 1, "?": 2}, "intrigue": {"4": 1}}})
    hand = next(place for place in GAME.layout(at.position) if place.id == "hand/blue")
    assert {each.piece: each.face for each in hand.pieces} == dict.fromkeys(
        ("card/?", "card/inf6", "intrigue/4", "mission/light/?", "mission/mid/?"), "down"
    )


# -- what is counted

COUNTED = {
    "stones-add-up",
    "neutral-stones",
    "influence-copies",
    "influence-all",
    "intrigue-copies",
    "intrigue-all",
    "mission-copies",
    "mission-stack",
    "shown-kind",
    "no-such-money-card",
    "king-tile",
    "start",
    "no-such-tile",
}


def test_of_one_wrong_value_the_census_says_what_plain_counting_says() -> None:
    seen = Counter[str]()
    for players in (2, 3, 4):
        for sat, at, chance in known(players, examples(2800)):
            try:
                position = GAME.position_from_json(damaged(at, chance), sat)
            except InvalidRecord:
                continue
            assert isinstance(position, LouisXIVPosition)
            if NEUTRAL in position.players:
                continue  # a player of that name has neutral stones, of which there are too many then, too
            found = Counter(str(fault) for fault in position.faults() if fault.clause.code in COUNTED)
            wanted = list(miscounted(position))
            assert found == Counter(map(str, wanted)), position.to_json()
            seen.update({fault.clause.code for fault in wanted})
    assert len(seen) > len(COUNTED) / 2  # the others are each provoked in test_refusals.py
