"""View models of the evenings page, with all texts ready in one language."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from companion.screen.overlay_models import ChoiceOverlayModel
from companion.table.storage.saved_games import EveningState


class EveningRowModel(Struct, frozen=True):
    """One evening in the list.

    number: by which people and commands call it. symbol: of its game. name: what people call it, "" without one.
    players, when, progress: in words.
    """

    number: int
    state: EveningState
    symbol: str
    game: str
    name: str
    players: str
    when: str
    progress: str


class EveningsModel(Struct, frozen=True):
    """All evenings, the one opened last first, and what lies over the list.

    opened: the evening that was touched. question: what can be done with it. report: what is looked at, in place of
    the question (of `report_models` or the game's own).
    """

    rows: tuple[EveningRowModel, ...] = ()
    opened: EveningRowModel | None = None
    question: ChoiceOverlayModel | None = None
    report: Any = None
