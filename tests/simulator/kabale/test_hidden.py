"""Cards laid face down in whole games: those that readers see the app knows, the others it asks for."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.games.kabale.rules.events import ExplorerMoved
from companion.rules.moves import UNKNOWN
from companion.simulator.simulated_game import SimulatedGame
from tests.long import ALL, LONG, usually
from tests.simulator.parties import COUNTS as TABLES
from tests.simulator.parties import Watched, party

COUNTS = tuple(players for name, players in TABLES if name == "kabale")
NAMED = ("turned", "removed", "shown")


def words(table: SimulatedGame) -> Counter[str]:
    """How many cards of a record were laid with a name, laid without, and named later."""
    said: Counter[str] = Counter()
    for line in table.app.record_lines:
        who, *rest = line.split()
        if who == "table":
            said[rest[0]] += 1
        elif rest[0] != "swap" and rest[-1] != "skip":
            said["unread" if rest[-1] == UNKNOWN else "read"] += 1
    return said


def played(players: int, watched: Watched, seed: object = "hidden", **faults: float) -> Counter[str]:
    """A whole game in which the app agreed with the table after every move."""
    table = SimulatedGame(party("kabale", players, seed, (), watched, **faults))
    table.play_game()
    return words(table)


@pytest.mark.parametrize("players", usually([2], COUNTS))
@pytest.mark.parametrize("watched", ["cards", "places", "everywhere"])
def test_what_readers_see_is_never_asked(players: int, watched: Watched) -> None:
    said = played(players, watched)
    assert said["read"] > 30
    assert not said["unread"]
    assert not any(said[word] for word in NAMED)


@pytest.mark.parametrize("players", usually([2], COUNTS))
def test_where_nobody_reads_every_card_is_unknown_until_it_is_turned_or_shown(players: int) -> None:
    said = played(players, "touch")
    assert said["unread"] > 30
    assert not said["read"]
    assert said["turned"] > 10
    assert said["shown"] > players


def test_a_read_that_was_missed_is_made_good_or_the_card_stays_unknown() -> None:
    said: Counter[str] = Counter()
    for seed in range(6 * LONG if ALL else 2):
        said += played(3, "everywhere", seed, missed_read=0.3)
    assert said["read"] > said["unread"] > 10
    assert said["turned"] > 10


def test_a_reader_that_died_leaves_its_column_unknown() -> None:
    said = played(4, "places", reader_dead=0.5)
    assert said["read"] > said["unread"] > 5


@pytest.mark.long(usual="everywhere")
@pytest.mark.parametrize("watched", ["touch", "cards", "everywhere"])
def test_no_card_face_down_is_on_any_screen(watched: Watched) -> None:
    table = SimulatedGame(party("kabale", 3, "leaks", (), watched, missed_read=0.1, illegal_move=0.1))
    while table.ground_truth.position.outcome() is None:
        table.play_move()
        now = table.app.snapshot
        for column in now.position.to_json()["columns"]:
            assert all(card["up"] or card["card"] == UNKNOWN for card in column["cards"])
        laid = [line.split() for line in now.accepted_texts if not line.startswith("table")]
        assert all(words[-1] in (UNKNOWN, "skip") or words[1] == "swap" for words in laid)
        assert not any(
            sight.piece.startswith("card/") and UNKNOWN not in sight.piece for sight in now.pending_input
        )


def test_an_explorer_who_goes_on_is_held_to_the_reader_of_his_new_column_or_forgotten() -> None:
    owed: Counter[bool] = Counter()
    for seed in range(12 * LONG if ALL else 4):
        table = SimulatedGame(party("kabale", 3, f"explorer/{seed}", (), "places"))
        while table.ground_truth.position.outcome() is None:
            table.play_move()
            last = [] if table.app.has_pending_move else table.app.snapshot.recent_entries[-1].events
            if any(isinstance(event, ExplorerMoved) for event in last):
                owed[bool(table.app.snapshot.expected_observations)] += 1
    assert owed[False] > owed[True] > 0
