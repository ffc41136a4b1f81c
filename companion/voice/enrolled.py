"""Enrolment in words: which piece to lay on the reader, and what became of a tag."""

from __future__ import annotations

from companion.games import game_names
from companion.table.tags.deck import BoxPiece, Deck
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
from companion.voice.say import Voice
from companion.voice.words import Words

WELL = (TagAlreadyBound, TagBound, TagReleased, TagIdentified, BindingUndone)
"""What became of a tag or a wish as one wanted it; anything else is a refusal."""

FEW = 32  # letters of a long name that still tell it


class Clerk:
    """Speaks of the pieces of one deck in one language."""

    def __init__(self, deck: Deck, lang: str) -> None:
        self._voice = Voice(deck.game, {}, lang)
        self._copies: dict[str, int] = {}
        for piece in deck.pieces_by_key.values():
            self._copies[piece.word] = self._copies.get(piece.word, 0) + 1

    @property
    def words(self) -> Words:
        """The words of the game in this language."""
        return self._voice.words

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.words.named("game", "title")

    def called(self, piece: BoxPiece) -> str:
        """A piece, and which one of equal ones: `influence card: Mazarin (2/2)`."""
        return f"{self._voice.piece(piece.word)}{self._copy(piece)}"

    def _copy(self, piece: BoxPiece) -> str:
        copies = self._copies.get(piece.word, 1)
        return f" ({piece.copy_number}/{copies})" if copies > 1 else ""

    def on_a_phone(self, piece: BoxPiece) -> tuple[str, ...]:
        """What a phone may show of a piece, the fullest first, for tags with less and less room."""
        called = self._voice.piece(piece.word)
        short = called.name or called.kind
        full = f"{called.name}, {called.kind}" if called.name else called.kind
        begun = (f"{short[:FEW]}…",) if len(short) > FEW else ()
        return f"{full} - {self.game}", f"{short} - {self.game}", short, *begun, ""

    def name(self, piece: BoxPiece) -> str:
        """Which of its kind a piece is (`Mazarin`), "" where there is only one."""
        return self._voice.piece(piece.word).name

    def kind(self, piece: BoxPiece) -> str:
        """What kind of thing a piece is, as a heading: `Influence card`."""
        kind = self._voice.piece(piece.word).kind
        return f"{kind[:1].upper()}{kind[1:]}"

    def which(self, piece: BoxPiece) -> str:
        """Which of its kind a piece is, and which one of equal ones: `Mazarin (2/2)`."""
        return f"{self.name(piece) or self.kind(piece)}{self._copy(piece)}"

    def prompt(self, enrolment: Enrolment) -> str:
        """What to lay on the reader now, and how far one is."""
        _, piece, progress = self.words.gettext, enrolment.current_piece, enrolment.progress
        if piece is None:
            return self.left_over(enrolment.deck)
        here = _(
            "{number} of {all}: {piece}.",
            number=progress.current_number,
            all=progress.piece_count,
            piece=self.called(piece),
        )
        return f"{here} {self.wish(enrolment)}"

    def wish(self, enrolment: Enrolment) -> str:
        """What to do with the piece asked for; how many have no tag, when none is asked for."""
        piece = enrolment.current_piece
        if piece is None:
            return self.left_over(enrolment.deck)
        if enrolment.deck.uid_of_piece(piece) is None:
            return self.words.gettext("Lay it on the reader.")
        return self.words.gettext("It has a tag. Another one laid on the reader takes its place.")

    def left_over(self, deck: Deck) -> str:
        """How many pieces have no tag, and which is the first of them."""
        missing = deck.untagged_pieces
        if not missing:
            return self.words.gettext("Every piece has its tag.")
        first = self.called(missing[0])
        return self.words.ngettext(
            "{n} piece has no tag: {piece}.",
            "{n} pieces have no tag. The first of them: {piece}.",
            len(missing),
            piece=first,
        )

    def said(self, outcome: EnrolmentOutcome, deck: Deck) -> str:
        """What became of a tag or a wish, and what to do now."""
        _ = self.words.gettext
        match outcome:
            case TagBound(piece, uid, ""):
                return _("Bound: {piece}, tag {uid}.", piece=self.called(piece), uid=uid)
            case TagBound(piece, uid, before):
                return _(
                    "Bound: {piece}, tag {uid} in place of {before}.",
                    piece=self.called(piece),
                    uid=uid,
                    before=before,
                )
            case TagAlreadyBound(piece):
                return _("This is its tag already: {piece}.", piece=self.called(piece))
            case TagIdentified(uid, None):
                return _("The tag {uid} belongs to no piece.", uid=uid)
            case TagIdentified(uid, BoxPiece() as piece):
                return _("The tag {uid} belongs to this piece: {piece}.", uid=uid, piece=self.called(piece))
            case BindingUndone(piece, ""):
                return _("Taken back. This piece has no tag: {piece}.", piece=self.called(piece))
            case BindingUndone(piece, uid):
                return _("Taken back. {piece} has the tag {uid} again.", piece=self.called(piece), uid=uid)
            case TagReleased(piece, ""):
                return _("This piece has no tag: {piece}.", piece=self.called(piece))
            case TagReleased(piece, uid):
                return _(
                    "Free again: tag {uid}, until now of this piece: {piece}.",
                    uid=uid,
                    piece=self.called(piece),
                )
        return self._not_bound(outcome, deck)

    def garbled(self, where: str) -> str:
        """That a reader cannot read what lies there."""
        _ = self.words.gettext
        return _("Something lies on the reader {where} that cannot be read. Lay it anew.", where=where)

    def down(self, where: str, why: str) -> str:
        """That a reader does not answer; `why` as its driver says it."""
        return self.words.gettext(
            "The reader {where} does not answer: {why}. It is tried again and again.",
            where=where,
            why=why.rstrip("."),
        )

    def back(self, where: str) -> str:
        """That it answers again."""
        return self.words.gettext("The reader {where} answers again.", where=where)

    def _not_bound(self, outcome: EnrolmentOutcome, deck: Deck) -> str:
        _ = self.words.gettext
        match outcome:
            case TagBoundToOtherPiece(uid, piece, game) if game == deck.game:
                return _(
                    "Nothing bound. The tag {uid} belongs to this piece already: {piece}.",
                    uid=uid,
                    piece=self.called(deck.pieces_by_key[piece]),
                )
            case TagBoundToOtherPiece(uid, piece, game):
                return _(
                    "Nothing bound. The tag {uid} belongs to another game: {game}, {piece}.",
                    uid=uid,
                    game=_title(game, self.words.lang),
                    piece=_called(game, piece, self.words.lang),
                )
            case TagUidIsRandom(uid):
                return _(
                    "Nothing bound. {uid} is made up anew each time, as by phones and bank cards. Take an NTAG.",
                    uid=uid,
                )
            case SeveralTagsLaid(None):
                return _(
                    "More than one card lies on the reader, so nothing is bound. Take all away, then lay one."
                )
            case SeveralTagsLaid(BoxPiece() as piece):
                return _(
                    "More than one card lies on the reader, so this is not bound after all: {piece}. "
                    "Take all away, then lay it alone.",
                    piece=self.called(piece),
                )
            case BindingNotSaved(why):
                return _(
                    "That could not be kept: {what}. Make room or make the place writable, then try again.",
                    what=why,
                )
            case NothingToUndo():
                return _("Nothing of this time is left to take back.")
        raise LookupError(f"no sentence for {type(outcome).__name__}")


def _title(game: str, lang: str) -> str:
    """A game by name; the word itself for one that this Herald does not know."""
    return Words(game, {}, lang).named("game", "title") if game in game_names() else game


def _called(game: str, key: str, lang: str) -> str:
    """A piece of another game; its word where that says nothing, for it comes from a file."""
    try:
        return str(Voice(game, {}, lang).piece(key.partition("#")[0])) if game in game_names() else key
    except (LookupError, ValueError):
        return key
