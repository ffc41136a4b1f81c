"""Material and set-up: clauses L-M1 to L-M10 and L-S1 to L-S4 of the rules page."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from companion.games import game_rules
from companion.games.louis_xiv.rules.edition import (
    MISSION_TYPES,
    TILE_NEIGHBOURS,
    Edition,
    load_data_file,
    load_edition,
)
from companion.games.louis_xiv.rules.events import InfluenceDrawn, IntrigueDrawn, SubstituteNeeded
from companion.rules.errors import InvalidRecord
from companion.rules.game import EditionLine
from tests.tables import People, begun, louis, paper, read, setup

GAME = game_rules("louis-xiv")


def box() -> Counter[str]:
    """The kinds of pieces that carry a tag, and how many there are with four players."""
    return Counter(piece.partition("/")[0] for piece in GAME.taggable_pieces(setup(4)))


def copy(*lines: str) -> Edition:
    """A copy of the game with these `print` lines."""
    return load_edition(tuple(EditionLine(tuple(line.split())) for line in lines))


# -- L-M1 to L-M6


def test_L_M1__twelve_tiles_lie_front_up_and_each_player_has_sixteen_stones() -> None:
    for players in (2, 3, 4):
        position = begun(players).position
        assert list(position.tiles) == list(range(1, 13))
        assert {(tile.side, *tile.stones) for tile in position.tiles.values()} == {("front",)}
        assert [player.own + player.general for player in position.players.values()] == [16] * players


def test_L_M1__neutral_stones_are_eight_and_only_for_two() -> None:
    assert read(paper("supply", 2, stones={1: {"neutral": 8}}), 2).faults() == ()
    [fault] = read(paper("supply", 2, stones={1: {"neutral": 9}}), 2).faults()
    assert fault.facts == {"stones": 9, "most": 8}
    [fault] = read(paper("supply", 3, stones={1: {"neutral": 2}}), 3).faults()
    assert fault.facts == {"path": "/tiles/1/stones", "name": "neutral"}


def test_L_M2__thirty_four_chips() -> None:
    chips = Counter(piece for piece in GAME.taggable_pieces(setup(3)) if piece.startswith("chip/"))
    assert chips == {
        "chip/crown": 10, "chip/sceptre": 6, "chip/helmet": 6, "chip/ring": 6, "chip/letter": 6,
    }  # fmt: skip


def test_L_M3__of_arms_only_the_number_is_known_until_they_are_shown() -> None:
    at = louis("final", people={"blue": {"arms": 3}, "yellow": {"arms": 21}})
    assert at.player("blue").shown == {}
    at.say("table arms blue arms1:1 arms6:2")
    assert at.player("blue").shown == {"arms1": 1, "arms6": 2}
    assert at.no("table arms yellow arms6:9 arms2:10 arms3:2") == "L-5.2 kind-copies"  # ten of each kind


def test_L_M4__influence_cards_are_two_of_each_person_and_six_jokers() -> None:
    assert Counter(p for p in GAME.taggable_pieces(setup(3)) if p.startswith("card/")) == {
        **{f"card/inf{person}": 2 for person in range(1, 13)},
        "card/joker": 6,
    }
    assert box()["intrigue"] == 12
    assert box()["money"] == 8


def test_L_M4__a_dealt_card_is_unknown_but_counted() -> None:
    at = begun(4).say("table money 4 2")
    assert {who: dict(player.influence) for who, player in at.position.players.items()} == {
        who: {"?": 5} for who in ("blue", "yellow", "red", "green")
    }
    assert at.position.influence_deck_size() == 30 - 20


@pytest.mark.parametrize(
    ("facts", "fault"),
    [
        ({"played": {"inf6": 3}}, "influence-copies"),
        ({"played": {"joker": 7}}, "influence-copies"),
        ({"played": {"inf6": 1}, "people": {"blue": {"influence": {"inf6": 2, "?": 3}}}}, "influence-copies"),
        ({"people": {"blue": {"influence": {"?": 21}}}}, "influence-all"),
        ({"people": {"blue": {"intrigue": {"5": 2}}}}, "intrigue-copies"),
        ({"people": {"blue": {"intrigue": {"?": 7}}, "red": {"intrigue": {"?": 6}}}}, "intrigue-all"),
    ],
)
def test_L_M4__more_cards_than_there_are_is_a_fault(facts: dict[str, Any], fault: str) -> None:
    [found] = read(paper("influence", king=1, **facts)).faults()
    assert (found.clause.id, found.clause.code) == ("L-M4", fault)


COPIES = {
    "light-plus-mission": 2, "light-plus-stone": 4, "light-plus-louis": 4, "light-stone-1": 1, "light-stone-2": 1,
    "light-stone-3": 1, "light-stone-4": 1, "light-pay-two": 2, "light-swap-chip": 2, "light-renew": 2,
    "mid-plus-two": 4, "mid-plus-arms": 2, "mid-stone-king": 2, "mid-stone-5": 1, "mid-stone-9": 1, "mid-exchange": 2,
    "dark-plus-stones": 1, "dark-plus-louis": 1, "dark-plus-intrigue": 1, "dark-stone-for-card": 1, "dark-four": 1,
    "dark-place-stone": 1, "dark-once-first": 1, "dark-minus-louis": 1,
}  # fmt: skip


def test_L_M5__forty_mission_cards() -> None:
    assert {name: kind.copies for name, kind in MISSION_TYPES.items()} == COPIES
    assert {name: kind.stack for name, kind in MISSION_TYPES.items()} == {
        n: n.partition("-")[0] for n in COPIES
    }
    stacks = Counter(name.partition("-")[0] for name in Counter(COPIES).elements())
    assert stacks == {"light": 20, "mid": 12, "dark": 8}
    assert box()["mission"] == 40


@pytest.mark.parametrize("kind", COPIES)
def test_L_M5__a_type_is_laid_out_as_often_as_it_is_printed_and_no_more(kind: str) -> None:
    chips = "helmet+ring" if kind.startswith("mid") else "ring"
    people: People = {"blue": {"missions": [f"{kind}:{chips}"] * COPIES[kind], "hand": {}}}
    assert read(paper("supply", people=people)).faults() == ()
    people["red"] = {"missions": [f"{kind}:{chips}"], "hand": {}}
    [fault] = read(paper("supply", people=people)).faults()
    assert fault.facts == {"mission": kind, "laid": COPIES[kind] + 1, "copies": COPIES[kind]}


def test_L_M5__a_stack_gives_no_more_than_it_had() -> None:
    assert read(paper("supply", people={"blue": {"hand": {"dark": 8}}})).faults() == ()
    [fault] = read(paper("supply", people={"blue": {"hand": {"dark": 9}}})).faults()
    assert fault.facts == {"stack": "dark", "missing": 1}


def test_L_M6__money_chips_and_arms_never_run_out() -> None:
    at = begun(4).say("table money 14 2")
    assert [event.what for event in at.happened(SubstituteNeeded)] == [
        "money"
    ]  # 72 louis; the last has 4 too few
    people: People = {"blue": {"chips": {"crown": 10}}}
    at = louis("evaluation", tile=5, stones={5: {"red": 1}}, people=people)
    assert [event.what for event in at.happened(SubstituteNeeded)] == ["crown"]
    assert at.player("red").chips == {"crown": 1}
    at = louis("evaluation", tile=10, stones={10: {"red": 3}}, people={"blue": {"arms": 59}})
    assert [event.what for event in at.happened(SubstituteNeeded)] == ["arms"]
    assert at.player("red").arms == 2


def test_L_M6__arms_run_out_at_the_end_too() -> None:
    people = {"blue": {"arms": 30, "shown": {f"arms{kind}": 5 for kind in range(1, 7)}}, "red": {"arms": 30}}
    at = louis("final", people=people).say("table arms yellow")
    at.say("table arms red " + " ".join(f"arms{kind}:5" for kind in range(1, 7)))
    assert [event.what for event in at.happened(SubstituteNeeded)] == ["arms"] * 6
    at = louis("missions", round=4, people={"blue": {"arms": 60}}, agenda=[{"do": "round-ends"}])
    assert [event.what for event in at.happened(SubstituteNeeded)] == ["arms"] * 3  # 5 louis each


def test_L_M6__an_empty_intrigue_deck_gives_nothing() -> None:
    people = {"blue": {"intrigue": {"?": 12}, "own": 0, "general": 0}}
    stones = {12: {"red": 1}, 5: {"blue": 16}}
    at = louis("evaluation", tile=12, stones=stones, people=people, start="red")
    assert at.player("red").arms == 1
    assert at.player("red").intrigue == {}
    assert at.happened(IntrigueDrawn) == []


def test_L_M6__an_empty_mission_stack_cannot_be_chosen() -> None:
    people: People = {
        "blue": {"chips": {"ring": 2}, "hand": {"light": 1, "mid": 1}},
        "red": {"hand": {"dark": 8}},
    }
    at = louis("missions", people=people).say("blue fulfil light-renew:ring ring ring")
    assert at.no("blue draw dark") == "L-M6 stack-empty"
    assert at.legal == {"blue draw light", "blue draw mid"}
    people["blue"] |= {"missions": ["light-renew:ring"]}
    at = louis("missions", people=people, agenda=[{"do": "renew", "who": "blue"}, {"do": "round-ends"}])
    assert at.no("blue renew return light draw dark") == "L-M6 stack-empty"


# -- L-M7 to L-M10


def test_L_M7__neighbours_are_the_corners_of_the_spiral() -> None:
    layout = ["C 6 S 7 .", "5 p 1 p 8", "H 4 o 2 L", "12 p 3 p 9", "I 11 R 10 C"]
    at = {
        int(cell): (row, column)
        for row, line in enumerate(layout)
        for column, cell in enumerate(line.split())
        if cell.isdigit()
    }
    assert sorted(at) == list(range(1, 13))
    for tile, (row, column) in at.items():
        corners = {(row + down, column + right) for down in (-1, 1) for right in (-1, 1)}
        assert set(TILE_NEIGHBOURS[tile]) == {other for other, place in at.items() if place in corners}


REWARDS: dict[int, dict[str, Any]] = {
    1: {"chips": {"sceptre": 1}},
    2: {"chips": {"letter": 1}},
    3: {"chips": {"ring": 1}},
    4: {"chips": {"helmet": 1}},
    5: {"chips": {"crown": 1}},
    6: {"arms": 1},
    7: {"money": 5},
    8: {},
    9: {"chips": {"crown": 1}},
    10: {"arms": 2},
    11: {"influence": {"?": 1}},
    12: {"arms": 1, "intrigue": {"?": 1}},
}


@pytest.mark.parametrize("side", ["front", "back"])
@pytest.mark.parametrize("tile", REWARDS)
def test_L_M8__each_person_gives_the_same_on_both_sides(tile: int, side: str) -> None:
    back = [tile] if side == "back" else []
    people = {"red": {"money": 0, "general": 0}}
    at = louis("evaluation", tile=tile, stones={tile: {"red": 4}}, back=back, people=people)
    if tile == 6:
        at.say("red stone 1")
    if tile == 8:
        assert at.legal == {"red stones 0", "red stones 1", "red stones 2"}
        at.say("red stones 2")
        assert at.tile(5).stones == {"red": 2}
    player = at.player("red")
    got: dict[str, Any] = {"chips": player.chips, "arms": player.arms, "money": player.money}
    got |= {"influence": player.influence, "intrigue": player.intrigue}
    assert got == {"chips": {}, "arms": 0, "money": 0, "influence": {}, "intrigue": {}} | REWARDS[tile]


def test_L_M8__condes_stone_lies_where_he_wants() -> None:
    at = louis("evaluation", tile=6, stones={6: {"red": 3}}).say("red stone 1")
    assert at.tile(1).stones == {"red": 1}


def test_L_M9__conditions_on_the_fronts() -> None:
    kinds = {tile: copy().condition(tile, "front").kind for tile in range(1, 13)}
    assert [tile for tile, kind in kinds.items() if kind == "money"] == [1, 2, 3, 4, 8, 12]
    assert [tile for tile, kind in kinds.items() if kind == "first"] == [5, 7, 9, 11]
    assert [tile for tile, kind in kinds.items() if kind == "stones"] == [6, 10]


def test_L_M10__what_the_rulebooks_print_is_in_the_data() -> None:
    assert str(copy().condition(4, "front")) == "money:3"
    assert [str(copy().condition(tile, "back")) for tile in (1, 2, 3, 4)] == ["first"] * 4
    assert str(copy().condition(1, "front")) == "money:3"  # from reviews
    assert copy().condition(5, "back").kind == copy().condition(9, "back").kind == "money"
    for tile in range(1, 13):
        front, back = copy().conditions[tile]
        assert front.kind != back.kind
        for side in (front, back):
            assert side.number in {"money": (3, 4), "stones": (2, 3), "first": (0,)}[side.kind]
    kings = Counter(king for _, king in copy().likely_money_cards())
    assert kings == {1: 2, 2: 2, 3: 2, 4: 2}
    assert not any("crown" in kind.chips for kind in MISSION_TYPES.values())


def test_L_M10__each_value_has_a_source_or_is_assumed() -> None:
    for section in ("material", "chips", "setup", "neighbours", "rewards", "money"):
        assert load_data_file()[section]["source"]
    sides = [tile[side]["source"] for tile in load_data_file()["tile"].values() for side in ("front", "back")]
    assert all(sides)
    assert all(kind["source"] for kind in load_data_file()["missions"].values())
    told = GAME.assumed_values(setup())
    assert len(told) == sides.count("assumed") + 1  # and the money cards
    assert {each.name for each in told} >= {"tile 8 back", "money cards"}


def test_L_M10__a_copy_of_the_game_overrides_what_is_assumed() -> None:
    mine = copy("tile 6 stones:2 money:5", "money 3:1 4:1 3:2 4:2", "money 4:3 5:3 5:4 7:4")
    assert [str(mine.condition(6, side)) for side in ("front", "back")] == ["stones:2", "money:5"]
    assert mine.money_cards is not None
    assert len(mine.money_cards) == 8
    assert not {"tile 6 front", "tile 6 back", "money cards"} & {each.name for each in mine.assumed_values}
    for each in copy().assumed_values:  # what the app asks for can be entered
        assert each.name not in {
            other.name for other in copy(each.edition_words.removeprefix("print ")).assumed_values
        }


@pytest.mark.parametrize(
    "line",
    [
        "tile 6 stones:2 stones:3",  # a back differs
        "tile 2 stones:2 first",  # the king's tiles know only money and first place
        "tile 13 first money:3",
        "tile 6 stones:0 money:3",
        "tile 6 stones:x money:3",
        "tile 6 first",
        "money 4",
        "money 4:5",
        "money 0:1",
        "money 1:1 2:1 3:1 4:1 5:1 6:1 7:1 8:1 9:1",
        "money",
        "mission light-renew:ring",
    ],
)
def test_L_M10__no_copy_has_such_a_thing_printed(line: str) -> None:
    with pytest.raises(InvalidRecord, match="print"):
        copy(line)


# -- L-S


def test_L_S1__two_to_four_players_and_a_start_player() -> None:
    for players in (2, 3, 4):
        assert begun(players, "yellow").position.players_from_start[0] == "yellow"
    for wrong in (setup(1), setup(("blue", "blue")), setup(3, "green")):
        with pytest.raises(InvalidRecord):
            GAME.initial_position(wrong)
    nobody = setup(3)
    with pytest.raises(InvalidRecord, match="the oldest player"):
        GAME.initial_position(type(nobody)(nobody.seats, ""))


def test_L_S1__seats_go_clockwise_from_the_start_player() -> None:
    assert begun(4, "red").position.players_from_start == ("red", "green", "blue", "yellow")


@pytest.mark.parametrize(
    ("players", "general", "own"),
    [(2, [5, 6], [11, 10]), (3, [5, 5, 6], [11, 11, 10]), (4, [5, 5, 6, 7], [11, 11, 10, 9])],
)
def test_L_S2__stones_in_the_general_supply(players: int, general: list[int], own: list[int]) -> None:
    for start in ("blue", "yellow"):
        position = begun(players, start).position
        assert [position.players[who].general for who in position.players_from_start] == general
        assert [position.players[who].own for who in position.players_from_start] == own


def test_L_S3__five_louis_and_two_missions_of_which_the_backs_are_public() -> None:
    for player in begun(4).position.players.values():
        assert player.money == 5
        assert player.hand == {"light": 1, "mid": 1}
        assert player.missions == ()


def test_L_S4__sixteen_stones_for_each_player_at_every_moment() -> None:
    [fault] = read(paper("supply", people={"blue": {"own": 9, "general": 6}})).faults()
    assert (fault.clause.id, fault.clause.code) == ("L-S4", "stones-add-up")
    assert fault.facts == {"who": "blue", "stones": 15, "wanted": 16}


def test_L_M4__dealing_is_told_without_the_cards() -> None:
    at = begun(2).say("table money 4 2")
    assert [(event.who, event.cards) for event in at.happened(InfluenceDrawn)] == [("blue", 5), ("yellow", 5)]
