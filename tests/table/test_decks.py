"""Decks in the house: where they live, the whole box, tags of other games, one Herald at a time, out and in."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from companion.games import game_rules
from companion.rules.errors import InvalidFile
from companion.table.storage.disk import FileInUseError, FileLock
from companion.table.tags.deck import Deck
from companion.table.tags.deck_file import DeckFileError
from companion.table.tags.deck_store import (
    DeckDifference,
    OtherGamePiece,
    all_pieces_in_box,
    compare_decks,
    deck_path,
    exported_deck_files,
    exports_folder,
    load_deck_to_import,
    load_owner_deck,
    replace_owner_deck,
    tags_and_errors_of_other_games,
)
from tests.ours import GAMES

A, B = "04a1a1a1a1a1a1", "04b2b2b2b2b2b2"
GAME = "louis-xiv"


def write(path: Path, tags: dict[str, str], name: str = GAME) -> Path:
    path.write_text(json.dumps({"game": name, "tags": tags}))
    return path


@pytest.mark.parametrize("name", GAMES)
def test_the_whole_box_has_the_pieces_of_all_colours_if_of_any(name: str, tmp_path: Path) -> None:
    owners = {piece.owner for piece in all_pieces_in_box(name, tmp_path)} - {""}
    assert owners in (set(), set(game_rules(name).colours))


def test_the_cards_of_louis_xiv_are_ninety(tmp_path: Path) -> None:
    kinds = [piece.kind for piece in all_pieces_in_box(GAME, tmp_path)]
    assert sum(kinds.count(kind) for kind in ("card", "intrigue", "money", "mission")) == 90


def test_the_box_is_the_owners_copy(tmp_path: Path) -> None:
    (tmp_path / "louis-xiv.print").write_text("print money 5:2 3:1 3:2 4:1 4:2 4:3 5:3 6:4\n")
    assert "money/5:2" in {piece.key for piece in all_pieces_in_box(GAME, tmp_path)}


def test_a_deck_outlives_what_is_read_off_the_cards_later(tmp_path: Path) -> None:
    deck = load_owner_deck(GAME, tmp_path)
    deck.bind_tag(deck.pieces_by_key["money/5:4"], A)
    deck.save(deck_path(GAME, tmp_path))
    (tmp_path / "louis-xiv.print").write_text("print money 5:2 3:1 3:2 4:1 4:2 4:3 5:3 6:4\n")
    later = load_owner_deck(GAME, tmp_path)
    assert later.tagged_keys_outside_box == ("money/5:4",)
    assert later.uid_by_key == {"money/5:4": A}


def test_without_a_file_no_piece_has_a_tag(tmp_path: Path) -> None:
    assert load_owner_deck(GAME, tmp_path / "nowhere").uid_by_key == {}


def test_a_damaged_deck_is_named(tmp_path: Path) -> None:
    deck_path(GAME, tmp_path).write_text("{")
    with pytest.raises(InvalidFile, match=r"louis-xiv\.deck: no JSON"):
        Deck.load(deck_path(GAME, tmp_path), GAME, ())


# -- other games


def test_tags_of_other_games_are_known_with_their_pieces(tmp_path: Path) -> None:
    write(tmp_path / "kabale.deck", {"card/queen": A.upper()}, "kabale")
    write(tmp_path / "louis-xiv.deck", {"king": B})
    assert tags_and_errors_of_other_games(GAME, tmp_path) == ({A: OtherGamePiece("kabale", "card/queen")}, ())
    assert tags_and_errors_of_other_games("kabale", tmp_path) == ({B: OtherGamePiece(GAME, "king")}, ())


def test_another_games_deck_that_cannot_be_read_is_told_and_in_nobodys_way(tmp_path: Path) -> None:
    (tmp_path / "kabale.deck").write_text("[]")
    write(tmp_path / "renamed.deck", {}, "florence")
    (tmp_path / "folder.deck").mkdir()
    holders, wrong = tags_and_errors_of_other_games(GAME, tmp_path)
    assert holders == {}
    assert len(wrong) == 3
    assert "kabale.deck: no deck" in " ".join(wrong)
    assert "renamed.deck: a deck of florence, not of renamed" in " ".join(wrong)


# -- one Herald at a time


def test_a_deck_is_changed_by_one_herald_at_a_time(tmp_path: Path) -> None:
    path = deck_path(GAME, tmp_path / "home")
    with FileLock(path), pytest.raises(FileInUseError, match=r"louis-xiv\.deck"), FileLock(path):
        pytest.fail("both held it")
    with FileLock(path):
        pass


# -- in


def test_a_good_deck_is_taken_in_and_the_old_one_kept(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    first = load_deck_to_import(write(tmp_path / "first", {"card/inf1": A}), GAME, home)
    assert replace_owner_deck(first, home) is None
    old = deck_path(GAME, home).read_bytes()
    second = load_deck_to_import(
        write(tmp_path / "second", {"card/inf2": A, "card/inf2#2": B.upper()}), GAME, home
    )
    aside = replace_owner_deck(second, home)
    assert aside is not None
    assert aside.read_bytes() == old
    assert load_owner_deck(GAME, home).uid_by_key == {"card/inf2": A, "card/inf2#2": B}
    assert replace_owner_deck(second, home) not in (aside, None)
    assert tags_and_errors_of_other_games("kabale", home)[1] == ()  # what was set aside is no deck


def test_everything_that_is_wrong_with_a_deck_is_told(tmp_path: Path) -> None:
    write(tmp_path / "kabale.deck", {"card/queen": B}, "kabale")
    source = tmp_path / "friend"
    source.write_text(
        f'{{"game": "louis-xiv", "tags": {{"card/inf1": "{A}", "card/inf1": "{B}", "money/9:1": "{A}", "king": "xx"}}}}'
    )
    with pytest.raises(DeckFileError) as wrong:
        load_deck_to_import(source, GAME, tmp_path)
    assert wrong.value.errors == (
        "card/inf1 stands there twice",
        "no piece money/9:1 in the box of louis-xiv",
        f"tag {A} is given to card/inf1 and to money/9:1",
        "no piece king in the box of louis-xiv",
        "king: 'xx' is no tag: 4, 7 or 10 bytes in hex",
        f"card/inf1: tag {B} is card/queen of kabale here",
    )


def test_a_deck_of_another_game_is_not_taken_in(tmp_path: Path) -> None:
    with pytest.raises(DeckFileError, match="a deck of kabale, not of louis-xiv"):
        load_deck_to_import(write(tmp_path / "friend", {"card/queen": A}, "kabale"), GAME, tmp_path)


@pytest.mark.parametrize("which", ["deck", "aside"])
def test_a_full_disk_leaves_the_deck_as_it_was(tmp_path: Path, which: str) -> None:
    path = deck_path(GAME, tmp_path)
    replace_owner_deck(Deck(GAME, all_pieces_in_box(GAME, tmp_path)), tmp_path)
    old = path.read_bytes()
    name = path.name if which == "deck" else f"{path.name}.replaced-1"
    (tmp_path / f".{name}.new").symlink_to("/dev/full")
    deck = load_deck_to_import(write(tmp_path / "friend", {"card/inf1": A}), GAME, tmp_path)
    with pytest.raises(OSError, match=os.strerror(28)):
        replace_owner_deck(deck, tmp_path)
    assert path.read_bytes() == old


def test_what_another_deck_would_change_is_counted() -> None:
    old = {"card/inf1": "a", "card/inf2": "b", "card/inf3": "c"}
    new = {"card/inf2": "b", "card/inf3": "a", "card/inf4": "d", "card/inf5": "e"}
    assert compare_decks(old, new) == DeckDifference(untagged_count=1, retagged_count=1, newly_tagged_count=2)
    assert compare_decks(old, old) == DeckDifference(0, 0, 0)


def test_copies_are_found_the_latest_first(tmp_path: Path) -> None:
    assert exported_deck_files(tmp_path) == ()
    exports_folder(tmp_path).mkdir()
    for when, name in enumerate(("second.deck", "first.deck", "third.deck", "no-deck.txt")):
        (exports_folder(tmp_path) / name).touch()
        os.utime(exports_folder(tmp_path) / name, (when, when))
    assert [path.name for path in exported_deck_files(tmp_path)] == [
        "third.deck",
        "first.deck",
        "second.deck",
    ]
