"""Turns and actions in words: works, buildings, cards, freedoms, prestige gained."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.games.florence.rules.events import (
    ActionsBegan,
    BonusTaken,
    BuildingBuilt,
    FreedomGone,
    FreedomTaken,
    Gained,
    ProfessionTaken,
    Recruited,
    RoundBegan,
    TurnBegan,
    TurnEnded,
    WorkDone,
)
from companion.games.florence.rules.printed import PRICES
from companion.games.florence.voice import names
from companion.games.florence.voice.sold import FLORINS, tell
from companion.rules.transaction import Event
from companion.voice.language import message, messages
from companion.voice.narration import EventNarration
from companion.voice.ranking_text import points_text
from companion.voice.sentence_templates import (
    SentenceTemplate,
    from_fields,
    full_sentence,
    predicate,
    register_templates,
)
from companion.voice.translator import Translator

# -- rounds and turns


def round_began(event: RoundBegan, least: int, words: Translator) -> EventNarration:
    """With what a work must be worth from now on (P-M4)."""
    return EventNarration(
        words.gettext(
            "Round {round}: {who} starts; works from value {least}",
            round=event.round,
            who=words.player_name(event.start),
            least=least,
        )
    )


@tell.register
def _(event: TurnEnded, words: Translator) -> EventNarration:
    if not event.given_up:
        return EventNarration(words.gettext("ends the turn"), event.who, at_short_level=False)
    number = event.given_up
    text = words.ngettext("gives up {n} action", "gives up {n} actions", number)
    return EventNarration(text, event.who, at_short_level=False)


# -- works


@tell.register
def _(event: WorkDone, words: Translator) -> EventNarration:
    text = words.gettext(
        "completes a work ({profession}), value {value}: {income}",
        profession=words.name_of("profession", event.profession),
        value=event.value.total,
        income=words.join_with_and(list(_income(event, words)) or [names.florins(words, 0)]),
    )
    return EventNarration(text, event.who, starts_sentence=True)


def _income(event: WorkDone, words: Translator) -> Iterator[str]:
    """P-B3: what is kept, and what became prestige."""
    if event.kept:
        yield names.florins(words, event.kept)
    if event.bought:
        yield points_text(words, event.bought)


# -- buildings, and prestige gained


@tell.register
def _(event: BuildingBuilt, words: Translator) -> EventNarration:
    building, square = names.the(words, event.tile.name), event.tile.square
    if not event.price:
        text = words.gettext("builds {tile} at {square} for free", tile=building, square=square)
    else:
        text = words.gettext(
            "builds {tile} at {square} for {florins}",
            tile=building,
            square=square,
            florins=names.florins(words, event.price),
        )
    return EventNarration(text, event.who, starts_sentence=True)


@tell.register
def _(event: Gained, words: Translator) -> EventNarration:
    said = points_text(words, event.number)
    match event.why:
        case "landscape":
            text = words.gettext("gains {points} for one more landscape of the same kind", points=said)
        case "builder":
            text = words.gettext("gains {points} for one more builder", points=said)
        case "building":
            text = words.gettext("gains {points} for a building", points=said)
        case "best-work":
            text = words.gettext("gains {points} for the best work", points=said)
    return EventNarration(text, event.who)


# -- what one message tells


def _recruited(words: Translator, profession: str, from_: str) -> str:
    return names.owned(words, words.name_of("profession", profession), from_)


SENTENCES: Mapping[type[Event], SentenceTemplate] = {
    RoundBegan: full_sentence(
        message("Round {round}: {who} starts"), who=from_fields("start", formatter=Translator.player_name)
    ),
    ActionsBegan: full_sentence(message("The auction is over")),
    TurnBegan: predicate(
        messages("has {n} action", "has {n} actions"),
        n=from_fields(formatter=lambda _words: PRICES["actions"]),
        at_short_level=False,
        starts_sentence=True,
    ),
    ProfessionTaken: predicate(
        message("takes a profession for {florins}"),
        florins=FLORINS,
        at_short_level=False,
        starts_sentence=True,
    ),
    BonusTaken: predicate(
        message("takes a bonus card for {florins}"),
        florins=FLORINS,
        at_short_level=False,
        starts_sentence=True,
    ),
    FreedomTaken: predicate(
        message("introduces {freedom} for {florins}"),
        freedom=names.the,
        florins=FLORINS,
        starts_sentence=True,
    ),
    FreedomGone: full_sentence(
        message("Out of the game: {what}"),
        what=from_fields("freedom", formatter=lambda words, freedom: words.named("freedom", freedom)),
    ),
    Recruited: predicate(
        message("recruits: {profession}"),
        profession=from_fields("profession", "from_", formatter=_recruited),
        starts_sentence=True,
    ),
}

ACTIONS_BEGAN = full_sentence(
    message("The auction is over. Now the actions: {who} first"), who=Translator.player_name
)
"""TurnBegan of who acts first."""
GAINS = predicate(message("gains {points}"), points=from_fields("number", formatter=points_text))
"""Gained where what it is for was told just before."""

register_templates(tell, SENTENCES)
