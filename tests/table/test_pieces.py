from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games import game_rules
from companion.rules.errors import InvalidFile
from companion.table.tags.deck import BoxPiece, Deck, TagTakenError, make_box_pieces
from companion.table.tags.deck_file import DeckFileError
from companion.table.zones import ZonePlan
from tests.table.evenings import TABLES, setup

BOX = make_box_pieces(["card/inf6", "card/inf6", "seal/blue", "king"], ["blue", "red"])
SIX, OTHER_SIX, SEAL, KING = BOX


def deck() -> Deck:
    return Deck("louis-xiv", BOX)


def test_equal_cards_are_two_pieces_that_say_the_same() -> None:
    assert (SIX.key, OTHER_SIX.key) == ("card/inf6", "card/inf6#2")
    assert SIX.word == OTHER_SIX.word == "card/inf6"
    assert (SEAL.owner, SIX.owner, KING.word) == ("blue", "", "king")


def test_a_tag_that_is_taken_names_its_holder() -> None:
    bound = deck()
    bound.bind_tag(SIX, "04AABBCC")
    with pytest.raises(TagTakenError, match="card/inf6") as taken:
        bound.bind_tag(SEAL, "04aabbcc")
    assert taken.value.holder == "card/inf6"
    assert bound.uid_of_piece(SEAL) is None


def test_a_piece_that_has_a_tag_names_it() -> None:
    bound = deck()
    bound.bind_tag(SIX, "04aabbcc")
    with pytest.raises(TagTakenError, match="04aabbcc"):
        bound.bind_tag(SIX, "04aabbdd")
    assert bound.piece_of_uid("04AABBDD") is None


def test_a_released_piece_and_its_tag_are_free_again() -> None:
    bound = deck()
    bound.bind_tag(SIX, "04aabbcc")
    bound.release_tag(SIX)
    bound.bind_tag(OTHER_SIX, "04aabbcc")
    assert bound.piece_of_uid("04aabbcc") == OTHER_SIX
    assert bound.untagged_pieces == (SIX, SEAL, KING)


@pytest.mark.parametrize("uid", ["", "04", "04aabbccdd", "zzzzzzzz", "04 aabbcc"])
def test_what_is_no_tag_is_not_bound(uid: str) -> None:
    with pytest.raises(InvalidFile):
        deck().bind_tag(SIX, uid)


def test_a_piece_of_another_box_is_not_bound() -> None:
    with pytest.raises(InvalidFile):
        deck().bind_tag(BoxPiece("card", "queen"), "04aabbcc")


def test_a_deck_comes_back_from_its_file_as_it_was(tmp_path: Path) -> None:
    bound = deck()
    bound.bind_tag(SIX, "04aabbcc")
    bound.bind_tag(KING, "04aabbccddeeff")
    bound.save(tmp_path / "deck.json")
    loaded = Deck.load(tmp_path / "deck.json", "louis-xiv", BOX)
    assert [loaded.uid_of_piece(piece) for piece in BOX] == ["04aabbcc", None, None, "04aabbccddeeff"]
    assert {path.name for path in tmp_path.iterdir()} == {"deck.json", "deck.json.last-good"}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{",
        '{"game": "louis-xiv"}',
        '{"game": "kabale", "tags": {}}',
        '{"game": "louis-xiv", "tags": {"card inf7": "04aabbcc"}}',
        '{"game": "louis-xiv", "tags": {"": "04aabbcc"}}',
        '{"game": "louis-xiv", "tags": {"\\ud800": "04aabbcc"}}',
        '{"game": "louis-xiv", "tags": {"king": "08aabbcc"}}',
        '{"game": "louis-xiv", "tags": {"king": "04aabbcc", "king": "04aabbdd"}}',
        '{"game": "louis-xiv", "game": "louis-xiv", "tags": {}}',
        '{"game": "louis-xiv", "tags": [["king", "04aabbcc"]]}',
        '{"deck": 2, "game": "louis-xiv", "tags": {}}',
        '{"deck": true, "game": "louis-xiv", "tags": {}}',
        '{"deck": "1", "game": "louis-xiv", "tags": {}}',
        '{"deck": ' + "1" * 5000 + ', "game": "louis-xiv", "tags": {}}',
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
    with pytest.raises(InvalidFile, match=r"deck\.json"):
        Deck.load(tmp_path / "deck.json", "louis-xiv", BOX)


def test_every_fault_of_a_deck_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "deck.json").write_text(
        '{"game": "louis-xiv", "tags": {"king": "4", "king": "04aabbcc", "seal/blue": "04AABBCC", "a b": "08aabbcc"}}'
    )
    with pytest.raises(DeckFileError) as wrong:
        Deck.load(tmp_path / "deck.json", "louis-xiv", BOX)
    assert wrong.value.errors == (
        "king: '4' is no tag: 4, 7 or 10 bytes in hex",
        "king stands there twice",
        "tag 04aabbcc is given to king and to seal/blue",
        "'a b' is no name of a piece",
        "'a b': 08aabbcc is a random number, no tag's own",
    )


def test_many_faults_are_told_briefly(tmp_path: Path) -> None:
    tags = ", ".join(f'"card/inf{number}": "4"' for number in range(20))
    (tmp_path / "deck.json").write_text(f'{{"game": "louis-xiv", "tags": {{{tags}}}}}')
    with pytest.raises(DeckFileError, match="and 15 more"):
        Deck.load(tmp_path / "deck.json", "louis-xiv", BOX)


@given(st.binary(max_size=200))
def test_any_bytes_are_a_deck_or_refused(tmp_path_factory: pytest.TempPathFactory, raw: bytes) -> None:
    path = tmp_path_factory.mktemp("deck") / "deck.json"
    path.write_bytes(raw)
    with pytest.raises(InvalidFile):
        Deck.load(path, "louis-xiv", BOX)


def test_a_tag_of_a_piece_that_is_not_in_the_box_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "deck.json"
    path.write_text('{"game": "louis-xiv", "tags": {"money/5:2": "04aabbcc", "king": "04aabbdd"}}')
    loaded = Deck.load(path, "louis-xiv", BOX)
    assert loaded.tagged_keys_outside_box == ("money/5:2",)
    assert loaded.piece_of_uid("04aabbcc") is None
    assert loaded.tagged_words == {"king"}
    loaded.save(path)
    assert Deck.load(path, "louis-xiv", BOX).uid_by_key == loaded.uid_by_key
    assert "money/5:2" in loaded.uid_by_key


def test_a_piece_of_the_box_takes_the_tag_of_one_that_is_not(tmp_path: Path) -> None:
    path = tmp_path / "deck.json"
    path.write_text('{"game": "louis-xiv", "tags": {"money/5:2": "04aabbcc"}}')
    loaded = Deck.load(path, "louis-xiv", BOX)
    loaded.bind_tag(KING, "04aabbcc")
    assert loaded.uid_by_key == {"king": "04aabbcc"}
    assert loaded.tagged_keys_outside_box == ()


def test_a_zone_plan_comes_back_and_what_it_leaves_out_is_touch(tmp_path: Path) -> None:
    ZonePlan({"play": "reader", "tile/6": "touch"}).save(tmp_path / "plan.json")
    plan = ZonePlan.load(tmp_path / "plan.json")
    assert [plan.input_method(zone) for zone in ("play", "tile/6", "tile/7")] == ["reader", "touch", "touch"]


@pytest.mark.parametrize("text", ["", "[]", '{"zones": {"play": "radar"}}', "[" * 50_000, " " * 70_000])
def test_a_zone_plan_that_is_wrong_is_refused_with_its_name(tmp_path: Path, text: str) -> None:
    (tmp_path / "plan.json").write_text(text)
    with pytest.raises(InvalidFile, match=r"plan\.json"):
        ZonePlan.load(tmp_path / "plan.json")


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_piece_of_every_box_can_be_enrolled(name: str, players: int) -> None:
    box = make_box_pieces(game_rules(name).taggable_pieces(setup(name, players)), game_rules(name).colours)
    bound = Deck(name, box)
    for number, piece in enumerate(box):
        bound.bind_tag(piece, f"{number:08x}")
    assert len(bound.pieces_by_key) == len(box)
    assert not bound.untagged_pieces
