"""What is said of Kabale und Hiebe: brief at the table, with every reason for whoever wants it."""

from __future__ import annotations

import pytest

from companion.games.kabale.rules.events import GameEnded, ObjectivesCounted
from companion.games.kabale.rules.final_scoring import objectives_score
from companion.games.kabale.voice.names import half_points_text
from companion.games.kabale.voice.sentences import column_notes, final_count_notes
from companion.voice.language import languages
from companion.voice.narration import SpeechLevel
from companion.voice.voice import Voice
from tests.games.kabale.tables import At, kabale, paper, read, setup
from tests.voice.evenings import begun, evening, voice
from tests.voice.kabale.samples import ALL_SIX, evaluated

PEOPLE = {"black": "Anna", "white": "Bert", "red": "Carla", "blue": "Dirk"}


def table(lang: str = "en") -> Voice:
    return Voice("kabale", PEOPLE, lang)


def told(at: At, text: str, level: SpeechLevel = "short", lang: str = "en") -> list[str]:
    """The sentences after that move."""
    before = at.position
    at.say(text)
    return [line.text for line in table(lang).narrate(before, at.events, level)]


# -- a turn


def test_a_card_laid_tells_its_column_and_what_it_turns() -> None:
    at = kabale("alchemy:5 -white/king", "trade:5", turn="black")
    assert told(at, "black 2 ?") == ["Anna lays a card in column 2."]
    assert told(at, "white 1 ?") == ["Bert lays a card in column 1 and turns up: king (Bert)."]


TURNED = {
    "cs": "Anna vykládá kartu do sloupce 1 a otáčí: mušketýři (Bert).",
    "nl": "Anna legt een kaart in kolom 1 en draait om: musketiers (Bert).",
    "de": "Anna legt eine Karte in Spalte 1 und deckt auf: Musketiere (Bert).",
}


@pytest.mark.parametrize("lang", TURNED)
def test_names_stand_in_the_nominative(lang: str) -> None:
    at = kabale("alchemy:5 -white/musketeers", "trade:5", turn="black")
    assert told(at, "black 1 ?", lang=lang) == [TURNED[lang]]


def test_an_explorer_is_a_movement_to_make_and_a_chain_is_told_step_by_step() -> None:
    at = kabale("alchemy:5 -white/explorer", "trade:5 -white/storm", turn="black")
    assert told(at, "black 1 ?") == [
        "Anna lays a card in column 1 and turns up: explorer (Bert).",
        "Move the card to column 2, face down.",
        "Turned up in column 2: storm (Bert).",
        "Column 2 is closed.",
        "Only column 1 is not full yet.",
    ]


MOVE_ON = {
    "cs": "Přesuň kartu do sloupce 2, lícem dolů.",
    "nl": "Leg de kaart verdekt in kolom 2.",
    "de": "Lege die Karte verdeckt in Spalte 2.",
}


@pytest.mark.parametrize("lang", MOVE_ON)
def test_the_movement_is_an_instruction_in_every_language(lang: str) -> None:
    at = kabale("alchemy:5 -white/explorer", "trade:5", turn="black")
    assert told(at, "black 1 ?", lang=lang)[1] == MOVE_ON[lang]


def test_an_explorer_that_stays_says_why() -> None:
    at = kabale("alchemy:5 -white/explorer", "trade:5 +white/storm -black/?", turn="black")
    assert told(at, "black 1 ?")[1] == "The explorer stays, face up: no other column is open."


def test_an_assassin_sends_the_card_to_the_discard_pile() -> None:
    at = kabale("alchemy:5 -white/assassin", "trade:5", turn="black")
    assert told(at, "black 1 ?") == ["Anna lays a card in column 1 and turns up: assassin (Bert)."]
    assert table().prompt_sentence(at.position) == "Discard the last card of column 1 (Anna): which is it?"
    assert told(at, "table removed queen") == ["To the discard pile: queen (Anna)."]


def test_an_assassins_card_that_nobody_noted_has_no_name() -> None:
    at = kabale("alchemy:5 -white/assassin", "trade:5", turn="black").say("black 1 ?")
    assert told(at, "table removed ?") == ["To the discard pile: the last card of column 1 (Anna)."]


def test_a_cloak_asks_its_owner_and_tells_that_he_draws_at_once() -> None:
    at = kabale("alchemy:5 -white/cloak", "trade:5", turn="black")
    told(at, "black 1 ?")
    assert table().prompt_sentence(at.position) == "Bert: slide a card under the cloak in column 1?"
    assert told(at, "white slide king") == [
        "Bert slides a card under the cloak in column 1 and draws a card."
    ]


def test_a_traitor_asks_and_tells_the_exchange() -> None:
    at = kabale("alchemy:5 -white/traitor", "trade:5", turn="black")
    told(at, "black 1 ?")
    assert table().prompt_sentence(at.position) == "Bert: exchange the objective of column 1?"
    assert told(at, "white swap 2") == ["Bert exchanges the objectives of columns 1 and 2."]


def test_drawing_is_not_told_but_shuffling_is() -> None:
    at = kabale("alchemy:5", "trade:5", turn="black", people={"black": {"deck": 0, "discard": {"?": 22}}})
    assert told(at, "black 1 ?", "full") == [
        "Anna lays a card in column 1.",
        "Anna shuffles the discard pile into a new deck.",
    ]


THREE = ("black", "white", "red")


def test_columns_that_fill_are_told_at_full_and_the_last_one_left_always() -> None:
    at = kabale("alchemy:1", "trade:1", "music:3", players=THREE, turn="black")
    assert told(at, "black 1 ?", "full")[-1] == "Column 1 is full."
    assert told(at, "white 3 ?", "full") == ["Bert lays a card in column 3."]
    assert told(at, "red 2 ?")[-1] == "Only column 3 is not full yet."


def test_how_full_columns_are_is_told_once_also_in_a_turn_of_questions() -> None:
    at = kabale("alchemy:2 -white/?", "trade:5", turn="black")
    assert told(at, "black 1 ?") == ["Anna lays a card in column 1."]
    assert told(at, "table turned king")[1:] == ["Only column 2 is not full yet."]
    told(at, "white 1 ?")
    assert len(told(at, "table turned king")) == 1


def test_a_column_that_an_explorer_leaves_was_never_full() -> None:
    at = kabale("alchemy:2 -white/?", "trade:5", turn="black").say("black 1 ?")
    assert told(at, "table turned explorer", "full") == [
        "Turned up in column 1: explorer (Bert).",
        "Move the card to column 2, face down.",
    ]


def test_a_column_is_no_longer_full_under_another_objective() -> None:
    columns = ("alchemy:5 -white/traitor", "trade:1 -black/?", "music:3")
    at = kabale(*columns, players=THREE, turn="red").say("red 1 ?")
    assert told(at, "white swap 2", "full") == [
        "Bert exchanges the objectives of columns 1 and 2.",
        "Column 1 is full. Column 2 is no longer full.",
    ]


def test_who_has_no_card_is_passed_over() -> None:
    nothing = {"hand": {}, "deck": 0, "discard": {"?": 25}}
    at = kabale("alchemy:5", "trade:5", "music:5", players=THREE, turn="black", people={"white": nothing})
    assert told(at, "black 1 ?") == ["Anna lays a card in column 1.", "No card left, passed over: Bert."]


# -- a round's end


def test_a_round_that_ends_with_every_card_known_is_evaluated_at_once() -> None:
    at = kabale("alchemy:1 -black/king", "trade:1", turn="white")
    assert told(at, "white 2 queen") == [
        "Bert lays a card in column 2.",
        "The round is over: turn all cards up.",
        "Column 1, alchemy 1: Anna wins with 20.",
        "Column 2, trade 1: Bert wins with 16.",
        "Round 2: Anna starts.",
    ]


def test_a_round_that_ends_with_cards_nobody_saw_asks_for_them() -> None:
    at = kabale("alchemy:1 -black/?", "trade:1 +black/mage", "music:1", players=THREE, turn="white")
    assert told(at, "white 3 queen", "full") == [
        "Bert lays a card in column 3.",
        "The round is over.",
        "Shown in column 3: queen (Bert).",
    ]
    assert table().prompt_sentence(at.position) == "Turn up what lies face down in column 1: what is it?"
    assert told(at, "table shown 1.1 king")[0] == "Column 1, alchemy 1: Anna wins with 20."


def test_several_columns_are_asked_for_together() -> None:
    at = kabale("alchemy:1 -black/?", "trade:1", turn="white").say("white 2 ?")
    assert (
        table().prompt_sentence(at.position) == "Turn up what lies face down in columns 1 and 2: what is it?"
    )
    assert (
        table("cs").prompt_sentence(at.position) == "Otoč, co leží lícem dolů ve sloupcích 1 a 2: co to je?"
    )


# -- a column, and why


WHY: dict[tuple[str, str], tuple[str, ...]] = {
    ("trade:3", "black/merchant blue/assassin"): (
        "Column 2, trade 3: Anna wins, 12 to 9½.",
        "Anna 12: merchant 12 (its symbol).",
        "Dirk 9½: assassin 9½.",
    ),
    ("trade:3", "black/queen white/julia white/squire"): (
        "Column 2, trade 3: tie at 16 (Anna and Bert), Anna wins, nearest the objective.",
        "Anna 16: queen 16.",
        "Bert 16: Julia 14; squire 2.",
    ),
    ("trade:3", "black/beggar blue/beggar"): (
        "Column 2, trade 3: beggar, tie at the lowest sum 4 (Anna and Dirk), Dirk wins, "
        "farthest from the objective.",
        "Anna 4: beggar 4.",
        "Dirk 4: beggar 4.",
    ),
    ("trade:3", "black/king white/beggar"): (
        "Column 2, trade 3: beggar, Bert wins with the lowest sum, 4 to 20.",
        "Bert 4: beggar 4.",
        "Anna 20: king 20.",
    ),
    ("trade:3", "black/prince white/king black/squire"): (
        "Column 2, trade 3: Anna wins with prince and squire.",
    ),
    ("trade:3", "white/squire black/prince black/squire white/prince"): (
        "Column 2, trade 3: prince and squire of several (Bert and Anna), Bert wins, nearest the objective.",
    ),
    ("trade:3", "black/musketeers white/doppelgaenger white/king"): (
        "Column 2, trade 3: Bert wins, 20 to 11.",
        "Musketeers: only printed values count.",
        "Bert 20: doppelgänger without value; king 20.",
        "Anna 11: musketeers 11.",
    ),
    ("trade:3", "black/mage white/king white/assassin"): (
        "Column 2, trade 3: Bert wins, 9½ to 7.",
        "Mage removes: king (Bert).",
        "Bert 9½: assassin 9½.",
        "Anna 7: mage 7.",
    ),
    ("trade:3", "black/mage white/mage black/king red/doppelgaenger red/witch"): (
        "Column 2, trade 3: Anna wins, 20 to 1.",
        "Mage more than once: no effect.",
        "Witch removes: mage (Anna), mage (Bert) and doppelgänger as witch (Carla).",
        "Anna 20: king 20.",
        "Carla 1: witch 1.",
    ),
    ("trade:3", "black/hermit white/little-giant red/dragon"): (
        "Column 2, trade 3: Carla wins, 11 to 8.",
        "Carla 11: dragon 11.",
        "Anna 8: hermit 8 (12, minus 2 for other cards, minus 2 by a dragon).",
        "Bert 6: little giant 6 (2, plus 6 for other cards, minus 2 by a dragon).",
    ),
    ("trade:3", "black/mage white/witch red/king blue/squire blue/cloak black/merchant"): (
        "Column 2, trade 3: Bert wins with 1.",
        "Mage removes: king (Carla) and merchant (Anna).",
        "Witch removes: mage (Anna), squire (Dirk) and cloak (Dirk).",
        "Bert 1: witch 1.",
    ),
    ("trade:3", "black/romeo black/julia"): (
        "Column 2, trade 3: Anna wins with 29.",
        "Anna 29: Romeo 15 (5, plus 10 thanks to Julia); Julia 14.",
    ),
    ("trade:3", "black/squire red/dragon blue/dragon"): (
        "Column 2, trade 3: tie at 9 (Carla and Dirk), Carla wins, nearest the objective.",
        "Carla 9: dragon 9 (11, minus 2 by a dragon).",
        "Dirk 9: dragon 9 (11, minus 2 by a dragon).",
        "Anna 0: squire 0 (2, minus 4 by dragons, not below 0).",
    ),
    ("trade:3", "black/doppelgaenger white/merchant"): (
        "Column 2, trade 3: tie at 12 (Anna and Bert), Anna wins, nearest the objective.",
        "Anna 12: doppelgänger as merchant 12 (its symbol).",
        "Bert 12: merchant 12 (its symbol).",
    ),
    ("trade:3", "black/doppelgaenger"): (
        "Column 2, trade 3: no card with a value is left, Anna wins, nearest the objective.",
        "Anna: doppelgänger without value.",
    ),
    ("trade:3", ""): ("Column 2, trade 3: no card is left, nobody wins; this one goes back to the box.",),
}


@pytest.mark.parametrize(("objective", "cards"), WHY, ids=lambda each: each.replace(" ", "_") or "nothing")
def test_a_column_is_won_in_a_sentence_and_full_gives_every_reason(objective: str, cards: str) -> None:
    event = evaluated(objective, cards)
    result, *reasons = WHY[objective, cards]
    assert table().narrate_event(event) == result
    assert [line.text for line in column_notes(event, table().translator)] == reasons


def test_halves_are_written_as_people_do() -> None:
    assert [half_points_text(halves) for halves in (0, 1, 19, 40)] == ["0", "½", "9½", "20"]


# -- the end


def test_both_ways_of_counting_are_told_and_what_is_doubled() -> None:
    event = ObjectivesCounted("white", (*ALL_SIX, "music:1"), objectives_score((*ALL_SIX, "music:1")))
    assert table().narrate_event(event) == (
        "Bert: 51 points (all six symbols: 51 doubled, 27 simply added up)."
    )
    assert [line.text for line in final_count_notes(event, table().translator)] == [
        "Bert: doubled are alchemy 5, fencing 4, farming 3, trade 5, religion 4, music 5; "
        "less 1 for each other one: music 1."
    ]


def test_the_end_is_told_briefly_after_the_count_and_in_full_by_itself() -> None:
    last = evening("kabale", 3, 2)[-1]
    lines = [line.text for line in voice("kabale").narrate(last.before, last.events, "short")]
    assert lines[-1].endswith("wins.")
    assert len(lines[-1].split()) == 2
    ended = GameEnded({"black": 30, "white": 30, "red": 12}, ("black", "white"), "shared")
    assert table().narrate_event(ended) == (
        "1. Anna and Bert, 30 points; 3. Carla, 12 points. Anna and Bert share the win, tied on points."
    )


# -- the table as it lies


def test_the_table_is_told_with_what_lies_open() -> None:
    at = kabale(
        "alchemy:1 +black/king -white/queen",
        "music:3",
        "trade:5 +black/storm -white/mage",
        players=THREE,
        turn="black",
        round=2,
        people={
            "black": {"won": ["music:5", "music:4", "music:2"]},
            "white": {"won": []},
            "red": {"won": []},
        },
    )
    assert list(table().describe_table(at.position, setup(THREE))) == [
        "Round 2, Laying cards.",
        "Anna: objectives 3, hand 3, deck 20, discard pile 0.",
        "Bert: hand 3, deck 20, discard pile 0.",
        "Carla: hand 3, deck 22, discard pile 0.",
        "Column 1, alchemy 1 (filled): king (Anna), face down (Bert).",
        "Column 2, music 3.",
        "Column 3, trade 5 (closed by a storm): storm (Anna), face down (Bert).",
        "Left: objectives 30.",
    ]


def test_at_the_end_every_objective_is_named() -> None:
    position = read(
        paper(round=6, phase="over", people={"black": {"won": ["music:5", "music:5"]}}, lost=["trade:1"])
    )
    lines = list(table().describe_table(position, setup()))
    assert lines[1].startswith("Anna: 2 × music 5, hand ")
    assert "Nobody won: trade 1." in lines


@pytest.mark.parametrize("lang", languages())
def test_what_is_asked_first_counts_as_the_language_does(lang: str) -> None:
    prompts = [voice("kabale", lang).prompt_sentence(begun("kabale", players)) for players in (2, 5)]
    assert len(set(prompts)) == 2
