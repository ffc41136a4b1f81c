"""The presenter of a player's turn: their actions, and the buildings or freedoms they may take."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.games.florence.rules.edition import BUILDINGS, FREEDOMS, PRICES
from companion.games.florence.rules.phases.turn_actions import actions_left
from companion.games.florence.rules.phases.turn_options import ActionDecision, building_price
from companion.games.florence.rules.pieces import BONUS_CARD, PROFESSION, RECRUIT_ACTION, WORK_ACTION
from companion.games.florence.rules.state import TableState as Position
from companion.games.florence.rules.tile_placement import BUILDERS_TO_TOUCH
from companion.games.florence.screen.auction.auction_presenter import next_builder_text
from companion.games.florence.screen.selling.prestige_sale_presenter import purse_target
from companion.games.florence.screen.short_refusals import (
    choice_after_words,
    no_work_reaches_text,
    refusal_by_target,
    short_refusal,
)
from companion.games.florence.screen.table_models import placed_tile_models
from companion.games.florence.screen.view_models import (
    ActionModel,
    ActionsModel,
    PurchaseModel,
    PurchaseOptionModel,
)
from companion.games.florence.screen.word_symbols import symbol_of_target
from companion.games.florence.screen.works.work_presenter import can_work
from companion.games.florence.voice import names
from companion.rules.clauses import Refusal
from companion.rules.moves import touch_observation
from companion.screen.context import UiState
from companion.screen.presenters.table_presenter import find_seat
from companion.table.snapshot import Snapshot
from companion.voice.translator import Translator

BUILD_TARGET, FREEDOM_TARGET = "build", "freedom"
WORD_BY_ACTION_TARGET = {
    WORK_ACTION: "work",
    BUILD_TARGET: "build",
    f"action/{PROFESSION}": PROFESSION,
    f"action/{BONUS_CARD}": BONUS_CARD,
    FREEDOM_TARGET: FREEDOM_TARGET,
    RECRUIT_ACTION: "recruit",
}
"""Touch target -> the word of the action."""


def actions_model(
    snapshot: Snapshot, position: Position, ui_state: UiState, translator: Translator
) -> ActionsModel | None:
    """The current turn before an action was begun; None while something else is going on."""
    item = position.agenda[0] if position.agenda else None
    if not isinstance(item, ActionDecision):
        return None
    who, left_ = item.who, actions_left(position)
    sits = find_seat(snapshot, who)
    if sits is None:
        return None
    here = not ui_state.is_virtual or who in ui_state.human_colours
    builders = position.players[who].builders
    return ActionsModel(
        sits,
        tuple(_action_models(snapshot, position, who, ui_state, translator)),
        left_,
        int(PRICES["actions"]),
        translator.ngettext("{n} action left", "{n} actions left", left_),
        placed_tile_models(position, who, translator),
        builders,
        _next_builder_sentence(builders, translator),
        translator.gettext("End the turn") if here else "",
        purse_target(who) if here and position.players[who].points else "",
        translator.name_of("word", "sell"),
    )


def _next_builder_sentence(number: int, translator: Translator) -> str:
    """What one more builder would change, or what all three do."""
    more = next_builder_text(number, translator)
    if not more:
        return translator.gettext("All builders are here: buildings cost nothing.")
    return translator.gettext("The next builder: {what}", what=more)


def _action_models(
    snapshot: Snapshot, position: Position, who: str, ui_state: UiState, translator: Translator
) -> Iterator[ActionModel]:
    """All actions, each with its price or why it may not be done."""
    why = refusal_by_target(choice_after_words(position, who))
    for thing in WORD_BY_ACTION_TARGET:
        action = _action_model(position, who, thing, why.get(thing), translator)
        if (
            thing == WORK_ACTION
            and not action.is_barred
            and not can_work(snapshot, position, who, ui_state, translator)
        ):
            action = ActionModel(
                thing, action.name, action.symbol, no_work_reaches_text(position, translator), True
            )
        yield action


def _action_model(
    position: Position, who: str, touch_target: str, why: Refusal | None, translator: Translator
) -> ActionModel:
    name = translator.name_of("word", WORD_BY_ACTION_TARGET[touch_target])
    if why is None:
        return ActionModel(
            touch_target,
            name,
            symbol_of_target(touch_target),
            _action_price_text(position, who, touch_target, translator),
        )
    return ActionModel(
        touch_target, name, symbol_of_target(touch_target), short_refusal(why, position, translator), True
    )


def _action_price_text(position: Position, who: str, touch_target: str, translator: Translator) -> str:
    """The price of an action."""
    match touch_target:
        case "action/work":
            return translator.gettext("value {least} or more", least=position.least_work_value)
        case "build":
            return price_text(building_price(position, who), translator)
        case "action/recruit":
            return translator.gettext("no action")
    return price_text(int(PRICES["card" if touch_target != FREEDOM_TARGET else "freedom"]), translator)


def price_text(number: int, translator: Translator) -> str:
    """The text of a price, or of none."""
    return names.florins_text(translator, number) if number else translator.gettext("for nothing")


# -- buildings and freedoms


def purchase_model(snapshot: Snapshot, position: Position, translator: Translator) -> PurchaseModel | None:
    """The options to choose from, once that action was begun or the shared buttons point at one.

    None before that.
    """
    item = position.agenda[0] if position.agenda else None
    if not isinstance(item, ActionDecision):
        return None
    kind, _, pointed = snapshot.pointed_at.partition("/")
    if touch_observation(BUILD_TARGET) in snapshot.pending_input or (kind == "building" and pointed):
        why = refusal_by_target(choice_after_words(position, item.who, BUILD_TARGET))
        sites = tuple(_building_option_model(position, each, why, translator) for each in BUILDINGS)
        near = translator.gettext("They may touch each other.")
        if position.players[item.who].builders < BUILDERS_TO_TOUCH:
            near = translator.gettext("They must not share an edge.")
        price = price_text(building_price(position, item.who), translator)
        return PurchaseModel(translator.gettext("Which building?"), near, price, sites)
    if touch_observation(FREEDOM_TARGET) in snapshot.pending_input or (kind == FREEDOM_TARGET and pointed):
        why = refusal_by_target(choice_after_words(position, item.who, FREEDOM_TARGET))
        sites = tuple(_freedom_option_model(position, each, why, translator) for each in FREEDOMS)
        price = price_text(int(PRICES["freedom"]), translator)
        return PurchaseModel(
            translator.gettext("Which freedom?"), translator.gettext("One in a turn."), price, sites
        )
    return None


def _building_option_model(
    position: Position, name: str, why: Mapping[str, Refusal], translator: Translator
) -> PurchaseOptionModel:
    thing = f"building/{name}"
    rows = position.config.outlines[name].rows
    return _purchase_option_model(position, thing, name, rows, why, translator)


def _freedom_option_model(
    position: Position, name: str, why: Mapping[str, Refusal], translator: Translator
) -> PurchaseOptionModel:
    return _purchase_option_model(position, f"freedom/{name}", name, (), why, translator)


def _purchase_option_model(
    position: Position,
    touch_target: str,
    name: str,
    rows: tuple[str, ...],
    why: Mapping[str, Refusal],
    translator: Translator,
) -> PurchaseOptionModel:
    refusal, number = why.get(touch_target), position.supply_of(name)
    note = short_refusal(refusal, position, translator) if refusal is not None else ""
    if not note and not rows:
        note = translator.gettext("{n} left", n=number)
    return PurchaseOptionModel(
        touch_target, translator.name_of("face", name), touch_target, rows, number, note, refusal is not None
    )
