"""What may stand on the stage, and the whole table screen of the Princes of Florence."""

from __future__ import annotations

from typing import ClassVar

from companion.games.florence.screen.principality.placement_presenter import PlacementModel
from companion.games.florence.screen.selling.prestige_sale_presenter import PrestigeSaleModel
from companion.games.florence.screen.view_models import (
    ActionsModel,
    AuctionModel,
    CardChoiceModel,
    PlayerModel,
    PurchaseModel,
    ResultsModel,
    RoundModel,
)
from companion.games.florence.screen.works.work_presenter import WorkModel
from companion.screen.view_models import TableFrameModel

StageModel = (
    AuctionModel
    | ActionsModel
    | PurchaseModel
    | CardChoiceModel
    | ResultsModel
    | PlacementModel
    | WorkModel
    | PrestigeSaleModel
)
"""What stands in the middle: each has a widget of its own (`table.STAGES`)."""


class TableModel(TableFrameModel, frozen=True):
    """The whole table screen. No reader is drawn: a card is chosen where the stage says what it does."""

    game: ClassVar[str] = "florence"
    players: tuple[PlayerModel, ...]
    round_progress: RoundModel
    stage: StageModel | None = None
    """What the moment is about."""
