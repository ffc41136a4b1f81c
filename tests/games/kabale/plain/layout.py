"""The plain table and its legal moves: the half of `plain_table` that changes nothing.

A table is lists and dicts that change in place: columns of cards `{"by", "card", "up"}` from the objective
down, players with hand, deck, discard and won. Everything counts from 0 here, as in JSON; only the words of a
line count from 1.
"""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

from tests.games.kabale.plain import scorer

UNSEEN = "?"
CHARACTERS = (*scorer.VALUES, *scorer.SYMBOLS, scorer.DOPPELGAENGER)
OBJECTIVES = [
    f"{symbol}:{value}"
    for symbol, value in product(scorer.SYMBOLS.values(), (1, 2, 3, 3, 4, 5))  # K-M3
]


class PlainLie:
    """A table at its set-up (K-1.1), or at a position as the notation writes it."""

    def __init__(
        self, seats: list[str], start: str, own_column: bool, position: dict[str, Any] | None = None
    ) -> None:
        self.seats = seats
        self.own_column = own_column  # OPTION of K-2.1
        given = copied(position) or {
            "round": 1,
            "phase": "objectives",
            "start": start,
            "players": {seat: {"hand": {UNSEEN: 3}, "deck": 22} for seat in seats},
        }
        self.round: int = given["round"]
        self.phase: str = given["phase"]
        self.start: str | None = given.get("start")
        self.turn: str | None = given.get("turn")
        self.asked: dict[str, Any] | None = given.get("asked")
        self.travelled: list[str] = given.get("travelled", [])
        self.columns: list[dict[str, Any]] = [
            {
                "objective": column["objective"],
                "closed": column.get("closed", False),
                "cards": [{"up": False, **card} for card in column.get("cards", [])],
            }
            for column in given.get("columns", [])
        ]
        self.players: dict[str, dict[str, Any]] = {
            seat: {"hand": {}, "deck": 0, "discard": {}, "won": [], **given.get("players", {}).get(seat, {})}
            for seat in seats
        }
        self.lost: list[str] = given.get("lost", [])
        self.before: list[dict[str, Any]] = []

    def kept(self) -> dict[str, Any]:
        """A copy of all that a line may change."""
        names = ("round", "phase", "start", "turn", "asked", "travelled", "columns", "players", "lost")
        return {name: copied(getattr(self, name)) for name in names}

    def position(self) -> dict[str, Any]:
        """The table as the notation writes it, with every key."""
        written = self.kept()
        if self.phase == "over":
            written["scores"] = scores = {
                seat: scorer.final([(won.split(":")[0], int(won.split(":")[1])) for won in player["won"]])
                for seat, player in self.players.items()
            }
            written["winners"] = [seat for seat in self.seats if scores[seat] == max(scores.values())]
        return written

    # -- players and columns

    def from_seat(self, seat: str | None) -> list[str]:
        """All players clockwise, beginning with that one."""
        assert seat is not None
        at = self.seats.index(seat)
        return self.seats[at:] + self.seats[:at]

    def first_with_a_card(self, seats: list[str]) -> str | None:
        """K-1.3: the first player with a card."""
        for seat in seats:
            if self.players[seat]["hand"]:
                return seat
        return None

    def unknown(self, who: str) -> list[str]:
        """The characters of a player that are known nowhere, any of which an unknown card may be."""
        known = {*self.players[who]["hand"], *self.players[who]["discard"]}
        for column in self.columns:
            known |= {card["card"] for card in column["cards"] if card["by"] == who}
        return [card for card in CHARACTERS if card not in known]

    def is_full(self, column: dict[str, Any]) -> bool:
        """K-1.4: whether the column is full."""
        return column["closed"] or len(column["cards"]) >= int(column["objective"].split(":")[1])

    # -- legal moves

    def legal(self) -> list[str]:
        """Every legal line; of the objectives only the pattern."""
        if self.phase == "objectives":
            return ["table objectives"]
        if self.phase == "shown":
            return [
                f"table shown {number}.{at} {name}"
                for number, column in enumerate(self.columns, start=1)
                for at, card in enumerate(column["cards"], start=1)
                if card["card"] == UNSEEN
                for name in self.unknown(card["by"])
            ]
        if self.phase == "over":
            return []
        if self.asked:
            return self.answers(self.asked)
        return [
            f"{self.turn} {number} {card}"
            for number, column in enumerate(self.columns, start=1)
            if not column["closed"]
            for card in self.in_hand(self.turn)
        ]

    def answers(self, asked: dict[str, Any]) -> list[str]:
        """The lines that answer the decision."""
        who, what = asked["who"], asked["what"]
        if what == "slide":
            return [f"{who} skip", *(f"{who} slide {card}" for card in self.in_hand(who))]
        if what == "swap":
            others = [number for number in range(len(self.columns)) if number != asked["column"]]
            return [f"{who} skip", *(f"{who} swap {number + 1}" for number in others)]
        owner = self.columns[asked["column"]]["cards"][asked["card"]]["by"]
        nobody_noted = [UNSEEN] if what == "removed" else []
        return [f"table {what} {card}" for card in self.unknown(owner) + nobody_noted]

    def in_hand(self, who: str | None) -> list[str]:
        """The words for a card of a hand."""
        assert who is not None
        hand = self.players[who]["hand"]
        named = [card for card in hand if card != UNSEEN]
        return [*named, *self.unknown(who), UNSEEN] if UNSEEN in hand else named

    def may_lie(self, objectives: list[str]) -> bool:
        """K-1.2, K-M3: whether there is one for each player, and nobody has won them."""
        if self.phase != "objectives" or len(objectives) != len(self.seats):
            return False
        gone = [objective for player in self.players.values() for objective in player["won"]]
        gone += self.lost
        return not Counter(gone + objectives) - Counter(OBJECTIVES)


def copied(thing: Any) -> Any:
    """A deep copy of lists and dicts."""
    if isinstance(thing, dict):
        return {key: copied(each) for key, each in thing.items()}
    return [copied(each) for each in thing] if isinstance(thing, list) else thing
