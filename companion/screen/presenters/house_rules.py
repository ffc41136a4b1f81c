"""House rules as questions, for any game."""

from __future__ import annotations

from companion.rules.game import GameOption
from companion.screen.views import Answer, Question
from companion.voice.translator import Translator


def house_rule(option: GameOption, words: Translator) -> Question:
    """One house rule. Of one that is played or not the sentence is asked, else its title with the values."""
    if set(option.values) == {"yes", "no"}:
        answers = tuple(Answer(value, words.name_of("word", value)) for value in option.values)
        return Question(option.name, option.clause_id, words.name_of("option", option.name, "yes"), answers)
    answers = tuple(Answer(value, value) for value in option.values)
    return Question(option.name, option.clause_id, words.name_of("option", option.name, "title"), answers)
