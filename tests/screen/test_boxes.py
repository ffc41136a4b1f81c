"""What the pieces of a box look like on the deck page."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.screen.default.piece_faces import load_piece_faces_module
from companion.screen.draw.symbols import load_symbol
from companion.table.tags.deck_store import all_pieces_in_box
from tests.ours import GAMES


@pytest.mark.parametrize("game", GAMES)
def test_every_piece_can_be_drawn(game: str, tmp_path: Path) -> None:
    faces = {
        piece.word: load_piece_faces_module(game).piece_face(piece.word)
        for piece in all_pieces_in_box(game, tmp_path)
    }
    for word, face in faces.items():
        assert face.touch_target == word
        assert face.number or face.symbol
        for name in (face.symbol, *face.printed_symbols):
            assert not name or load_symbol(name)
