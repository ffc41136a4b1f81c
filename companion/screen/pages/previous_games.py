"""The evenings that the first page knows of: the one that can go on, and the one opened last, where it is damaged."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from companion.rules.errors import HeraldError
from companion.screen.pages.saved_game_models import damaged_game_model, interrupted_game_model

if TYPE_CHECKING:  # the disk is read once the first page is shown
    from companion.screen.view_models import SavedGameModel
    from companion.table.storage.saved_games import SavedGame

log = logging.getLogger(__name__)


class PreviousGames(Struct, frozen=True):
    """What was found on the disk.

    found: the evening to go on with. damaged: the one opened last, if it is damaged; `brought_back`: what it would be
    without what does not hold, None where nothing can be brought back.
    """

    found: SavedGame | None = None
    damaged: SavedGame | None = None
    brought_back: SavedGame | None = None

    def model(self, lang: str) -> SavedGameModel | None:
        """The evening that is offered: that which was open last, though damaged, if there is a way on."""
        if self.damaged is not None and self.brought_back is not None:
            return damaged_game_model(self.damaged, self.brought_back, lang)
        return interrupted_game_model(self.found, lang) if self.found is not None else None

    def damage_message(self, lang: str) -> str:
        """Which line of the evening opened last is damaged and why, "" while it is not."""
        if self.damaged is None:
            return ""
        from companion.voice.damage_messages import damaged_evening_message

        return damaged_evening_message(self.damaged, lang)


def find_previous_games() -> PreviousGames:
    """Look for them. It takes its time: the disk is read."""
    from companion.screen.local_files import GameSidecar
    from companion.table.storage.journal_reading import read_journal
    from companion.table.storage.saved_games import last_damaged_game, last_interrupted_game

    found, damaged = last_interrupted_game(), last_damaged_game()
    if found is not None:  # what is wrong with its file is told before somebody goes on
        GameSidecar.load(found.path, read_journal(found.path).head)
    return PreviousGames(found, damaged, _brought_back(damaged) if damaged is not None else None)


def _brought_back(damaged: SavedGame) -> SavedGame | None:
    if damaged.damage is None:
        return None
    from companion.table.recovery.recovered_file import read_recovered
    from companion.table.storage.saved_games import summarise_game

    try:
        recovered = read_recovered(damaged.path)
        return replace(damaged, summary=summarise_game(recovered.head, recovered.history))
    except (HeraldError, OSError):
        return None
    except Exception:  # of a plug-in game, which must not hide the other evenings
        log.exception("a damaged evening cannot be offered")
        return None
