"""What can go wrong with the memory of a tag."""


class TagGone(OSError):
    """The tag did not answer, not rightly, or is not the one that was meant. Lay it down again and repeat."""


class TagMemoryForbidden(ValueError):
    """This tag has no such memory, or what should be written does not fit, or the tag refuses it."""
