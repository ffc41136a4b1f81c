"""What lies on a table of Kabale und Hiebe explains itself by what everybody may see."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction

import pytest

from companion.games.kabale.rules.constants import CHARACTERS, SYMBOLS
from companion.games.kabale.rules.position import KabalePosition
from companion.table.snapshot import Snapshot
from companion.voice.game_texts import load_clauses, load_names
from companion.voice.voice import Voice
from tests.games.kabale.plain.scorer import evaluate
from tests.games.kabale.tables import COLOURS, kabale
from tests.screen.harness.plain import moments, voice

VOICE = Voice("kabale", {"black": "Anna", "white": "Bert", "red": "Carla"}, "en")
COUNTS_OTHERS = {"hermit", "little-giant"}


def sentences(word: str, *columns: str) -> list[str]:
    """What the game says of that at a table with these columns, each sentence with its clause."""
    position = kabale(*columns, players=len(columns)).position
    return [f"{text} ({clause})" for text, clause in VOICE.explain(word, position)]


def tables() -> Iterator[Snapshot]:
    """Moments of random games of two, four and six."""
    for players in (2, 4, 6):
        yield from moments("kabale", players, 6)


def test_a_column_says_what_it_is_worth_who_leads_and_why() -> None:
    columns = ("trade:3 +black/hermit +white/merchant -black/king", "music:2", "farming:1")
    assert sentences("column/1", *columns) == [
        "trade 3: 3 points for whoever wins it; cards here: 3 of 3 (K-1.4)",
        "By the open cards Bert leads: Bert 12, Anna 10 (K-3.7)",
        "A card laid here turns up the one above it (Anna) (K-1.3)",
        "It is full; cards may be added while another column is not (K-1.4)",
        "Face down and not counted yet: Anna (1) (K-1.5)",
        "Bert 12: merchant 12 (its symbol). (K-3.1)",
        "Anna 10: hermit 10 (12, minus 2 for other cards). (K-3.1)",
        "The highest sum wins, in a tie the card nearest the objective; "
        "with a beggar the lowest sum, in a tie the card farthest from it (K-3.7)",
    ]
    assert sentences("column/2", *columns)[:2] == [
        "music 2: 2 points for whoever wins it; cards here: 0 of 2 (K-1.4)",
        "No open card counts here now (K-3.7)",
    ]


@pytest.mark.parametrize(
    ("cards", "lead"),
    [
        (
            "+black/queen +white/queen",
            "By the open cards Anna leads, nearest the objective: Anna 16, Bert 16",
        ),
        ("+black/king +white/beggar", "By the open cards Bert leads with the lowest sum: Bert 4, Anna 20"),
        ("+black/king +white/prince +white/squire", "By the open cards Bert leads with prince and squire"),
        ("+black/doppelgaenger -white/king", "By the open cards Anna leads, nearest the objective"),
        ("-black/king", "No open card counts here now"),
    ],
)
def test_each_way_to_lead_is_told(cards: str, lead: str) -> None:
    assert sentences("column/1", f"trade:5 {cards}", "music:2")[1].rpartition(" (")[0] == lead


def test_a_storm_closes_a_column() -> None:
    told = sentences("column/1", "trade:5 +black/storm -white/king", "music:2")
    assert "A storm has closed it: no card comes here any more (K-2.3)" in told


def test_the_last_column_that_is_not_full_says_that_it_ends_the_round() -> None:
    last = "Only this column is not full yet; when it is, the round ends (K-1.5)"
    assert last in sentences("column/2", "farming:1 -black/king", "music:2 -white/king")
    assert last not in sentences("column/2", "farming:1", "music:2 -white/king")


def test_a_card_says_when_it_counts_and_what_it_counts_where_it_lies() -> None:
    columns = ("trade:3 +black/assassin +white/mage +white/king -black/king", "music:2")
    assert sentences("card/black/assassin", *columns) == [
        "Only a card laid under it sets this off, not the showing at the end (K-2.2)",
        "Printed value: 9½ (K-M2)",
        "In column 1 now: assassin 9½ (K-2.0)",
    ]
    assert sentences("card/white/king", *columns) == [
        "This counts at the end of the round, and only in its own column (K-M2)",
        "In column 1 now removed by: mage (K-3.3)",
    ]
    assert sentences("card/white/?", *columns)[0] == (
        "Face down: a card laid directly under it turns it up (K-1.3)"
    )
    assert sentences("objective/1/trade:3", *columns)[0] == (
        "trade: merchant counts 12 here, elsewhere 8 (K-M2)"
    )


def test_what_lies_face_down_changes_nothing_that_is_said() -> None:
    columns, cards = set(), []
    for hidden in ("king", "mage", "musketeers", "?"):
        there = (f"trade:3 +black/hermit -white/{hidden}", "music:2")
        columns.add(tuple(sentences("column/1", *there)))
        cards += sentences(f"card/white/{hidden}", *there)
    assert len(columns) == 1
    assert not any(text.startswith("In column") for text in cards)


def test_whatever_can_be_touched_or_lies_there_is_explained() -> None:
    about = load_names("kabale", "en")["about"]
    for now in tables():
        words = {*now.step_by_touch_target, *(place.id for place in now.layout)}
        words |= {lying.piece for place in now.layout for lying in place.pieces}
        for word in words:
            kind = word.partition("/")[0]
            says = kind == "player" or word in about or kind in about or not _has_objective(word, now)
            assert says or [*voice(now, "en").explain(word, now.position)], word
    for word in (*SYMBOLS, *(f"card/black/{card}" for card in CHARACTERS)):
        told = sentences(word, "trade:3", "music:2")
        assert told, word
        assert all(len(text) <= 110 for text in told), word


def _has_objective(word: str, now: Snapshot) -> bool:
    """Whether that is no column, or one whose objective nobody has taken yet."""
    assert isinstance(now.position, KabalePosition)
    kind, _, number = word.partition("/")
    return kind != "column" or bool(now.position.columns and now.position.column(int(number)).objective)


@pytest.mark.parametrize(
    "word", ["column/3", "column/?", "card/black/x", "objective/1/x:3", "objective/?", "x", ""]
)
def test_what_does_not_exist_is_not_explained(word: str) -> None:
    assert sentences(word, "trade:3", "music:2") == []


def test_whatever_it_rests_on_is_a_clause() -> None:
    clauses = load_clauses("kabale", "en")
    about = load_names("kabale", "en")["about"]
    assert {meaning["source"] for meaning in about.values() if "source" in meaning} <= {*clauses}
    for now in tables():
        for place in now.layout:
            told = voice(now, "en").explain(place.id, now.position)
            assert {clause for _, clause in told} <= {*clauses, ""}


def test_who_leads_agrees_with_a_plain_count() -> None:
    chance, compared = random.Random(3), 0
    for _ in range(300):
        symbol = chance.choice(SYMBOLS)
        cards = chance.sample([(by, card) for by in COLOURS[:3] for card in CHARACTERS], chance.randint(1, 6))
        hidden = [("white", "king")] if ("white", "king") not in cards and chance.random() < 0.5 else []
        if hidden and COUNTS_OTHERS & {card for _, card in cards}:
            continue  # the plain count knows no cards face down
        if "storm" in {card for _, card in cards}:
            continue  # a storm in the middle of a column is no position
        lying = " ".join([f"+{by}/{card}" for by, card in cards] + [f"-{by}/{card}" for by, card in hidden])
        lead = sentences("column/1", f"{symbol}:5 {lying}", "music:2", "trade:1")[1]
        plain = evaluate(symbol, cards)
        if plain["winner"] is None:
            assert lead.startswith("No open card counts here now")
            continue
        assert lead.startswith(f"By the open cards {VOICE.translator.player_name(plain['winner'])} leads")
        if "prince and squire" not in lead:
            for who, total in plain["sums"].items():
                assert not total or f"{VOICE.translator.player_name(who)} {_written(total)}" in lead
        compared += 1
    assert compared > 100


def _written(total: Fraction) -> str:
    whole, rest = divmod(total, 1)
    return f"{whole or ''}½" if rest else str(whole)
