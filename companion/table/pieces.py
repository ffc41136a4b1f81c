"""Pieces and their tags, one to one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Self

import msgspec
from msgspec import Struct

from companion.rules.errors import HeraldError, Unreadable
from companion.table.disk import write_whole

LONGEST_DECK = 1 << 20  # bytes: the largest box has a few hundred pieces


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


class _File(Struct, forbid_unknown_fields=True):
    """A deck on disk."""

    game: str
    tags: dict[str, str]  # piece key -> uid


class Deck:
    """Which tag is which piece, for one box of one game."""

    def __init__(self, game: str, box: Iterable[Piece]) -> None:
        self.game = game
        self.box: Mapping[str, Piece] = {piece.key: piece for piece in box}
        self._tags: dict[str, str] = {}
        self._pieces: dict[str, str] = {}

    def bind(self, piece: Piece, uid: str) -> None:
        """Piece and tag belong together from now on; raises Taken naming the holder, Unreadable for a
        piece that is not in the box or a tag that is no tag."""
        uid = _uid(uid)
        if piece.key not in self.box:
            raise Unreadable(f"no piece {piece.key} in the box of {self.game}")
        holder = self._pieces.get(uid)
        if holder == piece.key:
            return
        if holder is not None:
            raise Taken(f"tag {uid}", holder)
        if piece.key in self._tags:
            raise Taken(piece.key, f"tag {self._tags[piece.key]}")
        self._tags[piece.key] = uid
        self._pieces[uid] = piece.key

    def release(self, piece: Piece) -> None:
        """The piece has no tag any more; no harm when it has none."""
        uid = self._tags.pop(piece.key, None)
        if uid is not None:
            del self._pieces[uid]

    def piece(self, uid: str) -> Piece | None:
        """The piece that carries this tag."""
        key = self._pieces.get(uid.lower())
        return self.box[key] if key is not None else None

    def tag(self, piece: Piece) -> str | None:
        """The tag that piece carries."""
        return self._tags.get(piece.key)

    @property
    def words(self) -> frozenset[str]:
        """What a reader could ever report: the words of all pieces with a tag."""
        return frozenset(self.box[key].word for key in self._tags)

    @property
    def untagged(self) -> tuple[Piece, ...]:
        """Pieces without a tag, in box order."""
        return tuple(piece for key, piece in self.box.items() if key not in self._tags)

    def save(self, path: Path) -> None:
        """Write it, wholly or not at all; raises OSError."""
        file = _File(self.game, dict(sorted(self._tags.items())))
        write_whole(path, msgspec.json.format(msgspec.json.encode(file), indent=2) + b"\n")

    @classmethod
    def load(cls, path: Path, game: str, box: Iterable[Piece]) -> Self:
        """The deck in a file; raises Unreadable with the place, OSError when there is no such file."""
        with path.open("rb") as stream:
            raw = stream.read(LONGEST_DECK + 1)
        if len(raw) > LONGEST_DECK:
            raise Unreadable(f"longer than {LONGEST_DECK} bytes; no deck is", path.name)
        try:
            file = msgspec.json.decode(raw, type=_File)
        except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as wrong:
            raise Unreadable(f"{wrong}; enrol the deck anew or take a saved copy", path.name) from wrong
        if file.game != game:
            raise Unreadable(f"a deck of {file.game}, not of {game}", path.name)
        deck = cls(game, box)
        for key, uid in file.tags.items():
            if key not in deck.box:
                raise Unreadable(f"no piece {key} in the box of {game}", path.name)
            try:
                deck.bind(deck.box[key], uid)
            except (Taken, Unreadable) as wrong:
                raise Unreadable(str(wrong), path.name) from wrong
        return deck


def _uid(uid: str) -> str:
    """A tag as it is compared: 4, 7 or 10 bytes in lower hex."""
    low = uid.lower()
    if len(low) not in (8, 14, 20) or any(letter not in "0123456789abcdef" for letter in low):
        raise Unreadable(f"{uid!r} is no tag: 4, 7 or 10 bytes in hex")
    return low
