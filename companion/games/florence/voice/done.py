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
from companion.voice.ranking import points
from companion.voice.sentences import Sentence, does, of, says, tell_by
from companion.voice.told import Told
from companion.voice.words import Words

# -- rounds and turns


def round_began(event: RoundBegan, least: int, words: Words) -> Told:
    """With what a work must be worth from now on (P-M4)."""
    return Told(
        words.gettext(
            "Round {round}: {who} starts; works from value {least}",
            round=event.round,
            who=words.player(event.start),
            least=least,
        )
    )


@tell.register
def _(event: TurnEnded, words: Words) -> Told:
    if not event.given_up:
        return Told(words.gettext("ends the turn"), event.who, short=False)
    number = event.given_up
    text = words.ngettext("gives up {n} action", "gives up {n} actions", number)
    return Told(text, event.who, short=False)


# -- works


@tell.register
def _(event: WorkDone, words: Words) -> Told:
    text = words.gettext(
        "completes a work ({profession}), value {value}: {income}",
        profession=words.named("profession", event.profession),
        value=event.value.total,
        income=words.listed(list(_income(event, words)) or [names.florins(words, 0)]),
    )
    return Told(text, event.who, opens=True)


def _income(event: WorkDone, words: Words) -> Iterator[str]:
    """P-B3: what is kept, and what became prestige."""
    if event.kept:
        yield names.florins(words, event.kept)
    if event.bought:
        yield points(words, event.bought)


# -- buildings, and prestige gained


@tell.register
def _(event: BuildingBuilt, words: Words) -> Told:
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
    return Told(text, event.who, opens=True)


@tell.register
def _(event: Gained, words: Words) -> Told:
    said = points(words, event.number)
    match event.why:
        case "landscape":
            text = words.gettext("gains {points} for one more landscape of the same kind", points=said)
        case "builder":
            text = words.gettext("gains {points} for one more builder", points=said)
        case "building":
            text = words.gettext("gains {points} for a building", points=said)
        case "best-work":
            text = words.gettext("gains {points} for the best work", points=said)
    return Told(text, event.who)


# -- what one message tells


def _recruited(words: Words, profession: str, from_: str) -> str:
    return names.owned(words, words.named("profession", profession), from_)


SENTENCES: Mapping[type[Event], Sentence] = {
    RoundBegan: says(message("Round {round}: {who} starts"), who=of("start", by=Words.player)),
    ActionsBegan: says(message("The auction is over")),
    TurnBegan: does(
        messages("has {n} action", "has {n} actions"),
        n=of(by=lambda _words: PRICES["actions"]),
        short=False,
        opens=True,
    ),
    ProfessionTaken: does(
        message("takes a profession for {florins}"), florins=FLORINS, short=False, opens=True
    ),
    BonusTaken: does(message("takes a bonus card for {florins}"), florins=FLORINS, short=False, opens=True),
    FreedomTaken: does(
        message("introduces {freedom} for {florins}"), freedom=names.the, florins=FLORINS, opens=True
    ),
    FreedomGone: says(
        message("Out of the game: {what}"),
        what=of("freedom", by=lambda words, freedom: words.named("freedom", freedom)),
    ),
    Recruited: does(
        message("recruits: {profession}"), profession=of("profession", "from_", by=_recruited), opens=True
    ),
}

ACTIONS_BEGAN = says(message("The auction is over. Now the actions: {who} first"), who=Words.player)
"""TurnBegan of who acts first."""
GAINS = does(message("gains {points}"), points=of("number", by=points))
"""Gained where what it is for was told just before."""

tell_by(tell, SENTENCES)
