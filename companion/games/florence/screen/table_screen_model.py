"""The model of the whole table screen, and what may stand on its stage."""

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
"""What may stand on the stage; each has a view of its own (`table_view.VIEW_BY_STAGE_MODEL`)."""


class TableModel(TableFrameModel, frozen=True):
    """The table screen; it draws no reader, as cards are chosen on the stage."""

    game: ClassVar[str] = "florence"
    players: tuple[PlayerModel, ...]
    round_progress: RoundModel
    stage: StageModel | None = None
    """What is going on; None where the stage is empty."""
