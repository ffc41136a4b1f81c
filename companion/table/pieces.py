"""Pieces and their tags, one to one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Self

from msgspec import Struct

from companion.rules.errors import HeraldError, Unreadable
from companion.table import deck_file
from companion.table.disk import write_whole


class Piece(Struct, frozen=True, order=True):
    """One thing in the box: its kind and name as the notation has them, and which copy of equal ones.

    `owner`: the player it belongs to, "" when it is anybody's.
    """

    kind: str
    name: str
    copy: int = 1
    owner: str = ""

    @property
    def word(self) -> str:
        """What a sight of it says (`card/inf6`): equal copies say the same."""
        return f"{self.kind}/{self.name}" if self.name else self.kind

    @property
    def key(self) -> str:
        """What the deck file calls it: no two pieces alike (`card/inf6#2`)."""
        return self.word if self.copy == 1 else f"{self.word}#{self.copy}"


def pieces(words: Iterable[str], colours: Iterable[str] = ()) -> tuple[Piece, ...]:
    """The pieces of a box from their words in box order; an owner is a colour in the name."""
    made: list[Piece] = []
    copies: dict[str, int] = {}
    known = tuple(colours)
    for word in words:
        copies[word] = copies.get(word, 0) + 1
        kind, _, name = word.partition("/")
        owner = next((part for part in word.split("/") if part in known), "")
        made.append(Piece(kind, name, copies[word], owner))
    return tuple(made)


class Taken(HeraldError, ValueError):
    """A tag or a piece is already bound; `holder` says to what."""

    def __init__(self, what: str, holder: str) -> None:
        super().__init__(f"{what} already belongs to {holder}; release it first, then bind it anew")
        self.holder = holder


class Deck:
    """Which tag is which piece, for one box of one game.

    A tag may also be kept for a piece that is not in the box: a money card before somebody read off what is
    printed on it, the seal of a player who does not take part. It is no piece here, and gives way to one that is.
    """

    def __init__(self, game: str, box: Iterable[Piece]) -> None:
        self.game = game
        self.box: Mapping[str, Piece] = {piece.key: piece for piece in box}
        self._tags: dict[str, str] = {}  # key of a piece, in the box or not -> uid
        self._pieces: dict[str, str] = {}

    def bind(self, piece: Piece, uid: str) -> None:
        """Piece and tag belong together from now on; raises Taken naming the holder, Unreadable for a
        piece that is not in the box or a tag that is no tag."""
        uid = deck_file.uid_of(uid)
        if piece.key not in self.box:
            raise Unreadable(f"no piece {piece.key} in the box of {self.game}")
        holder = self._pieces.get(uid)
        if holder == piece.key:
            return
        if holder in self.box:
            raise Taken(f"tag {uid}", str(holder))
        if piece.key in self._tags:
            raise Taken(piece.key, f"tag {self._tags[piece.key]}")
        if holder is not None:
            del self._tags[holder]
        self._tags[piece.key] = uid
        self._pieces[uid] = piece.key

    def release(self, piece: Piece) -> None:
        """The piece has no tag any more; no harm when it has none."""
        uid = self._tags.pop(piece.key, None)
        if uid is not None:
            del self._pieces[uid]

    def piece(self, uid: str) -> Piece | None:
        """The piece that carries this tag."""
        return self.box.get(self._pieces.get(uid.lower(), ""))

    def tag(self, piece: Piece) -> str | None:
        """The tag that piece carries."""
        return self._tags.get(piece.key)

    @property
    def words(self) -> frozenset[str]:
        """What a reader could ever report: the words of all pieces with a tag."""
        return frozenset(self.box[key].word for key in self._tags if key in self.box)

    @property
    def untagged(self) -> tuple[Piece, ...]:
        """Pieces without a tag, in box order."""
        return tuple(piece for key, piece in self.box.items() if key not in self._tags)

    @property
    def strange(self) -> tuple[str, ...]:
        """Pieces that are not in the box and for which a tag is kept all the same."""
        return tuple(key for key in self._tags if key not in self.box)

    @property
    def tags(self) -> Mapping[str, str]:
        """The tag of every piece that has one, strange ones too, as it is now."""
        return dict(self._tags)

    def restore(self, tags: Mapping[str, str]) -> None:
        """As it was when `tags` said this."""
        self._tags = dict(tags)
        self._pieces = {uid: key for key, uid in tags.items()}

    def save(self, path: Path) -> None:
        """Write it, wholly or not at all; raises OSError."""
        write_whole(path, deck_file.written(self.game, self._tags.items()))

    @classmethod
    def load(cls, path: Path, game: str, box: Iterable[Piece]) -> Self:
        """The deck in a file; raises Unreadable with the place, OSError when there is no such file."""
        file = deck_file.read(path)
        if wrong := tuple(deck_file.faults(file, game)):
            raise deck_file.Faulty(wrong, path.name)
        deck = cls(game, box)
        deck.restore({key: deck_file.uid_of(tag) for key, tag in file.tags})
        return deck
