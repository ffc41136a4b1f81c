"""View models of the backup page, with all texts ready in one language."""

from __future__ import annotations

from msgspec import Struct

from companion.screen.overlay_models import ChoiceOverlayModel


class BackupResultModel(Struct, frozen=True):
    """What came of the last touch."""

    message: str
    is_success: bool


class BackupModel(Struct, frozen=True):
    """The backup page. `percent`: how much of the work is done, None while there is none."""

    result: BackupResultModel | None = None
    percent: int | None = None
    choice_overlay: ChoiceOverlayModel | None = None
