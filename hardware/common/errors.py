"""Errors of access to the memory of a tag."""


class TagGone(OSError):
    """The tag did not answer, answered wrongly, or is another one. The person lays it down again and repeats."""


class TagMemoryForbidden(ValueError):
    """The tag has no such memory, refuses the access, or the data does not fit."""
