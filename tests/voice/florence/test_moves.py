"""Moves, hand movements, pieces and facts of the Princes of Florence in words."""

from __future__ import annotations

import pytest

from companion.games.florence.rules.edition import BONUS_CARD_NAMES, PRESTIGE_CARD_NAMES, WANTS_BY_PROFESSION
from companion.rules.clauses import BAD_UNDO_NUMBER, MoveRefused
from companion.rules.movements import Movement
from companion.rules.moves import Move
from companion.voice.language import languages
from tests.voice.florence.tables import acting, florence, voice

MOVES = {
    "blue open forest": "Anna: Open an auction: forest",
    "blue bid": "Anna: Bid",
    "blue pass": "Anna: Pass",
    "blue place forest d4 r1": "Anna: Lay the landscape: forest, d4, a quarter turn",
    "blue keep most-lakes": "Anna: Keep a prestige card",
    "blue keep ?": "Anna: Keep a prestige card",
    "blue choose prestige": "Anna: Keep one object: prestige card",
    "blue recruit organ-builder from green": "Anna: Recruit: organ builder (Bert)",
    "blue skip": "Anna: Not now",
    "blue work poet take 100": "Anna: Complete a work: poet, 100 florins",
    "blue work poet bonus each-lake each-park take 1500": (
        "Anna: Complete a work: poet (“each lake”, “each park”), 1500 florins"
    ),
    "blue build library d4 r0m": "Anna: Build: library, d4, flipped",
    "blue build library d4 r3m": "Anna: Build: library, d4, flipped, three quarters of a turn",
    "blue profession painter": "Anna: New profession",
    "blue bonus ?": "Anna: Bonus card",
    "blue freedom travel": "Anna: Introduce a freedom: freedom of travel",
    "blue done": "Anna: Done",
    "green sell 1": "Bert: Sell prestige: 1 point",
    "table prestige blue most-lakes most-works": "Show prestige cards: Anna (“most lakes”, “most works”)",
    "table prestige blue CARD": "Show prestige cards: Anna (…)",
    "table prestige blue CARD ...": "Show prestige cards: Anna (…)",
    "table correct /players/blue/money 300": "Correction",
    "blue rubbish of all kinds": "Anna: rubbish of all kinds",
    "blue place rubbish": "Anna: place rubbish",
}


@pytest.mark.parametrize("move", MOVES)
def test_a_move_is_a_phrase(move: str) -> None:
    assert voice().describe_move_with_player(Move.parse(move)) == MOVES[move]


HANDS = {
    Movement("move", "money", 300, "bank", "player/blue"): "Anna: 300 florins from the bank.",
    Movement("move", "money", 1, "player/blue", "bank"): "Anna: 1 florin to the bank.",
    Movement("move", "landscape/forest", 1, "grid/blue/d4/r1m", "supply"): (
        "Anna: forest from the grid (d4, flipped, a quarter turn) to the supply."
    ),
    Movement("move", "building/library", 1, "supply", "grid/blue/d4/r0"): (
        "Anna: library from the supply to the grid (d4)."
    ),
    Movement("move", "jester", 2, "player/green", "supply"): "Bert: jester (2) to the supply.",
    Movement(
        "move", "freedom/travel", 1, "supply", "player/green"
    ): "Bert: freedom of travel from the supply.",
    Movement("move", "profession/?", 1, "hand/blue", "stack/profession"): (
        "Anna: profession from the hand to the stack."
    ),
    Movement("move", "bonus/each-lake", 1, "used/blue", "hand/blue"): (
        "Anna: “each lake” from the bonus cards played to the hand."
    ),
    Movement("move", "prestige/?", 1, "player/blue", "stack/prestige"): "Anna: prestige card to the stack.",
    Movement("move", "profession/poet", 1, "hand/blue", "table/green"): "Poet: Anna gives, Bert takes.",
    Movement("move", "landscape/lake", 1, "box", "aside/blue"): "Anna: lake from the box to what lies aside.",
    Movement("move", "points/blue", 1, "track/12", "track/9"): (
        "Anna: figure from square 12 of the track to square 9 of the track."
    ),
    Movement("move", "stone/blue", 1, "pile/forest", "player/blue"): "Anna: stone from the pile (forest).",
    Movement("move", "start", 1, "player/blue", "player/green"): "Black figure: Anna gives, Bert takes.",
    Movement("move", "round", 1, "round/3", "round/2"): "Black stone from round 3 to round 2.",
    Movement("turn", "prestige/most-lakes", 1, "up", "down"): "Turn face down: “most lakes”.",
    Movement("turn", "prestige/most-lakes", 1, "down", "up"): "Turn face up: “most lakes”.",
}


@pytest.mark.parametrize("hand", HANDS, ids=str)
def test_a_movement_is_an_instruction(hand: Movement) -> None:
    assert voice().describe_movement(hand) == HANDS[hand]


@pytest.mark.parametrize("lang", languages())
def test_every_movement_is_said_in_every_language(lang: str) -> None:
    said = [voice(lang).describe_movement(hand) for hand in HANDS]
    assert len(set(said)) == len(HANDS)
    assert not any(set("{}/_") & set(text) for text in said)


PIECES = {
    "profession/poet": "profession: Poet",
    "profession/?": "profession: Face down",
    "bonus/each-lake": "bonus card: Each lake",
    "prestige/?": "prestige card: Face down",
    "landscape/forest": "landscape: Forest",
    "freedom/travel": "freedom: Freedom of travel",
    "jester": "auction object: Jester",
    "recruiting": "auction object: Recruiting card",
}


@pytest.mark.parametrize("piece", PIECES)
def test_a_piece_is_called_by_its_kind_and_its_name(piece: str) -> None:
    assert str(voice().piece_name(piece)) == PIECES[piece]


WORDS = {
    "pile/prestige": "prestige card",
    "landscape/forest": "forest",
    "building/library": "library",
    "profession/organ-builder": "organ builder",
    "bonus/each-lake": "each lake",
    "prestige/most-lakes": "most lakes",
    "prestige/?": "prestige card",
    "grid/blue/d4": "d4",
    "turn/r1m": "flipped, a quarter turn",
    "turn/r0": "not turned",
    "take/1500": "1500",
    "points/3": "3",
    "player/red": "Dirk",
    "sell/green": "Bert",
    "action/work": "Complete a work",
    "bid": "Bid",
    "build": "Build",
    "choose": "Keep one object",
    "?": "face down",
    "banana": "banana",
}


@pytest.mark.parametrize("word", WORDS)
def test_what_was_touched_or_shown_is_called_as_people_do(word: str) -> None:
    assert f"“{WORDS[word]}”" in voice().refusal_text(BAD_UNDO_NUMBER(word))


@pytest.mark.parametrize("lang", languages())
def test_what_a_card_wants_or_does_is_one_sentence(lang: str) -> None:
    said = {
        voice(lang).card_effect(card)
        for card in (*WANTS_BY_PROFESSION, *BONUS_CARD_NAMES, *PRESTIGE_CARD_NAMES, "recruiting")
    }
    assert all(text.endswith(".") for text in said)
    assert len(said) == len(WANTS_BY_PROFESSION) + len(BONUS_CARD_NAMES) + len(PRESTIGE_CARD_NAMES) + 1
    assert [voice(lang).card_effect(word) for word in ("forest", "", "?", "banana")] == [""] * 4


def test_facts_are_said_as_people_say_them() -> None:
    at = florence().say("blue open park")
    assert "Bert" in voice().refusal_text(at.refusal("orange bid"))
    at = acting(grid=["library d6 r0"])
    assert "library" in voice().refusal_text(at.refusal("blue build library d1 r0"))
    assert "palazzo" in voice().refusal_text(at.refusal("blue build opera a3 r0"))
    assert "organ builder" in voice().refusal_text(at.refusal("blue work organ-builder take 100"))


def test_what_would_be_allowed_instead_follows_without_names() -> None:
    position = acting(freedoms=["travel", "religion"]).position
    with pytest.raises(MoveRefused) as caught:
        position.play(Move.parse("blue freedom travel"))
    said = voice().refusal_error_text(caught.value, position)
    assert "Allowed: Introduce a freedom: freedom of opinion; " in said
