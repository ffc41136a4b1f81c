"""What lies over the table of the Princes of Florence for a while: the `Asides` of companion.screen.over."""

from companion.screen.florence.checking import check, pairs
from companion.screen.florence.points import ledger_of, standing
from companion.screen.florence.signs import sign_of
from companion.screen.florence.telling import Teller

TURNS = False

__all__ = ["TURNS", "Teller", "check", "ledger_of", "pairs", "sign_of", "standing"]
