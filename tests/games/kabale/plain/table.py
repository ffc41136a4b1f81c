"""A second Kabale und Hiebe, kept plain: it follows the rules page and the notation, nothing of the engine.

A line is carried out as hands would do it, or refused with nothing changed. Columns are scored by
scorer.
"""

from __future__ import annotations

from typing import Any

from tests.games.kabale.plain import scorer
from tests.games.kabale.plain.layout import UNSEEN, PlainLie

ROUNDS = 6
PlainCard = dict[str, Any]
Hand = dict[str, int]


class RefusedLine(Exception):
    """The line is against the rules; the table is as it was."""


class PlainTable(PlainLie):
    """A game that goes on as lines are entered."""

    def __init__(
        self, seats: list[str], start: str, own_column: bool, position: dict[str, Any] | None = None
    ) -> None:
        super().__init__(seats, start, own_column, position)
        if self.phase == "play" and not self.asked:
            self.begin_turn()
        elif self.phase == "shown":
            self.end_round()
        self.what_nobody_can_choose()

    # -- lines

    def play(self, line: str) -> None:
        """Play one line of a record; raises RefusedLine."""
        words = line.split()
        if words[0] == "undo":
            self.undo(int(words[1]) if len(words) > 1 else 1)
            return
        laid_out = words[:2] == ["table", "objectives"]
        if not (self.may_lie(words[2:]) if laid_out else line in self.legal()):
            raise RefusedLine(line)
        self.before.append(self.kept())
        if words[0] == "table":
            self.table_line(words[1], words[2:])
        else:
            self.player_line(words[0], words[1:])
        self.what_nobody_can_choose()

    def what_nobody_can_choose(self) -> None:
        """Name a turned or shown card of which all others are known: nobody is asked about it."""
        while len(self.legal()) == 1 and self.legal()[0].split()[:2] in (
            ["table", "turned"],
            ["table", "shown"],
        ):
            self.table_line(self.legal()[0].split()[1], self.legal()[0].split()[2:])

    def undo(self, many: int) -> None:
        """Undo that many lines; raises RefusedLine where there are fewer."""
        if not 1 <= many <= len(self.before):
            raise RefusedLine("undo")
        for _ in range(many):
            kept = self.before.pop()
        self.__dict__.update(kept)

    def table_line(self, what: str, words: list[str]) -> None:
        """A line of the table."""
        if what == "objectives":
            self.lay_out(words)
        elif what == "shown":
            column, card = (int(number) - 1 for number in words[0].split("."))
            self.columns[column]["cards"][card].update(card=words[1], up=True)
            self.when_all_are_shown()
        elif self.asked:
            column, card = self.asked["column"], self.asked["card"]
            self.asked = None
            self.columns[column]["cards"][card]["card"] = words[0]
            if what == "turned":
                self.turn_up(column, card)
            else:
                self.discard(column, card)
            self.when_nothing_is_asked()

    def player_line(self, who: str, words: list[str]) -> None:
        """A card played, or an answer to what a player is asked."""
        if words[0].isdigit():
            self.play_card(who, int(words[0]) - 1, words[1])
        elif self.asked:
            column, card = self.asked["column"], self.asked["card"]
            self.asked = None
            if words[0] == "slide":
                self.slide(who, column, card, words[1])
            elif words[0] == "swap":
                here, there = self.columns[column], self.columns[int(words[1]) - 1]
                here["objective"], there["objective"] = there["objective"], here["objective"]
        self.when_nothing_is_asked()

    # -- K-1: a round

    def lay_out(self, objectives: list[str]) -> None:
        """K-1.2, K-1.6: a round begins; K-1.3: who has no card is passed over."""
        self.columns = [{"objective": objective, "closed": False, "cards": []} for objective in objectives]
        self.phase = "play"
        self.turn = self.start
        self.begin_turn()

    def begin_turn(self) -> None:
        """K-1.3: players without a card are passed over; K-1.5: nothing begins where every column is full."""
        able = self.first_with_a_card(self.from_seat(self.turn))
        if able is None or all(self.is_full(column) for column in self.columns):
            self.end_round()
        else:
            self.turn = able

    def play_card(self, who: str, column: int, card: str) -> None:
        """K-1.3: face down at the end; the face-down card above is turned up."""
        self.from_hand(who, card)
        self.put_at_the_end(column, {"by": who, "card": card, "up": False})

    def put_at_the_end(self, column: int, card: PlainCard) -> None:
        """K-1.3, K-2.1: a card comes to the end of a column, by hand or as an Explorer."""
        cards = self.columns[column]["cards"]
        cards.append(card)
        above = len(cards) - 2
        if above >= 0 and not cards[above]["up"]:
            self.turn_up(column, above)

    def when_nothing_is_asked(self) -> None:
        """K-1.3, K-1.5: the player draws; then the round ends, or the next player with a card has a turn."""
        if self.asked or self.phase != "play":
            return
        assert self.turn is not None
        self.travelled = []
        self.draw(self.turn)
        next_one = self.first_with_a_card([*self.from_seat(self.turn)[1:], self.turn])
        if next_one is None or all(self.is_full(column) for column in self.columns):
            self.end_round()
        else:
            self.turn = next_one

    def end_round(self) -> None:
        """K-1.5: what lies face down is shown, without effect; known cards need not be named."""
        self.phase = "shown"
        for column in self.columns:
            for card in column["cards"]:
                if card["card"] != UNSEEN:
                    card["up"] = True
        self.when_all_are_shown()

    def when_all_are_shown(self) -> None:
        """K-3: columns from the left; K-3.8: cards to their owners; K-1.6: who starts the next round."""
        if any(card["card"] == UNSEEN for column in self.columns for card in column["cards"]):
            return
        for column in self.columns:
            symbol = column["objective"].split(":")[0]
            lie = [(card["by"], card["card"]) for card in column["cards"]]
            winner = scorer.evaluate(symbol, lie)["winner"]
            won = self.lost if winner is None else self.players[winner]["won"]  # lost: no card lies there
            won.append(column["objective"])
            for by, card in lie:
                put_in(self.players[by]["discard"], card)
        self.columns = []
        if self.round == ROUNDS:
            self.phase = "over"
        else:
            self.phase = "objectives"
            self.round += 1
            self.start = self.from_seat(self.turn)[1]
        self.turn = None

    # -- K-2: the effect of a turned card

    def turn_up(self, column: int, index: int) -> None:
        """K-1.3: turn the card up; an unknown card is named first."""
        card = self.columns[column]["cards"][index]
        if card["card"] == UNSEEN:
            self.asked = {"who": "table", "what": "turned", "column": column, "card": index}
            return
        card["up"] = True
        if card["card"] == "explorer":
            self.explorer(column, index)
        elif card["card"] == "assassin":
            self.assassin(column, index)
        elif card["card"] == "storm":
            self.columns[column]["closed"] = True  # K-2.3
        elif card["card"] == "cloak" and self.players[card["by"]]["hand"]:  # K-2.4
            self.asked = {"who": card["by"], "what": "slide", "column": column, "card": index}
        elif card["card"] == "traitor":  # K-2.5
            self.asked = {"who": card["by"], "what": "swap", "column": column, "card": index}

    def explorer(self, column: int, index: int) -> None:
        """K-2.1."""
        card = self.columns[column]["cards"][index]
        if card["by"] in self.travelled:
            return
        many = len(self.columns)
        round_about = [(column + step) % many for step in range(1, many)]
        if self.own_column:
            round_about.append(column)
        for there in round_about:
            if not self.columns[there]["closed"]:
                self.travelled.append(card["by"])
                del self.columns[column]["cards"][index]
                card["up"] = False
                self.put_at_the_end(there, card)
                return

    def assassin(self, column: int, index: int) -> None:
        """K-2.2."""
        if self.columns[column]["cards"][index + 1]["card"] == UNSEEN:
            self.asked = {"who": "table", "what": "removed", "column": column, "card": index + 1}
        else:
            self.discard(column, index + 1)

    def discard(self, column: int, index: int) -> None:
        """A card of a column goes to its owner's discard pile."""
        card = self.columns[column]["cards"].pop(index)
        put_in(self.players[card["by"]]["discard"], card["card"])

    def slide(self, who: str, column: int, cloak: int, card: str) -> None:
        """K-2.4."""
        self.from_hand(who, card)
        self.columns[column]["cards"].insert(cloak + 1, {"by": who, "card": card, "up": False})
        self.draw(who)

    # -- players

    def from_hand(self, who: str, card: str) -> None:
        """A known card leaves the hand, or an unknown one that is now named."""
        hand = self.players[who]["hand"]
        take_out(hand, card if card in hand else UNSEEN)

    def draw(self, who: str) -> None:
        """K-1.3."""
        player = self.players[who]
        if player["deck"] == 0:
            player["deck"] = sum(player["discard"].values())
            player["discard"] = {}
        if player["deck"] > 0:
            player["deck"] -= 1
            put_in(player["hand"], UNSEEN)


def put_in(pile: Hand, card: str) -> None:
    """One more of them."""
    pile[card] = pile.get(card, 0) + 1


def take_out(pile: Hand, card: str) -> None:
    """One fewer of them."""
    pile[card] -= 1
    if pile[card] == 0:
        del pile[card]
