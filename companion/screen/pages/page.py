"""A page of the app, and the frame most pages have: home, back and a title above the rest."""

from __future__ import annotations

import gettext
from typing import Protocol

from kivy.metrics import mm
from kivy.uix.screenmanager import Screen

from companion.screen.app_state import AppState
from companion.screen.controllers import AppController
from companion.screen.draw.background import BackgroundWidget
from companion.screen.draw.canvas_widget import place_widget
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import GAP, PAGE_MARGIN
from companion.screen.widgets.header_bar import HeaderBar


class House(Protocol):
    """What a page knows of the app around it."""

    model: AppState
    desk: AppController

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


class Page(BackgroundWidget):
    """A page. `refresh` says all its words anew, after a change of the model or of the language."""

    def __init__(self, house: House) -> None:
        self.house = house
        super().__init__()

    def refresh(self) -> None:
        """Show what is now so."""
        self.request_redraw()

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
        self.bar = HeaderBar(self.touched)
        super().__init__(house)
        self.add_widget(self.bar)

    def head(self, title: str, subtitle: str = "", urgent: bool = False) -> None:
        """The words above; an urgent subtitle says what is still missing."""
        self.bar.show(title, subtitle, urgent)
        self.request_redraw()

    def fill(self, rest: Rect) -> None:
        """Lay out what is below the head."""

    def arrange_children(self, whole: Rect) -> None:
        """The head, then the rest."""
        head, rest = whole.inset(mm(PAGE_MARGIN)).cut_top(mm(HeaderBar.HEIGHT), mm(GAP + 0.5))
        place_widget(self.bar, head)
        self.fill(rest)


class Sheet(Screen):
    """A page's place in the screen manager."""

    def __init__(self, page: Page, name: str) -> None:
        super().__init__(name=name)
        self.page = page
        self.add_widget(page)
