"""A player's turn made ready to be shown: his actions, and the buildings or freedoms that he may take."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.games.florence.rules.actions import Acting, left, price_of
from companion.games.florence.rules.pieces import BONUS_CARD, PROFESSION, RECRUIT, WORK
from companion.games.florence.rules.placing import MAY_TOUCH
from companion.games.florence.rules.printed import BUILDINGS, FREEDOMS, PRICES
from companion.games.florence.rules.state import Table as Position
from companion.games.florence.screen.barring import reasons, said_by, short, too_little
from companion.games.florence.screen.bidding import builder
from companion.games.florence.screen.lying import ground
from companion.games.florence.screen.named import symbol
from companion.games.florence.screen.selling import purse
from companion.games.florence.screen.views import Action, Actions, Offered, Site
from companion.games.florence.screen.work_sheet import can_work
from companion.games.florence.voice import names
from companion.rules.clauses import Refusal
from companion.rules.moves import touch_observation
from companion.screen.presenters.prompt import find_seat
from companion.screen.ui_state import UiState
from companion.table.snapshot import Snapshot
from companion.voice.translator import Translator

BUILD, FREEDOM = "build", "freedom"
ACTIONS = {
    WORK: "work",
    BUILD: "build",
    f"action/{PROFESSION}": PROFESSION,
    f"action/{BONUS_CARD}": BONUS_CARD,
    FREEDOM: FREEDOM,
    RECRUIT: "recruit",
}
"""What a finger touches -> the word of the move."""


def actions_of(now: Snapshot, position: Position, look: UiState, words: Translator) -> Actions | None:
    """The turn that is on, before an action was begun; None while something else is."""
    item = position.agenda[0] if position.agenda else None
    if not isinstance(item, Acting):
        return None
    who, left_ = item.who, left(position)
    sits = find_seat(now, who)
    if sits is None:
        return None
    here = not look.is_virtual or who in look.human_colours
    builders = position.players[who].builders
    return Actions(
        sits,
        tuple(_actions(now, position, who, look, words)),
        left_,
        int(PRICES["actions"]),
        words.ngettext("{n} action left", "{n} actions left", left_),
        ground(position, who, words),
        builders,
        _next_builder(builders, words),
        words.gettext("End the turn") if here else "",
        purse(who) if here and position.players[who].points else "",
        words.name_of("word", "sell"),
    )


def _next_builder(number: int, words: Translator) -> str:
    """What one more would change, or what all three do."""
    more = builder(number, words)
    if not more:
        return words.gettext("All builders are here: buildings cost nothing.")
    return words.gettext("The next builder: {what}", what=more)


def _actions(
    now: Snapshot, position: Position, who: str, look: UiState, words: Translator
) -> Iterator[Action]:
    """All of them, with what each takes or why it may not be done."""
    why = reasons(said_by(position, who))
    for thing in ACTIONS:
        action = _action(position, who, thing, why.get(thing), words)
        if thing == WORK and not action.barred and not can_work(now, position, who, look, words):
            action = Action(thing, action.name, action.symbol, too_little(position, words), True)
        yield action


def _action(position: Position, who: str, thing: str, why: Refusal | None, words: Translator) -> Action:
    name = words.name_of("word", ACTIONS[thing])
    if why is None:
        return Action(thing, name, symbol(thing), _price(position, who, thing, words))
    return Action(thing, name, symbol(thing), short(why, position, words), True)


def _price(position: Position, who: str, thing: str, words: Translator) -> str:
    """What it takes."""
    match thing:
        case "action/work":
            return words.gettext("value {least} or more", least=position.least)
        case "build":
            return florins(price_of(position, who), words)
        case "action/recruit":
            return words.gettext("no action")
    return florins(int(PRICES["card" if thing != FREEDOM else "freedom"]), words)


def florins(number: int, words: Translator) -> str:
    """So many florins, or none."""
    return names.florins(words, number) if number else words.gettext("for nothing")


# -- buildings and freedoms


def offered_of(now: Snapshot, position: Position, words: Translator) -> Offered | None:
    """The buildings or freedoms to choose from, once that action was begun or the shared buttons point at one."""
    item = position.agenda[0] if position.agenda else None
    if not isinstance(item, Acting):
        return None
    kind, _, pointed = now.pointed_at.partition("/")
    if touch_observation(BUILD) in now.pending_input or (kind == "building" and pointed):
        why = reasons(said_by(position, item.who, BUILD))
        sites = tuple(_building(position, each, why, words) for each in BUILDINGS)
        near = words.gettext("They may touch each other.")
        if position.players[item.who].builders < MAY_TOUCH:
            near = words.gettext("They must not share an edge.")
        price = florins(price_of(position, item.who), words)
        return Offered(words.gettext("Which building?"), near, price, sites)
    if touch_observation(FREEDOM) in now.pending_input or (kind == FREEDOM and pointed):
        why = reasons(said_by(position, item.who, FREEDOM))
        sites = tuple(_freedom(position, each, why, words) for each in FREEDOMS)
        price = florins(int(PRICES["freedom"]), words)
        return Offered(words.gettext("Which freedom?"), words.gettext("One in a turn."), price, sites)
    return None


def _building(position: Position, name: str, why: Mapping[str, Refusal], words: Translator) -> Site:
    thing = f"building/{name}"
    rows = position.house.outlines[name].rows
    return _site(position, thing, name, rows, why, words)


def _freedom(position: Position, name: str, why: Mapping[str, Refusal], words: Translator) -> Site:
    return _site(position, f"freedom/{name}", name, (), why, words)


def _site(
    position: Position,
    thing: str,
    name: str,
    rows: tuple[str, ...],
    why: Mapping[str, Refusal],
    words: Translator,
) -> Site:
    refusal, number = why.get(thing), position.supply(name)
    note = short(refusal, position, words) if refusal is not None else ""
    if not note and not rows:
        note = words.gettext("{n} left", n=number)
    return Site(thing, words.name_of("face", name), thing, rows, number, note, refusal is not None)
