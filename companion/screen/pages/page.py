"""A page of the app, and the frame most pages have: home, back and a title above the rest."""

from __future__ import annotations

import gettext
from typing import Protocol

from kivy.metrics import mm
from kivy.uix.screenmanager import Screen

from companion.screen.desk import Desk
from companion.screen.draw.drawn import lay
from companion.screen.draw.rect import Rect
from companion.screen.draw.room import Room
from companion.screen.draw.theme import EDGE, GAP
from companion.screen.model import Model
from companion.screen.widgets.head import Head


class House(Protocol):
    """What a page knows of the app around it."""

    model: Model
    desk: Desk

    @property
    def words(self) -> gettext.NullTranslations:
        """The texts of the screen in the language that is set."""
        ...

    def page(self, name: str) -> Page:
        """A page by its name."""
        ...

    def go(self, page: str) -> None:
        """Show another page; `back` leads here again."""
        ...

    def back(self) -> None:
        """Show the page before."""
        ...


class Page(Room):
    """A page. `refresh` says all its words anew, after a change of the model or of the language."""

    def __init__(self, house: House) -> None:
        self.house = house
        super().__init__()

    def refresh(self) -> None:
        """Show what is now so."""
        self.again()

    def entered(self) -> None:
        """Somebody comes here."""

    def left(self) -> None:
        """Nobody is here any more: another page is shown, or the program ends."""

    def redraw(self) -> None:
        """Draw everything anew: letters have another size."""
        for part in self.walk(restrict=True):
            part.again()

    def touched(self, thing: str) -> None:
        """Something of the page was touched."""
        if thing == "home":
            self.house.go("home")
        elif thing == "back":
            self.house.back()


class Framed(Page):
    """A page with home, back and a title above; what it lays out itself gets the rest (`fill`)."""

    def __init__(self, house: House) -> None:
        self.bar = Head(self.touched)
        super().__init__(house)
        self.add_widget(self.bar)

    def head(self, title: str, subtitle: str = "", urgent: bool = False) -> None:
        """The words above; an urgent subtitle says what is still missing."""
        self.bar.show(title, subtitle, urgent)
        self.again()

    def fill(self, rest: Rect) -> None:
        """Lay out what is below the head."""

    def arrange(self, whole: Rect) -> None:
        """The head, then the rest."""
        head, rest = whole.inset(mm(EDGE)).from_top(mm(Head.HIGH), mm(GAP + 0.5))
        lay(self.bar, head)
        self.fill(rest)


class Sheet(Screen):
    """A page's place in the screen manager."""

    def __init__(self, page: Page, name: str) -> None:
        super().__init__(name=name)
        self.page = page
        self.add_widget(page)
