"""The controller of the power page: its two buttons, and the table's own `off`, `yes` and `no`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from kivy.clock import Clock
from msgspec.structs import replace

from companion.screen.app_state import AppState, run_on_kivy_thread
from companion.screen.pages.power.power_models import ANSWER_DELAY_SECONDS, PowerAction, PowerPromptModel
from companion.table.input_events import SeatButtonPressed
from companion.table.messages import ReportInput, SessionMessage
from companion.table.table_hardware import POWER_BUTTON

if TYPE_CHECKING:
    from companion.table.session import DeferredMessage
    from companion.table.table_hardware import TableHardware

ACTION_BY_TARGET: Final = {"poweroff": PowerAction.POWEROFF, "reboot": PowerAction.REBOOT}
"""Touch target -> action."""


class PowerController:
    """A `PageController` of companion.screen.controllers.

    `find_hardware` gives what is wired and opened, None for nothing; it may not take long. While the page is
    open, the running game gets no input from readers and buttons.
    """

    def __init__(self, app_state: AppState, find_hardware: Callable[[], TableHardware | None]) -> None:
        self._app_state, self._find_hardware = app_state, find_hardware
        self._hardware: TableHardware | None = None
        self._opening: Any = None

    # -- PageController

    def open(self) -> None:
        """Take over the input, and ask whether to shut down."""
        self._hardware = self._find_hardware()
        if self._hardware is not None:
            self._hardware.redirect_input(self)
        button = self._hardware is not None and POWER_BUTTON in self._hardware.status().button_names
        self._app_state.power_prompt = PowerPromptModel(has_off_button=button)
        self._opening = Clock.schedule_once(self._ready, ANSWER_DELAY_SECONDS)

    def _ready(self, _elapsed: float) -> None:
        self._app_state.power_prompt = replace(self._app_state.power_prompt, is_ready=True)

    def close(self) -> None:
        """Give the input back, and withdraw the question."""
        if self._opening is not None:
            self._opening.cancel()
            self._opening = None
        if self._hardware is not None:
            self._hardware.restore_input(self)
            self._hardware = None
        self._app_state.power_prompt = None

    def shut_down(self) -> None:
        """Leave the page: the program ends."""
        self.close()

    def touch(self, touch_target: str) -> None:
        """Take the answer, unless it comes too soon; the first one is final."""
        prompt = self._app_state.power_prompt
        if prompt is not None and prompt.is_ready and self._app_state.closing_action is None:
            self._app_state.closing_action = ACTION_BY_TARGET[touch_target]

    # -- the table's buttons

    def handle_off_button(self) -> None:
        """Handle the button `off`: it opens the page, and on the page it answers."""
        if self._app_state.power_prompt is None:
            self._app_state.dispatch("on_page_requested", "power")
        else:
            self.touch("poweroff")

    def post(self, message: SessionMessage | DeferredMessage) -> None:
        """Handle a message of a reader or another button; called on its thread."""
        match message:
            case ReportInput(SeatButtonPressed(_, "yes")):
                run_on_kivy_thread(lambda: self.touch("poweroff"))
            case ReportInput(SeatButtonPressed(_, "no")):
                run_on_kivy_thread(self._leave)

    def _leave(self) -> None:
        if self._app_state.power_prompt is not None:
            self._app_state.dispatch("on_page_requested", "back")
