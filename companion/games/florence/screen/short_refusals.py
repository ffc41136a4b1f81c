"""Why something cannot be had now, in the few words that fit on its card."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.games.florence.rules.edition import PIECE_COUNTS
from companion.games.florence.rules.state import TableState
from companion.rules.choice import Choice
from companion.rules.clauses import MoveRefused, Refusal
from companion.voice.language import mark_message
from companion.voice.ranking_text import points_text
from companion.voice.translator import Translator

PLACEMENT_REFUSAL_CODES: Final = ("off-the-grid", "overlaps", "touches", "no-room")
"""The codes of refusals of a tile at some spot."""

SHORT_TEXT_BY_CODE: Final = {
    "none-left": mark_message("none left"),
    "no-freedom-left": mark_message("none left"),
    "stack-empty": mark_message("none left"),
    "too-poor": mark_message("too dear"),
    "one-of-each": mark_message("stands here already"),
    "freedom-twice": mark_message("is here already"),
    "once-a-turn": mark_message("once a turn"),
    "actions-done": mark_message("no action left"),
    "no-recruiting-card": mark_message("no recruiting card"),
    "nobody-shows": mark_message("nobody shows one"),
    "not-in-hand": mark_message("no profession in hand"),
}
"""Code of a refusal -> its shortest text."""


def choice_after_words(position: TableState, who: str, *path: str) -> Choice | None:
    """The choice that follows those words of the player; None where they are not legal."""
    try:
        choice = position.choice_tree.choice_for(who)
        for word in path:
            _, choice = choice.follow_word(word)
    except MoveRefused:
        return None
    return choice


def refusal_by_target(choice: Choice | None) -> Mapping[str, Refusal]:
    """Touch target -> why a touch of it would be refused."""
    return (
        {step.touch_target: refusal for step, refusal in choice.refused_branches()}
        if choice is not None
        else {}
    )


def short_refusal(refusal: Refusal, position: TableState, translator: Translator) -> str:
    """The refusal in a few words."""
    code = refusal.clause.code
    if code in SHORT_TEXT_BY_CODE:
        return translator.gettext(SHORT_TEXT_BY_CODE[code])
    if code in PLACEMENT_REFUSAL_CODES:
        return translator.gettext("fits nowhere")
    if code == "sell-first":
        return sell_first_text(int(refusal.facts["number"]), translator)
    if code == "fourth-builder":
        return translator.gettext("{n} are the most", n=PIECE_COUNTS["builders-most"])
    return no_work_reaches_text(position, translator)


def no_work_reaches_text(position: TableState, translator: Translator) -> str:
    """The text that no work of the player would be worth enough."""
    return translator.gettext("no work reaches {least}", least=position.least_work_value)


def sell_first_text(number: int, translator: Translator) -> str:
    """The text that so much prestige must be sold first."""
    return translator.gettext("Sell {points} first", points=points_text(translator, number))
