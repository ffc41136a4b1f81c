"""A second Princes of Florence, kept plain: it follows rules page and notation, nothing of the engine.

A line is carried out as hands would do it, or refused with nothing changed.
"""

from __future__ import annotations

import json
from typing import Any

from tests.games.florence.plain import values
from tests.games.florence.plain.rules import MORE, OPENING, PRICE, PlainRules
from tests.games.florence.plain.supply import LANDSCAPES, RECRUITING, UNSEEN

ROUNDS = 7


class RefusedLine(Exception):
    """The line is against the rules; the table is as it was."""


class PlainTable(PlainRules):
    """A game that goes on as lines are entered."""

    def __init__(self, *table: Any) -> None:
        super().__init__(*table)
        self.before: list[tuple[str, bool]] = []
        self.what_nobody_can_choose()

    # -- lines

    def play(self, line: str) -> None:
        """Play one line of a record; raises RefusedLine."""
        words = line.split()
        if words[:1] == ["undo"]:
            self.undo(int(words[1]) if len(words) > 1 else 1)
            return
        if not self.may(line):
            raise RefusedLine(line)
        self.before.append((json.dumps(self.at), self.choosing))
        who, what, *rest = words
        match what:
            case "sell":
                self.players[who]["points"] -= int(rest[0])
                self.players[who]["money"] += 100 * int(rest[0])
            case "prestige":
                for name in rest[1:]:
                    self.spend(self.players[rest[0]]["prestige"], UNSEEN)
                    self.add(self.players[rest[0]]["prestige"], name)
            case "open" | "bid" | "pass":
                self.bid(who, what, rest)
            case "place" | "keep" | "choose" | "skip":
                self.at["owed"] = None
                self.settle(who, what, rest)
            case "recruit":
                self.at["owed"] = None
                self.recruit(who, rest[0], rest[2])
            case "done":
                self.end_turn()
            case _:
                self.act(who, what, rest)
        self.what_nobody_can_choose()

    def undo(self, many: int) -> None:
        """Undo that many lines; raises RefusedLine where there are fewer."""
        if not 1 <= many <= len(self.before):
            raise RefusedLine("undo")
        written, self.choosing = self.before[-many]
        self.at = json.loads(written)
        del self.before[-many:]

    def position(self) -> dict[str, Any]:
        """The position as the notation writes it, without keys that mean nothing now."""
        passing = ("turn", "gone", "auction", "owed", "actions")
        return {key: value for key, value in self.at.items() if value or key not in passing}

    # -- P-A

    def bid(self, who: str, what: str, rest: list[str]) -> None:
        """P-A1, P-A3: a bid or a pass."""
        auction = self.at["auction"]
        if what == "open":
            self.at["auction"] = {"kind": rest[0], "opener": who, "bid": OPENING, "by": who, "passed": []}
        elif what == "bid":
            auction["bid"] += MORE
            auction["by"] = who
        elif auction:
            auction["passed"].append(who)
        else:
            self.players[who]["out"] = True

    def what_nobody_can_choose(self) -> None:
        """Go on to the next player with a choice."""
        while not self.at["owed"]:
            phase = self.at["phase"]
            if phase == "auction" and self.at["auction"]:
                waits = self.bids_go_on()
            elif phase == "auction":
                waits = self.next_auction()
            elif phase == "actions":
                waits = self.turn_goes_on()
            else:
                waits = self.count_goes_on()
            if waits:
                return

    def bids_go_on(self) -> bool:
        """Whether somebody is asked to bid more."""
        auction, who = self.at["auction"], self.bidder()
        self.at["turn"] = who
        if who is None:
            self.at["auction"] = None
            self.sell_to(auction["by"], auction["kind"], auction["bid"])
            return False
        if self.barred(who, auction["kind"]) or self.means(who) < auction["bid"] + MORE:
            auction["passed"].append(who)
            return False
        return True

    def next_auction(self) -> bool:
        """Whether somebody is to open or, with two players, to choose."""
        who = self.opener()
        self.at["turn"] = who
        if who:
            if self.for_sale(who) and self.means(who) >= OPENING:
                return True
            self.players[who]["out"] = True
            return False
        return self.next_choice() if self.two else self.begin_actions()

    def sell_to(self, who: str, kind: str, price: int) -> None:
        """P-A1: sell the object; with two players it is set aside (P-2.1)."""
        self.players[who]["won"].append(f"{kind} {price}")
        if not self.two:
            self.players[who]["money"] -= price
            self.comes(who, kind)

    def comes(self, who: str, kind: str) -> None:
        """P-A4, P-A5: give the object to the player."""
        player = self.players[who]
        self.at["turn"] = who
        if kind in LANDSCAPES:
            if self.fits(who, kind):
                self.at["owed"] = f"place {kind}"
        elif kind == "jester":
            player["jesters"] += 1
        elif kind == "builder":
            player["builders"] += 1
            player["points"] += 0 if player["builders"] == 1 else 3
        elif kind == "prestige":
            self.at["owed"] = "keep"
        else:
            player["recruiting"] += 1
            if self.others_show(who):
                self.at["owed"] = "recruit"

    def others_show(self, who: str) -> bool:
        """Whether somebody else shows a profession."""
        tables = [player["table"] for other, player in self.players.items() if other != who]
        return any(name != RECRUITING for table in tables for name in table)

    def next_choice(self) -> bool:
        """P-2.1: the start player, then the other, keeps one object and pays the dearer bid."""
        self.choosing = True
        for who in self.clockwise(self.at["start"]):
            won = self.players[who]["won"]
            self.at["turn"] = who
            if len(won) == 2:
                self.at["owed"] = "choose"
                return True
            if len(won) == 1:
                self.choose(who, won[0].split()[0])
                return False
        return self.begin_actions()

    def choose(self, who: str, kept: str) -> None:
        """P-2.1: the other object leaves the game."""
        player = self.players[who]
        won, player["won"] = player["won"], []
        player["money"] -= max(int(each.split()[1]) for each in won)
        for each in won:
            if each.split()[0] != kept:
                self.add(self.at["gone"], each.split()[0])
        self.comes(who, kept)

    def settle(self, who: str, what: str, rest: list[str]) -> None:
        """Do with the object won what was owed."""
        if what == "choose":
            self.choose(who, rest[0])
        elif what == "keep":
            self.add(self.players[who]["prestige"], rest[0])
        elif what == "place":
            if self.has(who, rest[0]):
                self.players[who]["points"] += 3
            self.lay(who, rest)

    def lay(self, who: str, words: list[str]) -> None:
        """Place a tile on the player's grid."""
        place = self.place(who, *words)
        assert place is not None
        self.players[who]["grid"].append(f"{words[0]} {place.square} {place.turn}")

    def begin_actions(self) -> bool:
        """P-B: begin the actions, from the start player on."""
        self.choosing = False
        self.at["phase"], self.at["turn"] = "actions", self.at["start"]
        return False

    # -- P-B

    def turn_goes_on(self) -> bool:
        """Whether the turn goes on: it ends after two actions unless the player may still recruit."""
        who = self.at["turn"]
        if len(self.at["actions"]) < 2 or (self.players[who]["recruiting"] and self.others_show(who)):
            return True
        self.end_turn()
        return False

    def end_turn(self) -> None:
        """The next player's turn begins, or the round is over."""
        after = self.clockwise(self.at["turn"])[1]
        self.at["actions"], self.at["turn"] = [], after
        if after == self.at["start"]:
            self.end_round()

    def act(self, who: str, what: str, rest: list[str]) -> None:
        """P-B2, P-B4, P-B5: one action."""
        player = self.players[who]
        self.at["actions"].append(what)
        if what == "work":
            self.work(who, rest[0], rest[2:-2], int(rest[-1]))
        elif what == "build":
            player["money"] -= self.building_price(who)
            player["points"] += 3
            self.lay(who, rest)
        else:
            player["money"] -= PRICE
            if what == "freedom":
                player["freedoms"].append(rest[0])
            else:
                self.add(player["hand" if what == "profession" else "bonus"], rest[0])

    def work(self, who: str, name: str, cards: list[str], taken: int) -> None:
        """P-B2, P-B3: complete a work."""
        player, value = self.players[who], self.value(who, name, cards)
        player["money"] += taken
        player["points"] += (100 * value - taken) // 200
        player["best"] = max(player["best"], value)
        self.spend(player["hand"], name)
        player["table"].append(name)
        for card in cards:
            self.spend(player["bonus"], card)
            player["used"].append(card)

    def recruit(self, who: str, name: str, other: str) -> None:
        """P-B6: recruit a profession."""
        lies = self.players[other]["table"]
        lies[lies.index(name)] = RECRUITING
        self.players[who]["recruiting"] -= 1
        self.add(self.players[who]["hand"], name)

    def add(self, held: dict[str, int], name: str) -> None:
        """One more of it."""
        held[name] = held.get(name, 0) + 1

    def spend(self, held: dict[str, int], name: str) -> None:
        """One less of that name, or of the unknown ones."""
        name = name if name in held else UNSEEN
        held[name] -= 1
        if not held[name]:
            del held[name]

    def end_round(self) -> None:
        """P-B7, P-B9: the best work, and the next round."""
        best = max(player["best"] for player in self.players.values())
        for player in self.players.values():
            if best and player["best"] == best:
                player["points"] += 3
        if self.at["round"] == ROUNDS:
            self.at["phase"], self.at["turn"] = "final", None
            return
        for player in self.players.values():
            player.update(won=[], out=False, best=0)
        self.at["round"] += 1
        self.at["start"] = self.clockwise(self.at["start"])[1]
        self.at["phase"], self.at["turn"] = "auction", None

    # -- P-E

    def count_goes_on(self) -> bool:
        """P-E1, P-E2: count all prestige cards once they are known."""
        hidden = any(UNSEEN in player["prestige"] for player in self.players.values())
        if self.at["phase"] == "over" or hidden:
            return True
        scores, winners, _ = values.winners({who: self.own(who) for who in self.seats})
        for who in self.seats:
            self.players[who]["points"] = scores[who]
        self.at["phase"] = "over"
        self.at |= {"scores": scores, "winners": [who for who in self.seats if who in winners]}
        return True
