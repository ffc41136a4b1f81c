"""The auctioneer: object, bid, whose turn, going once; and who is not asked is told so."""

from __future__ import annotations

from typing import Any

import pytest

from tests.voice.florence.tables import florence

# -- the rulebook's auction of four players

EVENING = {
    "blue open park": ["Anna opens the park at 200. Bert?"],
    "green pass": ["Bert passes. Carla?"],
    "orange pass": ["Carla passes. 200 for the park - going once. Dirk?"],
    "red pass": ["Dirk passes.", "Sold: the park to Anna for 200."],
    "blue place park f1 r0": ["Anna lays the park at f1. Bert opens next."],
    "green open jester": ["Bert opens the jester at 200. Carla?"],
    "orange bid": ["300 from Carla. Dirk?"],
    "red bid": ["400 from Dirk. Bert?"],
    "green bid": ["500 from Bert. Carla?"],
    "orange bid ": ["600 from Carla. Dirk?"],
    "red bid ": ["700 from Dirk. Bert?"],
    "green pass ": ["Bert passes. 700 for the jester - going once. Carla?"],
    "orange pass ": [
        "Carla passes.",
        "Sold: the jester to Dirk for 700.",
        "Dirk has 1 jester now (plus 2 to every work). Bert opens next.",
    ],
    "green open forest": ["Bert opens the forest at 200. Going once: Carla?"],
    "orange bid  ": ["300 from Carla. Going once: Bert?"],
    "green bid ": ["400 from Bert. Going once: Carla?"],
    "orange bid   ": ["500 from Carla. Going once: Bert?"],
    "green bid  ": ["600 from Bert. Going once: Carla?"],
    "orange pass  ": ["Carla passes.", "Sold: the forest to Bert for 600."],
    "green place forest f1 r1": ["Bert lays the forest at f1. Carla may take one for 200."],
    "orange open builder": [
        "Carla takes the builder for 200.",
        "Carla has a first builder (buildings for 300 florins).",
        "The auction is over. Now the actions: Anna first.",
    ],
}


def test_the_rulebooks_auction_is_cried_as_an_auctioneer_would() -> None:
    at = florence(4, people={"orange": {"points": 0}})
    for move, sentences in EVENING.items():
        assert at.told(move.strip()) == sentences, move


CRIES = {
    "en": "Anna opens the prestige card at 200. Bert?",
    "cs": "Anna draží prestižní kartu od 200. Bert?",
    "nl": "Anna opent de prestigekaart met 200. Bert?",
    "de": "Anna eröffnet die Prestigekarte mit 200. Bert?",
}
LAST = {
    "en": "300 from Bert. Going once: Anna?",
    "cs": "Bert dává 300. Poprvé: Anna?",
    "nl": "300 van Bert. Eenmaal: Anna?",
    "de": "300 von Bert. Zum Ersten: Anna?",
}
HAMMER = {
    "en": "Sold: the builder to Bert for 300.",
    "cs": "Prodáno: stavitel za 300, kupuje Bert.",
    "nl": "Verkocht: de bouwmeester aan Bert voor 300.",
    "de": "Verkauft: der Baumeister an Bert für 300.",
}


@pytest.mark.parametrize("lang", CRIES)
def test_names_stand_in_the_nominative_and_things_in_the_case_they_need(lang: str) -> None:
    assert florence().told("blue open prestige", lang=lang) == [CRIES[lang]]
    at = florence(people={"orange": {"out": True}}).say("blue open builder")
    assert at.told("green bid", lang=lang) == [LAST[lang]]
    assert at.told("blue pass", lang=lang)[1] == HAMMER[lang]


# -- who is not asked

BROKE = {"money": 200}


def test_who_cannot_pay_is_not_asked_and_the_reason_is_said() -> None:
    at = florence(5, people={"orange": BROKE, "red": BROKE, "yellow": {"money": 0, "points": 3}})
    at.say("blue open park")
    assert at.told("green bid") == [
        "300 from Bert.",
        "Too little money to bid: Carla, Dirk and Eva. 300 for the park - going once. Anna?",
    ]


def test_who_could_still_sell_prestige_is_asked() -> None:
    at = florence(people={"green": {"money": 100, "points": 2}})
    assert at.told("blue open park") == ["Anna opens the park at 200. Bert?"]
    assert at.asked() == "Bert: 300 for the park, or pass? Sell 2 points first."


def test_with_three_builders_nobody_is_asked_for_a_fourth() -> None:
    at = florence(people={"green": {"builders": 3}})
    assert at.told("blue open builder") == [
        "Anna opens the builder at 200.",
        "Three builders already: Bert. 200 for the builder - going once. Carla?",
    ]


def test_the_auction_may_be_over_before_anybody_is_asked() -> None:
    at = florence(people={"green": BROKE, "orange": BROKE})
    assert at.told("blue open jester", "full")[:3] == [
        "Anna opens the jester at 200.",
        "Too little money to bid: Bert and Carla.",
        "Sold: the jester to Anna for 200.",
    ]


LAKES = ["lake b4 r0", "lake e5 r0", "lake e2 r0", "lake b6 r0"]
"""So that no forest fits any more."""


FULL: dict[str, Any] = {"grid": LAKES}


def test_a_landscape_that_fits_nowhere_is_warned_of_before_a_bid_and_said_when_lost() -> None:
    at = florence(people={"green": FULL})
    at.say("blue open forest")
    assert at.asked() == "Bert: 300 for the forest, or pass? Beware: no room for the forest."
    at.say("green bid", "orange pass")
    assert at.told("blue pass") == [
        "Anna passes.",
        "Sold: the forest to Bert for 300.",
        "No room for the forest: back to the supply, no points. Anna opens next.",
    ]


def test_where_it_must_fit_nobody_without_room_is_asked() -> None:
    at = florence(people={"green": FULL}, options={"landscape-must-fit": "yes"})
    assert at.told("blue open forest")[1].startswith(
        "No room for the forest: Bert. 200 for the forest - going"
    )


def test_an_opener_is_warned_too() -> None:
    at = florence(people={"blue": FULL | {"money": 100, "points": 1}})
    assert at.asked() == (
        "Anna: open an object at 200, or pass. Sell 1 point first. "
        "Beware: no room for the forest, the lake or the park."
    )


# -- out of the phase


def test_who_passes_instead_of_opening_is_out_and_the_next_one_opens() -> None:
    at = florence()
    assert at.told("blue pass") == ["Anna is out of the auction. Bert opens next."]
    assert at.told("green pass") == ["Bert is out of the auction. Carla may take one for 200."]
    assert at.asked() == "Carla: take an object for 200, or pass."
    assert at.told("orange pass")[0] == "Carla is out of the auction."


def test_who_has_nothing_to_open_with_is_out_by_himself() -> None:
    at = florence(people={"green": {"money": 100}})
    assert at.told("blue pass") == [
        "Anna is out of the auction.",
        "Out of the auction, too little money: Bert. Carla may take one for 200.",
    ]


# -- what was won


def test_a_second_landscape_of_a_kind_brings_points() -> None:
    at = florence(people={"blue": {"grid": ["lake f6 r0"]}})
    at.say("blue open lake", "green pass", "orange pass")
    assert at.asked() == "Anna: lay the lake on your grid."
    assert at.told("blue place lake a6 r0", "full") == [
        "Anna lays the lake at a6 and gains 3 points for one more landscape of the same kind. Bert opens next."
    ]


def test_a_second_builder_lets_buildings_touch_and_brings_points() -> None:
    at = florence(people={"blue": {"builders": 1}})
    at.say("blue open builder", "green pass")
    assert at.told("orange pass")[2:] == [
        "Anna has a second builder (buildings may touch) and gains 3 points for one more builder. Bert opens next."
    ]


def test_a_prestige_card_is_kept_without_its_name() -> None:
    at = florence().say("blue open prestige", "green pass", "orange pass")
    assert at.asked() == "Anna: keep 1 of the top 5 prestige cards."
    assert at.told("blue keep most-lakes") == ["Anna keeps a prestige card. Bert opens next."]


def test_of_the_last_prestige_cards_all_are_looked_at() -> None:
    people = {"green": {"prestige": {"?": 7}}, "orange": {"prestige": {"?": 6}}}
    at = florence(people=people).say("blue open prestige", "green pass", "orange pass")
    assert at.asked() == "Anna: keep the top prestige card."


def test_a_recruiting_card_is_used_at_once_or_later() -> None:
    at = florence(people={"green": {"table": ["poet"], "hand": {"?": 2}}})
    at.say("blue open recruiting", "green pass")
    assert at.told("orange pass") == ["Carla passes.", "Sold: the recruiting card to Anna for 200."]
    assert at.asked() == "Anna: recruit a profession at once?"
    assert at.told("blue recruit poet from green") == ["Anna recruits: poet (Bert). Bert opens next."]
    alone = florence().say("blue open recruiting", "green pass")
    assert alone.told("orange pass")[1] == "Sold: the recruiting card to Anna for 200. Bert opens next."


# -- two players


def test_of_two_players_objects_are_laid_aside_until_the_choice() -> None:
    at = florence(2)
    assert at.told("blue open jester") == ["Anna opens the jester at 200. Going once: Bert?"]
    at.say("green bid")
    assert at.told("blue pass") == [
        "Anna passes.",
        "Sold: the jester to Bert for 300, laid aside. Anna opens next.",
    ]
    at.say("blue open park", "green pass", "blue open builder", "green pass")
    assert at.told("green open lake") == ["Bert takes the lake for 200."]
    assert at.asked() == "Anna: park or builder: which one do you keep? The price is 200 florins."
    assert at.told("blue choose builder") == [
        "Anna keeps the builder, gives up the park and pays 200 florins.",
        "Anna has a first builder (buildings for 300 florins).",
    ]
    assert at.asked() == "Bert: jester or lake: which one do you keep? The price is 300 florins."


def test_of_two_players_a_single_object_is_kept() -> None:
    at = florence(2).say("blue open jester", "green pass", "green pass")
    assert at.told("blue pass", "full")[:3] == [
        "Anna is out of the auction.",
        "Anna keeps the jester and pays 200 florins.",
        "Anna has 1 jester now (plus 2 to every work).",
    ]
