"""What is legal at a plain table of the Princes of Florence: the half of `plain_table` that changes nothing.

It follows the rules page and uses nothing of the engine; the value of a work comes from values.
"""

from __future__ import annotations

from collections.abc import Sequence

from tests.games.florence.plain import values
from tests.games.florence.plain.supply import (
    BUILDINGS,
    FREEDOMS,
    KINDS,
    LANDSCAPES,
    RECRUITING,
    UNSEEN,
    PlainSupply,
)

AT_MOST = {"work": 2, "build": 2, "bonus": 2, "profession": 1, "freedom": 1}  # P-B
PRICE = 300  # P-B5
OPENING, MORE = 200, 100  # P-A1


class PlainRules(PlainSupply):
    """The legal lines of each player."""

    # -- the auction

    def in_auction(self, who: str) -> bool:
        """P-A1, P-2.1: whether the player may still win more, and has not left the phase."""
        player = self.players[who]
        return not player["out"] and len(player["won"]) < (2 if self.two else 1)

    def opener(self) -> str | None:
        """P-A2, P-2.1: who opens now; None when the auctions are over."""
        able = [who for who in self.clockwise(self.at["start"]) if self.in_auction(who)]
        if self.two and not self.choosing:
            able.sort(key=lambda who: len(self.players[who]["won"]))
        return able[0] if able and not self.choosing else None

    def bidder(self) -> str | None:
        """P-A1: who is to bid more or pass; None when nobody is left."""
        auction = self.at["auction"]
        for who in self.clockwise(auction["by"])[1:]:
            if self.in_auction(who) and who not in auction["passed"]:
                return who
        return None

    def sold(self, kind: str) -> bool:
        """P-A1: whether that kind was sold in this round."""
        return any(won.split()[0] == kind for player in self.players.values() for won in player["won"])

    def barred(self, who: str, kind: str) -> bool:
        """P-A3, P-A4: whether the player may not have it at any price."""
        if kind == "builder":
            return bool(self.players[who]["builders"] == 3)
        return self.must_fit and kind in LANDSCAPES and not self.fits(who, kind)

    def for_sale(self, who: str) -> list[str]:
        """The kinds that the player may open."""
        return [kind for kind in KINDS if self.may_open(who, kind)]

    def may_open(self, who: str, kind: str) -> bool:
        """P-A1: whether it was neither sold in this round nor is used up."""
        return not self.sold(kind) and self.supply(kind) > 0 and not self.barred(who, kind)

    def means(self, who: str) -> int:
        """P-B8: the florins the player could have."""
        return int(self.players[who]["money"] + 100 * self.players[who]["points"])

    # -- lines

    def may(self, line: str) -> bool:
        """Whether the line is legal now."""
        words = line.split()
        if len(words) < 2:
            return False
        who, what, *rest = words
        if who == "table":
            return what == "prestige" and self.may_show(rest)
        if who not in self.seats or self.at["phase"] in ("final", "over"):
            return False
        if what == "sell":  # P-B8: anybody, at any time
            return len(rest) == 1 and number(rest[0]) in range(1, self.players[who]["points"] + 1)
        if who != self.at["turn"]:
            return False
        if self.at["owed"]:
            return self.may_settle(who, what, rest)
        if self.at["phase"] == "auction":
            return self.may_bid(who, what, rest)
        return self.may_act(who, what, rest)

    def may_show(self, rest: list[str]) -> bool:
        """P-E1: whether these are all unknown prestige cards of one player."""
        if self.at["phase"] != "final" or not rest or rest[0] not in self.seats:
            return False
        held = self.players[rest[0]]["prestige"]
        unseen = {UNSEEN: held.get(UNSEEN, 0)}
        return 0 < len(rest) - 1 == unseen[UNSEEN] and self.could_be_held("prestige", unseen, rest[1:])

    def may_settle(self, who: str, what: str, rest: list[str]) -> bool:
        """Whether that may be done with an object just won, or chosen."""
        owed, *kind = self.at["owed"].split()
        if owed == "recruit":
            return (what == "skip" and not rest) or (what == "recruit" and self.may_recruit(who, rest))
        if what != owed:
            return False
        if owed == "place":
            return len(rest) == 3 and rest[:1] == kind and self.place(who, *rest) is not None
        if owed == "keep":
            return len(rest) == 1 and self.could_be_taken("prestige", rest[0])
        return len(rest) == 1 and rest[0] in [won.split()[0] for won in self.players[who]["won"]]

    def may_bid(self, who: str, what: str, rest: list[str]) -> bool:
        """P-A1, P-A3: whether that bid or pass is legal."""
        auction, money = self.at["auction"], self.players[who]["money"]
        if what == "pass":
            return not rest
        if auction:
            return what == "bid" and not rest and bool(money >= auction["bid"] + MORE)
        if what != "open" or len(rest) != 1 or rest[0] not in KINDS:
            return False
        return self.may_open(who, rest[0]) and bool(money >= OPENING)

    def may_act(self, who: str, what: str, rest: list[str]) -> bool:
        """P-B1: whether that action is legal: there are two, each as often as it may be done."""
        if what == "done":
            return not rest
        if what == "recruit":
            return self.may_recruit(who, rest)
        done = self.at["actions"]
        if what not in AT_MOST or len(done) == 2 or done.count(what) == AT_MOST[what]:
            return False
        if what == "work":
            return self.may_work(who, rest)
        if what == "build":
            return self.may_build(who, rest)
        player = self.players[who]
        if len(rest) != 1 or player["money"] < PRICE:
            return False
        if what == "freedom":
            return (
                rest[0] in FREEDOMS and rest[0] not in player["freedoms"] and self.freedoms_left(rest[0]) > 0
            )
        return self.stack(what) > 0 and self.could_be_taken(what, rest[0])

    def may_recruit(self, who: str, rest: list[str]) -> bool:
        """P-B6: whether it is another player's open profession."""
        if len(rest) != 3 or rest[1] != "from" or rest[2] not in self.seats or rest[2] == who:
            return False
        shows = self.players[rest[2]]["table"]
        return self.players[who]["recruiting"] > 0 and rest[0] in shows and rest[0] != RECRUITING

    def may_build(self, who: str, rest: list[str]) -> bool:
        """P-B4: whether that building may be built there."""
        if len(rest) != 3 or rest[0] not in BUILDINGS or self.has(who, rest[0]) or not self.supply(rest[0]):
            return False
        return self.players[who]["money"] >= self.building_price(who) and self.place(who, *rest) is not None

    def building_price(self, who: str) -> int:
        """P-A5: the price of a building."""
        return {0: 700, 1: 300, 2: 300, 3: 0}[self.players[who]["builders"]]

    def may_work(self, who: str, rest: list[str]) -> bool:
        """P-B2, P-B3: whether `PROFESSION [bonus CARD ...] take FLORINS` is legal."""
        if len(rest) < 3 or rest[-2] != "take" or (len(rest) > 3 and (rest[1] != "bonus" or len(rest) == 4)):
            return False
        name, cards, taken = rest[0], rest[2:-2], number(rest[-1])
        player = self.players[who]
        if not self.could_be_held("profession", player["hand"], [name]):
            return False
        if not self.could_be_held("bonus", player["bonus"], cards):
            return False
        value = self.value(who, name, cards)
        return value >= self.least[self.at["round"] - 1] and taken in range(100 * value, -1, -200)

    def value(self, who: str, name: str, cards: Sequence[str]) -> int:
        """P-B2: the value of the work."""
        own = self.own(who)
        if name not in own["hand"]:
            own["hand"][own["hand"].index(UNSEEN)] = name
        return sum(values.work(own, name, cards).values())


def number(word: str) -> int:
    """A number as the notation writes it; -1 for other words."""
    return int(word) if word.isdecimal() and word.isascii() and (word == "0" or word[0] != "0") else -1
