"""The notation page, sentence by sentence, as another program meets it through `herald answer_record`."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from companion.export.referee import answer_record, to_json_line
from companion.rules.errors import InvalidRecord
from tests.games.kabale.tables import CARDS, SYMBOLS, paper

HEAD = (
    "herald 1",
    "game kabale",
    "seat black Anna",
    "seat white Bert",
    "start black",
)
LAID_OUT = "table objectives alchemy:3 music:1"
Answer = dict[str, Any]


def answers(*lines: str, head: tuple[str, ...] = HEAD, lang: str = "en", **flags: bool) -> list[Answer]:
    """The answers to a record of that head and these lines."""
    text = "\n".join((*head, *lines, ""))
    return [
        json.loads(to_json_line(answer)) for answer in answer_record(io.BytesIO(text.encode()), lang, **flags)
    ]


def codes(*lines: str, **more: Any) -> list[str]:
    """The answer to each line: the words of the move, or clause and code of the refusal."""
    return [each.get("move") or f"{each['clause']} {each['code']}" for each in answers(*lines, **more)]


def position(*lines: str, **more: Any) -> Answer:
    """The position at the end."""
    found: Answer = answers(*lines, position=True, **more)[-1]["position"]
    return found


def legal(*lines: str, **more: Any) -> list[str]:
    """The legal moves at the end."""
    found: list[str] = answers(*lines, legal=True, **more)[-1]["legal"]
    return found


def from_here(*columns: str, **facts: Any) -> tuple[str, ...]:
    """A head that begins with a position."""
    return (*HEAD[:4], f"position {json.dumps(paper(*columns, **facts))}")


# -- the head


def test_a_record_with_its_option_is_read() -> None:
    assert codes(LAID_OUT, head=(*HEAD, "option explorer-own-column yes")) == [LAID_OUT]
    for wrong in (
        "option explorer-own-column maybe",
        "option none yes",
        "print tile 1 first",
        "seat pink Eve",
    ):
        with pytest.raises(InvalidRecord):
            answers(LAID_OUT, head=(*HEAD, wrong))


def test_absent_means_the_default() -> None:
    columns = ("alchemy:5 -white/explorer", "music:5 +white/storm -white/king")
    events = answers("black 1 ?", head=from_here(*columns))[-1]["events"]
    assert "explorer-stayed" in [event["event"] for event in events]
    own = (*from_here(*columns), "option explorer-own-column yes")
    events = answers("black 1 mage", head=own)[-1]["events"]
    assert "explorer-moved" in [event["event"] for event in events]


def test_without_a_position_somebody_starts() -> None:
    with pytest.raises(InvalidRecord, match="start"):
        answers(LAID_OUT, head=HEAD[:4])
    assert answers("white 1 ?", head=from_here("alchemy:3", "music:1", start="white"))[0]["move"]


# -- moves


def test_the_moves_of_the_table_on_the_page() -> None:
    at = from_here("alchemy:3 -black/?", "trade:5 -white/assassin", "music:1", players=3)
    three = (*HEAD[:4], "seat red Carla", at[-1])
    said = ("black 1 ?", "table turned cloak", "black slide queen", "white 2 ?", "table removed ?")
    assert codes(*said, head=three) == list(said)
    at = from_here("alchemy:3 -white/?", "trade:5")
    said = ("black 1 ?", "table turned traitor", "white swap 2", "white 1 ?", "table turned king")
    assert codes(*said, head=at) == list(said)


def test_a_line_nobody_understands_is_a_refusal_and_the_replay_goes_on() -> None:
    said = (
        LAID_OUT,
        "nonsense",
        "black",
        "black 1",
        "black one mage",
        "black 1 joker",
        "black 1 ? ?",
        "black 1 ?",
    )
    assert codes(*said) == [
        LAID_OUT,
        "K-1.3 not-offered",
        "K-1.3 unfinished",
        "K-1.3 unfinished",
        "K-1.3 not-offered",
        "K-1.3 not-offered",
        "K-1.3 not-offered",
        "black 1 ?",
    ]


@pytest.mark.parametrize("lang", ["en", "cs", "nl", "de"])
def test_a_refusal_has_line_clause_code_params_and_a_sentence(lang: str) -> None:
    refused = answers(LAID_OUT, "black 1 king", "white 1 king", "black 2 king", lang=lang)[-1]
    told = refused.pop("text")
    refused.pop("nearest")
    assert refused == {
        "line": 9,
        "refused": "black 2 king",
        "clause": "K-M1",
        "code": "known-elsewhere",
        "params": {"who": "black", "card": "king"},
    }
    assert told.endswith(".")
    assert len(told) > 20


# -- legal moves


def test_every_players_move_complete_and_moves_of_the_table_as_patterns() -> None:
    assert legal() == ["table objectives OBJECTIVE ..."]
    assert legal(LAID_OUT) == sorted(f"black {column} {card}" for column in (1, 2) for card in (*CARDS, "?"))
    one_unknown = from_here("alchemy:3 -white/?", "music:5")
    assert legal("black 1 ?", head=one_unknown) == ["table turned CARD"]
    assassin = from_here("alchemy:3 -white/assassin", "music:5")
    assert legal("black 1 ?", head=assassin) == ["table removed CARD"]
    shown = from_here("alchemy:1 -white/?", "music:1 -black/?", phase="shown", turn="black")
    assert legal(head=shown) == ["table shown 1.1 CARD", "table shown 2.1 CARD"]


def test_every_open_column_by_every_card_that_could_be_in_the_hand() -> None:
    people = {"black": {"hand": {"king": 1, "?": 2}, "discard": {"queen": 1}}}
    columns = ("alchemy:5 +white/storm -black/mage", "music:5 +black/romeo", "trade:5")
    at = from_here(*columns, players=3, people=people)
    three = (*HEAD[:4], "seat red Carla", at[-1])
    could_be = {*CARDS, "?"} - {"queen", "mage", "romeo"}
    assert legal(head=three) == sorted(f"black {column} {card}" for column in (2, 3) for card in could_be)


def test_only_known_cards_of_a_hand_that_is_known() -> None:
    at = from_here("alchemy:5", "music:5", people={"black": {"hand": {"king": 1, "mage": 1}}})
    assert legal(head=at) == ["black 1 king", "black 1 mage", "black 2 king", "black 2 mage"]


def test_decisions_of_owners_are_players_moves() -> None:
    at = from_here("alchemy:5 -white/traitor", "music:5")
    assert legal("black 1 ?", head=at) == ["white skip", "white swap 2"]
    known = {"white": {"hand": {"king": 1}}}
    at = from_here("alchemy:5 -white/cloak", "music:5", people=known)
    assert legal("black 1 ?", head=at) == ["white skip", "white slide king"]


def test_no_corrections_and_no_undo_among_them() -> None:
    assert not [text for text in legal(LAID_OUT, "black 1 ?") if "undo" in text or "correct" in text]


# -- hidden words


def test_what_nobody_saw_is_unknown_and_a_card_that_was_seen_is_named() -> None:
    columns = position(LAID_OUT, "black 1 mage", "white 2 ?")["columns"]
    assert columns[0]["cards"] == [{"by": "black", "card": "mage", "up": False}]
    assert columns[1]["cards"] == [{"by": "white", "card": "?", "up": False}]


def test_a_card_seen_by_all_keeps_its_name_face_down() -> None:
    columns = position("black 1 ?", "table turned explorer", head=from_here("alchemy:5 -white/?", "music:5"))
    assert columns["columns"][1]["cards"] == [{"by": "white", "card": "explorer", "up": False}]


def test_naming_a_card_spends_an_unknown_one() -> None:
    known = {"black": {"hand": {"king": 1, "?": 2}}}
    at = from_here("alchemy:5", "music:5", people=known)
    assert position("black 1 mage", head=at)["players"]["black"]["hand"] == {"king": 1, "?": 2}
    assert position("black 1 king", head=at)["players"]["black"]["hand"] == {"?": 3}


def test_refilling_a_deck_is_no_move() -> None:
    pile = dict.fromkeys(CARDS[:20], 1) | {"?": 2}
    at = from_here("alchemy:5", "music:5", people={"black": {"deck": 0, "discard": pile}})
    answer = answers("black 1 ?", head=at)[0]
    assert [event["event"] for event in answer["events"]] == ["laid", "refilled", "drawn", "turn"]
    player = position("black 1 ?", head=at)["players"]["black"]
    assert (player["deck"], player["discard"]) == (21, {})


# -- undo


UP_TO_HERE = (LAID_OUT, "black 1 king", "white 1 ?")


def test_undo_takes_back_so_many_accepted_moves() -> None:
    assert position(*UP_TO_HERE, "undo") == position(*UP_TO_HERE[:2])
    assert position(*UP_TO_HERE, "undo 2") == position(LAID_OUT)
    assert position(*UP_TO_HERE, "undo 3") == position()
    assert position(*UP_TO_HERE, "undo", "undo") == position(LAID_OUT)
    assert position(*UP_TO_HERE, "black 7 ?", "undo") == position(
        *UP_TO_HERE[:2]
    )  # refused lines do not count
    assert codes(*UP_TO_HERE, "undo 4")[-1] == "H-2 undo-too-many"
    assert codes(*UP_TO_HERE, "undo x")[-1] == "H-2 undo-number"


def test_undo_goes_across_rounds_and_after_the_end_and_never_past_the_position() -> None:
    at = from_here("alchemy:1 +white/king", "music:1", round=6)
    assert position("black 2 mage", head=at)["phase"] == "over"
    assert position("black 2 mage", "undo", head=at) == position(head=at)
    assert codes("undo", head=at) == ["H-2 undo-too-many"]
    round_1 = from_here("alchemy:1 +white/king", "music:1")
    said = ("black 2 mage", "table objectives trade:4 trade:5", "white 1 ?")
    assert position(*said, "undo 3", head=round_1) == position(head=round_1)


def test_undo_counts_corrections_and_lines_of_a_chain_one_by_one() -> None:
    at = from_here("alchemy:5 -white/?", "music:5 -black/?")
    chain = ("black 1 ?", "table turned explorer", "table turned explorer", "table turned mage")
    for back in range(1, 5):
        assert position(*chain, f"undo {back}", head=at) == position(*chain[:-back], head=at)
    moved = "table correct /players/white/hand/? 2 /players/white/deck 22"
    assert position(*chain[:1], moved, "undo", head=at) == position(*chain[:1], head=at)


# -- corrections


def test_a_correction_sets_values_by_pointers_that_count_from_0() -> None:
    said = (*UP_TO_HERE[:2], 'table correct /columns/0/cards/0/card "queen"')
    assert position(*said)["columns"][0]["cards"][0]["card"] == "queen"


def test_all_together_or_not_at_all() -> None:
    moved = "table correct /players/black/hand/? 2 /players/black/deck 22"
    assert position(*UP_TO_HERE[:2], moved)["players"]["black"] == {
        "hand": {"?": 2},
        "deck": 22,
        "discard": {},
        "won": [],
    }
    for half in ("/players/black/hand/? 2", "/players/black/deck 22"):
        assert codes(*UP_TO_HERE[:2], f"table correct {half}")[-1] == "K-M1 cards-add-up"


def test_null_removes_and_a_dash_adds() -> None:
    removed = "table correct /columns/0/cards/0 null /players/black/deck 22"
    assert position(*UP_TO_HERE[:2], removed)["columns"][0]["cards"] == []
    queen = '{"by":"white","card":"queen"}'
    added = f"table correct /columns/1/cards/- {queen} /players/white/hand/? 2"
    assert position(LAID_OUT, added)["columns"][1]["cards"] == [{"by": "white", "card": "queen", "up": False}]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (
            '/columns/0/cards/0/card "mage" /players/black/discard {"mage":1} /players/black/deck 20',
            "K-M1 twice",
        ),
        ("/players/white/deck 30", "K-M1 cards-add-up"),
        ('/columns/1/objective "alchemy:3"', None),
        ('/columns/1/objective "alchemy:1" /columns/0/objective "alchemy:1"', "K-M3 objective-copies"),
        ('/players/black/won ["trade:5"]', "K-1.2 objectives-won"),
        ("/columns/0/cards/0/up true", None),
        ("/columns/0/closed true", "K-2.3 storm"),
        ("/round 7", "K-1.1 no-such-round"),
        ('/players/black/hand {"joker":3}', "K-M1 unknown-name"),
        ('/phase "night"', "H-3 correct-shape"),
        ("/players/pink/deck 3", "H-3 correct-path"),
        ("/columns/9/closed true", "H-3 correct-path"),
        ("/columns", "H-3 correct-pairs"),
        ("/columns [", "H-3 correct-value"),
    ],
)
def test_a_correction_that_breaks_a_rule_of_the_box_is_refused(line: str, code: str | None) -> None:
    said = f"table correct {line}"
    assert codes(*UP_TO_HERE[:2], said)[-1] == (code or said)


def test_a_correction_while_something_is_asked_keeps_it_asked() -> None:
    at = from_here("alchemy:5 -white/cloak", "music:5")
    said = ("black 1 ?", "table correct /players/white/hand/? 2 /players/white/deck 22")
    assert position(*said, head=at)["asked"] == {"who": "white", "what": "slide", "column": 0, "card": 0}


def test_a_correction_of_the_turn_ends_what_was_asked() -> None:
    at = from_here("alchemy:5 -white/cloak", "music:5")
    after = position("black 1 ?", 'table correct /turn "white"', head=at)
    assert after["turn"] == "white"
    assert "asked" not in after


# -- positions


MIDDLES = (
    (LAID_OUT, "black 1 ?", "white 1 ?"),
    (LAID_OUT, "black 1 assassin", "white 1 ?"),
    (LAID_OUT, "black 1 cloak", "white 1 ?"),
    (LAID_OUT, "black 1 traitor", "white 1 ?"),
    (LAID_OUT, "black 1 king"),
    (LAID_OUT, "black 1 storm", "white 1 ?", "black 2 ?"),
    (),
)


@pytest.mark.parametrize("said", MIDDLES)
def test_any_position_goes_out_and_comes_back_the_same(said: tuple[str, ...]) -> None:
    out = position(*said)
    again = (*HEAD[:4], f"position {json.dumps(out)}")
    assert position(head=again) == out
    assert legal(head=again) == legal(*said)


def test_whatever_is_wrong_with_a_position_is_reported_all_at_once_on_one_line() -> None:
    wrong = from_here("alchemy:9", "music:5 +white/?", people={"black": {"deck": 30}}, round=7)
    with pytest.raises(InvalidRecord) as caught:
        answers(head=wrong)
    told = str(caught.value)
    assert told.startswith("line 5: ")
    assert "\n" not in told
    for clause in ("K-1.1", "K-M3", "K-M1", "K-1.3"):
        assert clause in told


def test_what_happens_by_itself_when_it_is_loaded_is_reported_on_its_line() -> None:
    answer = answers(head=from_here("alchemy:1 +white/king", "music:1 -white/queen"))[0]
    assert answer["line"] == 5
    assert [event["event"] for event in answer["events"]] == [
        "round-ended",
        "shown",
        "column",
        "column",
        "round",
    ]


def test_scores_and_winners_stand_in_a_finished_position_alone() -> None:
    people = {"black": {"won": [f"{symbol}:3" for symbol in SYMBOLS[:5]]}}
    at = from_here("alchemy:1 +white/king", "music:1", round=6, people=people)
    before, after = position(head=at), position("black 2 mage", head=at)
    assert not {"scores", "winners"} & set(before)
    assert after["scores"]["black"] == 2 * 16
    assert after["winners"] == ["black"]
    assert after["phase"] == "over"
    assert legal("black 2 mage", head=at) == []
