"""Random games of Kabale und Hiebe for the plain table and the engine to agree on."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from companion.rules.clauses import MoveRefused
from companion.rules.history import GameHistory
from tests.games.kabale.plain.layout import CHARACTERS, OBJECTIVES, UNSEEN
from tests.games.kabale.plain.table import PlainTable, RefusedLine
from tests.games.kabale.tables import COLOURS, account

IMMEDIATE = ("explorer", "assassin", "storm", "cloak", "traitor")
MOST_LINES = 600
Position = dict[str, Any]


class Disagreement(AssertionError):
    """The two tables differ."""


class Both:
    """One game at both tables; `lines` are those entered, to be read in a failure."""

    def __init__(self, rng: Random, position: Position | None = None) -> None:
        self.rng = rng
        seats = list(position["players"]) if position else rng.sample(COLOURS, rng.randint(2, 6))
        start, own = rng.choice(seats), rng.random() < 0.5
        self.lines = [f"seats {' '.join(seats)}", f"start {start}", f"own-column {own}", json.dumps(position)]
        options = {"explorer-own-column": "yes" if own else "no"}
        self.engine: GameHistory = account(position, seats, start=start, options=options)
        self.plain = PlainTable(seats, start, own, position)
        self.unseen = rng.choice((0.0, 0.1, 0.5, 1.0))  # how often a card is laid that nobody saw
        self.immediate = rng.choice((0.1, 0.5, 0.9))  # how often a named card has an immediate effect
        self.favourites = rng.choice((IMMEDIATE, IMMEDIATE, IMMEDIATE[:1], IMMEDIATE[:2], IMMEDIATE[2:4]))
        self.hoard = rng.random() < 0.3  # they leave a column empty as long as they can
        self.agree()

    def say(self, line: str) -> bool:
        """Enter the line at both tables; returns whether it was accepted."""
        self.lines.append(line)
        plain = engine = True
        try:
            self.plain.play(line)
        except RefusedLine:
            plain = False
        try:
            self.engine.apply_line(line)
        except MoveRefused:
            engine = False
        self.must(plain == engine, f"accepted: plain {plain}, engine {engine}")
        self.agree()
        return plain

    def agree(self) -> None:
        """Check that the positions are equal."""
        plain, engine = tidy(self.plain.position()), tidy(self.engine.position.to_json())
        if plain != engine:
            different = [key for key in {**plain, **engine} if plain.get(key) != engine.get(key)]
            told = "\n".join(
                f"{key}\n  plain  {plain.get(key)}\n  engine {engine.get(key)}" for key in different
            )
            self.must(False, told)
        self.must(self.engine.position.faults() == (), f"faults {self.engine.position.faults()}")

    def same_moves(self) -> None:
        """Check that the legal moves are the same; of objectives only the number of columns is listed."""
        if self.plain.phase == "objectives":
            return
        plain, engine = sorted(self.plain.legal()), sorted(map(str, self.engine.position.legal_moves()))
        only = sorted(set(plain) ^ set(engine))
        self.must(plain == engine, f"legal: {len(plain)} and {len(engine)}, not common: {only[:12]}")

    def same_on_paper(self) -> None:
        """Check that a reader who joins now finds the same table at both."""
        written = self.engine.position.to_json()
        table = {"start": self.plain.start, "options": self.engine.setup.options}
        joined = account(written, self.plain.seats, **table)
        self.must(joined.position == self.engine.position, "the engine's position does not come back")
        again = PlainTable(self.plain.seats, str(self.plain.start), self.plain.own_column, written)
        self.must(
            tidy(again.position()) == tidy(self.plain.position()), "the plain position does not come back"
        )

    def must(self, true: bool, told: str) -> None:
        """Raise Disagreement with the whole game unless this is true."""
        if not true:
            raise Disagreement("\n".join([*self.lines, told]))

    # -- the lines entered

    def line(self) -> str:
        """A legal line as people may enter it in this game."""
        if self.plain.phase == "objectives":
            gone = [won for player in self.plain.players.values() for won in player["won"]] + self.plain.lost
            left = list(OBJECTIVES)
            for objective in gone:
                left.remove(objective)
            return f"table objectives {' '.join(self.rng.sample(left, len(self.plain.seats)))}"
        legal = self.plain.legal()
        words = self.rng.choice(self.wanted(legal)).split()
        alike = [line for line in legal if line.split()[:-1] == words[:-1]]
        return self.named(alike)

    def wanted(self, legal: list[str]) -> list[str]:
        """The moves that lay a card into a column which this table prefers."""
        if self.plain.asked or self.plain.phase != "play" or self.rng.random() < 0.2:
            return legal
        sizes = {str(number): len(each["cards"]) for number, each in enumerate(self.plain.columns, start=1)}
        liked = [line for line in legal if sizes[line.split()[1]] > 0]
        if not self.hoard:
            turning = [line for line in liked if not self.last(line)["up"]]
            return self.rng.choice((turning, legal)) or legal
        return liked or legal

    def last(self, line: str) -> dict[str, Any]:
        """The last card of the column in the line."""
        card: dict[str, Any] = self.plain.columns[int(line.split()[1]) - 1]["cards"][-1]
        return card

    def named(self, alike: list[str]) -> str:
        """One of the lines that differ only in their last word."""
        unseen = [line for line in alike if line.endswith(UNSEEN)]
        if unseen and self.rng.random() < self.unseen:
            return unseen[0]
        immediate = [line for line in alike if line.split()[-1] in self.favourites]
        if immediate and self.rng.random() < self.immediate:
            return self.rng.choice(immediate)
        return self.rng.choice(alike)

    def nonsense(self) -> str:
        """A line that is probably refused."""
        words = self.rng.choice((self.lines[-1], self.line())).split()
        if len(words) == 1 or words[0] == "undo":
            return "undo 0"
        number = self.rng.randint(1, len(words) - 1)
        some = (
            "table",
            "skip",
            "swap",
            "slide",
            "1",
            "3",
            "7",
            "?",
            "1.1",
            "2.2",
            "turned",
            "removed",
            "shown",
        )
        words[number] = self.rng.choice((*some, *self.plain.seats, *CHARACTERS, self.rng.choice(OBJECTIVES)))
        if self.rng.random() < 0.2:
            words[0] = self.rng.choice(self.plain.seats)
        return " ".join(words[: self.rng.randint(1, len(words))] if self.rng.random() < 0.2 else words)

    # -- corrections

    def correct(self) -> None:
        """Correct the position; the plain table then takes it over."""
        written = self.plain.position()
        said = self.rng.choice(
            (self.a_card_seen, self.one_more_drawn, self.another_turn, self.other_objectives)
        )()
        if not said or self.plain.phase == "over":
            return
        self.lines.append(
            f"table correct {' '.join(f'{path} {compact(value)}' for path, value in said.items())}"
        )
        try:
            self.engine.apply_line(self.lines[-1])
        except MoveRefused:
            self.lines.pop()
            return
        for path, value in said.items():
            *way, last = path.split("/")[1:]
            there: Any = written
            for key in way:
                there = there[int(key) if isinstance(there, list) else key]
            there[last] = value
        if "/turn" in said:
            written |= {"asked": None, "travelled": []}
        before = [*self.plain.before, self.plain.kept()]
        self.plain = PlainTable(self.plain.seats, str(self.plain.start), self.plain.own_column, written)
        self.plain.before = before
        self.agree()

    def a_card_seen(self) -> Position:
        """A card in a hand gets a name."""
        who = self.rng.choice(self.plain.seats)
        hand, unknown = self.plain.players[who]["hand"], self.plain.unknown(who)
        if UNSEEN not in hand or not unknown:
            return {}
        now = {**hand, self.rng.choice(unknown): 1, UNSEEN: hand[UNSEEN] - 1}
        return {f"/players/{who}/hand": {name: number for name, number in now.items() if number}}

    def one_more_drawn(self) -> Position:
        """A hand has a card too many, the deck one too few."""
        who = self.rng.choice(self.plain.seats)
        player = self.plain.players[who]
        hand = {**player["hand"], UNSEEN: player["hand"].get(UNSEEN, 0) + 1}
        return {f"/players/{who}/hand": hand, f"/players/{who}/deck": player["deck"] - 1}

    def another_turn(self) -> Position:
        """It is somebody else's turn."""
        return {"/turn": self.rng.choice(self.plain.seats)} if self.plain.phase == "play" else {}

    def other_objectives(self) -> Position:
        """The first two objectives lie the other way round."""
        first = [column["objective"] for column in self.plain.columns[:2]]
        return {f"/columns/{number}/objective": each for number, each in enumerate(reversed(first))}

    # -- the whole game

    def play(self, most: int = MOST_LINES) -> None:
        """Play to the end, or that many lines."""
        for _ in range(most):
            if self.plain.phase == "over":
                if self.rng.random() < 0.8 or not self.plain.before:
                    return
                self.say("undo")
            dice = self.rng.random()
            if dice < 0.04:
                self.say(self.nonsense())
            elif dice < 0.05 and self.plain.before:
                self.say(f"undo {self.rng.randint(1, min(6, len(self.plain.before)))}")
            elif dice < 0.07:
                self.correct()
            elif dice < 0.09:
                self.same_on_paper()
            if self.rng.random() < 0.1:
                self.same_moves()
            if self.plain.phase != "over":
                self.must(self.say(self.line()), "a legal line was refused")


def compact(value: Any) -> str:
    """JSON without blanks."""
    return json.dumps(value, separators=(",", ":"))


def tidy(written: Any) -> Any:
    """The value without what means nothing: none, 0, false, nobody."""
    if isinstance(written, dict):
        kept = {key: tidy(each) for key, each in written.items()}
        if isinstance(kept.get("won"), list):
            kept["won"].sort()
        if isinstance(kept.get("lost"), list):
            kept["lost"].sort()
        return {key: each for key, each in kept.items() if each or key in ("column", "card")}
    return [tidy(each) for each in written] if isinstance(written, list) else written
