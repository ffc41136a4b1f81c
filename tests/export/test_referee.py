"""The referee's answers (notation.md, "The command"); its process is shown in tests/commands/test_cli.py."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from functools import cache
from itertools import islice
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.export.referee import MAX_LEGAL_MOVES, answer_record, legal_moves_answer, to_json_line
from companion.games import game_rules
from companion.rules.choice import Choice, Turn, end_of_move_choice
from companion.rules.clauses import NOT_OFFERED, MoveRefused
from companion.rules.errors import InvalidRecord
from companion.rules.game import GameSetup
from companion.rules.history import GameHistory
from companion.rules.moves import Move, MoveStep
from companion.rules.position import Position
from companion.rules.record import RecordHeader
from companion.rules.transaction import Action, Transaction
from companion.voice.damage_messages import invalid_input_text
from companion.voice.language import languages
from tests.anything import anything, places, replaced
from tests.long import examples
from tests.ours import GAMES
from tests.table.evenings import TABLES, begun, evening
from tests.table.evenings import setup as evening_setup
from tests.tables import paper, setup

HEAD = "herald 1\ngame louis-xiv\nseat blue Anna\nseat yellow Bert\nseat red Carla\nstart blue\n"
Answers = list[dict[str, Any]]


def answers(text: str | bytes, lang: str = "en", **flags: bool) -> Answers:
    """The answers as another program reads them."""
    data = text.encode() if isinstance(text, str) else text
    return [json.loads(to_json_line(answer)) for answer in answer_record(io.BytesIO(data), lang, **flags)]


def unreadable(text: str | bytes, lang: str = "en") -> str:
    with pytest.raises(InvalidRecord) as caught:
        answers(text)
    return invalid_input_text(caught.value, lang)


def at(position: Mapping[str, Any], *moves: str, players: int = 3, table: GameSetup | None = None) -> str:
    head = RecordHeader("louis-xiv", table or setup(players), position)
    return "\n".join((*head.to_lines(), *moves, ""))


# -- answers


def test_an_accepted_line_is_answered_with_its_number_its_words_and_its_events() -> None:
    (answer,) = answers(HEAD + "\n# the first card\n table  money 4 2\n")
    assert list(answer) == ["line", "move", "events"]
    assert (answer["line"], answer["move"]) == (9, "table money 4 2")
    assert answer["events"][0] == {"event": "money-card", "louis": 4, "king": 2}


def test_a_refused_line_is_answered_with_clause_code_values_and_a_sentence_and_the_replay_goes_on() -> None:
    refused, accepted = answers(
        at(paper("influence", king=3, turn="blue"), "blue inf6 place 6 5 1", "blue inf6 place 6 5")
    )
    assert refused["refused"] == "blue inf6 place 6 5 1"
    assert (refused["clause"], refused["code"]) == ("L-2.4", "two-directions")
    assert refused["params"] == {"tile": 6, "first": 5, "second": 1}
    assert refused["text"].startswith("From Condé")
    assert "blue inf6 place 6 5" in refused["nearest"]
    assert accepted["move"] == "blue inf6 place 6 5"


@pytest.mark.parametrize("lang", languages())
def test_sentences_are_in_the_language_asked_for(lang: str) -> None:
    texts = {each: answers(HEAD + "undo\n", each)[0]["text"] for each in languages()}
    assert len(set(texts.values())) == len(texts)
    assert all("{" not in text for text in texts.values())
    assert texts[lang]


@pytest.mark.parametrize(
    "line", ["xyzzy", "blue", "table", "; drop", "{}", "table correct", "herald1", "\x00"]
)
def test_a_line_of_rubbish_is_a_refusal(line: str) -> None:
    (answer,) = answers(HEAD + line + "\n")
    assert answer["refused"] == line
    assert answer["clause"]
    assert answer["text"]


@pytest.mark.parametrize(
    "words", ["x " * 500_000, " ".join(map(str, range(150_000)))], ids=["same", "different"]
)
def test_a_line_of_half_a_million_words_is_refused_soon(words: str) -> None:
    (answer,) = answers(at(paper("influence", king=3, turn="blue"), "blue " + words[:1_000_000]))
    assert answer["code"] == "not-offered"


def test_what_happens_by_itself_when_a_position_is_loaded_is_reported_on_its_line() -> None:
    text = at(paper("evaluation", tile=12, stones={12: {"blue": 1}}), "blue done")
    position_line = (
        text.splitlines().index(next(x for x in text.splitlines() if x.startswith("position"))) + 1
    )
    opening, answer = answers(text)
    assert opening["line"] == position_line
    assert opening["events"][0]["event"] == "tile"
    assert answer["line"] == position_line + 1


def test_undo_and_correction_are_answered_like_moves() -> None:
    money, correction, undone = answers(HEAD + "table money 4 2\ntable correct /king 1\nundo 2\n")
    assert correction["events"] == [{"event": "corrected", "values": [["/king", 1]]}]
    assert undone["events"] == [{"event": "undone", "moves": ["table correct /king 1", "table money 4 2"]}]
    assert money["line"] == undone["line"] - 2


# -- what cannot be read


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "line 1: nothing to read"),
        ("herald 1\n", "head: no line `game NAME`"),
        ("herald 1\ngame chess\n", "line 2: game chess: unknown"),
        ("herald 1\ngame louis-xiv\n", "head: 0 seats"),
        (HEAD.replace("yellow", "purple"), "line 4: seat purple"),
        (HEAD.replace("yellow", "blue"), "line 4: seat blue is taken twice"),
        (HEAD.replace("start blue", "start green"), "line 6: start green"),
        (HEAD.replace("start blue\n", ""), "head: no start player"),
        (HEAD + "option wind yes\n", "line 7: option wind"),
        (HEAD + "option four-jumps 9\n", "line 7: option four-jumps 9"),
        (HEAD + "print tile 1 money:3 first\nprint tile 99 first first\n", "line 8: print tile 99"),
        (HEAD + "position {}\n", "line 7: the position: "),
        (
            HEAD + "table money 4 2\nseat green Dora\n",
            "line 8: a line of the head stands after the first move",
        ),
        (HEAD + "table money 4 2\nherald 1\n", "line 8: a line of the head stands after the first move"),
        (HEAD + "table money 4 2 ;00000000\n", "line 7: its sum is 00000000"),
    ],
)
def test_a_record_that_cannot_be_read_is_told_with_the_place(text: str, told: str) -> None:
    assert unreadable(text).startswith(told)


def test_what_was_answered_before_an_unreadable_line_stands() -> None:
    found = answer_record(io.BytesIO(HEAD.encode() + b"table money 4 2\nundo\n\xff\n"), "en")
    assert [next(found)["move"], next(found)["move"]] == ["table money 4 2", "undo"]
    with pytest.raises(InvalidRecord, match="line 9: byte 1 is not UTF-8"):
        next(found)


def test_everything_wrong_with_a_position_is_told_in_one_line_with_its_clauses() -> None:
    position = paper("influence", turn="blue", king=9, people={"yellow": {"money": -1}})
    position["players"]["red"]["own"] += 1
    told = unreadable(at(position))
    assert told.startswith("line 8: ")
    assert "\n" not in told
    for clause in ("L-1.1", "L-M1", "L-S4"):
        assert clause in told
    assert unreadable(at(position), "cs") != told


def test_a_position_wrong_in_thousands_of_places_is_told_shortly_enough_to_read() -> None:
    position = paper("supply")
    position["tiles"] = {str(n): {} for n in range(1, 40_000)}
    told = unreadable(at(position))
    assert len(told) < 20_000
    assert told.endswith(" more)")


# -- --position and --legal


def test_the_position_at_the_end_starts_the_same_table_again() -> None:
    text = HEAD + "table money 4 2\nblue inf6 place 6 6 1\nyellow joker take\n"
    position = answers(text, position=True)[-1]["position"]
    assert answers(at(position), position=True) == [{"position": position}]
    assert answers(HEAD, position=True)[0]["position"]["phase"] == "supply"


def test_legal_moves_stand_last_and_sorted() -> None:
    *_, position, legal = answers(HEAD + "table money 4 2\n", position=True, legal=True)
    assert list(position) == ["position"]
    assert legal["legal"] == sorted(legal["legal"])
    assert "blue inf6 place 6 6 1" in legal["legal"]
    assert "more" not in legal
    assert not any(move.startswith(("undo", "table correct")) for move in legal["legal"])


def test_moves_of_the_table_are_patterns() -> None:
    assert answers(HEAD, legal=True) == [{"legal": ["table money N T"]}]
    two = HEAD.replace("seat red Carla\n", "") + "table money 4 2\n"
    assert answers(two, legal=True)[-1] == {"legal": ["table neutral CARD ..."]}
    shown = at(paper("final", round=4, people={"blue": {"arms": 2}}))
    assert answers(shown, legal=True)[-1]["legal"] == [
        "table arms blue KIND:N ...",
        "table arms red",
        "table arms yellow",
    ]


def test_nothing_is_legal_when_the_game_is_over() -> None:
    assert answers(at(paper("over", round=4)), legal=True) == [{"legal": []}]


class Nothing(Action, frozen=True):
    def perform(self, transaction: Transaction) -> None:
        raise NotImplementedError  # it is listed only


def wide(moves: int) -> Turn:
    """So many moves to choose from."""
    choice = Choice(
        "X-1", range(moves), lambda n: MoveStep(f"{n:06}"), lambda _: end_of_move_choice(Nothing(), "X-1")
    )
    return Turn({"blue": choice}, ("blue",), ("blue",), NOT_OFFERED)


@pytest.mark.parametrize(
    "moves", [MAX_LEGAL_MOVES - 1, MAX_LEGAL_MOVES, MAX_LEGAL_MOVES + 1, 3 * MAX_LEGAL_MOVES]
)
def test_at_most_ten_thousand_legal_moves_are_listed(moves: int) -> None:
    answer = legal_moves_answer(wide(moves))
    assert len(answer["legal"]) == min(moves, MAX_LEGAL_MOVES)
    assert answer["legal"] == sorted(answer["legal"])
    assert answer.get("more", False) is (moves > MAX_LEGAL_MOVES)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_listed_move_is_accepted_and_every_position_comes_back(name: str, players: int) -> None:
    rng = Random(players)
    table = evening_setup(name, players)
    for position, _ in evening(name, players, rng):
        if rng.random() > 0.08:
            continue
        head = RecordHeader(name, table, position.to_json())
        listed = answers("\n".join((*head.to_lines(), "")), legal=True)[-1]["legal"]
        again = GameHistory.from_header(head, game_rules(name)).position
        assert again == position
        moves = [move for move in listed if not move.startswith("table ")]
        for move in rng.sample(moves, min(20, len(moves))):
            again.play(Move.parse(move))


# -- hostile input


def _good_record(name: str) -> bytes:
    """Sixty moves of an evening, an undo and a correction."""
    head = RecordHeader(name, evening_setup(name, 3))
    moves = [str(move) for _, move in islice(evening(name, 3, Random(3)), 60)]
    return "\n".join((*head.to_lines(), *moves, "undo 3", "table correct /round 2", "")).encode()


GOOD = {name: _good_record(name) for name in GAMES}
every_game = pytest.mark.parametrize("name", GAMES)
hostile = settings(
    max_examples=examples(40), deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow]
)


def survives(data: bytes) -> None:
    """Answers, then at most one clear error; the answers are JSON in one line each."""
    where = "nothing wrong"
    try:
        for answer in answer_record(io.BytesIO(data), "cs", position=True):
            assert b"\n" not in to_json_line(answer)
    except InvalidRecord as wrong:
        where = wrong.where
    assert where


@given(st.binary(max_size=300))
@hostile
def test_random_bytes_never_break_the_referee(data: bytes) -> None:
    survives(data)
    survives(HEAD.encode() + data)


@every_game
@given(data=st.data())
@hostile
def test_a_mutated_record_never_breaks_the_referee(name: str, data: st.DataObject) -> None:
    lines = GOOD[name].splitlines(keepends=True)
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(lines) - 1))
        match data.draw(st.sampled_from(["drop", "twice", "swap", "byte", "words"])):
            case "drop":
                lines[place] = b""
            case "twice":
                lines[place] *= 2
            case "swap":
                other = data.draw(st.integers(0, len(lines) - 1))
                lines[place], lines[other] = lines[other], lines[place]
            case "byte":
                lines[place] = (
                    lines[place][:3] + data.draw(st.binary(min_size=1, max_size=2)) + lines[place][3:]
                )
            case _:
                words = lines[place].split()
                lines[place] = b" ".join(data.draw(st.permutations(words))) + b"\n"
    survives(b"".join(lines))


@cache
def words(name: str) -> list[str]:
    """Words of its notation, and some that are none."""
    said = {word for _, move in evening(name, 3, Random(4)) for word in move.words}
    paths = {f"/{key}" for key in begun(name, 3).to_json()}
    odd = {"undo", "correct", "?", "0", "-1", "99", "1e9", "null", "{}", "[]", "ring:ring", "inf13", "joker"}
    return sorted(said | paths | odd)


@cache
def positions(name: str, players: int, seed: int) -> list[Position]:
    return [position for position, _ in evening(name, players, Random(seed))]


@every_game
@given(data=st.data())
@hostile
def test_words_of_the_notation_in_any_order_never_break_the_referee(name: str, data: st.DataObject) -> None:
    word = st.sampled_from(words(name))
    said = data.draw(st.lists(st.lists(word, min_size=1, max_size=7), max_size=15))
    players = data.draw(st.integers(game_rules(name).min_players, game_rules(name).max_players))
    before = data.draw(st.sampled_from(positions(name, players, data.draw(st.integers(0, 3)))))
    head = RecordHeader(name, evening_setup(name, players), before.to_json())
    survives("\n".join((*head.to_lines(), *map(" ".join, said), "")).encode())


@every_game
@given(data=st.data())
@hostile
def test_any_value_anywhere_in_a_position_never_breaks_the_referee(name: str, data: st.DataObject) -> None:
    before: Any = data.draw(st.sampled_from(positions(name, 3, data.draw(st.integers(0, 3))))).to_json()
    place = data.draw(st.sampled_from(places(before)[1:]))
    values: st.SearchStrategy[Any] = anything(*words(name)) | st.integers() | st.just({}) | st.just([])
    head = RecordHeader(name, evening_setup(name, 3), replaced(before, place, data.draw(values)))
    moves = data.draw(st.lists(st.sampled_from(words(name)), max_size=4))
    survives("\n".join((*head.to_lines(), " ".join(moves), "undo", "")).encode())


def test_every_game_is_refereed() -> None:
    for name in GAMES:
        head = RecordHeader(name, evening_setup(name, game_rules(name).min_players))
        assert answers("\n".join((*head.to_lines(), "")), legal=True)[-1]["legal"]


def test_a_refusal_of_the_referee_is_the_one_of_the_position() -> None:
    position = paper("influence", king=3, turn="blue")
    (answer,) = answers(at(position, "blue inf6 place 7"))
    with pytest.raises(MoveRefused) as caught:
        game_rules("louis-xiv").position_from_json(position, setup(3)).play(Move.parse("blue inf6 place 7"))
    assert answer["params"] == json.loads(msgspec.json.encode(caught.value.refusal.facts))
