"""Decks in the house: where they live, the whole box, tags of other games, one Herald at a time, out and in."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from companion.games import game_rules
from companion.rules.errors import Unreadable
from companion.table.deck_file import Faulty
from companion.table.decks import (
    Difference,
    Held,
    Holder,
    deck_path,
    difference,
    elsewhere,
    exported,
    exports,
    owners_deck,
    put_in_place,
    taken_in,
    whole_box,
)
from companion.table.journal import Busy
from companion.table.pieces import Deck
from tests.ours import GAMES

A, B = "04a1a1a1a1a1a1", "04b2b2b2b2b2b2"
GAME = "louis-xiv"


def write(path: Path, tags: dict[str, str], name: str = GAME) -> Path:
    path.write_text(json.dumps({"game": name, "tags": tags}))
    return path


@pytest.mark.parametrize("name", GAMES)
def test_the_whole_box_has_the_pieces_of_all_colours_if_of_any(name: str, tmp_path: Path) -> None:
    owners = {piece.owner for piece in whole_box(name, tmp_path)} - {""}
    assert owners in (set(), set(game_rules(name).colours))


def test_the_cards_of_louis_xiv_are_ninety(tmp_path: Path) -> None:
    kinds = [piece.kind for piece in whole_box(GAME, tmp_path)]
    assert sum(kinds.count(kind) for kind in ("card", "intrigue", "money", "mission")) == 90


def test_the_box_is_the_owners_copy(tmp_path: Path) -> None:
    (tmp_path / "louis-xiv.print").write_text("print money 5:2 3:1 3:2 4:1 4:2 4:3 5:3 6:4\n")
    assert "money/5:2" in {piece.key for piece in whole_box(GAME, tmp_path)}


def test_a_deck_outlives_what_is_read_off_the_cards_later(tmp_path: Path) -> None:
    deck = owners_deck(GAME, tmp_path)
    deck.bind(deck.box["money/5:4"], A)
    deck.save(deck_path(GAME, tmp_path))
    (tmp_path / "louis-xiv.print").write_text("print money 5:2 3:1 3:2 4:1 4:2 4:3 5:3 6:4\n")
    later = owners_deck(GAME, tmp_path)
    assert later.strange == ("money/5:4",)
    assert later.tags == {"money/5:4": A}


def test_without_a_file_no_piece_has_a_tag(tmp_path: Path) -> None:
    assert owners_deck(GAME, tmp_path / "nowhere").tags == {}


def test_a_damaged_deck_is_named(tmp_path: Path) -> None:
    deck_path(GAME, tmp_path).write_text("{")
    with pytest.raises(Unreadable, match=r"louis-xiv\.deck: no JSON"):
        owners_deck(GAME, tmp_path)


# -- other games


def test_tags_of_other_games_are_known_with_their_pieces(tmp_path: Path) -> None:
    write(tmp_path / "kabale.deck", {"card/queen": A.upper()}, "kabale")
    write(tmp_path / "louis-xiv.deck", {"king": B})
    assert elsewhere(GAME, tmp_path) == ({A: Holder("kabale", "card/queen")}, ())
    assert elsewhere("kabale", tmp_path) == ({B: Holder(GAME, "king")}, ())


def test_another_games_deck_that_cannot_be_read_is_told_and_in_nobodys_way(tmp_path: Path) -> None:
    (tmp_path / "kabale.deck").write_text("[]")
    write(tmp_path / "renamed.deck", {}, "florence")
    (tmp_path / "folder.deck").mkdir()
    holders, wrong = elsewhere(GAME, tmp_path)
    assert holders == {}
    assert len(wrong) == 3
    assert "kabale.deck: no deck" in " ".join(wrong)
    assert "renamed.deck: a deck of florence, not of renamed" in " ".join(wrong)


# -- one Herald at a time


def test_a_deck_is_changed_by_one_herald_at_a_time(tmp_path: Path) -> None:
    path = deck_path(GAME, tmp_path / "home")
    with Held(path), pytest.raises(Busy, match=r"louis-xiv\.deck"), Held(path):
        pytest.fail("both held it")
    with Held(path):
        pass


# -- in


def test_a_good_deck_is_taken_in_and_the_old_one_kept(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    first = taken_in(write(tmp_path / "first", {"card/inf1": A}), GAME, home)
    assert put_in_place(first, home) is None
    old = deck_path(GAME, home).read_bytes()
    second = taken_in(write(tmp_path / "second", {"card/inf2": A, "card/inf2#2": B.upper()}), GAME, home)
    aside = put_in_place(second, home)
    assert aside is not None
    assert aside.read_bytes() == old
    assert owners_deck(GAME, home).tags == {"card/inf2": A, "card/inf2#2": B}
    assert put_in_place(second, home) not in (aside, None)
    assert elsewhere("kabale", home)[1] == ()  # what was set aside is no deck


def test_everything_that_is_wrong_with_a_deck_is_told(tmp_path: Path) -> None:
    write(tmp_path / "kabale.deck", {"card/queen": B}, "kabale")
    source = tmp_path / "friend"
    source.write_text(
        f'{{"game": "louis-xiv", "tags": {{"card/inf1": "{A}", "card/inf1": "{B}", "money/9:1": "{A}", "king": "xx"}}}}'
    )
    with pytest.raises(Faulty) as wrong:
        taken_in(source, GAME, tmp_path)
    assert wrong.value.faults == (
        "card/inf1 stands there twice",
        "no piece money/9:1 in the box of louis-xiv",
        f"tag {A} is given to card/inf1 and to money/9:1",
        "no piece king in the box of louis-xiv",
        "king: 'xx' is no tag: 4, 7 or 10 bytes in hex",
        f"card/inf1: tag {B} is card/queen of kabale here",
    )


def test_a_deck_of_another_game_is_not_taken_in(tmp_path: Path) -> None:
    with pytest.raises(Faulty, match="a deck of kabale, not of louis-xiv"):
        taken_in(write(tmp_path / "friend", {"card/queen": A}, "kabale"), GAME, tmp_path)


@pytest.mark.parametrize("which", ["deck", "aside"])
def test_a_full_disk_leaves_the_deck_as_it_was(tmp_path: Path, which: str) -> None:
    path = deck_path(GAME, tmp_path)
    put_in_place(Deck(GAME, whole_box(GAME, tmp_path)), tmp_path)
    old = path.read_bytes()
    name = path.name if which == "deck" else f"{path.name}.replaced-1"
    (tmp_path / f".{name}.new").symlink_to("/dev/full")
    deck = taken_in(write(tmp_path / "friend", {"card/inf1": A}), GAME, tmp_path)
    with pytest.raises(OSError, match=os.strerror(28)):
        put_in_place(deck, tmp_path)
    assert path.read_bytes() == old


def test_what_another_deck_would_change_is_counted() -> None:
    old = {"card/inf1": "a", "card/inf2": "b", "card/inf3": "c"}
    new = {"card/inf2": "b", "card/inf3": "a", "card/inf4": "d", "card/inf5": "e"}
    assert difference(old, new) == Difference(lost=1, other=1, first=2)
    assert difference(old, old) == Difference(0, 0, 0)


def test_copies_are_found_the_latest_first(tmp_path: Path) -> None:
    assert exported(tmp_path) == ()
    exports(tmp_path).mkdir()
    for when, name in enumerate(("second.deck", "first.deck", "third.deck", "no-deck.txt")):
        (exports(tmp_path) / name).touch()
        os.utime(exports(tmp_path) / name, (when, when))
    assert [path.name for path in exported(tmp_path)] == ["third.deck", "first.deck", "second.deck"]
