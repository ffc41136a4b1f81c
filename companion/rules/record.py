"""The record: one text format for journal, saved game, test case and bug report (notation.md).

This module reads and writes lines; `GameHistory` applies them to a game. Nothing here opens a file: callers hand in a
stream of bytes, and everything that comes from outside is untrusted.

There are two formats. `herald 1` is what people write and other programs are given: a line may carry a sum of its own
text. `herald 2` is the journal of an evening: every line carries a sum of its text and of the sum before it, and a line
`moves` ends the header, so that no line is lost, doubled, swapped or altered unnoticed.
"""

from __future__ import annotations

import re
import zlib
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, takewhile
from typing import Any, Literal, Protocol

import msgspec
from msgspec import Struct

from companion.rules.clauses import Refusal, declare_clause
from companion.rules.errors import InvalidRecord
from companion.rules.game import CURRENT_RULES, RULES_OF_FIRST_EVENINGS, EditionLine, GameSetup, Seat

RECORD_VERSION = "1"
JOURNAL_VERSION = "2"
"""The format in which Herald keeps evenings; those that were begun in the first one go on in it."""
MOVES_WORD = "moves"
"""The last line of a journal's header: a header that has lost its end is not taken for a whole one."""
TABLE_REMARK = "# table"
BEGINNER_PREFIX = "beginner/"
"""With these words the remark begins that says at which table an evening is played."""
MAX_LINE_BYTES = 1 << 20  # the largest position is a few thousand bytes
_CHECKSUM = re.compile(r" ;([0-9a-fA-F]*)[ \t]*$")
_CHAINED_LINE = re.compile(rb"(.*) ;([0-9a-f]{8})\n", re.DOTALL)
_TORN = "the last line is torn; take it out, it was never announced"
_TOO_LONG = f"longer than {MAX_LINE_BYTES} bytes; no record has such a line"


LineDamage = Literal["torn", "long", "unsigned", "unchecked", "altered", "no-text", "zeros"]
"""Why a line does not hold: cut off, too long, without its sum, behind one without its sum, against its sum, not UTF-8,
never wholly on the disk."""


class NoRecordError(InvalidRecord):
    """Something is no record: it does not begin like one."""


class DamagedLineError(InvalidRecord):
    """A line does not hold. `damage`: why, in a word, for whoever tells it in another language."""

    def __init__(self, damage: LineDamage, what: str, where: str) -> None:
        super().__init__(what, where)
        self.damage: LineDamage = damage


class TornRecordError(DamagedLineError):
    """The last line was cut off while it was written; it was never announced."""

    def __init__(self, where: str) -> None:
        super().__init__("torn", _TORN, where)


class ByteLineStream(Protocol):
    """Something that gives lines of bytes: a file opened for reading bytes, or standard input."""

    def readline(self, limit: int, /) -> bytes:
        """The next line with its end, at most `limit` bytes; empty at the end."""
        ...


class RecordLine(Struct, frozen=True):
    """One line: its number from 1, its text without checksum, whether it carried a checksum."""

    number: int
    text: str
    has_checksum: bool

    @property
    def means_something(self) -> bool:
        """Whether it is neither blank nor a remark."""
        return bool(self.text) and not self.text.startswith("#")


def line_checksum(text: str, sum_before: str = "") -> str:
    """The checksum of a line: CRC-32 of its UTF-8 bytes, eight hex digits.

    In a journal it goes on from the sum that is written on the line before, `sum_before`.
    """
    return _checksum(text.encode("utf-8"), sum_before.encode())


def _checksum(text: bytes, sum_before: bytes) -> str:
    return f"{zlib.crc32(text, zlib.crc32(sum_before)):08x}"


def line_with_checksum(text: str, sum_before: str = "") -> str:
    """A line as the app writes it, with its checksum and its end."""
    return f"{text} ;{line_checksum(text, sum_before)}\n"


def chained_lines(texts: Iterable[str], sum_before: str = "") -> str:
    """Lines of a journal, each with its checksum and its end, from the first one on or behind that sum."""
    lines = []
    for text in texts:
        lines.append(line_with_checksum(text, sum_before))
        sum_before = written_checksum(lines[-1])
    return "".join(lines)


def written_checksum(line: str) -> str:
    """The sum at the end of a line that the app wrote."""
    return line[-9:-1]


def is_chained(first_line: bytes) -> bool:
    """Whether a record that begins with this line is a journal with chained sums."""
    return first_line.removeprefix(BOM_UTF8)[:64].split()[:2] == [b"herald", JOURNAL_VERSION.encode()]


class LineReader:
    """Reads the lines of a record one after another, in the format that the first one names.

    After a line that does not hold, the next one can be read: a journal's is held against the sum as it is written.
    """

    def __init__(self) -> None:
        self.number = 0
        self.is_chained = False
        self._any_signed = False
        self._sum_before: bytes | None = b""

    def read_line(self, raw: bytes) -> RecordLine:
        """The next line; raises InvalidRecord for a damaged one, TornRecordError for a torn last one."""
        self.number += 1
        if self.number == 1:
            raw = raw.removeprefix(BOM_UTF8)  # some editors set it in front: no sum counts it
            self.is_chained = is_chained(raw)
        if self.is_chained:
            return self._chained_line(raw)
        line = _line(raw, self.number, self._any_signed)
        self._any_signed |= line.has_checksum
        return line

    def _chained_line(self, raw: bytes) -> RecordLine:
        where, sum_before = f"line {self.number}", self._sum_before
        found = _CHAINED_LINE.fullmatch(raw)
        self._sum_before = found[2] if found else None
        if len(raw) > MAX_LINE_BYTES:
            raise DamagedLineError("long", _TOO_LONG, where)
        if found is None:
            if not raw.endswith(b"\n"):
                raise TornRecordError(where)
            raise DamagedLineError(
                "unsigned", "it has no sum at its end: the line was changed or damaged", where
            )
        if sum_before is None:
            raise DamagedLineError(
                "unchecked", "it cannot be checked, for the line before it has lost its sum", where
            )
        computed = _checksum(found[1], sum_before)
        if found[2].decode() != computed:
            raise DamagedLineError(
                "altered",
                f"its sum is {found[2].decode()}, its text behind the line before makes {computed}:"
                " a line was changed, lost, doubled or swapped here, or damaged",
                where,
            )
        try:
            return RecordLine(self.number, found[1].decode("utf-8").strip(), True)
        except UnicodeDecodeError as wrong:
            raise DamagedLineError("no-text", f"byte {wrong.start + 1} is not UTF-8", where) from wrong


def read_lines(stream: ByteLineStream) -> Iterator[RecordLine]:
    """The lines that mean something, as they come.

    Raises InvalidRecord for a damaged line, TornRecordError for a torn last one.
    """
    reader = LineReader()
    while raw := stream.readline(MAX_LINE_BYTES + 1):
        line = reader.read_line(raw)
        if line.means_something:
            yield line


def _line(raw: bytes, number: int, any_signed: bool) -> RecordLine:
    where = f"line {number}"
    if len(raw) > MAX_LINE_BYTES:
        raise DamagedLineError("long", _TOO_LONG, where)
    torn = any_signed and not raw.endswith(b"\n")
    try:
        text = raw.decode("utf-8").rstrip("\r\n")
    except UnicodeDecodeError as wrong:
        if torn:
            raise TornRecordError(where) from wrong
        raise DamagedLineError(
            "no-text", f"byte {wrong.start + 1} is not UTF-8; save the record as UTF-8", where
        ) from wrong
    found = _CHECKSUM.search(text)
    if found is None:
        if torn:
            raise TornRecordError(where)
        return RecordLine(number, text.strip(), False)
    text = text[: found.start()]
    if found[1].lower() != line_checksum(text):
        if torn:
            raise TornRecordError(where)
        raise DamagedLineError(
            "altered",
            f"its sum is {found[1]}, its text makes {line_checksum(text)}: the line was changed or damaged",
            where,
        )
    return RecordLine(number, text.strip(), True)


class EveningTable(Struct, frozen=True):
    """At which table an evening is played: at a virtual one Herald deals, and plays for those who are `absent`.

    For the `beginners` among them it plays as one who has just read the rules.
    """

    is_virtual: bool = False
    absent: tuple[str, ...] = ()
    """Their colours."""
    beginners: tuple[str, ...] = ()

    def to_remark(self) -> str:
        """The remark in the head of a journal, which the rules pass over: `# table virtual red beginner/red`."""
        seats = *self.absent, *(f"{BEGINNER_PREFIX}{who}" for who in self.beginners)
        return " ".join((TABLE_REMARK, *(("virtual", *seats) if self.is_virtual else ("real",))))


class RecordHeader(Struct, frozen=True):
    """What stands before the first move. `position`: the start (plain JSON values), and the number of its line.

    table: at which the evening is played, as the head of a journal says; None in all other records, and in journals of
    earlier Heralds.
    """

    game: str
    setup: GameSetup
    position: Mapping[str, Any] | None = None
    position_line: int = 0
    table: EveningTable | None = None

    def to_lines(self, version: str = RECORD_VERSION) -> tuple[str, ...]:
        """The header as it is written in this format."""
        setup = self.setup
        position = msgspec.json.encode(self.position).decode() if self.position is not None else None
        return (
            f"herald {version}",
            f"game {self.game}",
            f"rules {setup.rules}",
            *(f"seat {seat.colour} {seat.name}" for seat in setup.seats),
            *([f"start {setup.start_player}"] if setup.start_player else []),
            *(f"option {name} {value}" for name, value in setup.options.items()),
            *(f"print {' '.join(each.words)}" for each in setup.edition_lines),
            *([f"position {position}"] if position is not None else []),
            *([self.table.to_remark()] if version == JOURNAL_VERSION and self.table is not None else []),
            *([MOVES_WORD] if version == JOURNAL_VERSION else []),
        )


MAX_HEADER_LINES = 1_000
MAX_HEADER_LETTERS = 2 * MAX_LINE_BYTES  # a position, and all else
MAX_QUOTED_WORDS = 4  # words of a header line that an error may begin with (`print tile 1 ...`)
HEADER_KEYWORDS = ("herald", "game", "rules", "seat", "start", "option", "print", "position")
RULES_BY_WORD = {str(rules): rules for rules in (RULES_OF_FIRST_EVENINGS, CURRENT_RULES)}

NO_RECORD = declare_clause("H-4", "no-record", "line", "found")
NOTHING_TO_READ = declare_clause("H-4", "nothing-to-read", "line")
HEAD_WITHOUT_END = declare_clause("H-4", "no-end", "line")
HEAD_TOO_LONG = declare_clause("H-4", "head-too-long", "lines", "letters")
SAYS_NOTHING = declare_clause("H-4", "says-nothing", "word")
WRONG_WORDS = declare_clause("H-4", "wrong-words", "line")
NO_GAME_LINE = declare_clause("H-4", "no-game", "line")
UNKNOWN_RULES = declare_clause("H-4", "unknown-rules", "rules", "known")
LATE_HEAD_LINE = declare_clause("H-4", "late-head-line")
NO_JSON = declare_clause("H-4", "no-json", "byte")
NO_JSON_OBJECT = declare_clause("H-4", "no-json-object")
_FIRST_LINE = f"`herald {RECORD_VERSION}`"
_NO_END = HEAD_WITHOUT_END(f"`{MOVES_WORD}`")


class HeaderReader:
    """Reads the lines of a header one after another.

    One that carries sums and no line `rules` was written by Herald when there was but one reading of the rules; a text
    of people without that line means those of today.
    """

    def __init__(self) -> None:
        self._first = True
        self._is_of_journal = False
        self._has_ended = False
        self._game = ""
        self._rules: int | None = None
        self._rules_unsaid = CURRENT_RULES
        self._seats: list[Seat] = []
        self._start = ""
        self._options: dict[str, str] = {}
        self._prints: list[EditionLine] = []
        self._position: Mapping[str, Any] | None = None
        self._position_line = 0
        self._lines_read: list[tuple[int, list[str]]] = []
        self._letters_read = 0
        self._table: EveningTable | None = None

    def read_remark(self, text: str) -> None:
        """Read a line that means nothing to the rules; what the head of a journal says of its table is one."""
        words = text.split()
        if not self._has_ended and words[:2] == TABLE_REMARK.split() and words[2:]:
            weak = (
                word.removeprefix(BEGINNER_PREFIX) for word in words[3:] if word.startswith(BEGINNER_PREFIX)
            )
            self._table = EveningTable(words[2] == "virtual", tuple(words[3:]), tuple(weak))

    def read_line(self, line: RecordLine) -> bool:
        """Read a line; return whether it belongs to the header. Raises InvalidRecord where it is wrong there."""
        word, rest = _first_word(line.text)
        where = f"line {line.number}"
        if self._first:
            self._read_version(line, where)
            return True
        if self._is_of_journal and (self._has_ended or line.text == MOVES_WORD):
            return self._read_end()
        if word in HEADER_KEYWORDS:
            self._count(line, where)
            self._word(word, rest, line.number, where)
            return True
        if self._is_of_journal:
            raise InvalidRecord(_NO_END, where)
        return False

    def _count(self, line: RecordLine, where: str) -> None:
        self._letters_read += len(line.text)
        if len(self._lines_read) == MAX_HEADER_LINES or self._letters_read > MAX_HEADER_LETTERS:
            raise InvalidRecord(HEAD_TOO_LONG(f"{MAX_HEADER_LINES:,}", f"{MAX_HEADER_LETTERS:,}"), where)

    def _read_version(self, line: RecordLine, where: str) -> None:
        version = line.text.split()
        # only Herald writes journals: its first line carries a sum
        self._is_of_journal = (
            version == ["herald", JOURNAL_VERSION] and line.number == 1 and line.has_checksum
        )
        if not self._is_of_journal and version != ["herald", RECORD_VERSION]:
            raise NoRecordError(NO_RECORD(_FIRST_LINE, repr(_short(line.text))), where)
        if line.has_checksum:
            self._rules_unsaid = RULES_OF_FIRST_EVENINGS
        self._first = False

    def _read_end(self) -> bool:
        """Whether this line ends the header of a journal; any line after that is none of it."""
        is_end = not self._has_ended
        self._has_ended = True
        return is_end

    def _word(self, word: str, rest: str, number: int, where: str) -> None:
        words = rest.split()
        if not words:
            raise InvalidRecord(SAYS_NOTHING(f"`{word}`"), where)
        self._lines_read.append((number, [word, *words[:MAX_QUOTED_WORDS]]))
        match word:
            case "game" if not self._game and len(words) == 1:
                self._game = rest
            case "rules" if self._rules is None and len(words) == 1:
                self._rules = _rules_by_word(rest, where)
            case "seat":
                self._seats.append(Seat(words[0], " ".join(words[1:]) or words[0].capitalize()))
            case "start" if not self._start and len(words) == 1:
                self._start = rest
            case "option" if len(words) == 2 and words[0] not in self._options:
                self._options[words[0]] = words[1]
            case "print":
                self._prints.append(EditionLine(tuple(words)))
            case "position" if self._position is None:
                self._position, self._position_line = _json(rest, where), number
            case _:
                raise InvalidRecord(WRONG_WORDS(repr(_short(f"{word} {rest}"))), where)

    def line_of_error(self, error_text: str) -> str:
        """The place in the header that an error text begins with (`seat purple: ...`): the last such line."""
        named = error_text.replace(":", " ").split()

        def same(numbered: tuple[int, list[str]]) -> tuple[int, int]:
            number, words = numbered
            return sum(
                1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(words, named, strict=False))
            ), number

        alike, number = max(map(same, self._lines_read), default=(0, 0))
        return f"line {number}" if alike > 1 else "head"

    def header(self) -> RecordHeader:
        """The header as read; raises InvalidRecord where something is missing."""
        if self._first:
            raise NoRecordError(NOTHING_TO_READ(_FIRST_LINE), "line 1")
        if self._is_of_journal and not self._has_ended:
            raise InvalidRecord(_NO_END, "head")
        if not self._game:
            raise InvalidRecord(NO_GAME_LINE("`game NAME`"), "head")
        rules = self._rules_unsaid if self._rules is None else self._rules
        setup = GameSetup(tuple(self._seats), self._start, self._options, tuple(self._prints), rules)
        table = self._table if self._is_of_journal else None
        if table is not None:
            seated = {seat.colour for seat in self._seats}
            absent = tuple(who for who in table.absent if who in seated)
            weak = tuple(who for who in table.beginners if who in absent)
            table = EveningTable(table.is_virtual, absent, weak)
        return RecordHeader(self._game, setup, self._position, self._position_line, table)


def read_header_and_moves(stream: ByteLineStream) -> tuple[HeaderReader, Iterator[RecordLine]]:
    """The header of a record, read up to its first move, and the lines of its moves as they come.

    Both raise InvalidRecord; a header line after the first move is an error.
    """
    return split_header_and_moves(read_lines(stream))


def split_header_and_moves(lines: Iterator[RecordLine]) -> tuple[HeaderReader, Iterator[RecordLine]]:
    """The same of lines that were read already; both raise InvalidRecord."""
    reader = HeaderReader()
    return reader, read_header(reader, lines)


def read_header(reader: HeaderReader, lines: Iterator[RecordLine]) -> Iterator[RecordLine]:
    """Let the reader read the header, and return the lines of the moves as they come; both raise InvalidRecord."""
    for line in lines:
        if not reader.read_line(line):
            return _moves(chain((line,), lines))
    return iter(())


def _moves(following: Iterator[RecordLine]) -> Iterator[RecordLine]:
    for line in following:
        if _first_word(line.text)[0] in HEADER_KEYWORDS:
            raise InvalidRecord(LATE_HEAD_LINE(), f"line {line.number}")
        yield line


def _first_word(text: str) -> tuple[str, str]:
    """The first word and what stands after the blanks behind it; the text is not empty."""
    word = text.split(None, 1)[0]
    return word, text[len(word) :].strip()


def _rules_by_word(word: str, where: str) -> int:
    rules = RULES_BY_WORD.get(word)
    if rules is None:
        known = ", ".join(RULES_BY_WORD)
        raise InvalidRecord(UNKNOWN_RULES(_short(word), known), where)
    return rules


def _json(text: str, where: str) -> Mapping[str, Any]:
    try:
        value = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError) as wrong:
        raise InvalidRecord(_no_json(text, str(wrong)), where) from wrong
    if not isinstance(value, dict):
        raise InvalidRecord(NO_JSON_OBJECT(), where)
    return value


def _no_json(text: str, decoder_error: str) -> Refusal:
    """Up to which byte of the `text` it is JSON: the decoder says it, unless the text is cut off or nested too deep."""
    found = re.search(r"\(byte (\d+)\)", decoder_error)
    return NO_JSON(int(found[1]) + 1 if found else len(text.encode()))


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:57]}..."
