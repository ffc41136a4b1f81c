from __future__ import annotations

from pathlib import Path

import pytest

from companion.games import game
from companion.rules.errors import Unreadable
from companion.table.pieces import Deck, Piece, Taken, pieces
from companion.table.zones import Plan
from tests.table.evenings import TABLES, setup

BOX = pieces(["card/inf6", "card/inf6", "seal/blue", "king"], ["blue", "red"])
SIX, OTHER_SIX, SEAL, KING = BOX


def deck() -> Deck:
    return Deck("louis-xiv", BOX)


def test_equal_cards_are_two_pieces_that_say_the_same() -> None:
    assert (SIX.key, OTHER_SIX.key) == ("card/inf6", "card/inf6#2")
    assert SIX.word == OTHER_SIX.word == "card/inf6"
    assert (SEAL.owner, SIX.owner, KING.word) == ("blue", "", "king")


def test_a_tag_that_is_taken_names_its_holder() -> None:
    bound = deck()
    bound.bind(SIX, "04AABBCC")
    with pytest.raises(Taken, match="card/inf6") as taken:
        bound.bind(SEAL, "04aabbcc")
    assert taken.value.holder == "card/inf6"
    assert bound.tag(SEAL) is None


def test_a_piece_that_has_a_tag_names_it() -> None:
    bound = deck()
    bound.bind(SIX, "04aabbcc")
    with pytest.raises(Taken, match="04aabbcc"):
        bound.bind(SIX, "04aabbdd")
    assert bound.piece("04AABBDD") is None


def test_a_released_piece_and_its_tag_are_free_again() -> None:
    bound = deck()
    bound.bind(SIX, "04aabbcc")
    bound.release(SIX)
    bound.bind(OTHER_SIX, "04aabbcc")
    assert bound.piece("04aabbcc") == OTHER_SIX
    assert bound.untagged == (SIX, SEAL, KING)


@pytest.mark.parametrize("uid", ["", "04", "04aabbccdd", "zzzzzzzz", "04 aabbcc"])
def test_what_is_no_tag_is_not_bound(uid: str) -> None:
    with pytest.raises(Unreadable):
        deck().bind(SIX, uid)


def test_a_piece_of_another_box_is_not_bound() -> None:
    with pytest.raises(Unreadable):
        deck().bind(Piece("card", "queen"), "04aabbcc")


def test_a_deck_comes_back_from_its_file_as_it_was(tmp_path: Path) -> None:
    bound = deck()
    bound.bind(SIX, "04aabbcc")
    bound.bind(KING, "04aabbccddeeff")
    bound.save(tmp_path / "deck.json")
    loaded = Deck.load(tmp_path / "deck.json", "louis-xiv", BOX)
    assert [loaded.tag(piece) for piece in BOX] == ["04aabbcc", None, None, "04aabbccddeeff"]
    assert list(tmp_path.iterdir()) == [tmp_path / "deck.json"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{",
        '{"game": "louis-xiv"}',
        '{"game": "kabale", "tags": {}}',
        '{"game": "louis-xiv", "tags": {"card/inf7": "04aabbcc"}}',
        '{"game": "louis-xiv", "tags": {"card/inf6": 4}}',
        '{"game": "louis-xiv", "tags": {"card/inf6": "xx"}}',
        '{"game": "louis-xiv", "tags": {"card/inf6": "04aabbcc", "king": "04AABBCC"}}',
        '{"game": "louis-xiv", "tags": {}, "more": 1}',
        "[" * 100_000,
        " " * 2_000_000,
        "\xff",
    ],
)
def test_a_deck_file_that_is_wrong_is_refused_with_its_name(tmp_path: Path, text: str) -> None:
    (tmp_path / "deck.json").write_bytes(text.encode("latin-1"))
    with pytest.raises(Unreadable, match=r"deck\.json"):
        Deck.load(tmp_path / "deck.json", "louis-xiv", BOX)


def test_a_zone_plan_comes_back_and_what_it_leaves_out_is_touch(tmp_path: Path) -> None:
    Plan({"play": "reader", "tile/6": "touch"}).save(tmp_path / "plan.json")
    plan = Plan.load(tmp_path / "plan.json")
    assert [plan.by(zone) for zone in ("play", "tile/6", "tile/7")] == ["reader", "touch", "touch"]


@pytest.mark.parametrize("text", ["", "[]", '{"zones": {"play": "radar"}}', "[" * 50_000, " " * 70_000])
def test_a_zone_plan_that_is_wrong_is_refused_with_its_name(tmp_path: Path, text: str) -> None:
    (tmp_path / "plan.json").write_text(text)
    with pytest.raises(Unreadable, match=r"plan\.json"):
        Plan.load(tmp_path / "plan.json")


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_piece_of_every_box_can_be_enrolled(name: str, players: int) -> None:
    box = pieces(game(name).pieces(setup(name, players)), game(name).colours)
    bound = Deck(name, box)
    for number, piece in enumerate(box):
        bound.bind(piece, f"{number:08x}")
    assert len(bound.box) == len(box)
    assert not bound.untagged
