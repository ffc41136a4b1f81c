"""The presenter of cards to name: of a stack, on other tables, and prestige cards at the end."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from companion.games.florence.rules.edition import PRICES, WANTS_BY_PROFESSION
from companion.games.florence.rules.phases.final_scoring import ShowPrestigeCardsDecision
from companion.games.florence.rules.phases.turn_options import ActionDecision
from companion.games.florence.rules.phases.won_objects import KeepPrestigeCardDecision, RecruitingDecision
from companion.games.florence.rules.pieces import (
    BONUS_CARD,
    PRESTIGE_CARD,
    PROFESSION,
    RECRUIT_ACTION,
    RECRUITING_CARD,
)
from companion.games.florence.rules.prestige_cards import PRESTIGE_CARDS
from companion.games.florence.rules.state import TableState as Position
from companion.games.florence.rules.work_value import BONUS_CARDS
from companion.games.florence.screen.short_refusals import choice_after_words
from companion.games.florence.screen.view_models import CardChoiceModel, CardOptionModel
from companion.games.florence.screen.word_symbols import symbol_of_word
from companion.rules.moves import FINGER, Observation, touch_observation
from companion.screen.context import UiState
from companion.table.snapshot import Snapshot
from companion.voice.translator import Translator

MAX_CARD_SYMBOLS = 3
ACTION_PREFIX = "action/"


def card_symbols(kind: str, name: str) -> tuple[str, ...]:
    """The symbols of what a card is about."""
    match kind:
        case "profession":
            wants = WANTS_BY_PROFESSION[name]
            return (
                symbol_of_word(wants.building),
                symbol_of_word(wants.landscape),
                symbol_of_word(wants.freedom),
            )
        case "bonus":
            counted = BONUS_CARDS[name]
            return tuple(map(symbol_of_word, (*counted.each, *counted.once)))[:MAX_CARD_SYMBOLS]
    wanted = PRESTIGE_CARDS[name]
    most = wanted.most or wanted.fewest
    return tuple(map(symbol_of_word, (most,) if most else wanted.needs))[:MAX_CARD_SYMBOLS]


def card_option_model(
    piece: str, translator: Translator, *, owner: str = "", open_: bool = True, does: bool = False
) -> CardOptionModel:
    """The model of a card given by its word."""
    kind, _, name = piece.partition("/")
    effect = translator.name_of("does", name) if does and kind != PROFESSION else ""
    return CardOptionModel(
        piece, translator.name_of("face", name), card_symbols(kind, name), effect, owner, open_
    )


def card_choice_model(
    snapshot: Snapshot, position: Position, ui_state: UiState, translator: Translator
) -> CardChoiceModel | None:
    """The cards of which one is to be named now, or what to do where only a reader can tell it.

    None where no card is asked for.
    """
    match position.agenda[:1]:
        case (KeepPrestigeCardDecision(who=who),):
            return _stack_choice_model(snapshot, position, who, PRESTIGE_CARD, ui_state, translator)
        case (ActionDecision(who=who),):
            for kind in (PROFESSION, BONUS_CARD):
                if touch_observation(ACTION_PREFIX + kind) in snapshot.pending_input:
                    return _stack_choice_model(snapshot, position, who, kind, ui_state, translator)
            if _is_recruiting(snapshot.pending_input):
                return _recruit_choice_model(snapshot, position, who, translator)
        case (RecruitingDecision(who=who),):
            return _recruit_choice_model(snapshot, position, who, translator)
        case (ShowPrestigeCardsDecision(),):
            return _prestige_choice_model(snapshot, position, translator)
    return None


def _is_recruiting(pending_input: Iterable[Observation]) -> bool:
    return any(
        observation == touch_observation(RECRUIT_ACTION) or observation.piece == RECRUITING_CARD
        for observation in pending_input
    )


def _stack_choice_model(
    snapshot: Snapshot, position: Position, who: str, kind: str, ui_state: UiState, translator: Translator
) -> CardChoiceModel:
    """The top cards of a stack, by name only for the player who looks at them at a virtual table."""
    stack = {
        PROFESSION: position.profession_stack_size,
        BONUS_CARD: position.bonus_stack_size,
        PRESTIGE_CARD: position.supply_of("prestige"),
    }
    number = min(int(PRICES["stack"]), stack[kind])
    if ui_state.is_virtual and ui_state.hand_owner == who:
        cards = cards_looked_at(position, who, kind, ui_state)
        return CardChoiceModel(tuple(card_option_model(piece, translator, does=True) for piece in cards))
    if ui_state.is_virtual:
        return CardChoiceModel((), translator.gettext("Take the screen, and look at your cards."), kind)
    sentence = translator.ngettext(
        "Look at the top card and take it.",
        "Look at the top {n} cards and keep one. The others go under the stack, in any order.",
        number,
    )
    return CardChoiceModel((), sentence, kind)


def cards_looked_at(position: Position, who: str, kind: str, ui_state: UiState) -> tuple[str, ...]:
    """The cards that the player looks at, which are behind those of their hand."""
    player = position.players[who]
    held = {PROFESSION: player.hand, BONUS_CARD: player.bonus, PRESTIGE_CARD: player.prestige}[kind]
    return tuple(piece for piece in ui_state.hand_pieces if piece.startswith(f"{kind}/"))[
        sum(held.values()) :
    ]


def _recruit_choice_model(
    snapshot: Snapshot, position: Position, who: str, translator: Translator
) -> CardChoiceModel:
    """The professions on other tables; one touch recruits, even where recruiting was not begun."""
    recruit_touch = "" if _is_recruiting(snapshot.pending_input) else f"{RECRUIT_ACTION} "
    may = choice_after_words(position, who, "recruit")
    open_ = {step.touch_target for _, step, _ in may.open_branches()} if may is not None else set()
    faces = [
        card_option_model(
            f"{PROFESSION}/{name}", translator, owner=other, open_=f"{PROFESSION}/{name}" in open_
        )
        for other, player in position.players.items()
        for name in player.table
        if name != RECRUITING_CARD and other != who
    ]
    return CardChoiceModel(
        tuple(replace(each, touch_target=f"{recruit_touch}{each.touch_target}") for each in faces)
    )


def _prestige_choice_model(snapshot: Snapshot, position: Position, translator: Translator) -> CardChoiceModel:
    """All prestige cards, in any order, once the player is known; before that what to do."""
    if not snapshot.pending_input:
        return CardChoiceModel((), translator.gettext("Touch whose cards are shown."), PRESTIGE_CARD)
    noticed = {
        observation.zone if observation.piece == FINGER else observation.piece
        for observation in snapshot.pending_input
    }
    gone = {f"{PRESTIGE_CARD}/{name}" for name in position.known_prestige_cards()} | noticed
    cards = (f"{PRESTIGE_CARD}/{name}" for name in PRESTIGE_CARDS)
    return CardChoiceModel(
        tuple(card_option_model(piece, translator, open_=piece not in gone) for piece in cards)
    )
