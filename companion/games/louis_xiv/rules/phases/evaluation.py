"""Phase 3, evaluation: intrigue cards, ties, rewards, stones returned, tiles turned (L-3)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import ClassVar, Literal

from companion.games.louis_xiv.rules.events import (
    IntriguePlayed,
    PhaseBegan,
    StonesPlaced,
    TileEvaluationBegan,
)
from companion.games.louis_xiv.rules.mission_events import MissionUsed
from companion.games.louis_xiv.rules.phases.tile_evaluation import evaluate_tile
from companion.games.louis_xiv.rules.phases.tile_ranking import players_with_most
from companion.games.louis_xiv.rules.pieces import (
    STONE_STEPS,
    TILES,
    button_step,
    implied_step,
    touch_step,
)
from companion.games.louis_xiv.rules.state import PlayerDecision, TableState
from companion.rules.agenda import AgendaItem, Decision
from companion.rules.choice import Choice, Turn, branch_choice, end_of_move_choice, single_word_choice
from companion.rules.clauses import Refusal, declare_clause
from companion.rules.moves import TABLE_ACTOR, UNKNOWN, MoveStep, Observation
from companion.rules.transaction import Action, Transaction

NO_INTRIGUE_CARD = declare_clause("L-3.2", "no-intrigue", "who", "awaited")
CARD_OF_OTHER_TILE = declare_clause("L-3.2", "other-tile", "card", "tile")
INTRIGUE_ELSEWHERE = declare_clause("L-3.2", "intrigue-elsewhere", "card")
INTRIGUE_NOT_HELD = declare_clause("L-3.2", "intrigue-not-held", "card")
GENERAL_SUPPLY_EMPTY = declare_clause("L-3.2", "general-empty")
TOO_FEW_OWN_STONES = declare_clause("L-3.2", "own-too-few", "own")
FAVOURED_NOT_TIED = declare_clause("L-3.3", "agenda-favoured", "who", "tile")
NOT_YOUR_TIE = declare_clause("L-3.3", "not-once-first", "who", "awaited")

ONCE_FIRST_MISSION = "dark-once-first"
MAX_INTRIGUE_STONES = 2  # L-3.2: from the own supply


def evaluation_agenda(position: TableState, tile: int = 1) -> tuple[AgendaItem, ...]:
    """The agenda of phase 3 from `tile` on."""
    return (*(BeginTileEvaluation(each) for each in TILES if each >= tile), EndEvaluation())


class BeginTileEvaluation(AgendaItem, frozen=True, tag="open"):
    """L-3.1: the evaluation of the next tile begins."""

    tile: int

    def settle(self, transaction: Transaction) -> bool:
        transaction.apply_event(TileEvaluationBegan(self.tile))
        intrigue = IntrigueDecision(self.tile)
        if intrigue.is_moot(transaction.position):
            transaction.replace_current_item(_tie_break_or_evaluation(transaction.position, self.tile))
        else:
            transaction.replace_current_item(intrigue, ResolveTie(self.tile))
        return True


# -- L-3.2


class IntrigueDecision(Decision, frozen=True, tag="window"):
    """L-3.2: players may play intrigue cards.

    It is open whenever a player with a stone to place holds any card, so that the wait does not tell what a
    reader saw.
    """

    tile: int

    def is_moot(self, position: TableState) -> bool:
        return not any(player.intrigue and player.placeable_stones for player in position.players.values())

    def build_choice_tree(self, position: TableState) -> Turn:
        after: dict[str, Choice] = {TABLE_ACTOR: _EVALUATE_CHOICE}
        for who in position.players_from_start:
            if position.players[who].intrigue:
                after[who] = _intrigue_choice(position, who, self.tile)
        return Turn(after, position.config.actors, (TABLE_ACTOR,), NO_INTRIGUE_CARD, always_ask=True)


class CloseIntrigueAction(Action, frozen=True):
    """The table plays no (further) intrigue card and goes on to the evaluation."""

    def perform(self, transaction: Transaction) -> None:
        transaction.replace_current_item()


_EVALUATE_CHOICE = single_word_choice(
    touch_step("evaluate"), end_of_move_choice(CloseIntrigueAction(), "L-3.2", cacheable=True)
)


def _intrigue_choice(position: TableState, who: str, tile: int) -> Choice:
    player = position.players[who]
    held = intrigue_not_in_hand_refusal(position, who, tile)
    return _intrigue_card_choice(who, tile, held, min(player.own, MAX_INTRIGUE_STONES), player.general > 0)


@lru_cache(maxsize=1024)
def _intrigue_card_choice(who: str, tile: int, held: Refusal | None, own: int, general: bool) -> Choice:
    """The choice of an intrigue card, which must be that of the tile, and then of its stones.

    `held` says why the player cannot hold that card; `own` and `general` say what stones they can place.
    """

    def may(card: int) -> Refusal | None:
        return held if card == tile else CARD_OF_OTHER_TILE(card, tile)

    stones = _intrigue_stones_choice(who, tile, own, general)
    cards = Choice("L-3.2", TILES, _INTRIGUE_STEPS.__getitem__, lambda _: stones, may, cacheable=True)
    return single_word_choice(implied_step("intrigue"), cards)


_INTRIGUE_STEPS: Mapping[int, MoveStep] = {
    tile: MoveStep(str(tile), (Observation(f"intrigue/{tile}", "play"),), touch_target=f"intrigue/{tile}")
    for tile in TILES
}


def intrigue_not_in_hand_refusal(position: TableState, who: str, card: int) -> Refusal | None:
    """L-3.2, L-M4: why the intrigue card cannot be in the player's hand; None where it can."""
    held = position.players[who].intrigue
    if held.get(str(card)):
        return None
    if not held.get(UNKNOWN):
        return INTRIGUE_NOT_HELD(card)
    if any(player.intrigue.get(str(card)) for player in position.players.values()):
        return INTRIGUE_ELSEWHERE(card)
    return None


def _intrigue_stones_choice(who: str, tile: int, own: int, general: bool) -> Choice:
    def may(stones: int) -> Refusal | None:
        return None if own >= stones else TOO_FEW_OWN_STONES(own)

    def place(stones: int) -> Choice:
        return end_of_move_choice(PlayIntrigueAction(who, tile, "own", stones), "L-3.2", cacheable=True)

    among = range(1, MAX_INTRIGUE_STONES + 1)
    owns = Choice("L-3.2", among, lambda stones: _own_step(who, tile, stones), place, may, cacheable=True)
    one = (
        end_of_move_choice(PlayIntrigueAction(who, tile, "general", 1), "L-3.2", cacheable=True)
        if general
        else GENERAL_SUPPLY_EMPTY()
    )
    return branch_choice("L-3.2", [(touch_step("general"), one), (implied_step("own"), owns)], cacheable=True)


def _own_step(who: str, tile: int, stones: int) -> MoveStep:
    return MoveStep(
        str(stones), STONE_STEPS[who][tile].observations * stones, touch_target=f"from-own/{stones}"
    )


class PlayIntrigueAction(Action, frozen=True):
    """L-3.2: a player plays an intrigue card for one stone from the general, or one or two from the own supply."""

    who: str
    tile: int
    supply: Literal["own", "general"]
    stones: int

    def perform(self, transaction: Transaction) -> None:
        transaction.apply_event(IntriguePlayed(self.who, self.tile))
        transaction.apply_event(StonesPlaced(self.who, self.tile, self.stones, self.supply))
        transaction.replace_current_item()


# -- L-3.3


class ResolveTie(AgendaItem, frozen=True, tag="tie"):
    """L-3.3: the player who may decide a tie on this tile is asked; then the tile is evaluated."""

    tile: int

    def settle(self, transaction: Transaction) -> bool:
        transaction.replace_current_item(_tie_break_or_evaluation(transaction.position, self.tile))
        return True


def _tie_break_or_evaluation(position: TableState, tile: int) -> AgendaItem:
    who = tie_breaking_player(position, tile)
    return EvaluateTile(tile) if who is None else TieBreakDecision(who, tile)


def tie_breaking_player(position: TableState, tile: int) -> str | None:
    """L-3.3: the player who is tied for most and owns "once first"; None where there is none."""
    stones = position.tiles[tile].stones
    tied = players_with_most(stones) if len(stones) > 1 else ()
    if len(tied) < 2 or position.condition(tile).kind == "stones":
        return None
    for who in position.players_from_start:
        if who in tied and position.players[who].usable_mission_count(ONCE_FIRST_MISSION):
            return who
    return None


class EvaluateTile(AgendaItem, frozen=True, tag="evaluate"):
    """The evaluation of one tile; `favoured` is the player who used "once first"."""

    tile: int
    favoured: str | None = None

    def settle(self, transaction: Transaction) -> bool:
        evaluate_tile(transaction, self.tile, self.favoured)
        return True

    def fault_in(self, position: TableState) -> Refusal | None:
        if self.favoured is not None and self.favoured not in players_with_most(
            position.tiles[self.tile].stones
        ):
            return FAVOURED_NOT_TIED(self.favoured, self.tile)
        return None


class TieBreakDecision(PlayerDecision, frozen=True, tag="once-first"):
    """L-3.3: a tie for the most may be decided by a tied player who owns "once first"."""

    tile: int

    def is_moot(self, position: TableState) -> bool:
        return tie_breaking_player(position, self.tile) != self.who

    def settle(self, transaction: Transaction) -> bool:
        if self.is_moot(transaction.position):  # a correction has undone the tie
            transaction.replace_current_item(ResolveTie(self.tile))
            return True
        return False

    def build_choice_tree(self, position: TableState) -> Turn:
        who = self.who
        choice = _once_first_choice(who, self.tile)
        return Turn({who: choice}, position.config.actors, (who,), NOT_YOUR_TIE)


@cache
def _once_first_choice(who: str, tile: int) -> Choice:
    yes = end_of_move_choice(DecideTieAction(who, tile, True), "L-3.3", cacheable=True)
    no = end_of_move_choice(DecideTieAction(who, tile, False), "L-3.3", cacheable=True)
    return single_word_choice(
        implied_step("once-first"),
        branch_choice(
            "L-3.3", [(button_step(who, "yes"), yes), (button_step(who, "no"), no)], cacheable=True
        ),
    )


class DecideTieAction(Action, frozen=True):
    """The player uses "once first", or does not."""

    who: str
    tile: int
    accepts: bool

    def perform(self, transaction: Transaction) -> None:
        if self.accepts:
            transaction.apply_event(MissionUsed(self.who, ONCE_FIRST_MISSION))
        transaction.replace_current_item(EvaluateTile(self.tile, self.who if self.accepts else None))


class EndEvaluation(AgendaItem, frozen=True, tag="evaluation-ends"):
    """Phase 4 follows tile 12."""

    ends_phase: ClassVar[bool] = True

    def settle(self, transaction: Transaction) -> bool:
        transaction.apply_event(PhaseBegan("missions"))
        transaction.replace_current_item(*transaction.position.phase_agenda("missions"))
        return True
