"""The Kivy app: its pages and the navigation between them."""

from __future__ import annotations

import gettext
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, Final, cast

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.metrics import Metrics, mm
from kivy.uix.screenmanager import NoTransition, ScreenManager
from msgspec.structs import replace

from companion.screen.app_state import AppState, PowerAction
from companion.screen.display.kivy_config import fit_metrics_to_window, turn_window
from companion.screen.draw.canvas_widget import BackgroundWidget
from companion.screen.draw.painter import Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import CHALK, GOLD, HUGE_TEXT, LARGE_TEXT, TEXT_SCALES
from companion.screen.pages.page import AppController, Page, PageScreen
from companion.screen.touch_guard import TouchGuard
from companion.voice.language import load_translation

# -- how often the screen is updated: quickly while fingers touch it, slowly while nobody does. Kivy runs its loop at
# this rate whether anything has changed or not; on a small computer that alone keeps a core busy.

ACTIVE_FPS = 60
IDLE_FPS = 20
"""Rounds a second while fingers touch the screen, and otherwise.

A first touch waits a twentieth of a second at most: people notice a tenth.
"""

SECONDS_UNTIL_ASKED_AGAIN = 1.0
"""Seconds until a page that asks about what is plugged in tries again to come where somebody types."""
SECONDS_UNTIL_IDLE = 3.0
"""Seconds after the last touch."""


class FrameRateLimiter:
    """Sets the rate of Kivy's clock, from `start` to `stop`.

    A clock without a limit (tests) is left alone.
    """

    def __init__(self) -> None:
        self._slow_down = Clock.create_trigger(self._rest, SECONDS_UNTIL_IDLE)

    def start(self) -> None:
        """Start setting the rate."""
        if Clock._max_fps:
            Window.bind(on_motion=self._touched)
            self._slow_down()

    def stop(self) -> None:
        """Stop setting the rate."""
        Window.unbind(on_motion=self._touched)
        self._slow_down.cancel()

    def _touched(self, *_motion: Any) -> None:
        Clock._max_fps = ACTIVE_FPS
        self._slow_down.cancel()
        self._slow_down()

    def _rest(self, _elapsed: float) -> None:
        Clock._max_fps = IDLE_FPS


# -- the app


class ClosingOverlay(BackgroundWidget):
    """Covers the whole window, so that nothing can be touched any more."""

    is_modal = True

    def __init__(
        self, action: PowerAction, translations: gettext.NullTranslations, warning: str = ""
    ) -> None:
        """`warning`: what is lost, "" for nothing."""
        self.action = action
        self.warning = warning
        self.translations = translations
        super().__init__()

    def on_touch_down(self, touch: Any) -> bool:
        """Keep every touch from what lies beneath."""
        return True

    def on_touch_move(self, touch: Any) -> bool:
        """Keep every touch from what lies beneath."""
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """Keep every touch from what lies beneath."""
        return True

    def paint(self, painter: Painter, bounds: Rect) -> None:
        """Paint a symbol, one short line, what is lost, and below it what to do."""
        super().paint(painter, bounds)
        symbol, title, advice = self._closing_text()
        middle = bounds.centred(mm(136), mm(82 if self.warning else 66))
        sign, rest = middle.cut_top(mm(18), mm(5))
        painter.draw_symbol(symbol, sign.centred(mm(18), mm(18)), GOLD)
        head, rest = rest.cut_top(mm(12), mm(3))
        painter.draw_text(title, head, HUGE_TEXT, CHALK, bold=True, halign="center")
        if self.warning:
            lost, rest = rest.cut_top(mm(24), mm(3))
            painter.draw_text(
                self.warning, lost, LARGE_TEXT, GOLD, halign="center", valign="top", max_lines=4
            )
        painter.draw_text(advice, rest, LARGE_TEXT, CHALK, halign="center", valign="top", max_lines=3)

    def _closing_text(self) -> tuple[str, str, str]:
        _ = self.translations.gettext
        if self.action == PowerAction.REBOOT:
            return (
                "turn",
                _("Herald is restarting"),
                _("Herald is back in about half a minute. Leave the plug in."),
            )
        if self.action == PowerAction.RESTORED:
            return (
                "check",
                _("Everything is restored"),
                _("Herald ends now, and starts with it the next time."),
            )
        advice = _("Pull the plug once the screen is dark and the Pi's green light no longer blinks.")
        return "power", _("Herald is closing"), advice


PAGE_CLASSES: Final = {
    "house-rules": "companion.screen.pages.house_rules:HouseRulesPage",
    "printed": "companion.screen.pages.house_rules:EditionQuestionsPage",
    "copy": "companion.screen.pages.edition:EditionPage",
}
"""Page name -> `module:class`, for pages whose module has another name."""

CLOSING_SECONDS: Final = 3.0
"""Seconds for which the closing message is visible before the window closes."""
CLOSING_WARNING_SECONDS: Final = 8.0
"""As long where it says that something is lost."""

LoadTranslations = Callable[[str], gettext.NullTranslations]


class HeraldApp(App):
    """Herald's window; `controller` is the program behind it."""

    title = "Herald"

    def __init__(
        self,
        controller: AppController,
        lang: str = "en",
        load_translations: LoadTranslations = load_translation,
    ) -> None:
        super().__init__()
        self.controller = controller
        self.app_state = AppState(lang=lang)
        self.load_translations = load_translations
        self.frame_rate = FrameRateLimiter()
        self._stop_later = Clock.create_trigger(lambda _elapsed: self.stop(), CLOSING_SECONDS)
        self.page_history: list[str] = []
        """The names of the pages that led to the page shown, which is the last."""
        self.touch_guard = TouchGuard(self.app_state, self.page_history, controller.on_finger_down)

    @property
    def translations(self) -> gettext.NullTranslations:
        """The texts of the screen in the chosen language."""
        return self.load_translations(self.app_state.lang)

    def build(self) -> ScreenManager:
        """Make the window's content and show the home page."""
        fit_metrics_to_window(
            Window.size
        )  # on a console it is as large as the panel, whatever size was configured
        self.screen_manager = ScreenManager(transition=NoTransition())
        self.app_state.bind(
            lang=self._reload_texts, saved_game=self._refresh_page, status_notice=self._refresh_page
        )
        self.app_state.bind(settings=self._apply_settings, hardware_status=self._refresh_page)
        self.app_state.bind(
            closing_action=self._show_closing,
            on_page_requested=self._on_page_requested,
        )
        self.app_state.bind(
            table_model=self._refresh_page, overlay=self._refresh_page, refusal=self._refresh_page
        )
        Window.bind(on_resize=self._on_resized)
        self.frame_rate.start()
        self.touch_guard.start()
        self._apply_settings()
        self._reload_texts()
        self.go_to_page("home")
        return self.screen_manager

    def _apply_settings(self, *_change: Any) -> None:
        """Show at once what was set; another text size redraws every page."""
        scale = TEXT_SCALES[self.app_state.settings.text]
        if scale != Metrics.fontscale:
            Metrics.fontscale = scale
            for sheet in self.screen_manager.screens:
                sheet.page.redraw()
        self._refresh_page()

    def load_kv(self, filename: str | None = None) -> bool:
        """There is no kv file: widgets are written in Python."""
        return False

    def run(self) -> None:
        """Run until the window is closed; where something fails, the page still ends what the program waits for."""
        try:
            super().run()
        except BaseException:
            self._leave_page()
            raise

    def _leave_page(self) -> None:
        if self.page_history:
            page = self.page_named(self.page_history[-1])
            page.put_away_answer()
            page.on_leave()

    def on_stop(self) -> None:
        """Clean up when the window is closed."""
        self._leave_page()
        Window.unbind(on_resize=self._on_resized, on_flip=self._on_frame_drawn)
        self._stop_later.cancel()
        self.frame_rate.stop()
        self.touch_guard.stop()

    def page_named(self, name: str) -> Page:
        """The page of that name, made when it is first needed."""
        if not self.screen_manager.has_screen(name):
            page = _page_class(name)(self)
            self.screen_manager.add_widget(PageScreen(page, name))
        found: Page = self.screen_manager.get_screen(name).page
        return found

    def go_to_page(self, page: str) -> None:
        """Show a page, unless the program is closing."""
        if self.app_state.closing_action is not None:
            return
        before = self.page_history[-1] if self.page_history else ""
        if page in self.page_history:
            del self.page_history[self.page_history.index(page) :]
        self.page_history.append(page)
        if page != before:
            if before:
                self.page_named(before).on_leave()
            self.page_named(page).on_enter()
        if page == "home":
            self.app_state.saved_game = self.controller.resumable_game_model(self.app_state.lang)
        self.page_named(page).refresh()
        self.screen_manager.current = page

    def go_back(self) -> None:
        """Show the previous page."""
        self.go_to_page(self.page_history[-2] if len(self.page_history) > 1 else "home")

    def show_result(self, evening: Path | None) -> None:
        """Show the page that hands on the result of that journal; None for the game that runs."""
        cast(Any, self.page_named("result")).evening = evening
        self.go_to_page("result")

    def turn_picture(self) -> None:
        """Turn the picture the other way up, and remember it."""
        turn_window(Window.rotation + 180)
        self.app_state.settings = replace(self.app_state.settings, rotation=Window.rotation)

    def _on_page_requested(self, model: AppState, page: str) -> None:
        """Go where the program asks to go: a page's name, or `back`; a page that is shown hears of it.

        What is plugged in waits until nobody types: what was typed would be lost.
        """
        shown = self.page_named(self.page_history[-1]) if page == "plugged-in" else None
        if shown is not None and shown.is_typed_on:
            Clock.schedule_once(
                lambda _elapsed: self._on_page_requested(model, page), SECONDS_UNTIL_ASKED_AGAIN
            )
            return
        if page == "back":
            self.go_back()
        elif self.page_history[-1:] == [page]:
            self.page_named(page).on_requested()
        else:
            self.go_to_page(page)

    def _show_closing(self, *_change: Any) -> None:
        """Cover everything with the reason why the program ends, and stop once it could be read."""
        warning = self.app_state.unkept_warning
        self._stop_later.timeout = CLOSING_WARNING_SECONDS if warning else CLOSING_SECONDS
        self.closing_overlay = ClosingOverlay(self.app_state.closing_action, self.translations, warning)
        Window.add_widget(self.closing_overlay)
        Window.bind(on_flip=self._on_frame_drawn)

    def _on_frame_drawn(self, _window: object) -> None:
        """Start the closing time only after a frame that has the closing message in it."""
        if self.closing_overlay.painted_texts:
            Window.unbind(on_flip=self._on_frame_drawn)
            self._stop_later()

    def _refresh_page(self, *_change: Any) -> None:
        if self.page_history:
            self.page_named(self.page_history[-1]).refresh()

    def _reload_texts(self, *_change: Any) -> None:
        """Fetch the texts that come from the program again, in the language that is set now."""
        lang = self.app_state.lang
        self.app_state.settings = replace(self.app_state.settings, lang=lang)
        self.app_state.saved_game = self.controller.resumable_game_model(lang)
        self.app_state.status_notice = self.controller.status_notice(lang)
        self._refresh_page()

    def _on_resized(self, _window: object, width: int, height: int) -> None:
        fit_metrics_to_window((width, height))
        self._refresh_page()


def _page_class(name: str) -> type[Page]:
    """The class of a page, found by its name: `power` is `PowerPage` of companion.screen.pages.power.

    Its module is imported when it is first shown, so that the first frame comes soon.
    """
    by_name = f"companion.screen.pages.{name.replace('-', '_')}:{name.title().replace('-', '')}Page"
    module, _, kind = PAGE_CLASSES.get(name, by_name).partition(":")
    found: type[Page] = getattr(import_module(module), kind)
    return found
