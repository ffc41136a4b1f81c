"""Phase 2, influence: neutral stones, mission stones, cards one after another (L-2)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import ClassVar

from companion.games.louis_xiv.rules.events import (
    NeutralPlaced,
    NeutralTurned,
    PhaseBegan,
    Shuffled,
)
from companion.games.louis_xiv.rules.gains import place_from_general
from companion.games.louis_xiv.rules.outcomes import MissionUsed
from companion.games.louis_xiv.rules.pieces import (
    COPIES,
    INFLUENCE,
    JOKER,
    PERSON_TILE,
    STONE,
    TABLE,
    TILES,
    button,
    implied,
)
from companion.games.louis_xiv.rules.state import Player, PlayersDecision, Table
from companion.games.louis_xiv.rules.turns import Play
from companion.rules.agenda import AgendaItem, Decision
from companion.rules.choice import Choice, Turn, branch_choice, end_choice, single_word_choice
from companion.rules.clauses import Refusal, declare_clause
from companion.rules.moves import MoveStep, Observation
from companion.rules.transaction import Action, Transaction

NEUTRAL_AWAITED = declare_clause("L-2.1", "neutral-awaited", "who", "awaited")
NEUTRAL_COPIES = declare_clause("L-2.1", "neutral-copies", "card", "copies")
NO_NEUTRAL = declare_clause("L-2.1", "agenda-neutral")
NOT_YOUR_STONE = declare_clause("L-2.2", "not-your-mission-stone", "who", "awaited")
NO_STONE_MISSION = declare_clause("L-2.2", "no-stone-mission", "tile")
NOT_YOUR_PLACE_STONE = declare_clause("L-2.10", "not-your-place-stone", "who", "awaited")

NEUTRAL_A_TILE = 2
NEUTRAL_PERSONS = 3
PLACE_STONE = "dark-place-stone"
STONE_MISSIONS: Mapping[str, int] = {f"light-stone-{tile}": tile for tile in (1, 2, 3, 4)} | {
    "mid-stone-5": 5,
    "mid-stone-9": 9,
}
KING_STONE = "mid-stone-king"


def influence_agenda(position: Table) -> tuple[AgendaItem, ...]:
    """All of phase 2."""
    order = position.from_start
    neutral = (Neutral(),) if len(order) == 2 else ()
    return (*neutral, *(MissionStones(who) for who in order), *cards_agenda(position, position.start))


def cards_agenda(position: Table, who: str) -> tuple[AgendaItem, ...]:
    """Phase 2 from the cards on, `who` being next."""
    return (Play(who), *(LastStone(each) for each in position.from_start), ShuffleAll())


# -- L-2.1


class Neutral(Decision, frozen=True, tag="neutral"):
    """Two players: cards are turned for the neutral one until three persons lie there."""

    def is_moot(self, position: Table) -> bool:
        return False

    def build_choice_tree(self, position: Table) -> Turn:
        cards = _neutral_cards(position, ())
        cards.pattern = "CARD ..."
        return Turn(
            {TABLE: single_word_choice(implied("neutral"), cards)},
            position.house.everybody,
            (TABLE,),
            NEUTRAL_AWAITED,
        )

    def fault_in(self, position: Table) -> Refusal | None:
        return None if position.king and len(position.players) == 2 else NO_NEUTRAL()


def _neutral_cards(position: Table, turned: tuple[str, ...]) -> Choice:
    if sum(card != JOKER for card in turned) == NEUTRAL_PERSONS:
        return end_choice(TurnNeutral(turned), "L-2.1")

    def may(card: str) -> Refusal | None:
        known = sum(player.influence.get(card, 0) for player in position.players.values())
        if known + position.played.get(card, 0) + turned.count(card) >= COPIES[card]:
            return NEUTRAL_COPIES(card, COPIES[card])
        return None

    return Choice(
        "L-2.1", INFLUENCE, _NEUTRAL.__getitem__, lambda card: _neutral_cards(position, (*turned, card)), may
    )


_NEUTRAL: Mapping[str, MoveStep] = {
    card: MoveStep(
        JOKER if card == JOKER else str(PERSON_TILE[card]),
        (Observation(f"card/{card}", "play"),),
        touch_target=f"card/{card}",
    )
    for card in INFLUENCE
}


class TurnNeutral(Action, frozen=True):
    """The cards turned for the neutral player, in order."""

    cards: tuple[str, ...]

    def perform(self, tale: Transaction) -> None:
        tale.apply_event(NeutralPlaced(tale.position.king, NEUTRAL_A_TILE))
        for card in self.cards:
            tale.apply_event(NeutralTurned(card))
            if card != JOKER:
                tale.apply_event(NeutralPlaced(PERSON_TILE[card], NEUTRAL_A_TILE))
        tale.replace_current_item()


# -- L-2.2


class MissionStones(PlayersDecision, frozen=True, tag="mission-stones"):
    """One stone for each "stone on tile n" / "on the king's tile" that is laid out."""

    def is_moot(self, position: Table) -> bool:
        player = position.players[self.who]
        return not player.missions or not player.stones or not stone_targets(position, player)

    def build_choice_tree(self, position: Table) -> Turn:
        who = self.who
        choice = _mission_stones(who, stone_targets(position, position.players[who]))
        return Turn({who: choice}, position.house.everybody, (who,), NOT_YOUR_STONE)


def stone_targets(position: Table, player: Player) -> tuple[tuple[int, str], ...]:
    """Each tile, and the laid-out mission, not used yet, that puts a stone there."""
    targets: dict[int, str] = {}
    ready = player.usable
    if position.king and ready.get(KING_STONE):
        targets[position.king] = KING_STONE
    targets |= {
        STONE_MISSIONS[kind]: kind for kind, cards in ready.items() if cards and kind in STONE_MISSIONS
    }
    return tuple(sorted(targets.items()))


@lru_cache(maxsize=1024)
def _mission_stones(who: str, targets: tuple[tuple[int, str], ...]) -> Choice:
    missions = dict(targets)

    def may(tile: int) -> Refusal | None:
        return None if tile in missions else NO_STONE_MISSION(tile)

    def place(tile: int) -> Choice:
        return end_choice(MissionStone(who, tile, missions[tile]), "L-2.2", cacheable=True)

    tiles = Choice("L-2.2", TILES, STONE[who].__getitem__, place, may, cacheable=True)
    branches = [(implied("mission-stone"), tiles), (button(who, "skip"), _skip(who, "L-2.2"))]
    return branch_choice("L-2.2", branches, cacheable=True)


class MissionStone(Action, frozen=True):
    """L-2.2: the stone of one such card."""

    who: str
    tile: int
    mission: str

    def perform(self, tale: Transaction) -> None:
        tale.apply_event(MissionUsed(self.who, self.mission))
        place_from_general(tale, self.who, self.tile)


class Skip(Action, frozen=True):
    """No, thank you: the question is over for this player."""

    who: str

    def perform(self, tale: Transaction) -> None:
        tale.replace_current_item()


def _skip(who: str, clause: str) -> Choice:
    return end_choice(Skip(who), clause, cacheable=True)


# -- L-2.10


class LastStone(PlayersDecision, frozen=True, tag="last-stone"):
    """After all cards: the owner of "place 1 stone" may place one."""

    def is_moot(self, position: Table) -> bool:
        player = position.players[self.who]
        return not player.ready(PLACE_STONE) or not player.stones

    def build_choice_tree(self, position: Table) -> Turn:
        who = self.who
        return Turn({who: _last_stone(who)}, position.house.everybody, (who,), NOT_YOUR_PLACE_STONE)


@cache
def _last_stone(who: str) -> Choice:
    def place(tile: int) -> Choice:
        return end_choice(PlaceLastStone(who, tile), "L-2.10", cacheable=True)

    tiles = Choice("L-2.10", TILES, STONE[who].__getitem__, place, cacheable=True)
    branches = [(implied("stone"), tiles), (button(who, "skip"), _skip(who, "L-2.10"))]
    return branch_choice("L-2.10", branches, cacheable=True)


class PlaceLastStone(Action, frozen=True):
    """One stone on any tile."""

    who: str
    tile: int

    def perform(self, tale: Transaction) -> None:
        tale.apply_event(MissionUsed(self.who, PLACE_STONE))
        place_from_general(tale, self.who, self.tile)
        tale.replace_current_item()


class ShuffleAll(AgendaItem, frozen=True, tag="shuffle"):
    """All 30 influence cards are one deck again; then phase 3."""

    ends_phase: ClassVar[bool] = True

    def settle(self, tale: Transaction) -> bool:
        tale.apply_event(Shuffled())
        tale.apply_event(PhaseBegan("evaluation"))
        tale.replace_current_item(*tale.position.phase_agenda("evaluation"))
        return True
