"""Records that cannot be: what is wrong with one, and where, in each language, at the doors where people meet it."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.export.referee import answer_record
from companion.games import find_plugin, game_rules
from companion.rules import history
from companion.rules.clauses import (
    GAME_FAILED,
    JOURNAL_TOO_LONG,
    MOVE_REFUSED_NOW,
    Refusal,
    catalogue_package,
    declared_clauses,
    load_clause_texts,
)
from companion.rules.errors import InvalidInput, InvalidRecord
from companion.rules.game import GameSetup, Seat, check_new_game
from companion.rules.record import chained_lines, line_with_checksum
from companion.start.terminal_session import ask_for_seats
from companion.table.storage import journal
from companion.table.storage.journal import read_journal
from companion.table.storage.recovery import recover_lines
from companion.voice.damage_messages import invalid_input_text
from companion.voice.game_texts import load_clauses, load_common_clauses
from companion.voice.language import SOURCE_LANGUAGE, languages
from companion.voice.problem_messages import file_error_message
from tests.catalogues import declared_by, drawn, is_of_records
from tests.games.florence import tables as florence
from tests.games.florence.test_positions import AUCTION
from tests.games.kabale.tables import kabale
from tests.ours import GAMES
from tests.tables import paper

OTHER_LANGUAGES = tuple(lang for lang in languages() if lang != SOURCE_LANGUAGE)

LOUIS = ("herald 1", "game louis-xiv", "seat blue Anna", "seat yellow Bert", "seat red Carla", "start blue")
KABALE = ("herald 1", "game kabale", "seat black Anna", "seat white Bert", "start black")
FLORENCE = (
    "herald 1",
    "game florence",
    "seat blue Anna",
    "seat green Bert",
    "seat orange Cyril",
    "start blue",
)


def louis_at(**facts: Any) -> tuple[str, ...]:
    return (*LOUIS, position(paper("supply") | facts))


def florence_at(
    phase: str = "auction", people: Mapping[str, Any] | None = None, **facts: Any
) -> tuple[str, ...]:
    return (*FLORENCE, position(florence.paper(phase, people=people, **facts)))


def position(data: Mapping[str, Any]) -> str:
    return f"position {json.dumps(data)}"


def kabale_over() -> tuple[str, ...]:
    over = kabale(round=6, phase="over").position.to_json()
    return (*KABALE, position({**over, "winners": ["white", "black", "red"]}))


HALVES = [{"do": "missions", "who": "blue"}, {"do": "round-ends"}]
LONG = "a" * 201

RECORDS: dict[str, tuple[str, ...]] = {
    "H-4 no-record": ("game chess",),
    "H-4 nothing-to-read": (),
    "H-4 no-end": tuple(chained_lines(("herald 2", "game kabale", "black 1 ?")).splitlines()),
    "H-4 head-too-long": ("herald 1", "game kabale", *("print it" for _ in range(1_001))),
    "H-4 says-nothing": ("herald 1", "game"),
    "H-4 wrong-words": ("herald 1", "game a b"),
    "H-4 no-game": ("herald 1",),
    "H-4 unknown-rules": ("herald 1", "game kabale", "rules 99"),
    "H-4 late-head-line": (*KABALE, "table objectives alchemy:5 trade:5", "seat red Dora"),
    "H-4 no-json": (*LOUIS, 'position {"round": 2,, }'),
    "H-4 no-json-object": (*LOUIS, "position 5"),
    "H-4 no-such-game": ("herald 1", "game chess"),
    "H-4 seat-count": LOUIS[:3],
    "H-4 no-colour": (*LOUIS[:3], "seat purple Bert", "start blue"),
    "H-4 seat-twice": (*LOUIS[:3], "seat blue Bert", "start blue"),
    "H-4 control-character": (*LOUIS[:3], "seat yellow B\x07rt", "start blue"),
    "H-4 name-too-long": (*LOUIS[:3], f"seat yellow {LONG}", "start blue"),
    "H-4 start-nowhere": (*LOUIS[:5], "start green"),
    "H-4 no-option": (*LOUIS, "option wind yes"),
    "H-4 option-value": (*LOUIS, "option four-jumps 9"),
    "H-4 position-shape": louis_at(moon=1),
    "H-4 no-such-key": louis_at(moon=1),
    "H-4 missing-key": (*LOUIS, "position {}"),
    "H-4 no-number": louis_at(round="2"),
    "H-4 no-text": louis_at(start=2),
    "H-4 no-list": louis_at(turned="4:2"),
    "H-4 no-object": louis_at(players=[]),
    "H-4 not-one-of": louis_at(phase="tea"),
    "H-4 does-not-fit": louis_at(agenda=[{"do": "dance"}]),
    "H-4 no-truth": florence_at(people={"blue": {"out": "no"}}),
    "L-M4 money-cards": (*LOUIS, f"print money {' '.join(['5:2'] * 9)}"),
    "L-M4 no-money-card": (*LOUIS, "print money 5:9"),
    "L-M10 alike-conditions": (*LOUIS, "print tile 1 first first"),
    "L-M10 not-printed": (*LOUIS, "print crown gold"),
    "L-M10 not-a-tile": (*LOUIS, "print tile 13 first money:3"),
    "L-M10 no-condition": (*LOUIS, "print tile 5 last money:3"),
    "L-M10 king-condition": (*LOUIS, "print tile 1 stones:2 money:3"),
    "L-S1 no-start": LOUIS[:5],
    "L-S1 turn-of-nobody": louis_at(turn="green"),
    "L-S1 turn-disagrees": (*LOUIS, position(paper("missions", turn="yellow", agenda=HALVES))),
    "L-5.3 other-result": (*LOUIS, position({**paper("over"), "winners": ["blue", "yellow"]})),
    "K-M2 not-printed": (*KABALE, "print column 2"),
    "K-1.6 no-start": KABALE[:4],
    "K-4.2 other-result": kabale_over(),
    "P-M2 no-placed-tile": florence_at(people={"blue": {"grid": ["lake g7 r0"]}}),
    "P-M3 outline-letters": (*FLORENCE, "print outline lake xyz"),
    "P-M3 outline-empty": (*FLORENCE, "print outline lake ..."),
    "P-M3 outline-rows": (*FLORENCE, "print outline lake xx/x"),
    "P-M3 outline-squares": (*FLORENCE, "print outline tower x.x/..."),
    "P-M3 outline-too-big": (*FLORENCE, "print outline lake xxxxxxxx"),
    "P-M3 outline-apart": (*FLORENCE, "print outline lake x.x"),
    "P-M3 wrong-outline": (*FLORENCE, "print outline lake x.x"),
    "P-M3 not-printed": (*FLORENCE, "print money 5:2"),
    "P-M3 not-a-tile": (*FLORENCE, "print outline castle xxx"),
    "P-M4 least-count": (*FLORENCE, "print least 7 10 12"),
    "P-M4 least-order": (*FLORENCE, "print least 9 8 12 14 15 16 17"),
    "P-A1 no-won-object": florence_at(people={"blue": {"won": ["lake"]}}),
    "P-A1 no-bidder": florence_at(turn=None, auction=AUCTION),
    "P-A5 owed-outside": florence_at("actions", owed="keep"),
    "P-A5 owed-unknown": florence_at(owed="dance", turn="blue"),
    "P-B9 no-start": FLORENCE[:5],
    "P-E2 other-result": (
        *FLORENCE,
        position(florence.paper("over", people={"blue": {"points": 3}}) | {"winners": ["green"]}),
    ),
}
"""Code -> a record that the referee does not read for that reason."""

AT_OTHER_DOORS = {
    "H-4 too-much-stands",
    "H-4 no-start",
    "H-4 journal-too-long",
    "H-4 move-refused",
    "H-4 game-failed",
}


def refused(lines: tuple[str, ...]) -> InvalidRecord:
    with pytest.raises(InvalidRecord) as caught:
        list(answer_record(io.BytesIO("".join(f"{line}\n" for line in lines).encode()), "en"))
    return caught.value


def faults_within(fault: Refusal) -> Iterator[Refusal]:
    """The fault, and those that are facts of it."""
    yield fault
    for value in fault.fact_values:
        for each in value if isinstance(value, tuple) else (value,):
            if isinstance(each, Refusal):
                yield from faults_within(each)


def name_of(fault: Refusal) -> str:
    return f"{fault.clause.id} {fault.clause.code}"


def words(text: str) -> set[str]:
    return {word for word in (each.strip(".,:;!?()`'\"") for each in text.lower().split()) if len(word) > 3}


def english_left(text: str, error: InvalidInput, lang: str) -> set[str]:
    """The words of the English sentences that a text of another language has, and neither record nor translation."""
    assert isinstance(error.refusal, Refusal)
    said, elsewhere = set[str](), set[str]()
    for fault in faults_within(error.refusal):
        id, code, package = fault.clause.id, fault.clause.code, fault.clause.package
        english = load_clause_texts(package)[id]["refusal"][code]
        own = load_common_clauses(lang) if id == "H-4" else load_clauses(game_of(package), lang)
        translated = own[id]["refusal"][code]
        assert translated != english or not words(drawn(english)) - {"print", "outline"}
        said |= words(drawn(english))
        elsewhere |= words(drawn(translated)).union(*(words(str(value)) for value in fault.fact_values))
    return (said - elsewhere) & words(text)


def game_of(package: str) -> str:
    return next(each for each in GAMES if find_plugin(each).package == catalogue_package(package))


@pytest.mark.parametrize("code", RECORDS)
def test_what_is_wrong_with_a_record_is_told_in_each_language(
    code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HERALD_HOME", str(tmp_path))
    error = refused(RECORDS[code])
    assert isinstance(error.refusal, Refusal)
    assert code in set(map(name_of, faults_within(error.refusal)))
    record = tmp_path / "wrong.herald"
    record.write_text("".join(f"{line}\n" for line in RECORDS[code]))
    told = {}
    for lang in languages():
        assert main(["referee", str(record), "--lang", lang]) == 2
        (told[lang],) = capsys.readouterr().err.splitlines()
    assert told[SOURCE_LANGUAGE] == f"herald: {error}"
    assert len(set(told.values())) >= (1 if code == "P-M3 wrong-outline" else len(told) - 1), told
    for lang in OTHER_LANGUAGES:
        assert not english_left(told[lang], error, lang), told[lang]
        assert not told[lang].startswith(("herald: line ", "herald: head: ")), told[lang]


def test_every_code_of_a_record_is_reached() -> None:
    ours = {f"H-4 {clause.code}" for clause in declared_clauses() if clause.id == "H-4"}
    for game in GAMES:
        ours |= {f"{each.id} {each.code}" for each in declared_by(game) if is_of_records(each)}
    assert ours == RECORDS.keys() | AT_OTHER_DOORS


@pytest.mark.parametrize("lang", OTHER_LANGUAGES)
def test_a_game_that_does_not_say_who_begins_wants_a_start_player(lang: str) -> None:
    seats = (Seat("black", "Anna"), Seat("white", "Bert"))
    with pytest.raises(InvalidRecord) as caught:
        check_new_game(game_rules("kabale"), GameSetup(seats, ""))
    assert str(caught.value) == "no start player: add a line `start COLOUR`"
    assert not english_left(invalid_input_text(caught.value, lang), caught.value, lang)


@pytest.mark.parametrize("lang", OTHER_LANGUAGES)
def test_a_record_of_too_many_lines_is_told(lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "MAX_STANDING_LINES", 1)
    error = refused((*KABALE, "table objectives alchemy:5 trade:5", "black 1 ?"))
    assert isinstance(error.refusal, Refusal)
    assert name_of(error.refusal) == "H-4 too-much-stands"
    assert not english_left(invalid_input_text(error, lang), error, lang)


@pytest.mark.parametrize("lang", OTHER_LANGUAGES)
def test_a_journal_that_is_too_long_or_whose_game_fails_is_told(
    lang: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "evening.herald"
    path.write_text(
        chained_lines((*KABALE, "moves", "table objectives alchemy:5 trade:5")).replace(
            "herald 1", "herald 2"
        )
    )
    found: list[InvalidRecord] = []
    with monkeypatch.context() as small:
        small.setattr(journal, "MAX_JOURNAL_BYTES", 20)
        with pytest.raises(InvalidRecord) as caught:
            read_journal(path)
        found.append(caught.value)

    def fails(*_: object) -> None:
        raise KeyError("the card that lies face down")

    monkeypatch.setattr(type(game_rules("kabale")), "initial_position", fails)
    with pytest.raises(InvalidRecord) as caught:
        recover_lines(chained_lines(("herald 2", *KABALE[1:], "moves")).encode())
    found.append(caught.value)
    assert [each.refusal.clause for each in found if isinstance(each.refusal, Refusal)] == [
        JOURNAL_TOO_LONG,
        GAME_FAILED,
    ]
    for error in found:
        assert not english_left(file_error_message(error, lang), error, lang)


@pytest.mark.parametrize("lang", OTHER_LANGUAGES)
def test_a_move_that_is_refused_now_is_told(lang: str) -> None:
    error = journal.RefusedMoveError(2, "black 9 ?", "K-1.3")
    assert isinstance(error.refusal, Refusal)
    assert error.refusal.clause == MOVE_REFUSED_NOW
    assert str(error) == "journal: move 2, `black 9 ?`, is refused now: K-1.3"
    assert not english_left(file_error_message(error, lang), error, lang)


@pytest.mark.parametrize("lang", OTHER_LANGUAGES)
def test_everything_wrong_with_a_position_is_told_in_the_language(lang: str) -> None:
    wrong = paper("influence", turn="blue", king=9, people={"yellow": {"money": -1}})
    english, told = (invalid_input_text(refused((*LOUIS, position(wrong))), each) for each in ("en", lang))
    assert english.startswith("line 7: L-")
    assert not told.startswith("line")
    assert not {"king", "player", "stands", "number", "below"} & words(told)
    assert "L-M1" in told


@pytest.mark.parametrize("lang", OTHER_LANGUAGES)
def test_a_damaged_line_is_told_in_the_language(lang: str) -> None:
    signed = [line_with_checksum(line)[:-1] for line in KABALE]
    for damaged in (f"{signed[-1][:-8]}00000000", "table objectives \udce9"):
        data = "\n".join((*signed[:-1], damaged, "")).encode("utf-8", "surrogateescape")
        with pytest.raises(InvalidRecord) as caught:
            list(answer_record(io.BytesIO(data), "en"))
        told = invalid_input_text(caught.value, lang)
        assert not told.startswith("line")
        assert not words(caught.value.what) & words(told) - {"utf-8"}


@pytest.mark.parametrize("lang", OTHER_LANGUAGES)
def test_a_correction_of_a_wrong_shape_is_refused_in_the_language(lang: str) -> None:
    record = "".join(f"{line}\n" for line in (*LOUIS, 'table correct /round "two"', "table correct /moon 1"))
    english, told = (
        [answer["text"] for answer in answer_record(io.BytesIO(record.encode()), each)]
        for each in ("en", lang)
    )
    assert english == [
        "After this correction the position could not be read: "
        f"the position: {misfit}; see the notation page for its shape."
        for misfit in ('/round: a whole number is wanted here, not "two"', "/moon: no such key")
    ]
    for english_text, text in zip(english, told, strict=True):
        assert not words(english_text) & words(text) - {"/round", "/moon", "notation"}
    (params,) = {
        type(answer["params"]["what"]) for answer in answer_record(io.BytesIO(record.encode()), lang)
    }
    assert params is str


@pytest.mark.parametrize("lang", OTHER_LANGUAGES)
def test_players_who_cannot_play_are_told_so_at_the_terminal(lang: str) -> None:
    typed, told = ["Anna", ""], list[str]()
    ask_for_seats(game_rules("kabale"), True, lang, lambda _: typed.pop(0), told.append)
    assert len(told) == 1
    assert not {"seats", "played"} & words(told[0])
