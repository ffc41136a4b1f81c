"""The overlay models of Louis XIV.

This module implements `companion.screen.overlays.overlay_controller.OverlaysModule`.
"""

from companion.games.louis_xiv.screen.event_reports import make_event_reporter
from companion.games.louis_xiv.screen.standings import points_ledger_report, standings_report
from companion.games.louis_xiv.screen.symbols import movement_symbol

BOARD_CAN_TURN = True

__all__ = [
    "BOARD_CAN_TURN",
    "make_event_reporter",
    "movement_symbol",
    "points_ledger_report",
    "standings_report",
]
