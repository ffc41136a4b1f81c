"""The questions before each game, and the record head made of the answers; by default its seats and house rules."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Protocol, cast

from companion.games import game_names, game_rules, load_plugin_part
from companion.rules.errors import InvalidFile
from companion.rules.game import EditionLine, GameOption, GameSetup, Seat
from companion.rules.game import Game as Rules
from companion.rules.record import RecordHeader
from companion.screen.draw.symbols import game_emblem_name
from companion.screen.view_models import (
    AvailableGameModel,
    NewGameRequest,
    SetupAnswerModel,
    SetupQuestionModel,
)
from companion.voice.default_voice import describe_assumed_value
from companion.voice.game_texts import load_names
from companion.voice.translator import Translator


class SetupPresenter(Protocol):
    """A game's module `set_up`: the questions before a game, and the record head made of the answers."""

    SYMBOL: str
    """The symbol that stands for the game."""

    def make_available_game_model(
        self, lang: str, edition_lines: tuple[EditionLine, ...]
    ) -> AvailableGameModel:
        """The game with its questions; those that the owner's `edition_lines` answer are answered already."""
        ...

    def make_record_header(
        self, request: NewGameRequest, edition_lines: tuple[EditionLine, ...]
    ) -> RecordHeader:
        """The head of the record; what nobody answered is taken from `edition_lines`."""
        ...


def setup_presenter_of(game: str) -> SetupPresenter:
    """The presenter of the game, or the default."""
    own = load_plugin_part(game, "screen", "set_up")
    return DefaultSetupPresenter(game) if own is None else cast(SetupPresenter, own)


def edition_lines_by_game() -> dict[str, tuple[EditionLine, ...]]:
    """Game -> what its owner's file says.

    A file that cannot be read is left out: beginning the game reports it.
    """
    from companion.table.storage.edition_file import load_edition_lines

    found: dict[str, tuple[EditionLine, ...]] = {}
    for name in game_names():
        with suppress(InvalidFile):
            found[name] = load_edition_lines(name)
    return found


class DefaultSetupPresenter:
    """The set-up of the game of that name, with the symbol of that name as its emblem."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.SYMBOL = game_emblem_name(name, "deck")

    def make_available_game_model(
        self, lang: str, edition_lines: tuple[EditionLine, ...]
    ) -> AvailableGameModel:
        """The game with its house rules as questions."""
        translator, rules = Translator(self.name, {}, lang), game_rules(self.name)
        about = load_names(self.name, lang)["game"]
        own_page = load_plugin_part(self.name, "edition") is not None
        return AvailableGameModel(
            self.name,
            translator.name_of("game", "title"),
            rules.min_players,
            rules.max_players,
            rules.colours,
            translator.name_of("game", "starts"),
            edition=about.get("edition", ""),
            house_rules=tuple(_house_rule_question(option, translator) for option in rules.options),
            edition_questions=() if own_page else tuple(_printed(rules, edition_lines, translator)),
            has_edition_page=own_page,
            has_beginners=load_plugin_part(self.name, "players", "heuristic") is not None,
            symbol=self.SYMBOL,
            minutes=about.get("minutes", ""),
        )

    def make_record_header(
        self, request: NewGameRequest, edition_lines: tuple[EditionLine, ...]
    ) -> RecordHeader:
        """The head of the record, with the answers that differ from the default."""
        known = [option.name for option in game_rules(self.name).options]
        options = {name: request.answers[name] for name in known if name in request.answers}
        return RecordHeader(self.name, GameSetup(request.seats, request.first_player, options, edition_lines))


def _house_rule_question(option: GameOption, translator: Translator) -> SetupQuestionModel:
    """The question for one house rule, with its values."""
    answers = tuple(
        SetupAnswerModel(value, translator.name_of("word", value) if option.is_yes_or_no else value)
        for value in option.values
    )
    return SetupQuestionModel(option.name, option.clause_id, translator.option_name(option), answers)


def _printed(
    rules: Rules, prints: tuple[EditionLine, ...], translator: Translator
) -> Iterator[SetupQuestionModel]:
    """Values that nobody has read off this copy yet, to be shown; a record sets them with `print`."""
    seats = tuple(Seat(colour, "") for colour in rules.colours[: rules.min_players])
    for value in rules.assumed_values(GameSetup(seats, seats[0].colour, edition_lines=prints)):
        yield SetupQuestionModel(value.name, "", describe_assumed_value(value, translator))
