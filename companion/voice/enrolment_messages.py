"""Enrolment in words: which piece to lay on the reader, and the outcome for a tag."""

from __future__ import annotations

from typing import Final

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
    TagAnswersTooSeldom,
    TagBound,
    TagBoundToOtherPiece,
    TagIdentified,
    TagReleased,
    TagUidIsRandom,
)
from companion.voice.disk_messages import not_kept_message
from companion.voice.translator import Translator, capitalised
from companion.voice.voice import Voice

SUCCESSFUL_OUTCOMES = (TagAlreadyBound, TagBound, TagReleased, TagIdentified, BindingUndone)
"""The outcomes that a person wanted; any other is a refusal."""

MAX_SHORT_NAME = 32  # letters of a long name that are enough to recognise it

CLASSIC_UID_LETTERS: Final = 8
"""The UID of a MIFARE Classic in hex: four bytes. Every NTAG21x has seven (its data sheet, 8.5.1)."""


class EnrolmentMessages:
    """Messages about the pieces of one deck in one language."""

    def __init__(self, deck: Deck, lang: str) -> None:
        self._voice = Voice(deck.game, {}, lang)
        self._copies: dict[str, int] = {}
        for piece in deck.pieces_by_key.values():
            self._copies[piece.word] = self._copies.get(piece.word, 0) + 1

    @property
    def translator(self) -> Translator:
        """The words of the game in this language."""
        return self._voice.translator

    @property
    def game_title(self) -> str:
        """The name of the game."""
        return self.translator.name_of("game", "title")

    def piece_with_copy_number(self, piece: BoxPiece) -> str:
        """A piece, and which one of equal ones it is: `influence card: Mazarin (2/2)`."""
        return f"{self._voice.piece_name(piece.word)}{self._copy_suffix(piece)}"

    def _copy_suffix(self, piece: BoxPiece) -> str:
        copies = self._copies.get(piece.word, 1)
        return f" ({piece.copy_number}/{copies})" if copies > 1 else ""

    def ndef_texts_fullest_first(self, piece: BoxPiece) -> tuple[str, ...]:
        """The texts about a piece that a phone may show, the fullest first, for tags with less and less room."""
        name = self._voice.piece_name(piece.word)
        short = name.name or name.kind
        full = f"{name.name}, {name.kind}" if name.name else name.kind
        shortened = (f"{short[:MAX_SHORT_NAME]}…",) if len(short) > MAX_SHORT_NAME else ()
        return f"{full} - {self.game_title}", f"{short} - {self.game_title}", short, *shortened, ""

    def piece_name(self, piece: BoxPiece) -> str:
        """The name of a piece within its kind (`Mazarin`), "" where there is only one."""
        return self._voice.piece_name(piece.word).name

    def piece_kind_heading(self, piece: BoxPiece) -> str:
        """The kind of a piece as a heading: `Influence card`."""
        return capitalised(self._voice.piece_name(piece.word).kind)

    def name_with_copy_number(self, piece: BoxPiece) -> str:
        """The name of a piece within its kind, and which one of equal ones it is: `Mazarin (2/2)`."""
        return f"{self.piece_name(piece) or self.piece_kind_heading(piece)}{self._copy_suffix(piece)}"

    def example_piece(self, deck: Deck) -> tuple[int, str, str] | None:
        """The number, name and word of a piece of this game that has a name, for help texts; None where none has."""
        for number, piece in enumerate(deck.pieces_by_key.values(), 1):
            if name := self.piece_name(piece):
                return number, name, piece.word
        return None

    def progress_prompt(self, enrolment: Enrolment) -> str:
        """What to lay on the reader now, and how far the run has come."""
        _, piece, progress = self.translator.gettext, enrolment.current_piece, enrolment.progress
        if piece is None:
            return self.untagged_summary(enrolment.deck)
        here = _(
            "{number} of {all}: {piece}.",
            number=progress.current_number,
            all=progress.piece_count,
            piece=self.piece_with_copy_number(piece),
        )
        return f"{here} {self.piece_instruction(enrolment)}"

    def piece_instruction(self, enrolment: Enrolment) -> str:
        """What to do with the current piece; the number of pieces without a tag where there is none."""
        piece = enrolment.current_piece
        if piece is None:
            return self.untagged_summary(enrolment.deck)
        if enrolment.deck.uid_of_piece(piece) is None:
            return self.translator.gettext("Lay it on the reader.")
        return self.translator.gettext("It has a tag. Another one laid on the reader takes its place.")

    def untagged_summary(self, deck: Deck) -> str:
        """The number of pieces without a tag, and the first of them."""
        missing = deck.untagged_pieces
        if not missing:
            return self.translator.gettext("Every piece has its tag.")
        first = self.piece_with_copy_number(missing[0])
        return self.translator.ngettext(
            "{n} piece has no tag: {piece}.",
            "{n} pieces have no tag. The first of them: {piece}.",
            len(missing),
            piece=first,
        )

    def outcome_message(self, outcome: EnrolmentOutcome, deck: Deck) -> str:
        """The outcome for a tag or a request, and what to do now."""
        _ = self.translator.gettext
        match outcome:
            case TagBound():
                return self._bound_message(outcome)
            case TagAlreadyBound(piece):
                return _("This is its tag already: {piece}.", piece=self.piece_with_copy_number(piece))
            case TagIdentified(uid, None):
                return _("The tag {uid} belongs to no piece.", uid=uid)
            case TagIdentified(uid, BoxPiece() as piece):
                return _(
                    "The tag {uid} belongs to this piece: {piece}.",
                    uid=uid,
                    piece=self.piece_with_copy_number(piece),
                )
            case BindingUndone(piece, ""):
                return _(
                    "Taken back. This piece has no tag: {piece}.", piece=self.piece_with_copy_number(piece)
                )
            case BindingUndone(piece, uid):
                return _(
                    "Taken back. {piece} has the tag {uid} again.",
                    piece=self.piece_with_copy_number(piece),
                    uid=uid,
                )
            case TagReleased(piece, ""):
                return _("This piece has no tag: {piece}.", piece=self.piece_with_copy_number(piece))
            case TagReleased(piece, uid):
                return _(
                    "Free again: tag {uid}, until now of this piece: {piece}.",
                    uid=uid,
                    piece=self.piece_with_copy_number(piece),
                )
        return self._refusal_message(outcome, deck)

    def _bound_message(self, bound: TagBound) -> str:
        """That a piece has its tag; of one with four bytes, that phones cannot read what is written on it."""
        _, piece = self.translator.gettext, self.piece_with_copy_number(bound.piece)
        told = _("Bound: {piece}, tag {uid}.", piece=piece, uid=bound.uid)
        if bound.previous_uid:
            told = _(
                "Bound: {piece}, tag {uid} in place of {before}.",
                piece=piece,
                uid=bound.uid,
                before=bound.previous_uid,
            )
        if len(bound.uid) > CLASSIC_UID_LETTERS:
            return told
        note = _("Herald knows it by that number; a phone cannot read this kind.")
        return f"{told} {note}"

    def unreadable_tag_message(self, reader: str, is_foreign: bool) -> str:
        """The message that a reader cannot read what lies there, or that it is foreign: no sticker for a piece."""
        _ = self.translator.gettext
        if is_foreign:
            return _(
                "A bank card, a pass or a phone lies on the reader {where}. Take it away: it is no piece, and nothing"
                " of it is kept.",
                where=reader,
            )
        return _(
            "Something lies on the reader {where} that cannot be read. Lay it anew, or take another tag.",
            where=reader,
        )

    def crossed_readers_message(self, asked: str, reader: str) -> str:
        """The message that a tag came to another `reader` than to the one that was `asked`."""
        return self.translator.gettext(
            "This came to the reader {other}. Lay it on the reader {where}. If it does lie there, these two are"
            " crossed: exchange their wires to SDA, or their cables.",
            other=reader,
            where=asked,
        )

    def reader_down_message(self, reader: str, reason: str) -> str:
        """The message that a reader does not answer; `reason`: the words of its driver."""
        return self.translator.gettext(
            "The reader {where} does not answer: {why}. It is tried again and again.",
            where=reader,
            why=reason.rstrip("."),
        )

    def reader_back_message(self, reader: str) -> str:
        """The message that the reader answers again."""
        return self.translator.gettext("The reader {where} answers again.", where=reader)

    def _refusal_message(self, outcome: EnrolmentOutcome, deck: Deck) -> str:
        _ = self.translator.gettext
        match outcome:
            case TagBoundToOtherPiece(uid, piece, game) if game == deck.game:
                return _(
                    "Nothing bound. The tag {uid} belongs to this piece already: {piece}.",
                    uid=uid,
                    piece=self.piece_with_copy_number(deck.pieces_by_key[piece]),
                )
            case TagBoundToOtherPiece(uid, piece, game):
                return _(
                    "Nothing bound. The tag {uid} belongs to another game: {game}, {piece}.",
                    uid=uid,
                    game=_game_title(game, self.translator.lang),
                    piece=_foreign_piece_name(game, piece, self.translator.lang),
                )
            case TagUidIsRandom(uid):
                return _(
                    "Nothing bound. {uid} is made up anew each time, as by phones and bank cards. Take an NTAG.",
                    uid=uid,
                )
            case TagAnswersTooSeldom(piece, answers):
                return _(
                    "The tag of this piece hardly answers ({answers}): {piece}. In a game it would be missed. Put"
                    " another one there and lay it on the reader, or go on.",
                    answers=answers,
                    piece=self.piece_with_copy_number(piece),
                )
            case SeveralTagsLaid(None):
                return _(
                    "More than one card lies on the reader, so nothing is bound. Take all away, then lay one."
                )
            case SeveralTagsLaid(BoxPiece() as piece):
                return _(
                    "More than one card lies on the reader, so this is not bound after all: {piece}. "
                    "Take all away, then lay it alone.",
                    piece=self.piece_with_copy_number(piece),
                )
            case BindingNotSaved(trouble, reason):
                return not_kept_message(trouble, reason, _)
            case NothingToUndo():
                return _("Nothing of this time is left to take back.")
        raise LookupError(f"no sentence for {type(outcome).__name__}")


def _game_title(game: str, lang: str) -> str:
    """The title of a game; the word itself for one that this Herald does not know."""
    return Translator(game, {}, lang).name_of("game", "title") if game in game_names() else game


def _foreign_piece_name(game: str, key: str, lang: str) -> str:
    """The name of a piece of another game; its key where it has none, for the key comes from a file."""
    try:
        return str(Voice(game, {}, lang).piece_name(key.partition("#")[0])) if game in game_names() else key
    except (LookupError, ValueError):
        return key
