"""What lies on a table of Louis XIV explains itself: what it is good for, and how it stands there now."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from companion.games.louis_xiv.rules.pieces import INFLUENCE_CARDS, MISSION_NAMES
from companion.games.louis_xiv.rules.position import LouisXIVPosition
from companion.table.snapshot import Snapshot
from companion.voice.game_texts import load_clauses, load_names
from companion.voice.voice import Voice
from tests.screen.harness.plain import moments, voice
from tests.tables import NAMES, louis

VOICE = Voice("louis-xiv", NAMES, "en")


def sentences(word: str, phase: str = "influence", players: int = 3, **facts: Any) -> list[str]:
    """What the game says of that at such a table, each sentence with its clause."""
    position = louis(phase, players, **facts).position
    return [f"{text} ({clause})" for text, clause in VOICE.explain(word, position)]


def tables() -> Iterator[Snapshot]:
    """Moments of random games of two, three and four."""
    for players in (2, 3, 4):
        yield from moments("louis-xiv", players, 7)


def test_a_tile_says_what_it_gives_for_what_and_who_leads() -> None:
    stones = {6: {"blue": 3, "red": 2}, 3: {"blue": 1, "yellow": 1}, 5: {"red": 2, "blue": 1}}
    table: dict[str, Any] = {"king": 4, "turn": "blue", "stones": stones}
    assert sentences("tile/6", **table)[:3] == [
        "Reward: 1 coat of arms and a stone to place (L-M8)",
        "Everyone with at least 3 stones here gets it (L-3.6)",
        "Enough now: Anna 3 (L-3.6)",
    ]
    assert sentences("tile/3", **table)[:3] == [
        "Reward: the ring chip (L-M8)",
        "Alone with most stones: free. Everyone else with a stone here may buy it for 3 louis (L-3.4)",
        "A tie for the most now, nobody gets it free: Anna 1, Bert 1 (L-3.4)",
    ]
    assert sentences("tile/5", **table) == [
        "Reward: the crown chip (L-M8)",
        "Only whoever alone has most stones here gets it (L-3.5)",
        "Carla has most now: Carla 2, Anna 1 (L-3.5)",
        "Stones may jump from here to: Dauphin and Condé (L-2.4)",
        "The other side, once it is turned over: 4 louis (L-3.8)",
    ]
    assert sentences("tile/4", **table)[1:3] == [
        "The king is here: first alone gets it and a crown, second alone gets it free, others pay 3 louis (L-3.7)",
        "No stone lies here now (L-3.7)",
    ]


def test_neutral_stones_count_and_once_first_may_win_a_tie() -> None:
    assert sentences("tile/1", players=2, king=2, turn="blue", stones={1: {"neutral": 2, "blue": 1}})[
        2:4
    ] == [
        "Neutral has most now: Neutral 2, Anna 1 (L-3.4)",
        "Neutral stones count, but the neutral player gets nothing (L-3.11)",
    ]
    once = {"blue": {"missions": ["dark-once-first:ring"]}}
    tied = sentences("tile/4", king=4, turn="blue", stones={4: {"blue": 2, "red": 2}}, people=once)
    assert tied[2:4] == [
        "A tie for the most now: Anna 2, Carla 2. Each of them gets it without a crown, nobody is second (L-3.7)",
        "Anna may count as first alone by the mission “Once first” (L-3.3)",
    ]


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("card/inf6", "Places one to three stones from the own supply on Condé (L-2.4)"),
        (
            "card/joker",
            "Places one stone on any tile and, if wanted, a second one there or on a neighbour (L-2.5)",
        ),
        ("intrigue/12", "Played just before this tile is evaluated: Louvois (L-3.2)"),
        ("mission/light-plus-louis:ring", "Every round, one louis. (L-1.2)"),
        ("mission/mid/?", "A mid blue mission asks for two different chips. (L-M5)"),
        ("money/4:2", "Everyone got 4 louis, and the king went to Philippe (L-1.1)"),
        ("crown", "Crown: stands for any chip when a mission is fulfilled (L-4.1)"),
        ("chip/ring", "Ring: a chip; two that fit fulfil a mission (L-4.1)"),
        ("yellow", "Stones, Bert: own supply 11, general supply 5, on tiles 0 (L-S4)"),
        ("mission", "A mission laid out is five points and helps again in every round. (L-4.7)"),
    ],
)
def test_pieces_and_symbols_say_what_they_are_good_for(word: str, said: str) -> None:
    assert sentences(word, king=1, turn="blue")[0] == said


def test_the_chips_that_fulfil_a_mission_are_told() -> None:
    chips = [
        sentences(f"mission/{name}", king=1, turn="blue")[1]
        for name in ("light-plus-stone:helmet", "mid-exchange:helmet+sceptre", "dark-four:ring")
    ]
    assert chips == [
        "Laid out for: helmet and any other chip. A crown stands for any chip (L-4.1)",
        "Laid out for: helmet and sceptre. A crown stands for any chip (L-4.1)",
        "Laid out for: ring 2. A crown stands for any chip (L-4.1)",
    ]


def test_whatever_can_be_touched_or_lies_there_is_explained() -> None:
    about = load_names("louis-xiv", "en")["about"]
    for now in tables():
        words = {*now.step_by_touch_target, *(place.id for place in now.layout)}
        words |= {lying.piece for place in now.layout for lying in place.pieces}
        for word in words:
            kind = word.partition("/")[0]
            says = kind == "player" or word in about or kind in about
            assert says or [*voice(now, "en").explain(word, now.position)], word
    position = louis("influence", king=1, turn="blue").position
    for word in (
        *(f"card/{card}" for card in INFLUENCE_CARDS),
        *(f"mission/{name}" for name in MISSION_NAMES),
    ):
        assert all(text and len(text) <= 110 for text, _ in VOICE.explain(word, position)), word


@pytest.mark.parametrize(
    "word", ["tile/13", "tile/?", "card/inf13", "intrigue/x", "money/x", "mission/x", "x", ""]
)
def test_what_does_not_exist_is_not_explained(word: str) -> None:
    assert sentences(word, king=1, turn="blue") == []


def test_whatever_it_rests_on_is_a_clause() -> None:
    clauses = load_clauses("louis-xiv", "en")
    about = load_names("louis-xiv", "en")["about"]
    assert {meaning["source"] for meaning in about.values() if "source" in meaning} <= {*clauses}
    for now in tables():
        for place in now.layout:
            told = voice(now, "en").explain(place.id, now.position)
            assert {clause for _, clause in told} <= {*clauses, ""}


def test_who_leads_agrees_with_a_plain_count() -> None:
    kinds = set()
    for now in tables():
        speaking, position = voice(now, "en"), now.position
        assert isinstance(position, LouisXIVPosition)
        for number, tile in position.tiles.items():
            told = [text for text, _ in speaking.explain(f"tile/{number}", position)]
            counts = {speaking.translator.player_name(who): count for who, count in tile.stones.items()}
            best = [who for who, count in counts.items() if count == max(counts.values())]
            condition = position.condition(number)
            if condition.kind == "stones":
                enough = {
                    speaking.translator.player_name(who)
                    for who in position.players
                    if tile.stones.get(who, 0) >= condition.number
                }
                said = told[2].partition(": ")[2]
                assert {each.rpartition(" ")[0] for each in said.split(", ") if each} == enough
            elif not best:
                assert told[2] == "No stone lies here now"
            elif len(best) == 1:
                assert told[2].startswith(f"{best[0]} has most now: {best[0]} {max(counts.values())}")
            else:
                assert told[2].startswith("A tie for the most now")
                assert all(f"{who} {counts[who]}" in told[2] for who in counts)
            kinds.add((condition.kind, min(len(best), 2), position.king == number))
    assert len(kinds) >= 9
