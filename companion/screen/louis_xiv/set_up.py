"""What is asked before a game of Louis XIV, and the head of the record that the answers make."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from companion.games import game
from companion.games.louis_xiv.printed import OPTIONS, SIDES, printed
from companion.rules.game import Assumed, Option, Print, Setup
from companion.rules.record import Head
from companion.screen.views import Answer, Game, Plan, Question
from companion.voice.louis_xiv import names
from companion.voice.words import Words

NAME: Final = "louis-xiv"
TITLE: Final = "Louis XIV"
PRICES: Final = tuple(f"money:{price}" for price in range(1, 7))
THRESHOLDS: Final = tuple(f"stones:{stones}" for stones in (2, 3, 4))
FIRST: Final = "first"
KINGS: Final = 4
"""Tiles up to this one know no condition of stones (L-M10)."""


def asked(lang: str) -> Game:
    """The game with its questions in words of this language."""
    words = Words(NAME, {}, lang)
    louis = game(NAME)
    assumed = printed(()).assumed
    return Game(
        NAME,
        TITLE,
        louis.fewest,
        louis.most,
        louis.colours,
        rules=tuple(_rule(option, words) for option in OPTIONS),
        printed=tuple(_printed(value, words) for value in assumed),
    )


def _rule(option: Option, words: Words) -> Question:
    """One house rule. Of one that is played or not the sentence is asked, else its title with the values."""
    if set(option.values) == {"yes", "no"}:
        answers = tuple(Answer(value, words.named("word", value)) for value in option.values)
        return Question(option.name, option.clause, words.named("option", option.name, "yes"), answers)
    answers = tuple(Answer(value, value) for value in option.values)
    return Question(option.name, option.clause, words.named("option", option.name, "title"), answers)


# -- printed values


def _printed(value: Assumed, words: Words) -> Question:
    what = value.what.split()
    if what[0] != "tile":
        return Question(value.what, "L-M10", _money_cards(value, words))
    tile, side = int(what[1]), what[2]
    place = words.gettext("{tile}, {side}", tile=names.tile(words, tile), side=words.named("side", side))
    answers = tuple(Answer(each, _condition(each, words)) for each in _could_be(tile, side, value.value))
    return Question(value.what, str(tile), place, answers)


def _money_cards(value: Assumed, words: Words) -> str:
    return words.gettext("Money cards (louis:tile): {cards}", cards=value.value.replace(" ", ", "))


def _could_be(tile: int, side: str, assumed: str) -> Iterator[str]:
    """What may be printed there, the assumed value first. A side's kind is another than the other side's."""
    other = str(printed(()).conditions[tile][1 - SIDES.index(side)]).partition(":")[0]
    known = (*PRICES, FIRST, *(THRESHOLDS if tile > KINGS else ()))
    kinds = (assumed.partition(":")[0],) if side == "front" else ("money", "first", "stones")
    yield assumed
    for each in known:
        kind = each.partition(":")[0]
        if each != assumed and kind != other and kind in kinds:
            yield each


def _condition(text: str, words: Words) -> str:
    kind, _, number = text.partition(":")
    match kind:
        case "money":
            return names.louis(words, int(number))
        case "stones":
            return names.stones(words, int(number))
    return words.named("condition", kind)


# -- the record


def head(plan: Plan) -> Head:
    """The head of the record of this game."""
    options = {option.name: plan.answers[option.name] for option in OPTIONS if option.name in plan.answers}
    return Head(NAME, Setup(plan.seats, plan.start, options, tuple(_prints(plan.answers))))


def _prints(answers: Mapping[str, str]) -> Iterator[Print]:
    """Both sides of each tile of which somebody read off a side."""
    conditions = printed(()).conditions
    for tile, sides in conditions.items():
        said = [answers.get(f"tile {tile} {side}") for side in SIDES]
        if any(said):
            both = (read or str(assumed) for read, assumed in zip(said, sides, strict=True))
            yield Print(("tile", str(tile), *both))
