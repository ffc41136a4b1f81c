"""Evenings at two virtual tables that differ in nothing but the cards of the absent players, and a person in a terminal
at both who wants to know them.

The person plays, and types whatever might be answered by what lies face down, corrections and undos too. The absent
players do the same in public at both tables; the evening ends where they cannot, or where a card is truly turned up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import closing
from itertools import count, islice
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from companion.games import game_rules
from companion.rules.clauses import MoveRefused
from companion.rules.game import Game, GameSetup
from companion.rules.history import GameHistory
from companion.rules.moves import Move
from companion.rules.public_view import public_move
from companion.rules.record import RecordHeader
from companion.screen.context import UiState
from companion.simulator.ground_truth import GroundTruth, MoveChooser, PlayerKnowledge
from companion.simulator.plugin_parts import make_ground_truth
from companion.simulator.random_players import choose_random_move, possible_move_words
from companion.simulator.virtual_dealer import VirtualDealer
from companion.table.dealer import NOTHING_RETURNED
from companion.table.session import Session
from companion.table.snapshot import Snapshot
from companion.terminal.terminal_game import CORRECTION_COST_MESSAGE, YES_WORD, TerminalGame
from companion.voice.language import load_translation
from companion.voice.narration import NarrationLine, texts_to_speak
from tests.table.evenings import setup
from tests.table.guessing.guesses import Guesser
from tests.table.guessing.told import (
    LANG,
    LogLines,
    TableOutputs,
    is_shown_by_moves,
    told_by_what_is_kept,
    unsynced,
)

MIN_PLAYERS = 3
"""A person, and two who are absent: their hands can be exchanged."""
MAX_LINES = 40
INFLUENCE_KEPT = 3
"""Influence cards that are the same at both tables, so that an absent player can play the same for some rounds."""
TRIES = 12
MAX_MOVES = 2_000
"""Moves looked through for one that sounds the same."""
KEPT_EVERY = 8
"""So many lines are typed until the report, the evenings and the public record are read again."""


# -- the other cards


def _exchange(hands: dict[str, list[Any]], absent: Iterable[str], kept: int = 0) -> None:
    """Exchange what these players hold besides their first cards, each getting as many."""
    whose = [*absent]
    cards = iter([card for who in (*whose[1:], whose[0]) for card in hands[who][kept:]])
    for who in whose:
        hands[who] = [*hands[who][:kept], *islice(cards, len(hands[who][kept:]))]


def _with_other_cards(game: str, truth: Any, absent: tuple[str, ...]) -> GroundTruth:
    """The same table, but for what the absent players hold and will draw."""
    if game == "kabale":
        for who in absent:
            cards = [*truth.hands[who], *truth.decks[who]]
            Random(who).shuffle(cards)
            held = len(truth.hands[who])
            truth.hands[who], truth.decks[who] = cards[:held], cards[held:]
    elif game == "florence":
        _exchange(truth.hands, absent)
    else:
        _exchange(truth.mission_hands, absent)
        _exchange_when_drawn(truth, absent)
    found: GroundTruth = truth
    return found


def _exchange_when_drawn(truth: Any, absent: tuple[str, ...]) -> None:
    """Exchange the influence and intrigue cards of these players whenever they have drawn some."""
    play = truth.play

    def play_and_exchange(move: Move, reported_move: Move | None = None) -> None:
        before = [_number(held, absent) for held in (truth.influence_hands, truth.intrigue_hands)]
        play(move, reported_move)
        for kept, held, number in zip(
            (INFLUENCE_KEPT, 0), (truth.influence_hands, truth.intrigue_hands), before, strict=True
        ):
            if _number(held, absent) > number:
                _exchange(held, absent, kept)

    truth.play = play_and_exchange


def _number(hands: dict[str, list[Any]], absent: Iterable[str]) -> int:
    return sum(len(hands[who]) for who in absent)


class OtherDealer(VirtualDealer):
    """The dealer of the table where the absent players hold other cards."""

    def follow_session(
        self,
        snapshot: Snapshot,
        history: GameHistory,
        returned_pieces: Mapping[str, str] = NOTHING_RETURNED,
    ) -> None:
        def make(game: str, table: GameSetup, chance: Random) -> GroundTruth:
            return _with_other_cards(game, make_ground_truth(game, table, chance), (*self.virtual_players,))

        with patch("companion.simulator.virtual_dealer.make_ground_truth", make):
            super().follow_session(snapshot, history, returned_pieces)


class FirstDealer(VirtualDealer):
    """The dealer of the other table. It knows that one, so that its players do what can be done there as well."""

    def __init__(self, seed: str, absent: Mapping[str, MoveChooser]) -> None:
        super().__init__(seed, absent)
        self._other = OtherDealer(seed, absent)

    def follow_session(
        self,
        snapshot: Snapshot,
        history: GameHistory,
        returned_pieces: Mapping[str, str] = NOTHING_RETURNED,
    ) -> None:
        super().follow_session(snapshot, history, returned_pieces)
        self._other.follow_session(snapshot, history, returned_pieces)

    def can_be_done_there(self, move: Move) -> bool:
        """Whether the player may do the same at the other table, as far as can be told from here."""
        if self._other.has_lost_track or self._other._ground_truth is None:
            return True
        truth = self._other._ground_truth
        seen = truth.knowledge_of(move.words[0], truth.position)
        try:
            seen.position.action_for(move)
            seen.check_can_show(move)
        except MoveRefused:
            return False
        return True


# -- the absent players


class AbsentPlayers:
    """They move by chance at the first table, and at the other one so that it sounds the same."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._moves: list[Move | None] = []
        self._numbers = count()
        self.is_over = False
        self.first_dealer: FirstDealer | None = None

    def choose(self, seen: PlayerKnowledge, chance: Random) -> Move | None:
        """A move at the first table."""
        move = None
        for _ in range(TRIES):
            move = choose_random_move(seen, chance)
            if move is None or self.first_dealer is None or self.first_dealer.can_be_done_there(move):
                break
        self._moves.append(move)
        return move

    def choose_alike(self, seen: PlayerKnowledge, chance: Random) -> Move | None:
        """The next move at the other table; None, and the end, where nothing sounds the same."""
        number = next(self._numbers)
        if self.is_over or number >= len(self._moves):
            self.is_over = True
            return None
        wanted = self._moves[number]
        if wanted is None:
            return None
        choice = seen.position.choice_tree.choice_by_actor[seen.who]
        heard = public_move(self._game, wanted)
        possible = map(Move, possible_move_words(seen, choice, (seen.who,)))
        alike = [move for move in islice(possible, MAX_MOVES) if public_move(self._game, move) == heard]
        self.is_over = not alike
        if not alike:
            return None
        return wanted if wanted in alike and self._game.name != "kabale" else chance.choice(alike)


# -- the person


class Evening:
    """One of the two evenings: what is typed, and all that is told, in order."""

    def __init__(
        self,
        session: Session,
        journal: Path,
        people: tuple[str, ...],
        log: LogLines,
        is_over: Callable[[], bool] = lambda: False,
    ) -> None:
        self.told: list[tuple[dict[str, str], bool]] = []
        """What was told each time, by name, and whether moves have truly shown something then."""
        self._session, self._journal, self._people, self._log = session, journal, people, log
        self._is_over = is_over
        self._outputs = TableOutputs(session)
        self._asked = count()
        session.add_listener(self._on_snapshot)

    def play(self, dealer: VirtualDealer, lines: Callable[[], str | None]) -> None:
        """The whole evening, as long as there are lines."""

        def tell(text: str) -> None:
            self._tell({"terminal": text})

        cost = load_translation(LANG).gettext(CORRECTION_COST_MESSAGE)

        def ask(prompt: str) -> str:
            if prompt.startswith(cost):
                tell(prompt)
                return YES_WORD
            line = None if self._is_over() else self._asks(prompt, dealer, lines)
            if line is None:
                raise EOFError
            return line

        def speak(said: Iterable[NarrationLine]) -> None:
            self._tell({"spoken": str([*texts_to_speak(said, "short")])})

        TerminalGame(self._session, dealer, self._people, LANG, ask, tell, speak).play_game()

    def _asks(self, prompt: str, dealer: VirtualDealer, lines: Callable[[], str | None]) -> str | None:
        now, who = self._session.snapshot, self._people[0]
        hand, allowed = dealer.hand_pieces(who, now), dealer.allowed_targets(who, now)
        state = UiState(
            is_virtual=True,
            human_colours=self._people,
            hand_owner=who,
            hand_pieces=hand,
            allowed_targets=None if allowed is None else frozenset(sorted(allowed)),
        )
        told = {
            "terminal": prompt,
            "screen": self._outputs.screen_text(now, state),
            "log": str(self._log.take()),
        }
        if next(self._asked) % KEPT_EVERY == 0:
            told |= told_by_what_is_kept(self._journal)
        self._tell(told)
        line = lines()
        self._tell({"typed": line or ""})
        return line

    def _on_snapshot(self, now: Snapshot) -> None:
        shown = is_shown_by_moves(self._session.history.game, now)
        self._tell(self._outputs.told_by(now), shown)

    def _tell(self, told: dict[str, str], shown: bool = False) -> None:
        if not self._is_over():
            self.told.append((told, shown))


class Typist:
    """The person: lines of every kind, remembered for the other table."""

    def __init__(self, session: Session, dealer: VirtualDealer, who: str, rng: Random) -> None:
        self._session, self._dealer, self._who, self._rng = session, dealer, who, rng
        self._left = MAX_LINES
        self.lines: list[str | None] = []

    def next_line(self) -> str | None:
        """One more line; None when they have enough."""
        self._left -= 1
        self.lines.append(self._line() if self._left else None)
        return self.lines[-1]

    def _line(self) -> str:
        way = self._rng.random()
        if self._dealer.people_to_put_back() and way < 0.5:
            hand = self._dealer.hand_pieces(self._who, self._session.snapshot)
            return self._rng.choice(hand).rpartition("/")[2]
        if self._dealer.has_lost_track and way < 0.25:  # the cards are dealt again
            return "undo 1"
        if way < 0.15 and (move := self._own_move()):
            return move
        if way < 0.25:
            return self._rng.choice(("table", "help", f"help {self._guesser.name()}", "undo", "undo 2"))
        return self._guesser.line()

    @property
    def _guesser(self) -> Guesser:
        position = self._session.history.position
        return Guesser(
            self._session.history.game, self._session.snapshot.setup, (position, position), self._rng
        )

    def _own_move(self) -> str:
        moves = [*islice(self._dealer.possible_moves(self._who, self._session.snapshot), MAX_MOVES)]
        return str(self._rng.choice(moves)) if moves else ""


def guess_at_virtual_tables(name: str, seed: int, folder: Path) -> int:
    """How often the same was told at two virtual tables of that seed, until a card was truly turned up."""
    rng = Random(f"virtual {name} {seed}")
    game = game_rules(name)
    seats = setup(name, max(MIN_PLAYERS, rng.randint(game.min_players, game.max_players)))
    options = {option.name: rng.choice(option.values) for option in game.options}
    table = GameSetup(seats.seats, rng.choice(seats.seats).colour, options)
    who, *absent = (seat.colour for seat in table.seats)
    players = AbsentPlayers(game)
    first = FirstDealer(f"{seed}", dict.fromkeys(absent, players.choose))
    players.first_dealer = first
    other = OtherDealer(f"{seed}", dict.fromkeys(absent, players.choose_alike))
    with unsynced(), LogLines.of_everything() as log:
        with closing(_session(game, table, folder / f"{name} {seed} one")) as session:
            typist = Typist(session, first, who, rng)
            one = Evening(session, _journal(folder / f"{name} {seed} one"), (who,), log)
            one.play(first, typist.next_line)
        typed = iter(typist.lines)
        with closing(_session(game, table, folder / f"{name} {seed} other")) as session:
            journal = _journal(folder / f"{name} {seed} other")
            two = Evening(session, journal, (who,), log, lambda: players.is_over)
            two.play(other, lambda: next(typed, None))
    return _alike(one, two)


def _alike(one: Evening, two: Evening) -> int:
    """How often both told the same, to the end or until a move truly shows something; asserts that it is so."""
    for number, ((told, shown), (told_too, shown_too)) in enumerate(zip(one.told, two.told, strict=False)):
        differing = [what for what in {**told, **told_too} if told.get(what) != told_too.get(what)]
        if differing and (shown or shown_too):
            return number
        what = differing[0] if differing else ""
        assert not differing, (number, what, told.get(what), told_too.get(what), _before(one, number))
    return min(len(one.told), len(two.told))


def _before(evening: Evening, number: int) -> list[str]:
    """The last lines typed before that."""
    return [told["typed"] for told, _ in evening.told[:number] if "typed" in told][-3:]


def _journal(folder: Path) -> Path:
    return folder / "evening.herald"


def _session(game: Game, table: GameSetup, folder: Path) -> Session:
    folder.mkdir(parents=True)
    return Session.create(_journal(folder), RecordHeader(game.name, table))
