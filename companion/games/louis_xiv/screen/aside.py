"""What lies over the table of Louis XIV for a while: the `Asides` of companion.screen.overlays.overlay_controller."""

from companion.games.louis_xiv.screen.points import ledger_of, standing
from companion.games.louis_xiv.screen.signs import sign_of
from companion.games.louis_xiv.screen.telling import teller

TURNS = True

__all__ = ["TURNS", "ledger_of", "sign_of", "standing", "teller"]
