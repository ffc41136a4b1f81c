"""What may stand on the stage, and the whole table screen of the Princes of Florence."""

from __future__ import annotations

from typing import ClassVar

from companion.games.florence.screen.placing import Placing
from companion.games.florence.screen.selling import Selling
from companion.games.florence.screen.views import Actions, Auction, Naming, Offered, Player, Results, When
from companion.games.florence.screen.work_sheet import WorkSheet
from companion.screen.view_models import TableFrameModel

Stage = Auction | Actions | Offered | Naming | Results | Placing | WorkSheet | Selling
"""What stands in the middle: each has a widget of its own (`table.STAGES`)."""


class Table(TableFrameModel, frozen=True):
    """The whole table screen. No reader is drawn: a card is chosen where the stage says what it does."""

    game: ClassVar[str] = "florence"
    players: tuple[Player, ...]
    when: When
    stage: Stage | None = None
    """What the moment is about."""
