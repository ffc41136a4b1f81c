"""What is said of Louis XIV."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.louis_xiv.rules.events import StonesTakenBack
from companion.voice.narration import SpeechLevel
from companion.voice.voice import Voice
from tests.tables import NAMES, At, People, louis, paper, read, setup
from tests.voice.evenings import evening


def voice(lang: str = "en") -> Voice:
    return Voice("louis-xiv", NAMES, lang)


def told(at: At, text: str, level: SpeechLevel = "full", lang: str = "en") -> list[str]:
    """The sentences after that move."""
    before = at.position
    at.say(text)
    return [line.text for line in voice(lang).narrate(before, at.events, level)]


def test_a_move_is_spoken_back_with_its_counts() -> None:
    at = louis("influence", turn="blue")
    assert told(at, "blue inf6 place 6 6 1", "short") == [
        "Anna plays the Condé card and places 1 stone on Anne and 2 stones on Condé."
    ]


def test_a_lead_is_told_when_it_changes() -> None:
    at = louis("influence", turn="yellow", stones={9: {"blue": 2, "yellow": 1}})
    assert told(at, "yellow inf9 place 9 9", "short")[-1] == "Bert now leads at La Vallière, 3 to 2."


def test_a_lead_that_stays_is_told_only_at_full() -> None:
    stones = {9: {"blue": 3, "yellow": 1}}
    assert told(louis("influence", turn="yellow", stones=stones), "yellow inf9 place 9")[-1] == (
        "Anna leads at La Vallière, 3 to 2."
    )
    short = told(louis("influence", turn="yellow", stones=stones), "yellow inf9 place 9", "short")
    assert len(short) == 1


def test_a_tie_is_told_when_it_comes_about() -> None:
    at = louis("influence", turn="yellow", stones={9: {"blue": 2, "yellow": 1}})
    assert told(at, "yellow inf9 place 9", "short")[-1] == "Tie at La Vallière: Anna and Bert, 2 stones each."


def test_where_a_number_of_stones_is_asked_for_no_lead_is_told() -> None:
    at = louis("influence", turn="blue", prints=("tile 6 stones:3 money:4",))
    assert told(at, "blue inf6 place 6 6")[-1] == "Anna has 2 of 3 stones at Condé."
    at = louis("influence", turn="blue", stones={6: {"blue": 2}}, prints=("tile 6 stones:3 money:4",))
    assert told(at, "blue inf6 place 6", "short")[-1] == "Anna now has enough stones at Condé."


def test_that_stones_are_enough_is_told_once() -> None:
    at = louis("influence", turn="blue", stones={6: {"blue": 3}}, prints=("tile 6 stones:3 money:4",))
    assert not any("enough" in line for line in told(at, "blue inf6 place 6"))


def test_a_reward_comes_with_its_reason_and_what_hands_do() -> None:
    at = louis(
        "evaluation", tile=7, stones={7: {"blue": 3, "yellow": 2}}, people={"blue": {"intrigue": {"?": 1}}}
    )
    assert told(at, "table evaluate", "short")[:3] == [
        "Anna has most stones at Colbert, gets 5 louis and returns 3 stones from Colbert to the general supply.",
        "Bert takes 2 stones from Colbert to the own supply.",
        "Turn Colbert over.",
    ]


def test_a_purchase_tells_its_price() -> None:
    at = louis("evaluation", tile=1, stones={1: {"blue": 3, "yellow": 2}}, prints=("tile 1 money:3 first",))
    assert told(at, "yellow buy yes", "short")[0] == (
        "Bert buys at Anne for 3 louis, gets the sceptre chip and takes 2 stones from Anne to the own supply."
    )


def asked(at: At, lang: str = "en") -> str:
    """What the player is asked for."""
    prompt = voice(lang).turn_prompt(at.position)
    assert prompt is not None
    return prompt.request


@pytest.mark.parametrize(
    ("tile", "words"),
    {
        4: "buy the helmet chip for 3 louis?",
        6: "buy 1 coat of arms and a stone to place for 3 louis?",
        7: "buy 5 louis for 3 louis?",
        8: "buy up to 2 stones on Montespan for 3 louis?",
        10: "buy 2 coats of arms for 3 louis?",
        11: "buy 1 influence card for 3 louis?",
        12: "buy 1 coat of arms and 1 intrigue card for 3 louis?",
    }.items(),
)
def test_who_is_asked_to_buy_hears_what_they_would_get(tile: int, words: str) -> None:
    is_front = tile in (4, 8, 12)
    at = louis(
        "evaluation",
        tile=tile,
        stones={tile: {"blue": 3, "yellow": 2}},
        back=() if is_front else (tile,),
        prints=(f"tile {tile} {'money:3 first' if is_front else 'first money:3'}",),
    )
    first = {6: "blue skip", 8: "blue stones 0"}.get(tile)  # who gets it free is asked before
    assert asked(at.say(first) if first else at) == words


CAN_SWAP = {"missions": ["light-swap-chip:letter"]}


@pytest.mark.parametrize(
    ("blue", "words"),
    [
        ({"chips": {"ring": 2}, "hand": {"light": 1}}, "fulfil a mission, or say done"),
        ({"chips": {"ring": 2}, "hand": {}}, "no mission can be fulfilled: say done"),
        ({"chips": {"ring": 1}, "hand": {"light": 1}}, "no mission can be fulfilled: say done"),
        ({"chips": {"ring": 2}, "hand": {"dark": 1}}, "fulfil a mission, or say done"),
        ({"chips": {"ring": 1, "letter": 1}, "hand": {"dark": 1}}, "no mission can be fulfilled: say done"),
        (
            {"chips": {"ring": 1}, **CAN_SWAP},
            "no mission can be fulfilled: exchange a chip, or say done",
        ),
    ],
)
def test_nobody_is_asked_for_a_mission_that_cannot_be_fulfilled(blue: dict[str, Any], words: str) -> None:
    assert asked(louis("missions", people={"blue": blue})) == words


def test_a_card_that_brings_nothing_back_is_told_so() -> None:
    at = louis("influence", turn="blue", people={"blue": {"own": 16, "general": 0}})
    assert told(at, "blue joker take", "short")[0] == "Anna plays a joker without effect."


def test_the_ranking_ends_with_what_decided() -> None:
    last = evening("louis-xiv", 4, 2)[-1]
    assert [line.text for line in voice().narrate(last.before, last.events)][-1].endswith("wins.")


PLURALS = {
    ("cs", 1): "1 kámen",
    ("cs", 2): "2 kameny",
    ("cs", 5): "5 kamenů",
    ("nl", 1): "1 steen",
    ("nl", 2): "2 stenen",
    ("nl", 5): "5 stenen",
    ("de", 1): "1 Stein",
    ("de", 2): "2 Steine",
    ("de", 5): "5 Steine",
    ("en", 1): "1 stone",
    ("en", 2): "2 stones",
    ("en", 5): "5 stones",
}


@pytest.mark.parametrize(("lang", "number"), PLURALS)
def test_plurals_are_those_of_the_language(lang: str, number: int) -> None:
    said = voice(lang).narrate_event(StonesTakenBack("blue", number, "L-2.6"))
    assert f" {PLURALS[lang, number]} " in said


# -- the table as it lies


def test_the_table_is_told_with_persons_stones_and_what_lies_before_each_player() -> None:
    blue = {"arms": 2, "chips": {"ring": 2}, "missions": ["light-renew:ring"], "intrigue": {"?": 1}}
    stones = {2: {"blue": 1, "yellow": 3}, 5: {"red": 4}}
    people: People = {"blue": blue, "red": {"general": 0}}
    middle = {"turned": ["4:2"], "played": {"inf6": 1, "joker": 2}}
    position = read({**paper("evaluation", stones=stones, people=people, king=5), **middle})
    lines = list(voice().describe_table(position, setup()))
    assert lines[:7] == [
        "Round 2, Evaluation.",
        "Anna: 5 louis, ring 2, 2 coats of arms, start player card, own supply 10, general supply 5; "
        "hand: 1 intrigue card, 1 mission card (light blue), 1 mission card (mid blue).",
        "Anna, missions laid out: “Exchange mission cards” (ring).",
        "Bert: 5 louis, own supply 8, general supply 5; "
        "hand: 1 mission card (light blue), 1 mission card (mid blue).",
        "Carla: 5 louis, own supply 12, general supply 0; "
        "hand: 1 mission card (light blue), 1 mission card (mid blue).",
        "1 Anne (Money 3).",
        "2 Philippe (Money 3): Bert 3, Anna 1.",
    ]
    assert lines[9].endswith(": Carla 4, king.")
    assert lines[17:-1] == [
        "Cards played: Condé card, joker 2.",
        "Money cards turned: 4 louis (king: Philippe).",
    ]
    assert lines[-1].startswith("Left: 8 neutral stones, 27 influence cards, 11 intrigue cards, ")
