"""What was taken back is laid again: the same lines, until another one is made."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games import game_rules
from companion.games.kabale.screen.table_view import pending_movements
from companion.rules.corrections import changed_json_values
from companion.rules.history import GameHistory, replay_record
from companion.rules.moves import Observation
from companion.rules.record import RecordHeader
from companion.rules.tree_walk import pick_legal_move
from companion.simulator.virtual_sensors import make_tagged_deck
from companion.table.messages import (
    CorrectPosition,
    DismissNotices,
    EnterLine,
    HastyTouch,
    ReaderDown,
    ReaderRecovered,
    RedoMoves,
    ReportInput,
    TagAlreadyPresent,
    TagPresent,
    Touch,
    UndoMoves,
)
from companion.table.session import Session
from companion.table.storage.journal import read_record
from companion.table.tags.deck import make_box_pieces
from companion.table.zones import TOUCH_ONLY_PLAN, ZonePlan
from companion.voice.voice import Voice
from tests.long import examples
from tests.ours import GAMES
from tests.table.evenings import setup


def session_of(name: str, players: int = 3) -> Session:
    """A game of that many people from its beginning."""
    table = setup(name, players)
    return Session(GameHistory(game_rules(name), table, game_rules(name).initial_position(table)))


def some_move(session: Session, chance: Random) -> str:
    """A legal move."""
    return str(pick_legal_move(session.history.position.choice_tree, chance.choice)[0])


def standing(session: Session) -> list[str]:
    """The lines that stand."""
    return [accepted.text for accepted in session.history.accepted_lines]


@settings(max_examples=examples(40), deadline=None)
@given(st.sampled_from(sorted(GAMES)), st.integers(0, 10_000))
def test_after_undo_and_redo_all_is_as_it_was(name: str, seed: int) -> None:
    chance, session = Random(seed), session_of(name)
    takes: list[list[str]] = []  # a second, plainer book of what can be laid again, the latest last
    for _ in range(40):
        if session.history.position.outcome() is not None:
            break
        lines, position, way = standing(session), session.history.position, chance.random()
        if way < 0.25 and lines:
            count = chance.randint(1, min(4, len(lines)))
            session.handle_message(UndoMoves(count, is_confirmed=True))
            takes.append(lines[-count:])
            assert standing(session) == lines[:-count]
            if chance.random() < 0.5:
                session.handle_message(RedoMoves())
                takes.pop()
                assert (standing(session), session.history.position) == (lines, position)
        elif way < 0.4:
            session.handle_message(RedoMoves())
            assert standing(session) == lines + (takes.pop() if takes else [])
        else:
            line = some_move(session, chance)
            session.handle_message(EnterLine(line))
            takes.clear()
        assert list(session.history.taken_back) == (takes[-1] if takes else [])
        assert session.snapshot.redo_count == len(session.history.taken_back)


@pytest.mark.parametrize("name", sorted(GAMES))
def test_what_can_be_laid_again_outlives_a_pulled_plug(tmp_path: Path, name: str) -> None:
    chance, path = Random(7), tmp_path / "evening.herald"
    session = Session.create(path, RecordHeader(name, setup(name, 3)))
    for _ in range(6):
        session.handle_message(EnterLine(some_move(session, chance)))
    lines, position = standing(session), session.history.position
    session.handle_message(UndoMoves(3, is_confirmed=True))
    session.close()
    again = Session.resume(path)
    assert again.snapshot.redo_count == 3
    again.handle_message(RedoMoves())
    again.close()
    head, kept = read_record(path)
    assert list(kept) == [*lines, "undo 3", *lines[3:]]
    assert replay_record(head, game_rules(name), kept).position == position


def test_nothing_is_laid_again_once_another_move_was_made() -> None:
    session, chance = session_of("kabale"), Random(1)
    session.handle_message(EnterLine(some_move(session, chance)))
    session.handle_message(EnterLine("black 1 ?"))
    session.handle_message(UndoMoves(1, is_confirmed=True))
    session.handle_message(EnterLine("black 2 ?"))
    assert session.snapshot.redo_count == 0
    before = standing(session)
    session.handle_message(RedoMoves())
    assert standing(session) == before


def test_a_hasty_touch_lays_nothing_again() -> None:
    session, chance = session_of("kabale"), Random(1)
    session.handle_message(EnterLine(some_move(session, chance)))
    session.handle_message(UndoMoves(1, is_confirmed=True))
    session.handle_message(HastyTouch(RedoMoves()))
    assert standing(session) == []
    assert session.snapshot.redo_count == 1


def test_hands_are_told_what_to_lay_again() -> None:
    session, chance = session_of("kabale"), Random(1)
    session.handle_message(EnterLine(some_move(session, chance)))
    session.handle_message(EnterLine("black 1 mage"))
    session.handle_message(UndoMoves(1, is_confirmed=True))
    back = session.snapshot.undo_plan
    session.handle_message(RedoMoves())
    plan = session.snapshot.undo_plan
    assert plan is not None
    assert back is not None
    assert plan.is_redo
    assert plan.is_carried_out
    assert {(each.piece, each.to, each.at) for each in plan.movements} == {
        (each.piece, each.from_, each.at) for each in back.movements
    }
    assert "mage" not in repr(session.snapshot)  # it lies face down


@pytest.mark.parametrize("guess", ["mage", "witch", "?"])
def test_what_can_be_laid_again_tells_nothing_of_a_guess(guess: str) -> None:
    session, chance = session_of("kabale"), Random(1)
    for line in (some_move(session, chance), "black 1 mage", "blue 2 king"):
        session.handle_message(EnterLine(line))
    for _ in range(2):
        session.handle_message(UndoMoves(1, is_confirmed=True))
    assert session.snapshot.redo_count == 1
    session.handle_message(EnterLine(f"black 1 {guess}"))
    assert session.snapshot.redo_count == 0


# -- what hands still owe


class Watched:
    """A table with a tag on every piece and mostly a reader at every place; nobody has carried anything out yet."""

    def __init__(self, name: str, lines: Iterable[str] = (), plan: ZonePlan | None = None) -> None:
        self.game, people = game_rules(name), setup(name, 3)
        self.box = make_box_pieces((*self.game.taggable_pieces(people), "king"), self.game.colours)
        self.deck = make_tagged_deck(name, self.box)
        watched = plan or ZonePlan(dict.fromkeys(self.game.zones(people), "reader"))
        history = GameHistory(self.game, people, self.game.initial_position(people))
        self.session = Session(history, None, self.deck, watched)
        for line in lines:
            self.session.handle_message(EnterLine(line))

    def owed(self) -> list[str]:
        """What the table still asks hands to do: what readers should see, and what Kabale's screen says."""
        now = self.session.snapshot
        said = [f"{each.piece} {each.zone}" for each in now.expected_observations]
        if now.game == "kabale":
            said += [
                hand.text
                for hand in pending_movements(
                    now, Voice(now.game, now.player_name_by_colour, "en").translator
                )
            ]
        return said

    def is_at(self, piece: str, place: str) -> bool:
        """Whether the piece lies there as everybody knows it."""
        laid = {each.id: each for each in self.session.snapshot.layout}
        return place in laid and self.game.public_piece(piece) in {each.piece for each in laid[place].pieces}


@settings(max_examples=examples(40), deadline=None)
@given(st.sampled_from(sorted(GAMES)), st.integers(0, 10_000))
def test_what_is_owed_follows_from_the_lines_that_stand_and_from_where_things_lie(
    name: str, seed: int
) -> None:
    chance, table = Random(seed), Watched(name)
    session = table.session
    for _ in range(25):
        if session.history.position.outcome() is not None:
            break
        way, stands = chance.random(), session.history.accepted_lines
        if way < 0.2 and stands:
            session.handle_message(UndoMoves(chance.randint(1, min(4, len(stands))), is_confirmed=True))
            session.handle_message(DismissNotices())
        elif way < 0.3:
            session.handle_message(RedoMoves())
        elif way < 0.45 and stands:
            earlier = chance.choice(stands).position.to_json()
            wrong = tuple(changed_json_values("", session.history.position.to_json(), earlier))
            session.handle_message(CorrectPosition(wrong[: chance.randint(1, len(wrong))] if wrong else ()))
        else:
            session.handle_message(EnterLine(some_move(session, chance)))
        owed = table.owed()
        if not session.snapshot.undo_plan:  # while one is shown, hands lay again what it names
            assert owed == Watched(name, standing(session)).owed()
            for each in session.snapshot.expected_observations:
                assert table.is_at(each.piece, each.zone) or any("discard it" in text for text in owed)


TO_COLUMN_THREE = "Explorer (Anna): to column 3, face down"


def explorer_named() -> Watched:
    """Kabale without readers: two cards lie in column 2, and the first is named: the Explorer, who goes on."""
    lines = (
        "table objectives music:3 farming:3 religion:5",
        "black 2 ?",
        "blue 2 ?",
        "table turned explorer",
    )
    table = Watched("kabale", lines, TOUCH_ONLY_PLAN)
    assert table.owed() == [TO_COLUMN_THREE]
    return table


def test_what_the_explorer_owed_is_taken_back_with_him_and_laid_again_with_him() -> None:
    table = explorer_named()
    for message in (UndoMoves(2, is_confirmed=True), DismissNotices()):
        table.session.handle_message(message)
        assert table.owed() == []
    table.session.handle_message(RedoMoves())
    assert table.owed() == [TO_COLUMN_THREE]
    table.session.handle_message(EnterLine("green 1 ?"))
    assert table.owed() == []
    table.session.handle_message(UndoMoves(1, is_confirmed=True))
    assert table.owed() == [TO_COLUMN_THREE]


def test_what_hands_have_laid_again_is_not_owed_once_that_was_read() -> None:
    table = explorer_named()
    for message in (UndoMoves(1, is_confirmed=True), DismissNotices(), RedoMoves(), DismissNotices()):
        table.session.handle_message(message)
    assert table.owed() == []
    for line, left in (("undo 1", []), ("table turned explorer", [TO_COLUMN_THREE])):
        table.session.handle_message(EnterLine(line))
        assert table.owed() == left


def test_a_correction_ends_what_is_owed_where_it_lays_things_and_nowhere_else() -> None:
    table = explorer_named()
    for values, left in (
        ((("/columns/0/objective", "alchemy:1"),), [TO_COLUMN_THREE]),
        ((("/columns/2/cards", []), ("/players/black/deck", 22)), []),
    ):
        table.session.handle_message(CorrectPosition(values))
        assert (table.session.snapshot.refusal_notice, table.owed()) == (None, left)
    table.session.handle_message(UndoMoves(1, is_confirmed=True))
    assert table.owed() == [TO_COLUMN_THREE]


def test_what_a_reader_has_seen_is_not_owed_again_when_the_move_after_it_is_taken_back() -> None:
    table = Watched("louis-xiv", ("table money 4 2",))
    king = next(piece for piece in table.box if piece.word == "king")
    assert table.owed() == ["king tile/2"]
    line = some_move(table.session, Random(1))
    for message in (EnterLine(line), UndoMoves(1, is_confirmed=True), DismissNotices()):
        table.session.handle_message(message)
    assert table.owed() == ["king tile/2"]
    table.session.handle_message(ReportInput(TagPresent("tile/2", table.deck.uid_of_piece(king) or "")))
    assert (table.owed(), table.session.snapshot.pending_input) == ([], ())
    for message in (EnterLine(line), UndoMoves(1, is_confirmed=True), DismissNotices()):
        table.session.handle_message(message)
    assert table.owed() == []


def test_what_hands_owe_outlives_a_pulled_plug_and_a_reader_that_dies(tmp_path: Path) -> None:
    table, path = Watched("louis-xiv"), tmp_path / "evening.herald"
    king = next(piece for piece in table.box if piece.word == "king")
    session = Session.create(path, RecordHeader("louis-xiv", setup("louis-xiv", 3)))
    session.handle_message(EnterLine("table money 4 2"))
    session.close()
    watched = ZonePlan(dict.fromkeys(table.game.zones(setup("louis-xiv", 3)), "reader"))
    session = Session.resume(path, table.deck, watched)
    owed = Observation("king", "tile/2")
    assert session.snapshot.expected_observations == (owed,)
    now = session.handle_message(ReportInput(ReaderDown("tile/2", "silent")))
    assert now.expected_observations == ()
    now = session.handle_message(ReportInput(ReaderRecovered("tile/2")))
    assert now.expected_observations == (owed,)
    now = session.handle_message(Touch("tile/99"))
    assert now.refusal_notice is not None
    assert session.handle_message(DismissNotices()).expected_observations == (owed,)
    resting = TagAlreadyPresent("tile/2", table.deck.uid_of_piece(king) or "")
    assert session.handle_message(ReportInput(resting)).expected_observations == ()
    session.close()


def test_a_correction_and_its_reverse_leave_what_is_owed() -> None:
    table = explorer_named()
    before = table.session.history.position.to_json()["columns"]
    for cards, deck in (((), 22), (before[2]["cards"], 21)):
        line = CorrectPosition((("/columns/2/cards", [*cards]), ("/players/black/deck", deck)))
        table.session.handle_message(line)
        assert table.session.snapshot.refusal_notice is None
    assert table.owed() == [TO_COLUMN_THREE]
