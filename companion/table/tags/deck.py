"""Pieces and their tags, one to one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Self

from msgspec import Struct

from companion.rules.errors import HeraldError, InvalidFile
from companion.table.storage.kept_files import KEPT_FILES, SideFile
from companion.table.tags import deck_file


class BoxPiece(Struct, frozen=True, order=True):
    """One piece of the box: its kind and name as the notation has them, and which copy of equal ones.

    `owner`: the player it belongs to, "" for nobody.
    """

    kind: str
    name: str
    copy_number: int = 1
    owner: str = ""

    @property
    def word(self) -> str:
        """Its word in observations (`card/inf6`): equal copies have the same."""
        return f"{self.kind}/{self.name}" if self.name else self.kind

    @property
    def key(self) -> str:
        """Its key in the deck file, different for every piece (`card/inf6#2`)."""
        return self.word if self.copy_number == 1 else f"{self.word}#{self.copy_number}"


def make_box_pieces(words: Iterable[str], colours: Iterable[str] = ()) -> tuple[BoxPiece, ...]:
    """The pieces of a box from their words in box order; an owner is a colour in the name."""
    made: list[BoxPiece] = []
    copies: dict[str, int] = {}
    known = tuple(colours)
    for word in words:
        copies[word] = copies.get(word, 0) + 1
        kind, _, name = word.partition("/")
        owner = next((part for part in word.split("/") if part in known), "")
        made.append(BoxPiece(kind, name, copies[word], owner))
    return tuple(made)


def deck_side_file(path: Path) -> SideFile:
    """The file of an owner's deck, of which a good copy is kept: tags are bound one by one, by hand."""
    return KEPT_FILES["deck"].at(path)


class TagTakenError(HeraldError, ValueError):
    """A tag or a piece is already bound; `holder` is the key or the tag to which it is."""

    def __init__(self, what: str, holder: str) -> None:
        super().__init__(f"{what} already belongs to {holder}; release it first, then bind it anew")
        self.holder = holder


class Deck:
    """Which tag is which piece, for one box of one game.

    A tag may also be kept for a piece that is not in the box: a money card before somebody read off what is printed
    on it, the seal of a player who does not take part. It is no piece here, and gives way to one that is.
    """

    def __init__(self, game: str, box: Iterable[BoxPiece]) -> None:
        self.game = game
        self.pieces_by_key: Mapping[str, BoxPiece] = {piece.key: piece for piece in box}
        self._uids_by_key: dict[str, str] = {}  # for pieces in the box or not
        self._keys_by_uid: dict[str, str] = {}

    def bind_tag(self, piece: BoxPiece, uid: str) -> None:
        """Bind piece and tag to each other.

        Raises TagTakenError naming the holder, InvalidFile for a piece that is not in the box or for an invalid tag.
        """
        uid = deck_file.normalise_uid(uid)
        if piece.key not in self.pieces_by_key:
            raise InvalidFile(f"no piece {piece.key} in the box of {self.game}")
        holder = self._keys_by_uid.get(uid)
        if holder == piece.key:
            return
        if holder in self.pieces_by_key:
            raise TagTakenError(f"tag {uid}", str(holder))
        if piece.key in self._uids_by_key:
            raise TagTakenError(piece.key, f"tag {self._uids_by_key[piece.key]}")
        if holder is not None:
            del self._uids_by_key[holder]
        self._uids_by_key[piece.key] = uid
        self._keys_by_uid[uid] = piece.key

    def release_tag(self, piece: BoxPiece) -> None:
        """Take the tag from the piece; no effect when it has none."""
        uid = self._uids_by_key.pop(piece.key, None)
        if uid is not None:
            del self._keys_by_uid[uid]

    def piece_of_uid(self, uid: str) -> BoxPiece | None:
        """The piece that carries this tag; None for an unknown one."""
        return self.pieces_by_key.get(self._keys_by_uid.get(uid.lower(), ""))

    def uid_of_piece(self, piece: BoxPiece) -> str | None:
        """The tag that the piece carries; None when it has none."""
        return self._uids_by_key.get(piece.key)

    @property
    def tagged_words(self) -> frozenset[str]:
        """The words of all pieces with a tag, which a reader could report."""
        return frozenset(
            self.pieces_by_key[key].word for key in self._uids_by_key if key in self.pieces_by_key
        )

    @property
    def untagged_pieces(self) -> tuple[BoxPiece, ...]:
        """Pieces without a tag, in box order."""
        return tuple(piece for key, piece in self.pieces_by_key.items() if key not in self._uids_by_key)

    @property
    def tagged_keys_outside_box(self) -> tuple[str, ...]:
        """The keys of pieces that are not in the box and for which a tag is kept nevertheless."""
        return tuple(key for key in self._uids_by_key if key not in self.pieces_by_key)

    @property
    def uid_by_key(self) -> Mapping[str, str]:
        """The tag of every piece that has one, also outside the box."""
        return dict(self._uids_by_key)

    def restore_tags(self, tags: Mapping[str, str]) -> None:
        """Set the tags to what `uid_by_key` returned earlier."""
        self._uids_by_key = dict(tags)
        self._keys_by_uid = {uid: key for key, uid in tags.items()}

    def encode(self) -> bytes:
        """The bytes of its file."""
        return deck_file.encode_deck_file(self.game, self._uids_by_key.items())

    def save(self, path: Path) -> None:
        """Write it completely or not at all, and a copy beside it; raises OSError."""
        deck_side_file(path).save(self.encode())

    @classmethod
    def load(cls, path: Path, game: str, box: Iterable[BoxPiece]) -> Self:
        """The deck in a file; raises InvalidFile with the place, OSError when there is no such file."""
        return cls.of_file(deck_file.read_deck_file(path), game, box, path.name)

    @classmethod
    def of_file(cls, file: deck_file.DeckFile, game: str, box: Iterable[BoxPiece], where: str) -> Self:
        """The deck that a file holds; raises InvalidFile, in which the file is called `where`."""
        if errors := tuple(deck_file.find_deck_file_errors(file, game)):
            raise deck_file.DeckFileError(errors, where)
        deck = cls(game, box)
        deck.restore_tags({key: deck_file.normalise_uid(tag) for key, tag in file.tags})
        return deck
