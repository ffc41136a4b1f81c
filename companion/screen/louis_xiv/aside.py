"""What lies over the table of Louis XIV for a while: the `Asides` of companion.screen.over."""

from companion.screen.louis_xiv.checking import check, pairs
from companion.screen.louis_xiv.points import ledger_of, standing
from companion.screen.louis_xiv.signs import sign_of
from companion.screen.louis_xiv.telling import Teller

TURNS = True

__all__ = ["TURNS", "Teller", "check", "ledger_of", "pairs", "sign_of", "standing"]
