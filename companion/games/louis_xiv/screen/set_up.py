"""The set-up screen of Louis XIV: its questions, and the record header made of the answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec.structs import replace

from companion.games.louis_xiv.rules.edition import CONDITION_KINDS, TILE_SIDES, Edition, load_edition
from companion.games.louis_xiv.rules.pieces import KING_TILES
from companion.games.louis_xiv.voice import names
from companion.rules.game import AssumedValue, EditionLine
from companion.rules.record import RecordHeader
from companion.screen.default.set_up import DefaultSetupPresenter
from companion.screen.view_models import (
    AvailableGameModel,
    NewGameRequest,
    SetupAnswerModel,
    SetupQuestionModel,
)
from companion.voice.translator import Translator

SYMBOL: Final = "king"
PRICE_CONDITIONS: Final = tuple(f"money:{price}" for price in range(1, 7))
STONES_CONDITIONS: Final = tuple(f"stones:{stones}" for stones in (2, 3, 4))
FIRST_PLACE_CONDITION: Final = "first"
DEFAULT: Final = DefaultSetupPresenter("louis-xiv")


def make_available_game_model(lang: str, edition_lines: tuple[EditionLine, ...]) -> AvailableGameModel:
    """The game with its questions in that language; `edition_lines` is what the owner read off this copy."""
    copy, translator = load_edition(edition_lines), Translator(DEFAULT.name, {}, lang)
    values = tuple(_assumed_question(value, copy, translator) for value in load_edition(()).assumed_values)
    usual = DEFAULT.make_available_game_model(lang, edition_lines)
    return replace(usual, edition_questions=values, symbol=SYMBOL)


# -- printed values


def _assumed_question(value: AssumedValue, edition: Edition, translator: Translator) -> SetupQuestionModel:
    """The question for one value that the rulebooks do not have, answered already where it was read off."""
    what = value.name.split()
    if what[0] != "tile":
        return SetupQuestionModel(value.name, "L-M10", _money_cards(edition, translator))
    tile, side = int(what[1]), what[2]
    place = names.printed_side_name(translator, tile, side)
    answers = tuple(
        SetupAnswerModel(each, names.printed_condition_text(translator, each))
        for each in _possible_conditions(tile, side, edition)
    )
    return SetupQuestionModel(value.name, str(tile), place, answers)


def _money_cards(edition: Edition, translator: Translator) -> str:
    cards = ", ".join(f"{louis}:{king}" for louis, king in edition.likely_money_cards())
    return translator.gettext("Money cards (louis:tile): {cards}", cards=cards)


def _possible_conditions(tile: int, side: str, edition: Edition) -> Iterator[str]:
    """The conditions that may be printed there, this copy's first.

    The sides of a tile differ in kind, and the king's tiles have no condition of stones (L-M10).
    """
    here = edition.condition(tile, side)
    other = edition.conditions[tile][1 - TILE_SIDES.index(side)].kind
    known = (*PRICE_CONDITIONS, FIRST_PLACE_CONDITION, *(STONES_CONDITIONS if tile not in KING_TILES else ()))
    kinds = (here.kind,) if side == "front" else CONDITION_KINDS
    yield str(here)
    for each in known:
        kind = each.partition(":")[0]
        if each != str(here) and kind != other and kind in kinds:
            yield each


# -- the record


def make_record_header(request: NewGameRequest, edition_lines: tuple[EditionLine, ...]) -> RecordHeader:
    """The record header of the new game; `edition_lines` is what the owner read off this copy."""
    return DEFAULT.make_record_header(
        request, tuple(_printed_lines(request.answers, load_edition(edition_lines)))
    )


def _printed_lines(answers: Mapping[str, str], edition: Edition) -> Iterator[EditionLine]:
    """Both sides of each tile of which a side was answered; the other side as this copy has it."""
    for tile, sides in edition.conditions.items():
        answered = [answers.get(f"tile {tile} {side}") for side in TILE_SIDES]
        if any(answered):
            both = (read or str(known) for read, known in zip(answered, sides, strict=True))
            yield EditionLine(("tile", str(tile), *both))
