"""Enrolment in words: every piece has a name of its own, every outcome a sentence, in four languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.table.tags.deck import Deck
from companion.table.tags.deck_store import all_pieces_in_box
from companion.table.tags.enrolment import (
    BindingNotSaved,
    BindingUndone,
    Enrolment,
    EnrolmentOutcome,
    NothingToUndo,
    SeveralTagsLaid,
    TagAlreadyBound,
    TagBound,
    TagBoundToOtherPiece,
    TagIdentified,
    TagReleased,
    TagUidIsRandom,
)
from companion.voice.enrolment_messages import EnrolmentMessages
from companion.voice.language import languages
from tests.ours import GAMES

GAME = "louis-xiv"
BOX = all_pieces_in_box(GAME, Path("nowhere"))
MAZARIN = next(piece for piece in BOX if piece.key == "card/inf11#2")
A, B = "04a1a1a1a1a1a1", "04b2b2b2b2b2b2"
OUTCOMES: tuple[EnrolmentOutcome, ...] = (
    TagBound(MAZARIN, A),
    TagBound(MAZARIN, A, B),
    TagAlreadyBound(MAZARIN),
    TagBoundToOtherPiece(A, "card/inf11#2", GAME),
    TagBoundToOtherPiece(A, "card/queen", "kabale"),
    TagUidIsRandom("08123456"),
    SeveralTagsLaid(),
    SeveralTagsLaid(MAZARIN),
    TagIdentified(A, None),
    TagIdentified(A, MAZARIN),
    BindingUndone(MAZARIN, ""),
    BindingUndone(MAZARIN, A),
    TagReleased(MAZARIN, ""),
    TagReleased(MAZARIN, A),
    NothingToUndo(),
    BindingNotSaved("full", "No space left on device"),
)


def clerk(lang: str) -> EnrolmentMessages:
    return EnrolmentMessages(Deck(GAME, BOX), lang)


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("game", GAMES)
def test_every_piece_of_the_box_has_a_name_of_its_own(game: str, lang: str) -> None:
    box = all_pieces_in_box(game, Path("nowhere"))
    clerk = EnrolmentMessages(Deck(game, box), lang)
    names = [clerk.piece_with_copy_number(piece) for piece in box]
    assert len(set(names)) == len(box)
    assert not any("None" in name or piece.word in name for name, piece in zip(names, box, strict=True))


@pytest.mark.parametrize("lang", languages())
def test_every_outcome_has_a_sentence_of_its_own(lang: str) -> None:
    deck = Deck(GAME, BOX)
    said = [clerk(lang).outcome_message(outcome, deck) for outcome in OUTCOMES]
    assert len(set(said)) == len(OUTCOMES)
    assert not any("{" in text for text in said)


def test_cards_of_every_colour_are_told_apart_by_it() -> None:
    box = all_pieces_in_box("kabale", Path("nowhere"))
    deck = Deck("kabale", box)
    clerk = EnrolmentMessages(deck, "en")
    assert (
        clerk.piece_with_copy_number(deck.pieces_by_key["card/black/mage"]) == "influence card: Mage (Black)"
    )
    assert (
        clerk.piece_with_copy_number(deck.pieces_by_key["objective/alchemy:3#2"])
        == "objective: Alchemy 3 (2/2)"
    )
    assert (
        EnrolmentMessages(deck, "cs").ndef_texts_fullest_first(deck.pieces_by_key["card/red/julia"])[1]
        == "Julie (Červená) - Královské rošády"
    )


def test_a_card_is_called_as_people_do() -> None:
    assert clerk("en").piece_with_copy_number(MAZARIN) == "influence card: Mazarin (2/2)"
    assert clerk("en").ndef_texts_fullest_first(MAZARIN)[0] == "Mazarin, influence card - Louis XIV"
    assert clerk("de").ndef_texts_fullest_first(MAZARIN)[1] == "Mazarin - Louis XIV"


@pytest.mark.parametrize(
    ("key", "name"),
    [
        ("card/joker#6", "influence card: Joker (6/6)"),
        ("intrigue/4", "intrigue card: Dauphin"),
        ("money/3:1", "money card: 3 louis, king: Anne"),
        (
            "mission/mid-plus-two:helmet+ring",
            "mission card: +2 louis or stones each supply phase (helmet, ring)",
        ),
        ("seal/blue", "seal for stones: Blue"),
        ("chip/crown", "mission chip: crown (1/10)"),
    ],
)
def test_each_kind_of_piece_says_what_it_is(key: str, name: str) -> None:
    deck = Deck(GAME, BOX)
    assert clerk("en").piece_with_copy_number(deck.pieces_by_key[key]) == name


def test_a_piece_of_a_known_game_is_called_by_its_name_and_rubbish_as_it_stands() -> None:
    there = TagBoundToOtherPiece(A, "card/inf11#2", GAME)
    deck = Deck("louis-xiv", BOX)
    deck.game = "another"
    assert "Louis XIV, influence card: Mazarin" in clerk("en").outcome_message(there, deck)
    assert "Louis XIV, money/x:1." in clerk("en").outcome_message(
        TagBoundToOtherPiece(A, "money/x:1", GAME), deck
    )


@pytest.mark.parametrize("lang", languages())
def test_what_to_lay_on_the_reader_is_said(lang: str, tmp_path: Path) -> None:
    enrolment = Enrolment(Deck(GAME, BOX[:1]), tmp_path / "deck")
    fresh = clerk(lang).progress_prompt(enrolment)
    enrolment.on_tag_arrived(A)
    assert clerk(lang).piece_with_copy_number(BOX[0]) in fresh
    done = clerk(lang).progress_prompt(enrolment)
    enrolment.go_to_previous_piece()
    again = clerk(lang).progress_prompt(enrolment)
    assert len({fresh, done, again}) == 3


def test_how_far_one_is_stands_before_the_piece(tmp_path: Path) -> None:
    enrolment = Enrolment(Deck(GAME, BOX), tmp_path / "deck")
    enrolment.go_to_piece(MAZARIN)
    assert (
        clerk("en").progress_prompt(enrolment)
        == "22 of 128: influence card: Mazarin (2/2). Lay it on the reader."
    )


def test_a_piece_has_a_heading_and_a_name_of_its_own() -> None:
    assert (clerk("en").piece_kind_heading(MAZARIN), clerk("en").name_with_copy_number(MAZARIN)) == (
        "Influence card",
        "Mazarin (2/2)",
    )
    keys = {
        (clerk("cs").piece_kind_heading(piece), clerk("cs").name_with_copy_number(piece)) for piece in BOX
    }
    assert len(keys) == len(BOX)


@pytest.mark.parametrize("lang", languages())
def test_how_many_are_left_is_counted_as_the_language_does(lang: str) -> None:
    texts = [clerk(lang).untagged_summary(Deck(GAME, BOX[:number])) for number in (0, 1, 2, 5)]
    assert len(set(texts)) == 4
