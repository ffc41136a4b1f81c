"""One evening at the virtual table: people play, slip and cheat; the app's account is held against the truth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from msgspec import Struct

from companion.games import game_rules as game_named
from companion.rules.game import GameSetup
from companion.rules.history import GameHistory
from companion.rules.moves import PLAY_ZONE, Move
from companion.rules.position import Outcome
from companion.rules.record import RecordHeader, line_with_checksum
from companion.simulator.brought import begin
from companion.simulator.cheating import Box, cheat
from companion.simulator.comparison import Comparison
from companion.simulator.faults import FAULTS, ILLEGAL_MOVE, POWER_CUT, READER_DEAD, Luck, Rates
from companion.simulator.report import Evening
from companion.simulator.senses import FromSightings, MakeSenses, tagged
from companion.simulator.truth import Chooser, Truth
from companion.simulator.witness import Misunderstood, Witness
from companion.table.pieces import pieces
from companion.table.zones import Plan


class Party(Struct, frozen=True):
    """Who comes, how each plays, and what may go wrong.

    seed: the same seed is the same evening. checked: whether the account is compared after every
    move, or only at the end. senses: how its readers come to say what they say. plan: where they are;
    None: at one of the tables people build.
    """

    game: str
    setup: GameSetup
    players: Mapping[str, Chooser]
    seed: str
    rates: Rates = {}
    checked: bool = True
    senses: MakeSenses = FromSightings
    plan: Plan | None = None


def hands_on(chance: Random, game: str, setup: GameSetup) -> Plan:
    """One of the tables people build: no reader at all, one for cards, some, or one everywhere."""
    everywhere = game_named(game).zones(setup)
    some = [zone for zone in everywhere if chance.random() < 0.5]
    return Plan(dict.fromkeys(chance.choice(((), (PLAY_ZONE,), some, everywhere)), "reader"))


class Table:
    """A party at its table."""

    def __init__(self, party: Party, journal: Path | None = None) -> None:
        chances = {
            name: Random(f"{party.seed}/{name}") for name in ("deck", "players", "hands", "luck", "plan")
        }
        self.party = party
        self.luck = Luck(party.rates, chances["luck"])
        self.truth: Truth = begin(party.game, party.setup, chances["deck"])
        self.head = RecordHeader(party.game, party.setup)
        self._players, self._luck_chance = chances["players"], chances["luck"]
        self._colours = tuple(seat.colour for seat in party.setup.seats)
        game = game_named(party.game)
        self._comparison = Comparison(game, party.setup)
        self._box = Box(game.taggable_pieces(party.setup), game.zones(party.setup))
        deck = tagged(party.game, pieces(self._box.pieces, self._colours))
        plan = party.plan or hands_on(chances["plan"], party.game, party.setup)
        senses = party.senses(deck, plan, self.luck)
        account = GameHistory.from_header(self.head, game)
        self.app = Witness(account, self.head, senses, self.luck, chances["hands"], journal)
        self._of_readers = [name for name in party.rates if name == READER_DEAD or name not in FAULTS]
        self.decisions = 0
        self.cheats = self.caught = 0
        self.refused: Counter[str] = Counter()

    def play(self) -> Outcome:
        """The whole evening; raises Misunderstood when the account differs from the truth."""
        while (outcome := self.truth.position.outcome()) is None:
            self.move()
        self.app.finish()
        self.agree()
        return outcome

    def move(self) -> None:
        """Whatever goes wrong now, and then one move."""
        self._mishaps()
        move = self._next_move()
        said = self.app.make(move, self.truth.position)
        self.truth.play(move, said)
        self.decisions += 1
        if self.party.checked and not self.app.pending:
            self.agree()

    def _next_move(self) -> Move:
        """The first who wants to interrupt, else of whom the table waits for."""
        public = self.truth.position.to_public()
        turn = public.choice_tree
        for who in (
            *(who for who in turn.choice_by_actor if who not in turn.awaited_actors),
            *turn.awaited_actors,
        ):
            player = self.party.players.get(who)
            if player is None:
                return self.truth.table_move()
            move = player(self.truth.seen_by(who, public), self._players)
            if move is not None:
                return move
        raise LookupError(f"nobody moves, though {turn.awaited_actors} are awaited")

    def agree(self) -> None:
        """Hold the app's account against the table; raises Misunderstood with the first difference."""
        wrong = next(self._comparison.wrong(self.app.position, self.truth), None)
        if wrong is not None:
            raise Misunderstood(f"after move {self.decisions} of {self.party.seed}: {wrong}")

    # -- what goes wrong

    def _mishaps(self) -> None:
        self.app.tell_all(self.app.senses.recover())
        for fault in self._of_readers:
            if (zones := sorted(self.app.senses.plan.zones)) and self.luck.strikes(fault):
                zone = self._luck_chance.choice(zones)
                self.app.tell_all(self.app.senses.afflict(zone, fault))
        if self.luck.strikes(ILLEGAL_MOVE):
            self.app.finish()
            self._cheat()

    def _cheat(self) -> None:
        """Something forbidden is tried; it must be refused and change nothing."""
        tried = cheat(self.truth.position, self._luck_chance, self.app.senses.reads, self._box)
        if tried is None or not self.app.could_try(tried.sights):
            return
        if any(map(self.app.owes, tried.sights)):  # what is expected is no cheating
            return
        before = self.app.position, self.app.snapshot.standing
        if tried.sights:
            noticed, refused = self.app.try_sights(tried.sights)
        else:
            noticed, refused = True, self.app.try_line(tried.text)
        if before != (self.app.position, self.app.snapshot.standing):
            raise Misunderstood(f"{tried}: changed the table")
        self.cheats += noticed
        if refused is not None:
            self.caught += 1
            self.refused[f"{refused.refusal.clause.id} {refused.refusal.clause.code}"] += 1

    # -- what is left of it

    def record(self) -> bytes:
        """The evening as a record: everything said, refused lines too."""
        return "".join(map(line_with_checksum, (*self.head.to_lines(), *self.app.lines))).encode()

    def evening(self, number: int, outcome: Outcome) -> Evening:
        """What came of it."""
        return Evening(
            game=number,
            start=self.party.setup.start_player,
            scores={who: outcome.scores[who] for who in self._colours},
            winners=outcome.winners,
            decided_by=outcome.decided_by,
            decisions=self.decisions,
            questions=self.app.questions,
            waits=self.app.waits,
            said=self.app.said,
            touches=self.app.touches,
            typed=self.app.typed,
            cheats=self.cheats,
            caught=self.caught,
            refused=dict(sorted(self.refused.items())),
            faults={name: count for name, count in self.luck.happened.items() if count},
        )


def spend(party: Party, number: int = 1) -> tuple[Evening, bytes]:
    """A whole evening: what came of it, and its record; raises Misunderstood."""
    with ExitStack() as stack:
        journal = None
        if party.rates.get(POWER_CUT):
            journal = Path(stack.enter_context(TemporaryDirectory(prefix="herald-"))) / "evening.herald"
        table = Table(party, journal)
        stack.callback(table.app.close)
        outcome = table.play()
        return table.evening(number, outcome), table.record()
