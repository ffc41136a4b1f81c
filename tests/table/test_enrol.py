"""Enrolment: one piece, one tag; on the disk before it is told; refused with the piece that holds it; undone."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from companion.rules.errors import InvalidFile
from companion.table.tags.deck import BoxPiece, Deck, make_box_pieces
from companion.table.tags.deck_store import OtherGamePiece
from companion.table.tags.enrolment import (
    BindingNotSaved,
    BindingUndone,
    Enrolment,
    EnrolmentOutcome,
    EnrolmentProgress,
    NothingToUndo,
    SeveralTagsLaid,
    TagAlreadyBound,
    TagBound,
    TagBoundToOtherPiece,
    TagIdentified,
    TagReleased,
    TagUidIsRandom,
)

BOX = make_box_pieces(["card/inf6", "card/inf6", "card/joker", "seal/blue", "king"], ["blue", "red"])
SIX, OTHER_SIX, JOKER, SEAL, KING = BOX
A, B, C = "04a1a1a1a1a1a1", "04b2b2b2b2b2b2", "aabbccdd"


def begun(folder: Path, elsewhere: dict[str, OtherGamePiece] | None = None) -> Enrolment:
    return Enrolment(Deck("louis-xiv", BOX), folder / "louis-xiv.deck", elsewhere)


def on_disk(enrolment: Enrolment) -> dict[str, str]:
    if not enrolment.path.exists():
        return {}
    return dict(Deck.load(enrolment.path, "louis-xiv", BOX).uid_by_key)


def lay(enrolment: Enrolment, uid: str) -> EnrolmentOutcome | None:
    """Lay a tag there and take it away again."""
    said = enrolment.on_tag_arrived(uid)
    enrolment.on_tag_removed(uid)
    return said


# -- binding


def test_pieces_are_asked_for_in_box_order_and_bound_one_after_another(tmp_path: Path) -> None:
    enrolment = begun(tmp_path)
    assert (enrolment.current_piece, enrolment.progress) == (SIX, EnrolmentProgress(1, 5, 0))
    assert lay(enrolment, A.upper()) == TagBound(SIX, A)
    assert (enrolment.current_piece, enrolment.progress) == (OTHER_SIX, EnrolmentProgress(2, 5, 1))
    assert lay(enrolment, C) == TagBound(OTHER_SIX, C)
    assert on_disk(enrolment) == {"card/inf6": A, "card/inf6#2": C}


def test_a_new_run_goes_on_at_the_first_piece_without_a_tag(tmp_path: Path) -> None:
    lay(begun(tmp_path), A)
    deck = Deck.load(tmp_path / "louis-xiv.deck", "louis-xiv", BOX)
    assert Enrolment(deck, tmp_path / "louis-xiv.deck").current_piece == OTHER_SIX


def test_when_every_piece_has_its_tag_none_is_asked_for_and_tags_are_told(tmp_path: Path) -> None:
    enrolment = begun(tmp_path)
    for number in range(5):
        lay(enrolment, f"{number:014x}")
    assert (enrolment.current_piece, enrolment.progress) == (None, EnrolmentProgress(0, 5, 5))
    assert lay(enrolment, f"{2:014x}") == TagIdentified(f"{2:014x}", JOKER)
    assert lay(enrolment, B) == TagIdentified(B, None)


# -- refused


def test_a_tag_that_is_bound_is_refused_with_the_piece_that_holds_it(tmp_path: Path) -> None:
    enrolment = begun(tmp_path)
    lay(enrolment, A)
    assert lay(enrolment, A) == TagBoundToOtherPiece(A, "card/inf6", "louis-xiv")
    assert on_disk(enrolment) == {"card/inf6": A}
    enrolment.go_to_piece(SIX)
    assert lay(enrolment, A) == TagAlreadyBound(SIX)


def test_a_tag_of_another_game_is_refused_with_its_piece_there(tmp_path: Path) -> None:
    enrolment = begun(tmp_path, {A: OtherGamePiece("kabale", "card/queen")})
    assert lay(enrolment, A) == TagBoundToOtherPiece(A, "card/queen", "kabale")
    assert on_disk(enrolment) == {}


def test_what_makes_up_another_number_each_time_is_refused(tmp_path: Path) -> None:
    enrolment = begun(tmp_path)
    assert lay(enrolment, "08123456") == TagUidIsRandom("08123456")
    assert lay(enrolment, "08123456789abc") == TagBound(SIX, "08123456789abc")  # seven bytes are its own


def test_what_is_no_uid_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidFile):
        begun(tmp_path).on_tag_arrived("04")


# -- more than one


def test_with_more_than_one_tag_nothing_is_bound(tmp_path: Path) -> None:
    enrolment = begun(tmp_path)
    assert enrolment.on_several_tags() == SeveralTagsLaid()
    assert on_disk(enrolment) == {}


def test_a_binding_that_was_just_made_goes_when_a_second_tag_is_found(tmp_path: Path) -> None:
    enrolment = begun(tmp_path)
    enrolment.on_tag_arrived(A)
    assert enrolment.on_several_tags() == SeveralTagsLaid(SIX)
    assert on_disk(enrolment) == {}
    assert enrolment.current_piece == SIX
    assert enrolment.on_several_tags() == SeveralTagsLaid()  # told again, it takes nothing more


def test_a_binding_whose_tag_was_taken_away_stays(tmp_path: Path) -> None:
    enrolment = begun(tmp_path)
    lay(enrolment, A)
    assert enrolment.on_several_tags() == SeveralTagsLaid()
    assert on_disk(enrolment) == {"card/inf6": A}


def test_quick_hands_change_cards_before_the_reader_is_sure(tmp_path: Path) -> None:
    enrolment = begun(tmp_path)
    enrolment.on_tag_arrived(A)
    assert (enrolment.on_tag_arrived(B), enrolment.is_reader_empty) == (None, False)
    assert (enrolment.on_tag_removed(A), enrolment.is_reader_empty) == (TagBound(OTHER_SIX, B), False)
    assert (enrolment.on_tag_removed(B), enrolment.is_reader_empty) == (None, True)
    assert on_disk(enrolment) == {"card/inf6": A, "card/inf6#2": B}


def test_a_second_tag_beside_the_first_is_bound_by_nobody(tmp_path: Path) -> None:
    enrolment = begun(tmp_path)
    enrolment.on_tag_arrived(A)
    enrolment.on_tag_arrived(B)
    assert enrolment.on_several_tags() == SeveralTagsLaid(SIX)
    assert enrolment.on_tag_removed(A) is None
    assert enrolment.on_tag_removed(B) is None
    assert lay(enrolment, B) == TagBound(SIX, B)


def test_a_second_tag_that_comes_and_goes_is_none(tmp_path: Path) -> None:
    enrolment = begun(tmp_path)
    enrolment.on_tag_arrived(A)
    enrolment.on_tag_arrived(B)
    assert enrolment.on_tag_removed(B) is None
    assert enrolment.on_tag_removed(A) is None
    assert on_disk(enrolment) == {"card/inf6": A}


def test_a_reader_that_broke_leaves_no_tag_behind(tmp_path: Path) -> None:
    enrolment = begun(tmp_path)
    enrolment.on_tag_arrived(A)
    enrolment.on_reader_down()
    assert enrolment.is_reader_empty
    assert enrolment.on_tag_arrived(B) == TagBound(OTHER_SIX, B)


# -- going about


def test_a_piece_that_is_passed_over_comes_again_in_the_next_run_only(tmp_path: Path) -> None:
    enrolment = begun(tmp_path)
    assert enrolment.skip_piece() == OTHER_SIX
    for number in range(4):
        lay(enrolment, f"{number:014x}")
    assert enrolment.progress == EnrolmentProgress(0, 5, 4)
    assert Enrolment(enrolment.deck, enrolment.path).current_piece == SIX


def test_when_all_are_passed_over_none_is_asked_for(tmp_path: Path) -> None:
    enrolment = begun(tmp_path)
    assert [enrolment.skip_piece() for _ in range(6)] == [OTHER_SIX, JOKER, SEAL, KING, None, None]
    assert enrolment.go_to_previous_piece() == KING
    assert lay(enrolment, A) == TagBound(KING, A)


def test_what_was_jumped_over_is_asked_for_at_the_end(tmp_path: Path) -> None:
    enrolment = begun(tmp_path)
    enrolment.go_to_piece(KING)
    lay(enrolment, A)
    assert enrolment.current_piece == SIX


def test_back_ends_at_the_first_piece(tmp_path: Path) -> None:
    enrolment = begun(tmp_path)
    assert enrolment.go_to_previous_piece() == SIX
    lay(enrolment, A)
    assert [enrolment.go_to_previous_piece(), enrolment.go_to_previous_piece()] == [SIX, SIX]


def test_a_lost_tag_is_replaced(tmp_path: Path) -> None:
    enrolment = begun(tmp_path)
    lay(enrolment, A)
    enrolment.go_to_piece(SIX)
    assert lay(enrolment, B) == TagBound(SIX, B, previous_uid=A)
    assert on_disk(enrolment) == {"card/inf6": B}
    assert enrolment.current_piece == OTHER_SIX
    assert lay(enrolment, A) == TagBound(OTHER_SIX, A)  # and the old one is anybody's


def test_an_empty_box_asks_for_nothing(tmp_path: Path) -> None:
    enrolment = Enrolment(Deck("louis-xiv", ()), tmp_path / "louis-xiv.deck")
    assert (enrolment.current_piece, enrolment.skip_piece(), enrolment.go_to_previous_piece()) == (
        None,
        None,
        None,
    )
    assert lay(enrolment, A) == TagIdentified(A, None)


@pytest.mark.parametrize(
    ("text", "piece"),
    [
        ("card/inf6", OTHER_SIX),  # the first one has a tag
        ("card/inf6#2", OTHER_SIX),
        ("inf6", OTHER_SIX),
        ("CARD", OTHER_SIX),
        ("seal", SEAL),
        ("blue", SEAL),
        ("king", KING),
        ("1", SIX),
        ("5", KING),
        ("0", None),
        ("6", None),
        ("9" * 50, None),
        ("queen", None),
        ("", None),
    ],
)
def test_a_piece_is_found_by_what_people_type(tmp_path: Path, text: str, piece: BoxPiece | None) -> None:
    enrolment = begun(tmp_path)
    lay(enrolment, A)
    assert enrolment.find_piece(text) == piece


def test_a_copy_is_found_by_its_number_and_else_the_one_that_is_meant(tmp_path: Path) -> None:
    enrolment = begun(tmp_path)
    lay(enrolment, A)
    assert enrolment.find_piece("card/inf6", tagged=True) == SIX
    assert enrolment.find_piece("card/inf6#2", tagged=True) == OTHER_SIX
    assert enrolment.find_piece("king", tagged=True) == KING  # it has none, and there is no other
    lay(enrolment, B)
    assert enrolment.find_piece("card/inf6") == SIX


# -- taking back


def test_everything_is_taken_back_in_turn(tmp_path: Path) -> None:
    enrolment = begun(tmp_path)
    lay(enrolment, A)
    lay(enrolment, B)
    enrolment.go_to_piece(SIX)
    lay(enrolment, C)
    assert enrolment.release_tag(OTHER_SIX) == TagReleased(OTHER_SIX, B)
    assert enrolment.undo_last_change() == BindingUndone(OTHER_SIX, B)
    assert enrolment.undo_last_change() == BindingUndone(SIX, A)
    assert enrolment.current_piece == SIX
    assert on_disk(enrolment) == {"card/inf6": A, "card/inf6#2": B}
    assert [enrolment.undo_last_change(), enrolment.undo_last_change()] == [
        BindingUndone(OTHER_SIX, ""),
        BindingUndone(SIX, ""),
    ]
    assert enrolment.undo_last_change() == NothingToUndo()
    assert on_disk(enrolment) == {}


def test_a_tag_that_still_rests_is_bound_anew_only_when_it_is_laid_anew(tmp_path: Path) -> None:
    enrolment = begun(tmp_path)
    enrolment.on_tag_arrived(A)
    enrolment.undo_last_change()
    assert enrolment.on_tag_removed(A) is None
    assert on_disk(enrolment) == {}
    assert lay(enrolment, A) == TagBound(SIX, A)


def test_a_piece_without_a_tag_gives_none_back(tmp_path: Path) -> None:
    assert begun(tmp_path).release_tag(KING) == TagReleased(KING, "")


def test_a_tag_kept_for_a_strange_piece_comes_back_with_undo(tmp_path: Path) -> None:
    path = tmp_path / "louis-xiv.deck"
    path.write_text(f'{{"game": "louis-xiv", "tags": {{"money/5:2": "{A}"}}}}')
    enrolment = Enrolment(Deck.load(path, "louis-xiv", BOX), path)
    assert lay(enrolment, A) == TagBound(SIX, A)
    assert on_disk(enrolment) == {"card/inf6": A}
    enrolment.undo_last_change()
    assert on_disk(enrolment) == {"money/5:2": A}


# -- a disk that refuses


def full(enrolment: Enrolment) -> None:
    """From now on the deck cannot be written: /dev/full says there is no space, to anybody."""
    beside = enrolment.path.with_name(f".{enrolment.path.name}.new")
    beside.symlink_to("/dev/full")


def test_what_a_full_disk_refuses_is_not_bound_and_nothing_is_lost(tmp_path: Path) -> None:
    enrolment = begun(tmp_path)
    lay(enrolment, A)
    full(enrolment)
    said = lay(enrolment, B)
    assert said == BindingNotSaved("full", os.strerror(28))
    assert enrolment.current_piece == OTHER_SIX
    assert on_disk(enrolment) == dict(enrolment.deck.uid_by_key) == {"card/inf6": A}
    assert lay(enrolment, B) == TagBound(OTHER_SIX, B)  # the broken file beside it was cleared away


@pytest.mark.parametrize("wish", ["undo_last_change", "release_tag", "on_several_tags"])
def test_what_a_full_disk_refuses_to_take_back_stays(tmp_path: Path, wish: str) -> None:
    enrolment = begun(tmp_path)
    enrolment.on_tag_arrived(A)
    full(enrolment)
    said = enrolment.release_tag(SIX) if wish == "release_tag" else getattr(enrolment, wish)()
    assert said == BindingNotSaved("full", os.strerror(28))
    assert on_disk(enrolment) == dict(enrolment.deck.uid_by_key) == {"card/inf6": A}
    assert enrolment.undo_last_change() == BindingUndone(SIX, "")
    assert enrolment.change_count == 0


# -- anything at all

TAGS = st.sampled_from([A, B, C, "04c3c3c3c3c3c3", "08123456", "04d4d4d4d4d4d4", "11223344"])
FOREIGN = "04d4d4d4d4d4d4"


class AnySequence(RuleBasedStateMachine):
    """Tags laid, taken and laid together, wishes, and a disk that is full now and then."""

    @initialize()
    def begin(self) -> None:
        self.folder = TemporaryDirectory()
        self.enrolment = begun(Path(self.folder.name), {FOREIGN: OtherGamePiece("kabale", "card/queen")})

    def teardown(self) -> None:
        self.folder.cleanup()

    @rule(uid=TAGS, disk_full=st.sampled_from([False, False, False, True]))
    def came(self, uid: str, disk_full: bool) -> None:
        beside = self.enrolment.path.with_name(f".{self.enrolment.path.name}.new")
        if disk_full:
            full(self.enrolment)
        before, asked = self.enrolment.deck.uid_by_key, self.enrolment.current_piece
        said = self.enrolment.on_tag_arrived(uid)
        beside.unlink(missing_ok=True)
        if isinstance(said, TagBound):
            assert not disk_full
            assert said.piece == asked
            assert uid not in before.values()
        else:
            assert self.enrolment.deck.uid_by_key == before

    @rule(uid=TAGS)
    def left(self, uid: str) -> None:
        self.enrolment.on_tag_removed(uid)

    @rule()
    def crowd(self) -> None:
        before = self.enrolment.change_count
        said = self.enrolment.on_several_tags()
        assert isinstance(said, SeveralTagsLaid)
        assert self.enrolment.change_count == before - (said.unbound_piece is not None)

    @rule()
    def down(self) -> None:
        self.enrolment.on_reader_down()

    @rule()
    def undo(self) -> None:
        said = self.enrolment.undo_last_change()
        if isinstance(said, BindingUndone):
            assert self.enrolment.current_piece == said.piece
            assert (self.enrolment.deck.uid_of_piece(said.piece) or "") == said.uid

    @rule()
    def skip(self) -> None:
        self.enrolment.skip_piece()

    @rule()
    def back(self) -> None:
        self.enrolment.go_to_previous_piece()

    @rule(piece=st.sampled_from(BOX))
    def go(self, piece: BoxPiece) -> None:
        self.enrolment.go_to_piece(piece)
        assert self.enrolment.current_piece == piece

    @rule(piece=st.sampled_from(BOX))
    def release(self, piece: BoxPiece) -> None:
        self.enrolment.release_tag(piece)
        assert self.enrolment.deck.uid_of_piece(piece) is None

    @invariant()
    def one_tag_to_a_piece_both_ways(self) -> None:
        tags = self.enrolment.deck.uid_by_key
        assert len(set(tags.values())) == len(tags)
        assert all(
            self.enrolment.deck.piece_of_uid(uid) == self.enrolment.deck.pieces_by_key[key]
            for key, uid in tags.items()
        )
        assert not {FOREIGN, "08123456"} & set(tags.values())

    @invariant()
    def the_file_is_what_is_known(self) -> None:
        assert on_disk(self.enrolment) == self.enrolment.deck.uid_by_key


TestAnySequence = AnySequence.TestCase
TestAnySequence.settings = settings(max_examples=40, stateful_step_count=30, deadline=None)
