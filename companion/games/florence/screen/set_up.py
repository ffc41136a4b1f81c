"""What is asked before a game of the Princes of Florence, and the head of the record that the answers make."""

from __future__ import annotations

from typing import Final

from companion.games import game
from companion.games.florence.rules.printed import OPTIONS
from companion.rules.game import Print, Setup
from companion.rules.record import Head
from companion.screen.presenters.house_rules import house_rule
from companion.screen.views import Game, Plan
from companion.voice.words import Words

NAME: Final = "florence"
SIGN: Final = "lily"


def asked(lang: str, prints: tuple[Print, ...]) -> Game:
    """The game with its questions in words of this language; what is printed is drawn on a page of its own."""
    words = Words(NAME, {}, lang)
    florence = game(NAME)
    return Game(
        NAME,
        words.named("game", "title"),
        florence.fewest,
        florence.most,
        florence.colours,
        words.named("game", "starts"),
        rules=tuple(house_rule(option, words) for option in OPTIONS),
        own_page=True,
    )


def head(plan: Plan, prints: tuple[Print, ...]) -> Head:
    """The head of the record of this game; outlines and least values are as the owner's file says."""
    options = {option.name: plan.answers[option.name] for option in OPTIONS if option.name in plan.answers}
    return Head(NAME, Setup(plan.seats, plan.start, options, prints))
