"""A game of a few lines that hides cards: two players lay cards face down, what is covered is turned up.

No game of the house, so that what the table does with hidden things is shown without one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct, ValidationError, convert, json
from msgspec.structs import replace

from companion.rules.choice import Choice, Turn, WordPath, end_of_move_choice
from companion.rules.clauses import Clause, Refusal
from companion.rules.errors import InvalidRecord
from companion.rules.game import AssumedValue, Game, GameOption, GameSetup
from companion.rules.history import CORRECTION_PREFIX
from companion.rules.layout import Inventory, Layout, Place, PlacedPieces, Stock
from companion.rules.moves import UNKNOWN, MoveStep, Observation
from companion.rules.position import Outcome, Position
from companion.rules.public_view import public_correction
from companion.rules.transaction import Action, Event, Transaction

PLAYERS = ("black", "white")
CARDS = ("six", "king", "queen", "jack")
COLUMNS = (1, 2)
FULL = 3
NOT_YOU = Clause("B-1", "not-you", ("who", "awaited"))
IS_FULL = Clause("B-1", "column-full", ("column",))
ELSEWHERE = Clause("B-1", "known-elsewhere", ("who", "card"))


class Card(Struct, frozen=True):
    by: str
    card: str
    up: bool = False


class Laid(Event, frozen=True, tag="laid"):
    who: str
    column: int
    card: str

    def apply_to(self, position: Backs) -> Backs:
        return position.with_column(self.column, (*position.column(self.column), Card(self.who, self.card)))

    def to_public(self) -> Event:
        return Laid(self.who, self.column, UNKNOWN)


class Turned(Event, frozen=True, tag="turned"):
    column: int
    number: int
    card: str

    def apply_to(self, position: Backs) -> Backs:
        column = list(position.column(self.column))
        column[self.number] = Card(column[self.number].by, self.card, up=True)
        return position.with_column(self.column, tuple(column))

    def expected_observations(self) -> tuple[Observation, ...]:
        return (Observation("bell", "play"),)


class Lay(Action, frozen=True):
    who: str
    column: int
    card: str

    def perform(self, transaction: Transaction) -> None:
        transaction.apply_event(Laid(self.who, self.column, self.card))


class Turns(Action, frozen=True):
    column: int
    number: int
    card: str

    def perform(self, transaction: Transaction) -> None:
        transaction.apply_event(Turned(self.column, self.number, self.card))


class Backs(Position, frozen=True, dict=True):
    """Cards of each column from the top down; whoever has laid fewer is next, black first."""

    columns: tuple[tuple[Card, ...], ...] = ((), ())
    agenda: tuple[Any, ...] = ()

    def column(self, number: int) -> tuple[Card, ...]:
        return self.columns[number - 1]

    def with_column(self, number: int, cards: tuple[Card, ...]) -> Backs:
        columns = self.columns
        return replace(self, columns=(*columns[: number - 1], cards, *columns[number:]))

    def to_public(self) -> Backs:
        public = tuple(
            tuple(card if card.up else replace(card, card=UNKNOWN) for card in column)
            for column in self.columns
        )
        return self if public == self.columns else replace(self, columns=public)

    def known(self, who: str) -> set[str]:
        return {card.card for column in self.columns for card in column if card.by == who} - {UNKNOWN}

    @property
    def covered(self) -> tuple[int, int] | None:
        """Column and place of a card face down with another one on it."""
        for number, column in enumerate(self.columns, 1):
            for place, card in enumerate(column[:-1]):
                if not card.up:
                    return number, place
        return None

    def build_choice_tree(self) -> Turn:
        if self.covered is not None:
            return Turn({"table": self._which(*self.covered)}, (*PLAYERS, "table"), ("table",), NOT_YOU)
        if all(len(column) == FULL for column in self.columns):
            return Turn({}, (*PLAYERS, "table"), (), NOT_YOU)
        who = PLAYERS[sum(map(len, self.columns)) % 2]
        return Turn({who: self._column(who)}, (*PLAYERS, "table"), (who,), NOT_YOU)

    def _column(self, who: str) -> Choice:
        def may(column: int) -> Refusal | None:
            return IS_FULL(column) if len(self.column(column)) == FULL else None

        def step(column: int) -> MoveStep:
            return MoveStep(str(column), is_implied=True, touch_target=f"column/{column}")

        return Choice("B-1", COLUMNS, step, lambda column: self._card(who, column), may)

    def _card(self, who: str, column: int) -> Choice:
        def step(card: str) -> MoveStep:
            shows = (Observation(f"card/{who}/{card}", f"column/{column}"),)
            return MoveStep(card, shows, is_implied=card == UNKNOWN, face_down=True)

        return Choice(
            "B-1",
            (*CARDS, UNKNOWN),
            step,
            lambda card: end_of_move_choice(Lay(who, column, card), "B-1"),
            lambda card: ELSEWHERE(who, card) if card in self.known(who) else None,
        )

    def _which(self, column: int, place: int) -> Choice:
        who = self.column(column)[place].by

        def step(card: str) -> MoveStep:
            return MoveStep(
                card, (Observation(f"card/{who}/{card}", f"column/{column}"),), touch_target=f"card/{card}"
            )

        return Choice(
            "B-2",
            CARDS,
            step,
            lambda card: end_of_move_choice(Turns(column, place, card), "B-2"),
            lambda card: ELSEWHERE(who, card) if card in self.known(who) else None,
        )

    def settle(self, transaction: Transaction) -> None:
        while (covered := transaction.position.covered) is not None:
            column, place = covered
            card = transaction.position.column(column)[place].card
            if card == UNKNOWN:
                return
            transaction.apply_event(Turned(column, place, card))

    def faults(self) -> tuple[Refusal, ...]:
        seen = [(card.by, card.card) for column in self.columns for card in column if card.card != UNKNOWN]
        return tuple(ELSEWHERE(*card) for card in dict.fromkeys(seen) if seen.count(card) > 1)

    def outcome(self) -> Outcome | None:
        return None

    def points_by_player(self) -> Mapping[str, int]:
        return {}

    def to_json(self) -> dict[str, Any]:
        columns = {str(number): cards for number, cards in enumerate(self.columns, 1)}
        plain: dict[str, Any] = json.decode(json.encode({"columns": columns}))
        return plain


def _hide(parts: WordPath, value: Any) -> tuple[WordPath, Any]:
    return parts, UNKNOWN if parts[-1:] == ("card",) else _hidden(value)


def _hidden(value: Any) -> Any:
    """The value with every card in it unnamed, whether it lies open or not."""
    match value:
        case list():
            return [_hidden(each) for each in value]
        case dict():
            return {key: UNKNOWN if key == "card" else _hidden(each) for key, each in value.items()}
        case _:
            return value


class BacksGame(Game):
    """The `Game` of companion.rules.game."""

    name = "backs"
    colours: tuple[str, ...] = PLAYERS
    min_players = 2
    max_players = 2
    options: tuple[GameOption, ...] = ()

    def initial_position(self, setup: GameSetup) -> Backs:
        return Backs()

    def position_from_json(self, data: Mapping[str, Any], setup: GameSetup) -> Backs:
        try:
            columns = convert(data["columns"], dict[str, tuple[Card, ...]])
            return Backs(tuple(columns[str(number)] for number in COLUMNS))
        except (LookupError, ValidationError) as wrong:
            raise InvalidRecord(str(wrong)) from wrong

    def derived_keys(self, corrected_values: Mapping[str, Any]) -> Sequence[str]:
        return ()

    def assumed_values(self, setup: GameSetup) -> tuple[AssumedValue, ...]:
        return ()

    def taggable_pieces(self, setup: GameSetup) -> Sequence[str]:
        return (*(f"card/{who}/{card}" for who in PLAYERS for card in CARDS), "bell")

    def zones(self, setup: GameSetup) -> Sequence[str]:
        return ("play", *(f"column/{column}" for column in COLUMNS))

    def layout(self, position: Backs) -> Layout:
        def row(column: tuple[Card, ...]) -> tuple[PlacedPieces, ...]:
            return tuple(
                PlacedPieces(f"card/{card.by}/{card.card}", face="up" if card.up else "down", at=str(number))
                for number, card in enumerate(column, 1)
            )

        return tuple(
            Place(f"column/{number}", "row", pieces=row(position.column(number))) for number in COLUMNS
        )

    def inventory(self, setup: GameSetup) -> Inventory:
        def wrong(found: int, whole: int) -> Refusal:
            return IS_FULL(found)

        return (
            *(Stock(f"card/{who}", len(CARDS), wrong, "hand") for who in PLAYERS),
            Stock("bell", 1, wrong, "play"),
        )

    def irreversible_events(self, events: Sequence[Event]) -> tuple[Event, ...]:
        return tuple(event for event in events if isinstance(event, Turned))

    def public_words(self, words: tuple[str, ...]) -> tuple[str, ...]:
        if words[: len(CORRECTION_PREFIX)] == CORRECTION_PREFIX:
            return public_correction(words, _hide)
        return (*words[:2], *(UNKNOWN for _ in words[2:])) if words[:1] and words[0] in PLAYERS else words

    def public_piece(self, piece: str) -> str:
        kind, _, rest = piece.partition("/")
        return f"card/{rest.partition('/')[0]}/{UNKNOWN}" if kind == "card" else piece


GAME = BacksGame()
