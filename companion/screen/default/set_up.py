"""What is asked before a game: who sits where, and its house rules.

The `SetUp` of companion.screen.pages.new_game.set_ups.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.games import game, part
from companion.rules.game import Game as Rules
from companion.rules.game import Print, Seat, Setup
from companion.rules.record import Head
from companion.screen.draw.symbols import sign
from companion.screen.presenters.house_rules import house_rule
from companion.screen.views import Game, Plan, Question
from companion.voice.default import called
from companion.voice.words import Words


class DefaultSetUp:
    """Of the game of that name. Its sign is the symbol that it brings under its own name."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.SIGN = sign(name, "deck")

    def asked(self, lang: str, prints: tuple[Print, ...]) -> Game:
        """The game with its house rules as questions."""
        words, played = Words(self.name, {}, lang), game(self.name)
        own_page = part(self.name, "printed") is not None
        return Game(
            self.name,
            words.named("game", "title"),
            played.fewest,
            played.most,
            played.colours,
            words.named("game", "starts"),
            rules=tuple(house_rule(option, words) for option in played.options),
            printed=() if own_page else tuple(_printed(played, prints, words)),
            own_page=own_page,
        )

    def head(self, plan: Plan, prints: tuple[Print, ...]) -> Head:
        """The head of the record: the answers that differ from the default."""
        known = [option.name for option in game(self.name).options]
        options = {name: plan.answers[name] for name in known if name in plan.answers}
        return Head(self.name, Setup(plan.seats, plan.start, options, prints))


def _printed(played: Rules, prints: tuple[Print, ...], words: Words) -> Iterator[Question]:
    """What nobody has read off this copy yet, to be known of: how to say it is `print`, in a record."""
    seats = tuple(Seat(colour, "") for colour in played.colours[: played.fewest])
    for value in played.assumed(Setup(seats, seats[0].colour, prints=prints)):
        what, said = (
            " ".join(called(word, words) for word in text.split()) for text in (value.what, value.value)
        )
        yield Question(value.what, "", f"{what}: {said}")
