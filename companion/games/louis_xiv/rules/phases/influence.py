"""Phase 2, influence: neutral stones, stones of missions, influence cards in turn (L-2)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import ClassVar

from companion.games.louis_xiv.rules.events import (
    InfluenceDeckShuffled,
    NeutralCardTurned,
    NeutralStonesPlaced,
    PhaseBegan,
)
from companion.games.louis_xiv.rules.gains import place_stone_from_supply
from companion.games.louis_xiv.rules.mission_events import MissionUsed
from companion.games.louis_xiv.rules.phases.turns import PlayDecision
from companion.games.louis_xiv.rules.pieces import (
    CARD_COPIES,
    INFLUENCE_CARDS,
    JOKER,
    STONE_STEPS,
    TILE_OF_PERSON,
    TILES,
    button_step,
    implied_step,
)
from companion.games.louis_xiv.rules.state import PlayerDecision, PlayerState, TableState
from companion.rules.agenda import AgendaItem, Decision
from companion.rules.choice import Choice, Turn, branch_choice, end_of_move_choice, single_word_choice
from companion.rules.clauses import Refusal, declare_clause
from companion.rules.moves import TABLE_ACTOR, MoveStep, Observation
from companion.rules.transaction import Action, Transaction

NEUTRAL_AWAITED = declare_clause("L-2.1", "neutral-awaited", "who", "awaited")
NEUTRAL_COPIES = declare_clause("L-2.1", "neutral-copies", "card", "copies")
NO_NEUTRAL_PLAYER = declare_clause("L-2.1", "agenda-neutral")
NOT_YOUR_MISSION_STONE = declare_clause("L-2.2", "not-your-mission-stone", "who", "awaited")
NO_STONE_MISSION = declare_clause("L-2.2", "no-stone-mission", "tile")
NOT_YOUR_PLACE_STONE = declare_clause("L-2.10", "not-your-place-stone", "who", "awaited")

NEUTRAL_STONES_PER_TILE = 2
NEUTRAL_PERSON_COUNT = 3
PLACE_STONE_MISSION = "dark-place-stone"
TILE_OF_STONE_MISSION: Mapping[str, int] = {f"light-stone-{tile}": tile for tile in (1, 2, 3, 4)} | {
    "mid-stone-5": 5,
    "mid-stone-9": 9,
}
KING_STONE_MISSION = "mid-stone-king"


def influence_agenda(position: TableState) -> tuple[AgendaItem, ...]:
    """The agenda of phase 2."""
    order = position.players_from_start
    neutral = (NeutralCardsDecision(),) if len(order) == 2 else ()
    return (
        *neutral,
        *(MissionStonesDecision(who) for who in order),
        *card_play_agenda(position, position.start),
    )


def card_play_agenda(position: TableState, who: str) -> tuple[AgendaItem, ...]:
    """The agenda of phase 2 from the influence cards on, with `who` to play next."""
    return (
        PlayDecision(who),
        *(LastStoneDecision(each) for each in position.players_from_start),
        ShuffleInfluenceDeck(),
    )


# -- L-2.1


class NeutralCardsDecision(Decision, frozen=True, tag="neutral"):
    """L-2.1: with two players, cards are turned for the neutral player until stones lie on three tiles."""

    def is_moot(self, position: TableState) -> bool:
        return False

    def build_choice_tree(self, position: TableState) -> Turn:
        cards = _neutral_cards_choice(position, ())
        cards.pattern = "CARD ..."
        return Turn(
            {TABLE_ACTOR: single_word_choice(implied_step("neutral"), cards)},
            position.config.actors,
            (TABLE_ACTOR,),
            NEUTRAL_AWAITED,
        )

    def fault_in(self, position: TableState) -> Refusal | None:
        return None if position.king and len(position.players) == 2 else NO_NEUTRAL_PLAYER()


def _neutral_cards_choice(position: TableState, turned: tuple[str, ...]) -> Choice:
    if sum(card != JOKER for card in turned) == NEUTRAL_PERSON_COUNT:
        return end_of_move_choice(TurnNeutralCardsAction(turned), "L-2.1")

    def may(card: str) -> Refusal | None:
        known = sum(player.influence.get(card, 0) for player in position.players.values())
        if known + position.played.get(card, 0) + turned.count(card) >= CARD_COPIES[card]:
            return NEUTRAL_COPIES(card, CARD_COPIES[card])
        return None

    return Choice(
        "L-2.1",
        INFLUENCE_CARDS,
        _NEUTRAL_STEPS.__getitem__,
        lambda card: _neutral_cards_choice(position, (*turned, card)),
        may,
        observation_prefixes=("card/",),
    )


_NEUTRAL_STEPS: Mapping[str, MoveStep] = {
    card: MoveStep(
        JOKER if card == JOKER else str(TILE_OF_PERSON[card]),
        (Observation(f"card/{card}", "play"),),
        touch_target=f"card/{card}",
    )
    for card in INFLUENCE_CARDS
}


class TurnNeutralCardsAction(Action, frozen=True):
    """The cards turned for the neutral player, in their order."""

    cards: tuple[str, ...]

    def perform(self, transaction: Transaction) -> None:
        transaction.apply_event(NeutralStonesPlaced(transaction.position.king, NEUTRAL_STONES_PER_TILE))
        for card in self.cards:
            transaction.apply_event(NeutralCardTurned(card))
            if card != JOKER:
                transaction.apply_event(NeutralStonesPlaced(TILE_OF_PERSON[card], NEUTRAL_STONES_PER_TILE))
        transaction.replace_current_item()


# -- L-2.2


class MissionStonesDecision(PlayerDecision, frozen=True, tag="mission-stones"):
    """L-2.2: a player may place one stone for each laid-out "stone on tile n" or "on the king's tile"."""

    def is_moot(self, position: TableState) -> bool:
        player = position.players[self.who]
        return (
            not player.missions
            or not player.placeable_stones
            or not mission_stone_tiles_and_missions(position, player)
        )

    def build_choice_tree(self, position: TableState) -> Turn:
        who = self.who
        choice = _mission_stones_choice(
            who, mission_stone_tiles_and_missions(position, position.players[who])
        )
        return Turn({who: choice}, position.config.actors, (who,), NOT_YOUR_MISSION_STONE)


def mission_stone_tiles_and_missions(
    position: TableState, player: PlayerState
) -> tuple[tuple[int, str], ...]:
    """L-2.2: each tile a stone may go to, with the laid-out and unused mission that allows it."""
    targets: dict[int, str] = {}
    ready = player.usable_mission_count_by_type
    if position.king and ready.get(KING_STONE_MISSION):
        targets[position.king] = KING_STONE_MISSION
    targets |= {
        TILE_OF_STONE_MISSION[kind]: kind
        for kind, cards in ready.items()
        if cards and kind in TILE_OF_STONE_MISSION
    }
    return tuple(sorted(targets.items()))


@lru_cache(maxsize=1024)
def _mission_stones_choice(who: str, targets: tuple[tuple[int, str], ...]) -> Choice:
    missions = dict(targets)

    def may(tile: int) -> Refusal | None:
        return None if tile in missions else NO_STONE_MISSION(tile)

    def place(tile: int) -> Choice:
        return end_of_move_choice(PlaceMissionStoneAction(who, tile, missions[tile]), "L-2.2", cacheable=True)

    tiles = Choice("L-2.2", TILES, STONE_STEPS[who].__getitem__, place, may, cacheable=True)
    branches = [
        (implied_step("mission-stone"), tiles),
        (button_step(who, "skip"), _skip_choice(who, "L-2.2")),
    ]
    return branch_choice("L-2.2", branches, cacheable=True)


class PlaceMissionStoneAction(Action, frozen=True):
    """L-2.2: a player places the stone of one such mission."""

    who: str
    tile: int
    mission: str

    def perform(self, transaction: Transaction) -> None:
        transaction.apply_event(MissionUsed(self.who, self.mission))
        place_stone_from_supply(transaction, self.who, self.tile)


class SkipAction(Action, frozen=True):
    """A player declines what is offered."""

    who: str

    def perform(self, transaction: Transaction) -> None:
        transaction.replace_current_item()


def _skip_choice(who: str, clause: str) -> Choice:
    return end_of_move_choice(SkipAction(who), clause, cacheable=True)


# -- L-2.10


class LastStoneDecision(PlayerDecision, frozen=True, tag="last-stone"):
    """L-2.10: after all cards, the owner of "place 1 stone" may place one."""

    def is_moot(self, position: TableState) -> bool:
        player = position.players[self.who]
        return not player.usable_mission_count(PLACE_STONE_MISSION) or not player.placeable_stones

    def build_choice_tree(self, position: TableState) -> Turn:
        who = self.who
        return Turn({who: _last_stone_choice(who)}, position.config.actors, (who,), NOT_YOUR_PLACE_STONE)


@cache
def _last_stone_choice(who: str) -> Choice:
    def place(tile: int) -> Choice:
        return end_of_move_choice(PlaceLastStoneAction(who, tile), "L-2.10", cacheable=True)

    tiles = Choice("L-2.10", TILES, STONE_STEPS[who].__getitem__, place, cacheable=True)
    branches = [(implied_step("stone"), tiles), (button_step(who, "skip"), _skip_choice(who, "L-2.10"))]
    return branch_choice("L-2.10", branches, cacheable=True)


class PlaceLastStoneAction(Action, frozen=True):
    """L-2.10: a player places one stone on any tile."""

    who: str
    tile: int

    def perform(self, transaction: Transaction) -> None:
        transaction.apply_event(MissionUsed(self.who, PLACE_STONE_MISSION))
        place_stone_from_supply(transaction, self.who, self.tile)
        transaction.replace_current_item()


class ShuffleInfluenceDeck(AgendaItem, frozen=True, tag="shuffle"):
    """L-2.10: all 30 influence cards become one deck again; phase 3 follows."""

    ends_phase: ClassVar[bool] = True

    def settle(self, transaction: Transaction) -> bool:
        transaction.apply_event(InfluenceDeckShuffled())
        transaction.apply_event(PhaseBegan("evaluation"))
        transaction.replace_current_item(*transaction.position.phase_agenda("evaluation"))
        return True
