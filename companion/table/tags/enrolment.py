"""Enrolment: giving tags to the pieces of a box, one after another, each binding on the disk before it is shown.

The caller passes on what the reader reports (`on_tag_arrived`, `on_tag_removed`, `on_weak_tag`, ...) and what a person
wants (`skip_piece`, `go_to_previous_piece`, `go_to_piece`, `undo_last_change`, `release_tag`); the outcome is returned.
The sentences for it are in `companion.voice.enrolment_messages`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from msgspec import Struct

from companion.table.storage.disk import DiskTrouble, disk_trouble, system_words
from companion.table.tags.deck import BoxPiece, Deck
from companion.table.tags.deck_file import is_random_uid, normalise_uid
from companion.table.tags.deck_store import OtherGamePiece

# -- outcomes


class TagBound(Struct, frozen=True):
    """The piece has this tag now, and it is on the disk. `previous_uid`: the tag it had until now, "" for none."""

    piece: BoxPiece
    uid: str
    previous_uid: str = ""


class TagAlreadyBound(Struct, frozen=True):
    """The current piece has this tag already."""

    piece: BoxPiece


class TagBoundToOtherPiece(Struct, frozen=True):
    """Nothing is bound: the tag belongs to another piece. `game`: another game's name where it is that game's piece."""

    uid: str
    piece: str
    game: str


class TagUidIsRandom(Struct, frozen=True):
    """Nothing is bound: the tag makes up another number each time."""

    uid: str


class TagAnswersTooSeldom(Struct, frozen=True):
    """The piece has this tag, and it is the current piece again: another sticker would be better.

    `answers`: how many of so many questions it answered (`7/20`).
    """

    piece: BoxPiece
    answers: str


class SeveralTagsLaid(Struct, frozen=True):
    """Nothing is bound: there is more than one tag. `unbound_piece`: the piece that had just got one of them."""

    unbound_piece: BoxPiece | None = None


class TagIdentified(Struct, frozen=True):
    """A tag was laid while no piece was current: its piece, or None."""

    uid: str
    piece: BoxPiece | None


class BindingUndone(Struct, frozen=True):
    """The last change is undone: the piece has the tag `uid`, as it had before, "" for none."""

    piece: BoxPiece
    uid: str


class TagReleased(Struct, frozen=True):
    """The piece has no tag any more. `uid`: the one it had, "" when it had none."""

    piece: BoxPiece
    uid: str


class NothingToUndo(Struct, frozen=True):
    """There is no change to undo."""


class BindingNotSaved(Struct, frozen=True):
    """The change could not be written to the disk, so it was not made. `reason`: the system's words."""

    trouble: DiskTrouble
    reason: str


EnrolmentOutcome = (
    TagBound
    | TagAlreadyBound
    | TagBoundToOtherPiece
    | TagUidIsRandom
    | TagAnswersTooSeldom
    | SeveralTagsLaid
    | TagIdentified
    | BindingUndone
    | TagReleased
    | NothingToUndo
    | BindingNotSaved
)


class EnrolmentProgress(Struct, frozen=True):
    """The number of the current piece (from 1, 0 for none), of pieces in the box, and of pieces with a tag."""

    current_number: int
    piece_count: int
    tagged_count: int


class _Change(Struct, frozen=True):
    """The piece whose tag was changed, and all tags as they were before."""

    piece: BoxPiece
    before: Mapping[str, str]


class Enrolment:
    """One run through a box. `path`: the file of the deck; `elsewhere`: tags of other games.

    Use it from one thread. Nobody else may change the deck meanwhile (`companion.table.storage.disk.FileLock`).
    """

    def __init__(self, deck: Deck, path: Path, elsewhere: Mapping[str, OtherGamePiece] | None = None) -> None:
        self.deck = deck
        self.path = path
        self._elsewhere = elsewhere or {}
        self._pieces_in_order = tuple(deck.pieces_by_key.values())
        self._index_by_key = {piece.key: place for place, piece in enumerate(self._pieces_in_order)}
        self._skipped: set[str] = set()
        self._changes: list[_Change] = []
        self._resting: list[str] = []
        self._just_bound_uid = ""  # the tag last bound, while it still rests
        self._current_index = self._next_untagged(-1)

    @property
    def current_piece(self) -> BoxPiece | None:
        """The piece whose tag should be laid next; None when every piece has one or was skipped."""
        return None if self._current_index is None else self._pieces_in_order[self._current_index]

    @property
    def progress(self) -> EnrolmentProgress:
        """How far the run has come."""
        tagged = len(self._pieces_in_order) - len(self.deck.untagged_pieces)
        return EnrolmentProgress(
            0 if self._current_index is None else self._current_index + 1, len(self._pieces_in_order), tagged
        )

    @property
    def change_count(self) -> int:
        """How many changes of this run have not been undone."""
        return len(self._changes)

    @property
    def is_reader_empty(self) -> bool:
        """Whether nothing lies on the reader: one tag must be removed before the next one is asked for."""
        return not self._resting

    # -- what the reader reports

    def on_tag_arrived(self, uid: str) -> EnrolmentOutcome | None:
        """A tag was laid on the reader; returns the outcome. Raises InvalidFile for what is no UID.

        The outcome is None while another tag is not known to have left: people can change cards faster than a reader
        is sure that the first is gone. Then `on_tag_removed` or `on_several_tags` returns it.
        """
        uid = normalise_uid(uid)
        if uid not in self._resting:
            self._resting.append(uid)
        return self._bind_single_tag(uid) if self._resting == [uid] else None

    def on_tag_removed(self, uid: str) -> EnrolmentOutcome | None:
        """That tag was removed; returns the outcome for a tag that was laid meanwhile."""
        uid = normalise_uid(uid)
        if uid not in self._resting:
            return None
        first = uid == self._resting[0]
        self._resting.remove(uid)
        if first:
            self._just_bound_uid = ""
        return self._bind_single_tag(self._resting[0]) if first and len(self._resting) == 1 else None

    def on_weak_tag(self, uid: str, answers: str) -> EnrolmentOutcome | None:
        """That tag answers seldom; the outcome where it belongs to a piece of this box: that one is asked for again."""
        piece = self.deck.piece_of_uid(normalise_uid(uid))
        if piece is None:
            return None
        self.go_to_piece(piece)
        return TagAnswersTooSeldom(piece, answers)

    def on_several_tags(self) -> EnrolmentOutcome:
        """There is more than one tag: Herald does not guess which one was meant, and undoes a binding just made."""
        del self._resting[1:]  # they must be laid again
        if not self._just_bound_uid:
            return SeveralTagsLaid()
        undone = self.undo_last_change()
        return SeveralTagsLaid(undone.piece) if isinstance(undone, BindingUndone) else undone

    def on_reader_down(self) -> None:
        """The reader does not answer: what lies there is not known any more."""
        self._resting.clear()
        self._just_bound_uid = ""

    def _bind_single_tag(self, uid: str) -> EnrolmentOutcome:
        """The outcome for a tag that lies there alone."""
        if is_random_uid(uid):
            return TagUidIsRandom(uid)
        if uid in self._elsewhere:
            holder = self._elsewhere[uid]
            return TagBoundToOtherPiece(uid, holder.piece, holder.game)
        owner, current = self.deck.piece_of_uid(uid), self.current_piece
        if current is None:
            return TagIdentified(uid, owner)
        if owner == current:
            return TagAlreadyBound(current)
        if owner is not None:
            return TagBoundToOtherPiece(uid, owner.key, self.deck.game)
        return self._bind(current, uid)

    def _bind(self, piece: BoxPiece, uid: str) -> EnrolmentOutcome:
        before = self.deck.uid_by_key
        self.deck.release_tag(piece)
        self.deck.bind_tag(piece, uid)
        if wrong := self._save_change(_Change(piece, before)):
            return wrong
        self._just_bound_uid = uid
        self._skipped.discard(piece.key)
        self._current_index = self._next_untagged(self._index_by_key[piece.key])
        return TagBound(piece, uid, before.get(piece.key, ""))

    def _save_change(self, change: _Change) -> BindingNotSaved | None:
        """Save the change; when the disk fails, the deck is as it was."""
        try:
            self.deck.save(self.path)
        except OSError as wrong:
            self.deck.restore_tags(change.before)
            return BindingNotSaved(disk_trouble(wrong), system_words(wrong))
        self._changes.append(change)
        return None

    # -- what a person wants

    def skip_piece(self) -> BoxPiece | None:
        """Skip the current piece in this run; return the new one."""
        if self._current_index is not None:
            self._skipped.add(self._pieces_in_order[self._current_index].key)
            self._current_index = self._next_untagged(self._current_index)
        return self.current_piece

    def go_to_previous_piece(self) -> BoxPiece | None:
        """Go to the piece before, whether it has a tag (a new one replaces it) or not; return it."""
        before = len(self._pieces_in_order) if self._current_index is None else self._current_index
        self._current_index = max(before - 1, 0) if self._pieces_in_order else None
        return self.current_piece

    def go_to_piece(self, piece: BoxPiece) -> None:
        """Make that piece the current one, whether it has a tag (a new one replaces it) or not."""
        self._current_index = self._index_by_key[piece.key]

    def find_piece(self, text: str, tagged: bool = False) -> BoxPiece | None:
        """The piece that `text` names: a key (`card/inf6#2`), its number in the box, or a word, name or kind.

        Of several (`card/inf6`, `inf6`, `card`) it is the first without a tag (with one, where `tagged`), else the
        first.
        """
        text = text.lower()
        if "#" in text:
            return self.deck.pieces_by_key.get(text)
        if text.isascii() and text.isdigit() and len(text) < 6:
            number = int(text)
            return self._pieces_in_order[number - 1] if 0 < number <= len(self._pieces_in_order) else None
        return self.first_to_tag(
            (
                piece
                for piece in self._pieces_in_order
                if text and text in (piece.word, piece.name, piece.kind)
            ),
            tagged,
        )

    def first_to_tag(self, like: Iterable[BoxPiece], tagged: bool = False) -> BoxPiece | None:
        """The first of these without a tag (with one, where `tagged`), else the first; None where there are none."""
        found = tuple(like)
        fitting = (piece for piece in found if (self.deck.uid_of_piece(piece) is not None) == tagged)
        return next(fitting, next(iter(found), None))

    def undo_last_change(self) -> EnrolmentOutcome:
        """Undo the last change of this run."""
        if not self._changes:
            return NothingToUndo()
        change = self._changes.pop()
        current_tags = self.deck.uid_by_key
        self.deck.restore_tags(change.before)
        try:
            self.deck.save(self.path)
        except OSError as wrong:
            self.deck.restore_tags(current_tags)
            self._changes.append(change)
            return BindingNotSaved(disk_trouble(wrong), system_words(wrong))
        self._just_bound_uid = ""
        self.go_to_piece(change.piece)
        return BindingUndone(change.piece, change.before.get(change.piece.key, ""))

    def release_tag(self, piece: BoxPiece) -> EnrolmentOutcome:
        """Take the tag from the piece: it is lost, or meant for another piece."""
        before = self.deck.uid_by_key
        if piece.key not in before:
            return TagReleased(piece, "")
        self.deck.release_tag(piece)
        if wrong := self._save_change(_Change(piece, before)):
            return wrong
        if self._current_index is None:
            self.go_to_piece(piece)
        return TagReleased(piece, before[piece.key])

    def _next_untagged(self, place: int) -> int | None:
        """The index of the first piece without a tag after this one, else of the first at all; None for none."""
        free = [
            self._index_by_key[piece.key]
            for piece in self.deck.untagged_pieces
            if piece.key not in self._skipped
        ]
        return next((each for each in free if each > place), next(iter(free), None))
