"""The errors of Herald, by whose fault they are.

Every error of Herald is a `HeraldError` and also the natural builtin, so that a caller may catch either. Its text
says what is wrong, where, and what to do now.
"""


class HeraldError(Exception):
    """Anything Herald itself reports; never a fault of Herald's own code."""


class InvalidInput(HeraldError, ValueError):
    """Something from outside (a record, a position, a data file) cannot be read.

    `where` is the place as a person would look for it ("line 12", "/players/blue/money").
    """

    def __init__(self, what: str, where: str = "") -> None:
        super().__init__(f"{where}: {what}" if where else what)
        self.what = what
        self.where = where
