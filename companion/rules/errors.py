"""The errors of Herald, by whose fault they are.

Every error of Herald is a `HeraldError` and also the natural builtin, so that a caller may catch either. Its text
says what is wrong, where, and what to do now.
"""


class HeraldError(Exception):
    """Anything Herald itself reports; never a fault of Herald's own code."""


class InvalidInput(HeraldError, ValueError):
    """Something from outside cannot be taken as it is: a record, a file, what was typed after a command.

    `where` is the place as a person would look for it ("line 12", "/players/blue/money").
    """

    def __init__(self, what: str, where: str = "") -> None:
        super().__init__(f"{where}: {what}" if where else what)
        self.what = what
        self.where = where


class InvalidRecord(InvalidInput):
    """A record, a journal or a position cannot be read, or says what cannot be; so a correction or a set-up."""


class InvalidFile(InvalidInput):
    """A file cannot be used: a deck, a catalogue, a symbol, a wiring plan, an edition, what a game package brings."""


class UsageError(InvalidInput):
    """What was typed after a command is wrong: an option, an argument, the name of a game, a kit or a fault."""
