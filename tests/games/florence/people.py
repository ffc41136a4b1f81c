"""People who play the Princes of Florence: their real cards, and the lines they may enter next.

The likeliest lines come first. People reckon with the plain rules and not with the engine: they build what
their professions want, complete a work as soon as it is worth enough and bid for what they like. What they
enter need not be legal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from random import Random
from typing import Any

from tests.games.florence.plain import grid, values
from tests.games.florence.plain.grid import Lying, Place

Position = dict[str, Any]
UNSEEN = "?"
RECRUITING = "recruiting"
KINDS = ("forest", "lake", "park", "jester", "builder", "prestige", RECRUITING)
BUILDINGS = tuple(values.SIZE)
FREEDOMS = ("travel", "opinion", "religion")
WANTED = {line.split()[0]: tuple(line.split()[1:]) for line in values.WANTED.strip().splitlines()}
BONUS = (*values.EACH, *values.EACH_KIND)
PRESTIGE = (*values.MOST, "fewest-empty-squares", *values.AT_LEAST)
LEAST = (7, 10, 12, 14, 15, 16, 17)


@cache
def every_place(drawing: tuple[str, ...]) -> tuple[Place, ...]:
    """The places of a tile on an empty grid of 7 x 7, each set of squares once."""
    return tuple(grid.said_once(grid.places(list(drawing))))


@cache
def lying(drawing: tuple[str, ...], tile: str) -> Lying:
    """A tile as positions write it: `forest d4 r1`."""
    name, square, turn = tile.split()
    there = next(each for each in every_place(drawing) if (each.square, each.turn) == (square, turn))
    return Lying(name, name in BUILDINGS, there.covers)


class People:
    """The real cards: stacks, and each player's `hand`, `bonus` and `prestige`."""

    def __init__(self, rng: Random, seats: Sequence[str], drawings: Mapping[str, tuple[str, ...]]) -> None:
        self.rng = rng
        self.drawings = drawings
        self.knows = rng.choice((0.0, 0.3, 1.0))  # how often a card is named that goes into a hand
        self.bids = rng.choice((0.2, 0.4, 0.6))
        self.likes = {who: rng.sample(KINDS, len(KINDS)) for who in seats}
        self.tidy = {who: rng.random() < 0.7 for who in seats}  # places tiles close together
        self.thrift = {who: rng.random() for who in seats}  # keeps florins of an income
        every = {"profession": tuple(WANTED), "bonus": BONUS, "prestige": PRESTIGE}
        self.stack = {kind: rng.sample(cards, len(cards)) for kind, cards in every.items()}
        self.cards: dict[str, dict[str, list[str]]] = {
            who: {"hand": [self.stack["profession"].pop() for _ in range(3)], "bonus": [], "prestige": []}
            for who in seats
        }

    def kept(self) -> Any:
        """A copy of all cards, to be put back later."""
        cards = {who: {kind: [*held] for kind, held in own.items()} for who, own in self.cards.items()}
        return {kind: [*stack] for kind, stack in self.stack.items()}, cards

    def put_back(self, kept: Any) -> None:
        """Put every card back where it was."""
        self.stack, self.cards = kept

    # -- what a line does to the cards

    def said(self, line: str) -> None:
        """The line was accepted: its player moves their cards."""
        who, what, *words = line.split()
        if who == "table" or who not in self.cards:
            return
        own = self.cards[who]
        if what in ("profession", "bonus", "keep"):
            self.take(own[{"profession": "hand", "bonus": "bonus", "keep": "prestige"}[what]], what, words[0])
        elif what == "work":
            own["hand"].remove(words[0])
            for card in words[2:-2] if "bonus" in words else ():
                own["bonus"].remove(card)
        elif what == "recruit":
            own["hand"].append(words[0])

    def take(self, hand: list[str], what: str, said: str) -> None:
        """Take one of the top five cards: the one that was named, else any."""
        stack = self.stack["prestige" if what == "keep" else what]
        card = said if said != UNSEEN else self.rng.choice(stack[-5:])
        stack.remove(card)
        hand.append(card)

    def name(self, kind: str, known: Mapping[str, Any]) -> str:
        """A card of the stack, by its name or as unknown."""
        stack = self.stack[kind]
        if not stack or self.rng.random() >= self.knows:
            return UNSEEN
        return self.rng.choice(stack)

    # -- what may be entered

    def lines(self, at: Position) -> Iterator[str]:
        """Lines for the player who is awaited; the last one is always legal."""
        if at["phase"] == "final":
            yield from self.shown(at)
            return
        who = at["turn"]
        yield from self.now_and_then_sold(at)
        if "owed" in at:
            yield from self.owed(at, who, at["owed"].split())
        elif at["phase"] == "auction":
            yield from self.auction(at, who)
            yield f"{who} pass"
        else:
            yield from self.actions(at, who)
            yield f"{who} done"

    def now_and_then_sold(self, at: Position) -> Iterator[str]:
        """P-B8: somebody is short of florins."""
        who = self.rng.choice(list(at["players"]))
        points = at["players"][who]["points"]
        if points and self.rng.random() < (0.1 if at["players"][who]["money"] < 300 else 0.005):
            yield f"{who} sell {self.rng.randint(1, min(points, 4))}"

    def shown(self, at: Position) -> Iterator[str]:
        """P-E1: a player's unknown prestige cards."""
        hiding = [who for who, player in at["players"].items() if UNSEEN in player["prestige"]]
        who = self.rng.choice(hiding)
        known = {name for player in at["players"].values() for name in player["prestige"]}
        cards = [card for card in self.cards[who]["prestige"] if card not in known]
        self.rng.shuffle(cards)
        yield f"table prestige {who} {' '.join(cards)}"

    def owed(self, at: Position, who: str, owed: Sequence[str]) -> Iterator[str]:
        """What to do with an object won."""
        match owed[0]:
            case "place":
                for place in self.spots(at, who, owed[1])[:1]:
                    yield f"{who} place {owed[1]} {place.square} {place.turn}"
            case "keep":
                yield f"{who} keep {self.name('prestige', at)}"
            case "choose":
                kinds = [won.split()[0] for won in at["players"][who]["won"]]
                yield f"{who} choose {self.rng.choice(kinds)}"
            case "recruit":
                if self.rng.random() < 0.7:
                    yield from self.recruits(at, who)
                yield f"{who} skip"

    def spots(self, at: Position, who: str, name: str) -> list[Place]:
        """The places where the tile may lie, one that the player likes first."""
        player = at["players"][who]
        tiles = [lying(self.drawings[tile.split()[0]], tile) for tile in player["grid"]]
        places = grid.may_lie(every_place(self.drawings[name]), name in BUILDINGS, tiles, player["builders"])
        if self.tidy[who] and places:
            return [max(places, key=lambda place: self.corners(place, tiles))]
        return self.rng.sample(places, min(1, len(places)))

    def corners(self, place: Place, tiles: Sequence[Lying]) -> float:
        """How close the place is to other tiles and to the rim."""
        covered = grid.PALAZZO.union(*(tile.covers for tile in tiles))
        rim = sum(column in (1, 7) or row in (1, 7) for column, row in place.covers)
        return len(place.beside & covered) + rim + self.rng.random()

    # -- the auction

    def auction(self, at: Position, who: str) -> Iterator[str]:
        """P-A1: what the player likes best first; a bid now and then."""
        auction, player = at.get("auction"), at["players"][who]
        if auction:
            liked = self.likes[who].index(auction["kind"])
            dear = (auction["bid"] - 200) / 1000
            if self.rng.random() < self.bids + 0.2 - liked / 20 - dear and player["money"] > auction["bid"]:
                yield f"{who} bid"
        elif self.rng.random() < 0.95:
            while player["money"] < 200 and player["points"] and self.rng.random() < 0.5:
                yield f"{who} sell 1"
            likes = [kind for kind in self.likes[who] if self.rng.random() < 0.7]
            yield from (f"{who} open {kind}" for kind in likes)

    # -- actions

    def actions(self, at: Position, who: str) -> Iterator[str]:
        """P-B: a work when it is worth enough, else what helps the player's professions."""
        if at["players"][who]["recruiting"] and self.rng.random() < 0.5:
            yield from self.recruits(at, who)
        if self.rng.random() < 0.9:
            yield from self.works(at, who)
        deeds = [self.builds, self.freedoms, self.cards_taken]
        self.rng.shuffle(deeds)
        for deed in deeds:
            if self.rng.random() < 0.8:
                yield from deed(at, who)
        yield from self.short(at, who)

    def recruits(self, at: Position, who: str) -> Iterator[str]:
        """P-B6: a profession on somebody else's table."""
        lying_open = [
            f"{who} recruit {name} from {other}"
            for other, player in at["players"].items()
            for name in player["table"]
            if other != who and name != RECRUITING
        ]
        if lying_open:
            yield self.rng.choice(lying_open)

    def wants(self, who: str, at: int) -> set[str]:
        """The buildings (0), landscapes (1) or freedoms (2) that the player's professions want."""
        return {WANTED[name][at] for name in self.cards[who]["hand"]}

    def works(self, at: Position, who: str) -> Iterator[str]:
        """P-B2: every work that reaches the least value, with as many bonus cards as it takes or more."""
        cards = list(self.cards[who]["bonus"])
        self.rng.shuffle(cards)
        own = self.own(at, who)
        for name in self.rng.sample(self.cards[who]["hand"], len(self.cards[who]["hand"])):
            gives = values.work(own, name, cards)
            value = sum(gives.values()) - sum(gives[card] for card in cards)
            played: list[str] = []
            for card in cards:
                if value < self.least[at["round"] - 1] or self.rng.random() < 0.3:
                    played.append(card)
                    value += gives[card]
            if value >= self.least[at["round"] - 1]:
                bonus = ["bonus", *played] if played else []
                yield " ".join((who, "work", name, *bonus, "take", str(self.taken(who, value))))

    least: Sequence[int] = LEAST

    def taken(self, who: str, value: int) -> int:
        """P-B3: the florins kept of the income."""
        points = round(value // 2 * (1 - self.thrift[who]) * self.rng.random() * 2)
        return 100 * value - 200 * min(points, value // 2)

    def own(self, at: Position, who: str) -> dict[str, Any]:
        """The player's principality as values reads it."""
        player = at["players"][who]
        tiles = [lying(self.drawings[tile.split()[0]], tile) for tile in player["grid"]]
        return {
            "tiles": [(tile.name, {grid.name(square) for square in tile.covers}) for tile in tiles],
            "hand": [*self.cards[who]["hand"], *[RECRUITING] * player["recruiting"]],
            "prestige": self.cards[who]["prestige"],
            **{key: player[key] for key in ("freedoms", "jesters", "builders", "table", "points", "money")},
        }

    def builds(self, at: Position, who: str) -> Iterator[str]:
        """P-B4: a building that is wanted, sometimes any."""
        wanted = self.wants(who, 0)
        own = {tile.split()[0] for tile in at["players"][who]["grid"]}
        others = [name for name in BUILDINGS if name not in wanted and self.rng.random() < 0.15]
        for name in [*sorted(wanted), *others]:
            if name not in own:
                for place in self.spots(at, who, name):
                    yield f"{who} build {name} {place.square} {place.turn}"

    def freedoms(self, at: Position, who: str) -> Iterator[str]:
        """P-B5: a freedom that is wanted."""
        if "freedom" not in at.get("actions", ()):
            for name in self.rng.sample(wanted := sorted(self.wants(who, 2)), len(wanted)):
                if name not in at["players"][who]["freedoms"]:
                    yield f"{who} freedom {name}"

    def cards_taken(self, at: Position, who: str) -> Iterator[str]:
        """P-B5: a bonus card or a profession."""
        kinds = ["bonus", "profession"]
        self.rng.shuffle(kinds)
        for kind in kinds:
            yield f"{who} {kind} {self.name(kind, at)}"

    def short(self, at: Position, who: str) -> Iterator[str]:
        """P-B8: prestige sold to pay for an action."""
        if at["players"][who]["points"] > 5 and self.rng.random() < 0.3:
            yield f"{who} sell 3"
