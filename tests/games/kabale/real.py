"""A real table beside the referee's: every card is somewhere and is one certain card, known or not.

It does what people do (lay a card of the hand, decide, carry out what the referee says), and what they do
after an undo.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from random import Random

from companion.games.kabale.rules.events import (
    CardDrawn,
    CardLaid,
    CardRemoved,
    CardShown,
    CardSlid,
    CardTurnedUp,
    ColumnEvaluated,
    DeckRefilled,
    ExplorerMoved,
    GameEnded,
    ObjectivesLaid,
    ObjectivesSwapped,
)
from companion.games.kabale.rules.position import KabalePosition
from companion.rules.game import GameSetup
from companion.rules.history import AcceptedLine
from companion.rules.layout import Layout
from companion.rules.movements import Movement, movements_between
from companion.rules.transaction import Event
from companion.table.undo import layouts_while_undoing
from tests.games.kabale.tables import CARDS, GAME, SYMBOLS, At, begun, setup


class Real:
    """The table as it really is.

    A column has the objective's name and whether it is up, then cards [owner, name, up].
    """

    def __init__(self, seats: tuple[str, ...], rng: Random) -> None:
        self.rng = rng
        self.deck = {who: rng.sample(CARDS, len(CARDS)) for who in seats}
        self.hand = {who: [self.deck[who].pop() for _ in range(3)] for who in seats}
        self.discard: dict[str, list[str]] = {who: [] for who in seats}
        self.won: dict[str, list[tuple[str, bool]]] = {who: [] for who in seats}
        objectives = [f"{symbol}:{value}" for symbol in SYMBOLS for value in (1, 2, 3, 3, 4, 5)]
        self.objectives = rng.sample(objectives, 6 * len(seats))
        self.heads: list[list[tuple[str, bool]]] = []  # for a moment two, while hands swap them
        self.columns: list[list[tuple[str, str, bool]]] = []
        self.to_lay = ""
        self.taken_later: list[str] = []

    # -- what people do

    def move(self, at: At, knows: float) -> str:
        """A move of people who hold these cards; `knows` is how often a card laid face down is named."""
        position, rng = at.position, self.rng
        asked = at.asked
        if position.phase == "objectives":
            laid = self.objectives[-len(self.hand) :]
            return f"table objectives {' '.join(laid)}"
        if position.phase == "shown":
            unknown = [
                (c, i)
                for c, column in enumerate(position.columns, 1)
                for i, card in enumerate(column.cards, 1)
                if card.card == "?"
            ]
            column, card = rng.choice(unknown)
            return f"table shown {column}.{card} {self.columns[column - 1][card - 1][1]}"
        if asked is None:
            assert position.turn_player is not None
            open_ = [n for n, column in enumerate(position.columns, 1) if not column.closed]
            return f"{position.turn_player} {rng.choice(open_)} {self._from_hand(at, position.turn_player, knows)}"
        there = self.columns[asked["column"]][asked["card"]][1]
        match asked["what"]:
            case "turned":
                return f"table turned {there}"
            case "removed":
                return f"table removed {there if rng.random() < knows else '?'}"
            case "slide" if rng.random() < 0.8:
                return f"{asked['who']} slide {self._from_hand(at, asked['who'], knows)}"
            case "swap" if rng.random() < 0.8:
                others = [n for n in range(1, len(self.columns) + 1) if n != asked["column"] + 1]
                return f"{asked['who']} swap {rng.choice(others)}"
        return f"{asked['who']} skip"

    def _from_hand(self, at: At, who: str, knows: float) -> str:
        self.to_lay = self.rng.choice(self.hand[who])
        known = at.player(who).hand
        if "?" not in known or (self.rng.random() < knows):
            return self.to_lay
        if self.to_lay in known:  # nobody may call a card unknown that the record knows to be in the hand
            return self.to_lay
        return "?"

    # -- events

    def happens(self, event: Event) -> None:
        """Carry an event out with the real cards."""
        match event:
            case CardLaid(who=who, column=column):
                self.hand[who].remove(self.to_lay)
                self.columns[column - 1].append((who, self.to_lay, False))
            case CardSlid(who=who, column=column, at=at):
                self.hand[who].remove(self.to_lay)
                self.columns[column - 1].insert(at - 1, (who, self.to_lay, False))
            case (
                CardTurnedUp(by=who, column=column, at=at, card=card)
                | CardShown(by=who, column=column, at=at, card=card)
            ):
                assert self.columns[column - 1][at - 1] == (who, card, False)
                self.columns[column - 1][at - 1] = (who, card, True)
            case ExplorerMoved(column=column, at=at, to=to):
                who, card, _ = self.columns[column - 1].pop(at - 1)
                self.columns[to - 1].append((who, card, False))
            case CardRemoved(by=who, column=column, at=at):
                self.discard[who].append(self.columns[column - 1].pop(at - 1)[1])
            case DeckRefilled(who=who):
                assert not self.deck[who]
                self.deck[who], self.discard[who] = (
                    self.rng.sample(self.discard[who], len(self.discard[who])),
                    [],
                )
            case CardDrawn(who=who):
                self.hand[who].append(self.deck[who].pop())
            case _:
                self._of_columns(event)

    def _of_columns(self, event: Event) -> None:
        match event:
            case ObjectivesLaid(objectives=names):
                assert sorted(self.objectives[-len(names) :]) == sorted(names)
                del self.objectives[-len(names) :]
                self.heads, self.columns = [[(name, True)] for name in names], [[] for _ in names]
            case ObjectivesSwapped(column=one, other=two):
                self.heads[one - 1], self.heads[two - 1] = self.heads[two - 1], self.heads[one - 1]
            case ColumnEvaluated(column=column, objective=objective, winner=winner):
                for who, card, _ in self.columns[column - 1]:
                    self.discard[who].append(card)
                self.columns[column - 1] = []
                if winner is not None:
                    self.won[winner].append((objective, False))  # K-3.8
                self.heads[column - 1] = []
            case GameEnded():
                self.won = {who: [(name, True) for name, _ in won] for who, won in self.won.items()}

    # -- movements

    def carry_out(self, hands: Sequence[Movement], shall: Real) -> None:
        """Carry out one movement after another.

        `shall` is the table people remember, for what only the owner of a hand knows.
        """
        for number, hand in enumerate(hands):
            self.taken_later = [each.piece for each in hands[number:] if each.from_.startswith("discard/")]
            self._carry_out(hand, shall)

    def _carry_out(self, hand: Movement, shall: Real) -> None:
        kind, _, which = hand.piece.partition("/")
        for _ in range(hand.count):
            if kind == "objective":
                self._move_objective(which, hand)
            elif hand.kind == "turn":
                self._turn(which, hand.at, hand.to == "up")
            else:
                who, card, up = self._take(which, hand.from_, hand.to, shall)
                self._put((who, card, up), hand.to)

    def _move_objective(self, name: str, hand: Movement) -> None:
        if hand.kind == "turn":
            lying = self._objectives(hand.at)
            lying[lying.index((name, hand.from_ == "up"))] = name, hand.to == "up"
        else:
            self._put_objective(name, self._take_objective(name, hand.from_), hand.to)

    def _objectives(self, place: str) -> list[tuple[str, bool]]:
        match place.split("/"):
            case ["column", number]:
                return self.heads[int(number) - 1]
            case ["player", who]:
                return self.won[who]
        raise AssertionError(place)

    def _take_objective(self, name: str, place: str) -> bool:
        """Take the objective; returns whether its face was up, as it is when it is laid out from the deck."""
        if place == "deck/objectives":
            self.objectives.remove(name)
            return True
        lying = self._objectives(place)
        return lying.pop(next(at for at, (each, _) in enumerate(lying) if each == name))[1]

    def _put_objective(self, name: str, up: bool, place: str) -> None:
        if place == "deck/objectives":
            self.objectives.append(name)
            return
        while len(self.heads) < len(self.hand):
            self.heads.append([])
            self.columns.append([])
        self._objectives(place).append((name, up))

    def _turn(self, which: str, place: str, up: bool) -> None:
        """Turn the card at that place; of equal ones the last in the column is meant."""
        who, card = which.split("/")
        number, _, at = place.partition("/")[2].partition(".")
        row = self.columns[int(number) - 1]
        fit = [
            i
            for i, (by, name, face) in enumerate(row)
            if by == who and face is not up and card in (name, "?")
        ]
        found = int(at) - 1 if at else fit[-1]
        assert found in fit
        row[found] = (who, row[found][1], up)

    def _take(self, which: str, place: str, to: str, shall: Real) -> tuple[str, str, bool]:
        who, card = which.split("/")
        match place.split("/"):
            case ["hand", owner]:
                assert owner == who
                return who, self._picked(self.hand[who], who, card, to, shall), False
            case ["deck", owner]:
                assert owner == who
                return who, self._picked(self.deck[who], who, card, to, shall), False
            case ["discard", owner]:
                assert owner == who
                name = card if card != "?" else self._unnoted(who, to, shall)
                self.discard[who].remove(name)
                return who, name, True
            case ["column", number]:
                row = self.columns[int(number) - 1]
                at = max(
                    i
                    for i, (by, name, up) in enumerate(row)
                    if by == who and (name == card if card != "?" else not up)
                )
                return row.pop(at)
            case ["card", where]:
                c, i = map(int, where.split("."))
                by, name, up = self.columns[c - 1].pop(i - 1)
                assert by == who
                assert card in ("?", name)
                return by, name, up
        raise AssertionError(place)

    def _unnoted(self, who: str, to: str, shall: Real) -> str:
        """The card of a discard pile that the record does not name: one that belongs where it goes."""
        place, _, where = to.partition("/")
        if place == "hand":
            wanted = [*shall.hand[who], *shall.deck[who]]
        else:
            row = shall.columns[int(where.partition(".")[0]) - 1]
            wanted = [name for by, name, _ in row if by == who]
        return next(name for name in self.discard[who] if name in wanted)

    def _picked(self, pile: list[str], who: str, card: str, to: str, shall: Real) -> str:
        """A card of a hand or a deck: one that shall lie where it goes, else one that shall not be in the hand."""
        there = {"deck": shall.deck[who], "discard": shall.discard[who], "hand": shall.hand[who]}
        wanted = there.get(to.partition("/")[0], [])
        among = [name for name in pile if card in ("?", name)]
        out = [*shall.hand[who], *shall.deck[who]]
        if to.startswith("discard/"):
            wanted = [
                *wanted,
                *(what.split("/")[2] for what in self.taken_later if what.startswith(f"card/{who}/")),
            ]
        name = min(among, key=lambda name: (name not in wanted, name in out, name in shall.hand[who]))
        pile.remove(name)
        return name

    def _put(self, card: tuple[str, str, bool], place: str) -> None:
        who, name, _ = card
        match place.split("/"):
            case ["hand", owner]:
                assert owner == who
                self.hand[who].append(name)
            case ["deck", owner]:
                assert owner == who
                self.deck[who].append(name)
            case ["discard", owner]:
                assert owner == who
                self.discard[who].append(name)
            case ["column", number]:
                self.columns[int(number) - 1].append(card)
            case ["card", where]:
                c, i = map(int, where.split("."))
                assert i <= len(self.columns[c - 1])  # never the end, which has a simpler form
                self.columns[c - 1].insert(i - 1, card)
            case _:
                raise AssertionError(place)

    # -- two tables

    def looks(self) -> dict[str, object]:
        """What must be the same on two tables; the order of hands and decks does not matter."""
        piles = (self.hand, self.deck, self.discard)
        laid_out = [(head, row) for head, row in zip(self.heads, self.columns, strict=True) if head]
        return {
            "piles": [{who: sorted(pile) for who, pile in each.items()} for each in piles],
            "won": {who: sorted(won) for who, won in self.won.items()},
            "columns": laid_out,
            "objectives": sorted(self.objectives),
        }


def copy(real: Real) -> Real:
    """A copy of the table."""
    return deepcopy(real)


class Evening:
    """A whole game at a real table, with a copy of the table at every position the referee had."""

    def __init__(self, players: int, seed: int, knows: float = 0.5, own_column: bool = False) -> None:
        rng = Random(f"{players} {seed}")
        self.players = players
        self.at = begun(players, options={"explorer-own-column": "yes" if own_column else "no"})
        self.real = Real(self.at.position.config.seats, rng)
        self.said: list[str] = []
        self.opening = self.at.position
        self.standing: list[AcceptedLine] = []
        self.after: list[KabalePosition] = []
        self.tables = [copy(self.real)]
        while self.at.position.outcome() is None:
            text = self.real.move(self.at, knows)
            self.at.say(text)
            for event in self.at.events:
                self.real.happens(event)
            self.said.append(text)
            self.after.append(self.at.position)
            self.standing.append(AcceptedLine(text, tuple(self.at.events), self.at.position))
            self.tables.append(copy(self.real))

    @property
    def positions(self) -> list[KabalePosition]:
        """Every position that the referee had."""
        return [self.opening, *self.after]

    def back(self, upto: int, to: int) -> tuple[Movement, ...]:
        """The movements to go back from so many moves to so many."""
        return movements_between(GAME.inventory(self.setup), self.way_back(upto, to))

    def way_back(self, upto: int, to: int) -> tuple[Layout, ...]:
        """The layouts on that way, as everybody saw them."""
        return layouts_while_undoing(GAME, self.positions[to], self.standing[to:upto])

    @property
    def setup(self) -> GameSetup:
        """The set-up of the game."""
        return setup(self.players)
