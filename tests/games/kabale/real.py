"""A real table beside the referee's: every card is somewhere and is one certain card, known or not.

Games are played with the ground truth of the simulator; the table does what people do after an undo, which that cannot.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from companion.games.kabale.players.ground_truth import KabaleGroundTruth
from companion.games.kabale.rules.card_effects import CardQuestion
from companion.rules.game import GameSetup
from companion.rules.history import AcceptedLine
from companion.rules.layout import Layout
from companion.rules.movements import Movement, movements_between
from companion.rules.moves import TABLE_ACTOR, UNKNOWN, Move
from companion.rules.position import Position
from companion.simulator.random_players import choose_random_move
from companion.table.undo import layouts_while_undoing
from tests.games.kabale.tables import CARDS, GAME, setup


class Real:
    """The table as it really is, apart from the ground truth, so that it can be changed.

    A column has the objective's name and whether it is up, then cards [owner, name, up].
    """

    def __init__(self, truth: KabaleGroundTruth) -> None:
        position = truth.position
        self.deck = {who: [*cards] for who, cards in truth.decks.items()}
        self.hand = {who: [*cards] for who, cards in truth.hands.items()}
        self.discard = {who: [*cards] for who, cards in truth.discard_piles.items()}
        self.won = {
            who: [(name, position.phase == "over") for name in player.won]  # K-3.8
            for who, player in position.players.items()
        }
        self.objectives = [*truth.objective_deck]
        self.heads = [  # for a moment two, while hands swap them
            [(column.objective, True)] if column.objective else [] for column in position.columns
        ]
        self.columns = [
            [(laid.by, laid.card, card.up) for laid, card in zip(true, column.cards, strict=True)]
            for true, column in zip(truth.columns, position.columns, strict=False)
        ]
        self.taken_later: list[str] = []

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


class Evening:
    """A whole game at a real table, with the table as it lay at every position the referee had.

    `knows` is how often a card laid or removed face down is named.
    """

    def __init__(self, players: int, seed: int, knows: float = 0.5, own_column: bool = False) -> None:
        self._rng = Random(f"{players} {seed}")
        self._knows = knows
        self.setup: GameSetup = setup(players, options={"explorer-own-column": "yes" if own_column else "no"})
        self._truth = truth = KabaleGroundTruth(self.setup, self._rng)
        self.positions: list[Position] = [truth.position]
        self.standing: list[AcceptedLine] = []
        self.tables = [Real(truth)]
        while truth.position.outcome() is None:
            move = self._move()
            said = move if self._is_named(move) else Move((*move.words[:-1], UNKNOWN))
            events = truth.position.play(said)[1]
            truth.play(move, said)
            self.positions.append(truth.position)
            self.standing.append(AcceptedLine(str(said), tuple(events), truth.position))
            self.tables.append(Real(truth))

    def _move(self) -> Move:
        """A move of people who hold these cards."""
        position = self._truth.position
        who = position.choice_tree.awaited_actors[0]
        if who != TABLE_ACTOR:
            move = choose_random_move(self._truth.knowledge_of(who, position), self._rng)
            assert move is not None
            return move
        asked = position.agenda[0]
        if isinstance(asked, CardQuestion):
            card = self._truth.columns[asked.column - 1][asked.at - 1].card
            return Move((TABLE_ACTOR, asked.kind, card))
        return self._truth.table_move()

    def _is_named(self, move: Move) -> bool:
        """Whether the referee hears which card it is; nobody calls one unknown that it knows to be in the hand."""
        who, *_, card = move.words
        if who == TABLE_ACTOR:
            return move.words[1] != "removed" or self._rng.random() < self._knows
        known = self._truth.position.players[who].hand
        return card not in CARDS or card in known or self._rng.random() < self._knows

    @property
    def said(self) -> list[str]:
        """All that was said, line by line."""
        return [line.text for line in self.standing]

    def back(self, upto: int, to: int) -> tuple[Movement, ...]:
        """The movements to go back from so many moves to so many."""
        return movements_between(GAME.inventory(self.setup), self.way_back(upto, to))

    def way_back(self, upto: int, to: int) -> tuple[Layout, ...]:
        """The layouts on that way, as everybody saw them."""
        return layouts_while_undoing(GAME, self.positions[to], self.standing[to:upto])
