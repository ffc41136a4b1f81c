"""The app: its pages, and the way between them."""

from __future__ import annotations

import gettext
from collections.abc import Callable
from importlib import import_module
from typing import Any, Final

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.metrics import Metrics
from kivy.uix.screenmanager import NoTransition, ScreenManager
from msgspec.structs import replace

from companion.screen.desk import Desk
from companion.screen.display.pace import Pace
from companion.screen.display.window import fit
from companion.screen.draw.theme import TEXT_SIZES
from companion.screen.model import Model
from companion.screen.pages.closing import ClosingLayer
from companion.screen.pages.page import Page, Sheet
from companion.voice.language import load_translation

PAGES: Final = {
    "home": "companion.screen.pages.home:Home",
    "new-game": "companion.screen.pages.new_game.new_game:NewGame",
    "house-rules": "companion.screen.pages.new_game.questions:HouseRules",
    "printed": "companion.screen.pages.new_game.questions:Printed",
    "table": "companion.screen.pages.table:TablePage",
    "copy": "companion.screen.pages.new_game.copy_page:CopyPage",
    "deck": "companion.screen.pages.deck.deck_page:DeckPage",
    "readers": "companion.screen.pages.readers.readers_page:ReadersPage",
    "settings": "companion.screen.pages.settings_page:SettingsPage",
    "power": "companion.screen.pages.power.power_page:PowerPage",
}
"""Where each page is made; its module is imported when it is first shown, so that the first frame comes
soon.
"""

READ: Final = 3.0
"""Seconds for which the last words are in sight before the window goes."""

Translate = Callable[[str], gettext.NullTranslations]


class HeraldApp(App):
    """Herald's window. `desk` is the program behind it."""

    title = "Herald"

    def __init__(self, desk: Desk, lang: str = "en", translate: Translate = load_translation) -> None:
        super().__init__()
        self.desk = desk
        self.model = Model(lang=lang)
        self.translate = translate
        self.pace = Pace()
        self._end = Clock.create_trigger(lambda _elapsed: self.stop(), READ)
        self.way: list[str] = []
        """The pages by which one came here."""

    @property
    def words(self) -> gettext.NullTranslations:
        """The texts of the screen in the language that is set."""
        return self.translate(self.model.lang)

    def build(self) -> ScreenManager:
        """The first page."""
        fit(Window.size)  # on a console it is as large as the panel, whatever was asked for
        self.sheets = ScreenManager(transition=NoTransition())
        self.model.bind(lang=self._ask_anew, evening=self._refresh, notice=self._refresh)
        self.model.bind(settings=self._set, wired=self._refresh)
        self.model.bind(tagging=self._refresh, bench=self._refresh, copy=self._refresh)
        self.model.bind(power=self._refresh, closing=self._close, on_visit=self._visit)
        self.model.bind(table=self._refresh, aside=self._refresh, refusal=self._refresh)
        Window.bind(on_resize=self._resized)
        self.pace.begin()
        self._set()
        self._ask_anew()
        self.go("home")
        return self.sheets

    def _set(self, *_change: Any) -> None:
        """What was set is seen at once; letters of another size need everything drawn anew."""
        scale = TEXT_SIZES[self.model.settings.text]
        if scale != Metrics.fontscale:
            Metrics.fontscale = scale
            for sheet in self.sheets.screens:
                sheet.page.redraw()
        self._refresh()

    def load_kv(self, filename: str | None = None) -> bool:
        """There is none: widgets are written in Python."""
        return False

    def on_stop(self) -> None:
        """The window is closed."""
        if self.way:
            self.page(self.way[-1]).left()
        Window.unbind(on_resize=self._resized, on_flip=self._drawn)
        self._end.cancel()
        self.pace.end()

    def page(self, name: str) -> Page:
        """A page by its name, made when it is first asked for."""
        if not self.sheets.has_screen(name):
            module, _, kind = PAGES[name].partition(":")
            page: Page = getattr(import_module(module), kind)(self)
            self.sheets.add_widget(Sheet(page, name))
        found: Page = self.sheets.get_screen(name).page
        return found

    def go(self, page: str) -> None:
        """Show a page; none any more once the program is closing."""
        if self.model.closing is not None:
            return
        before = self.way[-1] if self.way else ""
        if page in self.way:
            del self.way[self.way.index(page) :]
        self.way.append(page)
        if page != before:
            if before:
                self.page(before).left()
            self.page(page).entered()
        if page == "home":
            self.model.evening = self.desk.evening(self.model.lang)
        self.page(page).refresh()
        self.sheets.current = page

    def back(self) -> None:
        """Show the page before this one."""
        self.go(self.way[-2] if len(self.way) > 1 else "home")

    def _visit(self, _model: Model, page: str) -> None:
        """The program asks for a page."""
        if page == "back":
            self.back()
        else:
            self.go(page)

    def _close(self, *_change: Any) -> None:
        """Say over everything what the program ends for, and end once that was read."""
        self.closing = ClosingLayer(self.model.closing, self.words)
        Window.add_widget(self.closing)
        Window.bind(on_flip=self._drawn)

    def _drawn(self, _window: object) -> None:
        """A frame is drawn; only with the last words in it does the time to read them begin."""
        if self.closing.written:
            Window.unbind(on_flip=self._drawn)
            self._end()

    def _refresh(self, *_change: Any) -> None:
        if self.way:
            self.page(self.way[-1]).refresh()

    def _ask_anew(self, *_change: Any) -> None:
        """Words that come from the program are asked for in the language that is set now."""
        lang = self.model.lang
        self.model.settings = replace(self.model.settings, lang=lang)
        self.model.evening = self.desk.evening(lang)
        self.model.notice = self.desk.notice(lang)
        self._refresh()

    def _resized(self, _window: object, width: int, height: int) -> None:
        fit((width, height))
        self._refresh()
