"""What lies over the table of Kabale und Hiebe for a while: the `Asides` of
companion.screen.overlays.overlay_controller."""

from companion.games.kabale.screen.event_reports import make_event_reporter
from companion.games.kabale.screen.standings import points_ledger, standings_report
from companion.games.kabale.screen.symbols import movement_symbol

BOARD_CAN_TURN = False

__all__ = ["BOARD_CAN_TURN", "make_event_reporter", "movement_symbol", "points_ledger", "standings_report"]
