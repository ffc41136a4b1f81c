"""Turns and actions in words: works, buildings, cards, freedoms, prestige gained."""

from __future__ import annotations

from collections.abc import Iterator

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
from companion.games.florence.voice.sold import tell
from companion.voice.ranking import points
from companion.voice.told import Told
from companion.voice.words import Words

# -- rounds and turns


@tell.register
def _(event: RoundBegan, words: Words) -> Told:
    who = words.player(event.start)
    return Told(words.gettext("Round {round}: {who} starts", round=event.round, who=who))


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
def _(event: ActionsBegan, words: Words) -> Told:
    return Told(words.gettext("The auction is over"))


def actions_began(event: TurnBegan, words: Words) -> Told:
    """The auction is over: who acts first."""
    return Told(
        words.gettext("The auction is over. Now the actions: {who} first", who=words.player(event.who))
    )


@tell.register
def _(event: TurnBegan, words: Words) -> Told:
    text = words.ngettext("has {n} action", "has {n} actions", PRICES["actions"])
    return Told(text, event.who, short=False, opens=True)


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


# -- everything else


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
def _(event: ProfessionTaken, words: Words) -> Told:
    florins = names.florins(words, event.price)
    text = words.gettext("takes a profession for {florins}", florins=florins)
    return Told(text, event.who, short=False, opens=True)


@tell.register
def _(event: BonusTaken, words: Words) -> Told:
    florins = names.florins(words, event.price)
    text = words.gettext("takes a bonus card for {florins}", florins=florins)
    return Told(text, event.who, short=False, opens=True)


@tell.register
def _(event: FreedomTaken, words: Words) -> Told:
    text = words.gettext(
        "introduces {freedom} for {florins}",
        freedom=names.the(words, event.freedom),
        florins=names.florins(words, event.price),
    )
    return Told(text, event.who, opens=True)


@tell.register
def _(event: FreedomGone, words: Words) -> Told:
    return Told(words.gettext("Out of the game: {what}", what=words.named("freedom", event.freedom)))


@tell.register
def _(event: Recruited, words: Words) -> Told:
    profession = names.owned(words, words.named("profession", event.profession), event.from_)
    return Told(words.gettext("recruits: {profession}", profession=profession), event.who, opens=True)


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


def gains(event: Gained, words: Words) -> Told:
    """Where what it is for was told just before."""
    return Told(words.gettext("gains {points}", points=points(words, event.number)), event.who)
