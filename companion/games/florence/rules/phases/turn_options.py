"""What the player whose turn it is may do: two actions in any order, each of which may be given up (P-B1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache, lru_cache, partial
from operator import itemgetter

from companion.games.florence.rules.edition import (
    BONUS_CARD_NAMES,
    BUILDINGS,
    FREEDOMS,
    PIECE_COUNTS,
    PRICES,
    WANTS_BY_PROFESSION,
)
from companion.games.florence.rules.grid_geometry import TileOutline
from companion.games.florence.rules.lazy_sequence import LazyItems
from companion.games.florence.rules.phases.prestige_sales import (
    refusal_for_payment,
    refused_choice,
    sale_choice,
    turn_beside_sales,
)
from companion.games.florence.rules.phases.recruiting import (
    RECRUIT_STEP,
    can_recruit,
    recruiting_choice,
    refusal_for_recruiting,
)
from companion.games.florence.rules.phases.turn_actions import (
    ACTIONS_IN_A_TURN,
    BuildAction,
    EndTurnAction,
    TakeBonusCardAction,
    TakeFreedomAction,
    TakeProfessionAction,
    actions_left,
)
from companion.games.florence.rules.phases.work_completion import worker_choice
from companion.games.florence.rules.pieces import (
    BONUS_CARD,
    PROFESSION,
    SELL_WORD,
    button_step,
    card_step,
    drawn_card_step,
    implied_step,
    sell_step,
    touch_step,
)
from companion.games.florence.rules.state import Grid, PlacedTile, PlayerState, TableState, tile_counts
from companion.games.florence.rules.tile_placement import (
    BUILDERS_TO_TOUCH,
    placement_rules_on_grid,
    square_choice,
)
from companion.rules.agenda import PlayerItem
from companion.rules.choice import Choice, Turn, end_of_move_choice
from companion.rules.clauses import Refusal, declare_clause
from companion.rules.moves import UNKNOWN, MoveStep
from companion.rules.multiset import Multiset
from companion.rules.transaction import Action, Transaction

NO_ACTION_LEFT = declare_clause("P-B1", "actions-done", "actions")
ONCE_A_TURN = declare_clause("P-B1", "once-a-turn", "action")
ONE_OF_EACH = declare_clause("P-B4", "one-of-each", "building")
NO_SUCH_BUILDING_LEFT = declare_clause("P-B4", "none-left", "building")
STACK_EMPTY = declare_clause("P-B5", "stack-empty")
CARD_KNOWN_ELSEWHERE = declare_clause("P-B5", "known-elsewhere", "card")
FREEDOM_TWICE = declare_clause("P-B5", "freedom-twice", "freedom")
NO_FREEDOM_LEFT = declare_clause("P-B5", "no-freedom-left", "freedom")
THIRD_FREEDOM_LEFT = declare_clause("P-2.2", "third-freedom-left", "freedom")
NOT_YOUR_TURN = declare_clause("P-B1", "not-your-turn", "who", "awaited")

ONCE_A_TURN_ACTIONS = ("profession", "freedom")
"""The actions that may be done once in a turn; all others may be done twice."""


def turn_choice(position: TableState, who: str) -> Choice:
    """The choice of what a player does next in their turn; they may always end it."""
    options = _TurnOptions(position, who)
    return Choice(
        "P-B1",
        _OPTION_WORDS,
        options.step,
        options.choice,
        options.refusal,
        parse_word=_OPTION_BY_WORD.get,
        always_completes=True,
    )


class _TurnOptions:
    """What a player may do in their turn: each option's choice is made once, when it is first asked for."""

    __slots__ = ("_choice_by_word", "_position", "_who")

    def __init__(self, position: TableState, who: str) -> None:
        self._position, self._who = position, who
        self._choice_by_word: dict[str, Choice] = {}

    def step(self, word: str) -> MoveStep:
        """The step of an option; the word of what can be built or taken is implied by its tile."""
        if word in _ACTIONS:
            step = _ACTIONS[word].step
            return step if not step.is_implied or self.choice(word).can_complete_move() else _TOUCH_STEP[word]
        if word == "recruit":
            return RECRUIT_STEP
        return sell_step(self._who) if word == SELL_WORD else button_step(self._who, word)

    def refusal(self, word: str) -> Refusal | None:
        """Why nothing goes on behind the option's word; what is refused further on is told there."""
        return refusal_for_recruiting(self._position, self._who) if word == "recruit" else None

    def choice(self, word: str) -> Choice:
        """The choice after the option's word."""
        made = self._choice_by_word.get(word)
        if made is None:
            made = self._choice_by_word[word] = self._make_choice(word)
        return made

    def _make_choice(self, word: str) -> Choice:
        position, who = self._position, self._who
        if word in _ACTIONS:
            refusal = refusal_for_action(position, word)
            if refusal is not None:
                return _refused_action_choice(word, refusal)
            return _ACTIONS[word].make_choice(position, who)
        if word == SELL_WORD:
            return sale_choice(who, position.players[who].points)
        return recruiting_choice(position, who) if word == "recruit" else _end_of_turn_choice(who)


def refusal_for_action(position: TableState, action: str) -> Refusal | None:
    """Why that action may not be done any more in this turn, with any card or tile; None where it may."""
    if not actions_left(position):
        return NO_ACTION_LEFT(ACTIONS_IN_A_TURN)
    return ONCE_A_TURN(action) if action in ONCE_A_TURN_ACTIONS and action in position.actions else None


@cache
def _refused_action_choice(action: str, refusal: Refusal) -> Choice:
    kind = _ACTIONS[action]
    return refused_choice("P-B1", kind.candidates, kind.step_for, refusal)


@cache
def _end_of_turn_choice(who: str) -> Choice:
    return end_of_move_choice(EndTurnAction(who), "P-B1")


# -- P-B4


def building_price(position: TableState, who: str) -> int:
    """P-B4: the price of a building in florins, which depends on the player's builders."""
    return int(PRICES["building"][position.players[who].builders])


def _building_choice(position: TableState, who: str) -> Choice:
    player, price = position.players[who], building_price(position, who)
    unpaid = refusal_for_payment(player, price)
    sold_out = _sold_out_buildings(position)
    if unpaid is not None:
        refusal_for = partial(_refusal_for_building, tile_counts(player.grid), sold_out, unpaid)
        return Choice(
            "P-B4",
            BUILDINGS,
            _building_step,
            refusal_for=refusal_for,
            parse_word=_BUILDING_BY_WORD.get,
            allowed=(),
            refusal_when_empty=unpaid,
        )
    must_not_touch = player.builders < BUILDERS_TO_TOUCH
    outlines = _building_outlines(position.config.outlines)
    return _building_choice_on_grid(who, price, player.grid, must_not_touch, sold_out, outlines)


def _refusal_for_building(
    built: Multiset, sold_out: Collection[str], unpaid: Refusal | None, building: str
) -> Refusal | None:
    if building in built:
        return ONE_OF_EACH(building)
    return NO_SUCH_BUILDING_LEFT(building) if building in sold_out else unpaid


_building_outlines: Callable[[Mapping[str, TileOutline]], tuple[TileOutline, ...]] = itemgetter(*BUILDINGS)


def _sold_out_buildings(position: TableState) -> tuple[str, ...]:
    """The buildings of which every tile lies on a grid."""
    built = Counter([tile.name for player in position.players.values() for tile in player.grid])
    some = [name for name, number in built.items() if number >= PIECE_COUNTS["building"]]
    return tuple([building for building in BUILDINGS if building in some]) if some else ()


@lru_cache(maxsize=128)
def _building_choice_on_grid(
    who: str,
    price: int,
    grid: Grid,
    must_not_touch: bool,
    sold_out: tuple[str, ...],
    outlines: tuple[TileOutline, ...],
) -> Choice:
    """The choice of the building; the places of each are looked for when it is picked or listed."""
    built, make_action = tile_counts(grid), _build_action(who, price)

    def then(building: str) -> Choice:
        rules = placement_rules_on_grid(building, outlines[_BUILDING_NUMBER[building]], grid, must_not_touch)
        return square_choice(rules, who, "P-B4", make_action)

    return Choice(
        "P-B4",
        BUILDINGS,
        _building_step,
        then,
        partial(_refusal_for_building, built, sold_out, None),
        parse_word=_BUILDING_BY_WORD.get,
        cached_parts=LazyItems(
            lambda building: Choice("P-B4", (building,), _building_step, then, cacheable=True),
            [building for building in BUILDINGS if building not in built and building not in sold_out],
        ),
    )


def _building_step(building: str) -> MoveStep:
    return card_step("building", building)


@cache
def _build_action(who: str, price: int) -> Callable[[PlacedTile], Action]:
    return partial(BuildAction, who, price)


# -- P-B5


def _profession_choice(position: TableState, who: str) -> Choice:
    refusal = _refusal_for_drawing(position.players[who], position.profession_stack_size)
    if refusal is not None:
        return _refused_drawing(PROFESSION, refusal)
    return _known_cards_refused(who, PROFESSION, position.known_professions())


def _bonus_card_choice(position: TableState, who: str) -> Choice:
    refusal = _refusal_for_drawing(position.players[who], position.bonus_stack_size)
    if refusal is not None:
        return _refused_drawing(BONUS_CARD, refusal)
    return _known_cards_refused(who, BONUS_CARD, position.known_bonus_cards())


def _refusal_for_drawing(player: PlayerState, stack: int) -> Refusal | None:
    """Why no card may be drawn: one of the top five of a stack, which is named only where a reader saw it."""
    return refusal_for_payment(player, PRICES["card"]) if stack else STACK_EMPTY()


def _refused_drawing(kind: str, refusal: Refusal) -> Choice:
    return refused_choice("P-B5", _DRAWN_CARDS[kind], partial(drawn_card_step, kind), refusal)


@lru_cache(maxsize=64)
def _known_cards_refused(who: str, kind: str, known: frozenset[str]) -> Choice:
    """The choice of a card that is known to lie nowhere else."""
    menu = _card_menu(who, kind)
    return Choice(
        "P-B5",
        menu.candidates,
        menu.step_for,
        menu.next_choice,
        lambda card: CARD_KNOWN_ELSEWHERE(card) if card in known else None,
        parse_word=_CARD_BY_WORD[kind].get,
        can_dead_end=False,
        allowed=[card for card in menu.candidates if card not in known],
        menu=menu,
    )


@cache
def _card_menu(who: str, kind: str) -> Choice:
    """The choice of any card of that kind."""
    return Choice(
        "P-B5",
        _DRAWN_CARDS[kind],
        partial(drawn_card_step, kind),
        partial(_end_with_card, who, kind),
        cacheable=True,
        can_dead_end=False,
    )


@cache
def _end_with_card(who: str, kind: str, card: str) -> Choice:
    return end_of_move_choice(_TAKE_CARD[kind](who, card), "P-B5")


_DRAWN_CARDS: Mapping[str, tuple[str, ...]] = {
    PROFESSION: (*WANTS_BY_PROFESSION, UNKNOWN),
    BONUS_CARD: (*BONUS_CARD_NAMES, UNKNOWN),
}
_CARD_BY_WORD = {kind: {card: card for card in cards} for kind, cards in _DRAWN_CARDS.items()}
_TAKE_CARD: Mapping[str, Callable[[str, str], Action]] = {
    PROFESSION: TakeProfessionAction,
    BONUS_CARD: TakeBonusCardAction,
}


def _freedom_choice(position: TableState, who: str) -> Choice:
    player = position.players[who]
    return Choice(
        "P-B5",
        FREEDOMS,
        _freedom_step,
        partial(_end_with_freedom, who),
        partial(_refusal_for_freedom, position, player),
        can_dead_end=False,
        refusal_when_empty=refusal_for_payment(player, PRICES["freedom"]),
        is_last=True,
    )


def _refusal_for_freedom(position: TableState, player: PlayerState, freedom: str) -> Refusal | None:
    if freedom in player.freedoms:
        return FREEDOM_TWICE(freedom)
    if not position.supply_of(freedom):
        has_left = not any(freedom in each.freedoms for each in position.players.values())
        return THIRD_FREEDOM_LEFT(freedom) if has_left else NO_FREEDOM_LEFT(freedom)
    return refusal_for_payment(player, PRICES["freedom"])


@cache
def _end_with_freedom(who: str, freedom: str) -> Choice:
    return end_of_move_choice(TakeFreedomAction(who, freedom), "P-B5")


def _freedom_step(freedom: str) -> MoveStep:
    return card_step("freedom", freedom)


# -- P-B1, all of them


class _ActionKind:
    """One of the five actions: the step of its word, its candidates with their steps, and its choice."""

    __slots__ = ("candidates", "make_choice", "step", "step_for")

    def __init__(
        self,
        step: MoveStep,
        candidates: Sequence[str],
        step_for: Callable[[str], MoveStep],
        make_choice: Callable[[TableState, str], Choice],
    ) -> None:
        self.step, self.candidates, self.step_for, self.make_choice = step, candidates, step_for, make_choice


_ACTIONS: Mapping[str, _ActionKind] = {
    "work": _ActionKind(
        touch_step("work", "action/work"),
        tuple(WANTS_BY_PROFESSION),
        partial(card_step, PROFESSION),
        worker_choice,
    ),
    "build": _ActionKind(implied_step("build"), BUILDINGS, _building_step, _building_choice),
    "profession": _ActionKind(
        touch_step("profession", "action/profession"),
        _DRAWN_CARDS[PROFESSION],
        partial(drawn_card_step, PROFESSION),
        _profession_choice,
    ),
    "bonus": _ActionKind(
        touch_step("bonus", "action/bonus"),
        _DRAWN_CARDS[BONUS_CARD],
        partial(drawn_card_step, BONUS_CARD),
        _bonus_card_choice,
    ),
    "freedom": _ActionKind(implied_step("freedom"), FREEDOMS, _freedom_step, _freedom_choice),
}
_TOUCH_STEP = {word: touch_step(word, kind.step.touch_target) for word, kind in _ACTIONS.items()}
_OPTION_WORDS = (*_ACTIONS, "recruit", "done", SELL_WORD)
_OPTION_BY_WORD: Mapping[str, str] = {word: word for word in _OPTION_WORDS}
_BUILDING_NUMBER: Mapping[str, int] = {name: number for number, name in enumerate(BUILDINGS)}
_BUILDING_BY_WORD: Mapping[str, str] = {name: name for name in BUILDINGS}


class ActionDecision(PlayerItem, frozen=True, tag="acting"):
    """P-B1: a player acts; the turn ends by itself after two actions, unless they could still recruit."""

    def settle(self, transaction: Transaction) -> bool:
        position: TableState = transaction.position
        over = actions_left(position) == 0 and not can_recruit(position, self.who)
        if over:
            EndTurnAction(self.who).perform(transaction)
        return over

    def build_choice_tree(self, position: TableState) -> Turn:
        return turn_beside_sales(position, self.who, turn_choice(position, self.who), NOT_YOUR_TURN)
