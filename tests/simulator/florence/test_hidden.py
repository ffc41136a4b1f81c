"""Cards taken into hands in whole games: those that readers see the app knows, the others it asks for."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.games.florence.rules.edition import BONUS_CARD_NAMES, PRESTIGE_CARD_NAMES, WANTS_BY_PROFESSION
from companion.games.florence.rules.pieces import (
    HIDDEN_CARD_KINDS,
    RECRUIT_ACTION,
    RECRUITING_CARD,
    WORK_ACTION,
)
from companion.rules.moves import UNKNOWN
from companion.simulator.simulated_game import SimulatedGame
from tests.long import LONG
from tests.simulator.parties import Watched, colours, party

TAKEN = ("keep", "profession", "bonus")
NAMES = {*WANTS_BY_PROFESSION, *BONUS_CARD_NAMES, *PRESTIGE_CARD_NAMES}


def words(table: SimulatedGame) -> Counter[str]:
    """How many cards of a record were taken with a name, taken without, and shown at the end."""
    said: Counter[str] = Counter()
    for who, what, *rest in (line.split() for line in table.app.record_lines):
        if who == "table":
            said["shown"] += len(rest) - 1
        elif what in TAKEN:
            said["unread" if rest == [UNKNOWN] else "read"] += 1
    return said


def played(players: int, watched: Watched, seed: object = "hidden", **faults: float) -> Counter[str]:
    """A whole game of players who know the worth of cards; the app agreed with the table after every move."""
    seats = colours("florence", players)
    table = SimulatedGame(party("florence", players, seed, seats, watched, **faults))
    table.play_game()
    return words(table)


@pytest.mark.long(usual="2")
@pytest.mark.parametrize("players", [2, 4])
def test_what_a_reader_sees_is_never_asked(players: int) -> None:
    said = played(players, "cards")
    assert said["read"] > 2 * players
    assert not said["unread"]
    assert not said["shown"]


@pytest.mark.long(usual="2")
@pytest.mark.parametrize("players", [2, 4])
def test_where_nobody_reads_every_card_is_unknown_until_it_is_used_or_shown(players: int) -> None:
    said = played(players, "touch")
    assert said["unread"] > 2 * players
    assert not said["read"]
    assert said["shown"] > 0


def test_a_read_that_was_missed_is_made_good_or_the_card_stays_unknown() -> None:
    said: Counter[str] = Counter()
    for seed in range(2 * LONG):
        said += played(4, "cards", seed, missed_read=0.3)
    assert said["read"] > said["unread"] > 3


@pytest.mark.long(usual="touch")
@pytest.mark.parametrize("watched", ["touch", "cards"])
def test_no_card_of_a_hand_is_on_any_screen(watched: Watched) -> None:
    table = SimulatedGame(
        party("florence", 3, "leaks", colours("florence", 2), watched, missed_read=0.1, illegal_move=0.1)
    )
    while (now := table.app.snapshot).position.to_json()["phase"] in ("auction", "actions"):
        for player in now.position.to_json()["players"].values():
            assert not NAMES & {*player["hand"], *player["bonus"], *player["prestige"]}
        taken = [line.split()[2:] for line in now.accepted_texts if line.split()[1] in TAKEN]
        assert all(cards == [UNKNOWN] for cards in taken)
        pieces = [sight.piece for sight in now.pending_input]
        opened = RECRUITING_CARD in pieces or {WORK_ACTION, RECRUIT_ACTION} & {
            sight.zone for sight in now.pending_input
        }
        secret = [piece for piece in pieces if piece.partition("/")[0] in HIDDEN_CARD_KINDS]
        assert opened or all(piece.endswith(UNKNOWN) for piece in secret)
        table.play_move()
