"""The table: whichever game lies on it, shown by that game's own view, and over it what was refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, cast

from kivy.metrics import mm

from companion.games import load_plugin_part
from companion.screen.default import table as default
from companion.screen.draw.canvas_widget import TouchHandler, place_widget
from companion.screen.draw.painter import Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import CHALK, TITLE_TEXT
from companion.screen.overlays.layers import Layers
from companion.screen.overlays.refusal import RefusalPanel
from companion.screen.pages.page import House, Page
from companion.screen.widgets.overlay import GetTranslations


class View(Protocol):
    """A game's module `table_model`; imported when a game of it is first shown."""

    TableView: Callable[[TouchHandler, GetTranslations], Any]
    """Makes the widget of its table: `show` is given what the module `shown` made, `Act` what is touched."""


class TablePage(Page):
    """Passes what is touched to the desk."""

    def __init__(self, house: House) -> None:
        self.game = ""
        self.view: Any = None
        self.layer: Any = None
        super().__init__(house)
        self.layers = Layers(self.touched, lambda: self.house.words)
        self.refusal = RefusalPanel(self._read)

    def refresh(self) -> None:
        """The table as it is, and what was refused."""
        _ = self.house.words.gettext
        table, refused = self.house.model.table_model, self.house.model.refusal
        if refused is not None:
            self.refusal.show(refused, _("This would be allowed:"), _("I see"))
        # first: it may say that the rest cannot be shown
        self.set_attached(self.refusal, refused is not None)
        self.request_redraw()
        if table is not None:
            if table.game != self.game:
                self._lay_out(table.game)
            self.view.show(table)
        self._lay_over(self.house.model.overlay)

    def _lay_over(self, aside: Any) -> None:
        """What lies over the table for a while, beneath a refusal."""
        layer = self.layers.of(aside)
        if layer is not self.layer:
            if self.layer is not None:
                self.remove_widget(self.layer)
            if layer is not None:
                self.add_widget(layer, index=1 if self.refusal.parent is not None else 0)
            self.layer = layer

    def _lay_out(self, game: str) -> None:
        """The view of this game instead of any other."""
        if self.view is not None:
            self.remove_widget(self.view)
        view = cast(View, load_plugin_part(game, "screen", "table") or default)
        self.view = view.TableView(self.touched, lambda: self.house.words)
        self.game = game
        self.add_widget(self.view, index=len(self.children))

    def redraw(self) -> None:
        """What does not lie here now is made anew when it does again."""
        super().redraw()
        self.layers = Layers(self.touched, lambda: self.house.words)

    def left(self) -> None:
        """Another page is looked at instead."""
        self.house.desk.touch("leave")

    def on_touch_down(self, touch: Any) -> bool:
        """A finger comes down on what is shown now, whatever is shown when it leaves."""
        self.house.desk.finger_down()
        return bool(super().on_touch_down(touch))

    def touched(self, thing: str) -> None:
        """Home and settings are pages of their own; all else is the desk's."""
        if thing in ("home", "settings"):
            self.house.go(thing)
        else:
            self.house.desk.touch(thing)

    def _read(self, thing: str) -> None:
        """A refusal was read. Where no table could be laid, the way leads home."""
        self.house.desk.touch(thing)
        if self.house.model.table_model is None:
            self.house.go("home")

    def arrange_children(self, whole: Rect) -> None:
        """All over all."""
        for over in (self.view, self.layer, self.refusal):
            if over is not None and over.parent is not None:
                place_widget(over, whole)

    def paint(self, ink: Painter, whole: Rect) -> None:
        """Until there is a table, a word."""
        super().paint(ink, whole)
        if self.view is None:
            _ = self.house.words.gettext
            ink.draw_text(
                _("The table is being laid …"),
                whole.centred(mm(120), mm(10)),
                TITLE_TEXT,
                CHALK,
                halign="center",
            )
