"""The ground truth of Kabale und Hiebe: shuffled decks, and every card by name, open or not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import NamedTuple, cast

from msgspec.structs import replace

from companion.games import game_rules
from companion.games.kabale.rules.card_effects import CardQuestion
from companion.games.kabale.rules.constants import CHARACTERS, MATERIAL, OBJECTIVES
from companion.games.kabale.rules.events import (
    CardDrawn,
    CardLaid,
    CardRemoved,
    CardSlid,
    ColumnEvaluated,
    DeckRefilled,
    ExplorerMoved,
    ObjectivesLaid,
)
from companion.games.kabale.rules.objectives import ObjectivesDecision
from companion.games.kabale.rules.pieces import card_piece, column_zone
from companion.games.kabale.rules.rounds import place_notation
from companion.games.kabale.rules.state import CardState, ColumnState, TableState
from companion.rules.clauses import MoveRefused, not_offered_refusal
from companion.rules.game import GameSetup
from companion.rules.moves import TABLE_ACTOR, UNKNOWN, Move, Observation
from companion.rules.position import Position
from companion.rules.transaction import Event
from companion.simulator.ground_truth import PlaceContents, PlayerKnowledge, shuffled_copy

NOTED_PROBABILITY = 0.8
"""How often somebody noted which card an Assassin removed."""


class LaidCard(NamedTuple):
    """A card in a column: its owner, and what it really is."""

    by: str
    card: str


class KabaleGroundTruth:
    """A table on which everything is known.

    Decks are lists with their top at the end; columns run from the objective down. `position` has what lies
    open, and of what lies face down only the names that the app was told; all names are in the other fields.
    """

    def __init__(self, setup: GameSetup, chance: Random) -> None:
        self._chance = chance
        self._random_events = Random(
            chance.random()
        )  # separate, so that shuffling does not depend on what was asked
        self.position = cast(
            TableState, game_rules("kabale").initial_position(setup).settled_with_events()[0]
        )
        self.decks = {who: shuffled_copy(CHARACTERS, chance) for who in self.position.config.seats}
        self.hands = {who: [deck.pop() for _ in range(MATERIAL["hand"])] for who, deck in self.decks.items()}
        self.discard_piles: dict[str, list[str]] = {who: [] for who in self.decks}
        self.columns: list[list[LaidCard]] = []
        objectives = shuffled_copy(OBJECTIVES, chance)
        drawn = MATERIAL["rounds"] * len(self.decks)
        self.objective_deck, self._objectives_left_out = objectives[:drawn], objectives[drawn:]

    # -- moves

    def play(self, move: Move, reported_move: Move | None = None) -> None:
        """Play the move and all that follows from it.

        `reported_move` is the move as the app was told it; None where that is the move itself. Raises
        MoveRefused where the rules refuse the move or the player does not hold the card, and LookupError
        where the table names another card than lies there; then nothing has happened.
        """
        who = move.words[0]
        if who in self.hands:
            if move.words[-1] == UNKNOWN:  # the player who lays a card knows it
                raise MoveRefused(not_offered_refusal("K-1.3", UNKNOWN))
            self.knowledge_of(who, self.position).position.action_for(move)
        else:
            self._check_named(move)
        self.position, events = self.position.play(move if reported_move is None else reported_move)
        for event in events:
            self._carry_out(event, move.words[-1])

    def _check_named(self, move: Move) -> None:
        """Raise LookupError where a legal move of the table names another card than lies there."""
        match move.words[1:]:
            case ("objectives", *names):
                true = self._next_objectives()
            case ("turned" | "removed", *names):
                true = (self._asked_about(),)
            case ("shown", place, *names):
                true = tuple(card for word, card in self._unshown() if word == place)
            case _:
                return
        if names != [UNKNOWN] and true != tuple(names):
            raise LookupError(f"{move}: it is {' '.join(true)}")

    def _carry_out(self, event: Event, card: str) -> None:
        """Move the cards as the event says; `card` is the one that is laid, if one is."""
        match event:
            case ObjectivesLaid(objectives=objectives):
                self.columns = [[] for _ in objectives]
                self.objective_deck = self.objective_deck[: -len(objectives)]
            case CardLaid(who=who, column=column):
                self.columns[column - 1].append(self._from_hand(who, card))
            case CardSlid(who=who, column=column, at=at):
                self.columns[column - 1].insert(at - 1, self._from_hand(who, card))
            case ExplorerMoved(column=column, at=at, to=to):
                self.columns[to - 1].append(self.columns[column - 1].pop(at - 1))
            case CardRemoved(column=column, at=at):
                self._discard([self.columns[column - 1].pop(at - 1)])
            case ColumnEvaluated(column=column):
                self._discard(self.columns[column - 1])
                self.columns[column - 1] = []
            case DeckRefilled(who=who):
                self.decks[who] = shuffled_copy(self.discard_piles[who], self._chance)
                self.discard_piles[who] = []
            case CardDrawn(who=who):
                self.hands[who].append(self.decks[who].pop())

    def _from_hand(self, who: str, card: str) -> LaidCard:
        self.hands[who].remove(card)
        return LaidCard(who, card)

    def _discard(self, cards: Iterable[LaidCard]) -> None:
        for by, card in cards:
            self.discard_piles[by].append(card)

    # -- moves of the table

    def table_move(self) -> Move:
        """The next move of the table: the objectives of a round, or a card named that no reader saw."""
        item = self.position.agenda[0]
        if isinstance(item, ObjectivesDecision):
            return Move((TABLE_ACTOR, "objectives", *self._next_objectives()))
        if not isinstance(item, CardQuestion):
            return Move((TABLE_ACTOR, "shown", *self._random_events.choice(list(self._unshown()))))
        noted = item.kind == "turned" or self._random_events.random() < NOTED_PROBABILITY
        return Move((TABLE_ACTOR, item.kind, self._asked_about() if noted else UNKNOWN))

    def _next_objectives(self) -> tuple[str, ...]:
        """K-1.2: the objectives on top, from left to right."""
        return tuple(self.objective_deck[: -len(self.hands) - 1 : -1])

    def _asked_about(self) -> str:
        """The card that is turned up or removed; "" where none is asked about."""
        item = self.position.agenda[0]
        return self.columns[item.column - 1][item.at - 1].card if isinstance(item, CardQuestion) else ""

    def _unshown(self) -> Iterator[tuple[str, str]]:
        """K-1.5: place and name of each card whose name the app does not know."""
        for number, column in enumerate(self.position.columns, 1):
            for at, card in enumerate(column.cards, 1):
                if card.card == UNKNOWN:
                    yield place_notation((number, at)), self.columns[number - 1][at - 1].card

    # -- knowledge

    def knowledge_of(self, who: str, public: Position) -> PlayerKnowledge:
        """The public table with the discard piles, and by name the player's own cards and objectives won."""
        table = cast(TableState, public.to_public())
        players = {
            each: replace(player, discard=dict(Counter(self.discard_piles[each])))
            for each, player in table.players.items()
        }
        hand = dict.fromkeys(self.hands[who], 1)
        players[who] = replace(players[who], hand=hand, won=self.position.players[who].won)
        columns = tuple(
            _with_own_cards(who, *pair) for pair in zip(table.columns, self.columns, strict=False)
        )
        return PlayerKnowledge(who, replace(table, players=players, columns=columns))

    def hand_pieces(self, who: str, noticed: Sequence[Observation] = ()) -> tuple[str, ...]:
        """The cards of the player's hand, in the order of the box."""
        return tuple(card_piece(who, card) for card in sorted(self.hands[who], key=CHARACTERS.index))

    # -- the box

    def hidden_contents(self) -> Iterator[PlaceContents]:
        """Every card, and the objectives that nobody has seen."""
        for who, deck in self.decks.items():
            for place, cards in (
                ("hand", self.hands[who]),
                ("deck", deck),
                ("discard", self.discard_piles[who]),
            ):
                yield PlaceContents(f"{place}/{who}", ("card",), [card_piece(who, card) for card in cards])
        for number, column in enumerate(self.columns, 1):
            yield PlaceContents(column_zone(number), ("card",), [card_piece(by, card) for by, card in column])
        unseen = [f"objective/{name}" for name in (*self.objective_deck, *self._objectives_left_out)]
        yield PlaceContents("deck/objectives", ("objective",), unseen)


def _with_own_cards(who: str, seen: ColumnState, true: Sequence[LaidCard]) -> ColumnState:
    """The column as it lies, with the player's own cards by name even where they lie face down."""
    cards = tuple(
        CardState(who, laid.card) if laid.by == who and not card.up else card
        for card, laid in zip(seen.cards, true, strict=True)
    )
    return replace(seen, cards=cards)


def make_ground_truth(setup: GameSetup, chance: Random) -> KabaleGroundTruth:
    """A new table, shuffled by `chance`."""
    return KabaleGroundTruth(setup, chance)
