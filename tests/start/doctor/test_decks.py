"""How many pieces have their tags."""

from __future__ import annotations

from pathlib import Path

from companion.start.doctor.decks import examine_decks
from companion.table.tags.deck_store import deck_path, load_owner_deck
from hardware.finding import Finding


def louis_deck(folder: Path) -> Finding:
    """What is told of the tags of Louis XIV."""
    return next(told for told in examine_decks(folder) if told.what == "tags of louis-xiv")


def test_decks_are_counted(tmp_path: Path) -> None:
    told = louis_deck(tmp_path)
    assert told.absent
    assert "herald enrol" in told.advice
    deck = load_owner_deck("louis-xiv", tmp_path)
    first = next(iter(deck.pieces_by_key.values()))
    deck.bind_tag(first, "04a1b2c3d4e5f6")
    deck.save(deck_path("louis-xiv", tmp_path))
    told = louis_deck(tmp_path)
    assert told.found == f"1 of {len(deck.pieces_by_key)} pieces have one"
    assert str(len(deck.pieces_by_key) - 1) in told.advice


def test_a_deck_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    deck_path("louis-xiv", tmp_path).write_text("no deck")
    told = louis_deck(tmp_path)
    assert told.wrong
    assert str(deck_path("louis-xiv", tmp_path)) in told.advice


def test_a_deck_that_is_no_file_is_told(tmp_path: Path) -> None:
    deck_path("louis-xiv", tmp_path).mkdir()
    told = louis_deck(tmp_path)
    assert told.wrong
    assert told.found == f"{deck_path('louis-xiv', tmp_path)}: it is a folder, not a file"
