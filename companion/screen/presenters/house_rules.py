"""House rules as questions, for any game."""

from __future__ import annotations

from companion.rules.game import GameOption
from companion.screen.view_models import SetupAnswerModel, SetupQuestionModel
from companion.voice.translator import Translator


def make_house_rule_question(option: GameOption, translator: Translator) -> SetupQuestionModel:
    """The question for one house rule.

    A rule with yes and no is asked as a sentence, any other as its title with the values.
    """
    if set(option.values) == {"yes", "no"}:
        answers = tuple(SetupAnswerModel(value, translator.name_of("word", value)) for value in option.values)
        return SetupQuestionModel(
            option.name, option.clause_id, translator.name_of("option", option.name, "yes"), answers
        )
    answers = tuple(SetupAnswerModel(value, value) for value in option.values)
    return SetupQuestionModel(
        option.name, option.clause_id, translator.name_of("option", option.name, "title"), answers
    )
