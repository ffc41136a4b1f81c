"""One game at the virtual table: people play, make mistakes and cheat; the app is compared with the ground truth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from msgspec import Struct

from companion.games import game_rules as game_named
from companion.rules.choice import Turn
from companion.rules.game import GameSetup
from companion.rules.history import GameHistory
from companion.rules.moves import FINGER, PLAY_ZONE, Move
from companion.rules.position import Outcome
from companion.rules.record import RecordHeader, line_with_checksum
from companion.simulator.cheating import (
    IllegalAttempt,
    PiecesAndZones,
    make_illegal_attempt,
    may_begin_a_move,
)
from companion.simulator.consistency import ConsistencyChecker
from companion.simulator.faults import (
    CORRECTED,
    DISK_FULL,
    FAULT_DESCRIPTIONS,
    ILLEGAL_MOVE_TRIED,
    JOURNAL_CHANGED,
    OF_JOURNAL,
    READER_DEAD,
    TAKEN_BACK,
    FaultInjector,
    FaultRates,
)
from companion.simulator.ground_truth import GroundTruth, MoveChooser
from companion.simulator.journal_faults import disturb_journal, empty_disk, fill_disk
from companion.simulator.plugin_parts import make_ground_truth
from companion.simulator.second_thoughts import correct_and_set_right, take_back_and_play_again
from companion.simulator.session_driver import SessionDriver
from companion.simulator.simulation_report import SimulatedGameResult
from companion.simulator.virtual_journal import InconsistencyError
from companion.simulator.virtual_sensors import DirectEventSensors, VirtualSensorsFactory, make_tagged_deck
from companion.table.guesses import GuessJudge
from companion.table.tags.deck import make_box_pieces
from companion.table.zones import ZonePlan


class SimulatedGameConfig(Struct, frozen=True):
    """Who plays, how they play, and what may go wrong.

    seed: the same seed gives the same game.
    check_every_move: compare after every move, or only at the end.
    make_sensors: how readers come to their reports.
    zone_plan: where the readers are; None: a random plan.
    """

    game: str
    setup: GameSetup
    players: Mapping[str, MoveChooser]
    seed: str
    fault_rates: FaultRates = {}
    check_every_move: bool = True
    make_sensors: VirtualSensorsFactory = DirectEventSensors
    zone_plan: ZonePlan | None = None


def random_zone_plan(chance: Random, game: str, setup: GameSetup) -> ZonePlan:
    """A plan as people may build it: no reader at all, one for cards, some, or one everywhere."""
    everywhere = game_named(game).zones(setup)
    random_zones = [zone for zone in everywhere if chance.random() < 0.5]
    return ZonePlan(dict.fromkeys(chance.choice(((), (PLAY_ZONE,), random_zones, everywhere)), "reader"))


def governing_clauses(turn: Turn, move: Move) -> set[str]:
    """The ids of the clauses that govern the words of a legal move; raises MoveRefused for another one."""
    choice, found = turn.choice_for(move.words[0]), set[str]()
    for word in move.words[1:]:
        found.add(choice.clause_id)
        _, choice = choice.follow_word(word)
    return found


class SimulatedGame:
    """The players at their table."""

    def __init__(self, config: SimulatedGameConfig, journal: Path | None = None) -> None:
        chances = {
            name: Random(f"{config.seed}/{name}") for name in ("deck", "players", "hands", "luck", "plan")
        }
        self.config = config
        self.fault_injector = FaultInjector(config.fault_rates, chances["luck"])
        self.ground_truth: GroundTruth = make_ground_truth(config.game, config.setup, chances["deck"])
        self.head = RecordHeader(config.game, config.setup)
        self._players, self._luck_chance = chances["players"], chances["luck"]
        self._colours = tuple(seat.colour for seat in config.setup.seats)
        game = game_named(config.game)
        self._comparison = ConsistencyChecker(game, config.setup)
        self._guesses = GuessJudge(game, config.setup)
        self._box = PiecesAndZones(game.taggable_pieces(config.setup), game.zones(config.setup))
        deck = make_tagged_deck(config.game, make_box_pieces(self._box.pieces, self._colours))
        zone_plan = config.zone_plan or random_zone_plan(chances["plan"], config.game, config.setup)
        sensors = config.make_sensors(deck, zone_plan, self.fault_injector)
        history = GameHistory.from_header(self.head, game)
        self.app = SessionDriver(history, self.head, sensors, self.fault_injector, chances["hands"], journal)
        self._reader_fault_names = [
            name for name in config.fault_rates if name == READER_DEAD or name not in FAULT_DESCRIPTIONS
        ]
        self.decision_count = 0
        self.illegal_attempt_count = self.refused_attempt_count = 0
        self.decisions_by_clause: Counter[str] = Counter()
        self.refusals_by_clause: Counter[str] = Counter()

    def play_game(self) -> Outcome:
        """Play the whole game; raises InconsistencyError when the app differs from the ground truth."""
        while (outcome := self.ground_truth.position.outcome()) is None:
            self.play_move()
        self.app.finish_pending_move()
        if self.app.is_disk_full:
            empty_disk(self.app)
        self.check_agreement()
        return outcome

    def play_move(self) -> None:
        """Let faults happen, and then play one move."""
        self._inject_faults()
        move = self._next_move()
        self.decisions_by_clause.update(governing_clauses(self.ground_truth.position.choice_tree, move))
        reported_move = self.app.make_move(move, self.ground_truth.position)
        self.ground_truth.play(move, reported_move)
        self.decision_count += 1
        if self.config.check_every_move and not self.app.has_pending_move:
            self.check_agreement()

    def _next_move(self) -> Move:
        """The move of the first who wants to interrupt, else of an awaited player; raises LookupError for nobody."""
        public = self.ground_truth.position.to_public()
        turn = public.choice_tree
        for actor in (
            *(actor for actor in turn.choice_by_actor if actor not in turn.awaited_actors),
            *turn.awaited_actors,
        ):
            player = self.config.players.get(actor)
            if player is None:
                return self.ground_truth.table_move()
            move = player(self.ground_truth.knowledge_of(actor, public), self._players)
            if move is not None:
                return move
        raise LookupError(f"nobody moves, though {turn.awaited_actors} are awaited")

    def check_agreement(self) -> None:
        """Compare the app with the table; raises InconsistencyError with the first difference."""
        wrong = next(self._comparison.find_differences(self.app.app_position, self.ground_truth), None)
        if wrong is not None:
            raise InconsistencyError(f"after move {self.decision_count} of {self.config.seed}: {wrong}")

    # -- what goes wrong

    def _inject_faults(self) -> None:
        self.app.send_messages(self.app.sensors.end_reader_faults())
        if self.app.is_disk_full:
            empty_disk(self.app)
        for fault in self._reader_fault_names:
            if (zones := sorted(self.app.sensors.zone_plan.zones)) and self.fault_injector.should_happen(
                fault
            ):
                zone = self._luck_chance.choice(zones)
                self.app.send_messages(self.app.sensors.start_reader_fault(zone, fault))
        if self.fault_injector.should_happen(ILLEGAL_MOVE_TRIED):
            self.app.finish_pending_move()
            self._try_illegal_attempt()
        self._have_second_thoughts()
        if self.fault_injector.should_happen(JOURNAL_CHANGED):
            disturb_journal(self.app, self._luck_chance)
        if self.fault_injector.should_happen(DISK_FULL):
            fill_disk(self.app)

    def _have_second_thoughts(self) -> None:
        """People take moves back, or correct what the app believes, where they can say so: by touching the screen."""
        if not self.app.sensors.has_touch:
            return
        for fault, act in ((TAKEN_BACK, take_back_and_play_again), (CORRECTED, correct_and_set_right)):
            if self.fault_injector.should_happen(fault):
                self.app.finish_pending_move()
                act(self.app, self._luck_chance)

    def _try_illegal_attempt(self) -> None:
        """Try something forbidden; it must be refused and change nothing."""
        tried = make_illegal_attempt(
            self.ground_truth.position, self._luck_chance, self.app.sensors.can_report, self._box
        )
        if tried is None or not self.app.can_try(tried.observations):
            return
        if self._might_be_a_guess(tried):
            return
        if any(map(self.app.is_expected, tried.observations)):  # what the app expects is no cheating
            return
        before = self.app.app_position, self.app.snapshot.accepted_texts
        if tried.observations:
            noticed, refused = self.app.try_illegal_observations(tried.observations)
        else:
            noticed, refused = True, self.app.try_illegal_line(tried.text)
        if before != (self.app.app_position, self.app.snapshot.accepted_texts):
            raise InconsistencyError(f"{tried}: changed the table")
        self.illegal_attempt_count += noticed
        if refused is not None:
            self.refused_attempt_count += 1
            self.refusals_by_clause[f"{refused.refusal.clause.id} {refused.refusal.clause.code}"] += 1

    def _might_be_a_guess(self, tried: IllegalAttempt) -> bool:
        """Whether only what lies face down forbids what was said or touched: it is answered like anything legal."""
        if any(observation.piece != FINGER for observation in tried.observations):
            return False
        seen = self._guesses.position_without_secrets(self.ground_truth.position)
        return may_begin_a_move(seen, tried.text)

    # -- results

    def record_bytes(self) -> bytes:
        """The record of the game: every line, including refused ones."""
        return "".join(map(line_with_checksum, (*self.head.to_lines(), *self.app.record_lines))).encode()

    def make_result(self, number: int, outcome: Outcome) -> SimulatedGameResult:
        """The result of the game."""
        return SimulatedGameResult(
            game=number,
            start=self.config.setup.start_player,
            scores={who: outcome.scores[who] for who in self._colours},
            winners=outcome.winners,
            decided_by=outcome.decided_by,
            decisions=self.decision_count,
            questions=self.app.question_count,
            waits=self.app.wait_count,
            said=self.app.insisted_move_count,
            touches=self.app.touch_count,
            typed=self.app.typed_line_count,
            cheats=self.illegal_attempt_count,
            caught=self.refused_attempt_count,
            clauses=dict(sorted(self.decisions_by_clause.items())),
            refused=dict(sorted(self.refusals_by_clause.items())),
            faults={name: count for name, count in self.fault_injector.fault_counts.items() if count},
        )


def simulate_game(config: SimulatedGameConfig, number: int = 1) -> tuple[SimulatedGameResult, bytes]:
    """The result of a whole game, and its record; raises InconsistencyError."""
    with ExitStack() as stack:
        journal = None
        if any(map(config.fault_rates.get, OF_JOURNAL)):
            journal = Path(stack.enter_context(TemporaryDirectory(prefix="herald-"))) / "evening.herald"
        table = SimulatedGame(config, journal)
        stack.callback(table.app.close)
        outcome = table.play_game()
        return table.make_result(number, outcome), table.record_bytes()
