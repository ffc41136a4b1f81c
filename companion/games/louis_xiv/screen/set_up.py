"""What is asked before a game of Louis XIV, and the head of the record that the answers make."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec.structs import replace

from companion.games.louis_xiv.rules.pieces import KINGS
from companion.games.louis_xiv.rules.printed import KINDS, SIDES, Printed, printed
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

SIGN: Final = "king"
PRICES: Final = tuple(f"money:{price}" for price in range(1, 7))
THRESHOLDS: Final = tuple(f"stones:{stones}" for stones in (2, 3, 4))
FIRST: Final = "first"
HOUSE: Final = DefaultSetupPresenter("louis-xiv")


def asked(lang: str, prints: tuple[EditionLine, ...]) -> AvailableGameModel:
    """The game with its questions in words of this language. `prints`: what the owner read off this copy."""
    copy, words = printed(prints), Translator(HOUSE.name, {}, lang)
    values = tuple(_printed(value, copy, words) for value in printed(()).assumed)
    return replace(HOUSE.describe_game(lang, prints), edition_questions=values)


# -- printed values


def _printed(value: AssumedValue, copy: Printed, words: Translator) -> SetupQuestionModel:
    """One value nobody knows from the rulebooks: answered by this copy, where it was read off."""
    what = value.name.split()
    if what[0] != "tile":
        return SetupQuestionModel(value.name, "L-M10", _money_cards(copy, words))
    tile, side = int(what[1]), what[2]
    place = words.gettext("{tile}, {side}", tile=names.tile(words, tile), side=words.name_of("side", side))
    answers = tuple(SetupAnswerModel(each, _condition(each, words)) for each in _could_be(tile, side, copy))
    return SetupQuestionModel(value.name, str(tile), place, answers)


def _money_cards(copy: Printed, words: Translator) -> str:
    cards = ", ".join(f"{louis}:{king}" for louis, king in copy.likely_money())
    return words.gettext("Money cards (louis:tile): {cards}", cards=cards)


def _could_be(tile: int, side: str, copy: Printed) -> Iterator[str]:
    """What may be printed there, first what holds for this copy. The sides differ in kind, the king's tiles know
    no condition of stones (L-M10)."""
    here = copy.condition(tile, side)
    other = copy.conditions[tile][1 - SIDES.index(side)].kind
    known = (*PRICES, FIRST, *(THRESHOLDS if tile not in KINGS else ()))
    kinds = (here.kind,) if side == "front" else KINDS
    yield str(here)
    for each in known:
        kind = each.partition(":")[0]
        if each != str(here) and kind != other and kind in kinds:
            yield each


def _condition(text: str, words: Translator) -> str:
    kind, _, number = text.partition(":")
    match kind:
        case "money":
            return names.louis(words, int(number))
        case "stones":
            return names.stones(words, int(number))
    return words.name_of("condition", kind)


# -- the record


def head(plan: NewGameRequest, prints: tuple[EditionLine, ...]) -> RecordHeader:
    """The head of the record of this game. `prints`: what the owner read off this copy."""
    return HOUSE.record_head(plan, tuple(_prints(plan.answers, printed(prints))))


def _prints(answers: Mapping[str, str], copy: Printed) -> Iterator[EditionLine]:
    """Both sides of each tile of which somebody said a side here; the other as this copy has it."""
    for tile, sides in copy.conditions.items():
        said = [answers.get(f"tile {tile} {side}") for side in SIDES]
        if any(said):
            both = (read or str(known) for read, known in zip(said, sides, strict=True))
            yield EditionLine(("tile", str(tile), *both))
