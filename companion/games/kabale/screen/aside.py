"""What lies over the table of Kabale und Hiebe for a while: the `Asides` of
companion.screen.overlays.overlay_controller."""

from companion.games.kabale.screen.points import ledger_of, standing
from companion.games.kabale.screen.signs import sign_of
from companion.games.kabale.screen.telling import teller

TURNS = False

__all__ = ["TURNS", "ledger_of", "sign_of", "standing", "teller"]
