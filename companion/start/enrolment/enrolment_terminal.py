"""Enrolment at the terminal: handles reader events and typed commands, and answers by text, light and sound."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Protocol, TypeVar

from companion.rules.errors import UsageError
from companion.table.tags.deck import BoxPiece
from companion.table.tags.enrolment import (
    Enrolment,
    EnrolmentOutcome,
    SeveralTagsLaid,
    TagAlreadyBound,
    TagBound,
)
from companion.voice.enrolment_messages import SUCCESSFUL_OUTCOMES, EnrolmentMessages
from companion.voice.language import mark_message
from hardware import ndef
from hardware.common.errors import TagMemoryForbidden
from hardware.common.events import (
    FOREIGN_CARD,
    NOISE,
    READER_BACK,
    READER_DOWN,
    SEVERAL_TAGS,
    TAG_CAME,
    TAG_LEFT,
    WEAK_TAG,
    ReaderEvent,
)
from hardware.errors import HardwareError
from hardware.events import ButtonPressed, HardwareEvent, HardwareProblem, ReaderReported
from hardware.lights import LightSignal, SoundSignal

NDEF_PIECE_TYPE = "herald.invalid:piece"
"""The type of the NDEF record that names a piece. An external type needs a domain of its author, and Herald
has none; names below `invalid` are never registered (RFC 2606), so this type belongs to nobody else."""

HELP_TEXT = mark_message(
    "Type Enter to pass over a piece, or `undo`, `back`, `go PIECE`, `release PIECE`, `help`, `quit`."
)
VIRTUAL_HELP_TEXT = mark_message(
    "A virtual reader. Type Enter to lay the piece there, or `lay PIECE`, `skip`, `undo`, `back`, `go PIECE`, "
    "`release PIECE`, `quit`."
)

PIECE_HELP_TEXT = mark_message(
    "PIECE is a number, a name or a word: `go {number}`, `go {name}`, `go {word}`."
)

T = TypeVar("T")
EnrolmentCommand = Callable[[Sequence[str]], None]


class TagMemory(Protocol):
    """The user memory of a tag on a reader, as hardware.common.rc522.reader.Rc522Reader offers it."""

    def read_user_memory(self, uid: bytes) -> bytes:
        """The whole user memory of that tag."""
        ...

    def write_user_memory(self, uid: bytes, data: bytes) -> None:
        """Write these bytes to the beginning of the memory and verify them."""
        ...


class EnrolmentDevices(Protocol):
    """The reader with its light, the sounder, and the keyboard."""

    def wait_for_input(self) -> HardwareEvent | str | None:
        """The next hardware event or typed line; None at the end of the input."""
        ...

    def run_on_reader(self, job: Callable[[TagMemory], T]) -> T:
        """Run a job with the reader and return its result.

        Raises HardwareError, OSError, and what the job raises.
        """
        ...

    def show_light(self, signal: LightSignal) -> None:
        """Show a signal by the light of the reader."""
        ...

    def play_sound(self, signal: SoundSignal) -> None:
        """Play a signal by the sounder."""
        ...


class EnrolmentTerminal:
    """One run of `herald enrol`.

    `write_ndef`: tags are also written, so that a phone shows what they are. `lay_pieces`: lays pieces on the
    reader of a virtual table; Enter then lays the piece that is asked for.
    """

    def __init__(
        self,
        enrolment: Enrolment,
        messages: EnrolmentMessages,
        zone: str,
        devices: EnrolmentDevices,
        print_line: Callable[[str], None],
        *,
        write_ndef: bool = False,
        lay_pieces: Callable[[Sequence[BoxPiece]], None] | None = None,
    ) -> None:
        self._enrolment, self._messages, self._zone, self._devices = enrolment, messages, zone, devices
        self._print, self._write, self._lay = print_line, write_ndef, lay_pieces
        self._words = messages.translator
        self._began = enrolment.progress.tagged_count
        self._commands: Mapping[str, EnrolmentCommand] = {
            "skip": self._skip,
            "undo": self._undo,
            "back": self._back,
            "go": self._go,
            "release": self._release,
            "help": self._help,
            "?": self._help,
            **({"": self._skip} if lay_pieces is None else {"": self._lay_some, "lay": self._lay_some}),
        }

    def run(self) -> None:
        """Handle input until `quit` is typed or the input ends. Every binding is saved at once."""
        self._begin()
        while (received := self._devices.wait_for_input()) is not None:
            if not isinstance(received, str):
                self._on_event(received)
            elif not self._execute_line(received):
                break

    def start_at_piece(self, words: Sequence[str]) -> None:
        """Begin at that piece. Raises UsageError where there is no such piece."""
        piece = self._find_piece(words)
        if piece is None:
            raise UsageError(
                f"no piece {' '.join(words)} in the box of {self._enrolment.deck.game}", "--from"
            )
        self._enrolment.go_to_piece(piece)

    def print_summary(self) -> None:
        """Print how many pieces have a tag, which have none, and where the deck is kept."""
        progress, deck = self._enrolment.progress, self._enrolment.deck
        self._print(
            self._words.gettext(
                "{done} of {all} pieces have their tag. At the beginning there were {before}.",
                done=progress.tagged_count,
                all=progress.piece_count,
                before=self._began,
            )
        )
        if deck.untagged_pieces:
            self._print(self._messages.untagged_summary(deck))
        if self._enrolment.path.exists():
            self._print(self._words.gettext("Kept in {path}", path=self._enrolment.path))

    def _begin(self) -> None:
        progress = self._enrolment.progress
        done = self._words.gettext(
            "{done} of {all} pieces have their tag.", done=progress.tagged_count, all=progress.piece_count
        )
        self._print(f"{self._messages.game_title}: {done}")
        if strange := self._enrolment.deck.tagged_keys_outside_box:
            pieces = ", ".join(strange)
            self._print(
                self._words.gettext(
                    "Tags are also kept for pieces that this box has not: {pieces}", pieces=pieces
                )
            )
        self._print_commands()
        self._prompt()

    def _prompt(self) -> None:
        self._devices.show_light("off" if self._enrolment.current_piece is None else "think")
        self._print(self._messages.progress_prompt(self._enrolment))
        if self._enrolment.current_piece is None:
            self._print(self._words.gettext("Lay any piece there to see whose tag it has, or type `quit`."))

    # -- reader and button events

    def _on_event(self, event: HardwareEvent) -> None:
        match event:
            case ReaderReported(zone, report) if zone == self._zone:
                self._on_reader_event(report)
            case ReaderReported(zone, ReaderEvent(kind="came")) if self._enrolment.is_reader_empty:
                self._refuse(self._messages.crossed_readers_message(self._zone, zone))
            case ButtonPressed("undo"):
                self._undo()
            case ButtonPressed("no"):
                self._skip()
            case HardwareProblem(sentence):
                self._print(sentence)

    def _on_reader_event(self, event: ReaderEvent) -> None:
        if event.kind == TAG_CAME:
            self._on_tag_laid(self._enrolment.on_tag_arrived(event.uid.hex()))
        elif event.kind == TAG_LEFT:
            self._on_tag_laid(self._enrolment.on_tag_removed(event.uid.hex()))
            if self._enrolment.is_reader_empty:
                self._prompt()
        elif event.kind == WEAK_TAG:
            self._on_tag_laid(self._enrolment.on_weak_tag(event.uid.hex(), event.why))
        elif event.kind == SEVERAL_TAGS:
            self._on_tag_laid(self._enrolment.on_several_tags())
        elif event.kind in (NOISE, FOREIGN_CARD):
            is_foreign = event.kind == FOREIGN_CARD
            self._refuse(self._messages.unreadable_tag_message(self._zone, is_foreign))
        elif event.kind == READER_DOWN:
            self._enrolment.on_reader_down()
            self._refuse(self._messages.reader_down_message(self._zone, event.why))
        elif event.kind == READER_BACK:
            self._print(self._messages.reader_back_message(self._zone))
            self._prompt()

    def _on_tag_laid(self, outcome: EnrolmentOutcome | None) -> None:
        """Print what became of a tag, and ask to take it away."""
        if outcome is None:
            return
        self._report_outcome(outcome)
        if self._write and isinstance(outcome, TagBound | TagAlreadyBound):
            self._write_on(outcome.piece)
        if not isinstance(outcome, SeveralTagsLaid):
            self._print(self._words.gettext("Take it away."))

    def _report_outcome(self, outcome: EnrolmentOutcome) -> None:
        text = self._messages.outcome_message(outcome, self._enrolment.deck)
        if isinstance(outcome, SUCCESSFUL_OUTCOMES):
            self._devices.show_light("go")
            self._devices.play_sound("go")
            self._print(text)
        else:
            self._refuse(text)

    def _refuse(self, text: str) -> None:
        self._devices.show_light("no")
        self._devices.play_sound("no")
        self._print(text)

    # -- writing tags

    def _write_on(self, piece: BoxPiece) -> None:
        """Write the piece's name on its tag. The tag is never locked: it can be written again."""
        uid = bytes.fromhex(self._enrolment.deck.uid_of_piece(piece) or "")
        payload = f"{self._enrolment.deck.game} {piece.key}".encode()
        texts = self._messages.ndef_texts_fullest_first(piece)
        lang = self._words.lang.replace("_", "-")  # NDEF separates the parts by hyphens
        try:
            text = self._devices.run_on_reader(lambda tag: _write_ndef(tag, uid, texts, lang, payload))
        except (HardwareError, TagMemoryForbidden, OSError) as wrong:
            why = str(wrong).rstrip(".")
            self._refuse(
                self._words.gettext("Not written on the tag: {why}. It is bound all the same.", why=why)
            )
        else:
            self._print(self._words.gettext("Written on the tag: {text}", text=text or payload.decode()))

    # -- typed commands

    def _execute_line(self, line: str) -> bool:
        """Carry out a typed line; whether the enrolment continues."""
        first, *rest = line.split() or [""]
        if first.lower() in ("quit", "q"):
            return False
        command = self._commands.get(first.lower())
        if command is None:
            self._print(self._words.gettext("`{word}` is not understood here. Type `help`.", word=first))
        else:
            command(rest)
        return True

    def _skip(self, _words: Sequence[str] = ()) -> None:
        self._enrolment.skip_piece()
        self._prompt()

    def _undo(self, _words: Sequence[str] = ()) -> None:
        self._report_outcome(self._enrolment.undo_last_change())
        self._prompt()

    def _back(self, _words: Sequence[str]) -> None:
        self._enrolment.go_to_previous_piece()
        self._prompt()

    def _go(self, words: Sequence[str]) -> None:
        if not words:
            self._help()
        elif (piece := self._find_piece_or_refuse(words)) is not None:
            self._enrolment.go_to_piece(piece)
            self._prompt()

    def _release(self, words: Sequence[str]) -> None:
        if not words:
            self._help()
        elif (piece := self._find_piece_or_refuse(words, tagged=True)) is not None:
            self._report_outcome(self._enrolment.release_tag(piece))
            self._prompt()

    def _print_commands(self) -> None:
        self._print(self._words.gettext(HELP_TEXT if self._lay is None else VIRTUAL_HELP_TEXT))

    def _help(self, _words: Sequence[str] = ()) -> None:
        self._print_commands()
        if example := self._messages.example_piece(self._enrolment.deck):
            number, name, word = example
            self._print(self._words.gettext(PIECE_HELP_TEXT, number=number, name=name, word=word))

    def _lay_some(self, words: Sequence[str]) -> None:
        """Lay the named pieces on the virtual reader at once; without a name, the piece that is asked for."""
        named = (
            [self._find_piece_or_refuse([word], tagged=True) for word in words]
            if words
            else [self._enrolment.current_piece]
        )
        pieces = [piece for piece in named if piece is not None]
        if self._lay is not None and len(pieces) == len(named):
            self._lay(pieces)
        elif not words:
            self._prompt()

    def _find_piece_or_refuse(self, words: Sequence[str], tagged: bool = False) -> BoxPiece | None:
        """The piece of that name; None, with a message, where there is none."""
        piece = self._find_piece(words, tagged)
        if piece is None:
            self._print(self._words.gettext("There is no such piece: {word}", word=" ".join(words)))
        return piece

    def _find_piece(self, words: Sequence[str], tagged: bool = False) -> BoxPiece | None:
        """The piece of that word or name; a part of a name suffices to go to an untagged piece."""
        typed = " ".join(words).casefold()
        piece = self._enrolment.find_piece(typed, tagged)
        if piece is not None or not typed:
            return piece
        box = self._enrolment.deck.pieces_by_key.values()
        like = [piece for piece in box if self._messages.piece_name(piece).casefold() == typed]
        if not like and not tagged:
            like = [
                piece for piece in box if typed in self._messages.piece_with_copy_number(piece).casefold()
            ]
        return self._enrolment.first_to_tag(like, tagged)


def _write_ndef(tag: TagMemory, uid: bytes, texts: Sequence[str], lang: str, payload: bytes) -> str:
    """Write the longest of these texts that fits, and return it.

    Raises MessageTooLongError, and what the tag raises.
    """
    memory = tag.read_user_memory(uid)
    *fuller, shortest = texts
    for text in fuller:
        with suppress(ndef.MessageTooLongError):
            return _write_text(tag, uid, text, lang, payload, memory)
    return _write_text(tag, uid, shortest, lang, payload, memory)


def _write_text(tag: TagMemory, uid: bytes, text: str, lang: str, payload: bytes, memory: bytes) -> str:
    tag.write_user_memory(
        uid, ndef.memory_with_message(ndef.make_message_block(text, lang, NDEF_PIECE_TYPE, payload), memory)
    )
    return text
