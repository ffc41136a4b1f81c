"""A real table of the Princes of Florence: every piece lies somewhere, every card is one certain card.

The places are read off a position as JSON and the people's real cards; movements are then carried out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from random import Random
from typing import Any

from companion.games.florence.rules.edition import load_edition
from companion.games.florence.rules.position import FlorencePosition
from companion.rules.clauses import MoveRefused
from companion.rules.game import GameSetup
from companion.rules.history import GameHistory
from companion.rules.movements import Movement, movements_between
from companion.rules.record import RecordHeader
from companion.table.undo import layouts_while_undoing
from tests.games.florence.people import BUILDINGS, FREEDOMS, RECRUITING, UNSEEN, People
from tests.games.florence.tables import GAME, setup

UP = " face up"
TRACK = 50
OBJECTS = {
    **{kind: (f"landscape/{kind}", 6) for kind in ("forest", "lake", "park")},
    "jester": ("jester", 7),
    "builder": ("builder", 6),
    RECRUITING: (RECRUITING, 5),
}
"""Objects of the auction except the prestige card: their pieces and how many there are."""
Cards = Mapping[str, Mapping[str, list[str]]]
Table = dict[str, Counter[str]]


def real(at: Mapping[str, Any], people: People) -> Table:
    """Where everything lies, except for the bank's florins."""
    table: Table = {}
    put = _putter(table)
    people_of = at["players"]
    for who, player in people_of.items():
        _of_player(put, at, who, player, people.cards[who])
    for kind, stack in people.stack.items():
        for name in stack:
            put(f"stack/{kind}", f"{kind}/{name}")
    if len(people_of) == 2:
        _aside(put, at, people)
    if at.get("owed", "").startswith("place"):
        put(f"player/{at['turn']}", f"landscape/{at['owed'].split()[1]}")
    put(f"player/{at['start']}", "start")
    put(f"round/{at['round']}", "round")
    _supply(put, table, at)
    return table


def _putter(table: Table) -> Any:
    def put(place: str, what: str, count: int = 1) -> None:
        table.setdefault(place, Counter())[what] += count

    return put


def _of_player(put: Any, at: Any, who: str, player: Any, cards: Mapping[str, list[str]]) -> None:
    put(f"player/{who}", "money", player["money"])
    put(f"player/{who}", "builder", player["builders"])
    put(f"player/{who}", "jester", player["jesters"])
    put(f"player/{who}", RECRUITING, player["recruiting"])
    for freedom in player["freedoms"]:
        put(f"player/{who}", f"freedom/{freedom}")
    for tile in player["grid"]:
        name, square, turn = tile.split()
        kind = "building" if name in BUILDINGS else "landscape"
        put(f"grid/{who}/{square}/{turn}", f"{kind}/{name}")
    for name in player["table"]:
        put(f"table/{who}", name if name == RECRUITING else f"profession/{name}")
    for name in player["used"]:
        put(f"used/{who}", f"bonus/{name}")
    for name in cards["hand"]:
        put(f"hand/{who}", f"profession/{name}")
    for name in cards["bonus"]:
        put(f"hand/{who}", f"bonus/{name}")
    for name in cards["prestige"]:
        shown = at["phase"] in ("final", "over") and name in player["prestige"]
        put(f"player/{who}", f"prestige/{name}{UP if shown else ''}")
    put(f"track/{player['points'] % TRACK}", f"points/{who}")
    _stones(put, at, who, player)


def _stones(put: Any, at: Any, who: str, player: Any) -> None:
    stones = 2 if len(at["players"]) == 2 else 1
    if at["phase"] == "auction":
        for won in player["won"]:
            put(f"pile/{won.split()[0]}", f"stone/{who}")
            stones -= 1
    if at["phase"] == "actions" and player["best"]:
        put(f"track/{player['best'] % TRACK}", f"stone/{who}")
        stones -= 1
    put(f"player/{who}", f"stone/{who}", stones)


def _aside(put: Any, at: Any, people: People) -> None:
    """P-2.1: what is won is set aside, and leaves the game if it is given up; P-2.2: the third freedom."""
    stack = list(people.stack["prestige"])
    places = [
        *((f"aside/{who}", won.split()[0]) for who, each in at["players"].items() for won in each["won"]),
        *(("box", kind) for kind, number in at.get("gone", {}).items() for _ in range(number)),
    ]
    for place, kind in places:
        if kind in OBJECTS:
            put(place, OBJECTS[kind][0])
        else:
            put(place, f"prestige/{stack[0]}")
            put("stack/prestige", f"prestige/{stack.pop(0)}", -1)
    if all(player["freedoms"] for player in at["players"].values()):
        left = set(FREEDOMS).difference(*(player["freedoms"] for player in at["players"].values()))
        for freedom in left:
            put("box", f"freedom/{freedom}")


def _supply(put: Any, table: Table, at: Any) -> None:
    """Of everything that is counted, what lies nowhere else."""
    freedoms = max(1, len(at["players"]) - 1)
    numbers = dict(OBJECTS.values())
    numbers |= {f"building/{name}": 3 for name in BUILDINGS}
    numbers |= {f"freedom/{name}": freedoms for name in FREEDOMS}
    for what, number in numbers.items():
        put("supply", what, number - sum(place[what] for place in table.values()))


# -- movements


def carry_out(hands: Iterable[Movement], table: Table, shall: Table) -> None:
    """Carry out one movement after another; the owner of an unnamed card knows which is meant."""
    for hand in hands:
        if hand.kind == "turn":
            old, new = (f"{hand.piece}{UP if side == 'up' else ''}" for side in (hand.from_, hand.to))
            place = next(place for place, things in table.items() if things[old])
            move(table, old, 1, place, place, new)
        elif hand.piece.endswith(UNSEEN):
            for _ in range(hand.count):
                move(table, meant(hand, table, shall), 1, hand.from_, hand.to)
        else:
            move(table, hand.piece, hand.count, hand.from_, hand.to)


def meant(hand: Movement, table: Table, shall: Table) -> str:
    """A card of that kind that must leave, preferably one that belongs where it goes."""
    kind = hand.piece.partition("/")[0]
    leaving = table[hand.from_] - shall.get(hand.from_, Counter())
    cards = [what for what in leaving if what.startswith(f"{kind}/")]
    wanted = shall.get(hand.to, Counter()) - table.get(hand.to, Counter())
    assert cards, f"{hand}: nobody knows which"
    return next((card for card in cards if wanted[card]), cards[0])


def move(table: Table, what: str, count: int, source: str, target: str, becomes: str = "") -> None:
    """Move that many from there to there, whichever side is up; the bank has florins enough."""
    if source != "bank":
        what = what if table.get(source, Counter())[what] else f"{what}{UP}"
        assert table.get(source, Counter())[what] >= count, f"no {count} {what} at {source}"
        table[source][what] -= count
    if target != "bank":
        table.setdefault(target, Counter())[becomes or what.removesuffix(UP)] += count


def looks(table: Table) -> dict[str, Counter[str]]:
    """The pieces of every place that is not empty; a prestige card in front of nobody may be any."""
    seen: dict[str, Counter[str]] = {}
    for place, things in table.items():
        for what, count in things.items():
            unknown = what.startswith("prestige/") and not place.startswith("player/")
            seen.setdefault(place, Counter())[f"prestige/{UNSEEN}" if unknown else what] += count
    return {place: +things for place, things in seen.items() if +things}


# -- a whole game


class Evening:
    """A game that these people played, position by position, with the real table at each."""

    def __init__(self, players: int, seed: int, knows: float) -> None:
        rng = Random(seed)
        table = setup(players)
        self.account = account = GameHistory.from_header(RecordHeader("florence", table, None, 0), GAME)
        self.people = People(rng, [seat.colour for seat in table.seats], assumed())
        self.people.knows = knows
        self.said: list[str] = []
        self.positions: list[FlorencePosition] = []
        self.tables: list[Table] = []
        self._note(account)
        while account.position.to_json()["phase"] != "over":
            self.said.append(self._say(account))
            self._note(account)

    def _say(self, account: GameHistory) -> str:
        for line in self.people.lines(account.position.to_json()):
            try:
                account.apply_line(line)
            except MoveRefused:
                continue
            self.people.said(line)
            return line
        raise AssertionError("nobody has anything to say")

    def back(self, upto: int, to: int) -> tuple[Movement, ...]:
        """The movements to go back from so many moves to so many."""
        layouts = layouts_while_undoing(GAME, self.positions[to], self.account.accepted_lines[to:upto])
        return movements_between(GAME.inventory(self.setup), layouts)

    @property
    def setup(self) -> GameSetup:
        """The set-up of the game."""
        return self.account.setup

    def _note(self, account: GameHistory) -> None:
        assert isinstance(account.position, FlorencePosition)
        self.positions.append(account.position)
        self.tables.append(real(account.position.to_json(), self.people))


@cache
def evening(players: int, seed: int, knows: float) -> Evening:
    """That game, played once in a run."""
    return Evening(players, seed, knows)


@cache
def assumed() -> Mapping[str, tuple[str, ...]]:
    """The assumed outlines of tiles."""
    return {name: tuple(outline.rows) for name, outline in load_edition([]).outlines.items()}
