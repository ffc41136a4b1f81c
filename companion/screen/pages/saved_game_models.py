"""The game that can be resumed, in words for the home page."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from msgspec.structs import replace

from companion.rules.game import Seat
from companion.screen.pages.new_game.setup_presenter import setup_presenter_of
from companion.screen.view_models import SavedGameModel

if TYPE_CHECKING:  # imported while the first page is shown
    from datetime import datetime

    from companion.table.snapshot import Snapshot
    from companion.table.storage.saved_games import SavedGame as Interrupted

log = logging.getLogger(__name__)

_WHEN_FORM = "%d. %m. %H:%M"


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


def interrupted_game_model(found: Interrupted, lang: str) -> SavedGameModel | None:
    """A game on the disk, None where it cannot be read."""
    if (summary := found.summary) is None:
        return None
    from companion.voice.evening_text import when_text

    when = when_text(found.modified_at, _WHEN_FORM)
    return _make_model(summary.game, summary.seats, summary.round_number, summary.phase, when, lang)


def damaged_game_model(damaged: Interrupted, brought_back: Interrupted, lang: str) -> SavedGameModel | None:
    """A game on the disk that is damaged, as it would be without what does not hold."""
    model = interrupted_game_model(brought_back, lang)
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
