"""What is asked before a game: who sits where, and its house rules.

The `SetUp` of companion.screen.pages.new_game.setup_presenter.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.games import game_rules, load_plugin_part
from companion.rules.game import EditionLine, GameSetup, Seat
from companion.rules.game import Game as Rules
from companion.rules.record import RecordHeader
from companion.screen.draw.symbols import game_emblem
from companion.screen.presenters.house_rules import make_house_rule_question
from companion.screen.view_models import AvailableGameModel, NewGameRequest, SetupQuestionModel
from companion.voice.default_voice import touch_target_name
from companion.voice.translator import Translator


class DefaultSetupPresenter:
    """Of the game of that name. Its sign is the symbol that it brings under its own name."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.SYMBOL = game_emblem(name, "deck")

    def describe_game(self, lang: str, prints: tuple[EditionLine, ...]) -> AvailableGameModel:
        """The game with its house rules as questions."""
        words, played = Translator(self.name, {}, lang), game_rules(self.name)
        own_page = load_plugin_part(self.name, "edition") is not None
        return AvailableGameModel(
            self.name,
            words.name_of("game", "title"),
            played.min_players,
            played.max_players,
            played.colours,
            words.name_of("game", "starts"),
            house_rules=tuple(make_house_rule_question(option, words) for option in played.options),
            edition_questions=() if own_page else tuple(_printed(played, prints, words)),
            has_edition_page=own_page,
        )

    def record_head(self, plan: NewGameRequest, prints: tuple[EditionLine, ...]) -> RecordHeader:
        """The head of the record: the answers that differ from the default."""
        known = [option.name for option in game_rules(self.name).options]
        options = {name: plan.answers[name] for name in known if name in plan.answers}
        return RecordHeader(self.name, GameSetup(plan.seats, plan.first_player, options, prints))


def _printed(
    played: Rules, prints: tuple[EditionLine, ...], translator: Translator
) -> Iterator[SetupQuestionModel]:
    """What nobody has read off this copy yet, to be known of: how to say it is `print`, in a record."""
    seats = tuple(Seat(colour, "") for colour in played.colours[: played.min_players])
    for value in played.assumed_values(GameSetup(seats, seats[0].colour, edition_lines=prints)):
        what, said = (
            " ".join(touch_target_name(word, translator) for word in text.split())
            for text in (value.name, value.value)
        )
        yield SetupQuestionModel(value.name, "", f"{what}: {said}")
