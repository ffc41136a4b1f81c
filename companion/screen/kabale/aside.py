"""What lies over the table of Kabale und Hiebe for a while: the `Asides` of companion.screen.over."""

from companion.screen.kabale.checking import check, pairs
from companion.screen.kabale.points import ledger_of, standing
from companion.screen.kabale.signs import sign_of
from companion.screen.kabale.telling import Teller

TURNS = False

__all__ = ["TURNS", "Teller", "check", "ledger_of", "pairs", "sign_of", "standing"]
