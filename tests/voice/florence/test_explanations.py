"""What things of the Princes of Florence are about, for a person who does not know the game."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games import game_rules
from companion.games.florence.rules.position import FlorencePosition
from companion.games.florence.rules.work_value import BONUS_CARDS
from companion.rules.history import GameHistory
from companion.table.session import Session
from companion.voice.explanations import Explanation, explain
from companion.voice.game_texts import load_clauses, load_names
from companion.voice.translator import ABOUT
from companion.voice.voice import Voice
from tests.games.florence.tables import acting, florence, setup
from tests.screen.harness.plain import moments, voice

ART = Path(__file__).parents[3] / "companion/games/florence/art"


def told(target: str, position: FlorencePosition, symbol: str = "") -> Explanation:
    """What is said of it at a table of three."""
    players = len(position.players)
    now = Session(GameHistory(game_rules("florence"), setup(players), position)).snapshot
    return explain(target, now, voice(now, "en"), now.position, symbol)


def said(target: str, position: FlorencePosition, symbol: str = "") -> list[str]:
    """The sentences of it, without why it cannot be touched now."""
    return [line.text for line in told(target, position, symbol).lines if not line.is_reason]


WORKING = acting(
    money=2000,
    grid=["lake d4 r0", "theatre d1 r0"],
    freedoms=["travel"],
    jesters=1,
    builders=1,
    people={"green": {"table": ["painter"], "hand": {"?": 2}, "best": 12}, "orange": {"prestige": {"?": 1}}},
).position
AUCTION = florence(auction={"kind": "forest", "opener": "blue", "bid": 300, "by": "green"}).position


@pytest.mark.parametrize(
    ("target", "sentences"),
    [
        (
            "building/library",
            [
                "Adds 4 to a work that wants it, and brings 3 prestige points as soon as it stands.",
                "Medium, 5 squares.",
                "Price (Blue): 300 florins.",
                "Wanted by: cartographer, lawyer.",
                "Left: 3.",
            ],
        ),
        (
            "profession/poet",
            [
                "Wants: theatre, lake, freedom of travel.",
                "Does one work for florins or prestige, and then lies open on the table.",
                "Its work now, without bonus cards: Blue 15, Green 3, Orange 3; needed: 10.",
                "The building it wants adds 4 to its work, landscape and freedom 3 each.",
            ],
        ),
        (
            "profession/painter",
            [
                "Wants: studio, lake, freedom of travel.",
                "Does one work for florins or prestige, and then lies open on the table.",
                "Its work is done, and others may recruit it: Green.",
                "The building it wants adds 4 to its work, landscape and freedom 3 each.",
            ],
        ),
        (
            "bonus/each-jester-and-freedom",
            [
                "Adds 1 to a work for each jester and each freedom.",
                "Used up by the work with which it is played; a work may have several.",
                "It would add now: Blue 2, Green 0, Orange 0.",
            ],
        ),
        (
            "prestige/most-jesters",
            [
                "Gives 6 at the end for the most jesters, 3 when tied.",
                "Face down until the end, and then it gives prestige points for what it asks for.",
                "It would give now: Blue 6, Green 0, Orange 0.",
            ],
        ),
        ("jester", ["Adds 2 to every work of the principality."]),
        (
            "round",
            [
                "Seven rounds are played, each with an auction and then two actions for everybody.",
                "In this round a work must be worth at least 10.",
            ],
        ),
        (
            "action/work",
            [
                "A profession is laid open and earns 100 florins for each point of its work's value.",
                "In this round a work must be worth at least 10.",
            ],
        ),
        (
            "sell/blue",
            ["Turns prestige points into 100 florins each, at any time until the last round is over."],
        ),
    ],
)
def test_a_thing_says_what_it_is_for_and_what_it_is_worth_now(target: str, sentences: list[str]) -> None:
    assert said(target, WORKING) == sentences


def test_a_lot_says_what_it_does_and_who_leads_at_which_bid() -> None:
    assert said("pile/forest", AUCTION)[:3] == [
        "Adds 3 to a work that wants it; the second and every further one of a kind brings 3 points at once.",
        "Forest: 300 from Green.",
        "Left: 6.",
    ]
    assert said("pile/prestige", AUCTION) == [
        "Face down until the end, and then it gives prestige points for what it asks for.",
        "Left: 14.",
    ]
    assert said("pile/recruiting", AUCTION) == [
        "Fetches a profession from another table and stays there in its place.",
        "Used when it is won or in one's own turn, and is no action; what is fetched may work again.",
        "Left: 5.",
    ]
    assert said("bid", AUCTION)[:2] == [
        "Offers 100 florins more than the last bid; whoever bids last pays and has the object.",
        "Forest: 300 from Green.",
    ]
    assert said("pass", AUCTION)[:2] == [
        "No more bids for this object; you may bid for the next one.",
        "Forest: 300 from Green.",
    ]
    assert said("pass", florence().position)[0] == "No object in this round, and no more bids."


def test_a_principality_says_how_much_room_it_has_and_whether_buildings_may_touch() -> None:
    assert said("grid/blue", WORKING)[:3] == [
        "The principality, 7 by 7 squares, on which landscapes and buildings are laid.",
        "Empty squares: 34.",
        "Before the second builder a building may touch no other and no palazzo edge to edge.",
    ]
    assert len(said("grid/blue", acting(builders=2).position)) == 2


def test_figures_and_stones_on_the_track_have_the_names_of_their_players() -> None:
    now = Session(GameHistory(game_rules("florence"), setup(3), WORKING)).snapshot
    people = Voice("florence", {"blue": "Anna", "green": "Bert", "orange": "Carla"}, "en")
    lines = [line.text for line in explain("track", now, people, now.position).lines]
    assert lines[1] == "Best works so far: Bert 12."
    assert {"Stone: Bert (12).", "Prestige: Anna (0)."} <= set(lines)
    assert explain("points/green", now, people, now.position).title == "Prestige (Bert)"


def test_a_picture_says_what_it_stands_for() -> None:
    assert said("player/green", WORKING, "florin")[0].startswith("Florins pay for bids, buildings, cards")
    assert said("player/green", WORKING, "best-work")[:2] == [
        "The best work of the round brings 3 prestige points, and all who are tied get them.",
        "Best works so far: Green 12.",
    ]
    assert {"Small, 3 squares.", "Tower, chapel."} < {*said("action/work", WORKING, "building/small")}


def test_no_sentence_knows_more_than_everybody() -> None:
    named = acting(hand={"poet": 1, "lawyer": 1}, bonus={"each-lake": 1}, prestige={"most-lakes": 1}).position
    words = [
        *load_names("florence", "en")[ABOUT],
        "profession/poet",
        *(f"bonus/{card}" for card in BONUS_CARDS),
    ]
    for word in (*words, "prestige/most-lakes", "hand/blue", "player/blue"):
        now = Session(GameHistory(game_rules("florence"), setup(3), named)).snapshot
        speaker = voice(now, "en")
        assert [*speaker.explain(word, named)] == [*speaker.explain(word, named.to_public())]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_whatever_lies_on_the_table_or_is_touched_or_painted_says_what_it_means(players: int) -> None:
    clauses, longest = load_clauses("florence", "en"), 0
    for now in moments("florence", players, 4):
        speaker, silent = voice(now, "en"), set[str]()
        pieces = {lying.piece for place in now.layout for lying in place.pieces}
        targets = {*now.step_by_touch_target, *(place.id for place in now.layout), *pieces}
        for target in targets:
            explanation = explain(target, now, speaker, now.position)
            assert set(explanation.clauses) <= set(clauses)
            if not any(not line.piece and not line.is_reason for line in explanation.lines):
                silent.add(target)
            longest = max(longest, *(len(line.text) for line in explanation.lines))
        assert not silent
    assert longest < 200


def test_every_picture_of_the_game_has_a_sentence() -> None:
    pictures = {
        str(each.relative_to(ART).with_suffix("")).removesuffix("/flat") for each in ART.rglob("*.svg")
    }
    assert {each for each in pictures if not said("prompt", WORKING, each)[:-2]} == {"florence"}  # the box
