"""What is asked before a game of Kabale und Hiebe, and the head of the record that the answers make."""

from __future__ import annotations

from typing import Final

from companion.games import game
from companion.games.kabale.rules.printed import OPTIONS
from companion.rules.game import Print, Setup
from companion.rules.record import Head
from companion.screen.presenters.house_rules import house_rule
from companion.screen.views import Game, Plan
from companion.voice.words import Words

NAME: Final = "kabale"
SIGN: Final = "rook"


def asked(lang: str, prints: tuple[Print, ...]) -> Game:
    """The game with its questions in words of this language; nothing printed in it is unknown."""
    words = Words(NAME, {}, lang)
    kabale = game(NAME)
    return Game(
        NAME,
        words.named("game", "title"),
        kabale.fewest,
        kabale.most,
        kabale.colours,
        words.named("game", "starts"),
        rules=tuple(house_rule(option, words) for option in OPTIONS),
    )


def head(plan: Plan, prints: tuple[Print, ...]) -> Head:
    """The head of the record of this game."""
    options = {option.name: plan.answers[option.name] for option in OPTIONS if option.name in plan.answers}
    return Head(NAME, Setup(plan.seats, plan.start, options, prints))
