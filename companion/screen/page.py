"""A page of the app, and the frame most pages have: home, back and a title above the rest."""

from __future__ import annotations

import gettext
from typing import Protocol

from kivy.metrics import mm
from kivy.uix.screenmanager import Screen

from companion.screen.button import Button
from companion.screen.desk import Desk
from companion.screen.drawn import lay
from companion.screen.ink import Ink
from companion.screen.model import Model
from companion.screen.rect import Rect
from companion.screen.room import Room
from companion.screen.theme import CHALK, EDGE, GAP, GOLD, MUTED, TITLE, TOUCH


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

    def touched(self, thing: str) -> None:
        """Something of the page was touched."""
        if thing == "home":
            self.house.go("home")
        elif thing == "back":
            self.house.back()


class Framed(Page):
    """A page with home, back and a title above; what it lays out itself gets the rest (`fill`)."""

    HEAD = TOUCH

    def __init__(self, house: House) -> None:
        self.title = ""
        self.subtitle = ""
        self.urgent = False
        self.home = Button("home", self.touched, symbol="home")
        self.back = Button("back", self.touched, symbol="back")
        super().__init__(house)
        self.add_widget(self.home)
        self.add_widget(self.back)

    def head(self, title: str, subtitle: str = "", urgent: bool = False) -> None:
        """The words above; an urgent subtitle says what is still missing."""
        self.title, self.subtitle, self.urgent = title, subtitle, urgent
        self.again()

    def fill(self, rest: Rect) -> None:
        """Lay out what is below the head."""

    def arrange(self, whole: Rect) -> None:
        """The head, then the rest."""
        head, rest = whole.inset(mm(EDGE)).from_top(mm(self.HEAD), mm(GAP + 0.5))
        home, head = head.from_left(mm(TOUCH), mm(GAP))
        lay(self.home, home)
        lay(self.back, head.from_left(mm(TOUCH))[0])
        self.fill(rest)

    def paint(self, ink: Ink, whole: Rect) -> None:
        """The title."""
        super().paint(ink, whole)
        head = Rect(
            self.back.right + mm(3), self.back.y, whole.right - self.back.right - mm(4), self.back.height
        )
        if self.subtitle:
            below, head = head.from_bottom(mm(5.2))
            ink.words(self.subtitle, below, 3.4, GOLD if self.urgent else MUTED)
        ink.words(self.title, head, TITLE, CHALK, bold=True)


class Sheet(Screen):
    """A page's place in the screen manager."""

    def __init__(self, page: Page, name: str) -> None:
        super().__init__(name=name)
        self.page = page
        self.add_widget(page)
