"""The errors of Herald, by whose fault they are.

Every error of Herald is a `HeraldError` and also the natural builtin, so that a caller may catch either. Its text
says what is wrong, where, and what to do now.
"""

from __future__ import annotations

from typing import Protocol


class Reason(Protocol):
    """What is wrong, in parts that the voice can say in any language: a `Refusal` of companion.rules.clauses.

    The type has no name here, where clauses are made of errors.
    """

    @property
    def english(self) -> str:
        """The sentence in English without its full stop."""
        ...


class HeraldError(Exception):
    """Anything Herald itself reports; never a fault of Herald's own code."""


class InvalidInput(HeraldError, ValueError):
    """Something from outside cannot be taken as it is: a record, a file, what was typed after a command.

    `what` is an English sentence, or a refusal, which the voice can say in any language: then `refusal` keeps it.
    `where` is the place as a person would look for it ("line 12", "/players/blue/money").
    """

    def __init__(self, what: str | Reason, where: str = "") -> None:
        self.refusal = None if isinstance(what, str) else what
        self.what: str = what if isinstance(what, str) else what.english
        self.where = where
        super().__init__(what, where)

    def __str__(self) -> str:
        return f"{self.where}: {self.what}" if self.where else self.what

    @property
    def cause(self) -> str | Reason:
        """What is wrong, for another error that says the same of another place."""
        return self.what if self.refusal is None else self.refusal


class InvalidRecord(InvalidInput):
    """A record, a journal or a position cannot be read, or says what cannot be; so a correction or a set-up."""


class InvalidFile(InvalidInput):
    """A file cannot be used: a deck, a catalogue, a symbol, a wiring plan, an edition, what a game package brings."""


class UsageError(InvalidInput):
    """What was typed after a command is wrong: an option, an argument, the name of a game, a kit or a fault."""
