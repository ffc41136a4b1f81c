"""What the screen asks of the program behind it. The screen decides nothing: it shows, and it passes on
what was touched.
"""

from __future__ import annotations

from typing import Protocol

from companion.screen.views import Evening, Game, Plan


class Counter(Protocol):
    """The part of the program behind one page. None of this may take long, as of the desk."""

    def open(self) -> None:
        """The page is shown; what there is to show follows by the model."""
        ...

    def touch(self, thing: str) -> None:
        """A finger touched a thing of it."""
        ...

    def close(self) -> None:
        """The page is left."""
        ...


class Desk(Protocol):
    """The program, as the screen sees it. None of this may take long: what does, is begun and tells the
    model when it is done.
    """

    def evening(self, lang: str) -> Evening | None:
        """The game that can be gone on with, in words of this language."""
        ...

    def games(self, lang: str) -> tuple[Game, ...]:
        """The games that can be begun, at least one; the first unless somebody chooses another."""
        ...

    def names(self) -> tuple[str, ...]:
        """Names of people who have played here before, the latest first."""
        ...

    @property
    def virtual(self) -> bool:
        """Whether a new game is at the virtual table unless somebody says otherwise."""
        ...

    def notice(self, lang: str) -> str:
        """One line about this table: that there are no readers, no sound. "" when all is well."""
        ...

    def begin(self, plan: Plan) -> None:
        """Begin a game; the table follows by the model."""
        ...

    def go_on(self) -> None:
        """Go on with the interrupted evening; the table follows by the model."""
        ...

    def felt(self) -> None:
        """A finger came down on the table: what it will say is about what is shown now."""
        ...

    def touch(self, thing: str) -> None:
        """A finger touched a thing of the table, or (`go-on`, `overrule`) of a refusal."""
        ...

    @property
    def deck(self) -> Counter:
        """Where pieces get their tags."""
        ...

    @property
    def copy(self) -> Counter:
        """What is printed on the owner's copy of a game."""
        ...

    @property
    def readers(self) -> Counter:
        """Where readers, lights, buttons and the sounder are looked at and tried."""
        ...

    @property
    def power(self) -> Counter | None:
        """Where the computer is shut down or restarted; None where that is not Herald's to do."""
        ...
