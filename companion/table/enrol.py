"""Giving tags to the pieces of a box, one after another, each binding on the disk before it is told.

An `Enrolment` is told what the reader says (`came`, `left`, `crowd`) and what a person wants (`skip`, `back`, `go`,
`undo`, `release`), and answers with what became of it. The words for that stand in `companion.voice.enrolled`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from msgspec import Struct

from companion.table.deck_file import is_random, uid_of
from companion.table.decks import Holder
from companion.table.pieces import Deck, Piece

# -- what became of it


class Bound(Struct, frozen=True):
    """The piece has this tag now, and it is on the disk. `before`: the tag it had until now, "" for none."""

    piece: Piece
    uid: str
    before: str = ""


class Already(Struct, frozen=True):
    """It is the tag that the piece asked for has already."""

    piece: Piece


class Holds(Struct, frozen=True):
    """Nothing is bound: the tag is another piece's. `game` is another one's name where it is that game's piece."""

    uid: str
    piece: str
    game: str


class Random(Struct, frozen=True):
    """Nothing is bound: what was laid there makes up another number each time."""

    uid: str


class Crowd(Struct, frozen=True):
    """Nothing is bound: more than one tag. `taken_back`: the piece that had just got one of them."""

    taken_back: Piece | None = None


class Shown(Struct, frozen=True):
    """A tag was laid while no piece was asked for: whose it is, None when it is nobody's."""

    uid: str
    piece: Piece | None


class Undone(Struct, frozen=True):
    """The last change is taken back: the piece has the tag `uid`, as it had before, "" for none."""

    piece: Piece
    uid: str


class Released(Struct, frozen=True):
    """The piece has no tag any more. `uid`: the one it had, "" when it had none."""

    piece: Piece
    uid: str


class Nothing(Struct, frozen=True):
    """There is nothing to take back."""


class Unkept(Struct, frozen=True):
    """The change could not be written to the disk, so it was not made. `why`: the system's words."""

    why: str


Outcome = Bound | Already | Holds | Random | Crowd | Shown | Undone | Released | Nothing | Unkept


class Progress(Struct, frozen=True):
    """Where one is: the place of the piece asked for (from 1, 0 for none), pieces in the box, pieces with a tag."""

    number: int
    of: int
    tagged: int


class _Change(Struct, frozen=True):
    """What was changed, and all tags as they were before."""

    piece: Piece
    before: Mapping[str, str]


class Enrolment:
    """One run through a box. `path`: where the deck is kept; `elsewhere`: tags of other games.

    Use from one thread. Nobody else may change the deck meanwhile (`decks.Held`).
    """

    def __init__(self, deck: Deck, path: Path, elsewhere: Mapping[str, Holder] | None = None) -> None:
        self.deck = deck
        self.path = path
        self._elsewhere = elsewhere or {}
        self._order = tuple(deck.box.values())
        self._place = {piece.key: place for place, piece in enumerate(self._order)}
        self._skipped: set[str] = set()
        self._done: list[_Change] = []
        self._resting: list[str] = []
        self._fresh = ""  # the tag that was bound and still rests
        self._at = self._next(-1)

    @property
    def piece(self) -> Piece | None:
        """The piece whose tag should be laid next; None when every piece has one or was passed over."""
        return None if self._at is None else self._order[self._at]

    @property
    def progress(self) -> Progress:
        """Where one is."""
        tagged = len(self._order) - len(self.deck.untagged)
        return Progress(0 if self._at is None else self._at + 1, len(self._order), tagged)

    @property
    def bound(self) -> int:
        """How many changes of this run stand."""
        return len(self._done)

    @property
    def clear(self) -> bool:
        """Whether nothing lies on the reader: one tag must be taken away before the next one is asked for."""
        return not self._resting

    # -- what the reader says

    def came(self, uid: str) -> Outcome | None:
        """A tag was laid there; raises Unreadable for what is no UID.

        None when another one is not known to have left: quick hands change cards faster than a reader is sure
        that the first is gone. What becomes of it is said by `left` then, or by `crowd`.
        """
        uid = uid_of(uid)
        if uid not in self._resting:
            self._resting.append(uid)
        return self._judge(uid) if self._resting == [uid] else None

    def left(self, uid: str) -> Outcome | None:
        """That tag was taken away; what became of one that was laid meanwhile."""
        uid = uid_of(uid)
        if uid not in self._resting:
            return None
        first = uid == self._resting[0]
        self._resting.remove(uid)
        if first:
            self._fresh = ""
        return self._judge(self._resting[0]) if first and len(self._resting) == 1 else None

    def crowd(self) -> Outcome:
        """More than one tag lies there: which one was meant is not guessed, a binding that was just made goes."""
        del self._resting[1:]  # they must come anew
        if not self._fresh:
            return Crowd()
        undone = self.undo()
        return Crowd(undone.piece) if isinstance(undone, Undone) else undone

    def down(self) -> None:
        """The reader does not answer: what lies there is not known any more."""
        self._resting.clear()
        self._fresh = ""

    def _judge(self, uid: str) -> Outcome:
        """What becomes of a tag that lies there alone."""
        if is_random(uid):
            return Random(uid)
        if uid in self._elsewhere:
            holder = self._elsewhere[uid]
            return Holds(uid, holder.piece, holder.game)
        owner, asked = self.deck.piece(uid), self.piece
        if asked is None:
            return Shown(uid, owner)
        if owner == asked:
            return Already(asked)
        if owner is not None:
            return Holds(uid, owner.key, self.deck.game)
        return self._bind(asked, uid)

    def _bind(self, piece: Piece, uid: str) -> Outcome:
        before = self.deck.tags
        self.deck.release(piece)
        self.deck.bind(piece, uid)
        if wrong := self._kept(_Change(piece, before)):
            return wrong
        self._fresh = uid
        self._skipped.discard(piece.key)
        self._at = self._next(self._place[piece.key])
        return Bound(piece, uid, before.get(piece.key, ""))

    def _kept(self, change: _Change) -> Unkept | None:
        """Write what was changed; when the disk refuses, the deck is again as it was."""
        try:
            self.deck.save(self.path)
        except OSError as wrong:
            self.deck.restore(change.before)
            return Unkept(wrong.strerror or str(wrong))
        self._done.append(change)
        return None

    # -- what a person wants

    def skip(self) -> Piece | None:
        """Pass over the piece asked for, in this run; the piece asked for now."""
        if self._at is not None:
            self._skipped.add(self._order[self._at].key)
            self._at = self._next(self._at)
        return self.piece

    def back(self) -> Piece | None:
        """Ask for the piece before, whether it has a tag (another one takes its place) or not."""
        before = len(self._order) if self._at is None else self._at
        self._at = max(before - 1, 0) if self._order else None
        return self.piece

    def go(self, piece: Piece) -> None:
        """Ask for that piece, whether it has a tag (another one takes its place) or not."""
        self._at = self._place[piece.key]

    def find(self, text: str, tagged: bool = False) -> Piece | None:
        """The piece of that name: `card/inf6#2`, its number in the box, else the first without a tag (with one, where
        `tagged`) of that word or kind (`card/inf6`, `inf6`, `card`); the first of them where there is none such."""
        text = text.lower()
        if "#" in text:
            return self.deck.box.get(text)
        if text.isascii() and text.isdigit() and len(text) < 6:
            number = int(text)
            return self._order[number - 1] if 0 < number <= len(self._order) else None
        return self.first(
            (piece for piece in self._order if text and text in (piece.word, piece.name, piece.kind)), tagged
        )

    def first(self, like: Iterable[Piece], tagged: bool = False) -> Piece | None:
        """The first of these without a tag (with one, where `tagged`), else the first; None of none."""
        found = tuple(like)
        meant = (piece for piece in found if (self.deck.tag(piece) is not None) == tagged)
        return next(meant, next(iter(found), None))

    def undo(self) -> Outcome:
        """Take the last change of this run back."""
        if not self._done:
            return Nothing()
        change = self._done.pop()
        now = self.deck.tags
        self.deck.restore(change.before)
        try:
            self.deck.save(self.path)
        except OSError as wrong:
            self.deck.restore(now)
            self._done.append(change)
            return Unkept(wrong.strerror or str(wrong))
        self._fresh = ""
        self.go(change.piece)
        return Undone(change.piece, change.before.get(change.piece.key, ""))

    def release(self, piece: Piece) -> Outcome:
        """The piece gives its tag back: it is lost, or meant for another piece."""
        before = self.deck.tags
        if piece.key not in before:
            return Released(piece, "")
        self.deck.release(piece)
        if wrong := self._kept(_Change(piece, before)):
            return wrong
        if self._at is None:
            self.go(piece)
        return Released(piece, before[piece.key])

    def _next(self, place: int) -> int | None:
        """The place of the first piece without a tag behind this one, else of the first at all; None for none."""
        free = [self._place[piece.key] for piece in self.deck.untagged if piece.key not in self._skipped]
        return next((each for each in free if each > place), next(iter(free), None))
