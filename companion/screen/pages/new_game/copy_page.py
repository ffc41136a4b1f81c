"""What is printed on an owner's copy of a game, where the game has a view of its own to tell it by touch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, cast

from companion.games import load_plugin_part
from companion.screen.draw.canvas_widget import TouchHandler, place_widget
from companion.screen.draw.rect import Rect
from companion.screen.pages.page import Framed, House
from companion.screen.widgets.overlay import GetTranslations


class Printed(Protocol):
    """A game's module `printed`, where its `Game.own_page` says that there is one."""

    PrintedView: Callable[[TouchHandler, GetTranslations], Any]
    """Makes the widget. `show` is given a `views.Copy` and the language; `Act` gets what
    companion.screen.pages.new_game.copy_desk understands.
    """


class CopyPage(Framed):
    """The view of `game`, which whoever leads here sets."""

    def __init__(self, house: House) -> None:
        self.game = ""
        self.laid = ""
        self.view: Any = None
        super().__init__(house)

    def entered(self) -> None:
        """What the file says is read."""
        self.house.desk.edition_controller.open()
        self.house.desk.edition_controller.touch(f"game/{self.game}")

    def left(self) -> None:
        """All that was said is on the disk, or was told to be not."""
        self.house.desk.edition_controller.close()

    def touched(self, thing: str) -> None:
        """Home and back; all else is the desk's."""
        if thing in ("home", "back"):
            super().touched(thing)
        else:
            self.house.desk.edition_controller.touch(thing)

    def refresh(self) -> None:
        """What the file says."""
        _ = self.house.words.gettext
        self.head(_("Printed values"), _("As your copy has them. They hold from the next game on."))
        if self.game and self.game != self.laid:
            if self.view is not None:
                self.remove_widget(self.view)
            made = cast(Printed, load_plugin_part(self.game, "printed"))
            self.view = made.PrintedView(self.touched, lambda: self.house.words)
            self.laid = self.game
            self.add_widget(self.view)
        copy = self.house.model.edition
        if self.view is not None and copy is not None and copy.game == self.game:
            self.view.show(copy, self.house.model.lang)

    def fill(self, rest: Rect) -> None:
        """The view below the head."""
        if self.view is not None:
            place_widget(self.view, rest)
