"""The overlay models of the Princes of Florence.

This module implements `companion.screen.overlays.overlay_controller.OverlaysModule`.
"""

from companion.games.florence.screen.event_reports import make_event_reporter
from companion.games.florence.screen.standings import points_ledger_report, standings_report
from companion.games.florence.screen.symbols import movement_symbol

BOARD_CAN_TURN = False

__all__ = [
    "BOARD_CAN_TURN",
    "make_event_reporter",
    "movement_symbol",
    "points_ledger_report",
    "standings_report",
]
