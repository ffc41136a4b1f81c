"""The prompts of Louis XIV: each decision of the game as a request."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.louis_xiv.rules.phases.chip_swaps import swap_choice
from companion.games.louis_xiv.rules.phases.evaluation import IntrigueDecision, TieBreakDecision
from companion.games.louis_xiv.rules.phases.final_scoring import ShowArmsDecision
from companion.games.louis_xiv.rules.phases.influence import (
    LastStoneDecision,
    MissionStonesDecision,
    NeutralCardsDecision,
)
from companion.games.louis_xiv.rules.phases.mission_drawing import DrawMissionDecision
from companion.games.louis_xiv.rules.phases.mission_fulfilment import fulfilment_choice
from companion.games.louis_xiv.rules.phases.mission_renewal import RenewMissionsDecision
from companion.games.louis_xiv.rules.phases.missions import KeepChipDecision, MissionsDecision
from companion.games.louis_xiv.rules.phases.rewards import (
    MAINTENON_STONES_TILE,
    CondeStoneDecision,
    MaintenonStonesDecision,
)
from companion.games.louis_xiv.rules.phases.supply import (
    MoneyCardDecision,
    PlusTwoMissionDecision,
    StoneForCardDecision,
)
from companion.games.louis_xiv.rules.phases.tile_items import BuyRewardDecision
from companion.games.louis_xiv.rules.phases.turns import PlayDecision
from companion.games.louis_xiv.rules.state import TableState
from companion.games.louis_xiv.voice import names
from companion.rules.agenda import AgendaItem
from companion.rules.choice import Choice
from companion.voice.agenda_prompts import AgendaPrompts
from companion.voice.language import mark_message
from companion.voice.sentence_templates import SentenceTemplate, full_sentence_template, value_from_fields
from companion.voice.translator import Translator


def put_back_question(translator: Translator) -> str:
    """L-4.5: which of the mission cards of one stack is returned."""
    return translator.gettext("Which mission goes back?")


PLACE_STONE_PROMPT = full_sentence_template(mark_message("place 1 stone on any person?"))
PROMPTS: Mapping[type[AgendaItem], SentenceTemplate] = {
    MoneyCardDecision: full_sentence_template(mark_message("turn over the money card")),
    PlusTwoMissionDecision: full_sentence_template(mark_message("take 2 louis, 2 stones, or 1 of each")),
    MissionStonesDecision: full_sentence_template(mark_message("place 1 mission stone?")),
    StoneForCardDecision: full_sentence_template(mark_message("give 1 stone for an influence card?")),
    NeutralCardsDecision: full_sentence_template(
        mark_message("turn over influence cards for the neutral stones, up to three persons")
    ),
    PlayDecision: full_sentence_template(mark_message("play an influence card")),
    LastStoneDecision: PLACE_STONE_PROMPT,
    CondeStoneDecision: PLACE_STONE_PROMPT,
    IntrigueDecision: full_sentence_template(
        mark_message("does anyone play the intrigue card {tile}?"), tile=names.person_name
    ),
    TieBreakDecision: full_sentence_template(
        mark_message("decide the tie at {tile} with “Once first”?"), tile=names.person_name
    ),
    MaintenonStonesDecision: full_sentence_template(
        mark_message("place up to 2 stones on {tile}?"),
        tile=value_from_fields(
            formatter=lambda translator: names.person_name(translator, MAINTENON_STONES_TILE)
        ),
    ),
    DrawMissionDecision: full_sentence_template(mark_message("draw a mission card")),
    KeepChipDecision: full_sentence_template(mark_message("which chip do you keep?")),
    RenewMissionsDecision: full_sentence_template(mark_message("exchange mission cards?")),
    ShowArmsDecision: full_sentence_template(
        mark_message("show the arms: {who}"),
        who=value_from_fields("left", formatter=Translator.joined_player_names),
    ),
}
"""Decision -> its request, for decisions that have only one."""

turn_prompt = AgendaPrompts(PROMPTS)


@turn_prompt.register
def _(item: BuyRewardDecision, position: TableState, translator: Translator) -> str:
    louis = names.louis_text(translator, item.price(position))
    return translator.gettext(
        "buy {things} for {louis}?",
        things=names.reward_text(translator, item.tile),
        louis=louis,
    )


@turn_prompt.register
def _(item: MissionsDecision, position: TableState, translator: Translator) -> str:
    fulfil, swap = fulfilment_choice(position, item.who), swap_choice(position, item.who)
    can_fulfil = isinstance(fulfil, Choice) and any(True for _ in fulfil.allowed_candidates())
    return missions_request(translator, can_fulfil, isinstance(swap, Choice))


def missions_request(translator: Translator, can_fulfil: bool, can_swap: bool) -> str:
    """The request of L-4.1, which asks for nothing that cannot be done."""
    if can_fulfil:
        return translator.gettext("fulfil a mission, or say done")
    if can_swap:
        return translator.gettext("no mission can be fulfilled: exchange a chip, or say done")
    return translator.gettext("no mission can be fulfilled: say done")
