"""Why something cannot be had now, in the few words that fit on its card."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.games.florence.rules.printed import MATERIAL
from companion.games.florence.rules.state import Table
from companion.rules.choice import Choice
from companion.rules.clauses import MoveRefused, Refusal
from companion.voice.language import message
from companion.voice.ranking_text import points_text
from companion.voice.translator import Translator

NO_PLACE: Final = ("off-the-grid", "overlaps", "touches", "no-room")
"""Codes of refusals that say that a tile may not lie somewhere."""

SHORT: Final = {
    "none-left": message("none left"),
    "no-freedom-left": message("none left"),
    "stack-empty": message("none left"),
    "too-poor": message("too dear"),
    "one-of-each": message("stands here already"),
    "freedom-twice": message("is here already"),
    "once-a-turn": message("once a turn"),
    "actions-done": message("no action left"),
    "no-recruiting-card": message("no recruiting card"),
    "nobody-shows": message("nobody shows one"),
    "not-in-hand": message("no profession in hand"),
}
"""Code of a refusal -> why not, as short as can be."""


def said_by(position: Table, who: str, *path: str) -> Choice | None:
    """What he may say behind those words; None where he may not say them."""
    try:
        choice = position.choice_tree.choice_for(who)
        for word in path:
            _, choice = choice.follow_word(word)
    except MoveRefused:
        return None
    return choice


def reasons(choice: Choice | None) -> Mapping[str, Refusal]:
    """Thing -> why a finger on it would be refused."""
    return (
        {step.touch_target: refusal for step, refusal in choice.refused_branches()}
        if choice is not None
        else {}
    )


def short(refusal: Refusal, position: Table, words: Translator) -> str:
    """Why not, in a few words."""
    code = refusal.clause.code
    if code in SHORT:
        return words.gettext(SHORT[code])
    if code in NO_PLACE:
        return words.gettext("fits nowhere")
    if code == "sell-first":
        return sell_first(int(refusal.facts["number"]), words)
    if code == "fourth-builder":
        return words.gettext("{n} are the most", n=MATERIAL["builders-most"])
    return too_little(position, words)


def too_little(position: Table, words: Translator) -> str:
    """No work of his would be worth enough."""
    return words.gettext("no work reaches {least}", least=position.least)


def sell_first(number: int, words: Translator) -> str:
    """So much prestige must be sold before."""
    return words.gettext("Sell {points} first", points=points_text(words, number))
