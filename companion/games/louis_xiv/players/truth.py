"""The true table of Louis XIV: shuffled decks, hands with their names, coats of arms by kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import cast

from msgspec.structs import replace

from companion.games import game_rules
from companion.games.louis_xiv.rules.evaluation import Window
from companion.games.louis_xiv.rules.events import (
    ArmsGained,
    CardPlayed,
    InfluenceDrawn,
    IntrigueDrawn,
    IntriguePlayed,
    LastCardBack,
    MoneyTurned,
    NeutralTurned,
    Shuffled,
)
from companion.games.louis_xiv.rules.final import ShowArms
from companion.games.louis_xiv.rules.influence import NEUTRAL_PERSONS, Neutral
from companion.games.louis_xiv.rules.outcomes import (
    Exchanged,
    MissionDrawn,
    MissionFulfilled,
    MissionReturned,
)
from companion.games.louis_xiv.rules.pieces import (
    ARMS,
    JOKER,
    PERSON_TILE,
    STACKS,
    SUBSTITUTE,
    TABLE,
)
from companion.games.louis_xiv.rules.printed import MATERIAL
from companion.games.louis_xiv.rules.state import Table
from companion.rules.game import GameSetup
from companion.rules.moves import Move, Observation
from companion.rules.position import Position
from companion.rules.transaction import Event
from companion.simulator.ground_truth import PlaceContents, PlayerKnowledge, shuffled_copy

BOX_ARMS = tuple(kind for kind in ARMS for _ in range(MATERIAL["arms-kind"]))
SECRET = frozenset({"mission"})


def in_box(setup: GameSetup, kind: str) -> tuple[str, ...]:
    """The names of all pieces of a kind, equal ones as often as there are."""
    words = (word.partition("/") for word in game_rules("louis-xiv").taggable_pieces(setup))
    return tuple(name for found, _, name in words if found == kind)


class LouisXIVTruth:
    """A table with everything face up. Decks are lists, their top at the end.

    position: what lies open, every hand face down. The names of what is hidden are in the lists beside it.
    """

    def __init__(self, setup: GameSetup, chance: Random) -> None:
        self._chance = chance
        self.position = cast(Table, game_rules("louis-xiv").initial_position(setup).settled()[0])
        self._box = {kind: in_box(setup, kind) for kind in ("card", "intrigue", "money", "mission")}
        seats = self.position.house.seats
        self.money = shuffled_copy(self._box["money"], chance)
        self.influence = shuffled_copy(self._box["card"], chance)
        self.intrigue = shuffled_copy(self._box["intrigue"], chance)
        self.arms = shuffled_copy(BOX_ARMS, chance)
        missions = shuffled_copy(self._box["mission"], chance)
        self.stacks = {stack: [name for name in missions if name.startswith(stack)] for stack in STACKS}
        self.influence_hand: dict[str, list[str]] = {who: [] for who in seats}
        self.intrigue_hand: dict[str, list[str]] = {who: [] for who in seats}
        self.arms_of: dict[str, Counter[str]] = {who: Counter() for who in seats}
        self.missions: dict[str, list[str]] = {
            who: [self.stacks["light"].pop(), self.stacks["mid"].pop()] for who in self.position.from_start
        }

    # -- what happens

    def play(self, move: Move, heard: Move | None = None) -> None:
        """People do `move` and what follows from it; raises Refused, and then nothing has happened.

        Nothing is laid face down, so what was `heard` is no less.
        A player can only play what he really holds; raises LookupError for a mission he does not.
        """
        who, *words = move.words
        if words[:1] == ["fulfil"] and words[1:] and words[1] not in self.missions[who]:
            raise LookupError(f"{move}: {who} holds {' '.join(self.missions[who])}")
        if who in self.influence_hand:
            self.seen_by(who, self.position).position.action_for(move)
        self.position, events = self.position.play(move)
        for event in events:
            self._move_cards(event)
            self._move_missions(event)
            self._move_arms(event)

    def _move_cards(self, event: Event) -> None:
        """What people do with money, influence and intrigue cards when it happens."""
        match event:
            case CardPlayed(who=who, card=card):
                self.influence_hand[who].remove(card)
            case InfluenceDrawn(who=who, cards=cards):
                self.influence_hand[who] += [self.influence.pop() for _ in range(cards)]
            case LastCardBack(who=who):
                self.influence[:0] = self.influence_hand[who]
                self.influence_hand[who] = []
            case MoneyTurned():
                self.money.pop()
            case NeutralTurned():
                self.influence.pop()
            case Shuffled():
                self.influence = shuffled_copy(self._box["card"], self._chance)
            case IntrigueDrawn(who=who):
                self.intrigue_hand[who].append(self.intrigue.pop())
            case IntriguePlayed(who=who, tile=tile):
                self.intrigue_hand[who].remove(str(tile))
                self.intrigue.insert(0, str(tile))

    def _move_missions(self, event: Event) -> None:
        match event:
            case MissionFulfilled(who=who, mission=mission):
                self.missions[who].remove(mission)
            case MissionDrawn(who=who, stack=stack):
                self.missions[who].append(self.stacks[stack].pop())
            case MissionReturned(who=who, stack=stack):
                self._return_mission(who, stack)

    def _move_arms(self, event: Event) -> None:
        match event:
            case ArmsGained(who=who, arms=arms):
                self._gain_arms(who, arms)
            case Exchanged(who=who, arms=arms):
                self._exchange(who)
                self._gain_arms(who, arms)

    def _return_mission(self, who: str, stack: str) -> None:
        """Any of his cards with that back goes under its stack (L-4.5)."""
        back = self._chance.choice([name for name in self.missions[who] if name.startswith(stack)])
        self.missions[who].remove(back)
        self.stacks[stack].insert(0, back)

    def _gain_arms(self, who: str, arms: int) -> None:
        """Face down from the heap; a substitute when it is used up (L-M6)."""
        for _ in range(arms):
            self.arms_of[who][self.arms.pop() if self.arms else SUBSTITUTE] += 1

    def _exchange(self, who: str) -> None:
        """L-5.1: the cards in his hand go back to their decks."""
        self.influence += self.influence_hand[who]
        self.intrigue += self.intrigue_hand[who]
        self.influence_hand[who] = []
        self.intrigue_hand[who] = []

    # -- what the table does by itself

    def table_move(self) -> Move:
        """The money card, the neutral cards, the next tile, or somebody's coats of arms."""
        match self.position.agenda[0]:
            case Neutral():
                words: tuple[str, ...] = ("neutral", *self._neutral_words())
            case Window():
                words = ("evaluate",)
            case ShowArms(left=left):
                who = self._chance.choice(left)
                words = ("arms", who, *(f"{kind}:{n}" for kind, n in sorted(self.arms_of[who].items())))
            case _:
                words = ("money", *self.money[-1].split(":"))
        return Move((TABLE, *words))

    def _neutral_words(self) -> tuple[str, ...]:
        """L-2.1: cards from the top until three persons lie there."""
        words: list[str] = []
        persons = 0
        for card in reversed(self.influence):
            words.append(JOKER if card == JOKER else str(PERSON_TILE[card]))
            persons += card != JOKER
            if persons == NEUTRAL_PERSONS:
                break
        return tuple(words)

    # -- who knows what

    def seen_by(self, who: str, public: Position) -> PlayerKnowledge:
        """The public table, his own influence and intrigue cards by name, his missions in his hand."""
        table = cast(Table, public)
        hand = replace(
            table.players[who],
            influence=dict(Counter(self.influence_hand[who])),
            intrigue=dict(Counter(self.intrigue_hand[who])),
        )
        position = replace(table, players={**table.players, who: hand})
        return PlayerKnowledge(
            who, position, frozenset(f"mission/{name}" for name in self.missions[who]), SECRET
        )

    def hand(self, who: str, noticed: Sequence[Observation] = ()) -> tuple[str, ...]:
        """Influence, intrigue and mission cards in his hand, in the order of the box."""
        box = [f"{kind}/{name}" for kind, names in self._box.items() for name in names]
        return tuple(sorted(self._held(who), key=box.index))

    def _held(self, who: str) -> tuple[str, ...]:
        return (
            *(f"card/{name}" for name in self.influence_hand[who]),
            *(f"intrigue/{name}" for name in self.intrigue_hand[who]),
            *(f"mission/{name}" for name in self.missions[who]),
        )

    # -- the box

    def lying(self) -> Iterator[PlaceContents]:
        """What is in hands and decks, and every coat of arms."""
        for who, player in self.position.players.items():
            yield PlaceContents(f"hand/{who}", ("card", "intrigue", "mission"), self._held(who))
            won = 0 if self.position.phase != "over" else player.arms - self.arms_of[who].total()
            arms = (*self.arms_of[who].elements(), *[SUBSTITUTE] * won)  # won for a kind: no piece (L-5.2)
            yield PlaceContents(f"player/{who}", ("arms",), [f"arms/{name}" for name in arms])
        yield PlaceContents("deck/influence", ("card",), [f"card/{name}" for name in self.influence])
        yield PlaceContents("deck/intrigue", ("intrigue",), [f"intrigue/{name}" for name in self.intrigue])
        yield PlaceContents("deck/arms", ("arms",), [f"arms/{name}" for name in self.arms])
        for stack, names in self.stacks.items():
            yield PlaceContents(f"stack/{stack}", ("mission",), [f"mission/{name}" for name in names])


def begin(setup: GameSetup, chance: Random) -> LouisXIVTruth:
    """A fresh table, shuffled by `chance`."""
    return LouisXIVTruth(setup, chance)
