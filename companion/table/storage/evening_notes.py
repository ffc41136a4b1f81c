"""What is noted of an evening besides its moves, in one file beside its journal.

That is how strict it is, what was refused, and how fast virtual players play. All that is public, but for
`returned_pieces`, which nobody is shown: the dealer needs them to deal the same hands again. They reveal no more than
the name of the journal, from which the hands are shuffled. Where the file cannot be written, as on a full disk, the
evening goes on without it.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from companion.rules.clauses import Clause, Refusal, is_declared
from companion.rules.moves import Observation
from companion.rules.record import RecordHeader
from companion.table.messages import Pace, Strictness
from companion.table.snapshot import RefusalNotice
from companion.table.storage.evenings import head_sum
from companion.table.storage.kept_files import KEPT_FILES, Content, check_sum, encode_with_sum

MAX_KEPT_REFUSALS = 1000
"""So many are kept, the latest ones."""
_WITHIN = "refusal"
"""The key under which a refusal lies that is a fact of another one."""


class KeptRefusal(Struct, frozen=True, omit_defaults=True):
    """A refusal as everybody could read it.

    line: how many lines stood then, no more than have stood since. clause, code, facts: the reason. tried: the line
    that was tried; or observations: what was shown and touched together. is_allowed: people let it stand, and that line
    is its correction.
    """

    line: int
    clause: str
    code: str
    facts: Mapping[str, Any] = {}
    tried: str = ""
    observations: tuple[Observation, ...] = ()
    is_allowed: bool = False
    package: str = ""
    """Whose clause it is, where that is not the game's."""

    @classmethod
    def of_notice(cls, line: int, notice: RefusalNotice, is_allowed: bool = False) -> KeptRefusal:
        """That of a notice which everybody may read."""
        reason = _to_json(notice.refusal)
        return cls(
            line,
            reason["clause"],
            reason["code"],
            reason["facts"],
            notice.tried_line,
            notice.tried_observations if not notice.tried_line else (),
            is_allowed,
            reason["package"],
        )

    @property
    def refusal(self) -> Refusal:
        """The reason, to be put into words."""
        return _from_json(
            {"clause": self.clause, "code": self.code, "facts": self.facts, "package": self.package}
        )


def _to_json(refusal: Refusal) -> dict[str, Any]:
    def plain(value: Any) -> Any:
        if isinstance(value, Refusal):
            return {_WITHIN: _to_json(value)}
        if isinstance(value, tuple | list):
            return [plain(each) for each in value]
        return {str(key): plain(each) for key, each in value.items()} if isinstance(value, Mapping) else value

    facts = {name: plain(value) for name, value in refusal.facts.items()}
    clause = refusal.clause
    return {"clause": clause.id, "code": clause.code, "facts": facts, "package": clause.package}


def _from_json(kept: Mapping[str, Any]) -> Refusal:
    def made(value: Any) -> Any:
        if isinstance(value, Mapping) and isinstance(value.get(_WITHIN), Mapping):
            return _from_json(value[_WITHIN])
        return tuple(map(made, value)) if isinstance(value, list) else value

    facts = kept.get("facts", {})
    names = tuple(facts) if isinstance(facts, Mapping) else ()
    clause_id, code, package = (str(kept.get(name, "")) for name in ("clause", "code", "package"))
    if not is_declared(clause_id, code, package):
        package = ""  # whose texts would be looked for there: no file decides what is imported
    clause = Clause(clause_id, code, names, package)
    return clause(*(made(facts[name]) for name in names))


class EveningNotes(Struct, frozen=True, omit_defaults=True):
    """What is noted of an evening. strictness: "" as long as nobody has set it. pace: of the virtual players.

    refusals: None where they were not kept, in evenings of earlier Heralds. returned_pieces: what each person put
    back, of those they were dealt under their colour, else behind it the number of the line. head_sum: of the head of
    its record. sum: the checksum of all that.
    """

    strictness: Strictness | Literal[""] = ""
    pace: Pace = "usual"
    refusals: tuple[KeptRefusal, ...] | None = None
    returned_pieces: Mapping[str, str] = {}
    head_sum: str = ""
    sum: str = ""


def _decode(raw: bytes, _path: Path) -> EveningNotes:
    notes = msgspec.json.decode(raw, type=EveningNotes)
    check_sum(notes)
    return replace(notes, sum="")


NOTES: Final = Content(_decode, EveningNotes())


class EveningNotebook:
    """The notes of one evening, and the file in which they are kept."""

    def __init__(self, journal: Path, head: RecordHeader) -> None:
        row = KEPT_FILES["notes"]
        self._file = row.at(journal.with_suffix(row.ending))
        self._fresh = EveningNotes(refusals=() if head.table is not None else None, head_sum=head_sum(head))
        found = self._file.load(NOTES)
        self.notes = found if found.head_sum == self._fresh.head_sum else self._fresh
        """What is noted now."""

    def set_strictness(self, strictness: Strictness) -> None:
        """Note how strict the evening is."""
        if strictness != self.notes.strictness:
            self._write(replace(self.notes, strictness=strictness))

    def set_pace(self, pace: Pace) -> None:
        """Note how fast virtual players play."""
        if pace != self.notes.pace:
            self._write(replace(self.notes, pace=pace))

    def add_refusal(self, line: int, notice: RefusalNotice, is_allowed: bool = False) -> None:
        """Note what everybody has just read, or let stand; the oldest gives way."""
        fresh = KeptRefusal.of_notice(line, notice, is_allowed)
        kept = (*(self.notes.refusals or ()), fresh)[-MAX_KEPT_REFUSALS:]
        self._write(replace(self.notes, refusals=kept))

    def take_back_to(self, line: int) -> None:
        """Note that no more than so many lines stand: what was refused later was refused before they were undone."""
        refusals = tuple(replace(kept, line=min(kept.line, line)) for kept in self.notes.refusals or ())
        if refusals != (self.notes.refusals or ()):
            self._write(replace(self.notes, refusals=refusals))

    def set_returned_pieces(self, returned_pieces: Mapping[str, str]) -> None:
        """Note what people have chosen to put back."""
        self._write(replace(self.notes, returned_pieces=returned_pieces))

    def _write(self, notes: EveningNotes) -> None:
        raw = encode_with_sum(notes)
        while len(raw) > self._file.kept.limit and notes.refusals:
            notes = replace(notes, refusals=notes.refusals[len(notes.refusals) // 2 + 1 :])
            raw = encode_with_sum(notes)
        self.notes = notes
        with suppress(OSError):  # playing matters more
            self._file.save(raw)
