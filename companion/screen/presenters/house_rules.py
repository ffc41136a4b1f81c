"""House rules as questions, for any game."""

from __future__ import annotations

from companion.rules.game import GameOption
from companion.screen.view_models import SetupAnswerModel, SetupQuestionModel
from companion.voice.translator import Translator


def house_rule(option: GameOption, words: Translator) -> SetupQuestionModel:
    """One house rule. Of one that is played or not the sentence is asked, else its title with the values."""
    if set(option.values) == {"yes", "no"}:
        answers = tuple(SetupAnswerModel(value, words.name_of("word", value)) for value in option.values)
        return SetupQuestionModel(
            option.name, option.clause_id, words.name_of("option", option.name, "yes"), answers
        )
    answers = tuple(SetupAnswerModel(value, value) for value in option.values)
    return SetupQuestionModel(
        option.name, option.clause_id, words.name_of("option", option.name, "title"), answers
    )
