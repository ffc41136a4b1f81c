"""The evenings that the first page knows of: the one that runs or can go on, and the one opened last, if damaged."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from companion.rules.errors import HeraldError
from companion.rules.game import Seat
from companion.screen.pages.new_game.setup_presenter import setup_presenter_of
from companion.screen.view_models import SavedGameModel

if TYPE_CHECKING:  # the disk is read once the first page is shown
    from datetime import datetime

    from companion.table.snapshot import Snapshot
    from companion.table.storage.saved_games import SavedGame

log = logging.getLogger(__name__)


_WHEN_FORM = "%d. %m. %H:%M"


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
            return _damaged_game_model(self.damaged, self.brought_back, lang)
        return _interrupted_game_model(self.found, lang) if self.found is not None else None

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


# -- in words for the home page


def running_game_model(snapshot: Snapshot, clock: datetime, lang: str) -> SavedGameModel | None:
    """The running game, None once it is over.

    Where the game fails to give its round and phase, they are left out.
    """
    when = clock.strftime(_WHEN_FORM)
    try:
        if snapshot.position.outcome() is not None:
            return None
        data = snapshot.position.to_json()
        return _make_model(snapshot.game, snapshot.setup.seats, data["round"], data["phase"], when, lang)
    except Exception:
        log.exception("a game does not say how far it is")
        return _make_model(snapshot.game, snapshot.setup.seats, None, "", when, lang)


def _interrupted_game_model(found: SavedGame, lang: str) -> SavedGameModel | None:
    """A game on the disk, None where it cannot be read."""
    if (summary := found.summary) is None:
        return None
    from companion.voice.evening_text import when_text

    when = when_text(found.modified_at, _WHEN_FORM)
    return _make_model(summary.game, summary.seats, summary.round_number, summary.phase, when, lang)


def _damaged_game_model(damaged: SavedGame, brought_back: SavedGame, lang: str) -> SavedGameModel | None:
    """A game on the disk that is damaged, as it would be without what does not hold."""
    model = _interrupted_game_model(brought_back, lang)
    if model is None or damaged.damage is None:
        return None
    from companion.voice.damage_messages import GO_ON_FROM_LINE
    from companion.voice.language import load_translation

    heading = load_translation(lang).gettext(GO_ON_FROM_LINE).format(line=damaged.damage.line)
    return replace(model, damaged_number=damaged.number, heading=heading)


def _make_model(
    game: str, seats: tuple[Seat, ...], round_: int | None, phase: str, when: str, lang: str
) -> SavedGameModel:
    from companion.voice.translator import Translator

    translator = Translator(game, {}, lang)
    progress = ""
    if round_ is not None:
        progress = (
            f"{translator.gettext('Round {round}', round=round_)}, {translator.name_of('phase', phase)}"
        )
    title = translator.name_of("game", "title")
    return SavedGameModel(title, progress, seats, when, setup_presenter_of(game).SYMBOL)
