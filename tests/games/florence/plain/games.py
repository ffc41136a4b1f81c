"""Random games of the Princes of Florence for the plain table and the engine to agree on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain, combinations
from random import Random
from typing import Any

from companion.games import game_rules
from companion.rules.clauses import MoveRefused
from companion.rules.game import EditionLine, GameSetup, Seat
from companion.rules.history import GameHistory
from companion.rules.position import Position
from companion.rules.record import RecordHeader
from tests.games.florence.people import LEAST, People
from tests.games.florence.plain.supply import (
    BONUS,
    BUILDINGS,
    FREEDOMS,
    KINDS,
    LANDSCAPES,
    PRESTIGE,
    PROFESSIONS,
    UNSEEN,
    Drawing,
    every_place,
)
from tests.games.florence.plain.table import PlainTable
from tests.games.florence.plain.values import SIZE

COLOURS = ("blue", "green", "orange", "red", "yellow")
SQUARES = {"large": 7, "medium": 5, "small": 3}
TURNS = ("r0", "r1", "r2", "r3", "r0m", "r1m", "r2m", "r3m")


class Disagreement(AssertionError):
    """The two tables differ."""


def drawn(rng: Random, squares: int) -> Drawing:
    """A random connected outline of so many squares, rows from the top."""
    cells = {(0, 0)}
    while len(cells) < squares:
        x, y = rng.choice(sorted(cells))
        dx, dy = rng.choice(((0, 1), (1, 0), (0, -1), (-1, 0)))
        cells.add((x + dx, y + dy))
    left, low = min(x for x, _ in cells), min(y for _, y in cells)
    right, high = max(x for x, _ in cells), max(y for _, y in cells)
    columns = range(left, right + 1)
    return tuple("".join(".x"[(x, y) in cells] for x in columns) for y in range(high, low - 1, -1))


def copy_of_the_game(rng: Random) -> dict[str, Drawing]:
    """The outlines of a copy of the game as an owner may have it."""
    landscapes = dict(zip(LANDSCAPES, (rng.randint(3, 7), rng.randint(2, 5), rng.randint(2, 6)), strict=True))
    return {name: drawn(rng, number) for name, number in landscapes.items()} | {
        name: drawn(rng, SQUARES[SIZE[name]]) for name in BUILDINGS
    }


class Both:
    """One game at both tables; `lines` are those entered, to be read in a failure."""

    listing = 0.002  # how often all legal moves are compared

    def __init__(self, rng: Random, copy: Mapping[str, Drawing], players: int) -> None:
        self.rng = rng
        seats = rng.sample(COLOURS, players)
        start, must_fit = rng.choice(seats), rng.random() < 0.3
        least = LEAST if rng.random() < 0.5 else tuple(sorted(rng.randint(3, 17) for _ in LEAST))
        prints = [EditionLine(("outline", name, "/".join(rows))) for name, rows in copy.items()]
        prints.append(EditionLine(("least", *map(str, least))))
        options = {"landscape-must-fit": "yes" if must_fit else "no"}
        table = GameSetup(tuple(Seat(who, who) for who in seats), start, options, tuple(prints))
        self.lines = [f"{table}"]
        self.engine: GameHistory = GameHistory.from_header(
            RecordHeader("florence", table, None, 0), game_rules("florence")
        )
        self.plain = PlainTable(seats, start, copy, least, must_fit)
        self.people = People(rng, seats, copy)
        self.people.least = least
        self.kept: list[Any] = []
        self.happened: Counter[str] = Counter()
        self.agree()

    # -- both tables

    def say(self, line: str) -> bool:
        """Enter the line at both tables; returns whether it was accepted."""
        if not self.same_answer(line):
            return False
        self.lines.append(line)
        self.kept.append(self.people.kept())
        self.plain.play(line)
        self.engine.apply_line(line)
        self.people.said(line)
        self.happened[line.split()[1]] += 1
        self.agree()
        return True

    def agree(self) -> None:
        """Check that the positions are equal."""
        plain, engine = self.plain.position(), self.engine.position.to_json()
        if plain != engine:
            told = "\n".join(differences("", tidy(plain), tidy(engine)))
            self.must(not told, told)

    def must(self, true: bool, told: str) -> None:
        """Raise Disagreement with the whole game unless this is true."""
        if not true:
            raise Disagreement("\n".join([*self.lines, told]))

    def same_answer(self, line: str) -> bool:
        """Check that both would accept the line now, or neither."""
        plain, engine = self.plain.may(line), accepts(self.engine.position, line)
        self.must(plain == engine, f"{line}: plain {plain}, engine {engine}")
        return plain

    def same_moves(self) -> None:
        """Check that the legal moves are the same, except for works, which are too many."""
        plain, engine = (
            {line for line in self.every_line() if self.plain.may(line)},
            set(listed(self.engine.position)),
        )
        only = sorted(plain ^ engine)
        self.must(not only, f"legal: plain {len(plain)}, engine {len(engine)}, not common: {only[:12]}")

    def every_line(self) -> Iterator[str]:
        """Every line that may ever be legal, except for works, with one spelling of each place."""
        at = self.plain.at
        for who, player in at["players"].items():
            yield from (f"{who} sell {points}" for points in range(1, player["points"] + 1))
        if at["phase"] == "final":
            yield from self.every_showing()
        who = at["turn"]
        yield from (f"{who} {what}" for what in ("bid", "pass", "skip", "done"))
        yield from (f"{who} {what} {kind}" for what in ("open", "choose") for kind in KINDS)
        for what, names in (("keep", PRESTIGE), ("profession", PROFESSIONS), ("bonus", BONUS)):
            yield from (f"{who} {what} {name}" for name in (UNSEEN, *names))
        yield from (f"{who} freedom {freedom}" for freedom in FREEDOMS)
        for other, player in at["players"].items():
            yield from (f"{who} recruit {name} from {other}" for name in player["table"])
        for what, tiles in (("place", LANDSCAPES), ("build", BUILDINGS)):
            for tile in tiles:
                for place in every_place(self.plain.drawings[tile]):
                    yield f"{who} {what} {tile} {place.square} {place.turn}"

    def every_showing(self) -> Iterator[str]:
        """P-E1: all sets of cards a player may have kept, in one order."""
        for who, player in self.plain.players.items():
            hidden = player["prestige"].get(UNSEEN, 0)
            yield from (
                f"table prestige {who} {' '.join(cards)}" for cards in combinations(sorted(PRESTIGE), hidden)
            )

    def same_on_paper(self) -> None:
        """Check that a reader who joins now finds the same table."""
        position = self.engine.position
        written = position.to_json()
        read = self.engine.game.position_from_json(written, self.engine.setup)
        self.must(read.settled_with_events()[0] == position, f"does not come back: {written}")

    # -- the lines entered

    def anything(self) -> str:
        """A line that may be legal at some time."""
        rng, at = self.rng, self.plain.at
        who = at["turn"] if at["turn"] and rng.random() < 0.8 else rng.choice(self.plain.seats)
        square = f"{rng.choice('abcdefg')}{rng.randint(1, 7)} {rng.choice(TURNS)}"
        landscape = at["owed"].split()[-1] if at["owed"] and rng.random() < 0.9 else rng.choice(LANDSCAPES)
        other = rng.choice(self.plain.seats)
        shown = rng.choice([*self.plain.players[other]["table"], rng.choice(PROFESSIONS)])
        card = rng.choice([*self.plain.players[who]["bonus"], rng.choice(BONUS)])
        hand = rng.choice([*self.plain.players[who]["hand"], rng.choice(PROFESSIONS)])
        some = (
            *(f"{who} {what}" for what in ("bid", "pass", "skip", "done")),
            f"{who} open {rng.choice(KINDS)}",
            f"{who} choose {rng.choice(KINDS)}",
            *[f"{who} place {landscape} {square}"] * 3,
            *[f"{who} build {rng.choice(BUILDINGS)} {square}"] * 3,
            f"{who} freedom {rng.choice(FREEDOMS)}",
            f"{who} keep {rng.choice((UNSEEN, *PRESTIGE))}",
            f"{who} profession {rng.choice((UNSEEN, *PROFESSIONS))}",
            f"{who} bonus {rng.choice((UNSEEN, *BONUS))}",
            f"{who} recruit {shown} from {other}",
            f"{who} sell {rng.choice((0, 1, 2, 5, 9, 20))}",
            f"{who} work {hand} take {rng.choice((0, 700, 1000))}",
            f"{who} work {hand} bonus {card} take {100 * rng.randint(0, 20)}",
            f"table prestige {who} {rng.choice(PRESTIGE)}",
        )
        return rng.choice(some)

    def like_a_work(self) -> str:
        """A work with its florins right, or slightly wrong."""
        at, rng = self.plain.at, self.rng
        who = at["turn"]
        if at["phase"] != "actions" or at["owed"]:
            return self.anything()
        names = [
            name
            for name in PROFESSIONS
            if self.plain.could_be_held("profession", at["players"][who]["hand"], [name])
        ]
        if not names:
            return self.anything()
        held = at["players"][who]["bonus"]
        cards = [name for name in BONUS if held.get(name)]
        cards += rng.sample(BONUS, min(2, held.get(UNSEEN, 0)))
        cards = rng.sample(sorted(set(cards)), rng.randint(0, len(set(cards))))
        name = rng.choice(names)
        value = self.plain.value(who, name, cards)
        words = [who, "work", name, *(["bonus", *cards] if cards else [])]
        return " ".join(
            (*words, "take", str(100 * value - 100 * rng.choice((0, 1, 2, value, value - 1, value + 1))))
        )

    # -- the whole game

    def play(self) -> None:
        """Play to the end."""
        while self.plain.at["phase"] != "over":
            dice = self.rng.random()
            if dice < 0.01 and self.kept:
                self.undo(self.rng.randint(1, min(8, len(self.kept))))
            elif dice < 0.03:
                self.same_on_paper()
            elif dice < 0.03 + self.listing:
                self.same_moves()
            elif dice < 0.25:
                self.same_answer(self.anything())
            elif dice < 0.35:
                self.same_answer(self.like_a_work())
            self.next_line()

    def next_line(self) -> None:
        """Enter what people may enter, until something is accepted."""
        if self.plain.at["phase"] == "over":
            return
        at = {key: value for key, value in self.plain.at.items() if value is not None}
        accepted = any(self.say(line) for line in self.people.lines(at))
        self.must(accepted, "nobody has anything to say")

    def undo(self, many: int) -> None:
        """Undo so many lines, and put the cards back."""
        self.lines.append(f"undo {many}")
        self.plain.undo(many)
        self.engine.apply_line(f"undo {many}")
        self.people.put_back(self.kept[-many])
        del self.kept[-many:]
        self.agree()


def accepts(position: Position, line: str) -> bool:
    """Whether the engine would accept the line, without a search for the nearest legal moves."""
    who, *words = line.split()
    try:
        choice = position.choice_tree.choice_for(who)
        for word in words:
            choice = choice.follow_word(word)[1]
    except MoveRefused:
        return False
    return choice.action is not None


def listed(position: Position) -> Iterator[str]:
    """Every move that the engine would accept, except for works."""
    for who, choice in position.choice_tree.choice_by_actor.items():
        for _, step, after in choice.open_branches():
            if step.word != "work":
                for move in chain.from_iterable(after.move_batches((who, step.word))):
                    named = 3 if step.word == "prestige" else len(move.words)
                    yield " ".join((*move.words[:named], *sorted(move.words[named:])))


def differences(path: str, plain: Any, engine: Any) -> list[str]:
    """Where two positions differ."""
    if plain == engine:
        return []
    if isinstance(plain, dict) and isinstance(engine, dict):
        keys = {**plain, **engine}
        return [
            each for key in keys for each in differences(f"{path}/{key}", plain.get(key), engine.get(key))
        ]
    return [f"{path}: plain {plain}, engine {engine}"]


def tidy(written: Any) -> Any:
    """The value without what means nothing: none, 0, false, nobody; bonus cards used have no order."""
    if isinstance(written, dict):
        kept = {key: sorted(each) if key == "used" else tidy(each) for key, each in written.items()}
        return {key: each for key, each in kept.items() if each}
    return written
