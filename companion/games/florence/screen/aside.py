"""What lies over the table of the Princes of Florence for a while: the `Asides` of
companion.screen.overlays.overlay_controller."""

from companion.games.florence.screen.points import ledger_of, standing
from companion.games.florence.screen.signs import sign_of
from companion.games.florence.screen.telling import teller

TURNS = False

__all__ = ["TURNS", "ledger_of", "sign_of", "standing", "teller"]
