"""The ground truth of Louis XIV: shuffled decks, hands by name, coats of arms by kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import cast

from msgspec.structs import replace

from companion.games import game_rules
from companion.games.louis_xiv.rules.edition import MATERIAL
from companion.games.louis_xiv.rules.events import (
    ArmsGained,
    InfluenceCardPlayed,
    InfluenceDeckShuffled,
    InfluenceDrawn,
    IntrigueDrawn,
    IntriguePlayed,
    LastCardReturned,
    MoneyCardTurned,
    NeutralCardTurned,
)
from companion.games.louis_xiv.rules.mission_events import (
    LeftoversExchanged,
    MissionDrawn,
    MissionFulfilled,
    MissionReturned,
)
from companion.games.louis_xiv.rules.phases.evaluation import IntrigueDecision
from companion.games.louis_xiv.rules.phases.final_scoring import ShowArmsDecision
from companion.games.louis_xiv.rules.phases.influence import NEUTRAL_PERSON_COUNT, NeutralCardsDecision
from companion.games.louis_xiv.rules.pieces import (
    ARMS_KINDS,
    JOKER,
    STACKS,
    SUBSTITUTE_ARMS,
    TILE_OF_PERSON,
)
from companion.games.louis_xiv.rules.state import TableState
from companion.rules.game import GameSetup
from companion.rules.moves import TABLE_ACTOR, Move, Observation
from companion.rules.position import Position
from companion.rules.transaction import Event
from companion.simulator.ground_truth import PlaceContents, PlayerKnowledge, shuffled_copy

ARMS_PIECES = tuple(kind for kind in ARMS_KINDS for _ in range(MATERIAL["arms-kind"]))
SECRET_KINDS = frozenset({"mission"})


def piece_names_in_box(setup: GameSetup, kind: str) -> tuple[str, ...]:
    """The names of all pieces of a kind, equal ones as often as there are."""
    words = (word.partition("/") for word in game_rules("louis-xiv").taggable_pieces(setup))
    return tuple(name for found, _, name in words if found == kind)


class LouisXIVGroundTruth:
    """A table on which everything is known; decks are lists with their top at the end.

    `position` has what lies open, with every hand face down; the names of what is hidden are in the other
    fields.
    """

    def __init__(self, setup: GameSetup, chance: Random) -> None:
        self._chance = chance
        self._chosen: dict[str, list[str]] = {}
        """Missions that a player puts back with the next move, in their order."""
        self._pieces_to_choose_from: dict[str, tuple[str, ...]] = {}
        """Of these chance has put one back for the player."""
        self.position = cast(
            TableState, game_rules("louis-xiv").initial_position(setup).settled_with_events()[0]
        )
        self._box = {
            kind: piece_names_in_box(setup, kind) for kind in ("card", "intrigue", "money", "mission")
        }
        seats = self.position.config.seats
        self.money_deck = shuffled_copy(self._box["money"], chance)
        self.influence_deck = shuffled_copy(self._box["card"], chance)
        self.intrigue_deck = shuffled_copy(self._box["intrigue"], chance)
        self.arms_pile = shuffled_copy(ARMS_PIECES, chance)
        missions = shuffled_copy(self._box["mission"], chance)
        self.mission_stacks = {
            stack: [name for name in missions if name.startswith(stack)] for stack in STACKS
        }
        self.influence_hands: dict[str, list[str]] = {who: [] for who in seats}
        self.intrigue_hands: dict[str, list[str]] = {who: [] for who in seats}
        self.arms_by_player: dict[str, Counter[str]] = {who: Counter() for who in seats}
        self.mission_hands: dict[str, list[str]] = {
            who: [self.mission_stacks["light"].pop(), self.mission_stacks["mid"].pop()]
            for who in self.position.players_from_start
        }

    # -- moves

    def play(self, move: Move, reported_move: Move | None = None) -> None:
        """Play the move and all that follows from it.

        Nothing is laid face down, so that `reported_move` would tell the same and is not used. Raises
        MoveRefused where the rules refuse the move, and LookupError for a mission the player does not hold;
        then nothing has happened.
        """
        who, *words = move.words
        if words[:1] == ["fulfil"] and words[1:] and words[1] not in self.mission_hands[who]:
            raise LookupError(f"{move}: {who} holds {' '.join(self.mission_hands[who])}")
        if who in self.influence_hands:
            self.knowledge_of(who, self.position).position.action_for(move)
        self.position, events = self.position.play(move)
        self._pieces_to_choose_from.clear()
        for event in events:
            self._move_cards(event)
            self._move_missions(event)
            self._move_arms(event)
        self._chosen.clear()

    def pieces_to_choose_from(self, who: str) -> tuple[str, ...]:
        """L-4.5: the mission cards of one stack, of which chance has put one back in the last move."""
        return self._pieces_to_choose_from.get(who, ())

    def put_back(self, who: str, pieces: Sequence[str]) -> None:
        """L-4.5: the mission cards that the player puts back with the next move, in that order."""
        self._chosen[who] = [piece.partition("/")[2] for piece in pieces]

    def _move_cards(self, event: Event) -> None:
        """Move money, influence and intrigue cards as the event says."""
        match event:
            case InfluenceCardPlayed(who=who, card=card):
                self.influence_hands[who].remove(card)
            case InfluenceDrawn(who=who, cards=cards):
                self.influence_hands[who] += [self.influence_deck.pop() for _ in range(cards)]
            case LastCardReturned(who=who):
                self.influence_deck[:0] = self.influence_hands[who]
                self.influence_hands[who] = []
            case MoneyCardTurned():
                self.money_deck.pop()
            case NeutralCardTurned():
                self.influence_deck.pop()
            case InfluenceDeckShuffled():
                self.influence_deck = shuffled_copy(self._box["card"], self._chance)
            case IntrigueDrawn(who=who):
                self.intrigue_hands[who].append(self.intrigue_deck.pop())
            case IntriguePlayed(who=who, tile=tile):
                self.intrigue_hands[who].remove(str(tile))
                self.intrigue_deck.insert(0, str(tile))

    def _move_missions(self, event: Event) -> None:
        match event:
            case MissionFulfilled(who=who, mission=mission):
                self.mission_hands[who].remove(mission)
            case MissionDrawn(who=who, stack=stack):
                self.mission_hands[who].append(self.mission_stacks[stack].pop())
            case MissionReturned(who=who, stack=stack):
                self._return_mission(who, stack)

    def _move_arms(self, event: Event) -> None:
        match event:
            case ArmsGained(who=who, arms=arms):
                self._gain_arms(who, arms)
            case LeftoversExchanged(who=who, arms=arms):
                self._exchange(who)
                self._gain_arms(who, arms)

    def _return_mission(self, who: str, stack: str) -> None:
        """Return the player's choice of their cards with that back under its stack (L-4.5)."""
        held = [name for name in self.mission_hands[who] if name.startswith(stack)]
        back, chosen = self._chance.choice(held), self._chosen.get(who, [])
        if wanted := next((name for name in chosen if name in held), ""):
            chosen.remove(wanted)
            back = wanted
        elif len(set(held)) > 1 and who not in self._pieces_to_choose_from:
            options = sorted(set(held), key=self._box["mission"].index)
            self._pieces_to_choose_from[who] = tuple(f"mission/{name}" for name in options)
        self.mission_hands[who].remove(back)
        self.mission_stacks[stack].insert(0, back)

    def _gain_arms(self, who: str, arms: int) -> None:
        """Give coats of arms from the heap, face down; substitutes when it is used up (L-M6)."""
        for _ in range(arms):
            self.arms_by_player[who][self.arms_pile.pop() if self.arms_pile else SUBSTITUTE_ARMS] += 1

    def _exchange(self, who: str) -> None:
        """L-5.1: return the cards of the player's hand to their decks."""
        self.influence_deck += self.influence_hands[who]
        self.intrigue_deck += self.intrigue_hands[who]
        self.influence_hands[who] = []
        self.intrigue_hands[who] = []

    # -- moves of the table

    def table_move(self) -> Move:
        """The next move of the table: a money card, neutral cards, the next tile, or coats of arms shown."""
        match self.position.agenda[0]:
            case NeutralCardsDecision():
                words: tuple[str, ...] = ("neutral", *self._neutral_words())
            case IntrigueDecision():
                words = ("evaluate",)
            case ShowArmsDecision(left=left):
                who = self._chance.choice(left)
                words = (
                    "arms",
                    who,
                    *(f"{kind}:{n}" for kind, n in sorted(self.arms_by_player[who].items())),
                )
            case _:
                words = ("money", *self.money_deck[-1].split(":"))
        return Move((TABLE_ACTOR, *words))

    def _neutral_words(self) -> tuple[str, ...]:
        """L-2.1: the cards from the top of the deck, until three of them show a person."""
        words: list[str] = []
        persons = 0
        for card in reversed(self.influence_deck):
            words.append(JOKER if card == JOKER else str(TILE_OF_PERSON[card]))
            persons += card != JOKER
            if persons == NEUTRAL_PERSON_COUNT:
                break
        return tuple(words)

    # -- knowledge

    def knowledge_of(self, who: str, public: Position) -> PlayerKnowledge:
        """The public table, with the player's own influence and intrigue cards by name and their missions."""
        table = cast(TableState, public)
        hand = replace(
            table.players[who],
            influence=dict(Counter(self.influence_hands[who])),
            intrigue=dict(Counter(self.intrigue_hands[who])),
        )
        position = replace(table, players={**table.players, who: hand})
        return PlayerKnowledge(
            who, position, frozenset(f"mission/{name}" for name in self.mission_hands[who]), SECRET_KINDS
        )

    def hand_pieces(self, who: str, noticed: Sequence[Observation] = ()) -> tuple[str, ...]:
        """The influence, intrigue and mission cards of the player's hand, in the order of the box.

        Behind them are their coats of arms, at which only they may look (L-M3).
        """
        box = [f"{kind}/{name}" for kind, names in self._box.items() for name in names]
        arms = (f"arms/{kind}" for kind in sorted(self.arms_by_player[who].elements()))
        return (*sorted(self._held(who), key=box.index), *arms)

    def _held(self, who: str) -> tuple[str, ...]:
        return (
            *(f"card/{name}" for name in self.influence_hands[who]),
            *(f"intrigue/{name}" for name in self.intrigue_hands[who]),
            *(f"mission/{name}" for name in self.mission_hands[who]),
        )

    # -- the box

    def hidden_contents(self) -> Iterator[PlaceContents]:
        """The contents of hands and decks, and every coat of arms."""
        for who, player in self.position.players.items():
            yield PlaceContents(f"hand/{who}", ("card", "intrigue", "mission"), self._held(who))
            won = 0 if self.position.phase != "over" else player.arms - self.arms_by_player[who].total()
            # won for a kind: no piece (L-5.2)
            arms = (*self.arms_by_player[who].elements(), *[SUBSTITUTE_ARMS] * won)
            yield PlaceContents(f"player/{who}", ("arms",), [f"arms/{name}" for name in arms])
        yield PlaceContents("deck/influence", ("card",), [f"card/{name}" for name in self.influence_deck])
        yield PlaceContents(
            "deck/intrigue", ("intrigue",), [f"intrigue/{name}" for name in self.intrigue_deck]
        )
        yield PlaceContents("deck/arms", ("arms",), [f"arms/{name}" for name in self.arms_pile])
        for stack, names in self.mission_stacks.items():
            yield PlaceContents(f"stack/{stack}", ("mission",), [f"mission/{name}" for name in names])


def make_ground_truth(setup: GameSetup, chance: Random) -> LouisXIVGroundTruth:
    """A new table, shuffled by `chance`."""
    return LouisXIVGroundTruth(setup, chance)
