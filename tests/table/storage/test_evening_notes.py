"""What is noted of an evening besides its moves: how strict it is, and what was refused."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from companion.rules.position import Position
from companion.rules.public_view import told_history
from companion.rules.record import EveningTable, RecordHeader
from companion.rules.tree_walk import pick_legal_move
from companion.table.messages import EnterLine, PutBack, SetStrictness, Touch, UndoMoves
from companion.table.session import Session
from companion.table.snapshot import RefusalNotice
from companion.table.storage import evening_notes
from companion.table.storage.evening_notes import EveningNotebook, EveningNotes, KeptRefusal
from companion.table.storage.kept_files import take_untold_problems
from companion.table.storage.saved_games import load_evening
from companion.voice.evening_text import Story, tell_refusal
from companion.voice.voice import Voice
from tests.ours import GAMES
from tests.table.evenings import setup


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "evening.herald"


REAL = EveningTable()


def head(game: str = "louis-xiv", players: int = 3, table: EveningTable | None = REAL) -> RecordHeader:
    return RecordHeader(game, setup(game, players), table=table)


def noted(path: Path, head: RecordHeader) -> EveningNotes:
    return EveningNotebook(path, head).notes


class ReadRefusal(NamedTuple):
    """What everybody read, and the position at which they read it."""

    notice: RefusalNotice
    position: Position


def reasons(voice: Voice, read: list[ReadRefusal]) -> list[str]:
    return [voice.refusal_text(notice.refusal, position) for notice, position in read]


def refusals_told(path: Path, notes: EveningNotes, voice: Voice) -> list[str]:
    """What the story of the evening tells of them."""
    story = Story(told_history(load_evening(path)[1]), notes.refusals, voice)
    return [" ".join(line.sentences) for line in story if line.kind == "refusal"]


def refused_evening(path: Path, head: RecordHeader, moves: int) -> list[ReadRefusal]:
    """An evening with something wrong before each move: what everybody read."""
    session, chance, read = Session.create(path, head), Random(1), list[ReadRefusal]()
    for number in range(moves):
        position = session.snapshot.position
        colours = [seat.colour for seat in head.setup.seats]
        others = [who for who in colours if who not in position.choice_tree.awaited_actors] or colours
        for wrong in (EnterLine(f"{others[0]} {number}"), EnterLine("undo 99"), Touch("tile/99")):
            session.handle_message(wrong)
            if (notice := session.snapshot.refusal_notice) is not None:
                read.append(ReadRefusal(notice, session.snapshot.position))
        move, _ = pick_legal_move(session.history.position.choice_tree, chance.choice)
        session.handle_message(EnterLine(str(move)))
    session.close()
    return read


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", ["en", "cs", "de", "nl"])
def test_a_refusal_is_read_again_in_the_words_in_which_it_was_read(path: Path, game: str, lang: str) -> None:
    read = refused_evening(path, head(game), 12)
    notes = noted(path, head(game))
    voice = Voice(game, {seat.colour: seat.shown_name for seat in head(game).setup.seats}, lang)
    assert notes.refusals is not None
    assert len(read) > 20
    assert [kept.tried for kept in notes.refusals] == [notice.tried_line for notice, _ in read]
    told = refusals_told(path, notes, voice)
    assert len(told) == len(read)
    assert all(reason in line for reason, line in zip(reasons(voice, read), told, strict=True))


def test_a_correction_that_cannot_be_and_an_undo_of_too_much_are_told_as_they_were_read(path: Path) -> None:
    session, voice = Session.create(path, head()), Voice("louis-xiv", {}, "en")
    read = []
    for wrong in ("table correct /players/blue/purse 1", "table correct /players/pink/money 1", "undo 9"):
        session.handle_message(EnterLine(wrong))
        notice = session.snapshot.refusal_notice
        assert notice is not None
        read.append(voice.refusal_text(notice.refusal, session.snapshot.position))
    session.close()
    told = refusals_told(path, noted(path, head()), voice)
    assert all(reason in line for reason, line in zip(read, told, strict=True))
    assert told[2].startswith("Refused: Take back. ")


@pytest.mark.parametrize("package", ["nowhere", "antigravity", "companion.rules", "../x", ""])
def test_no_package_that_a_file_names_is_looked_for(package: str) -> None:
    within = {"refusal": {"clause": "L-2.4", "code": "nonsense", "facts": {}, "package": package}}
    facts = {"misfits": [within]}
    kept = KeptRefusal(0, "H-4", "nonsense", facts, "blue inf6", package=package)
    (misfit,) = kept.refusal.fact_values[0]
    assert (kept.refusal.clause.package, misfit.clause.package) == ("", "")
    assert "antigravity" not in sys.modules
    assert tell_refusal(kept, Voice("louis-xiv", {"blue": "Anna"}, "en")).startswith("Refused: Anna")


def test_a_card_that_nobody_may_know_is_not_named_in_what_is_kept(path: Path) -> None:
    session = Session.create(path, head("kabale"))
    session.handle_message(EnterLine("table objectives alchemy:3 fencing:1 trade:2"))
    first = session.snapshot.position.choice_tree.awaited_actors
    session.handle_message(EnterLine(f"{next(iter(first))} 9 cloak"))
    assert session.snapshot.refusal_notice is not None
    session.close()
    notes = noted(path, head("kabale"))
    assert notes.refusals is not None
    assert [kept.tried.split()[1:] for kept in notes.refusals] == [["9", "?"]]
    assert b"cloak" not in path.with_suffix(".notes").read_bytes()


def test_the_latest_thousand_are_kept(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evening_notes, "MAX_KEPT_REFUSALS", 10)
    read = refused_evening(path, head(), 12)
    notes = noted(path, head())
    assert notes.refusals is not None
    assert [kept.tried for kept in notes.refusals] == [notice.tried_line for notice, _ in read[-10:]]


def test_what_was_refused_is_told_before_the_lines_that_follow_an_undo(path: Path) -> None:
    refused_evening(path, head(), 6)
    session = Session.resume(path)
    session.handle_message(UndoMoves(4, is_confirmed=True))
    for _ in range(4):
        move, _ = pick_legal_move(session.history.position.choice_tree, Random(2).choice)
        session.handle_message(EnterLine(str(move)))
    session.close()
    notes, voice = noted(path, head()), Voice("louis-xiv", {}, "en")
    story = [*Story(told_history(load_evening(path)[1]), notes.refusals, voice)]
    (undone,) = (at for at, line in enumerate(story) if line.kind == "take-back")
    assert story[undone].number == 2
    assert {line.kind for line in story[undone + 1 :]} == {"line"}
    assert len([line for line in story if line.kind == "refusal"]) == len(notes.refusals or ())


def test_an_evening_of_an_earlier_herald_says_that_its_refusals_were_not_kept(path: Path) -> None:
    old = head(table=None)
    Session.create(path, old).close()
    assert noted(path, old).refusals is None
    (opening,) = Story(
        told_history(load_evening(path)[1]), noted(path, old).refusals, Voice("louis-xiv", {}, "en")
    )
    assert opening.sentences[-1] == "What was refused in this evening was not kept."
    assert noted(path.with_name("new.herald"), head()).refusals == ()


def test_what_people_put_back_stays_with_the_evening_and_is_told_by_nothing(path: Path) -> None:
    session = Session.create(path, head("florence"))
    before, journal = session.snapshot, path.read_bytes()
    session.handle_message(PutBack("blue", "profession/poet"))
    session.handle_message(PutBack("yellow", "profession/lawyer"))
    session.close()
    assert path.read_bytes() == journal
    assert replace(session.snapshot, sequence_number=before.sequence_number) == before
    again = Session.resume(path)
    again.close()
    assert again.returned_pieces == {"blue": "profession/poet", "yellow": "profession/lawyer"}
    assert refusals_told(path, noted(path, head("florence")), Voice("florence", {}, "en")) == []


def test_how_strict_an_evening_is_stays_with_it(path: Path) -> None:
    session = Session.create(path, head(), strictness="hint")
    session.handle_message(SetStrictness("silent"))
    session.close()
    for usual in ("strict", "hint"):
        again = Session.resume(path, strictness=usual)
        assert again.snapshot.strictness == "silent"
        again.close()
    other = path.with_name("other.herald")
    Session.create(other, head()).close()
    again = Session.resume(other, strictness="hint")
    assert again.snapshot.strictness == "hint"
    again.close()


def test_a_changed_byte_is_noticed_though_it_reads_well(path: Path) -> None:
    session = Session.create(path, head())
    session.handle_message(SetStrictness("silent"))
    session.close()
    file = path.with_suffix(".notes")
    file.write_bytes(file.read_bytes().replace(b"silent", b"strict"))
    take_untold_problems()
    assert noted(path, head()).strictness == "silent"
    assert [problem.words for problem in take_untold_problems()] == ["its sum is another one"]


def test_notes_of_another_evening_are_not_those_of_this_one(path: Path) -> None:
    session = Session.create(path, head())
    session.handle_message(SetStrictness("silent"))
    session.close()
    other = replace(head(), setup=setup("louis-xiv", 4))
    assert noted(path, other).strictness == ""


def test_nobody_waits_for_notes_that_cannot_be_written(path: Path) -> None:
    (path.with_suffix(".notes") / "within").mkdir(parents=True)
    take_untold_problems()
    read = refused_evening(path, head(), 2)
    assert read
    take_untold_problems()
